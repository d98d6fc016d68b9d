"""Marks of clipping and digital silence: the shortest that there are, in a long recording, at every zoom."""

import subprocess

import accessible
import screen
import sounds
from palette import DARK, LIGHT
from harness import CAMPAIGN, eventually, expect, expect_equal, expect_near, part

SETTINGS, ITEM = "org.barline.Barline", "Mark Clipping and Silence"
RATE, SECONDS = 48000, 600
CLIPPED, SILENT = 200 * RATE + 77, 431 * RATE + 5


def recording(session):
    """Ten minutes in which three samples are clipped and 64 are silent."""
    return sounds.marked(session.folder / "marked.wav", SECONDS, RATE, clipped=CLIPPED, silent=SILENT)


def open_whole(session, **options):
    """Opens it and waits until all of it has been read."""
    program = session.start(recording(session), **options)
    program.wait("overview-complete", timeout=60)
    program.settle()
    return program


def columns(plot, color):
    """The columns of the plot in which a colour occurs, away from the playhead at its left edge."""
    picture = plot.picture()
    return [x for x in range(12, plot.width) if color in picture.column(x)]


def check_marks(plot, palette, scale=1):
    """Each mark is where its samples are, at least a logical pixel wide, and nowhere else."""
    for color, frame in ((palette.clipping, CLIPPED), (palette.silence, SILENT)):
        found = eventually(lambda: columns(plot, color), f"the colour #{color:06x}")
        place = plot.pixel(frame)
        for x in (found[0], found[-1]):
            expect_near(x, place, 4 * scale, f"a mark of #{color:06x}")
        expect(scale <= len(found) <= 4 * scale, f"the mark of #{color:06x} has the columns {found}")


def test_one_clipped_place_and_one_dropout_are_seen_in_ten_minutes(session):
    for style in ("bars", "envelope"):
        program = open_whole(session, settings={f"{SETTINGS} style": style})
        check_marks(program.plot(), LIGHT)
        program.quit()


def test_keys_go_to_clipped_and_silent_places(session):
    program = open_whole(session)
    program.focus()
    for key, frame in (("c", CLIPPED), ("d", SILENT), ("shift+c", CLIPPED)):
        mark = program.mark()
        screen.keys(key)
        program.wait("selection", lambda e: e.get("start") == frame, mark, what=f"{key} selects the place")
        program.settle(0.2)
    screen.keys("c")
    program.find("label", "Nothing is clipped behind this place.")


def test_in_the_dark_at_scale_2(session):
    program = open_whole(
        session, env={"GDK_SCALE": "2"},
        settings={f"{SETTINGS} window-width": "600", f"{SETTINGS} window-height": "380",
                  f"{SETTINGS} color-scheme": "dark"})
    check_marks(program.plot(), DARK, 2)


def test_marks_stay_at_every_zoom(session):
    program = open_whole(session)
    plot = program.plot()
    for color, frame in ((LIGHT.clipping, CLIPPED), (LIGHT.silence, SILENT)):
        for _ in part(3, range(21)):
            x = round(plot.pixel(frame))
            mark = program.mark()
            plot.wheel(x, screen.UP, 4 if CAMPAIGN else 12)
            program.wait("viewport", since=mark)
            program.settle(0.15)
            found = eventually(lambda: columns(plot, color), f"the mark at {program.viewport}")
            # The first sample of the run, or the bar that it lies in.
            expect_near(found[0], plot.pixel(frame), 4 * program.scale, f"the mark at {program.viewport}")
        expect(program.viewport["framesPerPixel"] < 1, "the samples were not reached")
        mark = program.mark()
        screen.keys("ctrl+0")
        program.wait("viewport", lambda v: v["framesPerPixel"] > 1000, mark)
        program.settle(0.2)


def test_the_view_menu_switches_marks_off_and_on(session):
    program = open_whole(session)
    plot = program.plot()
    check_marks(plot, LIGHT)
    program.focus()
    for isOn in ("false", "true"):
        program.choose("View", "Show", ITEM)
        # A click while the menu still closes would only close it.
        eventually(lambda: not accessible.find(program.tree(), None, ITEM, part_of_role="menu item"), "it closes")
        eventually(lambda: (columns(plot, LIGHT.clipping) != []) == (isOn == "true"), f"marks: {isOn}")
        eventually(lambda: (columns(plot, LIGHT.silence) != []) == (isOn == "true"), f"marks: {isOn}")
        setting = subprocess.run(
            ["gsettings", "get", SETTINGS, "show-marks"], env=program.env, timeout=10, capture_output=True,
            text=True, check=True).stdout.strip()
        expect_equal(setting, isOn, "the setting")


def test_switched_off_they_are_not_shown(session):
    program = open_whole(session, settings={f"{SETTINGS} show-marks": "false"})
    plot = program.plot()
    expect_equal(set(plot.picture().colors(12, 0, plot.width - 12, plot.height)), {LIGHT.background, LIGHT.bar},
                 "the colours")
