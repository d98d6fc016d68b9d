"""One process for hours: windows are opened, zoomed, played, selected, copied, cleaned of noise, exported, changed on disk and
closed, at random. What it holds must not grow. BARLINE_SOAK_MINUTES says how long; BARLINE_SOAK_SEED what is done."""
import os
import random
import shutil
import statistics
import subprocess
import tempfile
import time

from . import processes
from .closed import SAMPLE, shown, until
from .moving import screen, wheel
from .report import Row
from .window import PROGRAM, Window

MINUTES = float(os.environ.get("BARLINE_SOAK_MINUTES") or 5)
SEED = int(os.environ.get("BARLINE_SOAK_SEED") or 20)
#: Windows between two looks at what is held: the program keeps freed memory while there is always something to draw, and
#: gives it back after a second without (`Memory.swift`). So it is looked at after so many seconds.
VISITS, REST = 5, 1.6
#: The first part of the time fills caches, and is not compared; then so many windows at the beginning and at the end are.
FILLING, COMPARED = 0.2, 0.2
#: What may be more at the end, of each thing, in its unit.
REACH = {"anonymous memory": 2000, "descriptors": 2, "threads": 2, "processes": 1, "windows": 0}


def soak():
    """The middle of what the process holds when it rests, at the beginning and at the end."""
    choice, held = random.Random(SEED), []
    with tempfile.TemporaryDirectory(prefix="barline-soak.") as folder, Window(SAMPLE, trace=False) as program:
        kept = program.identifier()
        files = recordings(folder)
        end = time.monotonic() + MINUTES * 60
        while time.monotonic() < end:
            for _ in range(VISITS):
                Visit(program, kept, choice.choice(files), choice).run()
            held.append(held_by(program.pid))
    held = held[int(len(held) * FILLING):]
    part = max(1, int(len(held) * COMPARED))
    rows = []
    for what, reach in REACH.items():
        early, late = (statistics.median(each[what] for each in some) for some in (held[:part], held[-part:]))
        unit = " kB" if "memory" in what else ""
        rows.append(Row(
            f"{MINUTES:g} min, {len(held) * VISITS} windows after those that fill caches: {what}", f"{late:.0f}{unit}",
            f"at the beginning: {early:.0f}{unit}", f"{late - early:+.0f}{unit}", f"≤ +{reach}{unit}", late - early <= reach))
    return rows


def recordings(folder):
    """Copies that may be changed: of three formats, and a damaged one."""
    names = ["speech.wav", "tabla.flac", "music.opus"]
    for name in names:
        shutil.copy(f"data/samples/{name}", folder)
    with open("data/samples/tabla.flac", "rb") as file:
        damaged = bytearray(file.read())
    middle = len(damaged) // 2
    damaged[middle:middle + 5000] = bytes(5000)
    with open(os.path.join(folder, "damaged.flac"), "wb") as file:
        file.write(damaged)
    return [os.path.join(folder, name) for name in [*names, "damaged.flac"]]


class Visit:
    """A window from its opening to its end, with what somebody does in it."""

    def __init__(self, program, kept, file, choice):
        self._program, self._kept, self._file, self._choice, self._window = program, kept, file, choice, None

    def run(self):
        """All of it."""
        subprocess.run([PROGRAM, self._file], check=True, timeout=30, stdout=subprocess.DEVNULL)
        self._window = next(iter(until(lambda: shown(self._program.pid) - {self._kept}, "another window")))
        subprocess.run(["xdotool", "windowfocus", "--sync", self._window], check=True)
        time.sleep(self._choice.uniform(0, 0.5))
        deeds = [self._zoom, self._play, self._copy, self._select, self._change, self._clean, self._export]
        for _ in range(self._choice.randint(1, 6)):
            self._choice.choice(deeds)()
        screen().keys("Escape", "Escape")
        # The window may be gone before the key is let go.
        subprocess.run(
            ["xdotool", "windowfocus", "--sync", self._window, "key", "ctrl+w"], check=False, stderr=subprocess.DEVNULL)
        until(lambda: shown(self._program.pid) == {self._kept}, "the window closes")

    def _place(self):
        """A place over the waveform."""
        answer = subprocess.run(
            ["xdotool", "getwindowgeometry", "--shell", self._window], check=True, stdout=subprocess.PIPE, text=True).stdout
        place = dict(line.split("=") for line in answer.split())
        x, y, width, height = (int(place[name]) for name in ("X", "Y", "WIDTH", "HEIGHT"))
        return x + width // 2 + self._choice.randint(-width // 4, width // 4), y + height // 2

    def _zoom(self):
        """In and out about changing places."""
        screen().move(*self._place())
        button = self._choice.choice([screen().UP, screen().UP, screen().DOWN])
        for _ in range(self._choice.randint(1, 20)):
            wheel(button)
            time.sleep(0.01)

    def _play(self):
        """For a moment."""
        screen().keys("space")
        time.sleep(self._choice.uniform(0.1, 1))
        screen().keys("space")

    def _select(self):
        """By a drag."""
        screen().drag(self._place(), self._place())

    def _copy(self):
        """What is selected, as a file for other programs."""
        self._select()
        screen().keys("ctrl+c")

    def _change(self):
        """Another program writes the file anew, and the window is told to read it."""
        with open(self._file, "rb") as old:
            content = old.read()
        with open(self._file + ".new", "wb") as new:
            new.write(content)
        os.replace(self._file + ".new", self._file)
        screen().keys("F5")

    def _clean(self):
        """With what is selected as the noise; the clean waveform may not be whole when something else is done."""
        self._select()
        screen().keys("ctrl+d", "alt+t")
        time.sleep(self._choice.uniform(0, 1))

    def _export(self):
        """All of it, into a file that nobody wants."""
        file = f"{self._file}-{self._choice.randrange(1 << 32)}.wav"
        screen().keys("ctrl+shift+e")
        dialog = self._another("the dialog", {self._window})
        screen().keys("Return")
        self._another("the chooser", {self._window, dialog})
        time.sleep(0.2)
        subprocess.run(["xdotool", "key", "ctrl+a", "type", "--delay", "2", file], check=True)
        screen().keys("Return")
        until(lambda: os.path.exists(file), "the export")
        os.remove(file)
        subprocess.run(["xdotool", "windowfocus", "--sync", self._window], check=True)

    def _another(self, what, known):
        """A window besides these, with the focus."""
        found = next(iter(until(lambda: shown(self._program.pid) - {self._kept} - known, what)))
        subprocess.run(["xdotool", "windowfocus", "--sync", found], check=True)
        return found


def held_by(pid):
    """What a process holds once it rests."""
    time.sleep(REST)
    return {
        "anonymous memory": processes.status(pid, "RssAnon"), "threads": processes.status(pid, "Threads"),
        "descriptors": len(os.listdir(f"/proc/{pid}/fd")), "processes": len(processes.children(pid)),
        "windows": len(shown(pid)),
    }
