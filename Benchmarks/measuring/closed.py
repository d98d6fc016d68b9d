"""Windows that are opened and closed: what each leaves behind in the process that stays."""
import subprocess
import time

from . import processes
from .report import Row
from .window import Window

CYCLES = 300
SAMPLE = "data/samples/speech.wav"


def closed():
    """Anonymous memory per window, after those that fill caches."""
    # Without a trace it is the one instance of its session, which opens further windows.
    with Window(SAMPLE, trace=False) as first:
        kept = first.identifier()
        cycle(first, kept, 100)
        before = processes.status(first.pid, "RssAnon")
        cycle(first, kept, CYCLES)
        each = (processes.status(first.pid, "RssAnon") - before) / CYCLES
    return [Row("memory left behind by a closed window", f"{each:.1f} kB", "", "", "≤ 5 kB", each <= 5)]


def cycle(program, kept, count):
    """Opens and closes so many empty windows."""
    import gi  # pylint: disable=import-outside-toplevel

    gi.require_version("Gio", "2.0")
    from gi.repository import Gio, GLib  # pylint: disable=import-outside-toplevel

    bus = Gio.bus_get_sync(Gio.BusType.SESSION)
    for _ in range(count):
        bus.call_sync(
            "org.barline.Barline", "/org/barline/Barline", "org.gtk.Actions", "Activate",
            GLib.Variant("(sava{sv})", ("new-window", [], {})), None, Gio.DBusCallFlags.NONE, -1, None)
        other = next(iter(until(lambda: shown(program.pid) - {kept}, "another window")))
        # The window may be gone before the key is let go.
        subprocess.run(["xdotool", "windowfocus", "--sync", other, "key", "ctrl+w"], check=False,
            stderr=subprocess.DEVNULL)
        until(lambda: shown(program.pid) == {kept}, "the window closes")
    time.sleep(0.5)


def shown(pid):
    """The X windows of the process that can be seen."""
    found = subprocess.run(
        ["xdotool", "search", "--onlyvisible", "--pid", str(pid), "--class", "barline"],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False)
    return set(found.stdout.decode().split())


def until(condition, what):
    """The first answer that is true."""
    end = time.monotonic() + 20
    while time.monotonic() < end:
        if answer := condition():
            return answer
        time.sleep(0.01)
    raise RuntimeError(f"{what}: not within 20 s")
