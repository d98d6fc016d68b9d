"""Zooms on their way, the history of views, one sample per pixel, and the value under the pointer."""

import math
import struct
import time

import screen
import sounds
from harness import eventually, expect, expect_equal, expect_near

DETENT = 2 ** 0.25

ALONE = ("test_a_command_zooms_on_a_way_of_several_frames",)


def opened(session, seconds=60, **options):
    program = session.open(sounds.wav(session.folder / "pulses.wav", seconds), **options)
    program.focus()
    return program, program.plot()


def clamped(start, per_pixel, length, width):
    return max(0, min(start, length - per_pixel * width))


def detents(view, steps):
    """Where a view ends after detents (±1 at a pixel each) without any way between."""
    start, per_pixel, width, length = (view[k] for k in ("start", "framesPerPixel", "width", "length"))
    for direction, x in steps:
        anchor = start + x * per_pixel
        per_pixel = max(per_pixel * DETENT ** -direction, 1 / 64)
        if per_pixel > length / width * (1 - 1e-9):
            per_pixel = length / width
        start = clamped(anchor - x * per_pixel, per_pixel, length, width)
    return start, per_pixel


def test_a_thousand_detents_keep_the_frame_under_the_pointer(session):
    program, plot = opened(session)
    x = 377
    anchor = plot.frame(x)
    first, steps, mark = program.viewport, [], program.mark()
    screen.move(*plot.at(x))
    for turn in range(25):  # forty at a time, in and out, as fast as the server takes them
        direction = 1 if turn % 2 == 0 else -1
        for _ in range(40):
            screen.press(screen.UP if direction > 0 else screen.DOWN)
            screen.release(screen.UP if direction > 0 else screen.DOWN)
            steps.append((direction, x))
        time.sleep(0.01)
    expect_equal(len(steps), 1000, "detents")
    start, per_pixel = detents(first, steps)
    view = program.wait(
        "viewport", lambda v: abs(v["framesPerPixel"] / per_pixel - 1) < 1e-9 and abs(v["start"] - start) < per_pixel,
        mark, what=f"the end of a thousand detents: {start}, {per_pixel}")
    program.settle(0.3)
    view = program.viewport
    expect_near(plot.frame(x, view), anchor, view["framesPerPixel"], "the frame under the pointer in the end")
    for view in program.all("viewport", mark):
        expect_near(plot.frame(x, view), anchor, view["framesPerPixel"], "the frame under the pointer on the way")


def test_a_command_zooms_on_a_way_of_several_frames(session):
    program, plot = opened(session)
    whole = program.viewport["framesPerPixel"]
    for keys, wanted in (("ctrl+plus", whole / 2), ("ctrl+1", 1), ("ctrl+0", whole)):
        before, mark = program.viewport["framesPerPixel"], program.mark()
        screen.keys(keys)
        program.wait("viewport", lambda v: abs(v["framesPerPixel"] / wanted - 1) < 1e-9, mark, what=keys)
        program.settle()
        views = program.all("viewport", mark)
        expect(len(views) >= 3, f"{keys} was seen in {len(views)} steps")
        expect(views[-1]["t_us"] - views[0]["t_us"] < 160_000,
               f"{keys} took {views[-1]['t_us'] - views[0]['t_us']} µs from its first frame")
        zooms = [before] + [v["framesPerPixel"] for v in views]
        steps = [b / a for a, b in zip(zooms, zooms[1:])]
        expect(all(s < 1 for s in steps) or all(s > 1 for s in steps), f"{keys} goes one way: {zooms}")


def test_without_animations_it_jumps(session):
    # As the desktop's settings come where nobody hands them out.
    (session.folder / "gtk-4.0").mkdir()
    (session.folder / "gtk-4.0/settings.ini").write_text("[Settings]\ngtk-enable-animations=false\n")
    program, plot = opened(session, env={"XDG_CONFIG_DIRS": str(session.folder)})
    mark = program.mark()
    screen.keys("ctrl+plus")
    program.wait("viewport", None, mark)
    program.settle()
    expect_equal(len(program.all("viewport", mark)), 1, "steps of a zoom without animations")


