"""No item of a menu is dead: every menu is found in the window itself (menus.py), and each of its items is used with the pointer
or with keys; something has to change for it that is not the menu. What is new is walked over without being listed."""

import itertools
import json
import shutil
import struct

import accessible
import sounds
from harness import eventually, expect, expect_equal
from menus import NOTHING, MenuWalker, press_keys
from test_tracks import video
from test_walk import judge, opened
from walk import ENVIRONMENT, WAYS

#: Some minutes on two displays. What GTK 4.8 says of a tooltip over a surface that has gone (gtktooltip.c) can end the program
#: in the middle.
WHOLE = True
RATE = 48000


def recording(path):
    """A recording that says when it began, and has marks beside it and cue points in it."""
    sounds.wav(path, 20)
    points = [(1, 3 * RATE), (2, 5 * RATE)]
    cues = struct.pack("<I", len(points)) + b"".join(
        struct.pack("<II4sIII", number, frame, b"data", 0, 0, frame) for number, frame in points)
    start = bytes(320) + b"2026-01-0110:00:00" + struct.pack("<Q", 36000 * RATE) + bytes(256)
    data = path.read_bytes()
    data = data[:36] + b"".join(
        name + struct.pack("<I", len(content)) + content for name, content in ((b"bext", start), (b"cue ", cues))) + data[36:]
    path.write_bytes(data[:4] + struct.pack("<I", len(data) - 8) + data[8:])
    path.with_name(path.name + ".barline-marks.json").write_text(json.dumps({
        "format": "barline-marks", "version": 1, "sampleRate": RATE,
        "tiers": [{"name": tier, "color": color, "marks": [
            {"name": f"{tier[0]}{place}", "start": 3 * RATE * place, "end": 3 * RATE * (place + 1)} for place in range(3)]}
            for color, tier in enumerate(("words", "phones"))]}))


def project(folder):
    """Lanes in all styles, so that as many commands as possible make sense at once."""
    folder.mkdir()
    recording(folder / "first.wav")
    sounds.wav(folder / "second.wav", 18, channels=2)
    sounds.wav(folder / "third.wav", 15)
    (folder / "walk.barline").write_text(json.dumps({
        "format": "barline-project", "version": 1, "sampleRate": RATE, "amplitudeUnit": "decibels",
        "spectrogram": {"range": {"low": 100, "high": 9000}},
        "lanes": [{"path": f"{name}.wav", "style": style, "gains": {"all": 6}, "color": color}
                  for color, (name, style) in enumerate((
                      ("first", "bars"), ("second", "envelope"), ("third", "spectrogram")))]}))


SETTINGS = {"org.barline.Barline window-width": "1240", "org.barline.Barline window-height": "740"}
QUIET = "gtk-enable-animations=0"


def walker(session, make, name):
    """A walker of a program that shows a file of a folder; each time anew."""
    make(session.folder / "files")
    numbers = itertools.count()

    def start():
        number = next(numbers)
        shutil.copytree(session.folder / "files", session.folder / f"files-{number}")
        env = {"XDG_DATA_HOME": str(session.folder / f"data-{number}")}  # recent recordings are in it
        return opened(session, session.folder / f"files-{number}" / name, env=env, gtk=QUIET, settings=SETTINGS).program
    return MenuWalker(start)


def lanes(session):
    return walker(session, project, "walk.barline")


def selected(walker):
    """A selected mark and range in a part of the recording, with views and changes before and after."""
    press_keys("ctrl+0", "Home", "n", "Right", "shift+Right", "shift+Right", "ctrl+z", "ctrl+plus", "ctrl+e", "alt+Left")
    walker.until(lambda: not walker.is_busy())


def unselected(walker):
    selected(walker)
    for _ in range(3):
        press_keys("Escape")
        if walker.until(lambda: walker.program.selection is None, 0.3):
            return


