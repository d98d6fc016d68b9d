"""The keyboard: moving, zooming, selecting, menus and dialogs."""

import screen
import sounds
from harness import eventually, expect, expect_equal

def opened(session):
    """A program with a minute of sound, and where its playhead can be moved by pixels."""
    program = session.open(sounds.wav(session.folder / "pulses.wav"))
    program.focus()
    return program, program.viewport["framesPerPixel"], program.viewport["length"]


def key(program, name, event, wanted, field="frame", tolerance=1.0):
    """Types a key and waits for a value in the trace."""
    mark = program.mark()
    screen.keys(name)
    return program.wait(
        event, lambda e: field in e and abs(e[field] - wanted) <= tolerance, mark, what=f"{name}: {event} {wanted}")


def test_home_end_and_arrows_move_the_playhead(session):
    program, per_pixel, length = opened(session)
    per_pixel *= program.scale  # ten logical pixels are a step
    key(program, "End", "playhead", length)
    key(program, "Left", "playhead", length - 10 * per_pixel)
    key(program, "Left", "playhead", length - 20 * per_pixel)
    key(program, "Right", "playhead", length - 10 * per_pixel)
    key(program, "Home", "playhead", 0)
    key(program, "Right", "playhead", 10 * per_pixel)
    expect_equal(program.selection, None, "the selection after plain keys")
    expect_equal(program.viewport["framesPerPixel"] * program.scale, per_pixel, "the zoom after plain keys")


def test_shift_extends_the_selection(session):
    program, per_pixel, length = opened(session)
    per_pixel *= program.scale  # ten logical pixels are a step
    program.plot().click(300)
    program.settle()
    start = program.playhead
    mark = program.mark()
    screen.keys("shift+Right", "shift+Right")
    program.wait("selection", lambda e: "start" in e and abs(e["start"] - start) <= 1
                 and abs(e["end"] - start - 20 * per_pixel) <= 2, mark, what="20 pixels selected")
    mark = program.mark()
    screen.keys("shift+Left")
    program.wait("selection", lambda e: "start" in e and abs(e["end"] - start - 10 * per_pixel) <= 2, mark,
                 what="10 pixels selected")
    key(program, "shift+End", "selection", length, "end", 0)
    key(program, "shift+Home", "selection", 0, "start", 0)
    expect(abs(program.selection[1] - start) <= 1, f"from the start to the playhead: {program.selection}")
    expect_equal(program.playhead, start, "the playhead after extending")
    mark = program.mark()
    screen.keys("Escape")
    program.wait("selection", lambda e: "none" in e, mark, what="Escape clears")


def test_control_zooms_also_on_the_keypad(session):
    program, whole, _ = opened(session)
    level = 0
    for name, change in (("ctrl+plus", 1), ("KP_Add", 1), ("ctrl+equal", 1), ("ctrl+minus", -1),
                         ("KP_Subtract", -1), ("ctrl+plus", 1)):
        level += change
        zooms(program, name, whole / 2 ** level)
    zooms(program, "ctrl+0", whole)
    zooms(program, "ctrl+plus", whole / 2)
    zooms(program, "KP_0", whole)


def zooms(program, name, wanted):
    """Types a key (one of the keypad with Ctrl) and waits for a zoom in frames per pixel."""
    mark = program.mark()
    if name.startswith("KP"):
        with screen.held("ctrl"):
            screen.keypad(name, num_lock=True)
    else:
        screen.keys(name)
    program.wait("viewport", lambda v: abs(v["framesPerPixel"] / wanted - 1) < 1e-9, mark, what=f"{name}: {wanted}")


def test_the_keypad_moves_the_playhead(session):
    program, per_pixel, length = opened(session)
    per_pixel *= program.scale  # ten logical pixels are a step
    for name, wanted in (("KP_End", length), ("KP_Left", length - 10 * per_pixel), ("KP_Right", length), ("KP_Home", 0)):
        mark = program.mark()
        screen.keypad(name)
        program.wait("playhead", lambda e: abs(e["frame"] - wanted) <= 1, mark, what=f"{name}: {wanted}")