def test_nothing_is_drawn_once_a_zoom_has_arrived(session):
    program, plot = opened(session)
    plot.wheel(400, screen.UP, 9)
    program.settle(0.5)
    mark = program.mark()
    time.sleep(2)  # that nothing happens has to be waited for
    expect_equal(program.events[mark:], [], "what happens in 2 s after a zoom")


def test_alt_and_arrows_go_back_and_forward(session):
    program, plot = opened(session)
    whole = program.viewport
    plot.wheel(400, screen.UP, 20, pause=0.01)
    program.settle(0.3)
    close = program.viewport
    mark = program.mark()
    screen.keys("ctrl+1")
    program.wait("viewport", lambda v: v["framesPerPixel"] == 1, mark)
    program.settle(0.3)
    samples = program.viewport
    for keys, wanted in (("alt+Left", close), ("alt+Left", whole), ("alt+Right", close), ("alt+Right", samples)):
        mark = program.mark()
        screen.keys(keys)
        program.wait("viewport", lambda v: same(v, wanted), mark, what=f"{keys}: {wanted}")
        program.settle()
    mark = program.mark()
    screen.keys("alt+Right")
    program.settle()
    expect_equal(program.all("viewport", mark), [], "what Alt+Right does at the end")
    expect_equal(program.playhead, 0, "the playhead after going back and forward")


def same(view, wanted):
    return all(view[key] == wanted[key] for key in ("start", "framesPerPixel", "width"))


def test_one_sample_per_pixel_about_the_playhead(session):
    program, plot = opened(session)
    plot.click(640)
    program.settle()
    frame, x = program.playhead, plot.pixel(program.playhead)
    mark = program.mark()
    screen.keys("ctrl+1")
    view = program.wait("viewport", lambda v: v["framesPerPixel"] == 1, mark)
    expect_near((frame - view["start"]), x, 1.01, "the pixel of the playhead")


def known(path, frames=48000):
    """Two channels of 16 bits: the left one counts up, the right one is full scale in a single frame."""
    left = [(i * 37) % 20000 - 10000 for i in range(frames)]
    right = [0] * frames
    right[24000] = -32768
    data = b"".join(struct.pack("<hh", a, b) for a, b in zip(left, right))
    path.write_bytes(sounds.header(len(data), 2) + data)
    return left, right


def test_the_value_under_the_pointer(session):
    left, right = known(session.folder / "known.wav")
    program = session.open(session.folder / "known.wav")
    program.focus()
    plot = program.plot()
    quarter = plot.height // 4
    # The pixel with the single frame of full scale, in the right channel's lane.
    x = int(24000 / program.viewport["framesPerPixel"])
    mark = program.mark()
    for near in (-2, -1, 0, 1, 2):  # where the waveform begins is known to a pixel
        screen.move(*plot.at(x + near, quarter))
        program.settle(0.05)
    loud = {e["frame"] for e in program.all("pointer", mark) if e["amplitude"] == 1 and e["level"].startswith("0.0")}
    silent = {e["frame"] for e in program.all("pointer", mark) if e["amplitude"] == 0}
    expect_equal((len(loud), len(silent)), (1, 4), "pixels of full scale and of silence around a single loud frame")
    expect(0 <= 24000 - loud.pop() <= program.viewport["framesPerPixel"], "the pixel holds the loud frame")
    mark = program.mark()
    screen.move(*plot.at(x + 3, quarter))
    program.wait("pointer", lambda e: e["amplitude"] == 0 and e["level"].startswith("−∞"), mark, what="silence")
    # The sample itself, close up, in the left channel's lane.
    mark = program.mark()
    plot.wheel(x, screen.UP, 60)
    program.wait("viewport", lambda v: v["framesPerPixel"] == 1 / 64, mark)
    program.settle(0.3)
    for x in (100, 300, 777):
        mark = program.mark()
        screen.move(*plot.at(x, -quarter))
        frame = round(plot.frame(x))
        value = left[frame] / 32768
        event = program.wait("pointer", lambda e: e["frame"] == frame and abs(e["amplitude"] - value) < 1e-6, mark,
                             what=f"sample {frame}: {value}")
        decibels = float(event["level"].replace("−", "-").split("\u202f")[0])
        expect_near(decibels, 20 * math.log10(abs(value)), 0.051, "the level")


