"""What a window promises in small things: the wheel, modes that are on, places that are damaged, marks that cannot be kept,
letters that were meant for a dialog, and names that are none."""

import json
import os
import pathlib
import subprocess
import time

import accessible
import screen
import sounds
from harness import eventually, expect, expect_equal

ROOT = pathlib.Path(__file__).resolve().parents[2]
RATE = 48000


def opened(session, seconds=20, **options):
    program = session.open(sounds.wav(session.folder / "pulses.wav", seconds), **options)
    program.focus()
    return program


def test_space_plays_the_selection_and_ends_with_it(session):
    program = opened(session)
    plot = program.plot()
    screen.drag((plot.left + plot.width // 2, plot.top + 40), (plot.left + plot.width // 2 + 60, plot.top + 40))
    start, end = eventually(lambda: program.selection, "a selection")
    mark = program.mark()
    screen.keys("space")
    program.wait("playback", lambda e: e["playing"] and abs(e["frame"] - start) < 2, mark, what="it begins at the selection")
    program.wait("playback", lambda e: not e["playing"] and e["frame"] == end, mark, what="it ends with the selection")
    # Within it, from the playhead; and with another pause before the end of some 1.2 s.
    mark = program.mark()
    screen.keys("shift+space")
    program.wait("playback", lambda e: e["playing"], mark)
    screen.keys("space")
    paused = program.wait("playback", lambda e: not e["playing"], mark)["frame"]
    expect(start <= paused < end, f"paused at {paused}, within {start} to {end}")
    mark = program.mark()
    screen.keys("space")
    again = program.wait("playback", lambda e: e["playing"], mark)["frame"]
    expect(abs(again - paused) < 2, f"it goes on at {again}, paused at {paused}")
    program.wait("playback", lambda e: not e["playing"] and e["frame"] == end, mark, what="and ends with the selection")


def test_the_wheel_changes_no_value_in_a_panel_that_scrolls(session):
    program = opened(session)
    program.window().resize(900 * program.scale, 560 * program.scale)
    program.settle()
    mark = program.mark()
    screen.keys("ctrl+d")
    program.wait("noise-panel", lambda e: e["open"], mark)
    program.settle()
    slider = program.find("slider", "Reduction")

    def wheel(x, y):
        screen.move(x, y)
        for _ in range(3):
            screen.press(screen.DOWN)
            screen.release(screen.DOWN)
        program.settle()
    # Into the middle of the panel, by the wheel over something else.
    wheel(*program.spot(program.find("push button", "Suggest")))
    before, place = slider.get_value_iface().get_current_value(), program.area(slider)
    top, height = program.window().place[1], program.window().place[3]
    expect(top + 60 < place[1] < top + height - 180, f"the slider is seen: {place}")
    wheel(place[0] + place[2] // 2, place[1] + place[3] // 2)
    expect_equal(slider.get_value_iface().get_current_value(), before, "the value under the pointer")
    expect(program.area(slider)[1] < place[1], "the panel scrolls instead")


def test_snapping_is_seen_while_it_is_on_and_goes_with_its_window(session):
    program = opened(session)

    def button():
        found = accessible.find(program.tree(), None, "Snap", part_of_role="button")
        return found if found and accessible.is_visible(found) else None

    expect(button() is None, "it is off at first")
    screen.keys("s")
    eventually(button, "a button says that edges snap")
    screen.click(*program.spot(button()))
    eventually(lambda: button() is None, "a click on it ends it")
    screen.keys("s")
    eventually(button, "the button again")
    program.quit()
    program = opened(session)
    program.settle()
    expect(button() is None, "a new window begins without")


def test_the_notice_of_damage_leads_to_each_place(session):
    # Two holes in a FLAC file of half a minute.
    source = sounds.wav(session.folder / "whole.wav", 30)
    path = session.folder / "holed.flac"
    subprocess.run(["flac", "--silent", "-f", "-o", str(path), str(source)], check=True)
    data = bytearray(path.read_bytes())
    for share in (0.3, 0.7):
        place = int(len(data) * share)
        data[place:place + 300] = bytes(300)
    path.write_bytes(data)
    program = session.open(path)
    program.focus()
    show = program.find("push button", "Show")
    seen = []
    for _ in range(3):
        mark = program.mark()
        screen.click(*program.spot(show))
        program.wait("playhead", None, mark)
        eventually(lambda: program.selection, "the place is selected")
        program.settle()
        seen.append(program.selection[0])
        view = program.viewport
        width = (program.selection[1] - program.selection[0]) / view["framesPerPixel"]
        expect(width > 10, f"{width} pixels of it are seen")
    expect(seen[0] < seen[1] and seen[2] == seen[0], f"one after the other, and from the first again: {seen}")


def test_marks_that_cannot_be_written_are_kept_in_a_copy(session):
    program = opened(session)
    beside = pathlib.Path(f"{session.folder}/pulses.wav.barline-marks.json")
    screen.keys("m", "a", "Return")
    eventually(lambda: beside.exists() and '"a"' in beside.read_text(), "a mark on the disk")
    beside.write_text("<<<<<<< HEAD\n{}\n=======\n")
    time.sleep(1.2)
    mark = program.mark()
    screen.keys("Right", "m", "b", "Return")
    program.wait("unkept-marks", lambda e: e["on"], mark)
    eventually(lambda: "are not kept" in accessible.texts(program.tree()), "a bar says so")
    # It stays, and closing asks.
    program.settle(1)
    screen.keys("ctrl+w")
    eventually(lambda: len(program.windows()) == 2, "the question")
    screen.keys("Escape")
    eventually(lambda: len(program.windows()) == 1, "it stays")
    mark = program.mark()
    screen.click(*program.spot(program.find("push button", "Keep a Copy")))
    program.wait("unkept-marks", lambda e: not e["on"], mark)
    copies = list(session.folder.glob("pulses.wav.barline-marks copy*.json"))
    expect_equal(len(copies), 1, f"the copies: {copies}")
    names = [entry.get("name") for tier in json.loads(copies[0].read_text())["tiers"] for entry in tier["marks"]]
    expect_equal(sorted(names), ["a", "b"], "what is in it")
    expect(beside.read_text().startswith("<<<<"), "what another program left stays")
    program.quit()


def test_letters_after_a_dialog_has_gone_mark_nothing(session):
    program = opened(session)
    screen.keys("ctrl+comma")
    eventually(lambda: len(program.windows()) == 2, "the preferences")
    mark = program.mark()
    # The dialog goes, and whoever typed into it types on.
    screen.keys("Escape")
    eventually(lambda: len(program.windows()) == 1, "it closes")
    screen.keys("m", "s", "b")
    time.sleep(0.5)
    expect(not program.all("marks", mark), "no mark")
    screen.keys("m")
    program.wait("marks", lambda e: e["count"] == 1, mark)


def test_an_empty_name_is_a_mistake_of_the_command_line(session):
    found = subprocess.run(
        [os.environ.get("BARLINE_BINARY", ROOT / ".build/release/barline"), ""], capture_output=True, text=True, timeout=20)
    expect_equal(found.returncode, 1, "the status")
    expect("name of a file is empty" in found.stderr and "barline --help" in found.stderr, found.stderr)
