"""What damage costs: files of about 140 MB in every format, with holes of all sizes, against the whole ones."""
import os
import random
import subprocess
import tempfile

from . import inputs, processes
from .report import Row

CLI = ".build/release/barline-cli"
BYTES = 140_000_000 // inputs.SHORT


def flac_head():
    """The head of frame 60, of 4,096 samples of 16 bits, with a right checksum."""
    head = bytes([0xFF, 0xF8, 0xC9, 0x18, 60])
    crc = 0
    for byte in head:
        crc ^= byte
        for _ in range(8):
            crc = (crc << 1 ^ 7) & 0xFF if crc & 0x80 else crc << 1
    return head + bytes([crc])


#: Name → what ffmpeg is told, bytes of it in a second of 44.1 kHz stereo, and what begins something in such a file.
FORMATS = {
    "WAV": ("a.wav", [], 176_400, b"RIFF\0\0\0\0WAVEdata"),
    "W64": ("a.w64", [], 176_400, b"riff\x2e\x91\xcf\x11"),
    "CAF": ("a.caf", [], 176_400, b"caffdata"),
    "AIFF": ("a.aiff", [], 176_400, b"FORM\0\0\0\0AIFFSSND"),
    "AU": ("a.au", [], 176_400, b".snd"),
    "FLAC": ("a.flac", [], 85_000, flac_head()),
    "Vorbis": ("vorbis.ogg", ["-c:a", "libvorbis", "-q:a", "10"], 50_000, b"OggS"),
    "Opus": ("a.opus", ["-c:a", "libopus", "-b:a", "450k"], 57_000, b"OggS"),
    "Ogg FLAC": ("flac.ogg", ["-c:a", "flac"], 85_000, b"OggS"),
    "MP3": ("a.mp3", ["-b:a", "320k"], 40_000, b"\xff\xfb\xe0\0"),
    "M4A": ("a.m4a", ["-c:a", "aac", "-b:a", "320k"], 40_000, b"\0\0\0\x08moof"),
}


def holes():
    """Seconds of each damaged file over those of the whole one."""
    return [row for name in FORMATS for row in rows(name, [CLI, "info"])]


def rows(name, command):
    """The dearest of nine ways to damage a file of a format."""
    file, options, rate, head = FORMATS[name]
    with tempfile.TemporaryDirectory(prefix="barline-bench-holes.") as folder:
        path = os.path.join(folder, file)
        make(path, options, BYTES / rate)
        with open(path, "rb") as source:
            data = source.read()
        whole = cost(command, path, folder)
        found = {}
        for count in (1, 10, 10_000):
            for content in ("zeros", "noise", "heads"):
                with open(path, "wb") as target:
                    target.write(cut(data, count, content, head))
                found[f"{count:,} of {content}"] = cost(command, path, folder)
    worst = max(found, key=lambda key: found[key].wall)
    ratio = found[worst].wall / whole.wall
    cpu = max(usage.cpu for usage in found.values()) / whole.cpu
    return [
        Row(
            f"damaged {name} of {len(data) / 1e6:.0f} MB, the dearest: {worst}", f"{found[worst].wall:.2f} s",
            f"whole: {whole.wall:.2f} s", f"{ratio:.2f} (CPU {cpu:.2f})", "≤ 3 ×", ratio <= 3)
    ]


def make(path, options, seconds):
    """A file of that length, of the samples again and again."""
    sound = inputs.joined(inputs.RATE, 2, 16)
    command = [
        "ffmpeg", "-nostdin", "-v", "error", "-y", "-f", "s16le", "-ar", str(inputs.RATE), "-ac", "2", "-stream_loop",
        "-1", "-t", f"{seconds:.0f}", "-i", path + ".raw", "-strict", "-2", *options, path,
    ]
    with open(path + ".raw", "wb") as raw:
        raw.write(sound)
    subprocess.run(command, check=True)
    os.remove(path + ".raw")


def cut(data, count, content, head):
    """Holes that are spread evenly: one takes half of the file, ten take half of it together, and many have 1 to 1,024
    bytes each (`Holes` of the tests)."""
    numbers = random.Random(20)
    result = bytearray(data)
    start = len(data) // 8
    room = (len(data) - start) // count
    for index in range(count):
        size = min(room * 3 // 4, 1 << numbers.randrange(11)) if count > 10 else len(data) // (2 * count)
        size = max(1, min(size, room))
        place = start + index * room + numbers.randrange(room - size + 1)
        result[place : place + size] = {
            "zeros": lambda: bytes(size), "noise": lambda: numbers.randbytes(size),
            "heads": lambda: (head * (size // len(head) + 1))[:size],
        }[content]()
    return result


def cost(command, path, folder):
    """The shorter of two readings, with a cache of their own."""
    with open(path, "rb") as file:
        while file.read(1 << 20):
            pass
    usages = []
    for _ in range(2):
        with tempfile.TemporaryDirectory(dir=folder) as cache:
            environment = {**os.environ, "XDG_CACHE_HOME": cache}
            usages.append(processes.run(*command, path, environment=environment, may_fail=True))
    return min(usages, key=lambda usage: usage.wall)
