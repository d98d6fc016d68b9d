"""Which of GTK's renderers draws: Cairo's where OpenGL would be drawn on the processor, unless somebody wants another."""

import pathlib

import screen
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


def test_both_renderers_show_a_zoom_a_selection_and_the_played_part_alike(session):
    pictures = {}
    for renderer in ["cairo", "gl"]:
        program, _ = opened(session, GSK_RENDERER=renderer)
        program.focus()
        plot = program.plot()
        plot.wheel(plot.width // 2, screen.UP, 6, pause=0.05)
        plot.drag(plot.width // 4, plot.width // 3, plot.width // 2)
        plot.click(plot.width * 3 // 4)
        program.settle(0.5)
        screen.move(1, 1)
        program.settle(0.5)
        pictures[renderer] = plot.picture().data, program.viewport["framesPerPixel"]
        program.quit()
    expect_equal(pictures["gl"][1], pictures["cairo"][1], "the zoom")
    expect(pictures["gl"][0] == pictures["cairo"][0], "the waveforms differ")
