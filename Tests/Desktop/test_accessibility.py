"""What a screen reader finds."""

import re

import accessible
import sounds
from harness import eventually, expect, expect_equal, expect_near

CONTROLS = ("push button", "toggle button", "menu", "combo box", "slider", "check box", "image", "progress bar")


def check_names(root):
    bad = []
    for node in accessible.nodes(root):
        role, name = accessible.role(node), accessible.name(node)
        if role == "label" or role in CONTROLS:
            half = name[:len(name) // 2]
            is_doubled = role != "label" and half and name == f"{half} {half}"
            if not name.strip() or re.match(r"(Gtk|Adw)[A-Z]|_", name) or is_doubled:
                # The inside of a menu button is a button of its own that repeats the name.
                bad.append(f"{role} {name!r}")
    expect(not bad, f"without a sensible name: {', '.join(bad)}")


def test_everything_has_a_name(session):
    program = session.open(sounds.wav(session.folder / "pulses.wav", channels=2))
    eventually(lambda: accessible.find(program.tree(), "image", "Waveform"), "the tree")
    check_names(program.tree())
    for name in ("Play", "View", "Main menu", "Zoom in", "Zoom out", "Show the whole recording"):
        program.find("push button", name)
    for name in ("Playhead: 0:00.000", "Recording: ", "In View: ", "Peak in View: "):
        program.find("label", name)


def test_everything_about_noise_and_several_waveforms_has_a_name(session):
    import test_noise
    program, plot = test_noise.opened(session)
    test_noise.take_profile(program, plot)
    program.settle()
    check_names(program.tree())
    for name in ("Suggest", "Take Profile", "Remove Clean Waveform", "Mute"):
        program.find("push button", name)


def test_everything_on_the_empty_page_has_a_name(session):
    program = session.start()
    program.wait("first-frame")
    program.find("push button", "Open a Recording")
    check_names(program.tree())


def test_the_waveform_says_what_it_shows(session):
    program = session.open(sounds.wav(session.folder / "a <b> & c.wav", 60))
    plot = program.plot()
    expect_equal((accessible.role(plot.node), accessible.name(plot.node)), ("image", "Waveform of a <b> & c.wav"),
                 "role and name")
    value = eventually(lambda: accessible.value_text(plot.node), "the waveform has a value text")
    expect("1:00.000" in value, f"the length is not in “{value}”")
    plot.drag(300, 400, 500)
    program.settle()
    eventually(lambda: "selected" in accessible.value_text(plot.node), "the value text tells of the selection")
    import screen
    program.focus()
    screen.keys("Escape", "End")
    eventually(lambda: "selected" not in (text := accessible.value_text(plot.node)) and "1:00.000 of" in text,
               "the value text tells of the playhead")


def test_the_readouts_tell_their_values(session):
    program = session.open(sounds.wav(session.folder / "pulses.wav", 60))
    plot = program.plot()
    plot.drag(300, 400, 500)
    program.settle()
    start, end = program.selection

    def text(milliseconds):
        return f"{milliseconds // 60000}:{milliseconds // 1000 % 60:02}.{milliseconds % 1000:03}"

    first, last = start * 1000 // 48000, end * 1000 // 48000
    # Places are rounded down, and the length once, to the nearest.
    length = round((end - start) / 48)
    for caption, value in (("Selection Start", first), ("End", last), ("Length", length), ("Playhead", 0)):
        program.find("label", f"{caption}: {text(value)}")


def tab_to(program, key, name):
    """Presses Tab or Shift+Tab until the image or label of that name has the focus."""
    import screen
    state = accessible.Atspi.StateType.FOCUSED
    node = program.find(None, name)
    for _ in range(20):
        if node.get_state_set().contains(state):
            return node
        screen.keys(key)
        program.settle()
    raise AssertionError(f"{key} does not reach “{name}”")


def test_the_keyboard_reaches_rulers_and_overview(session):
    import screen
    program = session.open(sounds.wav(session.folder / "pulses.wav", 60))
    plot = program.plot()
    program.focus()
    strip = tab_to(program, "Tab", "Overview")
    screen.keys("Up", "Up")
    program.settle()
    view = program.viewport
    width = view["width"] * view["framesPerPixel"]
    expect_equal(round(width * 4), view["length"], "a quarter of the recording is in view")
    before = program.playhead
    screen.keys("Right")
    program.settle()
    expect_near(program.viewport["start"], view["start"] + 0.09 * width, 1, "the view has moved by a tenth of a page")
    screen.keys("End")
    program.settle()
    expect_near(program.viewport["start"] + width, view["length"], 1, "the view shows the end")
    eventually(lambda: "to 1:00.000 of" in accessible.value_text(strip), "the overview says what is visible")
    expect_equal(program.playhead, before, "the playhead stays")
    tab_to(program, "shift+Tab", "Amplitude, linear")
    screen.keys("Up", "Up")
    eventually(lambda: "raised by +3 dB" in accessible.value_text(plot.node), "the waveform is drawn taller")
    tab_to(program, "shift+Tab", "Time")
    screen.keys("shift+F10")
    eventually(lambda: accessible.find(program.tree(), None, "Hours, Minutes, Seconds", part_of_role="menu item"),
               "the ruler's menu")
    screen.keys("Escape")


def test_the_waveform_says_level_and_marks_at_the_playhead(session):
    import screen
    program = session.open(sounds.wav(session.folder / "pulses.wav", 60))
    plot = program.plot()
    program.focus()
    screen.keys("m")
    screen.keys(*"Chorus")
    screen.keys("Return")
    program.settle()
    eventually(lambda: ", 1 mark, here: Chorus" in accessible.value_text(plot.node), "the mark is told")
    text = accessible.value_text(plot.node)
    expect(re.search("level there [\u2212+]?[\\d.]+\u202fdBFS", text), f"the level is not in “{text}”")
    screen.keys("Right", "Right")
    eventually(lambda: accessible.value_text(plot.node).endswith(", 1 mark"),
               "the playhead has left the mark")
