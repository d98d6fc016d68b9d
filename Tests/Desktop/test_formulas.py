"""Functions as waveforms: the dialog that asks for a formula, the lane that follows it, and what is kept."""

import subprocess

import accessible
import screen
import sounds
from harness import eventually, expect, expect_equal

SINE = "db(-20)*sin(2*pi*1000*t)"  # what the dialog begins with


def dialog(program, title="Add a Function"):
    """The dialog's part of the tree."""
    def find():
        tree = program.tree()
        children = (tree.get_child_at_index(index) for index in range(tree.get_child_count())) if tree else ()
        return next((child for child in children if child and accessible.name(child) == title), None)
    return eventually(find, f"the dialog “{title}”")


def says(program, text, title="Add a Function"):
    def status():
        node = accessible.find(dialog(program, title), "status bar")
        return accessible.name(node) if node else ""
    eventually(lambda: text in status(), f"the dialog says “{text}”")


def type_formula(text):
    """Over what stands in the entry that has the focus, as one does."""
    screen.keys("ctrl+a")
    subprocess.run(["xdotool", "type", "--delay", "5", text], check=True, timeout=20)


def asked(program):
    program.choose("View", "Recording", "Add Function…")
    says(program, "frames")
    program.settle()


def names(program):
    return [lane["name"] for lane in program.last("lanes")["lanes"]]


def test_a_formula_is_checked_while_it_is_typed_and_becomes_a_lane(session):
    program = session.open(sounds.wav(session.folder / "first.wav", 2))
    asked(program)
    type_formula("sin(2pi*t)")
    says(program, "Here an operator is missing")
    expect("sin(2pi*t)\n     ^^" in accessible.texts(dialog(program)), "the place is not marked")
    mark = program.mark()
    screen.keys("Return")
    type_formula("0.5*sin(2*pi*440*t)")
    says(program, "2.000")
    screen.keys("Return")
    program.wait("lanes", lambda e: len(e["lanes"]) == 2, mark)
    eventually(lambda: len(program.windows()) == 1, "the dialog closes")
    expect_equal(names(program), ["first.wav", "0.5*sin(2*pi*440*t)"], "the names of the lanes")
    screen.keys("ctrl+z")
    program.wait("lanes", lambda e: len(e["lanes"]) == 1)


def changing(session):
    """A window with a recording and a function, and the dialog that changes this."""
    program = session.open(sounds.wav(session.folder / "first.wav", 2))
    asked(program)
    screen.keys("Return")
    program.wait("lanes", lambda e: len(e["lanes"]) == 2)
    program.settle()
    buttons = [n for n in accessible.nodes(program.tree()) if accessible.name(n) == "More about this waveform"]
    # GTK takes no click where a menu was closed before it has seen the pointer move.
    screen.move(*program.window().place[:2])
    program.settle()
    screen.click(*max((program.spot(n) for n in buttons), key=lambda place: place[1]))
    accessible.activate(eventually(
        lambda: accessible.find(program.tree(), None, "Change the Function…", part_of_role="menu item"), "the item"))
    dialog(program, "Change the Function")
    program.settle()
    type_formula("0.25")
    eventually(lambda: names(program)[1] == "0.25", "the lane follows")
    return program


def test_a_lane_follows_its_formula_as_one_step_of_undo(session):
    program = changing(session)
    screen.keys("Return")
    eventually(lambda: len(program.windows()) == 1, "the dialog closes")
    expect_equal(names(program)[1], "0.25", "the function that was confirmed")
    screen.keys("ctrl+z")
    eventually(lambda: names(program)[1] == SINE, "the change is one step")


def test_a_change_that_is_not_confirmed_is_taken_back(session):
    program = changing(session)
    screen.keys("Escape")
    eventually(lambda: names(program)[1] == SINE, "what was not confirmed is taken back")


def test_a_function_needs_no_recording(session):
    program = session.start()
    program.wait("first-frame")
    program.focus()
    asked(program)
    screen.keys("Return")
    program.wait("lanes", lambda e: len(e["lanes"]) == 1)
    program.wait("overview-complete")
    expect_equal(program.viewport["length"], 480_000, "ten seconds at 48 kHz")
    expect(SINE in program.window().title, f"the title is that of the function: {program.window().title}")


def test_a_function_is_shown_beside_a_file_that_cannot_be_opened(session):
    program = session.start(session.folder / "gone.wav")
    program.wait("failed")
    program.find("label", "Open Another")
    program.focus()
    asked(program)
    mark = program.mark()
    screen.keys("Return")
    program.wait("reader-open", since=mark, what="the diagram instead of the page about the file")
    program.wait("viewport", lambda e: e["length"] == 480_000, what="ten seconds at 48 kHz")
    eventually(lambda: len(program.windows()) == 1, "the dialog closes")
    mark = program.mark()
    screen.keys("ctrl+z")
    program.wait("failed", since=mark, what="the page about the file")
    screen.keys("ctrl+shift+z")
    program.wait("reader-open", since=mark, what="the diagram again")
