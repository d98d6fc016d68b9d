"""Noise reduction without a window, against sox and ffmpeg, and what it takes of memory."""
import array
import math
import os
import statistics
import subprocess
import tempfile

from . import inputs, processes
from .report import Row

CLI = ".build/release/barline-cli"
#: The first second of it stands for the noise: what is computed does not depend on what it is.
NOISE = "0..1"


def denoise():
    """Ten minutes of stereo: each program in turn, so that a change of the machine's pace meets all."""
    inputs.warm("ten-minutes.wav")
    source = inputs.path("ten-minutes.wav")
    with tempfile.TemporaryDirectory() as folder:
        profile, target = os.path.join(folder, "noise.prof"), os.path.join(folder, "clean.wav")
        subprocess.run(["sox", source, "-n", "trim", "0", "1", "noiseprof", profile], check=True)
        commands = {
            "ours": [CLI, "denoise", source, "-o", target, "--noise", NOISE],
            "sox": ["sox", source, target, "noisered", profile, "0.3"],
            "ffmpeg": ["ffmpeg", "-nostdin", "-v", "error", "-y", "-i", source, "-af", "afftdn", target],
        }
        usages = {name: [] for name in commands}
        for _ in range(3):
            for name, command in commands.items():
                if os.path.exists(target):
                    os.remove(target)
                usages[name].append(processes.run(*command))
        wall = {name: statistics.median(u.wall for u in runs) for name, runs in usages.items()}
        cpu = statistics.median(u.cpu for u in usages["ours"])
    ratio = wall["ours"] / min(wall["sox"], wall["ffmpeg"])
    return [
        Row(
            "noise reduction of 10 min stereo, wall", f"{wall['ours']:.2f} s",
            f"sox noisered {wall['sox']:.2f} s, ffmpeg afftdn {wall['ffmpeg']:.2f} s", f"{ratio:.3f}",
            "≤ 0.125 ×", ratio <= 0.125),
        Row("… CPU", f"{cpu:.2f} s"),
        *long(),
    ]


def long():
    """Two hours: wall and the most memory that was resident."""
    inputs.warm("two-hours.wav")
    with tempfile.TemporaryDirectory(dir=inputs.directory()) as folder:
        target = os.path.join(folder, "clean.wav")
        command = [CLI, "denoise", inputs.path("two-hours.wav"), "-o", target, "--noise", NOISE]
        with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
            start = os.times().elapsed
            _, status, usage = os.wait4(process.pid, 0)
            wall = os.times().elapsed - start
            process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode != 0:
            raise RuntimeError(f"barline-cli ended with {process.returncode}")
    memory = usage.ru_maxrss / 1024
    return [
        Row("… of 2 h, wall", f"{wall:.1f} s", "", "", "≤ 6 s", wall <= 6),
        Row("… resident at most", f"{memory:.0f} MB", "", "", "≤ 200 MB", memory <= 200),
    ]


#: sox's noises that a recording is mixed with, each as loud as leaves LEVEL dB of signal to noise.
NOISES = {
    "white": ["whitenoise"], "pink": ["pinknoise"], "room": ["brownnoise"],
    "hum": ["sine", "50", "synth", "sine", "mix", "150", "synth", "sine", "mix", "250", "synth", "whitenoise", "mix"],
}
LEVEL, LEAD, SECONDS = 15, 2, 15
QUALITY_REACH = 2


