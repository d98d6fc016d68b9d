"""What noise reduction makes of the signal-to-noise ratio, against Audacity, sox and ffmpeg at an equal floor.

Each case is a recording that was held back, in a noise. Ours runs as it is by default; how low the noise lies then
where nothing else is heard, in a stretch that no profile was taken from, is the floor that the others are set to.
"""
import array
import concurrent.futures
import math
import os
import statistics
import sys
import tempfile

from . import heldback, inputs
from .heldback import LEAD, sound, write
from .report import Row
from .rivals import LATE, programs

#: Signal to noise before, in dB, and the seconds of the floor: after those of the profile, and they end early enough
#: for a filter that looks ahead.
LEVEL, FLOOR = 15, (2.4, 3.9)
#: A floor within EQUAL dB is an equal one; a search ends with one that is a little nearer, or after so many tries.
EQUAL, NEAR, TRIES, REACH = 0.5, 0.4, 8, 2


def quality():
    """Rows of the gain and the floor: of all, and of speech and music by themselves."""
    heldback.make()
    results = []
    # A short run only tries the figure.
    for name in list(heldback.RECORDINGS)[:1 if inputs.SHORT > 1 else None]:
        for noise in heldback.NOISES:
            results.append((heldback.RECORDINGS[name][0], case(name, noise)))
    of_kind = {kind: [case for each, case in results if each == kind] for kind, _ in results}
    cases = [case for _, case in results]
    return [
        gains(f"gain in signal-to-noise ratio at equal floor, {len(cases)} cases at {LEVEL} dB, mean", cases),
        *(gains(f"… {kind}", chosen, None) for kind, chosen in of_kind.items() if len(of_kind) > 1),
        row("… least of all", {program: f"{min(c[program][0] for c in cases):+.1f} dB" for program in cases[0]}),
        row("… floor, mean (cases that reach ours)", {program: floors(cases, program) for program in cases[0]}),
    ]


def gains(what, cases, reach=REACH):
    """Mean gains, and how far the best of the others is behind."""
    mean = {program: statistics.mean(case[program][0] for case in cases) for program in cases[0]}
    ahead = mean["ours"] - max(value for program, value in mean.items() if program != "ours")
    result = row(what, {program: f"{value:+.1f} dB" for program, value in mean.items()})
    result.ratio = f"{ahead:+.1f} dB"
    if reach is not None:
        result.reach, result.ok = f"≥ +{reach} dB", ahead >= reach
    return result


def row(what, texts):
    """Ours, and the others beside."""
    others = ", ".join(f"{program} {text}" for program, text in texts.items() if program != "ours")
    return Row(what, texts["ours"], others)


def floors(cases, program):
    """The mean of its floors, and how many are ours."""
    reached = sum(abs(case[program][1] - case["ours"][1]) <= EQUAL for case in cases)
    return f"{statistics.mean(case[program][1] for case in cases):.1f} dB ({reached})"


def power(samples):
    """The sum of squares."""
    return math.fsum(value * value for value in samples)


def decibels(part, whole):
    """A ratio of powers; of silence, very little."""
    return 10 * math.log10(max(part, 1e-30) / whole)


def case(name, noise):
    """One recording in one noise: program → gain and floor, in dB."""
    clean = array.array("f", bytes(4 * LEAD * inputs.RATE)) + sound("-i", heldback.path(name))
    hiss = sound("-i", heldback.path(noise))[:len(clean)]
    begin = LEAD * inputs.RATE
    signal = power(clean[begin:])
    scale = math.sqrt(signal / power(hiss[begin:]) / 10 ** (LEVEL / 10))
    noisy = array.array("f", (a + b * scale for a, b in zip(clean, hiss)))
    quiet = slice(*(int(second * inputs.RATE) for second in FLOOR))

    def floor(samples):
        return decibels(power(samples[quiet]), power(noisy[quiet]))

    def measured(samples, late=0):
        """Gain and floor."""
        rest = power(a - b for a, b in zip(clean[begin:], samples[begin + late:]))
        return -LEVEL - decibels(rest, signal), floor(samples)

    with tempfile.TemporaryDirectory() as folder:
        sources = [os.path.join(folder, file) for file in ("noisy.wav", "beginning.wav")]
        write(sources[0], noisy)
        write(sources[1], noisy[:(LEAD + 2) * inputs.RATE])
        ours, others = programs(folder, 10 * math.log10(power(noisy[quiet]) / len(noisy[quiet])))
        result = {"ours": measured(ours(None, sources[0]))}
        wanted = result["ours"][1]

        def best(program):
            """Of the ways to our floor the one with the most gain; where none leads there, the one that ends
            nearest."""
            found = []
            for run, *search in others[program]:
                setting = at_floor(lambda value, run=run: floor(run(value, sources[1])), wanted, *search)
                found.append(measured(run(setting, sources[0]), LATE.get(program, 0)))
            equal = [each for each in found if abs(each[1] - wanted) <= EQUAL]
            return max(equal) if equal else min(found, key=lambda each: abs(each[1] - wanted))

        # Audacity takes its time to start, and can run but once: meanwhile the others.
        groups = [[name for name in others if ("Audacity" in name) == is_it] for is_it in (True, False)]
        with concurrent.futures.ThreadPoolExecutor() as pool:
            for found in pool.map(lambda group: [(name, best(name)) for name in group], groups):
                result |= found
    print(name, noise, {program: [round(value, 2) for value in values] for program, values in result.items()},
          file=sys.stderr, flush=True)
    return result


def at_floor(floor_with, wanted, low, high, is_decibels, tries=TRIES):
    """The setting between two whose floor comes nearest to the wanted one: the higher, the lower the floor. Where it is
    in dB, the floor's own dB are tried first; then it is moved by those that are missing, each time twice as far."""
    best, setting = None, -wanted if is_decibels else (low + high) / 2
    for attempt in range(tries):
        off = floor_with(setting) - wanted
        if best is None or abs(off) < best[0]:
            best = abs(off), setting
        if abs(off) <= NEAR or (off > 0 and setting == high):
            break
        low, high = (setting, high) if off > 0 else (low, setting)
        # Far off, as far as it goes: often no setting leads there.
        step = min(setting + off * 2 ** attempt, high) if off < 6 else high
        setting = step if is_decibels and low < step and step != setting else (low + high) / 2
    return best[1]
