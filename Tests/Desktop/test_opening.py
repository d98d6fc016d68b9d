"""Opening by argument, by drop and over D-Bus; one window per file."""

import os
import pathlib
import shutil
import subprocess

import accessible
import drop
import screen
import service
import sounds
from palette import LIGHT
from harness import BINARY, ROOT, SAMPLES, TIMEOUT, eventually, expect, expect_equal


def opens_sample(session, name, frames, words, title=None):
    program = session.open(SAMPLES / name)
    eventually(lambda: program.window().title == f"{title or name} – Barline", "the title")
    expect_equal(program.viewport["length"], frames, "the length")
    expect_equal(program.viewport["start"], 0, "the start of the view")
    texts = accessible.texts(program.tree())
    for word in (name, *words):
        expect(word in texts, f"“{word}” is nowhere in the window: {texts}")
    plot = program.plot()
    colors = plot.picture().colors(0, 0, plot.width, plot.height)
    expect(colors.get(LIGHT.bar, 0) > 2000, f"{colors.get(LIGHT.bar, 0)} pixels of bars")


def test_the_speech_sample(session):
    opens_sample(session, "speech.wav", 246240, ("WAV", "16 kHz", "Mono", "0:15.390"))


def test_the_flac_sample(session):
    opens_sample(session, "tabla.flac", 232848, ("FLAC", "44.1 kHz", "Stereo", "0:05.280"), "Tabla loop (excerpt)")


def test_the_opus_sample(session):
    opens_sample(session, "music.opus", 3589652, ("Opus", "48 kHz", "Stereo", "1:14.784"), "Still Another Wanderer (excerpt)")


def opens_name(session, name, shown):
    path = sounds.in_folder(session.folder, name)
    shutil.copy(SAMPLES / "speech.wav", path)
    program = session.open(path)
    expect_equal(program.window().title, f"{shown} – Barline", "the title")
    texts = accessible.texts(program.tree())
    expect(shown in texts.splitlines(), f"no label says {shown!r}: {texts}")
    program.find("image", f"Waveform of {shown}")


def test_a_name_with_spaces_and_markup(session):
    opens_name(session, "a <b>loud<i> & clear &amp; take.wav", "a <b>loud<i> & clear &amp; take.wav")


def test_a_name_with_a_newline(session):
    opens_name(session, "two\nlines\t.wav", "two␊lines\ufffd.wav")


def test_a_name_of_255_bytes(session):
    name = "ä" * 125 + "x.wav"
    expect_equal(len(name.encode()), 255, "bytes of the name")
    opens_name(session, name, name)


def test_a_name_that_is_not_utf8(session):
    opens_name(session, b"caf\xe9 \xff\xfe.wav", "caf\ufffd \ufffd\ufffd.wav")


def test_a_name_that_begins_with_a_dash_and_one_with_percent(session):
    opens_name(session, "-100%20 #1?.wav", "-100%20 #1?.wav")


def test_a_relative_name_that_begins_with_a_dash(session):
    sounds.wav(session.folder / "-near.wav", 1)
    program = session.start("-near.wav", cwd=session.folder)
    program.wait("overview-complete")
    expect_equal([window.title for window in program.windows()], ["-near.wav – Barline"], "the windows")


def test_a_relative_name(session):
    sounds.wav(session.folder / "near.wav", 10)
    program = session.start("near.wav", cwd=session.folder)
    program.wait("overview-complete")


def test_no_file_shows_the_empty_page(session):
    program = session.start()
    program.wait("first-frame")
    expect_equal(program.window().title, "Barline", "the title")
    program.find("label", "Open a Recording")
    texts = accessible.texts(program.tree())
    expect("drop" in texts, f"the empty page says nothing about dropping: {texts}")


def test_recent_recordings_are_in_the_menu(session):
    first = session.folder / "first.wav"
    shutil.copy(SAMPLES / "speech.wav", first)
    program = session.open(first)
    screen.click(*program.spot(program.find("push button", "Recent recordings")))
    eventually(
        lambda: accessible.find(program.tree(), None, "first.wav", part_of_role="menu item"), "the file that was opened")
    screen.keys("Escape")
    again = session.open(SAMPLES / "tabla.flac")
    screen.click(*again.spot(again.find("push button", "Recent recordings")))
    item = eventually(
        lambda: accessible.find(again.tree(), None, "first.wav", part_of_role="menu item"), "the file of before")
    accessible.activate(item)
    eventually(lambda: any("first.wav" in w.title for w in again.windows()), "a window with it")


def test_two_files_have_two_windows(session):
    first, second = sounds.wav(session.folder / "one.wav", 20), sounds.wav(session.folder / "two.wav", 20)
    program = session.start(first, second)
    eventually(lambda: sorted(w.title for w in program.windows()) == ["one.wav – Barline", "two.wav – Barline"],
               "two windows with their titles")
    program.wait("overview-complete")
    program.settle()


