"""The figures of reading: every format, two hours and a day, the first time and the second."""
import os
import shutil
import statistics
import subprocess
import tempfile
import time

from . import emptywindow, inputs, processes
from .report import Row
from .window import Window

CLI = ".build/release/barline-cli"
BENCH = ".build/release/barline-bench"
FORMATS = {
    "WAV": "two-hours.wav", "FLAC": "two-hours.flac", "MP3": "two-hours.mp3", "Vorbis": "two-hours.ogg",
    "Opus": "two-hours.opus",
}

#: CPU seconds of audiowaveform 1.10.2 on two hours of 44.1 kHz stereo, one thread, as measured for the design of
#: Barline on a machine with two cores; and what decoding alone (T1) took there.
RIVAL = {"WAV": 1.1, "FLAC": 4.5, "MP3": 11.0, "Vorbis": 10.4, "Opus": 24.4}
DECODING_THERE = {"FLAC": 3.6, "MP3": 5.0, "Vorbis": 9.5, "Opus": 24.0}
REACH_DECODING = {"FLAC": 0.60, "MP3": 0.62, "Vorbis": 0.57, "Opus": 0.57}
REACH_RIVAL = {"WAV": 0.15, "FLAC": 0.45, "MP3": 0.30, "Vorbis": 0.53, "Opus": 0.53}
REACH_PREVIEW = {"FLAC": 0.35, "Vorbis": 0.35, "MP3": 0.6, "Opus": 1.0}
REACH_CACHED = 0.25
REACH_MEMORY, REACH_ANONYMOUS = 150, 60


def attempt(what, function):
    """The rows of one figure; what cannot be measured costs its own row only."""
    try:
        return function()
    except Exception as error:  # pylint: disable=broad-except
        return [Row(what, f"not measured: {error}", ok=False)]


def times(runs, event, *files, before=lambda: None, seconds=120):
    """Seconds from the start of the process to an event, run after run, in turn with the empty window."""
    taken, empty = [], []
    for _ in range(runs):
        before()
        empty.append(emptywindow.seconds())
        with Window(*files) as window:
            taken.append(window.wait_for(event, seconds)[0])
    return taken, empty


def spread(taken):
    """Median, least and most."""
    return f"{statistics.median(taken):.3f} s ({min(taken):.3f}–{max(taken):.3f})"


# The peak cache


def cache():
    """The folder of the peak cache; on the private display it begins empty."""
    return os.path.join(os.environ["XDG_CACHE_HOME"], "barline")


def forget():
    """Empties the peak cache."""
    shutil.rmtree(cache(), ignore_errors=True)


def kept():
    """The entries of the peak cache, with their lengths."""
    found = {}
    for folder, _, names in os.walk(cache()):
        for name in names:
            try:
                found[name] = os.stat(os.path.join(folder, name)).st_size
            except FileNotFoundError:
                pass  # it was renamed meanwhile
    return found


# The window


def overview():
    """From the start of the process to the exact picture of the whole, read for the first time."""
    rows = []
    for what, name, reach in [
        ("2 h WAV, 16-bit", "two-hours.wav", 0.20),
        ("2 h WAV, 96 kHz, 24-bit (4.1 GB)", "two-hours-96-khz-24-bit.wav", 0.40),
        ("10 h WAV, 8 kHz, mono", "ten-hours-8-khz.wav", 0.20),
    ]:
        what = f"start to exact overview, {what}"

        def figure(what=what, name=name, reach=reach):
            inputs.warm(name)
            taken, empty = times(7, "overview-complete", inputs.path(name), before=forget)
            return [Row(
                what, spread(taken), *emptywindow.compared(taken, empty), f"≤ {reach:.2f} s",
                statistics.median(taken) <= reach)]

        rows += attempt(what, figure)
    return rows


def preview():
    """From the start of the process to a picture of the whole length, exact or not."""
    rows = []
    for kind, reach in REACH_PREVIEW.items():
        what = f"start to preview of the whole, 2 h {kind}"
        rows += attempt(what, lambda what=what, kind=kind, reach=reach: preview_of(what, kind, reach))
    return rows


