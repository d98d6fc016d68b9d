"""The figures, each a function that measures and returns rows of the table."""
import os
import statistics
import subprocess
import tempfile
import time

from . import choosing, closed, deep, driven, emptywindow, faults, folder, holes, inputs, listening, loudness, moving, noise, processes, quality, reading, soak, sound
from .report import Row
from .window import Window, plot_size

BENCH = ".build/release/barline-bench"


# barline-cli peaks


def peaks_wav():
    """Peaks of 2 h of WAV against a bare read."""
    ours, bare = compare_peaks("two-hours.wav", "read", runs=7)
    ratio = ours.wall / bare.wall
    return [
        Row(
            "`barline-cli peaks`, 2 h WAV, wall", f"{ours.wall:.3f} s", f"bare read: {bare.wall:.3f} s",
            f"{ratio:.2f}", "≤ 2.5 ×", ratio <= 2.5),
        Row(
            "… CPU", f"{ours.cpu:.3f} s", f"bare read: {bare.cpu:.3f} s", f"{ours.cpu / bare.cpu:.2f}"),
    ]


def peaks_wide():
    """Peaks of 2 h of 96 kHz, 24-bit WAV against a bare read."""
    ours, bare = compare_peaks("two-hours-96-khz-24-bit.wav", "read", runs=7)
    ratio = ours.wall / bare.wall
    return [
        Row(
            "`barline-cli peaks`, 2 h WAV, 96 kHz, 24-bit (4.1 GB), wall", f"{ours.wall:.3f} s",
            f"bare read: {bare.wall:.3f} s", f"{ratio:.2f}", "≤ 1.25 ×", ratio <= 1.25),
        Row(
            "… CPU", f"{ours.cpu:.3f} s", f"bare read: {bare.cpu:.3f} s", f"{ours.cpu / bare.cpu:.2f}"),
    ]


def peaks_flac():
    """Peaks of 2 h of FLAC against decoding alone."""
    ours, bare = compare_peaks("two-hours.flac", "decode", runs=5)
    ratio = ours.cpu / bare.cpu
    return [
        Row(
            "`barline-cli peaks`, 2 h FLAC, CPU", f"{ours.cpu:.2f} s", f"decoding alone: {bare.cpu:.2f} s",
            f"{ratio:.3f}", "≤ 1.12 ×", ratio <= 1.12),
        Row("… wall", f"{ours.wall:.2f} s", f"decoding alone: {bare.wall:.2f} s", f"{ours.wall / bare.wall:.3f}"),
    ]


def compare_peaks(name, yardstick, runs):
    """`barline-cli peaks` and a yardstick on the same file, which is in the page cache."""
    inputs.warm(name)
    with tempfile.TemporaryDirectory() as directory:
        output = os.path.join(directory, "peaks.dat")
        ours = [*reading.peaks(), inputs.path(name), "-o", output]
        bare = [BENCH, yardstick, inputs.path(name)]
        result = processes.compare(ours, bare, runs)
        if not os.path.exists(output):
            raise RuntimeError("barline-cli peaks writes nothing")
    return result


# The window


def start():
    """From the start of the process to the first frame of an empty window."""
    time_to("first-frame")  # the bus starts the accessibility services once, as a desktop's session has before
    return [start_row("start to first frame, no file", 0.25, "first-frame")]


def start_row(what, reach, event, *files):
    """Seven starts: seen from outside, from just before the process is made to the arrival of the line; in turn
    with the empty window."""
    times, empty = [], []
    for _ in range(7):
        empty.append(emptywindow.seconds())
        times.append(time_to(event, *files))
    taken = statistics.median(times)
    return Row(
        what, reading.spread(times), *emptywindow.compared(times, empty), f"≤ {reach} s", taken <= reach)


def time_to(event, *files):
    """Seconds to an event."""
    with Window(*files) as window:
        return window.wait_for(event)[0]


def playhead():
    """What playing costs at 60 pixels/s and at 1, and what pausing does."""
    size = calibrated_size()
    rows = []
    for name, speed, reach in [
        ("60-pixels-per-second.wav", 60, 0.03), ("1-pixel-per-second.wav", 1, 0.0015)
    ]:
        share, woken = playing_share(name, size)
        if woken < speed / 2:
            raise RuntimeError("the playhead does not move")
        rows.append(
            Row(
                f"process CPU, playhead at {speed} pixel{'s' * (speed > 1)}/s, {inputs.PLOT_WIDTH}×{inputs.PLOT_HEIGHT}",
                f"{share * 100:.2f} % ({woken:.0f} wake-ups/s)", "", "", f"≤ {reach * 100:g} %", share <= reach))
    return rows + traced_rows(size)


