"""Sound files for the tests, made on the spot: good ones, bad ones, and huge ones that take no space."""

import array
import math
import os
import struct

HUGE_FRAMES = 4_000_000_000


def header(data_bytes, channels=1, rate=48000, bits=16, tag=1):
    """The 44 bytes at the head of a WAV file."""
    frame = channels * bits // 8
    return (b"RIFF" + struct.pack("<I", min(36 + data_bytes, 0xFFFFFFFF)) + b"WAVEfmt "
            + struct.pack("<IHHIIHH", 16, tag, channels, rate, rate * frame, frame, bits)
            + b"data" + struct.pack("<I", min(data_bytes, 0xFFFFFFFF)))


def pulses(seconds=60, rate=48000, channels=1):
    """16-bit samples: every half second a burst that dies away, a little softer than the one before."""
    burst, count = rate // 2, int(seconds * 2)
    wave = [math.sin(2 * math.pi * 441 * i / rate) * math.exp(-6 * i / burst) for i in range(burst)]
    data = array.array("h")
    levels = [array.array("h", (round(v * 32000 * (k + 1) / 8) for v in wave for _ in range(channels)))
              for k in range(8)]
    for index in range(count):
        data.extend(levels[7 - index * 8 // count])
    return data.tobytes()


def wav(path, seconds=60, rate=48000, channels=1):
    """A good recording."""
    data = pulses(seconds, rate, channels)
    with open(path, "wb") as file:
        file.write(header(len(data), channels, rate) + data)
    return path


def tagged(path, seconds=2, **texts):
    """A recording with texts in a list INFO, by their four letters."""
    def chunk(name, content):
        return name + struct.pack("<I", len(content)) + content + b"\0" * (len(content) % 2)

    items = b"".join(chunk(name.encode(), text.encode() + b"\0") for name, text in texts.items())
    wav(path, seconds)
    with open(path, "ab") as file:
        file.write(chunk(b"LIST", b"INFO" + items))
    return path


def marked(path, seconds, rate, clipped, silent):
    """A hum in which three samples from one place on lie at full scale, and 64 from another on are 0."""
    period = array.array("h", (round(20000 * math.sin(2 * math.pi * (i + 0.5) / 480)) for i in range(480)))
    data = bytearray(period.tobytes() * (seconds * rate // 480))
    data[2 * clipped:2 * clipped + 6] = struct.pack("<3h", *[32767] * 3)
    data[2 * silent:2 * silent + 128] = bytes(128)
    with open(path, "wb") as file:
        file.write(header(len(data), 1, rate) + data)
    return path


def huge(path, frames=HUGE_FRAMES):
    """A good RF64 file of 16 GB that takes no space: silence in stereo (EBU Tech 3306)."""
    size = 4 * frames
    sizes = b"ds64" + struct.pack("<IQQQI", 28, 80 + size - 8, size, frames, 0)
    with open(path, "wb") as file:
        file.write(b"RF64\xff\xff\xff\xffWAVE" + sizes + header(size, 2, 44100)[12:])
        file.truncate(80 + size)
    return path


def not_numbers(path, frames=48000, gaps=100):
    """Floating-point samples, some of which are not numbers or infinite."""
    samples = array.array("f", (0.5 * math.sin(i / 20) for i in range(frames)))
    for i in range(gaps):
        samples[20000 + i] = (math.nan, math.inf, -math.inf)[i % 3]
    data = samples.tobytes()
    with open(path, "wb") as file:
        file.write(header(len(data), 1, 48000, 32, 3) + data)
    return path


def in_folder(folder, name):
    """A path as bytes: `name` need not be UTF-8."""
    return os.fsencode(folder) + b"/" + (name if isinstance(name, bytes) else name.encode())
