"""What double and triple clicks select, context menus, and the menus of the header bar."""

import array
import time

import accessible
import screen
import sounds
from harness import eventually, expect, expect_equal, expect_near
from test_lanes import images, two_lanes
from test_tracks import popup

RATE = 48000
SETTINGS = "org.barline.Barline"
# Seconds of sound in the left and the right channel of eight seconds.
LEFT, RIGHT = [(1, 3), (4, 7)], [(0, 5), (6, 8)]


def phrases(path):
    """Stretches of sound between silences, in each channel others."""
    def level(stretches, second):
        return 8000 if any(start <= second < end for start, end in stretches) else 0
    data = array.array("h")
    for half in range(16):
        levels = [level(stretches, half / 2) for stretches in (LEFT, RIGHT)]
        data.extend([sign * value for sign in (1, -1) for value in levels] * (RATE // 4))
    data = data.tobytes()
    path.write_bytes(sounds.header(len(data), 2, RATE) + data)
    return path


def opened(session, **options):
    program = session.open(phrases(session.folder / "phrases.wav"), **options)
    program.focus()
    return program, program.plot()


def place(plot, seconds, is_right=False):
    """On the screen: in the upper or the lower lane."""
    return plot.at(plot.pixel(seconds * RATE), plot.height // 4 * (1 if is_right else -1))


def selects(program, wanted, mark, what):
    """To two bins of 256 frames."""
    return program.wait(
        "selection", lambda e: "start" in e and all(
            abs(frame - second * RATE) <= 512 for frame, second in zip((e["start"], e["end"]), wanted)), mark, what=what)


def items(program):
    """The labels of the menu that is open."""
    return [accessible.name(node) for node in accessible.nodes(program.tree()) if "menu item" in accessible.role(node)]


def menu(program, spot, *wanted):
    """Opens a context menu with the pointer, which must have these items."""
    screen.click(*spot, button=3)
    found = eventually(lambda: items(program), "the menu")
    for item in wanted:
        expect(item in found, f"“{item}” is not among {found}")
    return found


def take(program, item):
    accessible.activate(accessible.find(program.tree(), None, item, part_of_role="menu item"))
    eventually(lambda: not items(program), "the menu closes")
    program.leave_menu()


def escape(program):
    program.settle()
    screen.keys("Escape")
    eventually(lambda: not items(program), "Escape closes the menu")
    program.leave_menu()


def space_plays(program, what):
    for playing in (True, False):
        mark = program.mark()
        screen.keys("space")
        program.wait("playback", lambda e: e["playing"] == playing, mark, what=f"Space after {what}")


# What clicks select

def test_a_double_click_selects_between_silences_of_its_lane(session):
    program, plot = opened(session)
    for second, is_right, wanted in ((2, False, (1, 3)), (3.5, False, (3, 4)), (5, False, (4, 7)), (7.6, False, (7, 8)),
                                     (2, True, (0, 5)), (5.5, True, (5, 6)), (7, True, (6, 8))):
        time.sleep(0.5)  # clicks that follow sooner count with those before
        mark = program.mark()
        screen.click(*place(plot, second, is_right), count=2)
        selects(program, wanted, mark, f"what a double click selects at {second} s")
        moved = program.last("playhead", mark)
        expect_near(moved["frame"], second * RATE, 2 * program.viewport["framesPerPixel"], "the first click's playhead")
        expect_equal(len(program.all("playhead", mark)), 1, "moves of the playhead")


def test_a_single_click_waits_for_no_second_one(session):
    # Where the second click may come a minute later, whoever waited for it would be waiting yet.
    program, plot = opened(session, gtk="gtk-double-click-time=60000")
    mark = program.mark()
    screen.click(*place(plot, 2))
    program.wait("playhead", None, mark)
    expect_equal(program.all("selection", mark), [], "what one click selects")
    screen.press()
    screen.release()
    selects(program, (1, 3), mark, "the double click")


def test_a_triple_click_selects_all(session):
    program, plot = opened(session)
    mark = program.mark()
    screen.click(*place(plot, 2), count=3)
    selects(program, (0, 8), mark, "all")
    time.sleep(0.5)
    mark = program.mark()
    screen.click(*place(plot, 2))
    program.wait("selection", lambda e: "none" in e, mark, what="a click clears it")


def test_a_double_click_that_becomes_a_drag_selects_what_is_dragged(session):
    program, plot = opened(session)
    mark = program.mark()
    screen.click(*place(plot, 2))
    time.sleep(0.06)
    screen.drag(place(plot, 2), place(plot, 3.5), place(plot, 5), place(plot, 6))
    program.wait("selection", lambda e: "start" in e and abs(e["end"] - 6 * RATE) < 2 * program.viewport["framesPerPixel"]
                 and abs(e["start"] - 2 * RATE) < 2 * program.viewport["framesPerPixel"], mark)


# Context menus

def test_the_menu_of_a_waveform_acts_where_it_was_opened(session):
    program, plot = opened(session)
    found = menu(program, place(plot, 2), "Play from Here", "Select Between Silences", "Select All", "Reduce Noise…")
    expect("Play Selection" not in found, "nothing is selected")
    expect_equal(program.all("selection", 0)[-1].get("start"), None, "what the right click selected")
    mark = program.mark()
    take(program, "Select Between Silences")
    selects(program, (1, 3), mark, "the sound at the pointer")
    found = menu(program, place(plot, 5, is_right=True), "Play Selection", "Zoom to Selection", "Clear Selection",
                 "Export Selection…", "Take Noise Profile from Selection")
    mark = program.mark()
    accessible.activate(accessible.find(program.tree(), None, "Play from Here", part_of_role="menu item"))
    event = program.wait("playback", lambda e: e["playing"], mark)
    expect_near(event["frame"], 5 * RATE, 2 * program.viewport["framesPerPixel"], "where it plays")
    screen.keys("space")
    program.wait("playback", lambda e: not e["playing"], mark)
    program.leave_menu()
    whole = program.viewport["framesPerPixel"]
    menu(program, place(plot, 2))
    take(program, "Zoom to Selection")
    program.wait("viewport", lambda v: v["framesPerPixel"] < whole / 3, what="the zoom")
    program.settle()
    menu(program, plot.at(300))
    mark = program.mark()
    take(program, "Clear Selection")
    program.wait("selection", lambda e: "none" in e, mark)


def test_a_place_is_forgotten_with_its_menu(session):
    program, plot = opened(session)
    screen.click(*place(plot, 5))
    menu(program, place(plot, 2))
    escape(program)
    space_plays(program, "the menu of a waveform")
    screen.keys("End")
    program.settle()
    mark = program.mark()
    program.choose("View", "Selection", "Select Between Silences")
    program.settle()
    expect_equal(program.all("selection", mark), [], "what lies at the end of the recording")
    # Of both channels together; none of the silences of one is one of the other.
    screen.click(*place(plot, 4.5))
    program.choose("View", "Selection", "Select Between Silences")
    selects(program, (0, 8), mark, "what lies at the playhead")


def test_the_menus_of_rulers_and_overview(session):
    program, plot = opened(session)
    menu(program, (plot.left + 300, plot.top - 12), "Seconds", "Frames of the Recording", "25 fps")
    take(program, "Seconds")
    program.find("label", "Playhead: 0.000\u202fs")
    space_plays(program, "the menu of the time ruler")
    before = program.mark()
    menu(program, program.spot(program.find("label", "Amplitude, linear")), "Linear", "Decibels", "−48 dB", "Normalize")
    take(program, "Decibels")
    program.wait("look", lambda e: e["unit"] == "decibels", before)
    space_plays(program, "the menu of the amplitude ruler")
    mark = program.mark()
    screen.keys("ctrl+z")
    program.wait("look", lambda e: e["unit"] == "linear", mark, what="Undo restores the unit")
    mark = program.mark()
    screen.click(*program.spot(program.find("label", "Amplitude, linear")))
    program.settle()
    expect_equal(program.all("look", mark), [], "what a click on the ruler changes")
    screen.keys("ctrl+plus")
    program.settle()
    strip = program.find("image", "Overview")
    menu(program, program.spot(strip), "Show Whole Recording", "Previous View", "Overview Strip")
    mark = program.mark()
    take(program, "Show Whole Recording")
    program.wait("viewport", lambda v: v["start"] == 0 and v["framesPerPixel"] * v["width"] >= 8 * RATE, mark)
    space_plays(program, "the menu of the overview")


def test_the_button_above_the_amplitudes_tells_and_changes_the_unit(session):
    program, _ = opened(session)
    screen.click(*program.spot(program.find("push button", "Amplitude unit: linear")))
    mark = program.mark()
    take_first = eventually(lambda: accessible.find(program.tree(), None, "Decibels", part_of_role="menu item"), "the menu")
    accessible.activate(take_first)
    program.wait("look", lambda e: e["unit"] == "decibels", mark)
    program.leave_menu()
    program.find("push button", "Amplitude unit: decibels")
    space_plays(program, "the menu of the button")


def test_keys_open_the_menu_of_what_has_the_focus(session):
    program, plot = opened(session)
    for key in ("shift+F10", "Menu"):
        screen.click(*place(plot, 2))
        program.settle(0.5)
        screen.keys(key)
        eventually(lambda: "Play from Here" in items(program), f"{key} opens the menu")
        escape(program)
        space_plays(program, f"the menu by {key}")
    screen.keys("shift+F10")
    eventually(lambda: items(program), "the menu")
    program.settle()
    mark = program.mark()
    screen.keys("Down", "Return")
    selects(program, (1, 3), mark, "the second item, at the playhead")


def test_a_right_click_ends_a_drag_and_opens_nothing(session):
    program, plot = opened(session)
    screen.drag_along(place(plot, 2), place(plot, 3), place(plot, 4))
    screen.press(3)
    screen.release(3)
    screen.release()
    program.settle()
    expect_equal(items(program), [], "items of a menu")
    expect(program.selection is None, "the drag is taken back")


def test_the_header_of_a_lane_has_the_menu_of_the_lane(session):
    program = two_lanes(session)
    program.focus()

    def header():
        """That of the lower lane, beside its buttons."""
        names = [n for n in accessible.nodes(program.tree()) if accessible.name(n) == "Mute"]
        x, y = max((program.spot(n) for n in names), key=lambda spot: spot[1])
        return x - 200, y
    menu(program, header(), "Color", "Height", "Hide Waveform", "Move Up", "Reduce Noise…", "Remove")
    mark = program.mark()
    take(program, "Hide Waveform")
    program.wait("lanes", lambda e: [lane["hidden"] for lane in e["lanes"]] == [False, True], mark)
    space_plays(program, "the menu of a header")
    menu(program, header(), "Show Waveform")
    mark = program.mark()
    take(program, "Move Up")
    program.wait("lanes", lambda e: [lane["hidden"] for lane in e["lanes"]] == [True, False], mark)
    space_plays(program, "the lanes were exchanged")


def test_the_menu_of_a_waveform_is_about_its_lane(session):
    program = two_lanes(session)
    program.focus()
    lower = images(program)[1]
    spot = lower[0] + 200, lower[1] + lower[3] // 2
    menu(program, spot, "Reduce Noise…")
    take(program, "Reduce Noise…")
    program.wait("noise-panel", lambda e: e["open"])
    eventually(lambda: "in “second.wav”" in accessible.texts(program.tree()), "the panel names the lower waveform")


def test_what_is_selected_is_exported_and_gives_a_profile(session):
    program, plot = opened(session)
    screen.drag(place(plot, 1), place(plot, 2), place(plot, 3))
    program.settle()
    menu(program, place(plot, 2))
    mark = program.mark()
    take(program, "Export Selection…")
    program.wait("export-dialog", None, mark)
    eventually(lambda: len(program.windows()) == 2, "the dialog")
    program.settle()
    screen.keys("Escape")
    eventually(lambda: len(program.windows()) == 1, "Escape closes the dialog")
    program.focus()
    menu(program, place(plot, 2))
    mark = program.mark()
    take(program, "Take Noise Profile from Selection")
    program.wait("noise-panel", lambda e: e["open"], mark)
    program.wait("noise-profile", lambda e: e.get("sampleRate") == RATE, mark)


# The menus of the header bar

def test_the_main_menu_has_what_concerns_the_program(session):
    program, _ = opened(session)
    screen.click(*program.spot(program.find("push button", "Main menu")))
    found = eventually(lambda: items(program), "the main menu")
    for item in ("Undo", "Reload", "Select All", "Crossfade Loops", "Function", "Export…", "Reduce Noise…"):
        expect(item not in found, f"“{item}” is in the main menu")
    expect("New Window" in found and "Keyboard Shortcuts" in found, f"{found}")


def test_the_view_menu_fits_in_a_low_window(session):
    program, _ = opened(session, settings={f"{SETTINGS} window-height": "500"})
    _, top, _, height = program.window().place
    screen.click(*program.spot(program.find("push button", "View")))
    eventually(lambda: items(program), "the view menu")
    _, y, _, tall = eventually(popup, "the menu is on the screen")
    program.settle()
    # Its shadow may lie beyond.
    expect(top <= y and y + tall - 24 <= top + height, f"it reaches from {y} to {y + tall}, the window to {top + height}")
