"""Exporting by hand: the dialog, the place, what comes out, and that nothing is left of what was given up."""

import contextlib
import os
import struct
import subprocess

import gi

gi.require_version("Gio", "2.0")
from gi.repository import Gio, GLib  # noqa: E402

import accessible
import screen
import sounds
from device import Device
from harness import eventually, expect, expect_equal


def ask(program):
    """The dialog that asks what to export. It can be read before its event has been written."""
    since = program.mark()
    screen.keys("ctrl+shift+e")
    dialog = eventually(lambda: titled(program, "Export", "combo box"), "the dialog")
    program.wait("export-dialog", since=since)
    return dialog


def titled(program, name, role):
    """The window of that name, when there is a node of that role in it."""
    tree = program.tree()
    for index in range(tree.get_child_count() if tree else 0):
        child = tree.get_child_at_index(index)
        if child and accessible.name(child) == name and accessible.find(child, role):
            return child
    return None


def save(program, path=None):
    """Presses “Export…”, and types a place; without one, takes that which is offered."""
    dialog = set(program.windows())
    screen.keys("Return")
    # The dialog goes, and the chooser comes.
    chooser = eventually(lambda: next(iter(set(program.windows()) - dialog), None), "the file chooser")
    eventually(lambda: chooser.is_active, "the file chooser has the focus")
    eventually(lambda: accessible.find(program.tree(), "text", ""), "its entry")
    if path:
        screen.keys("ctrl+a")
        subprocess.run(["xdotool", "type", "--delay", "2", os.fspath(path)], check=True, timeout=20)
    screen.keys("Return")


def decoded(path):
    """All samples in 16 bits."""
    return subprocess.check_output(
        ["ffmpeg", "-nostdin", "-v", "error", "-i", os.fspath(path), "-map", "0:a:0", "-f", "s16le", "-"], timeout=30)


def opened(session, seconds=5):
    path = sounds.wav(session.folder / "pulses.wav", seconds)
    program = session.open(path)
    program.focus()
    return program, path


def test_a_recording_comes_back_bit_for_bit(session):
    program, path = opened(session)
    ask(program)
    save(program, session.folder / "copy.flac")
    program.wait("exported")
    expect(decoded(session.folder / "copy.flac") == decoded(path), "the samples are the same")
    eventually(lambda: "“copy.flac” has been exported." in accessible.texts(program.tree()), "a toast says so")


def test_a_selection_is_exported_alone(session):
    program, path = opened(session)
    plot = program.plot()
    plot.drag(200, 300, 400)
    program.settle()
    start, end = program.selection
    ask(program)
    save(program, session.folder / "part.flac")
    program.wait("exported")
    expect(decoded(session.folder / "part.flac") == decoded(path)[2 * start:2 * end], "the samples of the selection")


def test_what_was_exported_is_shown_in_the_file_manager(session):
    asked = []
    with file_manager(lambda uris: asked.extend(uris)):
        program, path = opened(session)
        ask(program)
        save(program, session.folder / "copy of it.flac")
        program.wait("exported")
        button = program.find("push button", "Show in Files")
        screen.click(*program.spot(button))
        eventually(lambda: turned(asked), "the file manager is asked")
    expect_equal(asked, [(session.folder / "copy of it.flac").as_uri()], "the file that is shown")


@contextlib.contextmanager
def file_manager(shown):
    """A file manager on the session's bus, as the freedesktop.org specification has it."""
    interface = Gio.DBusNodeInfo.new_for_xml(
        "<node><interface name='org.freedesktop.FileManager1'><method name='ShowItems'>"
        "<arg type='as' direction='in'/><arg type='s' direction='in'/></method></interface></node>").interfaces[0]

    def called(_connection, _sender, _path, _interface, _method, arguments, invocation):
        shown(arguments.unpack()[0])
        invocation.return_value(None)
    bus = Gio.bus_get_sync(Gio.BusType.SESSION)
    place = bus.register_object("/org/freedesktop/FileManager1", interface, called, None, None)
    name = Gio.bus_own_name_on_connection(bus, "org.freedesktop.FileManager1", 0, None, None)
    try:
        yield
    finally:
        Gio.bus_unown_name(name)
        bus.unregister_object(place)


def turned(asked):
    while GLib.MainContext.default().iteration(False):
        pass
    return asked


def test_a_taken_name_gets_a_number_and_the_format_is_kept(session):
    program, _ = opened(session)
    for name in ["pulses copy.wav", "pulses.mp3"]:
        (session.folder / name).write_bytes(b"")
    ask(program)
    save(program)
    eventually(lambda: (session.folder / "pulses copy 2.wav").exists(), "the name with a number")
    program.wait("exported")
    ask(program)
    save(program, session.folder / "out.mp3")
    eventually(lambda: (session.folder / "out.mp3").exists(), "another format")
    program.settle()
    ask(program)
    save(program)
    eventually(lambda: (session.folder / "pulses 2.mp3").exists(), "the format of the last export")


