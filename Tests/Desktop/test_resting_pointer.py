"""A popover, and a list that opened from one, that close under a pointer that does not move: the window forgets that the
pointer was there, and lives."""

import os
import random
import time

import accessible
import screen
import sounds
from harness import eventually, expect
from walk import Walker

ALONE = True
#: How often each is closed: BARLINE_RESTING=500 for the figure.
ROUNDS = int(os.environ.get("BARLINE_RESTING") or 4)
#: Commands that open a popover, and something in it: its role, and how its name begins.
POPOVERS = {
    "win.go-to": ("label", "Go To"), "win.find": ("combo box", "What is looked for"), "win.edit-mark": ("label", "Note"),
    "win.change-tier": ("combo box", "Color"), "win.spectrogram": ("combo box", "Colors"),
}


def opened(session):
    program = session.open(sounds.wav(session.folder / "pulses.wav", 8, channels=2))
    program.focus()
    screen.keys("g", "ctrl+a", "m", "Return")
    program.settle()
    return program, Walker(program)


def inside(program, role, prefix):
    """What is told of a popover, while it is seen."""
    found = accessible.find(program.tree(), role, prefix)
    return found if found and accessible.is_visible(found) else None


def alive(program, what):
    program.settle()
    expect(program.is_running, f"it ended after {what}: {program.complaints_text()}")


def test_popovers_close_under_a_resting_pointer(session):
    choice = random.Random(7)
    program, walker = opened(session)
    for command, (role, prefix) in POPOVERS.items():
        for _ in range(ROUNDS):
            walker.command(command)
            node = eventually(lambda: inside(program, role, prefix), f"{command} opens")
            screen.move(*program.spot(node))
            time.sleep(choice.choice([0, 0.005, 0.02, 0.08]))
            screen.keys("Escape")
        alive(program, command)


def test_lists_of_popovers_close_under_a_resting_pointer(session):
    choice = random.Random(11)
    program, walker = opened(session)
    for _ in range(2 * ROUNDS):
        walker.command("win.spectrogram")
        eventually(lambda: inside(program, *POPOVERS["win.spectrogram"]), "the popover opens")
        lists = [node for node in accessible.nodes(program.tree())
                 if accessible.role(node) == "combo box" and accessible.is_visible(node)]
        expect(lists, "the popover has lists")
        x, y = program.spot(choice.choice(lists))
        screen.click(x, y)
        # On an item of the list, in which something moves with each step.
        for step in range(choice.randrange(1, 6)):
            screen.move(x + step, y + 30 + 3 * step)
        time.sleep(choice.choice([0, 0.005, 0.02, 0.08]))
        screen.keys(choice.choice(["Return", "Escape"]), *choice.choice([(), ("Escape",)]))
        time.sleep(choice.choice([0, 0.01, 0.05]))
        screen.keys("Escape", "Escape")
    alive(program, "lists of the spectrogram's settings")