def test_the_line_under_the_pointer_comes_and_goes(session):
    program, plot = opened(session)
    screen.move(*plot.at(5, 0))
    screen.move(5, 5)
    program.settle(0.3)
    plain = plot.picture()
    first, last = 517, 517 + program.scale - 1  # as wide as a logical pixel
    screen.move(*plot.at(first, 0))
    program.settle(0.3)
    marked = plot.picture()
    y = plot.height - 2
    expect(plain[first, y] != marked[first, y], "the line under the pointer")
    expect_equal([plain[x, y] for x in (first - 1, last + 1)], [marked[x, y] for x in (first - 1, last + 1)], "what is beside it")
    screen.move(5, 5)
    eventually(lambda: plot.picture().data == plain.data, "nothing is left when the pointer leaves")
    program.settle(0.5)
    mark = program.mark()
    time.sleep(1.5)
    expect_equal(program.events[mark:], [], "what happens while the pointer is elsewhere")


def test_the_value_under_the_pointer_follows_a_zoom(session):
    program = session.open(sounds.wav(session.folder / "pulses.wav"))
    plot = program.plot()
    x = plot.width // 3
    mark = program.mark()
    plot.wheel(x, screen.UP, 9, pause=0.02)
    program.settle(0.3)
    # Numbers are not told in each frame of a zoom, but the last ones are.
    last, view = program.all("pointer", mark)[-1], program.viewport
    expect_near(last["frame"], plot.frame(x), view["framesPerPixel"] + 1, "the frame under the pointer")
    places = [event for event in program.all("viewport", mark)]
    expect(len(program.all("pointer", mark)) < len(places), f"{len(places)} frames of the zoom were all told")


def test_a_resting_pointer_costs_nothing(session):
    program, plot = opened(session)
    screen.move(*plot.at(517, 0))
    program.settle(0.5)
    mark = program.mark()
    time.sleep(1.5)
    expect_equal(program.events[mark:], [], "what happens while the pointer rests on the waveform")


def test_a_recording_of_one_frame(session):
    path = session.folder / "one.wav"
    path.write_bytes(sounds.header(2, 1, 48000) + struct.pack("<h", -16384))
    program = session.open(path)
    program.focus()
    plot = program.plot()
    mark = program.mark()
    plot.wheel(300, screen.UP, 10)
    screen.keys("ctrl+1", "ctrl+plus", "ctrl+e", "alt+Left", "Right", "Left")
    program.wait("pointer", lambda e: e["frame"] == 0 and e["amplitude"] == -0.5, mark)
    program.settle()
    expect_equal(program.viewport["framesPerPixel"] * program.viewport["width"], 1, "frames in view")


def test_one_frame_a_second(session):
    path = session.folder / "slow.wav"
    data = struct.pack("<600h", *range(-300, 300))
    path.write_bytes(sounds.header(len(data), 1, 1) + data)
    program = session.open(path)
    program.focus()
    plot = program.plot()
    mark = program.mark()
    plot.wheel(300, screen.UP, 60)
    program.wait("viewport", lambda v: v["framesPerPixel"] == 1 / 64, mark)
    program.settle(0.3)
    mark = program.mark()
    screen.keys("space")
    program.wait("playhead-step", None, mark)
    screen.keys("space")
    program.wait("playback", lambda e: not e["playing"], mark)
