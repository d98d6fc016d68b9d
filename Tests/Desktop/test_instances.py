"""One instance for each session, and what becomes of one that cannot answer, or cannot end."""

import ctypes
import os
import pathlib
import signal

from gi.repository import GLib

import hung_mount
import screen
import service
import sounds
from harness import eventually, expect, expect_equal


def owner():
    """The process that owns the program's name on the bus; None when nobody does."""
    if service.NAME not in service.bus("ListNames")[0]:
        return None
    try:
        return service.process()
    except GLib.Error:  # It was given up in between.
        return None


def test_one_that_does_not_answer_is_replaced(session):
    first = session.start(sounds.wav(session.folder / "one.wav", 2), trace=False)
    first.window("one.wav")
    eventually(lambda: owner() == first.pid, "it has the name")
    first.process.send_signal(signal.SIGSTOP)
    second = session.start(sounds.wav(session.folder / "two.wav", 2), trace=False)
    second.window("two.wav")
    expect_equal(owner(), second.pid, "who has the name, so that a file manager finds it")
    expect_equal(second.complaints_text(), "barline: Another Barline does not answer, and this one takes its place.",
                 "what it says")
    # It goes on all the same, and keeps its window.
    first.process.send_signal(signal.SIGCONT)
    service.open_files([sounds.wav(session.folder / "three.wav", 2)])
    second.window("three.wav")
    expect_equal([window.title for window in first.windows()], ["one.wav – Barline"], "the windows of the first")
    expect_equal(first.complaints_text(), "", "what the first says")


def ended_by(session, number, send=os.kill):
    """A program whose thread waits for a share that hangs gives up its name and its window when a signal ends it."""
    with hung_mount.mounted(session.folder / "share", "far.wav", bytes(1 << 20)) as mount:
        mount.hang()
        first = session.start(mount.path, trace=False)
        first.window()
        eventually(mount.is_waited_for.is_set, "a thread waits for the share")
        eventually(lambda: owner() == first.pid, "it has the name")
        send(first.pid, number)
        eventually(lambda: owner() is None, "the name is given up")
        eventually(lambda: not screen.windows(first.pid), "the window goes")
        expect(first.is_running, "the process could end: the share does not hang")
        second = session.start(sounds.wav(session.folder / "near.wav", 2), trace=False)
        second.window("near.wav")
        expect_equal(second.complaints_text(), "", "what it says")
        second.quit()
    eventually(lambda: not first.is_running, "it ends when the share is gone")
    expect_equal(first.process.returncode, -number, "by what")
    session.programs.remove(first)


def test_a_signal_frees_the_name_though_a_share_hangs(session):
    ended_by(session, signal.SIGTERM)


def to_another_thread(pid, number):
    """What the kernel does while the main thread has another signal to see to."""
    def of_the_bus():  # no share holds it up
        for task in pathlib.Path(f"/proc/{pid}/task").iterdir():
            try:
                if (task / "comm").read_text().strip() == "gdbus":
                    return int(task.name)
            except OSError:
                continue  # it has ended
        return None
    thread = eventually(of_the_bus, "the thread of the bus")
    expect_equal(ctypes.CDLL(None).tgkill(pid, thread, number), 0, "the signal")


def test_a_signal_that_another_thread_gets_ends_it_as_well(session):
    ended_by(session, signal.SIGTERM, to_another_thread)


def test_a_hangup_frees_the_name_though_a_share_hangs(session):
    ended_by(session, signal.SIGHUP)
