"""The recordings that are measured, made of the project's own samples by joining them again and again."""
import os
import subprocess
import wave

RATE = 44_100
BYTES_PER_FRAME = 4
SAMPLES = ["speech.wav", "tabla.flac", "music.opus"]

#: The plot's width in the playhead runs. A whole view of 1,400 pixels is crossed at 60 or 1 pixel/s when the
#: recording lasts so many seconds.
PLOT_WIDTH, PLOT_HEIGHT = 1400, 300
LENGTHS = {
    "two-hours.wav": 7200 * RATE,
    "60-pixels-per-second.wav": PLOT_WIDTH * RATE // 60,
    "1-pixel-per-second.wav": PLOT_WIDTH * RATE,
}


def directory():
    """Where the inputs are kept: outside the repository."""
    cache = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    return os.environ.get("BARLINE_BENCH_INPUTS") or os.path.join(cache, "barline-bench")


def path(name):
    """The file of an input."""
    return os.path.join(directory(), name)


def make():
    """Makes what is not there yet."""
    os.makedirs(directory(), exist_ok=True)
    missing = [name for name in LENGTHS if not os.path.exists(path(name))]
    if missing:
        sound = b"".join(decoded(os.path.join("data/samples", name)) for name in SAMPLES)
        for name in missing:
            print(f"making {path(name)} …", flush=True)
            write(path(name), sound, LENGTHS[name])
    flac = path("two-hours.flac")
    if not os.path.exists(flac):
        print(f"making {flac} …", flush=True)
        subprocess.run(["flac", "-s", "-f", "-5", "-o", flac + ".part", path("two-hours.wav")], check=True)
        os.rename(flac + ".part", flac)


def decoded(sample):
    """A sample as 16-bit stereo at 44.1 kHz."""
    layout = ["-t", "raw", "-e", "signed", "-b", "16", "-r", str(RATE), "-c", "2", "-"]
    if not sample.endswith(".opus"):
        return subprocess.run(["sox", "-D", sample, *layout], check=True, stdout=subprocess.PIPE).stdout
    command = ["opusdec", "--quiet", "--no-dither", "--rate", str(RATE), sample, "-"]
    return subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout


def write(target, sound, frames):
    """Writes `frames` frames of `sound`, again and again, as WAV."""
    with wave.open(target + ".part", "wb") as file:
        file.setnchannels(2)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.setnframes(frames)
        left = frames * BYTES_PER_FRAME
        while left > 0:
            file.writeframesraw(sound[:left])
            left -= min(left, len(sound))
    os.rename(target + ".part", target)


def warm(name):
    """Reads an input once, so that it is in the page cache."""
    block = bytearray(1 << 20)
    with open(path(name), "rb", buffering=0) as file:
        while file.readinto(block):
            pass
