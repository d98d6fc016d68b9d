"""Finding: numbers are typed and Enter goes to a place, F3 and Shift+F3 go on while they are shown and after."""

import accessible
import screen
from harness import SAMPLES, eventually, expect


def test_from_silence_to_silence(session):
    program = session.open(SAMPLES / "speech.wav")
    program.plot()
    program.focus()
    screen.keys("ctrl+f")
    eventually(lambda: accessible.find(program.tree(), "spin button", "At least, in seconds"), "the popover")
    screen.keys("Tab", "ctrl+a", "0", "period", "1", "Tab", "ctrl+a", "minus", "4", "0")
    mark = program.mark()
    screen.keys("Return")
    program.wait("selection", lambda e: "start" in e, mark)
    first = program.selection
    mark = program.mark()
    screen.keys("F3")
    program.wait("selection", lambda e: e.get("start", 0) >= first[1], mark)
    screen.keys("Escape")
    mark = program.mark()
    screen.keys("shift+F3")
    program.wait("selection", lambda e: e.get("start") == first[0], mark)
    expect(program.selection == first, f"{program.selection} is not {first}")
