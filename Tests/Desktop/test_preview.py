"""A long compressed recording: a preview of the whole is there at once, and the exact picture takes its place."""

import subprocess

from palette import LIGHT
from harness import eventually, expect


def long_flac(folder, minutes=40):
    """Noise that swells four times: FLAC can hardly compress it, and takes its time to decode it."""
    path = folder / "long.flac"
    subprocess.run(
        ["sox", "-R", "-r", "44100", "-b", "16", "-c", "2", "-n", "-C", "0", str(path), "synth", str(minutes * 60),
         "whitenoise", "whitenoise", "tremolo", str(4 / (minutes * 60)), "90", "gain", "-6"], check=True, timeout=120)
    return path


def test_the_whole_is_there_before_it_has_been_read(session):
    program = session.start(long_flac(session.folder))
    preview = program.wait("preview-complete", timeout=20)
    complete = program.wait("overview-complete", timeout=60)
    expect(preview["t_us"] < complete["t_us"], f"the preview came at {preview['t_us']}, the end at {complete['t_us']}")
    read = [e["frames"] for e in program.all("reader-progress") if e["t_us"] < preview["t_us"]]
    length = program.viewport["length"]
    expect(not read or read[-1] < length / 2, f"{read[-1:]} of {length} frames had been read before the preview")
    program.settle()
    plot = program.plot()
    colors = plot.picture().colors(0, 0, plot.width, plot.height)
    expect(colors.get(LIGHT.bar, 0) > 2000 and LIGHT.preview not in colors, f"the exact picture: {colors}")


def test_the_preview_looks_like_one(session):
    """Two colours while it is read: the exact part from the left, the preview behind it."""
    path = long_flac(session.folder)
    program = session.start(path)
    program.wait("preview-complete", timeout=20)
    plot = program.plot()

    def both():
        picture = plot.picture()
        quarter = plot.width // 4
        left = picture.colors(0, 0, quarter // 4, plot.height)
        right = picture.colors(3 * quarter, 0, quarter, plot.height)
        return LIGHT.preview in right and LIGHT.bar not in right and LIGHT.bar in left
    eventually(both, "bars at the left, a preview at the right", 20)
    program.wait("overview-complete", timeout=60)
