"""What cannot be shown says why; what can be shown in part is shown with a notice."""

import array
import os
import struct
import time

import accessible
import drop
import sounds
from palette import LIGHT
from harness import Skipped, eventually, expect, expect_equal


def refused(session, path, name, code, *words):
    """Opens a bad file: the page names it and the cause; then a good one can be opened in the same program."""
    start = time.monotonic()
    program = session.start(path)
    failed = program.wait("failed")
    expect(time.monotonic() - start < 3, "it took longer than 3 s to say so")
    expect_equal(failed["code"], code, "the cause")
    expect_equal(program.window().title, f"{name} – Barline", "the title")
    texts = eventually(lambda: t if name in (t := accessible.texts(program.tree())) and "“" in t else "",
                       "the page names the file")
    for word in words:
        expect(word.lower() in texts.lower(), f"the page does not say “{word}”: {texts}")
    program.find("label", "Open Another")
    expect_equal(program.all("overview-complete"), [], "pictures of it")
    window = program.window()
    drop.files(window, [sounds.wav(session.folder / "good.wav", 10)])
    program.wait("overview-complete", what="the next good file")
    eventually(lambda: "good.wav – Barline" in [w.title for w in program.windows()], "a window with the good file")


def test_a_window_with_an_error_is_used_for_the_next_file(session):
    program = session.start(session.folder / "gone.wav")
    program.wait("failed")
    drop.files(program.window(), [sounds.wav(session.folder / "good.wav", 10)])
    program.wait("overview-complete")
    program.settle()
    expect_equal([w.title for w in program.windows()], ["good.wav – Barline"], "the windows")


def test_a_missing_file(session):
    refused(session, session.folder / "gone & lost.wav", "gone & lost.wav", "notFound", "does not exist")


def test_a_fifo(session):
    os.mkfifo(session.folder / "pipe.wav")
    refused(session, session.folder / "pipe.wav", "pipe.wav", "notARegularFile", "pipe")


def test_a_device(session):
    refused(session, "/dev/zero", "zero", "notARegularFile", "device")


def test_no_permission(session):
    if os.geteuid() == 0:
        raise Skipped("root may read everything")
    path = sounds.wav(session.folder / "secret.wav", 1)
    path.chmod(0)
    refused(session, path, "secret.wav", "noPermission", "not allowed")


def test_an_empty_file(session):
    (session.folder / "empty.wav").touch()
    refused(session, session.folder / "empty.wav", "empty.wav", "emptyFile", "is empty")


def test_a_text(session):
    (session.folder / "letter <1>.wav").write_text("Dear reader,\nthis is no sound.\n" * 50)
    refused(session, session.folder / "letter <1>.wav", "letter <1>.wav", "unknownFormat", "not a sound")


def test_an_mp4(session):
    (session.folder / "film.mp4").write_bytes(
        struct.pack(">I", 24) + b"ftypmp42\0\0\0\0mp42isom" + struct.pack(">I", 8) + b"mdat" + bytes(4000))
    refused(session, session.folder / "film.mp4", "film.mp4", "damaged", "looks like an MP4 file", "fetch")


def test_a_header_without_sound(session):
    (session.folder / "mute.wav").write_bytes(sounds.header(0))
    refused(session, session.folder / "mute.wav", "mute.wav", "noAudio", "no sound")


def test_no_channels(session):
    (session.folder / "none.wav").write_bytes(sounds.header(4000, channels=1)[:22] + b"\0\0"
                                              + sounds.header(4000)[24:] + bytes(4000))
    program = session.start(session.folder / "none.wav")
    program.wait("failed")
    eventually(lambda: "none.wav" in accessible.texts(program.tree()), "the page names the file")


def noticed(session, path, frames, *words):
    """Opens a file that is not whole: it is shown, with a notice above that can be closed."""
    program = session.open(path)
    expect_equal(program.viewport["length"], frames, "the frames that are shown")
    texts = eventually(lambda: t if words[0] in (t := accessible.texts(program.tree())) else "",
                       f"a notice that says “{words[0]}”")
    for word in words:
        expect(word in texts, f"the notice does not say “{word}”: {texts}")
    program.settle()
    button = program.find("push button", "Hide this notice")
    import screen
    screen.click(*program.spot(button))
    eventually(lambda: words[0] not in accessible.texts(program.tree()), "the notice can be hidden")
    return program


def test_a_truncated_wav(session):
    data = sounds.pulses(20)
    (session.folder / "cut.wav").write_bytes(sounds.header(len(data)) + data[:len(data) // 4])
    noticed(session, session.folder / "cut.wav", 240000, "cut off or damaged", "15.000", "75 %")


def test_a_header_that_promises_ten_times_as_much(session):
    data = sounds.pulses(5)
    (session.folder / "boast.wav").write_bytes(sounds.header(10 * len(data)) + data)
    noticed(session, session.folder / "boast.wav", 240000, "cut off or damaged", "50.000", "90 %")


def test_a_header_that_was_never_completed(session):
    data = sounds.pulses(5)
    for number, size in enumerate((0xFFFFFF00, 0x7FFFFFFF, 0xFFFFFFFF)):
        (session.folder / f"{number}.wav").write_bytes(sounds.header(size) + data)
        noticed(session, session.folder / f"{number}.wav", 240000, "header does not say").quit()


def test_samples_that_are_not_numbers(session):
    sounds.not_numbers(session.folder / "nan.wav")
    program = noticed(session, session.folder / "nan.wav", 48000, "100 samples", "gaps")
    plot = program.plot()
    screen_gap = int(plot.pixel(20000)), int(plot.pixel(20100))
    expect(screen_gap[1] - screen_gap[0] >= 1, "the gap is narrower than a pixel")


def test_samples_beyond_full_scale(session):
    samples = array.array("f", (2.0 if 10000 < i < 12000 else 0.25 for i in range(48000)))
    data = samples.tobytes()
    (session.folder / "over.wav").write_bytes(sounds.header(len(data), 1, 48000, 32, 3) + data)
    program = session.open(session.folder / "over.wav")
    plot = program.plot()
    colors = plot.picture().colors(0, 0, plot.width, plot.height)
    expect(colors.get(LIGHT.over, 0) > 50, "no red marks where the sound leaves full scale")
