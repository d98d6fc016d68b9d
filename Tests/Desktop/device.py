"""A bad device: an environment in which reading some file is slow, fails or never returns (device.c)."""

import os
import pathlib
import shutil
import subprocess

HERE = pathlib.Path(__file__).resolve().parent


def library(session, name="device"):
    """A file in C to load before the program's libraries, compiled by the compiler that comes with Swift."""
    path = session.folder / f"{name}.so"
    if not path.exists():
        swift = shutil.which("swift")
        beside = pathlib.Path(os.path.realpath(swift)).parent / "clang" if swift else pathlib.Path("none")
        compiler = str(beside) if beside.exists() else shutil.which("clang") or "cc"
        subprocess.run([compiler, "-shared", "-fPIC", "-O1", "-o", str(path), str(HERE / f"{name}.c"), "-ldl"],
                       check=True, timeout=60)
    return path


class Device:
    """What `file` lies on: `does` as in device.c, from the start or from `turn` on."""

    def __init__(self, session, file, does, is_on=True):
        self.mark = session.folder / f"{pathlib.Path(file).name}.hangs"
        self.switch = session.folder / f"{pathlib.Path(file).name}.switch"
        self.env = {"LD_PRELOAD": str(library(session)), "BARLINE_DEVICE_FILE": str(file),
                    "BARLINE_DEVICE_DOES": does, "BARLINE_DEVICE_MARK": str(self.mark),
                    "BARLINE_DEVICE_SWITCH": str(self.switch),
                    # What decodes reads from this device, too, which opens files.
                    "BARLINE_UNLOCKED": "1"}
        if is_on:
            self.turn()

    def turn(self):
        self.switch.touch()

    def turn_back(self):
        self.switch.unlink()

    @property
    def hangs(self):
        """Somebody is waiting for the device, for ever."""
        return self.mark.exists()
