"""Loop, speed, volume, following, the ruler and the formats of time: keys, buttons, menus, a narrow window."""

import accessible
import screen
import sounds
from harness import eventually, expect, expect_equal, expect_near

ALONE = (
    "test_the_playhead_keeps_the_speed", "test_the_selection_is_looped", "test_an_edge_takes_the_loop_along_while_it_plays",
    "test_without_a_selection_the_whole_is_looped", "test_a_centered_playhead_stays_in_the_middle")

SETTINGS = "org.barline.Barline"


def opened(session, seconds=60, **options):
    program = session.open(sounds.wav(session.folder / "pulses.wav", seconds), **options)
    plot = program.plot()
    screen.move(5, 5)
    program.focus()
    program.settle(0.3)
    return program, plot


def types(program, key, event, where, what=None):
    """Types a key and waits for what the trace says of it."""
    mark = program.mark()
    screen.keys(key)
    return program.wait(event, where, mark, what=what or f"{key}: {event}")


def selected(program, plot, first, last):
    plot.drag(first, (first + last) / 2, last)
    program.settle()
    return program.selection


def press(program, name):
    """Clicks a button below the waveform."""
    spot = program.spot(program.find("push button", name))
    # A hand rests on a button before it presses.
    screen.move(*spot)
    program.settle()
    screen.click(*spot)
    program.settle()


def ruler_at(plot, x):
    """The place on the screen of the ruler above device pixel x of the plot."""
    return plot.left + x, plot.top - 10 * plot.program.scale


def test_speed_by_keys(session):
    program, _ = opened(session)
    for key, factor in (("bracketright", 1.1), ("bracketright", 1.25), ("BackSpace", 1), ("bracketleft", 0.9)):
        types(program, key, "speed", lambda e, factor=factor: e["factor"] == factor)
    program.find("push button", "Speed: 0.9×")


def test_the_playhead_keeps_the_speed(session):
    program, _ = opened(session, 20)
    types(program, "bracketright", "speed", lambda e: e["factor"] == 1.1)
    for _ in range(6):
        screen.keys("bracketright")
    program.wait("speed", lambda e: e["factor"] == 3)
    mark = program.mark()
    screen.keys("space")
    program.wait("playhead-step", lambda e: e["frame"] > 5 * 48000, mark, what="five seconds of sound")
    screen.keys("space")
    steps = program.all("playhead-step", mark)
    played = (steps[-1]["frame"] - steps[0]["frame"]) / 48000
    passed = steps[-1]["at"] - steps[0]["at"]
    expect_near(played / passed, 3, 0.1, "seconds of sound in a second")


def test_the_selection_is_looped(session):
    program, plot = opened(session)
    start, end = selected(program, plot, 300, 320)  # about a second
    types(program, "l", "loop", lambda e: (e.get("start"), e.get("end")) == (start, end))
    mark = program.mark()
    screen.keys("shift+space")
    program.wait("playback", lambda e: e["playing"] and abs(e["frame"] - start) < 2, mark, what="from the start")

    def wraps():
        frames = [e["frame"] for e in program.all("playhead-step", mark)]
        return sum(after < before for before, after in zip(frames, frames[1:])) >= 3
    eventually(wraps, "the loop has begun again three times")
    screen.keys("space")
    for step in program.all("playhead-step", mark):
        expect(start - 1 <= step["frame"] <= end, f"a step to frame {step['frame']}, outside {start}…{end}")
    drawn = [e for e in program.all("frame", mark) if "playhead" in e["reason"]]
    steps = program.all("playhead-step", mark)
    expect(len(drawn) <= len(steps) + 2, f"{len(drawn)} frames for {len(steps)} steps")