def preview_of(what, kind, reach):
    """One format; a picture that is exact before the preview is there needs none."""
    inputs.warm(FORMATS[kind])
    taken, empty, names = [], [], set()
    for _ in range(5):
        forget()
        empty.append(emptywindow.seconds())
        with Window(inputs.path(FORMATS[kind])) as window:
            arrived, event = window.wait_for(("preview-complete", "overview-complete"), 120)
            taken.append(arrived)
            names.add(event["event"])
    compared, ratio = emptywindow.compared(taken, empty)
    if "preview-complete" not in names:
        compared += "; no preview: the exact overview"
    return [Row(what, spread(taken), compared, ratio, f"≤ {reach:.2f} s", statistics.median(taken) <= reach)]


def cached():
    """From the start of the process to the exact picture of a file that was open before."""
    rows = []
    for kind, name in [*FORMATS.items(), ("AAC", "two-hours.m4a")]:
        what = f"the second opening, 2 h {kind}"
        rows += attempt(what, lambda what=what, kind=kind, name=name: cached_of(what, kind, name))
    return rows


def cached_of(what, kind, name):
    """One format: opened once, until the entry is there and grows no more; then again and again."""
    inputs.warm(name)
    forget()
    with Window(inputs.path(name)) as window:
        first = window.wait_for("overview-complete", 120)[0]
        before, end = None, time.monotonic() + 10
        while time.monotonic() < end:
            now = kept()
            if now and now == before:
                break
            before = now
            list(window.events(0.3))
    entries = kept()
    taken, empty = times(5, "overview-complete", inputs.path(name))
    compared, ratio = emptywindow.compared(taken, empty)
    compared += f"; the first: {first:.2f} s"
    if not entries:
        compared += "; nothing was cached"
    ok = statistics.median(taken) <= REACH_CACHED if kind in FORMATS else None
    reach = f"≤ {REACH_CACHED:.2f} s" if kind in FORMATS else ""
    return [Row(what, spread(taken), compared, ratio, reach, ok)]


# Programs without a window


def formats():
    """Exact peaks on all cores, against decoding alone on one (T1) and against audiowaveform."""
    measured, rows = {}, []
    for kind, name in FORMATS.items():
        what = f"exact peaks, 2 h {kind}, wall"
        print(f"  {kind} …", flush=True)
        try:
            measured[kind] = ours, alone = against_decoding(name, runs=3 if kind in ("Vorbis", "Opus") else 5)
        except Exception as error:  # pylint: disable=broad-except
            rows.append(Row(what, f"not measured: {error}", ok=False))
            continue
        if kind in REACH_DECODING:
            reach, ratio = REACH_DECODING[kind], ours.wall / alone.wall
            rows.append(Row(
                what, f"{ours.wall:.2f} s, {ours.cpu:.2f} s CPU", f"T1: {alone.wall:.2f} s", f"{ratio:.2f}",
                f"≤ {reach:.2f} × T1", ratio <= reach))
    rows += attempt("exact peaks, 2 h AAC, wall", against_ffmpeg)
    return rows + rivals(measured)


def against_decoding(name, runs):
    """`barline-cli peaks` and decoding alone, in turn."""
    inputs.warm(name)
    with tempfile.TemporaryDirectory() as directory:
        output = os.path.join(directory, "peaks.dat")
        ours, alone = [*peaks(), inputs.path(name), "-o", output], [BENCH, "decode", inputs.path(name)]
        result = processes.compare(ours, alone, runs)
        if not os.path.exists(output):
            raise RuntimeError("barline-cli peaks writes nothing")
    return result


def peaks():
    """The command that reads everything, whatever is cached."""
    usage = subprocess.run([CLI, "peaks", "--help"], check=True, stdout=subprocess.PIPE, text=True).stdout
    return [CLI, "peaks"] + (["--no-cache"] if "--no-cache" in usage else [])


