"""The recordings and noises of the figure of quality: none of them was listened to or measured while the program's
constants were chosen. They come out of Debian's packages, which are fetched once; what is cut from them is kept
beside the other inputs.
"""
import array
import math
import os
import subprocess
import tempfile

from . import inputs

#: A case is so many seconds of noise alone, then so many of a recording in it.
LEAD, SECONDS = 4, 15
#: The loudest sample of each recording, and the seconds over which a short noise goes into its own beginning.
PEAK, FADE = 0.5, 0.5

STAMPS = "usr/share/tuxpaint/stamps/"
PROMPTS = "usr/share/asterisk/sounds/"
SAMPLES = "usr/share/sonic-pi/samples/"
THEMES = "usr/share/games/wesnoth/1.16/data/core/music/"

#: Name → kind, package, files that are joined, seconds that are left out before. The quietest 2 % of their pieces of
#: 50 ms lie 43 dB and more below the whole, except in music that is never silent.
RECORDINGS = {
    # Allison Smith, English: CC-BY-SA-3.0. 16 kHz, as all prompts and the third piece of music.
    "allison": ("speech", "asterisk-core-sounds-en-g722", [PROMPTS + "en_US_f_Allison/demo-congrats.g722"], 0),
    # Carlo Flora, Italian: CC-BY-3.0.
    "carlo": ("speech", "asterisk-core-sounds-it-g722", [PROMPTS + "it_IT_m_Carlo/demo-congrats.g722"], 0),
    # Descriptions of chessmen and a lamp, in Bulgarian and Russian: GPL-2.
    "bulgarian": ("speech", "tuxpaint-stamps-default", [
        STAMPS + "symbols/chess/w_4_knight_desc_bg.ogg", STAMPS + "symbols/chess/w_6_pawn_desc_bg.ogg"], 0),
    "russian": ("speech", "tuxpaint-stamps-default", [
        STAMPS + "symbols/chess/w_6_pawn_desc_ru.ogg", STAMPS + "seasonal/hanukkah/menorah_desc_ru.ogg"], 0),
    # Themes of The Battle for Wesnoth: GPL-2+.
    "minstrels": ("music", "wesnoth-1.16-music", [THEMES + "traveling_minstrels.ogg"], 30),
    "love": ("music", "wesnoth-1.16-music", [THEMES + "love_theme.ogg"], 30),
    # Manolo Camp, "Morning Coffee": CC-BY-SA-3.0.
    "coffee": ("music", "asterisk-moh-opsound-g722", ["usr/share/asterisk/moh/manolo_camp-morning_coffee.g722"], 20),
    # A guitar, by Sub-d: CC0-1.0.
    "guitar": ("music", "sonic-pi-samples", [SAMPLES + "guit_em9.flac", SAMPLES + "guit_e_fifths.flac"], 0),
}

#: What sox makes.
SYNTHETIC = {
    "hiss": ["whitenoise"],
    "hum": ["sine", "50", "synth", "sine", "mix", "150", "synth", "sine", "mix", "250", "synth", "whitenoise", "mix"],
}
#: Recorded, and longer made by going on from their own beginning: the surface of a record (veezay) and the motors of
#: a machine (hullum), both CC0-1.0.
RECORDED = {
    "record": ("sonic-pi-samples", SAMPLES + "vinyl_hiss.flac"),
    "machine": ("sonic-pi-samples", SAMPLES + "loop_3d_printer.flac"),
}
#: A room with a microphone before a word is said in it (French, GPL-2): too short to go on from, so white noise is
#: filtered with these seconds of it and gets their spectrum.
ROOM = ("tuxpaint-stamps-default", STAMPS + "animals/birds/cuckoo_desc_fr.ogg")
ROOM_SECONDS = 0.4
NOISES = [*SYNTHETIC, *RECORDED, "room"]


def path(name):
    """A recording or a noise. They are as long in a short run."""
    return os.path.join(inputs.home(), f"held-back-{name}.wav")


def make():
    """Makes what is not there yet."""
    missing = [name for name in [*RECORDINGS, *NOISES] if not os.path.exists(path(name))]
    with tempfile.TemporaryDirectory() as folder:
        for name in missing:
            print(f"making {path(name)} …", flush=True)
            if name in RECORDINGS:
                _, package, files, start = RECORDINGS[name]
                samples = array.array("f")
                for file in files:
                    samples += decoded(folder, package, file)
                samples = samples[start * inputs.RATE:][:SECONDS * inputs.RATE]
            else:
                samples = noise(folder, name)[:(LEAD + SECONDS) * inputs.RATE]
            loudest = max(map(abs, samples))
            # Under another name first, so that one that is there is whole.
            write(path(name) + ".unfinished", array.array("f", (PEAK / loudest * value for value in samples)))
            os.rename(path(name) + ".unfinished", path(name))


def decoded(folder, package, file):
    """A file of a package, as samples."""
    return sound("-i", os.path.join(unpacked(folder, package), file))


def unpacked(folder, package):
    """The folder of a package, which is fetched and unpacked when it is not there yet."""
    root = os.path.join(folder, package)
    if not os.path.exists(root):
        os.makedirs(root)
        subprocess.run(["apt-get", "-q", "download", package], cwd=root, check=True, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL)
        archive, = os.listdir(root)
        subprocess.run(["dpkg-deb", "-x", archive, "."], cwd=root, check=True)
    return root


def noise(folder, name):
    """Noise, as long as a case or longer."""
    seconds = LEAD + SECONDS
    if name in RECORDED:
        return repeated(decoded(folder, *RECORDED[name]), seconds * inputs.RATE)
    synthetic = SYNTHETIC.get(name)
    if synthetic is None:
        taps = os.path.join(folder, "taps")
        with open(taps, "w", encoding="ascii") as file:
            file.writelines(f"{tap:.9f}\n" for tap in decoded(folder, *ROOM)[:int(ROOM_SECONDS * inputs.RATE)])
        synthetic = ["whitenoise", "vol", "0.01", "fir", taps]
    target = os.path.join(folder, "noise.wav")
    # -R: the same noise each time.
    subprocess.run(["sox", "-R", "-n", "-r", str(inputs.RATE), "-b", "32", "-e", "floating-point", target,
                    "synth", str(seconds), *synthetic, "vol", "0.1"], check=True, stderr=subprocess.DEVNULL)
    return sound("-i", target)


def repeated(samples, count):
    """The samples again and again, each time fading into their beginning at equal power."""
    fade = int(FADE * inputs.RATE)
    result = array.array("f", samples)
    while len(result) < count:
        end = len(result) - fade
        for i in range(fade):
            angle = (i + 0.5) / fade * math.pi / 2
            result[end + i] = result[end + i] * math.cos(angle) + samples[i] * math.sin(angle)
        result += samples[fade:]
    return result


def sound(*options):
    """Samples as ffmpeg decodes them: mono, at the rate of all inputs."""
    command = ["ffmpeg", "-nostdin", "-v", "error", *options, "-f", "f32le", "-ac", "1", "-ar", str(inputs.RATE), "-"]
    return array.array("f", subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout)


def write(target, samples):
    """A WAV file of 32-bit floating point."""
    subprocess.run(
        ["ffmpeg", "-nostdin", "-v", "error", "-y", "-f", "f32le", "-ar", str(inputs.RATE), "-ac", "1", "-i", "-",
         "-c:a", "pcm_f32le", "-f", "wav", target], input=samples.tobytes(), check=True)
