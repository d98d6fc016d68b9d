"""Which of GTK's renderers draws: Cairo's where OpenGL would be drawn on the processor, unless somebody wants another."""

import pathlib

import sounds
from harness import expect, expect_equal
from palette import LIGHT


def opened(session, **env):
    """The program, and whether it has loaded OpenGL."""
    program = session.open(sounds.wav(session.folder / "pulses.wav", 5), env={"LIBGL_ALWAYS_SOFTWARE": "1", **env})
    maps = pathlib.Path(f"/proc/{program.pid}/maps").read_text()
    return program, any(name in maps for name in ("_dri.so", "libgallium", "libEGL_mesa", "libGLX_mesa"))


def bars(program):
    plot = program.plot()
    return plot.picture().colors(0, 0, plot.width, plot.height).get(LIGHT.bar, 0)


def test_without_a_graphics_card_cairo_draws(session):
    program, has_opengl = opened(session, GSK_RENDERER=None)
    expect(not has_opengl, "OpenGL is loaded")
    drawn = bars(program)
    program.quit()
    # Whoever wants OpenGL gets it, and the same picture.
    program, has_opengl = opened(session, GSK_RENDERER="gl")
    expect(has_opengl, "OpenGL is not loaded")
    expect(drawn > 100, f"only {drawn} pixels of bars")
    expect_equal(bars(program), drawn, "pixels of bars")
