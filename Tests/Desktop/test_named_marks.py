"""Marks with names: typed in the window, kept beside the recording at once, there again, moved, taken back."""

import json
import os

import accessible
import drop
import screen
import sounds
from harness import eventually, expect, expect_equal
from test_export import save, titled

SUFFIX = ".barline-marks.json"


def kept(path):
    """Names and ranges in the file of marks; none without a file."""
    file = path.with_name(path.name + SUFFIX)
    if not file.exists():
        return []
    tiers = json.loads(file.read_text())["tiers"]
    return [(mark["name"], mark["start"], mark.get("end")) for tier in tiers for mark in tier["marks"]]


def type_mark(program, name):
    mark = program.mark()
    screen.keys("m")
    eventually(lambda: accessible.find(program.tree(), "text", "Name of the mark"), "an entry for the name")
    screen.keys(*name, "Return")
    program.wait("marks-kept", None, mark)


def test_a_typed_mark_is_there_after_the_process_was_killed(session):
    path = sounds.wav(session.folder / "pulses.wav")
    program = session.open(path)
    program.focus()
    plot = program.plot()
    plot.click(plot.width // 4)
    expect_equal(kept(path), [], "the marks at first")
    type_mark(program, "one")
    eventually(lambda: [name for name, _, _ in kept(path)] == ["one"], "the mark on the disk")
    program.kill()
    again = session.open(path)
    session.programs.remove(program)
    again.wait("marks", lambda e: e["count"] == 1)
    eventually(lambda: accessible.find(again.tree(), None, "Marks: one at "), "the name in the accessibility tree")


def test_marks_are_moved_found_removed_and_taken_back(session):
    path = sounds.wav(session.folder / "pulses.wav")
    program = session.open(path)
    program.focus()
    plot = program.plot()
    plot.drag(200, 300, 400)
    program.settle()
    start, end = program.selection
    type_mark(program, "ab")
    eventually(lambda: kept(path) == [("ab", start, end)], f"a mark over {start}..{end}")
    # The whole of it moves with the pointer; its strip stands between ruler and lanes.
    strip = eventually(lambda: accessible.find(program.tree(), None, "Marks: ab"), "the strip")
    x, y = program.spot(strip)
    left, top = x - plot.width // 2, y
    screen.drag((left + 300, top), (left + 340, top), (left + 400, top))
    eventually(lambda: kept(path) and kept(path)[0][1] > start, "the mark to move")
    moved = kept(path)[0]
    expect_equal(moved[2] - moved[1], end - start, "its length")
    screen.keys("ctrl+z")
    eventually(lambda: kept(path) == [("ab", start, end)], "the move to be taken back")
    # Escape in the entry takes a new mark back; the key finds the one there is.
    plot.click(50)
    screen.keys("m")
    eventually(lambda: accessible.find(program.tree(), "text", "Name of the mark"), "an entry for the name")
    screen.keys("x", "Escape")
    eventually(lambda: [name for name, _, _ in kept(path)] == ["ab"], "no second mark")
    screen.keys("n")
    eventually(lambda: program.selection == (start, end), "the mark's range to be selected")
    screen.keys("Delete")
    eventually(lambda: kept(path) == [], "the mark to be removed")
    screen.keys("ctrl+z")
    eventually(lambda: kept(path) == [("ab", start, end)], "the mark to come back")
    expect(program.viewport is not None, "the view is there")


def test_marks_of_other_programs_are_dropped_on_the_window_and_their_changes_seen(session):
    path = sounds.wav(session.folder / "pulses.wav")
    labels = session.folder / "words.txt"
    labels.write_text("10\t20\tone\n30\t30\ttwo\n")
    program = session.open(path)
    program.focus()
    mark = program.mark()
    drop.files(program.window(), [labels])
    program.wait("marks-imported", None, mark)
    program.wait("marks-kept", None, mark)
    expect_equal([name for name, _, _ in kept(path)], ["one", "two"], "the marks")
    eventually(lambda: accessible.find(program.tree(), None, "Marks: one at "), "the strip")
    # Another program takes one of them out.
    file = path.with_name(path.name + SUFFIX)
    document = json.loads(file.read_text())
    document["tiers"][0]["marks"].pop()
    mark = program.mark()
    file.write_text(json.dumps(document))
    program.wait("marks", lambda event: event["count"] == 1, mark)
    screen.keys("ctrl+z")
    eventually(lambda: [name for name, _, _ in kept(path)] == ["one", "two"], "the change to be taken back")


def test_the_list_moves_the_view_names_filters_and_is_read_aloud(session):
    path = sounds.wav(session.folder / "pulses.wav")
    marks = [{"name": name, "start": start, "end": start + 500} for start, name in
             ((1000, "one"), (4000, "two"), (8000, "three"))]
    path.with_name(path.name + SUFFIX).write_text(json.dumps(
        {"format": "barline-marks", "version": 1, "sampleRate": 48000, "tiers": [{"name": "a", "marks": marks}]}))
    program = session.open(path)
    program.wait("marks", lambda e: e["count"] == 3)
    program.focus()
    screen.keys("F9")
    row = eventually(lambda: accessible.find(program.tree(), None, "one, 0:00.0"), "a row with name and start")
    expect(", length " in accessible.name(row), accessible.name(row))
    mark = program.mark()
    screen.keys("Down")
    program.wait("selection", lambda e: (e.get("start"), e.get("end")) == (4000, 4500), mark)
    screen.keys("Return")
    eventually(lambda: accessible.find(program.tree(), "text", "Name of the mark"), "an entry for the name")
    screen.keys("x", "Tab", "y", "Return")
    eventually(lambda: [name for name, _, _ in kept(path)] == ["one", "x", "y"], "two names")
    # Delete removes what is selected in the list.
    screen.keys("Up", "shift+Up", "Delete")
    eventually(lambda: [name for name, _, _ in kept(path)] == ["y"], "two marks less")
    screen.keys("ctrl+z")
    eventually(lambda: len(kept(path)) == 3, "both to come back")
    mark = program.mark()
    screen.keys("F9")
    program.wait("mark-list-panel", lambda e: not e["open"], mark)


def tiers(path):
    """Names of tiers, each with the names of its marks."""
    return {tier["name"]: [mark["name"] for mark in tier["marks"]]
            for tier in json.loads(path.with_name(path.name + SUFFIX).read_text())["tiers"]}


def test_the_menu_of_a_mark_splits_moves_and_merges(session):
    path = sounds.wav(session.folder / "pulses.wav")
    program = session.open(path)
    program.focus()
    plot = program.plot()
    plot.drag(200, 300, 400)
    type_mark(program, "ab")
    plot.click(300)
    strip = eventually(lambda: accessible.find(program.tree(), None, "Marks: ab"), "the strip")
    x, y = program.spot(strip)
    spot = x - plot.width // 2 + 250, y

    def choose(key):
        # Held as long as a hand does: GTK once counted the release against the menu. The pointer rests where it was: GTK
        # once gave the press to the menu that had just closed.
        screen.move(*spot)
        screen.press(3)
        program.settle(0.1)
        screen.release(3)
        eventually(lambda: accessible.find(program.tree(), None, "Split at Playhead"), "the menu")
        screen.keys(key)

    def closed():
        eventually(lambda: not accessible.find(program.tree(), None, "Split at Playhead"), "the menu to close")
        # What lays out the window once gave the pointer to the menu that is gone.
        screen.keys("F9", "F9")
        program.settle(0.4)

    choose("s")
    eventually(lambda: tiers(path) == {"Marks": ["ab", "ab"]}, "two parts")
    closed()
    choose("g")
    eventually(lambda: tiers(path) == {"Marks": ["ab ab"]}, "one again")
    closed()
    choose("t")
    screen.keys("n")
    eventually(lambda: accessible.find(program.tree(), "text", "Name of the tier"), "an entry for the tier")
    screen.keys("w", "Return")
    eventually(lambda: tiers(path) == {"Marks": [], "w": ["ab ab"]}, "the mark in a new tier")
    screen.keys("ctrl+z")
    eventually(lambda: tiers(path) == {"Marks": ["ab ab"]}, "the tier to be taken back")
    expect("accounting" not in program.error_path.read_text(), "GTK complains of the menu")


def test_marks_go_out_in_every_format_and_of_each_tier_that_the_dialog_offers(session):
    path = sounds.wav(session.folder / "pulses.wav", 5)
    path.with_name(path.name + SUFFIX).write_text(json.dumps({
        "format": "barline-marks", "version": 1, "sampleRate": 48000,
        "tiers": [{"name": tier, "color": number,
                   "marks": [{"name": name, "start": 48000 * (number + 1), "end": 48000 * (number + 2)}]}
                  for number, (tier, name) in enumerate((("words", "hello"), ("phones", "schwa")))]}))
    program = session.open(path)
    program.wait("marks", lambda e: e["count"] == 2)
    program.focus()

    def dialog():
        return titled(program, "Export Marks", "combo box")

    def row(title):
        return eventually(lambda: accessible.find(dialog(), "combo box", title), f"the row “{title}”")

    def shown(title):
        """What the row says is chosen."""
        return [accessible.name(node) for node in accessible.nodes(row(title)) if accessible.role(node) == "label"][1]

    def choose(title, place):
        """By pointer and keys: opens the list and goes down in it."""
        screen.click(*program.spot(row(title), program.window("Export Marks")))
        program.settle()
        screen.keys("Home", *["Down"] * place, "Return")
        program.settle()
        return shown(title)

    def export(name, title, place):
        program.choose("View", "Recording", "Export Marks…")
        eventually(dialog, "the dialog")
        program.settle()
        chosen = choose(title, place)
        save(program, session.folder / name)
        file = eventually(lambda: next(session.folder.glob(name + ".*"), None), f"a file of “{chosen}”")
        return chosen, file.read_bytes()

    # One after the other, outside of a campaign every fourth, until the list has no more and the last one comes again.
    step = 1 if os.environ.get("BARLINE_CAMPAIGNS") else 4
    written = [export("format 0", "Format", 0)]
    while len(written) < 2 or written[-1][0] != written[-2][0]:
        written.append(export(f"format {len(written)}", "Format", step * len(written)))
        expect(len(written) < 30, "the list has an end")
    files = dict(written)
    expect(len(files) == len(written) - 1 > 11 // step, f"formats: {[name for name, _ in written]}")
    expect_equal(len(set(files.values())), len(files), "different files")
    for name, text in files.items():
        expect(b"hello" in text and b"schwa" in text, f"all tiers in “{name}”")
    for number, (there, other) in enumerate(((b"hello", b"schwa"), (b"schwa", b"hello"))):
        chosen, text = export(f"tier {number}", "Marks", number + 1)
        expect(there in text and other not in text, f"“{chosen}” alone: {text}")
