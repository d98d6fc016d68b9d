"""Amplitude and channels: how tall lanes are, what shares one, and what is remembered of it."""

import array
import math

import accessible
import screen
import sounds
from palette import LIGHT
from harness import eventually, expect, expect_equal, expect_near

MARGIN, GAP = 6, 9  # logical pixels around and between lanes
SETTINGS = "org.barline.Barline"


def stereo(path, left=0.5, right=0.25, seconds=4):
    """Every sample is as loud as every other of its channel."""
    levels = [round(left * 32768), round(right * 32768)]
    data = array.array("h", [level * sign for _ in range(seconds * 24000) for sign in (1, -1) for level in levels])
    path.write_bytes(sounds.header(2 * len(data), 2) + data.tobytes())
    return path


def heights(plot, lanes):
    """How far the waveform of each lane goes above and below its middle, in pixels, and half a lane."""
    picture, scale = plot.picture(), plot.program.scale
    margin, gap = MARGIN * scale, GAP * scale
    x = plot.width // 2 // (12 * scale) * 12 * scale  # the first pixel of a bar, whatever its width and gap
    column = picture.column(x)
    lane = (plot.height - 2 * margin - gap * (lanes - 1)) // lanes
    result = []
    for index in range(lanes):
        top = margin + index * (lane + gap)
        ink = [y for y in range(top, top + lane // 2 * 2) if column[y] != LIGHT.background]
        middle = top + lane // 2
        result.append((middle - ink[0], ink[-1] + 1 - middle))
    return result, lane // 2


def shows(plot, wanted, what):
    """Each lane's shares of its half height above and below the middle."""
    def right():
        found, half = heights(plot, len(wanted))
        return all(abs(f - w * half) <= plot.program.scale for pair, shares in zip(found, wanted) for f, w in zip(pair, shares))
    try:
        eventually(right, what)
    except Exception as error:
        found, half = heights(plot, len(wanted))
        raise type(error)(f"{error}: {[[round(f / half, 3) for f in pair] for pair in found]}, not {wanted}")


def gains(program, wanted, since):
    program.wait("gain", lambda e: e["lanes"] == wanted, since, what=f"gains {wanted}")


def wheel(plot, y, button, count, *keys):
    screen.move(*plot.at(400, y))
    with screen.held("alt", *keys):
        for _ in range(count):
            screen.press(button)
            screen.release(button)
        plot.program.settle()


def test_alt_and_the_wheel_raise_the_lane_under_the_pointer(session):
    program = session.open(stereo(session.folder / "two.wav"))
    plot = program.plot()
    shows(plot, [(0.5, 0.5), (0.25, 0.25)], "as recorded")
    mark = program.mark()
    wheel(plot, -60, screen.UP, 4)
    gains(program, [6, 0], mark)
    shows(plot, [(0.998, 0.998), (0.25, 0.25)], "the upper lane is twice as tall")
    wheel(plot, 60, screen.DOWN, 4)
    gains(program, [6, -6], mark)
    shows(plot, [(0.998, 0.998), (0.125, 0.125)], "the lower lane is half as tall")
    expect_equal(program.all("viewport", mark), [], "what Alt and the wheel do to time")
    wheel(plot, 60, screen.UP, 60)
    gains(program, [6, 60], mark)
    shows(plot, [(0.998, 0.998), (1, 1)], "what is too tall ends at the lane's edge")


def test_all_lanes_by_shift_and_keys(session):
    program = session.open(stereo(session.folder / "two.wav"))
    plot = program.plot()
    mark = program.mark()
    wheel(plot, -60, screen.UP, 2)
    wheel(plot, 60, screen.UP, 2, "shift")
    gains(program, [6, 3], mark)
    program.focus()
    screen.keys("ctrl+Down")
    gains(program, [3, 0], mark)
    mark = program.mark()
    screen.keys("ctrl+Up", "ctrl+Up")
    gains(program, [9, 6], mark)
    shows(plot, [(1, 1), (0.499, 0.499)], "raised by keys")
    eventually(lambda: "lanes raised by +9 dB, +6 dB" in accessible.value_text(plot.node), "it is told")
    screen.keys("ctrl+BackSpace")
    gains(program, [0, 0], mark)
    shows(plot, [(0.5, 0.5), (0.25, 0.25)], "as recorded again")


def test_what_is_drawn_otherwise_is_undone_and_done_again_while_the_sound_goes_on(session):
    program = session.open(stereo(session.folder / "two.wav", seconds=30))
    plot = program.plot()
    program.focus()
    mark = program.mark()
    screen.keys("ctrl+Up", "ctrl+Up")
    gains(program, [6, 6], mark)
    program.choose("View", "Amplitude", "Normalize")
    gains(program, [12.02, 12.02], mark)
    screen.keys("F8")
    program.wait("loudness-line", lambda e: e["shown"], mark)
    screen.keys("space")
    program.wait("playback", lambda e: e["playing"], mark)
    mark = program.mark()
    screen.keys("ctrl+z")
    program.wait("loudness-line", lambda e: not e["shown"], mark)
    screen.keys("ctrl+z")
    gains(program, [6, 6], mark)
    screen.keys("ctrl+z")
    gains(program, [0, 0], mark)
    shows(plot, [(0.5, 0.5), (0.25, 0.25)], "as recorded again")
    mark = program.mark()
    screen.keys("ctrl+shift+z", "ctrl+shift+z", "ctrl+shift+z")
    gains(program, [12.02, 12.02], mark)
    program.wait("loudness-line", lambda e: e["shown"], mark)
    expect_equal([e for e in program.all("playback", mark) if not e["playing"]], [], "what interrupts playback")


def ruler(program):
    return program.find("label", "Amplitude, ")


def test_the_ruler_changes_to_decibels_and_raises_too(session):
    program = session.open(stereo(session.folder / "two.wav"))
    plot = program.plot()
    expect_equal(accessible.name(ruler(program)), "Amplitude, linear", "the name of the ruler")
    program.choose("Amplitude unit: linear", "Decibels")
    level = [1 + 20 * math.log10(value) / 60 for value in (0.5, 0.25)]
    shows(plot, [(value, value) for value in level], "levels of −6 and −12 of 60 dB")
    eventually(lambda: accessible.name(ruler(program)) == "Amplitude, in decibels", "the ruler's name follows")
    mark = program.mark()
    x, _ = program.spot(ruler(program))
    screen.move(x, plot.at(0, 60)[1])
    with screen.held("ctrl"):
        screen.press(screen.UP)
        screen.release(screen.UP)
        gains(program, [0, 1.5], mark)
    shows(plot, [(level[0], level[0]), (level[1] + 1.5 / 60,) * 2], "the lower lane is raised")
    program.choose("View", "Amplitude", "−36 dB")
    shows(plot, [(1 - 6.02 / 36,) * 2, (1 - 10.54 / 36,) * 2], "a floor of −36 dB")
    program.choose("Amplitude unit: decibels", "Linear")
    shows(plot, [(0.5, 0.5), (0.297, 0.297)], "linear again")


def test_normalized_all_lanes_grow_alike(session):
    program = session.open(stereo(session.folder / "two.wav"))
    plot = program.plot()
    mark = program.mark()
    program.choose("View", "Amplitude", "Normalize")
    gains(program, [6.02, 6.02], mark)
    shows(plot, [(1, 1), (0.5, 0.5)], "the loudest sample has full height")
    program.choose("View", "Amplitude", "Normalize")
    gains(program, [0, 0], mark)


def test_channels_share_lanes(session):
    program = session.open(stereo(session.folder / "two.wav"))
    plot = program.plot()
    program.choose("View", "Channels", "Mirrored in Pairs")
    plot.measure()
    shows(plot, [(0.5, 0.25)], "left above right")
    program.choose("View", "Channels", "Mixed")
    plot.measure()
    shows(plot, [(0.5, 0.5)], "the envelope of both")
    expect_near(len(program.all("gain")[-1]["lanes"]), 1, 0, "lanes")
    program.choose("View", "Channels", "Separate")
    plot.measure()
    shows(plot, [(0.5, 0.5), (0.25, 0.25)], "a lane for each")


def bars(plot):
    """The widths of a bar and of the gap behind it, in logical pixels."""
    picture, scale = plot.picture(), plot.program.scale
    y = MARGIN * scale + (plot.height - (2 * MARGIN + GAP) * scale) // 4 - 1
    row = picture.row(y, plot.width // 2, plot.width // 2 + 60 * scale)
    text = "".join(" " if color == LIGHT.background else "#" for color in row)
    runs = text.strip().split()
    gaps = [len(gap) for gap in text.strip("#").split("#") if gap]
    return ({len(run) / scale for run in runs[1:-1]}, {gap / scale for gap in gaps[1:-1]})


def test_bars_are_as_wide_as_chosen(session):
    program = session.open(stereo(session.folder / "two.wav"))
    plot = program.plot()
    expect_equal(bars(plot), ({2}, {1}), "bar and gap")
    for item, wanted in (("Fine", ({1}, {1})), ("Broad", ({5}, {2})), ("Medium", ({2}, {1}))):
        program.choose("View", "Style", item)
        eventually(lambda: bars(plot) == wanted, f"{item}: bars and gaps {wanted}")
    program.choose("View", "Style", "Blocks Without Gaps")
    eventually(lambda: not LIGHT.background in plot.picture().row(plot.height // 4, 20, plot.width - 20), "no gaps")


def test_the_look_is_remembered(session):
    program = session.open(stereo(session.folder / "two.wav"))
    width = program.plot().width
    for menu, item in (
            ("Channels", "Mirrored in Pairs"), ("Amplitude", "Decibels"), ("Amplitude", "−48 dB"),
            ("Amplitude", "Normalize"), ("Style", "Wide"), ("Show", "Amplitude Ruler")):
        program.choose("View", menu, item)
    wanted = {"style": "bars", "channels": "mirrored", "unit": "decibels", "floor": -48, "normalized": True,
              "bars": "3+2"}

    def look(program):
        event = program.last("look")
        return {key: event[key] for key in wanted}
    expect_equal(look(program), wanted, "what was chosen")
    kept = {f"{SETTINGS} {key}": program.setting(key) for key in (
        "channel-mode", "amplitude-unit", "decibel-floor", "normalize", "bar-width", "bar-gap",
        "show-amplitude-ruler")}
    program.quit()
    again = session.open(session.folder / "two.wav", settings=kept)
    expect_equal(look(again), wanted, "what the next program begins with")
    plot = again.plot()
    expect(plot.width > width, "the plot has the room of the ruler")
    expect(not accessible.texts(again.tree()).count("Amplitude, "), "there is no ruler")
