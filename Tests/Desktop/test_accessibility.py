"""What a screen reader finds."""

import re

import accessible
import sounds
from harness import eventually, expect, expect_equal

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
    value = eventually(lambda: accessible.value_text(plot.node), "the waveform has a value text", 2)
    expect("1:00.000" in value, f"the length is not in “{value}”")
    plot.drag(300, 400, 500)
    program.settle()
    eventually(lambda: "selected" in accessible.value_text(plot.node), "the value text tells of the selection", 2)
    import screen
    program.focus()
    screen.keys("Escape", "End")
    eventually(lambda: "selected" not in (text := accessible.value_text(plot.node)) and "1:00.000 of" in text,
               "the value text tells of the playhead", 2)


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
