"""The hints of a first window: they go by doing what they tell, or all together, and cost nothing."""

import time

import accessible
import screen
import sounds
from harness import eventually, expect, expect_equal

SETTINGS = "org.barline.Barline"

NAMES = ("zoom", "select", "play")
HINTS = {f"{SETTINGS} hint-{name}": "true" for name in NAMES}


def opened(session):
    program = session.open(sounds.wav(session.folder / "pulses.wav"), settings=HINTS)
    program.focus()
    eventually(lambda: len(hints(program)) == 3, "three hints")
    return program, program.plot()


def hints(program):
    return [text for text in ("Scroll to zoom", "Drag to select", "Space plays")
            if accessible.find(program.tree(), "label", text)]


def test_hints_go_one_by_one_by_doing(session):
    program, plot = opened(session)
    plot.drag(300, 350, 400)
    eventually(lambda: hints(program) == ["Scroll to zoom", "Space plays"], "the hint about selecting goes")
    screen.keys("space")
    eventually(lambda: hints(program) == ["Scroll to zoom"], "the hint about playing goes")
    screen.keys("space")
    plot.wheel(500, screen.UP, 2)
    eventually(lambda: not hints(program), "all hints are gone")
    expect(accessible.find(program.tree(), "push button", "Show no hints") is None, "their button")
    kept = {f"{SETTINGS} hint-{name}": program.setting(f"hint-{name}") for name in NAMES}
    expect_equal(set(kept.values()), {"false"}, "what is remembered")
    program.quit()
    again = session.open(session.folder / "pulses.wav", settings=kept)
    again.settle()
    expect_equal(hints(again), [], "hints of another start")


def test_hints_are_closed_together_and_cost_no_frame(session):
    program, _ = opened(session)
    program.settle(0.5)
    mark = program.mark()
    time.sleep(1)
    expect_equal(program.all("frame", mark), [], "frames while hints are shown")
    screen.click(*program.spot(program.find("push button", "Show no hints")))
    eventually(lambda: not hints(program), "all hints are gone")
    mark = program.mark()
    screen.keys("space")
    program.wait("playback", lambda e: e["playing"], mark, what="Space plays")
    for name in NAMES:
        expect_equal(program.setting(f"hint-{name}"), "false", name)


def test_hints_leave_room_in_a_narrow_window(session):
    program, plot = opened(session)
    program.resize(400, 500)
    program.settle(0.5)
    width = program.window().place[2] / program.scale
    names = ["Scroll to zoom", "Drag to select", "Space plays"]
    places = [accessible.place(program.find("label", name)) for name in names]
    below = accessible.place(program.find("push button", "Play"))[1]
    for (x, y, own, tall), after in zip(places, places[1:] + [(width, 0, 0, 0)]):
        expect(0 <= x and x + own <= after[0], f"a hint from {x} to {x + own}, the next one at {after[0]}")
        expect(y + tall < below, f"a hint down to {y + tall} over the read-outs at {below}")
