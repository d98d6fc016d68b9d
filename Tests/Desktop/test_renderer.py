"""Which of GTK's renderers draws: Cairo's where OpenGL would be drawn on the processor, unless somebody wants another."""

import pathlib

import screen
import sounds
from harness import OPENGL, expect, expect_equal
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
    program, has_opengl = opened(session, GSK_RENDERER=OPENGL)
    expect(has_opengl, "OpenGL is not loaded")
    expect(drawn > 100, f"only {drawn} pixels of bars")
    expect_equal(bars(program), drawn, "pixels of bars")


def shown(session, renderer):
    """What a program shows of a zoom, a selection and the played part: (its state, its picture)."""
    program, _ = opened(session, GSK_RENDERER=renderer)
    program.focus()
    plot = program.plot()
    whole, mark = program.viewport["framesPerPixel"], program.mark()
    plot.wheel(plot.width // 2, screen.UP, 6, pause=0.05)
    # While it glides, a click hits what is seen then.
    program.wait("viewport", lambda v: abs(v["framesPerPixel"] * 2 ** 1.5 / whole - 1) < 1e-9, mark, what="the zoom")
    program.settle()
    mark = program.mark()
    plot.click(plot.width * 3 // 4)
    program.wait("playhead", None, mark)
    plot.drag(plot.width // 4, plot.width // 3, plot.width // 2)
    wanted = plot.frame(plot.width // 2)
    program.wait("selection", lambda e: "start" in e and abs(e["end"] - wanted) <= program.viewport["framesPerPixel"], mark)
    screen.move(1, 1)
    program.settle()
    picture = plot.picture()
    session.pictures[renderer] = picture
    state = program.viewport, program.selection, program.playhead
    program.quit()
    return [{**state[0], "t_us": None}, *state[1:]], picture


def test_both_renderers_show_a_zoom_a_selection_and_the_played_part_alike(session):
    state, picture = shown(session, "cairo")
    other_state, other = shown(session, OPENGL)
    expect_equal(other_state, state, "view, selection and playhead")
    difference = other.difference(picture)
    expect(not difference, f"with OpenGL {difference}")
    colors = picture.colors(0, 0, picture.width, picture.height)
    for color in (LIGHT.bar, LIGHT.selected, LIGHT.playhead):
        expect(any(screen.is_near(color, found) for found in colors), f"#{color:06x} is nowhere")
    expect(len(colors) > 20, f"{len(colors)} colours in what was played")
