"""What it takes to measure loudness and levels: of a file, and of a selection in the window."""
import os
import random
import statistics

from . import inputs, processes
from .driven import session
from .report import Row

CLI = ".build/release/barline-cli"
#: Of the file that is measured, so that the reach for 56:30 becomes one for its length.
REACH_SECONDS = 1.2 / 3390 * 2 * inputs.HOUR
REACH_RIVAL, REACH_SELECTION = 1 / 8, 8


def of_a_file():
    """All measures of two hours of WAV: over peaks alone, and against ffmpeg, in turn."""
    name = "two-hours.wav"
    inputs.warm(name)
    path = inputs.path(name)
    ours, rival = processes.compare(
        [CLI, "measure", path],
        ["ffmpeg", "-nostdin", "-loglevel", "error", "-i", path, "-af", "ebur128=peak=true", "-f", "null", "-"], 3)
    peaks = processes.run(CLI, "peaks", "--no-cache", path, "-o", os.path.join(inputs.directory(), "unfinished-peaks.dat"))
    os.remove(os.path.join(inputs.directory(), "unfinished-peaks.dat"))
    more, ratio = ours.cpu - peaks.cpu, ours.cpu / rival.cpu
    return [
        Row("`barline-cli measure`, 2 h WAV, CPU over `peaks`", f"{more:.2f} s", f"peaks: {peaks.cpu:.2f} s", "",
            f"≤ {REACH_SECONDS:.2f} s", more <= REACH_SECONDS),
        Row("… CPU", f"{ours.cpu:.2f} s", f"ffmpeg ebur128=peak=true: {rival.cpu:.2f} s", f"{ratio:.3f}",
            f"≤ {REACH_RIVAL:g} ×", ratio <= REACH_RIVAL),
        Row("… wall", f"{ours.wall:.2f} s", f"ffmpeg: {rival.wall:.2f} s", f"{ours.wall / rival.wall:.3f}"),
    ]


def of_a_selection():
    """From a changed selection to its numbers, by the trace of the window."""
    inputs.warm("two-hours.wav")
    with session() as opened:
        import screen  # pylint: disable=import-outside-toplevel,import-error

        program = opened.open(inputs.path("two-hours.wav"))
        plot = program.plot()
        program.focus()
        mark = program.mark()
        screen.keys("F7")
        program.wait("measures", lambda event: event["frames"] > 0, mark, timeout=60)
        program.settle(0.5)
        plot.measure()
        rows, start = [], plot.width // 4
        for what, detents in (("an hour", 0), ("some seconds", 36)):
            if detents:
                plot.wheel(start, screen.UP, detents)
                program.settle(1)
            times = [time for _ in range(3) for time in drawn(program, plot, start, plot.width // 2)]
            taken = statistics.median(times)
            rows.append(Row(
                f"a changed selection of {what} to its numbers",
                f"{taken:.1f} ms (most {max(times):.1f}, {len(times)} changes)", "", "", f"≤ {REACH_SELECTION} ms",
                taken <= REACH_SELECTION))
    return rows


def drawn(program, plot, start, width):
    """Draws a selection; milliseconds from each change to the measures of that very stretch."""
    mark, chance = program.mark(), random.Random(1)
    ends = [start + width + chance.randint(-40, 40) for _ in range(12)]
    plot.drag(start, *ends)
    program.settle(0.5)
    changed, times = None, []
    for event in program.events[mark:]:
        if event["event"] == "selection" and "start" in event:
            changed = event
        elif event["event"] == "measures" and changed and event["frames"] == changed["end"] - changed["start"]:
            times.append((event["t_us"] - changed["t_us"]) / 1000)
            changed = None
    return times
