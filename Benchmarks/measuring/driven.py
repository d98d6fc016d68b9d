"""What is measured while somebody works in the window: the pointer and the keys are those of Tests/Desktop."""
import contextlib
import os
import statistics
import subprocess
import sys
import time

from . import inputs, processes
from .report import Row
from .window import PROGRAM

#: The figure of the page about functions: 400 × 200.
FUNCTION_REACH = 0.04
LANES, LANES_RESIDENT, LANES_REACH = 16, 600, 0.06
SLIDER_REACH = 60


@contextlib.contextmanager
def session():
    """The tests' session, with the release program."""
    os.environ["BARLINE_BINARY"] = os.path.abspath(PROGRAM)
    sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "Tests", "Desktop"))
    import harness  # pylint: disable=import-outside-toplevel,import-error

    opened = harness.Session("measuring")
    try:
        yield opened
    finally:
        opened.close()


def share(program, seconds):
    """The part of a core that a program takes for so long."""
    before, start = processes.cpu_seconds(program.pid), time.monotonic()
    time.sleep(seconds)
    return (processes.cpu_seconds(program.pid) - before) / (time.monotonic() - start)


def function():
    """The page about functions: animated and still."""
    with session() as opened:
        import accessible  # pylint: disable=import-outside-toplevel,import-error
        import screen  # pylint: disable=import-outside-toplevel,import-error
        import test_function  # pylint: disable=import-outside-toplevel,import-error

        program = test_function.opened(opened)
        size = accessible.place(test_function.node(program, "image", "Figure of the function"))[2:]
        if size != (400, 200):
            raise RuntimeError(f"the figure is {size[0]}×{size[1]}")
        switch = test_function.node(program, "check box", "Animate")
        accessible.activate(switch)
        screen.move(1, 1)
        program.settle(2)
        mark = program.mark()
        taken = share(program, 15)
        rate = len(program.all("function", mark)) / 15
        accessible.activate(switch)
        program.settle(2)
        mark, before = program.mark(), processes.switches(program.pid)
        time.sleep(10)
        woken = processes.wakeups(before, processes.switches(program.pid))
        frames = len(program.events) - mark
    return [
        Row("process CPU, function waveform that moves, 400×200", f"{taken * 100:.2f} % ({rate:.0f} frames/s)", "", "",
            f"≤ {FUNCTION_REACH * 100:g} %", taken <= FUNCTION_REACH and rate > 55),
        Row("… still for 10 s", f"{frames} frames, {woken} wake-ups", "", "", "0 and 0", not frames and woken == 0),
    ]


def lanes():
    """Sixteen recordings of two hours in one diagram: memory when all are read, and a playhead at 60 pixels/s."""
    inputs.warm("two-hours.wav")
    with session() as opened:
        import drop  # pylint: disable=import-outside-toplevel,import-error
        import screen  # pylint: disable=import-outside-toplevel,import-error

        files = [opened.folder / f"take-{number + 1}.wav" for number in range(LANES)]
        for file in files:
            os.symlink(inputs.path("two-hours.wav"), file)
        program = opened.open(files[0])
        plot = program.plot()
        drop.files(program.window(), files[1:], at=(plot.left + plot.width // 2, plot.top + plot.height * 3 // 4))
        program.wait("lanes", lambda event: len(event["lanes"]) == LANES)
        if not any(share(program, 1) < 0.02 for _ in range(60)):
            raise RuntimeError("the program reads for more than a minute")
        resident = processes.status(program.pid, "VmHWM") / 1024
        program.focus()
        screen.move(plot.left + 300, plot.top + 60)
        while program.viewport["framesPerPixel"] > inputs.RATE / 60:
            screen.click(plot.left + 300, plot.top + 60, button=screen.UP)
            time.sleep(0.15)
        program.settle(1)
        screen.keys("Home")
        program.settle(0.5)
        rate = inputs.RATE / program.viewport["framesPerPixel"]
        screen.keys("space")
        time.sleep(2)
        mark = program.mark()
        taken = share(program, 15)
        steps = len(program.all("playhead-step", mark)) / 15
    return [
        Row(f"{LANES} lanes of 2 h, resident at most", f"{resident:.0f} MB", "", "", f"≤ {LANES_RESIDENT} MB",
            resident <= LANES_RESIDENT),
        Row(f"… process CPU, playhead at {rate:.0f} pixels/s", f"{taken * 100:.1f} % ({steps:.0f} steps/s)", "", "",
            f"≤ {LANES_REACH * 100:g} %", taken <= LANES_REACH),
    ]


def slider():
    """From a move of Reduction to the frame that shows the first new clean picture."""
    with session() as opened:
        import accessible  # pylint: disable=import-outside-toplevel,import-error
        import screen  # pylint: disable=import-outside-toplevel,import-error

        path = opened.folder / "ten-minutes.wav"
        subprocess.run(
            ["sox", "-R", "-n", f"-r{inputs.RATE}", "-c2", path, "synth", str(600 // inputs.SHORT), "whitenoise", "vol",
             "0.05", "synth", "sine", "mix", "440", "tremolo", "0.5", "80"], check=True)
        program = opened.open(path)
        plot = program.plot()
        program.focus()
        screen.keys("ctrl+d")
        program.settle(0.5)
        plot.measure()
        plot.drag(5, 10, 20)
        program.settle()
        mark = program.mark()
        screen.click(*program.spot(program.find("push button", "Take Profile")))
        program.wait("clean", lambda event: event["complete"], mark, timeout=60)
        program.settle(0.3)

        def moved(value):
            mark = program.mark()
            accessible.set_value(program.find("slider", "Reduction"), value)
            program.wait("clean", lambda event: event["complete"], mark, timeout=60)
            program.settle(0.3)
            events = iter(program.events[mark:])
            begun = next(e["t_us"] for e in events if e["event"] == "noise-settings")
            next(e for e in events if e["event"] == "clean" and not e["complete"] and e["preview"] + e["percent"] > 0)
            return (next(e["t_us"] for e in events if e["event"] == "frame") - begun) / 1000

        whole = [moved(value) for value in (10, 25, 15, 30, 12)]
        plot.wheel(500, screen.UP, 12)
        program.settle(0.5)
        near = [moved(value) for value in (10, 25, 15, 30, 12)]
    return [
        Row(f"a slider's move to the first clean picture, {what}", f"{statistics.median(times):.0f} ms (most {max(times):.0f})",
            "", "", f"≤ {SLIDER_REACH} ms", statistics.median(times) <= SLIDER_REACH)
        for what, times in (("10 min in view", whole), ("closer", near))
    ]
