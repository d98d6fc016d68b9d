"""A long compressed recording: a preview of the whole is there at once, and the exact picture takes its place."""

import functools
import os
import subprocess
import tempfile

from device import Device
from palette import LIGHT
from harness import eventually, expect


folder = tempfile.TemporaryDirectory(prefix="barline-desktop.")


@functools.cache
def long_sound():
    """Ten minutes of noise that swells twice: longer to read than a window takes to come."""
    path = os.path.join(folder.name, "long.ogg")
    subprocess.run(
        ["sox", "-R", "-r", "44100", "-c", "2", "-n", path, "synth", "1200", "whitenoise", "whitenoise",
         "tremolo", "0.00333", "90", "gain", "-6"], check=True, timeout=240)
    return path


def test_the_whole_is_there_before_it_has_been_read(session):
    program = session.start(long_sound())
    preview = program.wait("preview-complete", timeout=20)
    complete = program.wait("overview-complete", timeout=60)
    expect(preview["t_us"] < complete["t_us"], f"the preview came at {preview['t_us']}, the end at {complete['t_us']}")
    program.settle()
    plot = program.plot()
    colors = plot.picture().colors(0, 0, plot.width, plot.height)
    expect(colors.get(LIGHT.bar, 0) > 2000 and LIGHT.preview not in colors, f"the exact picture: {colors}")


def test_the_exact_picture_takes_the_place_of_the_preview(session):
    """While it is read there are bars at the left and paler ones behind them; in the end there is no pale one."""
    # From the preview on every read takes a while: there is time to look, on a busy machine as well.
    device = Device(session, long_sound(), "delay 40", is_on=False)
    program = session.start(long_sound(), env=device.env)
    program.wait("preview-complete", timeout=20)
    device.turn()
    plot = program.plot()

    def both():
        picture = plot.picture()
        quarter = plot.width // 4
        left = picture.colors(12, 0, 12, plot.height)
        right = picture.colors(3 * quarter, 0, quarter, plot.height)
        return LIGHT.preview in right and LIGHT.bar not in right and LIGHT.bar in left and LIGHT.preview not in left
    eventually(both, "bars at the left, a preview at the right", 20)
    device.turn_back()
    program.wait("overview-complete", timeout=60)
