"""What a drawn function costs that moves with every frame."""
import os
import sys
import time

from . import processes
from .report import Row
from .window import Window

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "..", "Tests", "Desktop"))

REACH = 0.04
SECONDS = 15


def function():
    """The page about functions, whose figure is 400 × 200: animated, still, and hidden."""
    import accessible  # pylint: disable=import-outside-toplevel
    import screen  # pylint: disable=import-outside-toplevel

    def find(role, name):
        end = time.monotonic() + 10
        while time.monotonic() < end:
            node = accessible.find(accessible.application(window.pid), role, name)
            if node is not None:
                return node
            time.sleep(0.1)
        raise RuntimeError(f"no {role} {name}")

    with Window() as window:
        window.wait_for("first-frame")
        window.key("F10")
        accessible.activate(find("menu item", "Function"))
        size = accessible.place(find("image", "Figure of the function"))[2:]
        if size != (400, 200):
            raise RuntimeError(f"the figure is {size[0]}×{size[1]}")
        list(window.events(2))
        switch = find("check box", "Animate")
        accessible.activate(switch)
        screen.move(1, 1)
        list(window.events(2))
        before = processes.cpu_seconds(window.pid)
        start = time.monotonic()
        frames = [event for _, event in window.events(SECONDS)]
        taken = time.monotonic() - start
        share = (processes.cpu_seconds(window.pid) - before) / taken
        rate = sum(event["event"] == "function" for event in frames) / taken
        accessible.activate(switch)
        list(window.events(2))
        before = processes.switches(window.pid)
        idle = list(window.events(10))
        woken = processes.wakeups(before, processes.switches(window.pid))
    return [
        Row("process CPU, function waveform that moves, 400×200", f"{share * 100:.2f} % ({rate:.0f} frames/s)", "", "",
            f"≤ {REACH * 100:g} %", share <= REACH and rate > 55),
        Row("… still for 10 s", f"{len(idle)} frames, {woken} wake-ups", "", "", "0 and 0", not idle and woken == 0),
    ]