def panel(name, key):
    """With a panel beside the lanes."""
    def arrange(walker):
        walker.panel = f"{name}-panel"
        selected(walker)
        shown = walker.program.last(walker.panel)
        if not (shown and shown["open"]):
            press_keys(key)
            walker.program.wait(walker.panel, lambda event: event["open"], walker.since[0])
            walker.until(lambda: not walker.is_busy())
    return arrange


def plain(walker):
    """As it is."""
    walker.until(lambda: not walker.is_busy(), 0.2)


SINGLE = "test_walk_menus.test_no_item_for_a_single_recording_is_dead"
#: The tests that use what one window cannot have with all else, by the labels that lead there.
TIME_OF_DAY = {"Show Time of Day": SINGLE}
BUTTONS = {
    **TIME_OF_DAY, "Recording ▸ Take Marks from the File": SINGLE, "Recording ▸ Open as Raw Data…": SINGLE,
    "Recording ▸ Align B to A": "test_compare.test_channels_that_stand_apart_are_shown_and_compared_by_number_again",
    # The project that is open already.
    "walk.barline": "test_opening.test_recent_recordings_are_in_the_menu",
}
#: The tier in which the mark lies: it is offered, and nothing changes.
OWN_TIER = {"Move to Tier ▸ phones": "test_named_marks.test_the_menu_of_a_mark_splits_moves_and_merges"}
PARTS = {**TIME_OF_DAY, **OWN_TIER}


def test_no_item_of_the_menus_of_buttons_is_dead(session):
    walker = lanes(session)
    walker.walk_menus([selected], BUTTONS, in_parts=False)
    judge(walker)


def test_no_item_of_the_menus_of_parts_is_dead(session):
    walker = lanes(session)
    walker.walk_menus([selected, unselected], PARTS, in_buttons=False)
    judge(walker)


def test_no_item_of_the_menus_of_panels_is_dead(session):
    walker = lanes(session)
    walker.walk_menus([panel("measures", "F7")], inside="Measures", in_parts=False)
    walker.walk_menus([panel("mark-list", "F9")], OWN_TIER, inside="List of Marks")
    judge(walker)


def test_no_item_for_a_single_recording_is_dead(session):
    def single(folder):
        folder.mkdir()
        recording(folder / "first.wav")
        (folder / "first.wav.barline-marks.json").unlink()  # those in the file are offered
    menus = walker(session, single, "first.wav")
    menus.walk_menus([selected], only={item for item, test in BUTTONS.items() if test == SINGLE}, in_parts=False)
    judge(menus)


def test_no_item_of_the_menu_of_tracks_is_dead(session):
    def film(folder):
        folder.mkdir()
        video(folder / "film.mkv", ("eng", "", 0.9), ("deu", "Kommentar", 0.1), seconds=5)
    menus = walker(session, film, "film.mkv")
    menus.walk_menus([plain], inside="Audio track: English · AAC mono", in_parts=False)
    expect(menus.count, "the menu of tracks is not found")
    judge(menus)


def test_no_item_of_the_menus_of_a_folder_is_dead(session):
    (session.folder / "takes").mkdir()
    sounds.wav(session.folder / "takes/one.wav", 5)

    def start():
        program = session.start(session.folder / "takes", env=ENVIRONMENT, gtk=QUIET)
        program.wait("folder-screen")
        eventually(lambda: next(accessible.nodes(program.tree()), None), "the accessibility tree")
        program.focus()
        program.settle()
        return program
    menus = MenuWalker(start)
    menus.walk_menus([plain])
    expect(menus.count, "no menu is found")
    judge(menus)


def test_an_item_that_changes_nothing_is_noticed(session):
    menus = lanes(session)
    menus.find_menus(True, False)
    recent = next((menu for menu in menus.menus.values() if "Recent" in str(menu)), None)
    expect(recent, f"no menu of recent recordings among {[str(menu) for menu in menus.menus.values()]}")
    for way in WAYS:
        found = menus.use(recent, ("walk.barline",), way, is_last=False)
        expect_equal(found, NOTHING, "what is said of the project that is open already")
