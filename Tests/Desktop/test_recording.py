"""Recordings that are being made while they are looked at: the waveform grows at its right end, as `tail -f` does."""

import struct
import threading
import time

import accessible
import screen
import sounds
from harness import eventually, expect, expect_equal


class Recorder:
    """Writes a WAV file in real time or faster, as recorders do: the length comes last."""

    def __init__(self, path, seconds, speed=1.0, start=2):
        self.path, self.data, self.speed = path, sounds.pulses(seconds), speed
        self.file = open(path, "wb")
        self.file.write(sounds.header(0)[:40] + b"\0\0\0\0" + self.data[:96000 * start])
        self.file.flush()
        self.place = 96000 * start
        self.is_held = threading.Event()
        self.thread = threading.Thread(target=self._run, daemon=True)
        self.thread.start()

    def _run(self):
        # 37 ms: never a whole bin, and often half a frame.
        while self.place < len(self.data):
            step = int(96000 * 0.037 * self.speed) | 1
            self.file.write(self.data[self.place:self.place + step])
            self.file.flush()
            self.place += step
            time.sleep(0.037)
        self.file.seek(40)
        self.file.write(struct.pack("<I", len(self.data)))
        self.file.close()

    @property
    def frames(self):
        return len(self.data) // 2


def complete(program, since=0):
    """Waits until nothing is followed any more."""
    program.wait("following", lambda e: e["on"], since)
    eventually(lambda: not program.last("following")["on"], "three quiet seconds after the end")
    program.settle()


def ink(program, label):
    """Columns of pixels from the first to the last in which something of a label stands."""
    x, y, width, height = program.area(label)
    left, top, _, _ = program.window().place
    picture = program.window().picture().crop(x - left, y - top, width, height)
    inked = [column for column in range(width) if len(set(picture.column(column))) > 1]
    return inked[-1] - inked[0] + 1 if inked else 0


def test_a_recording_is_followed_to_its_end(session):
    recorder = Recorder(session.folder / "take.wav", 8)
    program = session.start(recorder.path)
    program.wait("following", lambda e: e["on"])
    program.wait("viewport")
    lengths = set()
    eventually(lambda: lengths.add(program.viewport["length"]) or len(lengths) > 5, "the recording grows")
    eventually(lambda: "Recording… 0:0" in accessible.texts(program.tree()), "it says that it is being recorded")
    words = program.find("label", "Recording…")
    eventually(lambda: ink(program, words) > 0.9 * program.area(words)[2], "it says so in words")
    complete(program)
    expect_equal(program.viewport["length"], recorder.frames, "the length in the end")
    expect_equal(program.viewport["start"], 0, "the start of a view of the whole")
    for view in program.all("viewport"):
        expect(abs(view["framesPerPixel"] * view["width"] - view["length"]) < 1, f"the whole is visible: {view}")
    eventually(
        lambda: "Recording…" not in accessible.texts(program.tree()), "it no longer says that it is being recorded")
    followed = program.plot().picture().data
    again = session.open(recorder.path)
    eventually(lambda: again.plot().picture().data == followed, "the picture is that of the finished file")


def test_a_view_of_the_end_stays_at_the_end(session):
    recorder = Recorder(session.folder / "take.wav", 14, start=3)
    program = session.start(recorder.path)
    program.wait("following", lambda e: e["on"])
    program.focus()
    screen.keys("End", "ctrl+plus", "ctrl+plus")
    program.wait("viewport", lambda e: e["framesPerPixel"] < 100, what="zoomed in")
    screen.keys("End")
    program.wait("playhead", lambda e: e["frame"] > 100000)
    mark, length = program.mark(), program.viewport["length"]
    moved = program.wait("viewport", lambda e: e["length"] > length, mark, what="growth")
    end = moved["start"] + moved["framesPerPixel"] * moved["width"]
    expect(abs(end - moved["length"]) <= moved["framesPerPixel"], f"the view ends at {end} of {moved['length']}")
    mark = program.mark()
    screen.keys("Home")
    still = program.wait("viewport", lambda e: e["start"] == 0, mark, what="the view at the start")
    later = program.wait("viewport", lambda e: e["length"] > still["length"], mark, what="growth after that")
    expect_equal((later["start"], later["framesPerPixel"]), (0, still["framesPerPixel"]), "the view of the start")


def test_growth_after_the_end_is_read_by_itself(session):
    path = sounds.wav(session.folder / "take.wav", 20)
    program = session.open(path)
    program.focus()
    plot = program.plot()
    plot.drag(100, 150, 300)
    screen.keys("ctrl+plus", "ctrl+plus")
    program.settle()
    before, selection, playhead = program.viewport, program.selection, program.playhead
    mark = program.mark()
    data = sounds.pulses(10)
    with open(path, "ab") as file:
        file.write(data)
    with open(path, "r+b") as file:
        file.seek(40)
        file.write(struct.pack("<I", 30 * 96000))
    # Nine times as long as reading took, which on a busy machine with a debug build is seconds.
    program.wait("reloaded", since=mark, timeout=40)
    complete(program, mark)
    after = program.viewport
    expect_equal(after["length"], 30 * 48000, "the length")
    expect_equal((after["start"], after["framesPerPixel"]), (before["start"], before["framesPerPixel"]), "the view")
    expect_equal((program.selection, program.playhead), (selection, playhead), "selection and playhead")
    expect_equal([e for e in program.all("file") if e["change"] != "unchanged"], [], "what the user was told")


def test_what_is_said_of_it_makes_a_narrow_window_no_wider(session):
    recorder = Recorder(session.folder / "take.wav", 8)
    program = session.start(recorder.path, settings={"org.barline.Barline window-width": "390"})
    program.wait("following", lambda e: e["on"])
    eventually(lambda: accessible.find(program.tree(), "label", "Recording… 0:0"), "what is read aloud")
    eventually(lambda: program.viewport["length"] > 3 * 48000, "the recording grows")
    expect(program.viewport["width"] <= 390 * program.scale, f"it makes the window wider: {program.viewport}")
