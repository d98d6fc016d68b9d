"""At rest: a program that has nothing to do sleeps, and windows that were closed take no memory."""

import os
import time

import gi

gi.require_version("Gio", "2.0")
from gi.repository import Gio, GLib  # noqa: E402

import screen  # noqa: E402
import sounds  # noqa: E402
from harness import SAMPLES, eventually, expect  # noqa: E402

ALONE = True


def switches(pid):
    """How often each thread has gone to sleep since it began."""
    counts = {}
    for thread in os.listdir(f"/proc/{pid}/task"):
        try:
            with open(f"/proc/{pid}/task/{thread}/status") as file:
                counts[thread] = next(int(line.split()[1]) for line in file if line.startswith("voluntary_ctxt"))
        except FileNotFoundError:
            pass  # it has ended
    return counts


def expect_sleep(program, when):
    """Nobody wakes up in the best of several stretches of two seconds: the desktop may have a word now and then, a
    clock would be heard in all of them."""
    found = []
    while len(found) < 6:
        before = switches(program.pid)
        time.sleep(2)
        after = switches(program.pid)
        found.append({thread: count - before.get(thread, 0) for thread, count in after.items()
                      if count != before.get(thread, 0)})
        if not found[-1]:
            return
    expect(False, f"{when} threads wake up, in each two seconds: {found}")


def test_a_picture_at_rest_wakes_nobody(session):
    program = session.open(sounds.wav(session.folder / "pulses.wav", 300))
    screen.move(5, 5)
    program.focus()
    expect_sleep(program, "after a file was read")
    mark = program.mark()
    # What is exact at this zoom is read when the view has stood still.
    screen.keys("ctrl+plus", "ctrl+plus")
    program.wait("viewport", since=mark)
    expect_sleep(program, "after zooming")
    mark = program.mark()
    screen.keys("space")
    program.wait("playhead-step", since=mark)
    mark = program.mark()
    screen.keys("space")
    program.wait("playback", lambda e: not e["playing"], mark)
    expect_sleep(program, "after playing")


def test_windows_that_were_closed_leave_no_memory(session):
    # As users have it: the one instance of its session, which opens further windows.
    program = session.start(SAMPLES / "speech.wav", trace=False)
    first = program.window("speech")
    bus = Gio.bus_get_sync(Gio.BusType.SESSION)

    def anonymous():
        with open(f"/proc/{program.pid}/status") as file:
            return next(int(line.split()[1]) for line in file if line.startswith("RssAnon"))

    def open_and_close(count):
        for _ in range(count):
            bus.call_sync("org.barline.Barline", "/org/barline/Barline", "org.gtk.Actions", "Activate",
                          GLib.Variant("(sava{sv})", ("new-window", [], {})), None, Gio.DBusCallFlags.NONE, -1, None)
            eventually(lambda: len(program.windows()) == 2, "another window")
            next(window for window in program.windows() if window != first).close()
            eventually(lambda: len(program.windows()) == 1, "the window closes")
        time.sleep(1.5)  # freed memory is returned a second after the last drawing
        return anonymous()

    # Less than what one window left behind before: 40 times 80 kB. Windows that leave something leave it each time; what
    # the allocator and the libraries keep for later they take once.
    found = [open_and_close(40)]
    for _ in range(3):
        found.append(open_and_close(40))
        if found[-1] - found[-2] <= 40 * 5:
            return
    expect(False, f"memory left behind by each window: {[(b - a) / 40 for a, b in zip(found, found[1:])]} kB")
