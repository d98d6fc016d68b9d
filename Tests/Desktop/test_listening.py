"""A window that listens to a sound server of our own: what it hears is seen and recorded, and outlives a kill."""

import json
import os
import random
import shutil
import signal
import struct
import subprocess
import time

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