def test_what_is_cancelled_leaves_nothing(session):
    program = session.start(sounds.huge(session.folder / "huge.wav"))
    program.wait("reader-progress")
    program.focus()
    ask(program)
    save(program, session.folder / "copy.flac")
    button = program.find("push button", "Cancel the export")
    expect("Exporting “copy.flac”…" in accessible.texts(program.tree()), "how far it is")
    eventually(lambda: any(e["name"] == "exporting" for e in program.all("figure")), "the figure moves")
    expect_equal(len(program.unfinished(session.folder)), 1, "files that are being written")
    expect_equal(list(session.folder.glob(".barline-*")), [], "names of files that are being written")
    screen.click(*program.spot(button))
    eventually(lambda: not program.unfinished(session.folder), "nothing is left")
    expect(not (session.folder / "copy.flac").exists(), "and no file")


def exporting(session):
    program = session.start(sounds.huge(session.folder / "huge.wav"))
    program.wait("reader-progress")
    program.focus()
    ask(program)
    save(program, session.folder / "copy.flac")
    eventually(lambda: program.unfinished(session.folder), "a file that is being written")
    return program


def question(program, heading):
    """The window that asks."""
    window = eventually(lambda: next((w for w in program.windows() if w.title == heading), None), heading)
    eventually(lambda: window.is_active, "the question has the keys")
    return window


def held(session, *names):
    """A program with a window for each name, from which an export is under way that gets no more samples."""
    files = [sounds.wav(session.folder / f"far {name}.wav", 2) for name in names]
    device = Device(session, session.folder / "far", "hang read", is_on=False)
    program = session.start(*files, env=device.env)
    eventually(lambda: len(program.all("overview-complete")) == len(names), "all are read")
    program.settle()
    device.turn()
    for name in names:
        window = program.window(f"far {name}")
        window.activate()
        eventually(lambda: window.is_active, "the window has the keys")
        ask(program)
        save(program, session.folder / f"copy of {name}.flac")
        eventually(lambda: f"Exporting “copy of {name}.flac”…" in accessible.texts(program.tree()), "it is under way")
    return program


def left(session):
    return list(session.folder.glob("*copy*")) + list(session.folder.glob(".barline-*"))


def test_an_export_is_asked_about_before_its_window_closes(session):
    program = held(session, "one")
    program.focus()
    screen.keys("ctrl+w")
    question(program, "Stop the Export?")
    expect("“copy of one.flac” is still being exported." in accessible.texts(program.tree()), "which one")
    # Enter and Escape keep it.
    screen.keys("Return")
    eventually(lambda: len(program.windows()) == 1, "the question goes")
    expect("Exporting “copy of one.flac”…" in accessible.texts(program.tree()), "it goes on")
    program.focus()
    screen.keys("ctrl+w")
    question(program, "Stop the Export?")
    accessible.activate(program.find("push button", "Stop and Close"))
    eventually(lambda: not program.is_running, "the process ends")
    expect_equal(program.process.returncode, 0, "the exit status")
    expect_equal(left(session), [], "what is left")


def test_a_killed_export_leaves_nothing(session):
    program = exporting(session)
    program.process.kill()
    program.process.wait()
    expect_equal(left(session), [], "what is left")
    session.programs.remove(program)


def test_quitting_asks_once_and_leaves_nothing(session):
    program = held(session, "one", "two")
    screen.keys("ctrl+q")
    question(program, "Stop the Exports?")
    expect_equal(len(program.windows()), 3, "windows, with one question")
    expect("2 exports are still under way." in accessible.texts(program.tree()), "how many")
    accessible.activate(program.find("push button", "Stop and Close"))
    eventually(lambda: not program.is_running, "the process ends")
    expect_equal(program.process.returncode, 0, "the exit status")
    expect_equal(left(session), [], "what is left")


def test_a_second_export_does_not_end_the_first(session):
    program = exporting(session)
    program.focus()
    screen.keys("ctrl+shift+e")
    program.settle(0.3)
    expect_equal(len(program.windows()), 1, "there is no dialog")
    expect(program.find("push button", "Cancel the export"), "the first one goes on")
    program.quit()