def calibrated_size():
    """The size of the X window with which the plot is 1,400 × 300."""
    with Window(inputs.path("60-pixels-per-second.wav")) as window:
        window.wait_for("overview-complete")
        size = (inputs.PLOT_WIDTH + 100, inputs.PLOT_HEIGHT + 200)
        for _ in range(4):
            window.resize(*size)
            plot = plot_size()
            if plot == (inputs.PLOT_WIDTH, inputs.PLOT_HEIGHT):
                return size
            size = (size[0] + inputs.PLOT_WIDTH - plot[0], size[1] + inputs.PLOT_HEIGHT - plot[1])
    raise RuntimeError(f"the plot stays {plot[0]}×{plot[1]}")


def renderers():
    """What playing costs without a graphics card: with the renderer that the program chooses, and with GTK's OpenGL."""
    size = calibrated_size()
    shares = {}
    for name, renderer in (("chosen", None), ("OpenGL", "gl")):
        shares[name], _ = playing_share(
            "1-pixel-per-second.wav", size, {"GSK_RENDERER": renderer, "LIBGL_ALWAYS_SOFTWARE": "1"})
    return [
        Row("process CPU, playhead at 1 pixel/s without a graphics card, renderer as chosen; OpenGL drawn by Mesa",
            f"{shares['chosen'] * 100:.2f} %; {shares['OpenGL'] * 100:.2f} %", "", "", "≤ 1.5 %",
            shares["chosen"] <= 0.015)]


def playing_share(name, size, environment=None):
    """The share of a core over 20 s of playing, without a trace, and wake-ups per second."""
    with Window(inputs.path(name), trace=False, environment=environment) as window:
        window.identifier()
        time.sleep(2)
        window.resize(*size)
        window.key("space")
        time.sleep(1)
        before = processes.switches(window.pid)
        share = window.cpu(20)
        return share, processes.wakeups(before, processes.switches(window.pid)) / 20


def traced_rows(size):
    """Frames against pixels crossed in 5 s; then 10 s of pause."""
    with Window(inputs.path("60-pixels-per-second.wav")) as window:
        window.wait_for("overview-complete")
        window.resize(*size)
        window.key("space")
        list(window.events(1))
        played = [event for _, event in window.events(5)]
        window.key("space")
        list(window.events(1.5))
        before = processes.switches(window.pid)
        paused = [event for _, event in window.events(10)]
        woken = processes.wakeups(before, processes.switches(window.pid))
    pixels = sum(event["pixels"] for event in played if event["event"] == "playhead-step")
    drawn = [event for event in played if event["event"] == "frame"]
    moved = sum("playhead" in event["reason"] for event in drawn)
    frames = sum(event["event"] == "frame" for event in paused)
    took = statistics.median(event["us"] for event in drawn) if drawn else 0
    return [
        Row("… frames drawn for it in 5 s", f"{moved} of {len(drawn)}, median {took / 1000:.2f} ms",
            f"pixels crossed: {pixels}"),
        Row("… paused for 10 s", f"{frames} frames, {woken} wake-ups", "", "", "0 and 0", frames == 0 and woken == 0),
    ]


# Inner parts


def painting():
    """2 lanes of 2,000 columns into a surface: of each style the dearer state."""
    values = bench("painting")
    rows = []
    for style, reach in (("envelope", 60), ("bars", 100)):
        names = [name for name in values if name.startswith(f"painting-{style}-") and name.endswith("-pixels")]
        worst = max(names, key=lambda name: values[name][0])
        pixels, cairo = values[worst][0], values[worst.replace("-pixels", "-cairo")][0]
        rows.append(
            Row(
                f"painting 2 × 2,000 columns ({style}, {worst.split('-')[2]})", f"{pixels:.0f} µs",
                f"with Cairo: {cairo:.0f} µs", f"{pixels / cairo:.2f}", f"≤ {reach} µs", pixels <= reach))
    rows.append(Row("… bars in a view of 2,000 pixels", f"{values['painting-bars-view'][0]:.0f} µs"))
    for name in (name for name in values if name.endswith("-tiles")):
        rows.append(Row(f"… in tiles, {name.split('-')[1]}", f"{values[name][0]:.0f} µs"))
    return rows


