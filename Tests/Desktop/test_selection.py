"""Click, drag, autoscroll, edges, Shift+click and what a selection survives."""

import screen
import sounds
from palette import LIGHT
from harness import eventually, expect, expect_color, expect_equal, expect_near

def selected(program, start, end, tolerance, since=0, what="the selection"):
    return program.wait(
        "selection", lambda e: "start" in e and abs(e["start"] - start) <= tolerance and abs(e["end"] - end) <= tolerance,
        since, what=f"{what} {start:.0f}–{end:.0f} ± {tolerance:.0f}")


def opened(session, **options):
    program = session.open(sounds.wav(session.folder / "pulses.wav"), **options)
    return program, program.plot(), program.viewport["framesPerPixel"]


def test_a_drag_selects_both_ways(session):
    program, plot, per_pixel = opened(session)
    mark = program.mark()
    screen.drag_along(plot.at(200), plot.at(260))
    # One step after the other: a busy machine takes several for one.
    for x in (260, 400, 500):
        screen.move(*plot.at(x))
        selected(program, 200 * per_pixel, x * per_pixel, per_pixel, mark)
    screen.release()
    program.settle()
    expect(not program.all("playhead", mark), "a drag leaves the playhead where it was")
    mark = program.mark()
    plot.drag(800, 790, 700, 620)
    selected(program, 620 * per_pixel, 800 * per_pixel, per_pixel, mark)


def test_a_move_below_the_threshold_is_a_click(session):
    program, plot, per_pixel = opened(session)
    plot.drag(300, 400, 450)
    program.settle()
    mark = program.mark()
    plot.drag(700, 702, 705)
    program.wait("selection", lambda e: "none" in e, mark, what="the click clears the selection")
    program.wait("playhead", lambda e: abs(e["frame"] - 700 * per_pixel) <= per_pixel, mark, what="playhead at the press")
    program.settle()
    expect(not [e for e in program.all("selection", mark) if "start" in e], "a move of 5 pixels selected something")