def test_page_up_and_page_down(session):
    program, _, length = opened(session)
    screen.keys("ctrl+plus", "ctrl+plus", "ctrl+plus")
    program.settle()
    view = program.viewport
    page = 0.9 * view["width"] * view["framesPerPixel"]
    expect_equal(view["start"], 0, "the start of the view")
    key(program, "Page_Down", "viewport", page, "start")
    key(program, "Page_Down", "viewport", 2 * page, "start")
    key(program, "Page_Up", "viewport", page, "start")
    mark = program.mark()
    screen.keypad("KP_Prior")
    program.wait("viewport", lambda v: v["start"] == 0, mark, what="Page Up on the keypad")
    expect_equal(program.playhead, 0, "the playhead after turning pages")


def test_control_e_zooms_to_the_selection_and_back(session):
    program, whole, _ = opened(session)
    plot = program.plot()
    plot.drag(300, 400, 500)
    program.settle()
    start, end = program.selection
    view = key(program, "ctrl+e", "viewport", (end - start) / plot.width, "framesPerPixel", 1e-3)
    expect(abs(view["start"] - start) <= view["framesPerPixel"], f"the view begins at {view['start']}, not {start}")
    view = key(program, "ctrl+e", "viewport", whole, "framesPerPixel", 1e-6)
    expect_equal(view["start"], 0, "the start after going back")
    expect_equal(program.selection, (start, end), "the selection after zooming to it and back")


def test_the_shortcuts_window(session):
    program, _, _ = opened(session)
    screen.keys("ctrl+question")
    eventually(lambda: len(program.windows()) == 2, "the shortcuts window opens")
    import accessible
    eventually(lambda: "Zoom to the selection" in accessible.texts(program.tree()), "it lists what keys do")
    screen.keys("Escape")
    eventually(lambda: len(program.windows()) == 1, "Escape closes the shortcuts window")


def test_the_open_dialog(session):
    program, _, _ = opened(session)
    screen.keys("ctrl+o")
    dialog = program.window("Open a Recording")
    eventually(lambda: dialog.is_active, "the dialog is active")
    program.settle()
    screen.keys("Escape")
    eventually(lambda: len(program.windows()) == 1, "Escape closes the dialog")
    expect_equal(len(program.all("reader-open")), 1, "recordings opened")


def test_control_w_closes(session):
    program, _, _ = opened(session)
    screen.keys("ctrl+w")
    eventually(lambda: not program.is_running, "the program ends with its last window")
    expect_equal(program.process.returncode, 0, "the exit status")


def test_control_n_opens_an_empty_window(session):
    program, _, _ = opened(session)
    screen.keys("ctrl+n")
    eventually(lambda: len(program.windows()) == 2, "a second window")
    program.window("Barline")
    screen.keys("ctrl+q")
    eventually(lambda: not program.is_running, "Ctrl+Q closes all windows")


def test_arrows_move_inside_an_open_menu(session):
    program, _, length = opened(session)
    import accessible
    program.plot().click(500)
    program.settle()
    start = program.playhead
    mark = program.mark()
    screen.keys("F10")
    eventually(lambda: accessible.find(program.tree(), part_of_role="menu item", prefix="New Window"), "the main menu")
    program.settle()
    screen.keys("Down", "Down", "Left", "Home", "End")
    program.settle()
    screen.keys("Escape")
    eventually(lambda: not accessible.find(program.tree(), part_of_role="menu item", prefix="New Window"),
               "Escape closes the menu")
    program.settle()
    expect_equal(program.all("playhead", mark), [], "moves of the playhead by keys in the menu")
    expect_equal(program.playhead, start, "the playhead")
    key(program, "Home", "playhead", 0)


def test_space_plays_after_a_button_was_clicked(session):
    program, whole, _ = opened(session)
    screen.click(*program.spot(program.find("push button", "Zoom in")))
    program.wait("viewport", lambda v: v["framesPerPixel"] < whole, what="the button zooms")
    program.settle()
    mark = program.mark()
    screen.keys("space")
    program.wait("playback", lambda e: e["playing"], mark, what="Space plays after a click on a button")