def test_a_sound_can_be_dropped_on_an_empty_window(session):
    path = sounds.wav(session.folder / "a dropped <sound>.wav", 20)
    program = session.start()
    program.wait("first-frame")
    drop.files(program.window(), [path])
    program.wait("overview-complete")
    expect_equal([w.title for w in program.windows()], ["a dropped <sound>.wav – Barline"], "the windows")


def test_a_sound_dropped_beside_the_waveform_of_a_full_window(session):
    """The window keeps its recording, another window shows the other: one window per file."""
    program = session.open(sounds.wav(session.folder / "first.wav", 20))
    left, top, width, _ = program.window().place
    drop.files(program.window(), [sounds.wav(session.folder / "second.wav", 20)], at=(left + width // 3, top + 24))
    eventually(lambda: sorted(w.title for w in program.windows()) == ["first.wav – Barline", "second.wav – Barline"],
               "two windows")


def titles(program):
    return sorted(w.title.removesuffix(" – Barline") for w in program.windows())


def second_process(program, *files):
    """Starts the program again; it hands over and ends."""
    done = subprocess.run(
        [BINARY, *files], env=program.env, timeout=TIMEOUT, stdin=subprocess.DEVNULL, capture_output=True, check=False)
    expect_equal((done.returncode, done.stderr), (0, b""), "what the second process said")


def in_front(program):
    """The name of the recording whose window is active; None when that is another program's."""
    return next((w.title.removesuffix(" – Barline") for w in program.windows() if w.is_active), None)


def test_one_instance_serves_all(session):
    first, second = sounds.wav(session.folder / "one.wav", 20), sounds.wav(session.folder / "two.wav", 20)
    program = session.start(trace=False)
    eventually(lambda: titles(program) == ["Barline"], "an empty window")
    second_process(program, first)
    eventually(lambda: titles(program) == ["one.wav"], "the empty window is used")
    second_process(program, first)
    service.open_files([first])
    second_process(program, second)
    eventually(lambda: titles(program) == ["one.wav", "two.wav"], "each file has its window")
    # The window manager lists a new window before it gives it the focus.
    eventually(lambda: in_front(program) == "two.wav", "the new window is in front")
    for name in ("one.wav", "two.wav", "one.wav"):
        service.open_files([session.folder / name])
        eventually(lambda: in_front(program) == name, f"{name} is open, and comes to the front")
    expect_equal(titles(program), ["one.wav", "two.wav"], "the windows in the end")


def test_the_desktop_starts_it_over_dbus(session):
    path = sounds.wav(session.folder / "by service.wav", 20)
    with service.installed(session.folder) as errors:
        service.open_files([path])
        pid = service.process()
        try:
            eventually(lambda: [w.title for w in screen.windows(pid)] == ["by service.wav – Barline"], "its window")
            service.activate()
            eventually(lambda: len(screen.windows(pid)) == 2, "activating it opens a window")
        finally:
            for window in screen.windows(pid):
                window.close()
        eventually(lambda: not os.path.exists(f"/proc/{pid}/exe"), "it ends with its last window")
        expect_equal(errors.read_text(), "", "its standard error")


def test_the_desktop_entry_and_the_service_name_the_program(session):
    entry = (ROOT / "data/org.barline.Barline.desktop").read_text()
    expect("DBusActivatable=true" in entry, "the desktop entry is not D-Bus activatable")
    for kind in ("audio/flac", "audio/x-wav", "audio/mpeg"):
        expect(kind in entry, f"the desktop entry does not know {kind}")
    expect(pathlib.Path(BINARY).exists(), BINARY)


def test_the_recordings_of_a_folder_are_leafed_through(session):
    folder = session.folder / "takes"
    folder.mkdir()
    # As a file manager sorts them: 2 before 10.
    for name in ("take 2.wav", "take 10.wav", "take 1.wav"):
        sounds.wav(folder / name, 2)
    (folder / "notes.txt").write_text("no sound")
    sounds.wav(folder / ".hidden.wav", 1)
    program = session.open(folder / "take 1.wav")
    program.focus()
    for key, name in (("Page_Down", "take 2"), ("Page_Down", "take 10"), ("Page_Down", None), ("Page_Up", "take 2")):
        mark = program.mark()
        screen.keys(f"alt+{key}")
        if name:
            program.wait("overview-complete", since=mark)
            eventually(lambda: [w.title for w in program.windows()] == [f"{name}.wav – Barline"], f"{name} in the window")
        else:
            eventually(lambda: "the last recording of its folder" in accessible.texts(program.tree()), "that it is the last")
            expect_equal([w.title for w in program.windows()], ["take 10.wav – Barline"], "the window's title")
