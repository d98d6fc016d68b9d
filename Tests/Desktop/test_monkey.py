"""A monkey at the window: actions of all kinds at random places, the same ones in each run. The program lives, answers,
complains of nothing, and writes to no recording. BARLINE_MONKEY says how many actions (`make monkey`: 2,000),
BARLINE_MONKEY_SEED which ones."""

import hashlib
import os
import random

import accessible
import screen
import sounds
from harness import eventually, expect, expect_equal

ALONE = True

ACTIONS = int(os.environ.get("BARLINE_MONKEY") or 100)
SEED = int(os.environ.get("BARLINE_MONKEY_SEED") or 15)
#: Actions between two looks at the program.
STRIDE = 25

#: All keys but those that close windows, and those that begin to write files. Dialogs are left by Escape.
KEYS = """space shift+space Home End Left Right shift+Left shift+Right shift+Home shift+End Page_Up Page_Down Escape
    ctrl+plus ctrl+minus ctrl+0 ctrl+1 ctrl+e ctrl+a ctrl+z ctrl+shift+z ctrl+d l f m bracketleft bracketright BackSpace
    alt+Left alt+Right ctrl+Up ctrl+Down Tab shift+Tab Return Down Up F5 F10 shift+F10 Menu ctrl+comma ctrl+question
    ctrl+shift+e 1 2 3""".split()


class Monkey:
    def __init__(self, program, choice):
        self.program, self.choice = program, choice

    def place(self, above=40):
        """A place in the window that has the keys, so many pixels from its upper edge at least."""
        windows = self.program.windows()
        left, top, width, height = windows[-1].place if windows else (0, 0, 400, 300)
        return left + self.choice.randrange(max(width, 1)), top + self.choice.randrange(above, max(height, above + 1))

    def click(self):
        screen.click(*self.place(), count=self.choice.choice([1, 1, 2, 3]))

    def menu(self):
        # Not on the title bar, whose menu closes and minimizes the window.
        screen.click(*self.place(60), button=3)
        screen.keys(*["Down"] * self.choice.randrange(6), self.choice.choice(["Escape", "Return"]))

    def drag(self):
        modifiers = self.choice.choice([(), (), ("shift",), ("alt",)])
        places = [self.place() for _ in range(3)]
        if modifiers == ("alt",):
            # That moves the window, which has to stay on the screen (see `come_back`).
            x, y = places[0]
            places[1:] = [(x + self.choice.randrange(-150, 150), y + self.choice.randrange(-150, 150)) for _ in range(2)]
        with screen.held(*modifiers):
            screen.drag(*places)

    def wheel(self):
        screen.move(*self.place())
        button = self.choice.choice([screen.UP, screen.DOWN])
        with screen.held(*self.choice.choice([(), (), ("shift",), ("ctrl",), ("alt",)])):
            for _ in range(self.choice.randrange(1, 9)):
                screen.press(button)
                screen.release(button)

    def key(self):
        screen.keys(self.choice.choice(KEYS))

    def resize(self):
        windows = self.program.windows()
        if windows:
            windows[0].resize(*(self.program.scale * self.choice.randrange(*sizes) for sizes in ((360, 1260), (240, 760))))

    def come_back(self):
        """Drags move the window too. GTK 4.8 complains of popovers of a window that is on no monitor."""
        windows = self.program.windows()
        if windows and not (0 <= windows[0].place[0] < screen.width() // 2 and 0 <= windows[0].place[1] < 300):
            windows[0].move(20, 20)

    def act(self):
        self.come_back()
        kinds = [self.click] * 4 + [self.key] * 6 + [self.wheel] * 4 + [self.drag] * 3 + [self.menu] * 2 + [self.resize]
        self.choice.choice(kinds)()


def test_it_lives_through_whatever_is_done_to_it(session):
    names = ["pulses.wav", "second.wav", "third.wav"]
    files = [sounds.wav(session.folder / name, seconds, channels=channels)
             for name, seconds, channels in zip(names, (20, 8, 5), (2, 1, 1))]
    before = [hashlib.sha256(file.read_bytes()).digest() for file in files]
    program = session.start(*files, options=["--together"])
    program.wait("overview-complete", timeout=30)
    program.focus()
    monkey = Monkey(program, random.Random(SEED))
    for number in range(1, ACTIONS + 1):
        monkey.act()
        expect(program.is_running, f"it is gone after action {number} of seed {SEED}")
        if number % STRIDE:
            continue
        # Out of dialogs and menus, and of playing.
        screen.keys("Escape", "Escape", "Escape")
        for window in program.windows()[1:]:
            window.close()
        eventually(lambda: next(accessible.nodes(program.tree()), None), f"an answer after action {number}", 30)
        if not program.all("lanes")[-1]["lanes"]:
            program.focus()
            screen.keys("ctrl+z")
    screen.keys("Escape", "Escape", "Escape")
    expect_equal([hashlib.sha256(file.read_bytes()).digest() for file in files], before, "the recordings")