def test_an_edge_takes_the_loop_along_while_it_plays(session):
    program, plot = opened(session)
    start, end = selected(program, plot, 300, 500)
    types(program, "l", "loop", lambda e: e.get("end") == end)
    types(program, "shift+space", "playback", lambda e: e["playing"])
    mark = program.mark()
    plot.drag(500, 470, 440, 400)
    per_pixel = program.viewport["framesPerPixel"]
    moved = program.wait("loop", lambda e: abs(e["end"] - plot.frame(400)) <= 2 * per_pixel, mark, what="the edge's loop")
    expect_equal(moved["start"], start, "its start")
    expect(len(program.all("loop", mark)) > 1, "the loop follows the edge on its way")
    mark = program.mark()
    plot.drag(700, 720, 740, 780)
    program.wait("loop", None, mark, what="the new selection is looped")
    types(program, "space", "playback", lambda e: not e["playing"])
    expect_equal(len(program.all("loop", mark)), 1, "loops while a selection was drawn up: one, in the end")
    types(program, "l", "loop", lambda e: "none" in e)


def test_without_a_selection_the_whole_is_looped(session):
    program, _ = opened(session, 2)
    types(program, "l", "loop", lambda e: (e.get("start"), e.get("end")) == (0, program.viewport["length"]))
    mark = program.mark()
    screen.keys("End", "Left", "space")
    program.wait("playhead-step", lambda e: e["pixels"] < -100, mark, what="from the end back to the start")
    expect(program.last("playback")["playing"], "it plays on")


def test_mute_and_follow_by_keys(session):
    program, plot = opened(session)
    types(program, "shift+m", "volume", lambda e: e["level"] == 0)
    program.find("push button", "Volume: muted")
    types(program, "shift+m", "volume", lambda e: e["level"] == 1)
    for mode in ("centered", "off", "page"):
        types(program, "f", "follow", lambda e, mode=mode: e["mode"] == mode)