def against_ffmpeg():
    """What libsndfile cannot read, against ffmpeg decoding it into nothing."""
    inputs.warm("two-hours.m4a")
    file = inputs.path("two-hours.m4a")
    ffmpeg = ["ffmpeg", "-nostdin", "-v", "error", "-i", file, "-map", "0:a:0", "-f", "f32le", "-y", "/dev/null"]
    with tempfile.TemporaryDirectory() as directory:
        ours, alone = processes.compare([*peaks(), file, "-o", os.path.join(directory, "peaks.dat")], ffmpeg, 3)
    return [Row(
        "exact peaks, 2 h AAC, wall", f"{ours.wall:.2f} s, {ours.cpu:.2f} s CPU", f"ffmpeg alone: {alone.wall:.2f} s",
        f"{ours.wall / alone.wall:.2f}")]


def rivals(measured):
    """Against audiowaveform as it was measured elsewhere, and as it would be at this machine's pace."""
    pace = {
        kind: measured[kind][1].cpu * inputs.SHORT / there
        for kind, there in DECODING_THERE.items() if kind in measured
    }
    if not pace:
        return [Row("against audiowaveform", "not measured: decoding alone was not", ok=False)]
    # WAV has no decoding that would show the pace: what FLAC, or whatever is there, shows is taken.
    pace.setdefault("WAV", next(iter(pace.values())))
    rows = []
    for kind in (kind for kind in RIVAL if kind in measured):
        ours, quoted, reach = measured[kind][0], RIVAL[kind] / inputs.SHORT, REACH_RIVAL[kind]
        ratio = ours.wall / (quoted * pace[kind])
        rows.append(Row(
            f"against audiowaveform, 2 h {kind}, wall", f"{ours.wall:.2f} s, {ours.cpu:.2f} s CPU",
            f"{quoted:.1f} s elsewhere, {quoted * pace[kind]:.1f} s at this pace",
            f"{ratio:.2f} ({ours.wall / quoted:.2f} of the quoted)", f"≤ {reach:.2f}", ratio <= reach))
    return rows


# Memory


def memory():
    """The most that is resident at any time, and the most anonymous memory, until a second after the picture."""
    with Window() as window:
        window.wait_for("first-frame")
        empty = (window.memory("VmHWM"), peak_anonymous(window, seconds=1))
    rows = [Row("peak memory, empty window", f"{empty[0]:.0f} MB, {empty[1]:.0f} MB anonymous")]
    for what, name in [
        ("10 min WAV", "ten-minutes.wav"), ("10 min Opus", "ten-minutes.opus"), ("2 h WAV", "two-hours.wav"),
        ("24 h FLAC, 44.1 kHz stereo", "day.flac"),
    ]:
        what = f"peak memory, {what}"
        rows += attempt(what, lambda what=what, name=name: memory_of(what, name, empty))
    return rows


def memory_of(what, name, empty):
    """One file."""
    inputs.warm(name)
    forget()
    with Window(inputs.path(name)) as window:
        anonymous = peak_anonymous(window, "overview-complete", 300)
        anonymous = max(anonymous, peak_anonymous(window, seconds=1))
        resident = window.memory("VmHWM")
    ok = resident <= REACH_MEMORY and anonymous <= REACH_ANONYMOUS
    return [Row(
        what, f"{resident:.0f} MB, {anonymous:.0f} MB anonymous", f"empty window: {empty[0]:.0f}, {empty[1]:.0f}",
        f"{resident / empty[0]:.2f}", f"≤ {REACH_MEMORY}, {REACH_ANONYMOUS} MB", ok)]


def peak_anonymous(window, event=None, seconds=30):
    """The most anonymous memory, in MB, asked 50 times a second until an event (or until the time is over)."""
    most, end = 0, time.monotonic() + seconds
    while time.monotonic() < end:
        most = max(most, window.memory("RssAnon"))
        if any(fields["event"] == event for _, fields in window.events(0.02)):
            return most
    if event is not None:
        raise RuntimeError(f"no {event} within {seconds} s")
    return most
