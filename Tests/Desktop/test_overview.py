"""The strip that shows the whole recording: drags, edges, clicks, wheel, playhead, and that it costs nothing."""

import subprocess
import time

import accessible
import screen
import sounds
from harness import eventually, expect, expect_equal, expect_near

class Strip:
    """The overview on the screen, in device pixels."""

    def __init__(self, program):
        node = program.find("image", "Overview")
        plot = program.plot()
        x, y, width, height = (program.scale * v for v in accessible.place(node))
        plot_x, plot_y, _, _ = (program.scale * v for v in accessible.place(plot.node))
        self.left = plot.left + x - plot_x
        self.width = width
        self.middle = plot.top + y - plot_y + height // 2
        self.program, self.node, self.height = program, node, height

    def x(self, frame):
        return frame / self.program.viewport["length"] * self.width

    def at(self, x):
        return self.left + round(x), self.middle

    @property
    def per_pixel(self):
        return self.program.viewport["length"] / self.width

    def window(self):
        view = self.program.viewport
        return self.x(view["start"]), self.x(view["start"] + view["framesPerPixel"] * view["width"])


def opened(session, zoom=8, at=500, seconds=60, **options):
    program = session.open(sounds.wav(session.folder / "pulses.wav", seconds), **options)
    program.focus()
    if zoom:
        mark = program.mark()
        wanted = program.viewport["framesPerPixel"] / 2 ** (zoom / 4)
        program.plot().wheel(at, screen.UP, zoom)
        program.wait("viewport", lambda v: abs(v["framesPerPixel"] / wanted - 1) < 1e-9, mark)
    screen.move(5, 5)
    program.settle(0.4)
    return program, Strip(program)


def test_it_lies_pixel_below_pixel_with_the_waveform(session):
    for stereo in (False, True):
        program = session.open(sounds.wav(session.folder / f"{stereo}.wav", 60, channels=2 if stereo else 1))
        program.focus()
        for panel in (False, True):
            if panel:
                screen.keys("ctrl+d")
                program.settle(0.6)
            plot, strip = program.plot(), Strip(program)
            expect_equal((strip.left, strip.width), (plot.left, plot.width), "left edge and width of the strip")
            expect_equal([round(x) for x in strip.window()], [0, plot.width], "the window at full view")
        program.quit()


def test_a_drag_moves_the_view(session):
    program, strip = opened(session)
    before = program.viewport
    left, right = strip.window()
    middle = (left + right) / 2
    mark = program.mark()
    screen.drag(strip.at(middle), strip.at(middle + 30), strip.at(middle + 70), strip.at(middle + 120))
    view = program.wait("viewport", lambda v: abs(v["start"] - before["start"] - 120 * strip.per_pixel) <= strip.per_pixel,
                        mark, what="the view 120 pixels of the strip further on")
    expect_equal(view["framesPerPixel"], before["framesPerPixel"], "the zoom after a drag")
    expect(len(program.all("viewport", mark)) >= 3, "the view follows while it is dragged")


def test_edges_zoom_and_leave_the_other_edge(session):
    program, strip = opened(session)
    for edge, by in (("right", 100), ("right", -150), ("left", 60), ("left", -90)):
        before = program.viewport
        start, end = before["start"], before["start"] + before["framesPerPixel"] * before["width"]
        x = strip.window()[edge == "right"]
        mark = program.mark()
        screen.drag(strip.at(x), strip.at(x + by / 3), strip.at(x + by / 2), strip.at(x + by))
        moved = (strip.at(x + by)[0] - strip.at(x)[0]) * strip.per_pixel
        wanted = (start + (moved if edge == "left" else 0), end + (moved if edge == "right" else 0))
        program.wait("viewport", lambda v: abs(v["start"] - wanted[0]) < 2
                     and abs(v["start"] + v["framesPerPixel"] * v["width"] - wanted[1]) < 2, mark,
                     what=f"the {edge} edge dragged by {by}: {wanted}")
        program.settle()


def test_a_click_beside_the_window_centres_it_there(session):
    program, strip = opened(session, 12, 100)
    before, mark = program.viewport, program.mark()
    x = strip.width * 0.8
    screen.click(*strip.at(x))
    wanted = (strip.at(x)[0] - strip.left) * strip.per_pixel
    view = program.wait("viewport", lambda v: abs(v["start"] + v["framesPerPixel"] * v["width"] / 2 - wanted)
                        <= 2 * v["framesPerPixel"], mark, what=f"the view about {wanted}")
    expect_equal(view["framesPerPixel"], before["framesPerPixel"], "the zoom after a click")
    program.settle(0.6)  # longer than a double click
    mark = program.mark()
    screen.click(*strip.at(x))
    program.settle()
    expect_equal(program.all("viewport", mark), [], "what a click inside the window moves")
    expect_equal((program.playhead, program.selection), (0, None), "playhead and selection after clicks on the strip")


def test_an_unsteady_click_at_an_edge_looks_there_and_zooms_nothing(session):
    program, strip = opened(session, 12, 100)
    before, mark = program.viewport, program.mark()
    x = strip.window()[1] + 4
    place = strip.at(x)
    screen.move(*place)
    screen.press()
    screen.move(place[0] + 2, place[1])
    program.settle()
    screen.release()
    wanted = (place[0] - strip.left) * strip.per_pixel
    view = program.wait("viewport", lambda v: abs(v["start"] + v["framesPerPixel"] * v["width"] / 2 - wanted)
                        <= 2 * v["framesPerPixel"], mark, what=f"the view about {wanted}")
    program.settle()
    expect_equal({v["framesPerPixel"] for v in program.all("viewport", mark)}, {before["framesPerPixel"]}, "the zoom")


