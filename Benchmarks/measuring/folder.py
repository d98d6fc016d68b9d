"""A folder of ten thousand recordings: its first screen, memory, and what a frame costs while it scrolls."""
import array
import os
import random
import statistics
import tempfile
import time
import wave

from . import moving
from .report import Row
from .window import Window

COUNT = 10_000
STARTS = 5
WHEEL_SECONDS = 10


def make(folder):
    """Small telephone recordings: a second of noise each, a file of its own."""
    choice = random.Random(1)
    texts = []
    for _ in range(20):
        texts.append(array.array("h", (int(choice.gauss(0, 3000)) for _ in range(8000))).tobytes())
    for number in range(COUNT):
        with wave.open(os.path.join(folder, f"take {number}.wav"), "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(8000)
            file.writeframes(texts[number % len(texts)])


def first_screen(folder):
    """Seconds from just before the process is made to the first frame that tells of every row in view."""
    with Window("--silent", folder) as window:
        return window.wait_for("folder-screen")[0]


def scrolled(folder):
    """The microseconds of frames while a wheel turns, resident memory before and after, in MB."""
    with Window("--silent", folder) as window:
        window.wait_for("folder-screen")
        window.resize(1900, 700)
        list(window.events(5))  # every file is looked into meanwhile
        before = window.memory("VmRSS")
        display = moving.screen()
        left, top, width, height = display.windows(window.pid)[-1].place
        display.move(left + width // 2, top + height // 2)
        for _ in range(WHEEL_SECONDS * 30):
            moving.wheel(5)
            time.sleep(1 / 30)
        frames = [event["us"] for _, event in window.events(1) if event["event"] == "frame"]
        return sorted(frames), before, window.memory("VmRSS")


def figure():
    """The lines of the table."""
    with tempfile.TemporaryDirectory() as folder:
        make(folder)
        screens = [first_screen(folder) for _ in range(STARTS)]
        frames, before, after = scrolled(folder)
    screen, worst = statistics.median(screens), frames[len(frames) * 99 // 100]
    return [
        Row("folder of 10,000 files, start to first screen", f"{screen:.3f} s", reach="≤ 0.3 s", ok=screen <= 0.3),
        Row("… resident memory at rest; scrolled", f"{before:.0f} MB; {after:.0f} MB", reach="≤ 200 MB", ok=after <= 200),
        Row(
            f"… frames while a wheel turns, {len(frames)} in {WHEEL_SECONDS} s: median; 99 %",
            f"{statistics.median(frames) / 1000:.1f} ms; {worst / 1000:.1f} ms"),
    ]
