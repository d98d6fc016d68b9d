"""A folder in a window: rows, filtering, playing, labels, opening, and files that come."""

import json
import shutil

import accessible
import screen
import sounds
from harness import SAMPLES, eventually, expect, expect_equal


def label(path):
    """The label in the file of marks; None without one."""
    file = path.with_name(path.name + ".barline-marks.json")
    tiers = json.loads(file.read_text())["tiers"] if file.exists() else []
    return next((mark["name"] for tier in tiers if tier["name"] == "Label" for mark in tier["marks"]), None)


def row(program, prefix):
    return eventually(lambda: accessible.find(program.tree(), None, prefix), f"a row “{prefix}…”")


def test_a_folder_is_listed_filtered_played_labelled_and_opened(session):
    folder = session.folder / "takes"
    folder.mkdir()
    for name in ("take 1.wav", "take 2.wav", "take 10.wav"):
        sounds.wav(folder / name)
    (folder / "empty.wav").write_bytes(b"")
    (folder / "notes.txt").write_text("no sound")
    program = session.start(folder)
    program.wait("folder", lambda e: (e["files"], e["shown"]) == (4, 4))
    program.wait("folder-screen")
    program.focus()
    row(program, "take 2.wav, 1:00")
    row(program, "empty.wav, is empty")
    # Letters go to the entry; Enter goes back to the rows.
    mark = program.mark()
    screen.keys(*"take", "space", "1")
    program.wait("folder", lambda e: e["shown"] == 2, mark)
    screen.keys("Return")
    eventually(lambda: accessible.find(program.tree(), None, "take 1.wav"), "the rows")
    mark = program.mark()
    screen.keys("space")
    program.wait("folder-playback", lambda e: e["playing"] and e["name"] == "take 1.wav", mark)
    mark = program.mark()
    screen.keys("Down")
    program.wait("folder-playback", lambda e: e["playing"] and e["name"] == "take 10.wav", mark)
    mark = program.mark()
    screen.keys("space")
    program.wait("folder-playback", lambda e: not e["playing"], mark)
    screen.keys("3")
    eventually(lambda: label(folder / "take 10.wav") == "3", "the label in the file of marks")
    eventually(lambda: "label 3" in accessible.name(row(program, "take 10.wav, 1:00")), "the label in the row")
    expect_equal(label(folder / "take 1.wav"), None, "the other label")
    screen.keys("3")
    eventually(lambda: label(folder / "take 10.wav") is None, "the label to go again")
    mark = program.mark()
    screen.keys("Escape")
    program.wait("folder", lambda e: e["shown"] == 4, mark)
    # A file that comes and one that goes; what is selected stays so.
    shutil.copy(SAMPLES / "speech.wav", folder / "speech.wav")
    program.wait("folder", lambda e: e["files"] == 5, mark)
    (folder / "take 1.wav").unlink()
    program.wait("folder", lambda e: e["files"] == 4, mark)
    eventually(lambda: accessible.find(program.tree(), None, "speech.wav, 0:"), "the row of the file that came")
    mark = program.mark()
    screen.keys("Return")
    program.wait("overview-complete", None, mark, timeout=30)
    expect("take 10.wav" in program.window("take 10.wav").title, "its window")


def test_an_empty_folder_says_so_and_shows_what_comes(session):
    folder = session.folder / "album"
    folder.mkdir()
    program = session.start(folder)
    program.wait("folder", lambda e: e["files"] == 0)
    eventually(lambda: accessible.find(program.tree(), "label", "No Recordings"), "the page")
    expect_equal(program.window().title, "album – Barline", "the title")
    sounds.wav(folder / "one.wav")
    row(program, "one.wav, 1:00")
