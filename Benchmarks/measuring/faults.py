"""Decoders that are killed or stopped at random moments: how soon the window answers to a detent of the wheel."""
import os
import random
import signal
import statistics
import time

from . import inputs, processes
from .moving import screen, wheel
from .report import Row
from .window import Window

MOMENTS = 200
#: Frames for each pixel that is near enough.
NEAREST = 1.0
REACH = 100
#: Pixels from the lower edge of the window to the lower half of the last lane.
FROM_BOTTOM = 150
FAULTS = ("killed", "stopped", "stopped and continued 500 times")


def decoder_faults():
    """The time from a detent to the next frame, right after a fault, beside as many moments without any."""
    files = [inputs.path(name) for name in ("two-hours.flac", "two-hours.mp3", "ten-minutes.wav")]
    choice = random.Random(20)
    calm, faulty, met = [], {fault: [] for fault in FAULTS}, 0
    with Window("--together", *files) as window:
        hand = Wheel(window, choice)
        for moment in range(MOMENTS):
            calm.append(hand.answer())
            fault = FAULTS[moment % len(FAULTS)]
            victims = decoders(window.pid)
            victim = choice.choice(victims) if victims else None
            met += victim is not None
            strike(victim, fault)
            faulty[fault].append(hand.answer())
            if victim:
                send(victim, signal.SIGCONT)
            # What has failed is read again, by a decoder of its own.
            screen().keys("F5")
    rows = [row("no fault", calm, None)]
    rows += [row(fault, times, statistics.median(calm)) for fault, times in faulty.items()]
    rows[0].measured += f"; a decoder ran at {met} of {MOMENTS} moments"
    return rows


def row(fault, times, calm):
    """The middle and the most; the latter has the reach."""
    middle, most = statistics.median(times), max(times)
    ratio = f"{middle / calm:.2f}" if calm else ""
    return Row(
        f"window's answer after a decoder's fault: {fault}", f"{middle:.0f} ms, at most {most:.0f} ms of {len(times)}",
        f"no fault: {calm:.0f} ms" if calm else "", ratio, f"≤ {REACH} ms", most <= REACH)


class Wheel:
    """A hand on the wheel, over the waveform."""

    def __init__(self, window, choice):
        self._window, self._choice, self._display, self._view = window, choice, screen(), None
        # All three are open by then, and still read.
        self._follow(3)
        # So high that no lane has to be scrolled, which the wheel would do over the head of one.
        window.resize(1100, 900)
        self._follow(1)
        place = self._display.windows(window.pid)[-1].place
        # In the last lane, which lies the same above the bottom with a notice and without.
        self._middle = place[0] + place[2] // 2, place[1] + place[3] - FROM_BOTTOM

    def answer(self):
        """Milliseconds from a detent, at a random moment and place, to the next frame that shows another stretch."""
        # The last zoom's frames take 120 ms. What was lost with a decoder may have made the view shorter meanwhile.
        self._follow(self._choice.uniform(0.15, 0.4))
        self._display.move(
            self._middle[0] + self._choice.randint(-150, 150), self._middle[1] + self._choice.randint(-10, 10))
        self._follow(0.02)
        start = time.monotonic()
        nearness = self._view["framesPerPixel"]
        is_whole = nearness * self._view["width"] > 0.5 * self._view["length"]
        inwards = is_whole or (nearness > NEAREST and self._choice.random() < 0.7)
        wheel(self._display.UP if inwards else self._display.DOWN)
        for _, event in self._window.events(5):
            self._note(event)
            if event["event"] == "frame" and "viewport" in event["reason"]:
                return (time.monotonic() - start) * 1000
        raise RuntimeError(f"the window gives no answer within 5 s: {self._view}, {'in' if inwards else 'out'}")

    def _follow(self, seconds):
        """Keeps the last view of so much time."""
        for _, event in self._window.events(seconds):
            self._note(event)

    def _note(self, event):
        if event["event"] == "viewport":
            self._view = event


def decoders(pid):
    """The processes of decoders that the window has at this moment."""
    found = []
    for number in processes.children(pid):
        try:
            with open(f"/proc/{number}/comm", encoding="ascii", errors="replace") as file:
                if file.read().startswith("barline-decoder"):
                    found.append(number)
        except OSError:
            pass  # it ended meanwhile
    return found


def strike(victim, fault):
    """Does it; nothing without a victim."""
    if victim is None:
        return
    if fault == "killed":
        send(victim, signal.SIGKILL)
    elif fault == "stopped":
        send(victim, signal.SIGSTOP)
    else:
        for _ in range(500):
            send(victim, signal.SIGSTOP)
            send(victim, signal.SIGCONT)


def send(process, number):
    """A signal to what may have ended meanwhile."""
    try:
        os.kill(process, number)
    except ProcessLookupError:
        pass
