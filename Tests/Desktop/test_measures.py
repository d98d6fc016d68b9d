"""The panel of measures: opened by its key, follows a drag, is copied and read aloud, and makes room for another panel."""

import accessible
import screen
from harness import SAMPLES, eventually


def test_measures_follow_the_selection(session):
    program = session.open(SAMPLES / "music.opus")
    plot = program.plot()
    program.focus()
    mark = program.mark()
    screen.keys("F7")
    program.wait("measures-panel", lambda e: e["open"], mark)
    whole = program.wait("measures", lambda e: e["frames"] == 3589652, mark)
    name = f"Integrated loudness, {whole['integrated']} LUFS"
    eventually(lambda: accessible.find(program.tree(), "label", name), "a value with its name and unit")
    program.settle(0.4)
    plot.measure()
    mark = program.mark()
    plot.drag(200, 300, 400)
    program.wait("measures", lambda e: 0 < e["frames"] < whole["frames"], mark, what="measures of the selection")
    # Another panel takes the place.
    mark = program.mark()
    screen.keys("ctrl+d")
    program.wait("measures-panel", lambda e: not e["open"], mark)
    program.wait("noise-panel", lambda e: e["open"], mark)
    screen.keys("F7")
    program.wait("noise-panel", lambda e: not e["open"], mark)
    mark = program.mark()
    screen.keys("F7")
    program.wait("measures-panel", lambda e: not e["open"], mark)
