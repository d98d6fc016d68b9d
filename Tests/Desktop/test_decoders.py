"""Decoders in processes of their own: what becomes of a recording whose decoder ends in the middle."""

import contextlib
import os
import pathlib
import signal
import subprocess
import threading
import time

import accessible
import screen
from harness import eventually, expect, expect_equal

FRAMES = 48000 * 1200


def decoders(path):
    """The processes of decoders that have a file open."""
    found = []
    for process in pathlib.Path("/proc").iterdir():
        try:
            if process.name.isdigit() and (process / "comm").read_text().startswith("barline-decod") \
                    and any(os.readlink(link) == str(path) for link in (process / "fd").iterdir()):
                found.append(int(process.name))
        except OSError:
            pass
    return found


@contextlib.contextmanager
def slow(path):
    """Lets decoders of a file work for a small part of the time only."""
    ended = threading.Event()

    def brake():
        while not ended.is_set():
            for process in decoders(path):
                with contextlib.suppress(ProcessLookupError):
                    os.kill(process, signal.SIGSTOP)
                    time.sleep(0.05)
                    os.kill(process, signal.SIGCONT)
            time.sleep(0.001)

    thread = threading.Thread(target=brake)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()


def test_a_decoder_that_was_killed_is_told_and_read_anew(session):
    path = session.folder / "long.flac"
    # Without dither and half as loud, or sox complains where everybody's complaints are read.
    subprocess.run(
        ["sox", "-R", "-n", "-r", "48000", "-b", "16", "-D", "-C", "0", path, "synth", "1200", "pinknoise", "vol", "0.5"],
        check=True, timeout=60)
    with slow(path):
        program = session.start(path)
        program.wait("reader-progress", lambda event: event["frames"] > 0)
        for process in eventually(lambda: decoders(path), "a decoder"):
            os.kill(process, signal.SIGKILL)
        notice = eventually(lambda: text if "ended unexpectedly" in (text := accessible.texts(program.tree())) else "",
                            "a notice of its end")
    read = program.viewport["length"]
    expect(0 < read < FRAMES, f"{read} frames were read before")
    expect("damaged" not in notice, f"a word that nobody can say: {notice}")
    program.settle()
    screen.click(*program.spot(program.find("push button", "Reload")))
    eventually(lambda: program.viewport["length"] == FRAMES, "all of it")
    eventually(lambda: "unexpectedly" not in accessible.texts(program.tree()), "the notice goes")
    expect_equal(len(program.all("reloaded")), 1, "readings")
