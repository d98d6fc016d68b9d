"""A long compressed recording: a preview of the whole is there at once, and the exact picture takes its place."""

import functools
import os
import subprocess
import tempfile

from device import Device
from palette import LIGHT
from harness import eventually, expect, expect_equal


folder = tempfile.TemporaryDirectory(prefix="barline-desktop.")


@functools.cache
def long_sound():
    """Ten minutes of noise that swells twice."""
    path = os.path.join(folder.name, "long.ogg")
    subprocess.run(
        ["sox", "-R", "-r", "44100", "-c", "2", "-n", path, "synth", "600", "whitenoise", "whitenoise",
         "tremolo", "0.00333", "90", "gain", "-6"], check=True, timeout=240)
    return path


def test_the_exact_picture_takes_the_place_of_the_preview(session):
    """While it is read there are bars at the left and paler ones behind them; in the end there is no pale one."""
    # The reader has to wait, and the preview has not: however busy the machine, the one comes before the other.
    device = Device(session, long_sound(), "pace 40")
    program = session.start(long_sound(), env=device.env)
    program.wait("preview-complete")
    plot = program.plot()

    def both():
        picture = plot.picture()
        quarter = plot.width // 4
        left = picture.colors(12, 0, 12, plot.height)
        right = picture.colors(3 * quarter, 0, quarter, plot.height)
        return LIGHT.preview in right and LIGHT.bar not in right and LIGHT.bar in left and LIGHT.preview not in left
    eventually(both, "bars at the left, a preview at the right")
    expect_equal(program.all("overview-complete"), [], "what has been read whole")
    device.turn_back()
    program.wait("overview-complete", timeout=60)
    program.settle()
    colors = plot.picture().colors(0, 0, plot.width, plot.height)
    expect(colors.get(LIGHT.bar, 0) > 2000 and LIGHT.preview not in colors, f"the exact picture: {colors}")
