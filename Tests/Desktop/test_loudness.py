"""Loudness over time: shown and hidden by its key, with its target where the scale has it."""

import screen
from palette import LIGHT
from harness import SAMPLES, eventually


def test_the_line_and_its_target(session):
    program = session.open(SAMPLES / "speech.wav")
    plot = program.plot()
    program.focus()

    def is_target_there():
        # −23 of −60 LUFS over the whole height; the dashes are 6 pixels long, 3 apart.
        row = plot.picture().row(int(plot.height * 23 / 60))
        return row[8:-60].count(LIGHT.edge) > (plot.width - 68) / 2
    mark = program.mark()
    screen.keys("F8")
    program.wait("loudness-line", lambda e: e["shown"], mark)
    eventually(is_target_there, "the target")
    screen.keys("F8")
    program.wait("loudness-line", lambda e: not e["shown"], mark)
    eventually(lambda: not is_target_there(), "no target")
