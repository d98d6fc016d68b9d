"""The recordings and noises by which the constants of noise reduction are chosen. None of them is in the set of
`heldback`, nor are its packages, so that what is chosen here can be judged there.

Needs numpy. The recordings come out of Debian's packages, which are fetched once; the noises are made of random
numbers, the same ones each time.
"""
import glob
import os
import subprocess
import tempfile

import numpy

from . import heldback, inputs
from .inputs import RATE

#: A case is so many seconds of noise alone, then so many of a recording in it.
LEAD, SECONDS = 3, 12
#: Signal to noise of successive cases, in dB.
LEVELS = (0, 5, 10, 20)

PLAYS = "usr/share/ktuberling/sounds/"
LMMS = "usr/share/lmms/samples/"
READ = "usr/share/pocketsphinx/test/data/librivox/sense_and_sensibility_01_austen_64kb-"
BUBBLES = "usr/share/games/frozen-bubble/snd/"
BATTLES = "usr/share/games/warzone2100/music/albums/legacy_soundtrack/"

#: Name → kind, package, patterns of files that are joined, seconds that are left out before.
RECORDINGS = {
    # LibriVox, in the public domain, 16 kHz; words for a game in four languages, GPL-2.
    "austen": ("speech", "pocketsphinx-testdata", [READ + "08*.wav", READ + "09*.wav"], 0),
    "lithuanian": ("speech", "ktuberling-data", [PLAYS + "lt/*"], 0),
    "spanish": ("speech", "ktuberling-data", [PLAYS + "es/*"], 0),
    "nynorsk": ("speech", "ktuberling-data", [PLAYS + "nn/*"], 0),
    "italian": ("speech", "ktuberling-data", [PLAYS + "it/*"], 0),
    # Single notes and chords, GPL-2; two themes of games, GPL-2 and CC-BY-SA-3.0.
    "organ": ("music", "lmms-common", [LMMS + "instruments/church_organ0[24].ogg"], 0),
    "piano": ("music", "lmms-common", [LMMS + "instruments/e_piano_accord0*.ogg"], 0),
    "guitar": ("music", "lmms-common", [LMMS + "instruments/steel_guitar01.ogg", LMMS + "latin/*.ogg"], 0),
    "bubbles": ("music", "frozen-bubble-data", [BUBBLES + "introzik.ogg"], 30),
    "battle": ("music", "warzone2100-music", [BATTLES + "track12.opus"], 30),
    # Beats, GPL-2.
    "beat": ("drums", "lmms-common", [LMMS + "beats/909beat01.ogg", LMMS + "beats/electro_beat01.ogg"], 0),
    "jungle": ("drums", "lmms-common", [LMMS + "beats/jungle01.ogg", LMMS + "beats/rave_kick0*.ogg"], 0),
}

assert not {each[1] for each in RECORDINGS.values()} & {each[1] for each in heldback.RECORDINGS.values()}


def path(name):
    """A recording. They are as long in a short run."""
    return os.path.join(inputs.home(), f"development-{name}.wav")


def make():
    """Makes what is not there yet."""
    os.makedirs(inputs.home(), exist_ok=True)
    missing = [name for name in [*RECORDINGS, "talkers"] if not os.path.exists(path(name))]
    with tempfile.TemporaryDirectory() as folder:
        for name in missing:
            print(f"making {path(name)} …", flush=True)
            if name == "talkers":
                samples = talkers(folder)
            else:
                _, package, patterns, start = RECORDINGS[name]
                samples = joined(folder, package, patterns, start + SECONDS)[start * RATE:]
                samples = numpy.resize(samples, SECONDS * RATE)
            samples = samples * (heldback.PEAK / numpy.abs(samples).max())
            # Under another name first, so that one that is there is whole.
            heldback.write(path(name) + ".unfinished", samples.astype(numpy.float32))
            os.rename(path(name) + ".unfinished", path(name))


def joined(folder, package, patterns, seconds):
    """The files of a package that match, one after the other, as long as it takes."""
    root, samples = heldback.unpacked(folder, package), numpy.zeros(0, numpy.float32)
    for pattern in patterns:
        for file in sorted(glob.glob(os.path.join(root, pattern))):
            if len(samples) < seconds * RATE:
                samples = numpy.append(samples, read(file))
    return samples


def read(file):
    """Samples as ffmpeg decodes them: mono, at the rate of all inputs; none of what is no sound."""
    command = ["ffmpeg", "-nostdin", "-v", "quiet", "-i", file, "-f", "f32le", "-ac", "1", "-ar", str(RATE), "-"]
    return numpy.frombuffer(subprocess.run(command, stdout=subprocess.PIPE, check=False).stdout, numpy.float32)


