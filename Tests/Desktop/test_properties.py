"""The properties: what is known of a recording, in a window of its own that goes on with the next recording."""

import pathlib

import accessible
import screen
import sounds
from harness import eventually, expect, expect_equal

SAMPLES = pathlib.Path(__file__).resolve().parents[2] / "data" / "samples"


def properties(program):
    """The window's part of the tree."""
    tree = program.tree()
    children = (tree.get_child_at_index(index) for index in range(tree.get_child_count())) if tree else ()
    return next((child for child in children if child and accessible.name(child) == "Properties"), None)


def node(program, prefix, role=None):
    def find():
        root = properties(program)
        return root and accessible.find(root, role, prefix)
    return eventually(find, f"“{prefix}” in the properties")


def test_what_is_known_is_told_and_compared(session):
    program = session.open(SAMPLES / "tabla.flac")
    program.focus()
    screen.keys("alt+Return")
    for text in ("Format: FLAC, 16-bit PCM", "Length: 0:05.280 (232848 frames)", "Title: Tabla loop (excerpt)",
                 "MD5: 922bc3e175353ad671265d9af138b1dd", "Everything that was promised could be read."):
        node(program, text)
    accessible.activate(node(program, "Verify", "push button"))
    node(program, "Compared: The samples are those that were encoded.")
    node(program, "Verify Again", "push button")
    screen.keys("Escape")
    eventually(lambda: properties(program) is None, "Escape closes it")


def test_it_goes_on_with_the_next_recording(session):
    sounds.tagged(session.folder / "a.wav", INAM="River")
    sounds.wav(session.folder / "b.wav", 3)
    program = session.open(session.folder / "a.wav")
    program.focus()
    screen.keys("alt+Return")
    node(program, "Title: River")
    window = program.window("River")
    window.activate()
    eventually(lambda: window.is_active, "the recording's window can be used")
    screen.keys("alt+Next")
    node(program, "File: b.wav")
    expect(accessible.find(properties(program), None, "Title: ") is None, "the tags of the recording before are gone")
    screen.keys("alt+Return")
    expect_equal(sum(w.title == "Properties" for w in program.windows()), 1, "windows of properties")
    accessible.activate(node(program, "Copy all as text", "push button"))
    node(program, "Copied")
