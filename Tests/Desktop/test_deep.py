"""Samples close up, and columns that are exact once the view stands still."""

import array

import screen
import sounds
from harness import SAMPLES, expect, expect_equal, expect_near
from palette import LIGHT

MARGIN = 6


def quarters(path, seconds=20, rate=48000):
    """A sine at a quarter of the rate: its samples lie at ±0.977, its curve reaches 1.38."""
    data = array.array("h", [32000, 32000, -32000, -32000] * (seconds * rate // 4)).tobytes()
    with open(path, "wb") as file:
        file.write(sounds.header(len(data), 1, rate) + data)
    return path


def test_samples_are_dots_on_a_curve_that_marks_what_lies_over_full_scale(session):
    program = session.open(quarters(session.folder / "quarters.wav"))
    plot = program.plot()
    mark = program.mark()
    for _ in range(4):
        plot.wheel(400, screen.UP, 30)
        program.settle()
    program.wait("exact-shown", lambda e: e["framesPerPixel"] == 1 / 64, mark, what="samples at the finest zoom")
    program.settle()
    picture = plot.picture()
    top, below = picture.row(MARGIN * program.scale, 20), picture.row((MARGIN + 1) * program.scale, 20)
    # The curve is beyond full scale for 0.97 of every 4 samples.
    expect_near(top.count(LIGHT.over) / len(top), 0.97 / 4, 0.03, "the share of marks at the upper edge")
    expect(LIGHT.over not in below, "the mark between samples is thinner than that of a sample")
    ink = picture.colors(20, 0, plot.width - 20, plot.height)
    expect(ink[LIGHT.curve] > plot.width, "the curve's ink is seen")
    expect(LIGHT.bar not in ink, "no bar stands in any more")


def test_a_view_that_stands_still_is_exact(session):
    program = session.open(SAMPLES / "speech.wav")
    plot = program.plot()
    whole = program.viewport["framesPerPixel"]
    program.wait("exact-shown", lambda e: e["framesPerPixel"] == whole, what="the exact whole")
    mark = program.mark()
    plot.wheel(300, screen.UP, 1)
    program.wait("exact-shown", lambda e: e["framesPerPixel"] < whole * 0.99, mark, what="an exact part")
    # The peak of the view is worked out 0.2 s after the view came to rest, and looked at again where it moved meanwhile.
    program.settle(0.6)
    mark = program.mark()
    program.settle(0.5)
    expect_equal(program.all("frame", mark), [], "frames drawn once all is exact")
