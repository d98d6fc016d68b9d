"""Closing and replacing while a big file is being read: at once, without waiting for the reader."""

import os
import time

import accessible
import screen
import sounds
from palette import LIGHT
from harness import eventually, expect, expect_equal


def reading(session):
    """A program that is in the middle of reading 16 GB of a file that takes no space."""
    program = session.start(sounds.huge(session.folder / "huge.wav"))
    program.wait("reader-progress", lambda e: e["frames"] > 100000)
    expect_equal(program.all("overview-complete"), [], "it is still being read")
    return program


def test_closing_ends_at_once(session):
    program = reading(session)
    window = program.window()
    start = time.monotonic()
    window.close()
    eventually(lambda: not program.is_running, "the process ends while the file is being read")
    expect(time.monotonic() - start < 1, f"the process took {time.monotonic() - start:.1f} s to end")
    expect_equal(program.process.returncode, 0, "the exit status")


def cpu(pid):
    """Seconds of processor time that a process has used."""
    with open(f"/proc/{pid}/stat") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def test_closing_one_window_ends_its_reader(session):
    program = session.start(
        sounds.huge(session.folder / "huge.wav"), sounds.wav(session.folder / "small.wav", 10))
    eventually(lambda: len(program.windows()) == 2, "two windows")
    program.wait("reader-progress", lambda e: e["frames"] > 1000000)
    before = cpu(program.pid)
    time.sleep(0.3)
    expect(cpu(program.pid) - before > 0.1, f"only {cpu(program.pid) - before} s of work in 0.3 s of reading")
    program.window("huge").close()
    eventually(lambda: [w.title for w in program.windows()] == ["small.wav – Barline"], "the other window stays")
    time.sleep(0.1)
    before = cpu(program.pid)
    time.sleep(0.5)
    expect(cpu(program.pid) - before < 0.1, f"{cpu(program.pid) - before} s of work in 0.5 s after closing")


def test_progress_is_shown_and_the_rest_works_meanwhile(session):
    program = reading(session)
    eventually(lambda: "Reading…" in accessible.texts(program.tree()) or program.last("overview-complete"),
               "a reading that takes longer tells its progress")
    expect_equal(program.all("overview-complete"), [], "it is still being read")
    length = program.viewport["length"]
    expect_equal(length, sounds.HUGE_FRAMES, "the length, from the header")
    mark = program.mark()
    plot = program.plot()
    plot.wheel(10, screen.UP, 4)
    program.wait("viewport", lambda v: v["framesPerPixel"] < 0.51 * length / plot.width, mark, what="zoom meanwhile")
    mark = program.mark()
    plot.drag(100, 150, 300)
    program.wait("selection", lambda e: "start" in e, mark, what="a selection meanwhile")
    picture = plot.picture()
    colors = picture.colors(plot.width - 200, 0, 200, plot.height)
    expect(LIGHT.background not in colors or colors[LIGHT.background] < plot.height * 200 // 2,
           "what has not been read looks like silence")
    program.quit()