def quality():
    """What each program makes of the signal-to-noise ratio of the project's recordings in four noises, whose first
    two seconds are noise alone. Of the rivals, the best of several settings counts in each case."""
    gains = {"ours": [], "sox": [], "ffmpeg": []}
    with tempfile.TemporaryDirectory() as folder:
        for name in inputs.SAMPLES:
            clean = sound("-t", str(SECONDS), "-i", os.path.join("data", "samples", name), "-af", f"adelay={LEAD * 1000}:all=1")
            for noise in NOISES.values():
                before, after = case(folder, clean, noise)
                for program, ratio in after.items():
                    gains[program].append(ratio - before)
    mean = {program: statistics.mean(values) for program, values in gains.items()}
    least = min(mean["ours"] - mean["sox"], mean["ours"] - mean["ffmpeg"])
    return [
        Row(f"gain in signal-to-noise ratio, {len(gains['ours'])} recordings at {LEVEL} dB, mean", f"{mean['ours']:+.1f} dB",
            f"sox noisered {mean['sox']:+.1f} dB, ffmpeg afftdn {mean['ffmpeg']:+.1f} dB", f"{least:+.1f} dB",
            f"≥ +{QUALITY_REACH} dB", least >= QUALITY_REACH),
        Row("… least of all", f"{min(gains['ours']):+.1f} dB",
            f"sox {min(gains['sox']):+.1f} dB, ffmpeg {min(gains['ffmpeg']):+.1f} dB"),
    ]


def sound(*options):
    """Samples as ffmpeg decodes them: mono, at the rate of all inputs."""
    command = ["ffmpeg", "-nostdin", "-v", "error", *options, "-f", "f32le", "-ac", "1", "-ar", str(inputs.RATE), "-"]
    return array.array("f", subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout)


def power(samples):
    """The sum of squares."""
    return math.fsum(value * value for value in samples)


def case(folder, clean, noise):
    """One recording in one noise: signal to noise before, and after each program, in dB."""
    path = {name: os.path.join(folder, name + ".wav") for name in ("noise", "noisy", "out")}
    begin = LEAD * inputs.RATE
    subprocess.run(
        ["sox", "-R", "-n", "-r", str(inputs.RATE), "-b", "32", "-e", "floating-point", path["noise"],
         "synth", str(len(clean) / inputs.RATE), *noise, "vol", "0.1"], check=True, stderr=subprocess.DEVNULL)
    hiss = sound("-i", path["noise"])[:len(clean)]
    scale = math.sqrt(power(clean[begin:]) / power(hiss[begin:]) / 10 ** (LEVEL / 10))
    noisy = array.array("f", (a + b * scale for a, b in zip(clean, hiss)))
    subprocess.run(
        ["ffmpeg", "-nostdin", "-v", "error", "-y", "-f", "f32le", "-ar", str(inputs.RATE), "-ac", "1", "-i", "-",
         "-c:a", "pcm_f32le", path["noisy"]], input=noisy.tobytes(), check=True)

    def ratio(samples):
        """In line, or as late as afftdn gives its sound back (found by correlation): the better one."""
        best = -math.inf
        for delay in (0, 1103):
            moved = samples[begin + delay:len(clean)]
            rest = power(a - b for a, b in zip(clean[begin:], moved))
            best = max(best, 10 * math.log10(power(clean[begin:begin + len(moved)]) / rest))
        return best

    def of(command):
        if os.path.exists(path["out"]):
            os.remove(path["out"])
        subprocess.run(command, check=True, stderr=subprocess.DEVNULL)
        return ratio(sound("-i", path["out"]))

    profile = os.path.join(folder, "noise.prof")
    subprocess.run(["sox", path["noisy"], "-n", "trim", "0", str(LEAD), "noiseprof", profile], check=True)
    start = f"asendcmd=0.0 afftdn sn start,asendcmd={LEAD}.0 afftdn sn stop,afftdn=nr=20"
    return ratio(noisy), {
        "ours": of([CLI, "denoise", path["noisy"], "-o", path["out"], "--noise", f"0..{LEAD}", "--format", "wav-float"]),
        "sox": max(
            of(["sox", path["noisy"], "-b", "32", "-e", "floating-point", path["out"], "noisered", profile, amount])
            for amount in ("0.1", "0.21", "0.3")),
        "ffmpeg": max(
            of(["ffmpeg", "-nostdin", "-v", "error", "-y", "-i", path["noisy"], "-af", chain, "-c:a", "pcm_f32le", path["out"]])
            for chain in (start, "afftdn=nr=20", "afftdn=nr=12", "afftdn=nr=20:nf=-40:tn=1")),
    }
