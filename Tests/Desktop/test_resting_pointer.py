"""A popover that closes under a pointer that does not move, in the middle of a frame: the window forgets that the pointer
was there, and lives."""

import os
import random
import time

import accessible
import screen
import sounds
from harness import eventually

ALONE = True
#: How often each is closed: BARLINE_RESTING=500 for the figure.
ROUNDS = int(os.environ.get("BARLINE_RESTING") or 12)
#: The keys that open a popover or a menu in a window with a spectrogram, a selection and a mark.
KEYS = {
    "the place": ("ctrl+g",), "the search": ("ctrl+f",), "the main menu": ("F10",), "the menu of the waveform": ("shift+F10",),
    "the mark": ("ctrl+Return",), "the spectrogram": ("shift+d",), "its list": ("shift+d", "space"),
}


def opened(session):
    program = session.open(sounds.wav(session.folder / "pulses.wav", 8, channels=2))
    program.focus()
    screen.keys("d", "ctrl+a", "m", "Return")
    program.settle()
    return program


def popover(program):
    """The place of a popover that is open; nil without one."""
    for node in accessible.nodes(program.tree()):
        try:
            if accessible.role(node) in ("popup menu", "menu", "dialog", "tool tip", "panel") and accessible.is_shown(node):
                return accessible.place(node)
        except accessible.GONE:
            pass
    return None


def test_popovers_close_under_a_resting_pointer(session):
    choice = random.Random(7)
    for name, keys in KEYS.items():
        program = opened(session)
        left, top, width, height = program.windows()[0].place
        for _ in range(ROUNDS):
            # The pointer rests where a popover may open under it.
            screen.move(left + choice.randrange(width), top + choice.randrange(40, height))
            screen.keys(*keys)
            time.sleep(choice.choice([0, 0.005, 0.02, 0.08]))
            screen.keys(*["Escape"] * len(keys))
        screen.keys("Escape", "Escape")
        eventually(lambda: program.process.poll() is not None or program.windows(), f"it lives after {name}")
        program.settle()
        program.quit()