def test_the_recording_itself_is_not_written_over(session):
    path = session.folder / "first.flac"
    subprocess.run(["sox", sounds.wav(session.folder / "first.wav", 5), path], check=True, timeout=30)
    program = session.open(path)
    program.focus()
    before = path.read_bytes()
    ask(program)
    save(program, path)
    # The desktop asks before a file is replaced.
    eventually(lambda: len(program.windows()) == 3, "the question")
    program.settle(0.4)
    left, top, width, height = program.windows()[-1].place
    screen.click(left + width * 3 // 4, top + height - 24)
    program.wait("export-failed")
    eventually(lambda: "it is the file that is read" in accessible.texts(program.tree()), "why not")
    expect(path.read_bytes() == before, "it is as it was")
    # The next export takes the place of what was said about this one, and a suffix chooses the format.
    ask(program)
    save(program, session.folder / "copy.mp3")
    eventually(lambda: "“copy.mp3” has been exported." in accessible.texts(program.tree()), "the name as it was typed")
    expect_equal(subprocess.check_output(
        ["ffprobe", "-v", "error", "-show_entries", "format=format_name", "-of", "csv=p=0", session.folder / "copy.mp3"],
        text=True, timeout=30).strip(), "mp3", "the format")
    # One message fades into the other.
    eventually(lambda: "it is the file that is read" not in accessible.texts(program.tree()), "the old message goes")


def test_a_video_comes_back_as_a_video(session):
    movie = session.folder / "movie.mp4"
    sound = sounds.wav(session.folder / "sound.wav", 3)
    subprocess.run(
        ["ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc=size=64x48:rate=25:duration=3", "-i", sound,
         "-c:v", "mpeg4", "-c:a", "aac", movie], check=True, timeout=30)
    program = session.open(movie)
    program.focus()
    ask(program)
    expect_equal(program.last("export-dialog")["format"], "Video, Pictures Untouched", "the format at first")
    save(program, session.folder / "out.mp4")
    program.wait("exported")

    def pictures(path):
        return subprocess.check_output(
            ["ffmpeg", "-nostdin", "-v", "error", "-i", path, "-map", "0:v", "-c", "copy", "-f", "streamhash", "-"],
            timeout=30)
    expect_equal(pictures(session.folder / "out.mp4"), pictures(movie), "the pictures")


def test_loudspeakers_go_where_they_belong_and_what_has_no_place_is_said(session):
    def layout(path):
        return subprocess.check_output(
            ["ffprobe", "-v", "error", "-show_entries", "stream=channel_layout", "-of", "csv=p=0", path], text=True,
            timeout=30).strip()

    for name, speakers in (("2.1", 3), ("7.1(wide)", 8)):
        path = session.folder / f"{speakers}.wav"
        subprocess.run(
            ["ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i", "anoisesrc=d=2:r=48000", "-af",
             f"pan={name}|c0=c0|c1=0.5*c0", path], check=True, timeout=30)
        program = session.open(path)
        program.focus()
        ask(program)
        copy = session.folder / f"{speakers}.ogg"
        save(program, copy)
        if speakers == 3:
            program.wait("exported")
            eventually(
                lambda: "Ogg Vorbis knows no 2.1: it was written as 5.1" in accessible.texts(program.tree()),
                "a message says what became of it")
            expect(layout(copy) in ("5.1", "5.1(side)"), "six channels")
        else:
            eventually(
                lambda: "no places for the loudspeakers 7.1(wide)" in accessible.texts(program.tree()),
                "a message says why not")
            expect(not copy.exists(), "nothing is left")
        program.quit()


def test_a_title_and_a_cue_point_are_exported_and_what_is_lost_is_said(session):
    path = sounds.wav(session.folder / "pulses.wav", 5)

    def chunk(name, content):
        return name + struct.pack("<I", len(content)) + content + b"\0" * (len(content) % 2)

    cues = [(1, 2 * 48000, b"Kick"), (2, 0, b"Begin")]
    points = b"".join(struct.pack("<II4sIII", number, frame, b"data", 0, 0, frame) for number, frame, _ in cues)
    names = b"".join(chunk(b"labl", struct.pack("<I", number) + name + b"\0") for number, _, name in cues)
    bytes = path.read_bytes() + chunk(b"LIST", b"INFO" + chunk(b"INAM", "Größe".encode() + b"\0"))
    bytes += chunk(b"cue ", struct.pack("<I", 2) + points) + chunk(b"LIST", b"adtl" + names)
    path.write_bytes(bytes[:4] + struct.pack("<I", len(bytes) - 8) + bytes[8:])
    program = session.open(path)
    program.focus()
    plot = program.plot()
    plot.drag(plot.width * 0.2, plot.width * 0.4, plot.width * 0.7)
    program.settle()
    start, end = program.selection
    expect(start < 2 * 48000 < end, "the second cue point lies outside")
    ask(program)
    save(program, session.folder / "part.flac")
    program.wait("exported")
    tags = subprocess.check_output(
        ["metaflac", "--no-utf8-convert", "--export-tags-to=-", session.folder / "part.flac"], text=True, timeout=30)
    seconds = (2 * 48000 - start) / 48000
    expect("TITLE=Größe\n" in tags, "the title")
    expect(f"CHAPTER001=00:00:{seconds:06.3f}\nCHAPTER001NAME=Kick\n" in tags, f"the cue point has moved: {tags}")
    text = ("“part.flac” has been exported. 1 of 2 cue points lies outside the selection and was left out. "
            "1 cue point was kept as a chapter, to the millisecond.")
    eventually(lambda: text in accessible.texts(program.tree()), "a toast says all of it")
