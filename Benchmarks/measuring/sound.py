"""Sound: the window plays on a private PulseAudio whose only device is a null sink; its monitor is recorded.

Recordings carry the time at which they arrived. They arrive in pieces of 5 ms, sometimes late and never early, so
the line through the earliest arrivals tells when a frame was heard.
"""
import array
import bisect
import os
import random
import statistics
import subprocess
import sys
import tempfile
import threading
import time

from . import inputs, processes
from .report import Row
from .window import Window

RATE = 48_000
#: With --record: ten minutes of playing, a thousand seams, half an hour of drift.
IS_RECORDED = False


class Server:
    """A sound server of one's own, in a folder that goes with it; the program finds it by PULSE_SERVER."""

    def __enter__(self):
        self._folder = tempfile.TemporaryDirectory(prefix="barline-bench-sound.")  # pylint: disable=consider-using-with
        folder = self._folder.name
        self.address = f"unix:{folder}/native"
        environment = {**os.environ, "XDG_RUNTIME_DIR": folder, "HOME": folder}
        environment.pop("PULSE_SERVER", None)
        self._process = subprocess.Popen(
            ["pulseaudio", "-n", "--daemonize=no", "--exit-idle-time=-1", "--use-pid-file=no", "--log-target=null",
             "-L", f"module-native-protocol-unix auth-anonymous=1 socket={folder}/native",
             "-L", f"module-null-sink sink_name=nulls rate={RATE} channels=2 format=s16le"], env=environment)
        os.environ["PULSE_SERVER"] = self.address
        end = time.monotonic() + 10
        while subprocess.run(["pactl", "info"], capture_output=True, check=False).returncode:
            if time.monotonic() > end:
                raise RuntimeError("the sound server does not start")
            time.sleep(0.02)
        return self

    def __exit__(self, *_):
        del os.environ["PULSE_SERVER"]
        self._process.kill()
        self._process.wait()
        self._folder.cleanup()


