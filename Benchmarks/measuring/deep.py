"""How soon samples are seen at places that nobody has looked at before."""
import random
import statistics
import subprocess

from . import inputs
from .reading import attempt
from .report import Row
from .window import Window

FILES = {"WAV": "two-hours.wav", "FLAC": "two-hours.flac", "MP3": "two-hours.mp3", "Vorbis": "two-hours.ogg"}
PLACES = 50
REACH_MILLISECONDS = 50


def deep():
    """Jumps to random places of two hours at sample zoom, file by file."""
    return [row for name in FILES for row in attempt(f"sample zoom, {name}", lambda name=name: rows(name))]


def rows(name):
    """A jump is a call of the media player that the window is. What counts is the time from the view's being
    another one to the end of the frame that shows samples all over it, and how many frames were drawn by then."""
    inputs.warm(FILES[name])
    chance = random.Random(5)
    times, frames = [], []
    with Window(inputs.path(FILES[name])) as window:
        window.wait_for("overview-complete", 120)
        length = 7200 // inputs.SHORT
        # Playing makes it a media player.
        window.key("space")
        list(window.events(1))
        window.key("space")
        list(window.events(1))
        seek(window, -length)
        zoom_in(window)
        position = 0
        for _ in range(PLACES):
            place = chance.uniform(0.01, 0.99) * length
            seek(window, place - position)
            position = place
            took, drawn = shown(window)
            times.append(took)
            frames.append(drawn)
    late = sum(drawn > 2 for drawn in frames)
    times.sort()
    text = f"{statistics.median(times):.1f} ms, p90 {times[len(times) * 9 // 10]:.1f}, most {times[-1]:.1f}"
    reach, ok = f"≤ {REACH_MILLISECONDS} ms", times[len(times) * 9 // 10] <= REACH_MILLISECONDS
    if name == "WAV":
        reach, ok = "≤ 1 frame later", late == 0
    return [
        Row(f"a new place at sample zoom, {name}, exact after", text, "", "", reach, ok),
        Row("… in the first frame, one later, later than that",
            f"{sum(drawn <= 1 for drawn in frames)}, {sum(drawn == 2 for drawn in frames)}, {late} of {PLACES}"),
    ]


def seek(window, seconds):
    """Moves the playhead, and with it the view."""
    subprocess.run(
        ["gdbus", "call", "--session", "-d", f"org.mpris.MediaPlayer2.Barline.instance{window.pid}",
         "-o", "/org/mpris/MediaPlayer2", "-m", "org.mpris.MediaPlayer2.Player.Seek", "--", str(int(seconds * 1e6))],
        check=True, stdout=subprocess.DEVNULL)


def zoom_in(window):
    """As far as it goes, about the playhead; until the samples there are seen."""
    subprocess.run(
        ["xdotool", "windowfocus", "--sync", window.identifier(), "key", "--delay", "20", "--repeat", "110", "ctrl+plus"],
        check=True)
    last = [event for _, event in window.events(3) if event["event"] == "exact-shown"]
    if not last or last[-1]["framesPerPixel"] > 1:
        raise RuntimeError("samples are not reached")


def shown(window):
    """Milliseconds from the view's change to its samples, and the frames drawn in between."""
    began, drawn = None, 0
    for _, event in window.events(10):
        if event["event"] == "viewport":
            began, drawn = event["t_us"], 0
        elif event["event"] == "frame":
            drawn += 1
        elif event["event"] == "exact-shown" and began is not None:
            return (event["t_us"] - began) / 1000, drawn
    raise RuntimeError("a place was never shown exactly")
