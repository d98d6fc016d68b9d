"""What listening costs: a window that hears a null sink's monitor, whose picture rolls at 60 pixels a second."""
import os
import subprocess
import tempfile
import time

from . import inputs, processes, sound
from .report import Row
from .window import Window

#: The view holds 30 s at first.
WIDTH, HEIGHT = 1920, 700


def listening():
    """The CPU of the process, as bars, and as a spectrogram with the panel of the spectrum."""
    os.environ["GSETTINGS_BACKEND"] = "keyfile"  # the only one that the program sees from outside
    return [
        row("as bars", "bars", ()), row("as a spectrogram", "spectrogram", ()),
        row("as a spectrogram, with the spectrum", "spectrogram", ("F6",)),
    ]


def row(what, style, keys):
    """Twenty seconds, once the view is full and rolls."""
    subprocess.run(["gsettings", "set", "org.barline.Barline", "style", style], check=True)
    with tempfile.TemporaryDirectory() as folder, sound.Server():
        player = subprocess.Popen(["paplay", "-d", "nulls", sound.clicks(os.path.join(folder, "clicks.wav"), 90)])
        try:
            with Window("--listen", "nulls.monitor", trace=False) as window:
                window.identifier()
                time.sleep(2)
                window.resize(WIDTH + 60, HEIGHT)
                for key in keys:
                    window.key(key)
                time.sleep(32 if inputs.SHORT == 1 else 2)
                before = processes.switches(window.pid)
                share = window.cpu(20 if inputs.SHORT == 1 else 2)
                woken = processes.wakeups(before, processes.switches(window.pid)) / 20
        finally:
            player.kill()
            player.wait()
    return Row(
        f"process CPU, listening at 60 pixels/s, {what}, {WIDTH} wide",
        f"{share * 100:.2f} % ({woken:.0f} wake-ups/s)", "", "", "≤ 4 %", share <= 0.04)
