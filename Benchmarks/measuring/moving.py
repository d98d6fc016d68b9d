"""Zooming and panning in the real window, by a real wheel: what a frame costs, whether all are shown, memory."""
import os
import random
import statistics
import subprocess
import sys
import time

from . import inputs
from .report import Row
from .window import Window, plot_size

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "..", "Tests", "Desktop"))

WIDTH, HEIGHT = 1920, 600
SCHEMA = "org.barline.Barline"


def screen():
    """The X display of Tests/Desktop; not before there is one."""
    import screen as display  # pylint: disable=import-outside-toplevel

    return display


def sized_window(style):
    """A window with two hours whose waveform is 1,920 × 600, and the middle of the waveform on the screen."""
    os.environ["GSETTINGS_BACKEND"] = "keyfile"  # the only one that the program sees from outside
    # A detent is a detent, however fast they follow each other.
    for key, value in (("style", style), ("accelerate-zoom", "false")):
        subprocess.run(["gsettings", "set", SCHEMA, key, value], check=True)
    window = Window(inputs.path("two-hours.wav")).__enter__()
    window.wait_for("overview-complete", 60)
    size = (WIDTH + 100, HEIGHT + 250)
    for _ in range(5):
        window.resize(*size)
        plot = plot_size()
        if plot == (WIDTH, HEIGHT):
            break
        size = (size[0] + WIDTH - plot[0], size[1] + HEIGHT - plot[1])
    else:
        raise RuntimeError(f"the plot stays {plot[0]}×{plot[1]}")
    place = screen().windows(window.pid)[-1].place
    return window, place[0] + place[2] // 2, place[1] + place[3] // 2


def wheel(button, shift=False):
    """One detent."""
    display = screen()
    if shift:
        with display.held("shift"):
            display.press(button)
            display.release(button)
    else:
        display.press(button)
        display.release(button)


def move_about(window, x, y, seconds, choice):
    """Zooms in and out about changing places, and pans, without a pause. Gives the frames of the trace."""
    display = screen()
    frames, end = [], time.monotonic() + seconds
    depth = 0
    while time.monotonic() < end:
        display.move(x + choice.randint(-800, 800), y + choice.randint(-100, 100))
        inwards = depth < 8 or (depth < 60 and choice.random() < 0.5)
        for _ in range(choice.randint(8, 24)):
            wheel(display.UP if inwards else display.DOWN)
            depth = max(0, depth + (1 if inwards else -1))
            frames += [event for _, event in window.events(0.016)]
        button = choice.choice([display.UP, display.DOWN])
        for _ in range(choice.randint(4, 16)):
            wheel(button, shift=True)
            frames += [event for _, event in window.events(0.016)]
    return [event for event in frames if event["event"] == "frame"]


def zooming():
    """The main thread's own time per frame, and frames shown against frames due."""
    rows = []
    for style in ("bars", "envelope"):
        window, x, y = sized_window(style)
        try:
            list(window.events(1))
            frames = move_about(window, x, y, max(60 // inputs.SHORT, 3), random.Random(1))
        finally:
            window.__exit__()
        own = sorted(event["processor"] / 1000 for event in frames)
        clock = sorted(event["own"] / 1000 for event in frames)
        p99 = own[len(own) * 99 // 100]
        # A frame is due 60 times a second; what comes later than one and a half of that has left one out.
        gaps = [(b["t_us"] - a["t_us"]) / 1e6 for a, b in zip(frames, frames[1:])]
        due = sum(max(1, round(gap * 60)) for gap in gaps)
        shown = len(gaps) / due
        took = statistics.median(event["us"] for event in frames) / 1000
        rows += [
            Row(
                f"own time per frame, zooming and panning, {style}, {WIDTH}×{HEIGHT}",
                f"p99 {p99:.2f} ms, median {statistics.median(own):.2f} ms",
                f"on the clock: {clock[len(clock) * 99 // 100]:.2f}, {statistics.median(clock):.2f} ms; "
                f"whole frame: median {took:.1f} ms", "",
                "p99 ≤ 2 ms", p99 <= 2),
            Row("… frames shown of those due", f"{len(gaps)} of {due}", "", f"{shown:.3f}", "≥ 0.98", shown >= 0.98),
        ]
    return rows


def memory():
    """Memory before and after ten minutes of zooming and panning: the program's own, without the pages of the
    recording that the system has at hand."""
    window, x, y = sized_window("bars")
    try:
        choice = random.Random(2)
        minutes = 10 if inputs.SHORT == 1 else 0.2
        move_about(window, x, y, minutes * 6, choice)
        before = window.memory("RssAnon")
        move_about(window, x, y, minutes * 54, choice)
        after, resident = window.memory("RssAnon"), window.memory("VmRSS")
    finally:
        window.__exit__()
    ratio = after / before
    return [
        Row(
            f"memory after {minutes:g} min of zooming and panning", f"{after:.0f} MB",
            f"after a tenth of it: {before:.0f} MB; with the recording's pages {resident:.0f} MB", f"{ratio:.3f}", "± 5 %", abs(ratio - 1) <= 0.05)
    ]


def scrolling():
    """Tiles painted for a scroll."""
    window, x, y = sized_window("bars")
    display = screen()
    try:
        display.move(x, y)
        for _ in range(24):
            wheel(display.UP)
        list(window.events(1))
        wheel(display.DOWN, shift=True)
        list(window.events(0.5))
        events = []
        for _ in range(10):
            wheel(display.DOWN, shift=True)
            events += [event for _, event in window.events(0.1)]
    finally:
        window.__exit__()
    views = [event for event in events if event["event"] == "viewport"]
    way = (views[-1]["start"] - views[0]["start"]) / views[0]["framesPerPixel"] * len(views) / (len(views) - 1)
    tiles = sum(event["tiles"] for event in events if event["event"] == "frame")
    per_lane = tiles / 2 / way * 10
    return [
        Row(
            "scroll by 10 px: tiles painted per lane", f"{per_lane:.2f}", f"{tiles} for {way:.0f} px of 2 lanes", "",
            "≤ 1", per_lane <= 1)
    ]