def test_a_double_click_shows_the_whole(session):
    program, strip = opened(session, 12, 100)
    mark = program.mark()
    screen.click(*strip.at(strip.width * 0.7), count=2)
    whole = program.viewport["length"] / program.viewport["width"]
    program.wait("viewport", lambda v: abs(v["framesPerPixel"] / whole - 1) < 1e-9, mark, what="the whole")


def test_the_wheel_zooms_about_the_pointer(session):
    program, strip = opened(session)
    left, right = strip.window()
    x = round(left + (right - left) * 0.3)
    place = x * strip.per_pixel
    view = program.viewport
    share = (place - view["start"]) / (view["framesPerPixel"] * view["width"])
    screen.move(*strip.at(x))
    for button, count, factor in ((screen.UP, 6, 2 ** -1.5), (screen.DOWN, 2, 2 ** 0.5)):
        wanted, mark = program.viewport["framesPerPixel"] * factor, program.mark()
        for _ in range(count):
            screen.press(button)
            screen.release(button)
        program.wait("viewport", lambda v: abs(v["framesPerPixel"] / wanted - 1) < 1e-9, mark)
        program.settle()
        for view in program.all("viewport", mark):
            span = view["framesPerPixel"] * view["width"]
            expect_near((place - view["start"]) / span, share, 1e-3, "the place of the pointer in the view")


def test_it_costs_nothing_while_nothing_changes(session):
    program, _ = opened(session)
    mark = program.mark()
    time.sleep(2)  # that nothing happens has to be waited for
    expect_equal(program.events[mark:], [], "what happens in 2 s")


def test_its_waveform_is_painted_once_and_not_for_playing_or_zooming(session):
    program, strip = opened(session, 0, seconds=400)  # a pixel of the strip lasts a third of a second
    mark = program.mark()
    plot = program.plot()
    plot.wheel(0, screen.UP, 40, pause=0.005)
    program.settle(0.3)
    screen.keys("space")
    program.wait("playhead-step", lambda e: e["frame"] > 72000, mark)
    screen.keys("space")
    program.settle(0.3)
    expect_equal(program.all("overview-painted", mark), [], "pictures of the strip for zooming and playing")
    per_pixel = strip.per_pixel
    steps = program.all("playhead-step", mark)
    crossed = {int(e["frame"] / per_pixel) for e in steps}
    drawn = program.all("overview-step", mark)
    expect(len(drawn) <= len(crossed), f"{len(drawn)} steps of the strip's playhead over {len(crossed)} pixels")
    expect(len(steps) > len(drawn), f"{len(drawn)} steps of the strip for {len(steps)} of the waveform")


def test_it_shows_what_is_read_and_follows_the_playhead(session):
    program, strip = opened(session, 0)
    mark = program.mark()
    screen.keys("space")
    first = program.wait("overview-step", None, mark)
    program.wait("overview-step", lambda e: e["pixel"] >= first["pixel"] + 20, mark, what="twenty pixels")
    screen.keys("space")
    program.wait("playback", lambda e: not e["playing"], mark)
    steps = program.all("overview-step", mark)
    expect(all(b["pixel"] > a["pixel"] for a, b in zip(steps, steps[1:])), f"no pixel twice: {steps}")
    # Where the machine had no time for a frame, the next one is where the waveform is by then.
    events = program.events[mark:]
    for index, event in enumerate(events):
        if event["event"] == "overview-step":
            frame = next(e["frame"] for e in events[index:] if e["event"] == "playhead-step")
            expect_near(event["pixel"], frame / strip.per_pixel, 1.5, "the strip's playhead")


def setting(program, key):
    return subprocess.run(["gsettings", "get", "org.barline.Barline", key], env=program.env, check=True,
                          capture_output=True, text=True, timeout=10).stdout.strip()


def test_the_menu_hides_and_remembers_it(session):
    program, strip = opened(session, 0)
    height = program.plot().height
    program.choose("View", "Show", "Overview Strip")
    eventually(lambda: accessible.find(program.tree(), "image", "Overview") is None, "the strip is gone")
    program.settle()
    # And the line above the strip.
    expect_near(program.plot().height, height + strip.height, program.scale, "the height of the waveform without the strip")
    program.quit()
    again = session.start(session.folder / "pulses.wav", settings={
        "org.barline.Barline show-overview": setting(program, "show-overview")})
    again.wait("overview-complete")
    again.settle()
    expect(accessible.find(again.tree(), "image", "Overview") is None, "the strip stays away")


def test_a_low_window_has_none(session):
    program, strip = opened(session, 0)
    program.resize(1000, 380)
    eventually(lambda: accessible.find(program.tree(), "image", "Overview") is None, "no strip in a low window")
    program.resize(1000, 600)
    program.find("image", "Overview")


def test_it_says_what_is_visible(session):
    program, strip = opened(session, 0)
    eventually(lambda: "0:00.000 to 1:00.000 of 1:00.000" in (program.find("image", "Overview").get_description() or ""),
               "the whole is described")
    screen.keys("ctrl+plus")
    eventually(lambda: "to 0:30.000 of 1:00.000" in (program.find("image", "Overview").get_description() or ""),
               "the first half is described")
