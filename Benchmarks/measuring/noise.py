"""Noise reduction without a window, against sox and ffmpeg, and what it takes of memory."""
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
            "≤ 0.25 ×", ratio <= 0.25),
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
