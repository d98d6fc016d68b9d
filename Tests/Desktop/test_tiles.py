"""What is painted when the view moves, as the trace counts it."""

import accessible
import screen
import sounds
from harness import eventually, expect, expect_equal
from test_lanes import images


def painted(program, since):
    return sum(event["tiles"] for event in program.all("frame", since))


def pan(program, plot, button, detents):
    """Scrolls sideways; gives the device pixels that the view went and the tiles painted meanwhile."""
    mark, before = program.mark(), program.viewport
    with screen.held("shift"):
        plot.wheel(plot.width // 2, button, detents, pause=0.03)
    program.wait("viewport", lambda v: v["start"] != before["start"], mark)
    program.settle()
    after = program.viewport
    return abs(after["start"] - before["start"]) / after["framesPerPixel"], painted(program, mark)


def test_lanes_out_of_sight_are_painted_when_they_come_into_sight(session):
    few, many, counts = 5, 20, []
    files = [sounds.wav(session.folder / f"{number}.wav", 5) for number in range(many)]
    for number in (few, many):
        program = session.start(*files[:number], options=["--together"])
        program.wait("overview-complete", timeout=60)
        eventually(lambda: len(images(program)) == number, "all lanes are there")
        program.settle(0.5)
        counts.append(painted(program, 0))
        if number == few:
            program.quit()
    expect(counts[1] < counts[0] * many / few / 2, f"{counts} tiles were painted for {few} and {many} lanes")
    window, mark = program.window(), program.mark()
    left, top, width, height = window.place

    def scroll():
        """By the wheel over the header of a lane in sight."""
        for node in accessible.nodes(program.tree()):
            if accessible.name(node) == "Mute":
                x, y = program.spot(node)
                if top + 150 < y < top + height - 150:
                    screen.click(x - 150 * program.scale, y, button=screen.DOWN, count=4)
                    break
        return images(program)[2][1] < top
    eventually(scroll, "other lanes are in sight", 60)
    program.settle(0.3)
    expect(painted(program, mark) > 0, "what came into sight was painted")


def test_scrolling_paints_only_what_enters(session):
    program = session.open(sounds.wav(session.folder / "pulses.wav"))
    plot = program.plot()
    plot.wheel(plot.width // 2, screen.UP, 12, pause=0.02)
    program.settle(0.3)
    pan(program, plot, screen.DOWN, 1)
    way, tiles = pan(program, plot, screen.DOWN, 10)
    expect(way > 300, f"the view went {way} pixels")
    # 66 logical pixels, and one tile more in which the edge was before. Some of them were painted ahead.
    expect(tiles <= way / (60 * program.scale) + 1, f"{tiles} tiles were painted for {way} pixels")
    _, tiles = pan(program, plot, screen.UP, 10)
    expect_equal(tiles, 0, "the tiles painted on the way back")


def test_only_one_side_of_the_playhead_is_painted(session):
    program = session.open(sounds.wav(session.folder / "pulses.wav"))
    plot = program.plot()
    mark = program.mark()
    plot.wheel(0, screen.UP, 4, pause=0.1)
    program.settle(0.3)
    frames = [event["tiles"] for event in program.all("frame", mark) if event["tiles"]]
    tiles = plot.width / (60 * program.scale) + 2
    expect(frames and max(frames) <= tiles, f"{frames} tiles were painted where {tiles} are visible")
