"""A window that listens to a sound server of our own: what it hears is seen and recorded, and outlives a kill."""

import json
import os
import random
import shutil
import signal
import struct
import subprocess
import time

import accessible
import screen
import sounds
from harness import eventually, expect, expect_equal
from test_sound import Server

ALONE = True


def played(server, path):
    """Pulses that go to the null sink until they are killed."""
    return subprocess.Popen(
        ["paplay", "-s", server.address, "-d", "nulls", str(path)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def listening(session, server, folder):
    program = session.start(
        options=("--listen", "nulls.monitor"), env=server.env,
        settings={"org.barline.Barline record-folder": str(folder)})
    program.wait("source", lambda e: e["name"] == "Monitor of Null Output")
    program.wait("viewport")
    program.focus()
    return program


def record(program):
    mark = program.mark()
    screen.keys("ctrl+shift+r")
    return program.wait("source", lambda e: e["recording"], mark)["recording"]


def test_what_is_heard_is_seen_and_recorded_and_its_source_may_go(session):
    with Server(session) as server:
        server.start()
        program = listening(session, server, session.folder)
        player = played(server, sounds.wav(session.folder / "pulses.wav", 60))
        program.wait("reader-progress", lambda e: e["frames"] > 24000)
        path = record(program)
        expect(path.startswith(str(session.folder)) and path.endswith(".wav"), f"where it is kept: {path}")
        frames = program.last("reader-progress")["frames"]
        # Its spectrum, while a spectrogram rolls.
        screen.keys("g", "g")
        mark = program.mark()
        screen.keys("F6")
        program.wait("spectrum", lambda e: abs(e["loudest"] - 441) < 30, mark)
        screen.keys("F6")
        program.wait("reader-progress", lambda e: e["frames"] > frames + 48000)
        mark = program.mark()
        screen.keys("ctrl+shift+r")
        done = program.wait("recorded", None, mark)
        expect_equal((done["path"], done["failed"]), (path, False), "what is said of the recording")
        data = open(path, "rb").read()
        expect_equal(struct.unpack_from("<I", data, 4)[0] + 8, len(data), "the length in the head")
        # The sink has 16 bits.
        expect(len(data) > 48000 * 4 and any(data[80:]), f"{len(data)} bytes of sound")
        # The source goes: a bar says so, and what was heard stays.
        frames = program.last("reader-progress")["frames"]
        mark = program.mark()
        server.ask("unload-module", "module-null-sink")
        gone = program.wait("source", lambda e: e["problem"], mark)
        expect("has gone" in gone["problem"], f"what is said: {gone}")
        eventually(lambda: program.find("label", "The source has gone"), "the bar says so")
        expect(program.last("reader-progress")["frames"] >= frames, "what was heard")
        player.kill()
        player.wait()
        program.quit()


def test_a_recording_outlives_a_kill(session):
    """BARLINE_KILLS=50 for the figure in docs/performance.md."""
    chance = random.Random(17)
    kills = int(os.environ.get("BARLINE_KILLS", "1"))
    with Server(session) as server:
        server.start()
        player = played(server, sounds.wav(session.folder / "pulses.wav", 60 + 10 * kills))
        most = 0
        for number in range(kills):
            program = session.start(
                options=("--listen", "nulls.monitor"), env=server.env, settings={
                    "org.barline.Barline record-folder": str(session.folder),
                    "org.barline.Barline record-format": "flac" if number % 2 else "wav"})
            program.wait("reader-progress")
            program.focus()
            path = record(program)
            began = time.monotonic()
            program.wait("reader-progress", since=program.mark())
            time.sleep(chance.uniform(0.6, 2.5))
            length = time.monotonic() - began
            program.process.send_signal(signal.SIGKILL)
            program.process.wait()
            session.programs.remove(program)
            shutil.rmtree(program.config)
            found = subprocess.run(
                [os.environ.get("BARLINE_CLI", ".build/release/barline-cli"), "info", "--json", path], capture_output=True,
                text=True, timeout=20)
            expect_equal(found.returncode, 0, f"it opens: {found.stderr}")
            entry = json.loads(found.stdout)[0]
            # The head of a FLAC file cannot say how long it is before it is closed.
            warnings = [text for text in entry.get("warnings", []) if number % 2 == 0 or "closed properly" not in text]
            expect_equal(warnings, [], "nothing else is wrong")
            missing = length - entry["frames"] / entry["sampleRate"]
            most = max(most, missing)
            expect(missing < 1, f"{missing:.2f} s of {length:.2f} s are missing")
        print(f"  {kills} kills, at most {most:.2f} s missing")
        player.kill()
        player.wait()


def kept(path):
    """The marks beside a recording, as the program keeps them: start and name."""
    document = json.loads(open(f"{path}.barline-marks.json").read())
    return [(mark["start"], mark.get("name", "")) for tier in document["tiers"] for mark in tier["marks"]]


def cues(path):
    """Frames of the cue points of a WAV file, by the bytes."""
    data = open(path, "rb").read()
    expect_equal(struct.unpack_from("<I", data, 4)[0] + 8, len(data), "the length in the head")
    place, found = 12, []
    while place + 8 <= len(data):
        size = struct.unpack_from("<I", data, place + 4)[0]
        if data[place:place + 4] == b"cue ":
            count = struct.unpack_from("<I", data, place + 8)[0]
            found = [struct.unpack_from("<I", data, place + 12 + 24 * index + 20)[0] for index in range(count)]
        place += 8 + size + size % 2
    return found


def name_a_mark(program, name):
    """M, and a name. Returns the frames heard before and after the key."""
    before = program.last("reader-progress")["frames"]
    mark = program.mark()
    screen.keys("m")
    program.wait("marks", None, mark)
    after = program.wait("reader-progress", None, program.mark())["frames"]
    screen.keys(*name, "Return")
    return before, after


def test_marks_go_where_it_is_heard_and_into_what_is_recorded(session):
    with Server(session) as server:
        server.start()
        for kind in ("wav", "flac"):
            program = session.start(
                options=("--listen", "nulls.monitor"), env=server.env, settings={
                    "org.barline.Barline record-folder": str(session.folder),
                    "org.barline.Barline record-format": kind})
            player = played(server, sounds.wav(session.folder / "pulses.wav", 60))
            program.wait("source", lambda e: e["name"] == "Monitor of Null Output")
            program.wait("reader-progress", lambda e: e["frames"] > 24000)
            program.focus()
            # Before the recording: not of it.
            name_a_mark(program, "early")
            path = record(program)
            begun = program.last("reader-progress")["frames"]
            program.wait("reader-progress", lambda e: e["frames"] > begun + 24000)
            view = program.last("viewport")
            places = [name_a_mark(program, name) for name in ("one", "two")]
            eventually(lambda: [name for _, name in kept(path)] == ["one", "two"], "they are beside it at once")
            mark = program.mark()
            screen.keys("ctrl+shift+r")
            done = program.wait("recorded", None, mark)
            expect_equal((done["path"], done["failed"]), (path, False), "what is said of the recording")
            marks = kept(path)
            expect_equal([name for _, name in marks], ["one", "two"], "the names")
            for (frame, name), (first, last) in zip(marks, places):
                length = marks[1][0] - marks[0][0]
                expect(abs(length - (places[1][0] - places[0][0])) < 24000, f"{name} lies {length} frames apart: {places}")
                expect(0 <= frame < last, f"{name} at {frame}, heard up to {last}")
            expect(abs(marks[0][0] - (places[0][0] - begun)) < 24000, f"counted from its start at {begun}: {marks}, {places}")
            if kind == "wav":
                expect_equal(cues(path), [frame for frame, _ in marks], "the cue points")
            # The view did not go anywhere: it shows what is heard.
            expect(program.last("viewport")["start"] >= view["start"], "the view stays at what is heard")
            player.kill()
            player.wait()
            program.quit()


def test_the_meter_falls_and_the_clock_runs_in_silence(session):
    with Server(session) as server:
        server.start()
        program = listening(session, server, session.folder)

        def meter():
            """The colors of the meter: that of its ground alone while nothing is heard."""
            x, y, width, height = program.area(program.find(None, "Level"))
            left, top, _, _ = program.window().place
            picture = program.window().picture()
            return {picture[x - left + column, y - top + row] for column in range(width) for row in range(height)}

        def clock():
            button = accessible.find(program.tree(), "push button", "Complete the recording")
            return accessible.name(button) if button else ""

        still = meter()
        player = played(server, sounds.wav(session.folder / "pulses.wav", 60))
        record(program)
        eventually(lambda: len(meter()) > len(still), "the meter moves")
        player.kill()
        player.wait()
        eventually(lambda: meter() == still, "the meter falls")
        before = eventually(clock, "the clock")
        eventually(lambda: clock() not in ("", before), "the clock goes on")
        # Closing asks, and keeps what was recorded.
        screen.keys("ctrl+w")
        eventually(lambda: len(program.windows()) == 2, "the question")
        screen.keys("Escape")
        eventually(lambda: len(program.windows()) == 1, "it stays open")
        mark = program.mark()
        screen.keys("ctrl+w")
        eventually(lambda: len(program.windows()) == 2, "the question again")
        accessible.activate(eventually(program.discard_button, "the button that ends it"))
        program.wait("recorded", lambda e: not e["failed"], mark)
        eventually(lambda: program.process.poll() is not None, "the window closes")