def test_a_centered_playhead_stays_in_the_middle(session):
    program, plot = opened(session, settings={f"{SETTINGS} follow-mode": "centered"})
    screen.keys("ctrl+plus", "ctrl+plus", "ctrl+plus")
    program.settle()
    plot.click(plot.width * 2 // 3)
    program.settle()
    mark = program.mark()
    screen.keys("space")
    program.wait("playhead-step", lambda e: len(program.all("playhead-step", mark)) > 60, mark, what="60 steps")
    screen.keys("space")
    program.settle()
    view = program.viewport
    place = (program.playhead - view["start"]) / view["framesPerPixel"]
    # What was played between the last step and the key.
    expect(-1.5 * program.scale <= place - view["width"] / 2 <= 10 * program.scale,
           f"{place} pixels to the playhead in a view of {view['width']}")
    steps = program.all("playhead-step", mark)
    drawn = [e for e in program.all("frame", mark) if "playhead" in e["reason"]]
    expect(len(drawn) <= len(steps) + 3, f"{len(drawn)} frames for {len(steps)} steps")


def test_the_ruler_seeks_and_scrubs(session):
    program, plot = opened(session)
    per_pixel = program.viewport["framesPerPixel"]
    chosen = selected(program, plot, 300, 400)
    mark = program.mark()
    screen.click(*ruler_at(plot, 200))
    program.wait("playhead", lambda e: abs(e["frame"] - 200 * per_pixel) <= per_pixel, mark, what="a click seeks")
    expect_equal(program.selection, chosen, "the selection after a click on the ruler")
    mark = program.mark()
    screen.drag(*[ruler_at(plot, x) for x in (200, 230, 260, 300, 350)])
    program.wait("playhead", lambda e: abs(e["frame"] - 350 * per_pixel) <= per_pixel, mark, what="a drag takes it")
    expect(len(program.all("playhead", mark)) > 2, "the playhead goes along")
    # While it plays a drag only interrupts it.
    types(program, "space", "playback", lambda e: e["playing"])
    mark = program.mark()
    screen.drag(*[ruler_at(plot, x) for x in (200, 230, 260, 300)])
    stop = program.wait("playback", lambda e: not e["playing"], mark, what="waits")
    again = program.wait("playback", lambda e: e["playing"], mark, what="goes on")
    expect(stop["t_us"] < again["t_us"] and abs(again["frame"] - 300 * per_pixel) <= per_pixel, f"goes on at {again}")


def test_the_readout_shows_what_remains(session):
    program, _ = opened(session)
    program.find("label", "Playhead: 0:00.000")
    choose_format(program, "Show Time Remaining")
    program.find("label", "Remaining: −1:00.000")
    screen.keys("End")
    program.find("label", "Remaining: −0:00.000")
    choose_format(program, "Show Time Remaining")
    program.find("label", "Playhead: 1:00.000")


def choose_format(program, item):
    press(program, "Time format")
    accessible.activate(eventually(
        lambda: accessible.find(program.tree(), None, item, part_of_role="menu item"), f"the menu item {item}"))
    program.settle()
    screen.keys("Escape")
    program.settle()


def test_times_in_every_format(session):
    program, _ = opened(session, settings={f"{SETTINGS} time-format": "video-25"})
    screen.keys("End")
    program.find("label", "Playhead: 00:01:00:00")
    for item, text in (("Seconds", "60.000\u202fs"), ("Frames of the Recording", "2\u202f880\u202f000"),
                       ("24 fps", "00:01:00:00"), ("29.97 fps, Non-Drop", "00:00:59:28"),
                       ("29.97 fps, Drop-Frame", "00:00:59;28"), ("Hours, Minutes, Seconds", "1:00.000")):
        choose_format(program, item)
        program.find("label", f"Playhead: {text}")


CONTROLS = ("Play", "Loop", "Go to a time", "Time format", "Speed: 1×", "Volume: 100 %")


def test_every_control_has_a_name_and_a_place_in_a_narrow_window(session):
    program, _ = opened(session, settings={f"{SETTINGS} window-width": "390", f"{SETTINGS} window-height": "420"})
    _, _, width, _ = accessible.place(accessible.toplevel(program.find("image")))
    right = 0
    for name in CONTROLS:
        x, _, own, _ = accessible.place(program.find("push button", name))
        expect(right <= x and x + own <= width <= 400, f"{name}: {x} to {x + own} in a window of {width}")
        right = x + own


def test_the_zoom_buttons_return_in_a_wide_window(session):
    program, _ = opened(session)
    for name in (*CONTROLS, "Zoom in", "Zoom out"):
        program.find(None, name)


def test_speed_and_volume_by_pointer(session):
    program, _ = opened(session)
    press(program, "Speed: 1×")
    accessible.activate(program.find("push button", "1.5×"))
    program.wait("speed", lambda e: e["factor"] == 1.5)
    program.find("slider", "Speed")
    screen.keys("Escape")
    # A click while the panel still closes would only close it.
    eventually(lambda: accessible.find(program.tree(), "slider", "Speed") is None, "the panel closes")
    program.settle()
    press(program, "Volume: 100 %")
    slider = program.find("slider", "Volume")
    accessible.set_value(slider, 0.5)
    program.wait("volume", lambda e: e["level"] == 0.5)
    accessible.activate(program.find("push button", "Mute"))
    program.wait("volume", lambda e: e["level"] == 0)


def test_choices_are_remembered(session):
    program, _ = opened(session, settings={
        f"{SETTINGS} follow-mode": "off", f"{SETTINGS} show-remaining": "true", f"{SETTINGS} volume": "50"})
    expect_equal(program.last("follow")["mode"], "off", "how it follows")
    expect_equal(program.last("volume")["level"], 0.5, "the volume")
    program.find("label", "Remaining: −1:00.000")


def test_space_plays_after_a_menu_was_used(session):
    program, _ = opened(session)
    press(program, "Time format")
    screen.keys("Escape")
    program.settle(0.3)
    types(program, "space", "playback", lambda e: e["playing"], "Space plays after a menu below the waveform")
    types(program, "space", "playback", lambda e: not e["playing"])
    program.choose("View", "Style", "Envelope")
    program.settle(0.3)
    types(program, "space", "playback", lambda e: e["playing"], "Space plays after a menu of the header bar")
