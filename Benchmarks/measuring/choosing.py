"""Noise reduction on the development set, by which its constants are chosen: what each kind of noise gains, and what that
costs. The figure that counts is that of `quality`, on the set that was held back. Needs numpy. With the packages pesq and
pystoi (PyPI) speech is judged as listeners would: PESQ (ITU-T P.862.2) and STOI, at 16 kHz, against the noisy recording.
"""
import concurrent.futures
import os
import statistics
import subprocess
import tempfile

from . import inputs, noise
from .report import Row

#: Seconds of the profile, and of the noise alone in which floor and musical noise are measured.
PROFILE, FLOOR = "0..2", (2.1, 2.9)
#: A window of the metrics, and its hop.
SIZE, HOP = 2048, 512
#: The rate at which PESQ and STOI are defined.
HEARD = 16_000


def choosing():
    """Rows with the profile of the first two seconds; with what --suggest finds, there and where there is no pause; and with
    --adaptive, where there is none."""
    from . import development  # pylint: disable=import-outside-toplevel
    development.make()
    # A short run only tries the figure.
    names = list(development.RECORDINGS)[:1 if inputs.SHORT > 1 else None]
    cases = [(name, kind) for name in names for kind in development.NOISES]
    with concurrent.futures.ProcessPoolExecutor() as pool:
        found = dict(zip(cases, pool.map(measured, cases)))
    rows = [Row(f"gain of noise reduction, development set, {len(cases)} cases", mean(found, "gain"), by_kind(found, "gain"))]
    for figure, what, unit in (
            ("floor", "… floor", " dB"), ("music", "… musical noise", ""),
            ("loss", "… loss in cells 0–10 dB above the noise", " dB")):
        rows.append(Row(what, mean(found, figure, unit)))
    rows += heard_rows(found)
    for way, what in (
            ("suggested", "… with --suggest"), ("blind", "… with --suggest, where there is no pause"),
            ("adaptive", "… with --adaptive, where there is no pause")):
        below = sum(each[way] < 0 for each in found.values())
        rows.append(Row(what, mean(found, way), by_kind(found, way)))
        rows.append(Row("… cases below the noisy recording", f"{below} of {len(found)}"))
    below = sum(each["gain"] < 0 for each in found.values())
    return rows[:4] + [Row("… cases below the noisy recording", f"{below} of {len(found)}", "", "", "0", below == 0)] + rows[4:]


def heard_rows(found):
    """Of speech; or what is missing."""
    rows = []
    for figure, name, reach in (("pesq", "PESQ", 0.68), ("stoi", "STOI", 0.025)):
        judged = {case: each for case, each in found.items() if figure in each}
        if judged:
            value = statistics.mean(each[figure] for each in judged.values())
            rows.append(Row(
                f"… {name} of speech, {len(judged)} cases", f"{value:+.3f}", by_kind(judged, figure, 3), "",
                f"≥ +{reach}", value >= reach))
        else:
            rows.append(Row(f"… {name} of speech", "not measured: the packages pesq and pystoi are not there"))
    return rows


def heard(clean, noisy, ours):
    """By how much PESQ and STOI are better than those of the noisy recording; nothing without the packages."""
    try:
        import pesq  # pylint: disable=import-outside-toplevel
        import pystoi  # pylint: disable=import-outside-toplevel
        from scipy import signal  # pylint: disable=import-outside-toplevel
    except ImportError:
        return {}
    clean, noisy, ours = (signal.resample_poly(samples, HEARD // 100, inputs.RATE // 100)
                          for samples in (clean, noisy, ours))
    return {
        "pesq": pesq.pesq(HEARD, clean, ours, "wb") - pesq.pesq(HEARD, clean, noisy, "wb"),
        "stoi": float(pystoi.stoi(clean, ours, HEARD) - pystoi.stoi(clean, noisy, HEARD)),
    }


def mean(found, figure, unit=" dB"):
    """Over all cases."""
    return f"{statistics.mean(each[figure] for each in found.values()):+.2f}{unit}"


def by_kind(found, figure, digits=1):
    """Over the cases of each noise, and of each kind of recording."""
    from . import development  # pylint: disable=import-outside-toplevel
    groups = {}
    for (name, kind), each in found.items():
        groups.setdefault(kind, []).append(each[figure])
        groups.setdefault(development.RECORDINGS[name][0], []).append(each[figure])
    return ", ".join(f"{group} {statistics.mean(values):+.{digits}f}" for group, values in groups.items())


def measured(case):
    """The figures of one recording in one noise."""
    import numpy  # pylint: disable=import-outside-toplevel
    from . import development, heldback  # pylint: disable=import-outside-toplevel
    clean, hiss, _ = development.case(*case)
    begin, quiet = development.LEAD * inputs.RATE, slice(*(int(second * inputs.RATE) for second in FLOOR))
    noisy = clean + hiss

    def denoised(samples, *options):
        with tempfile.TemporaryDirectory() as folder:
            source, target = (os.path.join(folder, name) for name in ("noisy.wav", "clean.wav"))
            heldback.write(source, samples.astype(numpy.float32))
            subprocess.run(
                [noise.CLI, "denoise", source, "-o", target, "--format", "wav-float", *options], check=True,
                stdout=subprocess.DEVNULL)
            return development.read(target).astype(float)

    def gain(result):
        return decibels((hiss[begin:] ** 2).sum(), ((result - clean[begin:]) ** 2).sum())

    ours = denoised(noisy, "--noise", PROFILE)
    spectra = [spectrum(samples[begin:]) for samples in (clean, ours)]
    power = (abs(spectrum(hiss)) ** 2).mean(0)
    ratios = abs(spectra[0]) ** 2 / power
    weak = (ratios > 1) & (ratios < 10)
    # What is left of the clean recording there: the noise that is left has no part in that, on average.
    kept = (spectra[1][weak] * spectra[0][weak].conj()).real.sum() / max((abs(spectra[0][weak]) ** 2).sum(), 1e-30)
    return {
        "gain": gain(ours[begin:]), "floor": decibels((ours[quiet] ** 2).sum(), (noisy[quiet] ** 2).sum()),
        "music": float(numpy.log(peakiness(ours[quiet]) / peakiness(noisy[quiet]))),
        "loss": 2 * decibels(max(kept, 1e-9), 1), "suggested": gain(denoised(noisy, "--suggest")[begin:]),
        "blind": gain(denoised(noisy[begin:], "--suggest")), "adaptive": gain(denoised(noisy[begin:], "--adaptive")),
        **(heard(clean[begin:], noisy[begin:], ours[begin:]) if development.RECORDINGS[case[0]][0] == "speech" else {}),
    }


def decibels(part, whole):
    """A ratio of powers."""
    import numpy  # pylint: disable=import-outside-toplevel
    return float(10 * numpy.log10(max(part, 1e-30) / max(whole, 1e-30)))


def spectrum(samples):
    """Windows of a sine's half period, a quarter apart."""
    import numpy  # pylint: disable=import-outside-toplevel
    window = numpy.sin(numpy.pi * (numpy.arange(SIZE) + 0.5) / SIZE)
    return numpy.fft.rfft(numpy.lib.stride_tricks.sliding_window_view(samples, SIZE)[::HOP] * window, axis=1)


def peakiness(samples):
    """E(P²) / E(P)² of each frequency, on average: 2 for Gaussian noise, more where single tones stand out."""
    power = abs(spectrum(samples)) ** 2
    return ((power ** 2).mean(0) / (power.mean(0) ** 2).clip(1e-30)).mean()