def strategies():
    """The usual ways to draw 2 waveforms of 2,000 points with Cairo, and ours."""
    values = {name: value for name, (value, _) in bench("strategies").items() if not name.endswith("-p99")}
    first = values["strategy-stroke-with-moves"]
    return [
        Row(name.removeprefix("strategy-").replace("-", " "), f"{value:.0f} µs", "", f"{value / first:.4f}")
        for name, value in values.items()
    ]


def micro():
    """Kernels and columns."""
    rows = []
    for name, (value, unit) in (bench("kernels") | bench("columns")).items():
        if not name.endswith("-p99"):
            rows.append(Row(f"`barline-bench` {name}", f"{value:.2f} {unit.replace('us', 'µs')}"))
    return rows


def decoder():
    """What it costs that a recording is decoded in a locked process of its own, over the same decoders in this one."""
    rows = []
    for kind in ["FLAC", "MP3", "Vorbis", "Opus"]:
        name = reading.FORMATS[kind]
        inputs.warm(name)
        values = {key: value for key, (value, _) in bench("decoding", inputs.path(name)).items()}
        for what, key, reach in [("start to first samples", "start", 5), ("a place never seen", "jump", 1)]:
            own, locked = values[f"own-{key}"] / 1000, values[f"locked-{key}"] / 1000
            rows.append(Row(
                f"{what}, 2 h {kind}, in a decoder", f"{locked:.2f} ms", f"in the process: {own:.2f} ms",
                f"{locked - own:+.2f} ms", f"≤ +{reach} ms", locked - own <= reach))
        for threads in [1, 2]:
            for what, key, reach in [("wall", "wall", 1.04), ("CPU", "cpu", 1.06)]:
                own, locked = (values[f"{side}-{threads}-{key}"] / 1000 for side in ("own", "locked"))
                rows.append(Row(
                    f"all samples of 2 h {kind}, {threads} decoder{'s' * (threads > 1)}, {what}", f"{locked:.2f} s",
                    f"in the process: {own:.2f} s", f"{locked / own:.3f}", f"≤ {reach} ×", locked / own <= reach))
        memory = values["locked-memory"] / 1000
        rows.append(Row(
            f"anonymous memory of a decoder, 2 h {kind}", f"{memory:.1f} MB", "", "", "≤ 12 MB", memory <= 12))
    return rows


def bench(name, file=None):
    """Figures of barline-bench: name → value, unit."""
    environment = {**os.environ, "BARLINE_BENCH_FILE": file} if file else None
    run = subprocess.run([BENCH, name], check=True, stdout=subprocess.PIPE, text=True, env=environment)
    return {key: (float(value), unit) for key, value, unit in map(str.split, run.stdout.splitlines())}


#: Name → heading in the table, function. Those of one heading stand together.
ALL = {
    "start": ("The window", start), "playhead": ("The window", playhead), "renderers": ("The window", renderers),
    "memory": ("The window", reading.memory),
    "deep": ("The window", deep.deep), "function": ("The window", driven.function),
    "lanes": ("The window", driven.lanes), "closed": ("The window", closed.closed),
    "folder": ("The window", folder.figure), "decoder-faults": ("The window", faults.decoder_faults),
    "soak": ("The window", soak.soak),
    "overview": ("Reading", reading.overview), "preview": ("Reading", reading.preview),
    "cached": ("Reading", reading.cached), "formats": ("Reading", reading.formats),
    "peaks-wav": ("Reading", peaks_wav), "peaks-wide": ("Reading", peaks_wide),
    "peaks-flac": ("Reading", peaks_flac), "decoder": ("Reading", decoder), "holes": ("Reading", holes.holes),
    "heard": ("Sound", sound.heard), "latency": ("Sound", sound.latency), "underruns": ("Sound", sound.underruns),
    "loop": ("Sound", sound.loop), "sound-cpu": ("Sound", sound.playing),
    "listening": ("Sound", listening.listening),
    "zooming": ("Moving about", moving.zooming), "scrolling": ("Moving about", moving.scrolling),
    "zoom-memory": ("Moving about", moving.memory),
    "denoise": ("Noise", noise.denoise), "slider": ("Noise", driven.slider),
    "quality": ("Noise", quality.quality), "choosing": ("Noise", choosing.choosing),
    "measures": ("Measures", loudness.of_a_file), "measured-selection": ("Measures", loudness.of_a_selection),
    "strategies": ("2 waveforms of 2,000 points", strategies), "painting": ("Inner parts", painting), "micro": ("Inner parts", micro),
}