class Recorder:
    """What is heard from now on: the left channel, 16 bits."""

    PIECE = 10 * RATE  # frames through which one line of arrivals is laid

    def __enter__(self):
        self.samples = array.array("h")
        self._arrivals = []  # (frames so far, when)
        self._process = subprocess.Popen(
            ["parec", "-d", "nulls.monitor", f"--rate={RATE}", "--channels=2", "--format=s16le", "--latency-msec=5",
             "--raw"], stdout=subprocess.PIPE)
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()
        self.wait(RATE // 5)
        return self

    def __exit__(self, *_):
        self._process.kill()
        self._process.wait()
        self._thread.join()
        self._process.stdout.close()

    def _read(self):
        rest = b""
        while data := os.read(self._process.stdout.fileno(), 1 << 16):
            now = time.monotonic()
            data = rest + data
            whole = len(data) // 4 * 4
            rest = data[whole:]
            self.samples.extend(array.array("h", data[:whole])[::2])
            self._arrivals.append((len(self.samples), now))

    def wait(self, frames):
        """Waits for so many more frames."""
        wanted = len(self.samples) + frames
        end = time.monotonic() + 10 + 2 * frames / RATE
        while len(self.samples) < wanted:
            if time.monotonic() > end:
                raise RuntimeError("nothing is recorded")
            time.sleep(0.005)

    def time_of(self, frame):
        """When a frame was heard, in seconds of the monotonic clock."""
        first = bisect.bisect_left(self._arrivals, (max(0, frame - self.PIECE // 2), 0))
        last = bisect.bisect_right(self._arrivals, (frame + self.PIECE // 2, 0))
        start = min(when - frames / RATE for frames, when in self._arrivals[first:max(last, first + 1)])
        return start + frame / RATE

    def first_sound(self, since=0):
        """The first frame that is not silent, or None."""
        return next((i for i in range(since, len(self.samples)) if self.samples[i]), None)

    def last_sound(self):
        """The last frame that is not silent, or None."""
        return next((i for i in range(len(self.samples) - 1, -1, -1) if self.samples[i]), None)


# What is played


def write(path, samples):
    """A stereo WAV file with both channels the same."""
    import wave  # pylint: disable=import-outside-toplevel

    both = array.array("h", bytes(4 * len(samples)))
    both[::2], both[1::2] = samples, samples
    with wave.open(path, "wb") as file:
        file.setparams((2, 2, RATE, len(samples), "NONE", ""))
        file.writeframes(both.tobytes())
    return path


CLICK_EVERY = RATE // 2


def clicks(path, seconds):
    """A click of 2 ms every half second, the first after half a second."""
    samples = array.array("h", bytes(2 * seconds * RATE))
    for start in range(CLICK_EVERY, len(samples), CLICK_EVERY):
        for i in range(96):
            samples[start + i] = 16000 if i % 2 else -16000
    return write(path, samples)


PERIOD = 29_989  # a prime, so that no loop's length is a multiple


def counted(path, seconds):
    """Frames that tell their numbers: 1, 2, 3, … again and again."""
    frames = seconds * RATE
    period = array.array("h", range(1, PERIOD + 1))
    samples = array.array("h")
    while len(samples) < frames:
        samples.extend(period[:frames - len(samples)])
    return write(path, samples)


# Hands


class Listener:
    """A window that plays on a private server, and a recording of it."""

    def __init__(self, file):
        self._file = file

    def __enter__(self):
        self.server = Server().__enter__()
        self.recorder = Recorder().__enter__()
        self.window = Window(self._file).__enter__()
        self.window.wait_for("overview-complete")
        self.window.identifier()
        subprocess.run(["xdotool", "windowfocus", "--sync", self.window.identifier()], check=True)
        self.steps = []  # (when, frame) as drawn
        return self

    def __exit__(self, *_):
        for part in (self.window, self.recorder, self.server):
            part.__exit__()

    def follow(self, seconds):
        """Keeps what the playhead does for so long; gives the other events."""
        others = []
        for _, event in self.window.events(seconds):
            if event["event"] == "playhead-step":
                self.steps.append((event["at"], event["frame"]))
            else:
                others.append(event)
        return others

    def control(self, method, *arguments):
        """Calls the media player that the window is."""
        subprocess.run(
            ["gdbus", "call", "--session", "-d", f"org.mpris.MediaPlayer2.Barline.instance{self.window.pid}",
             "-o", "/org/mpris/MediaPlayer2", "-m", method, "--", *arguments],
            check=True, stdout=subprocess.DEVNULL)

    def set_speed(self, speed):
        """Plays at another speed from now on."""
        self.control(
            "org.freedesktop.DBus.Properties.Set", "org.mpris.MediaPlayer2.Player", "Rate", f"<{float(speed)}>")

    def seek(self, seconds):
        """Moves by so many seconds."""
        self.control("org.mpris.MediaPlayer2.Player.Seek", str(int(seconds * 1e6)))

    def drawn_at(self, when, tolerance=0.3):
        """Where the playhead stood then, between two steps that were drawn; None where it did not move."""
        place = bisect.bisect(self.steps, (when, 0))
        if not 0 < place < len(self.steps):
            return None
        (before, first), (after, second) = self.steps[place - 1:place + 1]
        if after - before > tolerance or second < first or second - first > 4 * RATE * (after - before) + 1:
            return None
        return first + (second - first) * (when - before) / max(after - before, 1e-9)


def space():
    """Presses Space; gives the moment."""
    sys.path.insert(0, os.path.abspath("Tests/Desktop"))
    import screen  # pylint: disable=import-outside-toplevel,import-error

    now = time.monotonic()
    screen.tap(0x20)
    return now


def heard_clicks(recorder, since=0):
    """The frames at which clicks begin; what comes within a quarter of a second belongs to them."""
    starts, place, samples = [], since, recorder.samples
    while place < len(samples):
        if abs(samples[place]) > 4000:
            # Stretched ones are smeared: their middle is where they are loudest.
            window = samples[place:place + RATE // 50]
            loudest = max(range(len(window)), key=lambda i: abs(window[i]))
            starts.append(place if loudest < 200 else place + loudest - 48)
            place += RATE // 8
        else:
            place += 1
    return starts


def errors(listener, since, until, speed=1):
    """For each click that was heard in a stretch of the recording: drawn less heard, in seconds of playing. The
    monitor has frames some 5 ms, a piece of the recorder, before the device would be heard to play them."""
    found = []
    for frame in heard_clicks(listener.recorder, since):
        if frame >= until:
            break
        drawn = listener.drawn_at(listener.recorder.time_of(frame))
        if drawn is not None:
            nearest = max(1, round(drawn / CLICK_EVERY)) * CLICK_EVERY
            found.append((drawn - nearest) / RATE / speed)
    return found


# Figures


def heard():
    """The drawn playhead against what is heard: 20 clicks at 3 speeds, 10 seeks, and drift."""
    seconds = 1900 if IS_RECORDED else 120
    with tempfile.TemporaryDirectory() as folder:
        with Listener(clicks(os.path.join(folder, "clicks.wav"), seconds)) as listener:
            return heard_rows(listener)


def heard_rows(listener):
    """One listener for all: as a user would go on."""
    recorder, rows = listener.recorder, []
    space()
    for speed in (1, 0.5, 2):
        if speed != 1:
            listener.set_speed(speed)
        listener.follow(0.3)  # the first 0.2 s may be off
        since = len(recorder.samples)
        listener.follow(20 * CLICK_EVERY / RATE / speed + 0.3)
        rows.append(error_row(
            f"playhead drawn against clicks heard, speed {speed}",
            errors(listener, since, len(recorder.samples), speed), 19))
    listener.set_speed(1)
    found, generator = [], random.Random(1)
    for _ in range(10):
        listener.seek(generator.uniform(-10, 10))
        listener.follow(0.25)
        since = len(recorder.samples)
        listener.follow(1.3)
        found += errors(listener, since, len(recorder.samples))
    rows.append(error_row("… after each of 10 seeks", found, 18))
    minutes = 30 if IS_RECORDED else 0.5
    since = len(recorder.samples)
    listener.follow(60 * minutes)
    rows.append(drift_row(minutes, errors(listener, since, len(recorder.samples))))
    return rows


def error_row(what, found, least):
    """The largest error, in milliseconds."""
    if len(found) < least:
        raise RuntimeError(f"{len(found)} clicks heard while the playhead moved, not {least}")
    largest = max(map(abs, found))
    middle = statistics.median(found)
    return Row(
        what, f"at most {largest * 1000:.1f} ms ({len(found)} clicks, median {middle * 1000:+.1f})", "", "", "< 10 ms",
        largest < 0.01)


def drift_row(minutes, found):
    """The last tenth against the first."""
    tenth = max(5, len(found) // 10)
    if len(found) < 2 * tenth:
        raise RuntimeError(f"{len(found)} clicks heard")
    drift = statistics.median(found[-tenth:]) - statistics.median(found[:tenth])
    return Row(
        f"… drift over {minutes:g} min", f"{drift * 1000:+.1f} ms (at most {max(map(abs, found)) * 1000:.1f})", "", "",
        "none", abs(drift) < 0.003)


def latency():
    """From Space to the first sample at the monitor, and from Space to silence: ten times each."""
    starts, stops = [], []
    with tempfile.TemporaryDirectory() as folder:
        with Listener(counted(os.path.join(folder, "counted.wav"), 60)) as listener:
            for _ in range(11):
                since = len(listener.recorder.samples)
                pressed = space()
                listener.recorder.wait(RATE // 2)
                starts.append(listener.recorder.time_of(listener.recorder.first_sound(since)) - pressed)
                pressed = space()
                listener.recorder.wait(RATE // 2)
                stops.append(listener.recorder.time_of(listener.recorder.last_sound()) - pressed)
    first = starts.pop(0)
    stops.pop(0)
    rows = [Row("Space to the first sample, the very first time", f"{first * 1000:.0f} ms", "", "", "≤ 100 ms", first <= 0.1)]
    for what, times, reach in (("Space to the first sample", starts, 100), ("Space to silence", stops, 50)):
        worst = max(times) * 1000
        rows.append(Row(
            what, f"{statistics.median(times) * 1000:.0f} ms, at most {worst:.0f}", "", "",
            f"≤ {reach} ms", worst <= reach))
    return rows


def seams(samples, first, end):
    """Checks counted frames from the first that is heard to the last: how often they went on with another number
    than the next. `first` and `end` are the frames of a loop, of which seams are allowed."""
    back = (end - 1) % PERIOD + 1, first % PERIOD + 1
    good = bad = 0
    for now, following in zip(samples, samples[1:]):
        if following == now % PERIOD + 1:
            continue
        if (now, following) == back:
            good += 1
        else:
            bad += 1
    return good, bad


def underruns():
    """A minute of playing while other programs have both cores."""
    seconds = 60 if inputs.SHORT == 1 else 10
    with tempfile.TemporaryDirectory() as folder:
        with Listener(counted(os.path.join(folder, "counted.wav"), seconds + 10)) as listener:
            recorder = listener.recorder
            busy = [subprocess.Popen(["sh", "-c", "while :; do :; done"]) for _ in range(os.cpu_count())]
            try:
                since = len(recorder.samples)
                space()
                listener.follow(seconds)
                until = len(recorder.samples)
            finally:
                for each in busy:
                    each.kill()
                    each.wait()
            samples = recorder.samples[recorder.first_sound(since):until]
            _, bad = seams(samples, -1, -1)
    return [Row(
        f"gaps in {len(samples) / RATE:.0f} s with {os.cpu_count()} cores busy", str(bad), "", "", "0", bad == 0)]


def loop():
    """A loop of about half a second, again and again."""
    times = 1000 if IS_RECORDED else 40
    with tempfile.TemporaryDirectory() as folder:
        with Listener(counted(os.path.join(folder, "counted.wav"), 60)) as listener:
            recorder, window = listener.recorder, listener.window
            # 10 pixels a step: with the whole of a minute in the window that is about half a second.
            for key in ("Home", "Right", "Right", "shift+Right", "l"):
                window.key(key)
            chosen = [e for e in listener.follow(1) if e["event"] == "loop" and "end" in e]
            if not chosen:
                raise RuntimeError("there is no loop")
            start, end = chosen[-1]["start"], chosen[-1]["end"]
            since = len(recorder.samples)
            window.key("shift+space")
            listener.follow((times + 0.5) * (end - start) / RATE)
            until = len(recorder.samples)
            good, bad = seams(recorder.samples[recorder.first_sound(since):until], start, end)
    return [Row(
        f"a loop of {(end - start) / RATE:.2f} s, {times} times: seams that are exact", f"{good}, {bad} others", "", "",
        "all", bad == 0 and good >= times - 2)]


def playing():
    """What playing with sound costs, the whole in view, 1,920 pixels wide."""
    # Nearly all of ten minutes, or what there is of them.
    seconds = 590 if IS_RECORDED else min(60, 600 // inputs.SHORT - 4)
    with Server(), Window(inputs.path("ten-minutes.wav"), trace=False) as window:
        window.identifier()
        time.sleep(2)
        window.resize(1920 + 100, 900)
        window.key("space")
        time.sleep(2)
        before = processes.switches(window.pid)
        share = window.cpu(seconds)
        woken = processes.wakeups(before, processes.switches(window.pid))
    return [Row(
        f"process CPU, playing with sound for {seconds} s, whole view 1,920 wide",
        f"{share * 100:.2f} % ({woken / seconds:.0f} wake-ups/s)", "", "", "≤ 1.5 %", share <= 0.015)]