def test_the_selection_can_be_seen(session):
    program, plot, _ = opened(session)
    plain = plot.picture()
    plot.drag(200, 300, 500)
    program.settle()
    screen.move(plot.left + plot.width // 2, plot.top - 10)
    picture = plot.picture()
    y = plot.height - 3  # below the lanes, away from the head of the playhead
    expect_equal(plain[350, y], LIGHT.background, "the background")
    for x in range(200 + program.scale, 500 - program.scale):
        expect_color(picture[x, y], LIGHT.selected, "the background of the selection")
    expect_equal((picture[200, y], picture[499, y]), (LIGHT.edge, LIGHT.edge), "the edges of the selection")
    expect_equal((picture[198, y], picture[502, y]), (LIGHT.background, LIGHT.background), "the background beside the selection")


def test_edges_can_be_dragged(session):
    program, plot, per_pixel = opened(session)
    plot.drag(300, 400, 600)
    selected(program, 300 * per_pixel, 600 * per_pixel, per_pixel)
    program.settle()
    mark = program.mark()
    plot.drag(602, 620, 700)
    selected(program, 300 * per_pixel, 700 * per_pixel, per_pixel, mark, "the end, dragged,")
    program.settle()
    mark = program.mark()
    plot.drag(298, 320, 400)
    selected(program, 400 * per_pixel, 700 * per_pixel, per_pixel, mark, "the start, dragged,")
    program.settle()
    mark = program.mark()
    plot.drag(400, 500, 800)  # beyond the other edge
    selected(program, 700 * per_pixel, 800 * per_pixel, per_pixel, mark, "the start, dragged past the end,")


def test_shift_and_click_extend(session):
    program, plot, per_pixel = opened(session)
    plot.drag(300, 400, 600)
    program.settle()
    for x, start, end in ((800, 300, 800), (250, 250, 800), (700, 250, 700)):
        mark = program.mark()
        with screen.held("shift"):
            plot.click(x)
            selected(program, start * per_pixel, end * per_pixel, per_pixel, mark, "extended,")


def test_escape_clears_and_control_a_selects_all(session):
    program, plot, per_pixel = opened(session)
    program.focus()
    mark = program.mark()
    screen.keys("ctrl+a")
    length = program.viewport["length"]
    selected(program, 0, length, 0, mark)
    mark = program.mark()
    screen.keys("Escape")
    program.wait("selection", lambda e: "none" in e, mark, what="Escape clears")


def test_a_drag_past_the_edge_scrolls(session):
    program, plot, _ = opened(session)
    plot.wheel(600, screen.UP, 16)
    program.settle()
    before = program.viewport
    anchor = plot.frame(600)
    mark = program.mark()
    # To the right, as far as the screen goes: the pointer rests there and the view moves on.
    screen.drag_along(plot.at(600), plot.at(700), plot.at(plot.width - 1), plot.at(plot.width + 40))
    target = before["start"] + 600 * before["framesPerPixel"]
    view = program.wait("viewport", lambda v: v["start"] > target, mark, what="the view scrolls on")
    expect_equal(view["framesPerPixel"], before["framesPerPixel"], "the zoom while scrolling")
    # Then to the left edge, across the whole view.
    screen.move(*plot.at(-40))
    program.wait("viewport", lambda v: v["start"] < before["start"], program.mark(), what="the view scrolls back")
    screen.release()
    program.settle()
    start, end = program.selection
    expect_near(end, anchor, before["framesPerPixel"], "the end where the drag began")
    expect_near(start, program.viewport["start"], 2 * before["framesPerPixel"], "the start at the edge of the view")
    mark = program.mark()
    program.settle(0.5)
    expect_equal(program.all("viewport", mark), [], "what scrolls after the button was released")


def test_a_drag_scrolls_within_the_edge_too(session):
    """A maximized window has no outside."""
    program, plot, _ = opened(session)
    plot.wheel(600, screen.UP, 16)
    program.settle()
    before = program.viewport
    for start, x, scrolls in ((600, plot.width - 8, True), (plot.width - 8, plot.width - 10, False)):
        mark = program.mark()
        screen.drag_along(plot.at(start), plot.at(start - 100), plot.at(x))
        if scrolls:
            target = before["start"] + 60 * before["framesPerPixel"]
            program.wait("viewport", lambda v: v["start"] > target, mark, what="the view scrolls on")
        else:
            program.settle(0.4)
            expect_equal(program.all("viewport", mark), [], "what a drag that began there scrolls")
        screen.release()
        program.settle()


def test_the_selection_survives(session):
    program, plot, per_pixel = opened(session)
    plot.drag(300, 400, 600)
    program.settle()
    wanted = program.selection
    playhead = program.playhead
    mark = program.mark()
    plot.wheel(500, screen.UP, 12)
    program.wait("viewport", lambda v: v["framesPerPixel"] < per_pixel / 7.9, mark, what="zoom")
    plot.wheel(500, screen.RIGHT, 3)
    program.settle()
    # Drawn where it is: the end lies in the view, or the selection covers it.
    picture = plot.picture()
    left, right = plot.pixel(wanted[0]), plot.pixel(wanted[1])
    expect(left < 0 < right, f"the selection reaches into the view from {left} to {right}")
    for x in range(0, int(min(right, plot.width)) - 3, 7):
        expect_color(picture[x, plot.height - 3], LIGHT.selected, "the selection after zoom and pan")
    mark = program.mark()
    program.resize(800, 500)
    program.wait("viewport", lambda v: v["width"] < 800 * program.scale, mark, what="a narrower view")
    program.settle()
    before = plot_colors(program)
    program.choose("View", "Style", "Envelope")
    eventually(lambda: plot_colors(program) != before, "another style is drawn")
    expect_equal(program.all("selection", mark), [], "changes of the selection by resizing and another style")
    expect_equal((program.selection, program.playhead), (wanted, playhead), "selection and playhead in the end")


def plot_colors(program):
    plot = program.plot()
    return set(plot.picture().colors(0, 0, plot.width, plot.height))


def test_a_drag_with_control_selects_in_one_lane(session):
    program = session.open(sounds.wav(session.folder / "pair.wav", channels=2))
    plot = program.plot()
    low = plot.height * 3 // 4  # in the lower lane
    with screen.held("ctrl"):
        screen.drag(*[(plot.left + x, plot.top + low) for x in (200, 300, 500)])
    program.settle()
    screen.move(plot.left + plot.width // 2, plot.top - 10)
    picture = plot.picture()
    expect_color(picture[350, plot.height - 3], LIGHT.selected, "the lower lane")
    expect_equal(picture[350, 3], LIGHT.background, "the upper lane")
    plot.drag(600, 650, 800)
    program.settle()
    screen.move(plot.left + plot.width // 2, plot.top - 10)
    expect_color(plot.picture()[700, 3], LIGHT.selected, "all lanes again")