def talkers(folder):
    """Six people at once, without pauses: they speak none of the recordings."""
    count, mixed = (LEAD + SECONDS) * RATE, 0
    for turn, language in enumerate(("da", "de", "fr", "ro", "sl", "wa")):
        voice = joined(folder, "ktuberling-data", [PLAYS + language + "/*"], LEAD + SECONDS)
        pieces = voice[:len(voice) // 2205 * 2205].reshape(-1, 2205)
        powers = (pieces ** 2).mean(1)
        voice = pieces[powers > 0.03 * powers.mean()].ravel()
        mixed = mixed + numpy.roll(numpy.resize(voice / voice.std(), count), turn * RATE)
    return mixed


def shaped(random, count, power):
    """Noise whose power at a frequency in Hz is `power(frequency)`, of standard deviation 1."""
    spectrum = numpy.fft.rfft(random.standard_normal(count))
    frequencies = numpy.maximum(numpy.fft.rfftfreq(count, 1 / RATE), 20)
    samples = numpy.fft.irfft(spectrum * numpy.sqrt(power(frequencies)), count)
    return samples / samples.std()


def white(random, count):
    """As strong at each frequency."""
    return random.standard_normal(count)


def pink(random, count):
    """Half as strong at twice the frequency."""
    return shaped(random, count, lambda f: 1 / f)


def brown(random, count):
    """A quarter as strong at twice the frequency."""
    return shaped(random, count, lambda f: 1 / f ** 2)


def hum(random, count):
    """Mains of 49.8 to 50.2 Hz with a dozen harmonics, over white noise 20 dB below."""
    time = numpy.arange(count) / RATE
    frequency = 50 + 0.2 * numpy.sin(2 * numpy.pi * time / 40 + random.uniform(0, 6))
    phase = 2 * numpy.pi * numpy.cumsum(frequency) / RATE
    tones = sum(
        random.uniform(0.3, 1) / order ** 0.7 * numpy.sin(order * phase + random.uniform(0, 6))
        for order in (1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 13, 15))
    return tones / tones.std() + 0.1 * white(random, count)


def fan(random, count):
    """Air, and two tones of the blades that waver."""
    time = numpy.arange(count) / RATE
    air = shaped(random, count, lambda f: 1 / (1 + (f / 300) ** 2) + 0.02 / (1 + (f / 3000) ** 2))
    waver = numpy.cumsum(shaped(random, count, lambda f: 1 / f ** 2)) / RATE
    tones = sum(0.1 / order * numpy.sin(2 * numpy.pi * order * (118 * time + 0.7 * waver)) for order in (1, 2))
    return air * (1 + 0.1 * numpy.sin(2 * numpy.pi * 1.7 * time)) + tones


def crackle(random, count):
    """Clicks as of a record, 30 in a second, over pink noise."""
    clicks = numpy.zeros(count)
    for place in random.integers(0, count - 200, count * 30 // RATE):
        length = int(random.integers(4, 60))
        shape = numpy.exp(-numpy.arange(length) / (length / 4)) * random.standard_normal(length)
        clicks[place:place + length] += shape * random.lognormal(0, 0.7)
    return clicks / clicks.std() + 0.3 * pink(random, count)


def babble(_, count):
    """Other people."""
    return read(path("talkers"))[:count]


def varying(random, count):
    """Pink noise that rises by 10 dB and falls again, every eight seconds."""
    time = numpy.arange(count) / RATE
    return pink(random, count) * 10 ** (0.25 * (1 - numpy.cos(2 * numpy.pi * time / 8)))


NOISES = {each.__name__: each for each in (white, pink, brown, hum, fan, crackle, babble, varying)}


def case(name, noise):
    """One recording in one noise.

    Returns: the clean recording, behind silence, and the noise, both in double precision; and their ratio in dB.
    """
    places = list(RECORDINGS).index(name), list(NOISES).index(noise)
    level = LEVELS[sum(places) % len(LEVELS)]
    clean = numpy.concatenate([numpy.zeros(LEAD * RATE), read(path(name)).astype(float)])
    hiss = numpy.asarray(NOISES[noise](numpy.random.default_rng(places), len(clean)), float)
    begin = LEAD * RATE
    ratio = (clean[begin:] ** 2).sum() / (hiss[begin:] ** 2).sum()
    return clean, hiss * numpy.sqrt(ratio / 10 ** (level / 10)), level
