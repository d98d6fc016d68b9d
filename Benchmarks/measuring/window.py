"""A running Barline with its window on the display at hand."""
import json
import os
import select
import subprocess
import time

from . import processes

PROGRAM = ".build/release/barline"


class Window:
    """Starts the program with `files`; with `trace` its events can be awaited. Ends it when the block ends.
    `environment` changes variables; one that is None is not there."""

    def __init__(self, *files, trace=True, environment=None):
        options = ["--trace"] if trace else []
        self._buffer = b""
        self._started = time.monotonic()
        self._process = subprocess.Popen(
            [PROGRAM, *options, *files], stdin=subprocess.DEVNULL,
            env={name: value for name, value in {**os.environ, **(environment or {})}.items() if value is not None},
            stdout=subprocess.PIPE if trace else subprocess.DEVNULL)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._process.kill()
        self._process.wait()
        if self._process.stdout:
            self._process.stdout.close()

    @property
    def pid(self):
        """The process."""
        return self._process.pid

    # Trace

    def events(self, seconds):
        """The events that arrive within so many seconds, one by one: pairs of the seconds from just before the
        program was started to the arrival of the line, and its fields."""
        deadline = time.monotonic() + seconds
        while (left := deadline - time.monotonic()) > 0:
            if not select.select([self._process.stdout], [], [], left)[0]:
                return
            data = os.read(self._process.stdout.fileno(), 1 << 16)
            arrived = time.monotonic() - self._started
            if not data:
                raise RuntimeError("barline ended early")
            *lines, self._buffer = (self._buffer + data).split(b"\n")
            for line in lines:
                yield arrived, json.loads(line)

    def wait_for(self, names, seconds=30):
        """Waits for an event, or for the first of several. Returns when it arrived, and its fields."""
        names = (names,) if isinstance(names, str) else names
        for arrived, event in self.events(seconds):
            if event["event"] in names:
                return arrived, event
            if event["event"] == "failed":
                raise RuntimeError(f"the window shows an error ({event['code']})")
        raise RuntimeError(f"no {' or '.join(names)} within {seconds} s")

    # Hands

    def identifier(self):
        """The X window, once it can be seen."""
        command = ["xdotool", "search", "--sync", "--onlyvisible", "--class", "barline"]
        return subprocess.run(command, check=True, stdout=subprocess.PIPE, timeout=10).stdout.split()[0].decode()

    def key(self, key):
        """Presses a key."""
        subprocess.run(["xdotool", "windowfocus", "--sync", self.identifier(), "key", key], check=True)

    def resize(self, width, height):
        """Gives the X window another size; GTK's shadows are part of it."""
        subprocess.run(["xdotool", "windowsize", "--sync", self.identifier(), str(width), str(height)], check=True)
        time.sleep(0.5)

    # What it takes

    def memory(self, field):
        """VmHWM or RssAnon, in MB."""
        return processes.status(self.pid, field) * 1024 / 1e6

    def cpu(self, seconds):
        """The share of one core that the process takes for so many seconds from now."""
        before, start = processes.cpu_seconds(self.pid), time.monotonic()
        time.sleep(seconds)
        return (processes.cpu_seconds(self.pid) - before) / (time.monotonic() - start)


def plot_size():
    """Width and height of the waveform in logical pixels, as the accessibility tree has it."""
    import gi  # pylint: disable=import-outside-toplevel

    gi.require_version("Atspi", "2.0")
    from gi.repository import Atspi  # pylint: disable=import-outside-toplevel

    def find(node):
        if node is None:
            return None
        if node.get_name().startswith("Waveform of"):
            return node
        found = (find(node.get_child_at_index(i)) for i in range(node.get_child_count()))
        return next((each for each in found if each is not None), None)

    plot = find(Atspi.get_desktop(0))
    if plot is None:
        raise RuntimeError("the waveform is not in the accessibility tree")
    extents = plot.get_extents(Atspi.CoordType.WINDOW)
    return extents.width, extents.height
