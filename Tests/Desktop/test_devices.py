"""Slow, failing and dead devices: the window lives, other windows work, and closing is at once."""

import os
import pathlib

import accessible
import screen
import sounds
from device import Device
from harness import eventually, expect, expect_equal
from test_export import ask, save, titled


def is_alive(program):
    """The window answers: a key opens another one, which can be closed."""
    program.focus()
    count = len(program.windows())
    screen.keys("ctrl+n")
    eventually(lambda: len(program.windows()) == count + 1, "a key opens another window")
    screen.keys("ctrl+w")
    eventually(lambda: len(program.windows()) == count, "which a key closes")


def closes_while_it_hangs(program, device, exporting=False):
    """Alt+F4, and the process is gone though somebody still waits for the device: nothing else ends that wait."""
    expect(device.hangs, "nobody waits for the device")
    program.focus()
    screen.keys("alt+F4")
    if exporting:
        eventually(lambda: any(window.title == "Stop the Export?" for window in program.windows()), "the question")
        accessible.activate(program.find("push button", "Stop and Close"))
    eventually(lambda: not program.is_running, "the process ends while a read hangs")
    expect_equal(program.process.returncode, 0, "the exit status")


def test_a_mount_that_hangs_while_opening(session):
    path = sounds.wav(session.folder / "dead.wav")
    device = Device(session, path, "hang")
    program = session.start(path, env=device.env)
    program.wait("first-frame")
    eventually(lambda: device.hangs, "the file is being opened")
    is_alive(program)
    screen.keys("F5")  # tries again, beside the one that hangs
    is_alive(program)
    closes_while_it_hangs(program, device)


def test_a_mount_that_hangs_at_the_first_read(session):
    path = sounds.wav(session.folder / "dead.wav")
    device = Device(session, path, "hang read")
    program = session.start(path, env=device.env)
    program.wait("first-frame")
    eventually(lambda: device.hangs, "the file is being read")
    is_alive(program)
    closes_while_it_hangs(program, device)


def test_a_mount_that_hangs_in_the_middle(session):
    path = sounds.huge(session.folder / "dead.wav")
    device = Device(session, path, "hang", is_on=False)
    program = session.start(path, env=device.env)
    program.wait("reader-progress", lambda e: e["frames"] > 1000000)
    device.turn()
    eventually(lambda: device.hangs, "the reader hangs")
    is_alive(program)
    mark = program.mark()
    program.focus()
    screen.keys("ctrl+plus")
    program.wait("viewport", since=mark, what="zoom meanwhile")
    closes_while_it_hangs(program, device)


def test_a_mount_that_hangs_while_samples_are_read(session):
    path = sounds.wav(session.folder / "dead.wav")
    device = Device(session, path, "hang", is_on=False)
    program = session.open(path, env=device.env)
    recent = pathlib.Path(os.environ["XDG_DATA_HOME"]) / "recently-used.xbel"
    eventually(lambda: recent.exists() and "dead.wav" in recent.read_text(), "the file is a recent one")
    device.turn()
    program.focus()
    for _ in range(14):
        screen.keys("ctrl+plus")
    program.wait("viewport", lambda e: e["framesPerPixel"] <= 1, what="the finest zoom")
    eventually(lambda: device.hangs, "the samples are being read")
    plot = program.plot()
    colors = plot.picture().colors(0, 0, plot.width, plot.height)
    expect(len(colors) > 1, "the bins stand in for the samples")
    # The list of recent files looks whether they still exist: this one cannot be asked.
    screen.click(*program.spot(program.find(None, "Recent recordings")))
    eventually(lambda: accessible.find(program.tree(), "menu"), "the menu opens")
    screen.keys("Escape")
    mark = program.mark()
    screen.keys("F5")  # what was read stays while nothing new can be
    is_alive(program)
    screen.keys("ctrl+minus")
    program.wait("viewport", since=mark, what="zoom after reloading in vain")
    closes_while_it_hangs(program, device)


def test_one_window_hangs_and_another_works(session):
    dead, good = sounds.wav(session.folder / "dead.wav"), sounds.wav(session.folder / "good.wav", 10)
    device = Device(session, dead, "hang")
    program = session.start(dead, good, env=device.env)
    program.wait("overview-complete", what="the good file beside the dead one")
    eventually(lambda: device.hangs, "the other file is being opened")
    eventually(lambda: len(program.windows()) == 2, "two windows")
    program.window("dead").close()
    eventually(lambda: [w.title for w in program.windows()] == ["good.wav – Barline"], "one window is left")
    is_alive(program)
    closes_while_it_hangs(program, device)


def places_that_hang(session, name, typed, asking, exporting=False):
    """Neither a name that is offered nor one that is typed is looked up on the main thread (check_programs)."""
    path = sounds.wav(session.folder / "take.wav", 5)
    device = Device(session, session.folder / name, "hang")
    program = session.open(path, env=device.env)
    program.focus()
    asking(program)
    # The chooser comes though nobody tells which names are taken.
    save(program, session.folder / typed)
    chooser = lambda: next((window for window in program.windows() if window.title != "take.wav – Barline"), None)
    if chooser():  # The key may have gone to the list of completions.
        program.settle()
        if chooser() and chooser().is_active:
            screen.keys("Return")
    eventually(lambda: not chooser(), "the chooser goes")
    is_alive(program)
    closes_while_it_hangs(program, device, exporting)


def test_a_place_for_a_recording_that_hangs(session):
    places_that_hang(session, "take copy.wav", "take copy", ask, exporting=True)


def test_a_place_for_a_picture_that_hangs(session):
    def ask_for_picture(program):
        screen.keys("ctrl+shift+p")
        eventually(lambda: titled(program, "Export Picture", "combo box"), "the dialog")
        program.wait("picture-dialog")
    places_that_hang(session, "take.png", "take", ask_for_picture)


def test_a_place_for_marks_that_hangs(session):
    def ask_for_marks(program):
        screen.keys("m", "x", "Return")
        program.settle()
        program.choose("View", "Recording", "Export Marks…")
        eventually(lambda: titled(program, "Export Marks", "combo box"), "the dialog")
        program.settle()
    places_that_hang(session, "take.txt", "take", ask_for_marks)


def test_a_slow_device(session):
    path = sounds.huge(session.folder / "slow.wav")
    device = Device(session, path, "delay 50")
    program = session.start(path, env=device.env)
    program.wait("reader-progress", lambda e: e["frames"] > 1000)
    is_alive(program)
    program.focus()
    mark = program.mark()
    screen.keys("ctrl+plus", "ctrl+plus")
    program.wait("viewport", since=mark, what="zoom meanwhile")
    program.quit()


def test_a_device_that_fails_in_the_middle(session):
    path = sounds.wav(session.folder / "broken.wav", 20)
    device = Device(session, path, "fail 960044")
    program = session.open(path, env=device.env)
    length = program.viewport["length"]
    expect(400000 < length <= 480000, f"{length} frames are shown of the 480000 that can be read")
    texts = eventually(lambda: t if "could be read up to" in (t := accessible.texts(program.tree())) else "",
                       "a notice that says so")
    expect("Input/output error" in texts, f"the notice does not say why: {texts}")
