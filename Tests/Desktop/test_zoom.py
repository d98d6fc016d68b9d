"""Wheel zoom and pan, by a real wheel."""

import screen
import sounds
from harness import SAMPLES, expect, expect_equal, expect_near

ALONE = True

DETENT = 2 ** 0.25


def zoomed(program, wanted, since):
    """Waits for a zoom in frames per pixel and gives all viewports on the way there."""
    program.wait("viewport", lambda v: abs(v["framesPerPixel"] / wanted - 1) < 1e-9, since, what=f"zoom {wanted}")
    program.settle(0.05)
    return program.all("viewport", since)


def test_a_click_hits_the_frame_under_the_pointer(session):
    program = session.open(SAMPLES / "speech.wav")
    plot = program.plot()
    for x in (333, 0, 1, plot.width - 1):
        mark = program.mark()
        wanted = round(plot.frame(x))
        plot.click(x)
        program.wait("playhead", lambda e: abs(e["frame"] - wanted) <= 1, mark, what=f"a click at {x}: {wanted}")


def test_the_frame_under_the_pointer_stays_there(session):
    program = session.open(sounds.wav(session.folder / "pulses.wav"))
    plot = program.plot()
    whole = program.viewport["framesPerPixel"]
    for x in (3, 211, plot.width // 2, plot.width - 4):
        anchor, steps = plot.frame(x), 24
        mark = program.mark()
        plot.wheel(x, screen.UP, steps, pause=0.012)
        views = zoomed(program, whole / DETENT ** steps, mark)
        expect(len(views) > 3, f"the zoom was drawn in only {len(views)} steps")
        for view in views:
            expect_near(plot.frame(x, view), anchor, view["framesPerPixel"], f"the frame under pixel {x}, zooming in")
        mark = program.mark()
        plot.wheel(x, screen.DOWN, steps - 4, pause=0.012)
        for view in zoomed(program, whole / DETENT ** 4, mark):
            expect_near(plot.frame(x, view), anchor, view["framesPerPixel"], f"the frame under pixel {x}, zooming out")
        mark = program.mark()
        plot.wheel(x, screen.DOWN, 6)
        zoomed(program, whole, mark)
        expect_equal(program.viewport["start"], 0, "the start of the whole")


def test_the_wheel_zooms_with_ctrl_too(session):
    program = session.open(SAMPLES / "speech.wav")
    plot = program.plot()
    whole = program.viewport["framesPerPixel"]
    mark = program.mark()
    with screen.held("ctrl"):
        plot.wheel(400, screen.UP, 4)
        zoomed(program, whole / 2, mark)
    expect_near(plot.frame(400), 400 * whole, whole, "the frame under the pointer")


def test_many_detents_at_once_are_all_counted(session):
    program = session.open(sounds.wav(session.folder / "pulses.wav"))
    plot = program.plot()
    whole = program.viewport["framesPerPixel"]
    mark = program.mark()
    plot.wheel(500, screen.UP, 40)  # as fast as the server takes them: several in one frame
    zoomed(program, whole / DETENT ** 40, mark)


def test_limits(session):
    program = session.open(SAMPLES / "speech.wav")
    plot = program.plot()
    whole = program.viewport["framesPerPixel"]
    mark = program.mark()
    plot.wheel(700, screen.UP, 90)
    zoomed(program, 1 / 64, mark)
    expect_near(plot.frame(700), 700 * whole, 1, "the frame under the pointer at the finest zoom")
    mark = program.mark()
    plot.wheel(700, screen.UP, 5)
    program.settle()
    expect_equal(program.all("viewport", mark), [], "what zooming in beyond the finest changes")
    plot.wheel(700, screen.DOWN, 90)
    zoomed(program, whole, mark)
    mark = program.mark()
    plot.wheel(200, screen.DOWN, 5)
    program.settle()
    expect_equal(program.all("viewport", mark), [], "what zooming out beyond the whole changes")


def test_a_spin_of_the_wheel_leads_from_an_hour_to_the_finest_zoom(session):
    """Thirty notches, 20 ms apart; the frame under the pointer stays."""
    program = session.open(sounds.huge(session.folder / "hour.wav", 3600 * 44100), settings={
        "org.barline.Barline accelerate-zoom": "true"})
    plot = program.plot()
    before, mark = plot.frame(700), program.mark()
    plot.wheel(700, screen.UP, 30, pause=0.02)
    zoomed(program, 1 / 64, mark)
    # The pointer is anywhere in its pixel.
    expect_near(plot.frame(700), before, program.all("viewport")[0]["framesPerPixel"], "the frame under the pointer")
    program.settle(0.4)
    mark = program.mark()
    plot.wheel(700, screen.DOWN, 1)
    zoomed(program, 2 ** 0.25 / 64, mark)


def test_the_zoom_speed_is_a_setting(session):
    program = session.open(SAMPLES / "speech.wav", settings={"org.barline.Barline zoom-speed": "200"})
    whole, mark = program.viewport["framesPerPixel"], program.mark()
    program.plot().wheel(500, screen.UP, 4)
    zoomed(program, whole / 4, mark)


def test_shift_and_the_sideways_wheel_pan(session):
    program = session.open(sounds.wav(session.folder / "pulses.wav"))
    plot = program.plot()
    mark = program.mark()
    plot.wheel(500, screen.UP, 16)
    before = zoomed(program, program.all("viewport")[-1]["length"] / plot.width / 16, mark)[-1]
    step = plot.width / 10 * before["framesPerPixel"]

    def pans(button, count, wanted, shift=False):
        mark = program.mark()
        if shift:
            with screen.held("shift"):
                plot.wheel(500, button, count)
                program.settle()
        else:
            plot.wheel(500, button, count)
        view = program.wait("viewport", lambda v: abs(v["start"] - wanted) < 1e-3 * step, mark, what=f"pan to {wanted}")
        expect_equal(view["framesPerPixel"], before["framesPerPixel"], "the zoom after panning")

    start = before["start"]
    pans(screen.RIGHT, 3, start + 3 * step)
    pans(screen.LEFT, 2, start + step)
    pans(screen.DOWN, 3, start + 4 * step, shift=True)
    pans(screen.UP, 3, start + step, shift=True)
    pans(screen.LEFT, 300, 0)
    pans(screen.RIGHT, 600, before["length"] - plot.width * before["framesPerPixel"])
