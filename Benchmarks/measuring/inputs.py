"""The recordings that are measured, made of the project's own samples by joining them again and again.

Each is made once, under another name first, so that one that is there is whole; making goes on where it was
interrupted.
"""
import concurrent.futures
import contextlib
import os
import subprocess
import wave

SAMPLES = ["speech.wav", "tabla.flac", "music.opus"]
RATE = 44_100

#: With BARLINE_BENCH_SHORT everything is a sixtieth as long, and kept elsewhere: to try the figures themselves.
SHORT = 60 if os.environ.get("BARLINE_BENCH_SHORT") else 1
HOUR = 3600 // SHORT

#: The plot's width in the playhead runs. A whole view of 1,400 pixels is crossed at 60 or 1 pixel/s when the
#: recording lasts so many seconds.
PLOT_WIDTH, PLOT_HEIGHT = 1400, 300


def home():
    """Where the inputs are kept: outside the repository."""
    cache = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    return os.environ.get("BARLINE_BENCH_INPUTS") or os.path.join(cache, "barline-bench")


def directory():
    """The folder of the inputs that this run takes."""
    return os.path.join(home(), "short") if SHORT > 1 else home()


def path(name):
    """The file of an input."""
    return os.path.join(directory(), name)


def make():
    """Makes what is not there yet: the plain ones one by one, then the encoded ones side by side."""
    os.makedirs(directory(), exist_ok=True)
    for recipes, workers in [(PLAIN, 1), (ENCODED, int(os.environ.get("BARLINE_BENCH_JOBS") or os.cpu_count()))]:
        missing = [name for name in recipes if not os.path.exists(path(name))]
        with concurrent.futures.ThreadPoolExecutor(workers) as pool:
            made = [pool.submit(make_one, name, recipes[name]) for name in missing]
            for each in concurrent.futures.as_completed(made):
                each.result()


def make_one(name, recipe):
    """One input; half of one never gets its name."""
    print(f"making {path(name)} …", flush=True)
    # The suffix stays: some encoders go by it.
    unfinished = path("unfinished-" + name)
    recipe(unfinished)
    os.rename(unfinished, path(name))


def warm(name):
    """Reads an input once, so that it is in the page cache."""
    block = bytearray(1 << 20)
    with open(path(name), "rb", buffering=0) as file:
        while file.readinto(block):
            pass


# Plain samples


def joined(rate, channels, bits):
    """The samples, one after the other, in this layout."""
    layout = ["-t", "raw", "-e", "signed", "-b", str(bits), "-r", str(rate), "-c", str(channels), "-"]
    sound = b""
    for sample in SAMPLES:
        file, source = os.path.join("data/samples", sample), None
        if sample.endswith(".opus"):
            # Not every sox reads Opus.
            command = ["opusdec", "--quiet", "--no-dither", "--rate", str(RATE), file, "-"]
            source = subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout
            file = "-t raw -e signed -b 16 -c 2".split() + ["-r", str(RATE), "-"]
        command = ["sox", "-D", "-V1", *([file] if isinstance(file, str) else file), *layout]
        sound += subprocess.run(command, check=True, input=source, stdout=subprocess.PIPE).stdout
    return sound


def repeated(sound, size):
    """`size` bytes of `sound`, again and again."""
    while size > 0:
        yield sound[:size]
        size -= len(sound)


def plain(seconds, rate=RATE, channels=2, bits=16):
    """A WAV file."""

    def recipe(target):
        with wave.open(target, "wb") as file:
            file.setnchannels(channels)
            file.setsampwidth(bits // 8)
            file.setframerate(rate)
            frames = int(seconds * rate)
            file.setnframes(frames)
            for part in repeated(joined(rate, channels, bits), frames * channels * bits // 8):
                file.writeframesraw(part)

    return recipe


# Encoded


def encoded(*command, source="two-hours.wav"):
    """An encoder's work, at the lowest priority: SOURCE and TARGET stand for the files."""

    def recipe(target):
        words = [{"SOURCE": path(source), "TARGET": target}.get(word, word) for word in command]
        subprocess.run(["nice", "-n", "19", *words], check=True, stdout=subprocess.DEVNULL)

    return recipe


def day(target):
    """24 h of 44.1 kHz stereo with a minute of sound in each hour: as many frames as a day has, and small."""
    minute = joined(RATE, 2, 16)[: HOUR // 60 * RATE * 4]
    silence = bytes(HOUR * RATE * 4 - len(minute))
    layout = "--force-raw-format --endian=little --sign=signed --channels=2 --bps=16".split()
    command = ["nice", "-n", "19", "flac", "-s", "-f", "-5", *layout, f"--sample-rate={RATE}", "-o", target, "-"]
    with subprocess.Popen(command, stdin=subprocess.PIPE) as process, process.stdin as pipe:
        with contextlib.suppress(BrokenPipeError):
            for _ in range(24):
                for part in (minute, silence):
                    pipe.write(part)
        pipe.close()
        if process.wait() != 0:
            raise RuntimeError(f"flac ended with {process.returncode}")


PLAIN = {
    "two-hours.wav": plain(2 * HOUR),
    "60-pixels-per-second.wav": plain(PLOT_WIDTH / 60),
    "1-pixel-per-second.wav": plain(PLOT_WIDTH),
    "ten-minutes.wav": plain(HOUR // 6),
    "ten-hours-8-khz.wav": plain(10 * HOUR, rate=8000, channels=1),
    "two-hours-96-khz-24-bit.wav": plain(2 * HOUR, rate=96_000, bits=24),
}

ENCODED = {
    "two-hours.opus": encoded("opusenc", "--quiet", "--bitrate", "128", "SOURCE", "TARGET"),
    "two-hours.ogg": encoded("oggenc", "-Q", "-q", "5", "-o", "TARGET", "SOURCE"),
    "two-hours.mp3": encoded("lame", "--silent", "-V", "2", "SOURCE", "TARGET"),
    "two-hours.m4a": encoded(
        "ffmpeg", "-nostdin", "-v", "error", "-y", "-i", "SOURCE", "-c:a", "aac", "-b:a", "160k", "TARGET"),
    "two-hours.flac": encoded("flac", "-s", "-f", "-5", "-o", "TARGET", "SOURCE"),
    "ten-minutes.opus": encoded(
        "opusenc", "--quiet", "--bitrate", "128", "SOURCE", "TARGET", source="ten-minutes.wav"),
    "day.flac": day,
}
