"""Playing: steps of the playhead, what is drawn for them, following the view, the end."""

import math
import os
import time

import screen
import sounds
from palette import LIGHT
from harness import eventually, expect, expect_color, expect_equal

ALONE = True


def opened(session, seconds, **options):
    program = session.open(sounds.wav(session.folder / "pulses.wav", seconds), **options)
    plot = program.plot()
    screen.move(5, 5)
    program.focus()
    program.settle(0.4)
    return program, plot


def play(program):
    mark = program.mark()
    screen.keys("space")
    program.wait("playback", lambda e: e["playing"], mark, what="Space plays")
    return mark


def pause(program):
    mark = program.mark()
    screen.keys("space")
    return program.wait("playback", lambda e: not e["playing"], mark, what="Space pauses")


def between_steps(program, mark):
    """The events from the first step of the playhead to the last, without it."""
    events = program.events[mark:]
    steps = [i for i, e in enumerate(events) if e["event"] == "playhead-step"]
    return events[steps[0]:steps[-1]], [events[i] for i in steps]


def check_steps(program, mark):
    """Every step is one frame, every frame one step, and the steps add up to the way."""
    events, steps = between_steps(program, mark)
    drawn = [e for e in events if e["event"] == "frame" and "playhead" in e["reason"]]
    expect_equal(len(drawn), len(steps) - 1, "frames drawn for the playhead, against its steps")
    per_pixel = program.viewport["framesPerPixel"]
    for before, after in zip(steps, steps[1:]):
        crossed = math.floor(after["frame"] / per_pixel + 1e-6) - math.floor(before["frame"] / per_pixel + 1e-6)
        expect_equal(after["pixels"], crossed, f"pixels of the step to frame {after['frame']}")
    return steps


def one_by_one(steps):
    """The most steps in a row that are one pixel each."""
    longest = run = 0
    for step in steps:
        run = run + 1 if step["pixels"] == 1 else 0
        longest = max(longest, run)
    return longest


def test_slow_steps_are_one_pixel_each(session):
    # Some 18 pixels a second: less than half the refresh rate.
    program, _ = opened(session, 60 * int(os.environ.get("GDK_SCALE", "1")))
    mark = play(program)
    # A busy machine draws a step late now and then, which is then two pixels wide.
    program.wait("playhead-step", lambda e: one_by_one(program.all("playhead-step", mark)) >= 25, mark,
                 what="25 steps of a pixel each")
    pause(program)
    steps = check_steps(program, mark)
    events, _ = between_steps(program, mark)
    frames = [e for e in events if e["event"] == "frame"]
    expect(len(frames) <= len(steps) + 3, f"{len(frames)} frames for {len(steps)} steps")


def test_fast_steps_follow_the_frame_clock(session):
    program, _ = opened(session, 4)  # some 270 pixels a second
    mark = play(program)
    program.wait("playhead-step", lambda e: len(program.all("playhead-step", mark)) >= 30, mark, what="30 steps")
    pause(program)
    check_steps(program, mark)


def test_the_playhead_keeps_time(session):
    program, _ = opened(session, 10)
    mark = play(program)
    program.wait("playhead-step", lambda e: e["frame"] > 48000, mark, what="a second of sound")
    pause(program)
    steps = program.all("playhead-step", mark)
    first, last = steps[0], steps[-1]
    played = (last["frame"] - first["frame"]) / 48000
    # Between the times for which they were drawn: a busy machine draws one later than another.
    passed = last["at"] - first["at"]
    expect(abs(played - passed) < 0.02, f"{played:.3f} s were played in {passed:.3f} s")


def test_it_stops_at_the_end(session):
    program, _ = opened(session, 1)
    mark = play(program)
    stop = program.wait("playback", lambda e: not e["playing"], mark, what="the end")
    length = program.viewport["length"]
    expect_equal(stop["frame"], length, "where it stopped")
    program.wait("playhead", lambda e: e["frame"] == length, mark)
    total = sum(e["pixels"] for e in program.all("playhead-step", mark))
    expect_equal(total, program.viewport["width"], "pixels crossed from the start to the end")
    program.settle(0.4)
    mark = play(program)  # again, from the start
    first = program.wait("playhead-step", None, mark)
    expect(first["frame"] < length / 2, f"played again from frame {first['frame']}")


def test_played_bars_are_orange(session):
    program, plot = opened(session, 8)
    mark = play(program)
    program.wait("playhead-step", lambda e: e["frame"] > 24000, mark, what="half a second of sound")
    pause(program)
    program.settle()
    picture = plot.picture()
    edge = int(plot.pixel(program.playhead))
    expect(20 < edge < plot.width - 20, f"the playhead stands at pixel {edge}")
    # Below the margin in which the head of the playhead hangs.
    margin, line = 6 * program.scale, edge + program.scale
    played = picture.colors(0, margin, edge, plot.height - margin)
    unplayed = picture.colors(line, margin, plot.width - line, plot.height - margin)
    grey, white = LIGHT.bar, LIGHT.background
    expect(grey not in played, "an unplayed bar left of the playhead")
    orange = [c for c in played if c != white]
    expect(len(orange) > 20, f"{len(orange)} colours in the gradient")
    for color in orange:
        red, green, blue = color >> 16, color >> 8 & 255, color & 255
        expect(red >= 0xC0 and red - blue >= 0x60 and green < 0xD0, f"#{color:06x} is no orange of a played bar")
    expect_equal(set(unplayed), {white, grey}, "the colours right of the playhead")
    expect_color(picture[edge, margin + 3 * program.scale], LIGHT.playhead, "the playhead")


