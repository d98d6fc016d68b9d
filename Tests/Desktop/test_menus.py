"""What double and triple clicks select."""

import array
import time

import screen
import sounds
from harness import expect, expect_equal, expect_near

RATE = 48000
# Seconds of sound in the left and the right channel of eight seconds.
LEFT, RIGHT = [(1, 3), (4, 7)], [(0, 5), (6, 8)]


def phrases(path):
    """Stretches of sound between silences, in each channel others."""
    def level(stretches, second):
        return 8000 if any(start <= second < end for start, end in stretches) else 0
    data = array.array("h")
    for half in range(16):
        levels = [level(stretches, half / 2) for stretches in (LEFT, RIGHT)]
        data.extend([sign * value for sign in (1, -1) for value in levels] * (RATE // 4))
    data = data.tobytes()
    path.write_bytes(sounds.header(len(data), 2, RATE) + data)
    return path


def opened(session, **options):
    program = session.open(phrases(session.folder / "phrases.wav"), **options)
    program.focus()
    return program, program.plot()


def place(plot, seconds, is_right=False):
    """On the screen: in the upper or the lower lane."""
    return plot.at(plot.pixel(seconds * RATE), plot.height // 4 * (1 if is_right else -1))


def selects(program, wanted, mark, what):
    """To two bins of 256 frames."""
    return program.wait(
        "selection", lambda e: "start" in e and all(
            abs(frame - second * RATE) <= 512 for frame, second in zip((e["start"], e["end"]), wanted)), mark, 3, what)


# What clicks select

def test_a_double_click_selects_between_silences_of_its_lane(session):
    program, plot = opened(session)
    for second, is_right, wanted in ((2, False, (1, 3)), (3.5, False, (3, 4)), (5, False, (4, 7)), (7.6, False, (7, 8)),
                                     (2, True, (0, 5)), (5.5, True, (5, 6)), (7, True, (6, 8))):
        time.sleep(0.5)  # clicks that follow sooner count with those before
        mark = program.mark()
        screen.click(*place(plot, second, is_right), count=2)
        selects(program, wanted, mark, f"what a double click selects at {second} s")
        moved = program.last("playhead", mark)
        expect_near(moved["frame"], second * RATE, 2 * program.viewport["framesPerPixel"], "the first click's playhead")
        expect_equal(len(program.all("playhead", mark)), 1, "moves of the playhead")


def test_a_single_click_waits_for_no_second_one(session):
    program, plot = opened(session)
    mark = program.mark()
    screen.move(*place(plot, 2))
    screen.press()
    screen.release()
    clicked = program.wait("playhead", None, mark, 2)
    time.sleep(0.1)
    screen.press()
    screen.release()
    selected = selects(program, (1, 3), mark, "the double click")
    expect(clicked["t_us"] < selected["t_us"], "the first click took effect before the second one came")


def test_a_triple_click_selects_all(session):
    program, plot = opened(session)
    mark = program.mark()
    screen.click(*place(plot, 2), count=3)
    selects(program, (0, 8), mark, "all")
    time.sleep(0.5)
    mark = program.mark()
    screen.click(*place(plot, 2))
    program.wait("selection", lambda e: "none" in e, mark, what="a click clears it")


def test_a_double_click_that_becomes_a_drag_selects_what_is_dragged(session):
    program, plot = opened(session)
    mark = program.mark()
    screen.click(*place(plot, 2))
    time.sleep(0.06)
    screen.drag(place(plot, 2), place(plot, 3.5), place(plot, 5), place(plot, 6))
    program.wait("selection", lambda e: "start" in e and abs(e["end"] - 6 * RATE) < 2 * program.viewport["framesPerPixel"]
                 and abs(e["start"] - 2 * RATE) < 2 * program.viewport["framesPerPixel"], mark)
