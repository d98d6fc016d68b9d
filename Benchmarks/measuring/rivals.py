"""The programs that reduce noise in the figure of quality, and the settings that each may use."""
import functools
import os
import subprocess

from . import audacity
from .heldback import sound
from .noise import CLI

#: Seconds from the beginning that each takes its profile from.
PROFILE = 2
#: afftdn gives its sound back so many frames late (found by correlation: the others give theirs in line).
LATE = {"ffmpeg afftdn": 1102}
#: Audacity is started for each.
AUDACITY_TRIES = 6


def programs(folder, level):
    """How ours is run with a setting (which it does not heed) on a source, and the ways of the others, by name: how
    each is run, its lowest and highest setting, whether that is in dB, and how often it may be tried.

    The noisy recording lies in `folder` as noisy.wav; `level` is the noise's, in dB."""
    profile = os.path.join(folder, "noise.prof")
    noisy = os.path.join(folder, "noisy.wav")
    subprocess.run(["sox", "-V1", noisy, "-n", "trim", "0", str(PROFILE), "noiseprof", profile], check=True)

    def of(name, *command):
        target = os.path.join(folder, f"{name}.wav")
        places = {"SOURCE": lambda source: source, "TARGET": lambda _: target}

        def run(setting, source):
            if os.path.exists(target):
                os.remove(target)
            words = [places[word](source) if word in places else word.format(setting) for word in command]
            subprocess.run(words, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            return sound("-i", target)
        return run

    def with_audacity(**settings):
        @functools.cache
        def run(setting):
            target = os.path.join(folder, "audacity.wav")
            audacity.reduce(noisy, target, PROFILE, setting, **settings)
            return sound("-i", target)
        # Starting takes longer than the whole recording: its beginning alone would save nothing.
        return lambda setting, _: run(round(setting, 2))

    def ffmpeg(chain):
        return of("ffmpeg", "ffmpeg", "-nostdin", "-v", "error", "-y", "-i", "SOURCE", "-af", chain,
                  "-c:a", "pcm_f32le", "TARGET")

    ours = of("ours", CLI, "denoise", "SOURCE", "-o", "TARGET", "--noise", f"0..{PROFILE}", "--format", "wav-float")
    sox = of("sox", "sox", "SOURCE", "-b", "32", "-e", "floating-point", "TARGET", "noisered", profile, "{:.4f}")
    shown = f"asendcmd=0.0 afftdn sn start,asendcmd={PROFILE}.0 afftdn sn stop,"
    # Told the level, and more than that; as it is and with the noise shown to it.
    told = [f"afftdn=nr={{:.3f}}:nf={min(max(level + more, -80), -20):.1f}" for more in (0, 6, 12, 18)]
    others = {
        "Audacity": [
            (with_audacity(Sensitivity=sensitivity, FreqSmoothing=0), 0, 48, True, AUDACITY_TRIES)
            for sensitivity in (6, 3)],
        "Audacity's defaults": [(with_audacity(), 0, 48, True, 1)],
    }
    return ours, {
        **(others if audacity.is_there() else {}),
        "sox noisered": [(sox, 0, 1, False)],
        "ffmpeg afftdn": [(ffmpeg(chain), 0.01, 97, True) for chain in told[:2] + [shown + chain for chain in told]],
    }