def test_the_view_turns_the_page(session):
    program, plot = opened(session, 8)
    plot.wheel(0, screen.UP, 16)  # half a second is visible
    program.settle()
    screen.move(5, 5)
    program.settle(0.4)
    view = program.viewport
    span = view["width"] * view["framesPerPixel"]
    mark = play(program)
    second = program.wait("viewport", lambda v: v["start"] > 0, mark, what="the second page")
    third = program.wait("viewport", lambda v: v["start"] > second["start"], mark, what="the third page")
    # A page begins where the playhead is when it is seen to have left the one before: later on a busy machine.
    for found, wanted in ((second["start"], span), (third["start"], second["start"] + span)):
        expect(-view["framesPerPixel"] <= found - wanted < 0.9 * span, f"a page begins at {found}, not {wanted}")
    expect_equal(third["framesPerPixel"], view["framesPerPixel"], "the zoom while paging")


def test_the_view_lets_go_when_it_is_scrolled(session):
    program, plot = opened(session, 8)
    plot.wheel(0, screen.UP, 16)
    program.settle()
    mark = play(program)
    program.wait("playhead-step", None, mark)
    screen.move(*plot.at(500))
    screen.press(screen.RIGHT)
    screen.release(screen.RIGHT)
    moved = program.wait("viewport", lambda v: v["start"] > 0, mark, what="scrolled")
    end = moved["start"] + moved["width"] * moved["framesPerPixel"]
    mark = program.mark()
    program.wait("playhead-step", lambda e: e["frame"] > end + 4800, mark, what="the playhead beyond the view")
    expect_equal(program.all("viewport", mark), [], "pages turned after the view was scrolled")
    pause(program)
    mark = play(program)
    program.wait("viewport", lambda v: v["start"] >= end, mark, what="playing anew follows again")


def test_nothing_is_drawn_while_paused(session):
    program, _ = opened(session, 8)
    mark = play(program)
    program.wait("playhead-step", lambda e: e["frame"] > 10000, mark)
    pause(program)
    program.settle(0.5)
    mark = program.mark()
    time.sleep(3)  # that nothing happens has to be waited for
    expect_equal(program.events[mark:], [], "what happens in 3 s while paused")


def test_clicking_while_playing_goes_on_from_there(session):
    program, plot = opened(session, 60)
    mark = play(program)
    program.wait("playhead-step", None, mark)
    wanted = plot.frame(700)
    mark = program.mark()
    plot.click(700)
    step = program.wait("playhead-step", lambda e: e["frame"] >= wanted, mark, what="playing goes on where it was clicked")
    expect(step["frame"] < wanted + 96000, f"it went on from frame {step['frame']}, not {wanted}")
    expect_equal([e for e in program.all("playback", mark) if not e["playing"]], [], "stops")


def test_the_play_button_says_what_it_does(session):
    program, _ = opened(session, 60)
    screen.click(*program.spot(program.find("push button", "Play")))
    program.wait("playback", lambda e: e["playing"], what="the button plays")
    screen.click(*program.spot(program.find("push button", "Pause")))
    program.wait("playback", lambda e: not e["playing"], program.mark() - 1, what="the button pauses")
    program.find("push button", "Play")


def two_that_play(session, **options):
    """Two windows of one process, in both of which Space was pressed; what they told of playback."""
    files = [sounds.wav(session.folder / name, 60) for name in ("one.wav", "two.wav")]
    program = session.start(*files, **options)
    eventually(lambda: len(program.windows()) == 2 and len(program.all("overview-complete")) == 2, "two windows")
    program.settle(0.4)
    mark = program.mark()
    for count, name in enumerate(("one", "two"), 1):
        window = program.window(name)
        window.activate()
        eventually(lambda: window.is_active, "the window is active")
        screen.keys("space")
        eventually(lambda: sum(e["playing"] for e in program.all("playback", mark)) == count, f"{name} plays")
    time.sleep(0.5)  # that nothing happens has to be waited for
    return [e["playing"] for e in program.all("playback", mark)]


def test_a_window_that_starts_to_play_pauses_the_other(session):
    expect_equal(two_that_play(session), [True, True, False], "what was told")


def test_windows_play_together_when_that_is_wanted(session):
    expect_equal(two_that_play(session, settings={"org.barline.Barline play-together": "true"}), [True, True],
                 "what was told")
