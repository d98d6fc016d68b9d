"""The selection in other programs: pasted there as text, file and sound, or dragged there; the samples are the recording's."""

import json
import subprocess
import urllib.parse

import accessible
import screen
import sounds
from harness import eventually, expect, expect_equal, expect_near

#: Another program: prints what it finds on the clipboard, one JSON object.
PASTE = """
import json, gi
gi.require_version("Gtk", "4.0")
from gi.repository import Gio, GLib, Gdk, Gtk
Gtk.init()
clipboard, context = Gdk.Display.get_default().get_clipboard(), GLib.MainContext.default()
def wait(begin, *options):
    results = []
    begin(*options, lambda source, result: results.append(result))
    while not results:
        context.iteration(True)
    return results[0]
found = {}
for kind in ("text/plain;charset=utf-8", "text/uri-list", "audio/x-wav"):
    while not clipboard.get_formats().contain_mime_type(kind):  # it hears of the clipboard's owner in its loop
        context.iteration(True)
    stream, _ = clipboard.read_finish(wait(clipboard.read_async, [kind], 0, None))
    memory = Gio.MemoryOutputStream.new_resizable()
    memory.splice_finish(wait(memory.splice_async, stream, Gio.OutputStreamSpliceFlags.CLOSE_TARGET, 0, None))
    found[kind] = memory.steal_as_bytes().get_data().decode("latin-1")
print(json.dumps(found))
"""
PYTHON = "/usr/bin/python3"


def samples(path, start=0, end=None):
    """The bytes of its samples."""
    part = ["trim", f"{start}s", *([f"={end}s"] if end else [])]
    return subprocess.run(["sox", "-D", str(path), "-t", "raw", "-e", "signed", "-b", "16", "-", *part],
                          check=True, timeout=20, capture_output=True).stdout


def selected(session, **options):
    path = sounds.wav(session.folder / "pulses.wav")
    program = session.open(path, env={"XDG_CACHE_HOME": str(session.folder / "cache")}, **options)
    mark = program.mark()
    program.plot().drag(200, 260, 400, 500)
    program.settle()
    program.focus()
    event = program.last("selection", mark)
    return program, path, event["start"], event["end"]


def local(uri):
    return urllib.parse.unquote(urllib.parse.urlparse(uri.strip()).path)


def test_a_copy_is_pasted_as_text_file_and_sound(session):
    program, path, start, end = selected(session)
    mark = program.mark()
    screen.keys("ctrl+c")
    program.wait("copied", since=mark)
    kept = session.folder / "cache/barline/selections"
    expect(not kept.exists(), "nothing is written before somebody asks")
    found = json.loads(subprocess.run(
        [PYTHON, "-c", PASTE], timeout=20, check=True, capture_output=True, text=True).stdout)
    times = found["text/plain;charset=utf-8"].split("\t")
    expect_equal(len(times), 3, "start, end and length")
    for text, frame in zip(times, (start, end, end - start)):
        minutes, seconds = text.split(":")
        expect_near(60 * int(minutes) + float(seconds), frame / 48000, 0.001, "the text")
    written = local(found["text/uri-list"])
    expect(written.endswith("/pulses selection.wav"), f"the name of the file: {written}")
    expect(samples(written) == samples(path, start, end), "the file has the very samples")
    pasted = session.folder / "pasted.wav"
    pasted.write_bytes(found["audio/x-wav"].encode("latin-1"))
    expect(samples(pasted) == samples(path, start, end), "the pasted sound has the very samples")
    expect_equal(len(list(kept.iterdir())), 1, "files written for one copy")


def test_a_selection_is_dragged_into_another_program(session):
    program, path, start, end = selected(session)
    other = session.start()
    handle = eventually(
        lambda: accessible.find(program.tree(), None, "Drag the selection out"), "the handle")
    side = eventually(other.window, "the other program")
    side.move(640 * program.scale, 0)
    program.window().move(0, 0)
    eventually(lambda: other.window().place[0] >= 600 * program.scale, "they are side by side")
    program.settle()
    place = program.spot(handle)
    left, top, width, height = other.window().place
    goal = (left + width - 60, top + height // 2)
    mark, seen = program.mark(), other.mark()
    screen.drag_along(place, (place[0] + 20, place[1] - 10), (place[0] + 60, place[1] - 40), (goal[0] - 20, goal[1]), goal)
    program.wait("drag-out", since=mark)
    program.settle(0.3)
    screen.release()
    written = local(program.wait("handed-out", since=mark)["file"])
    other.wait("overview-complete", since=seen)
    expect(samples(written) == samples(path, start, end), "the dragged file has the very samples")
