"""Audacity's Noise Reduction, without a hand: the program itself, driven through its module mod-script-pipe.

The effect takes no parameters from a script but those of its settings file, and of two calls in one process the
first takes the profile and the second reduces. So each reduction is a process of its own, which takes 2 to 3 s.
The pipes have one name for each user: no other Audacity may run meanwhile.
"""
import contextlib
import functools
import glob
import os
import shutil
import subprocess
import tempfile
import time

#: Seconds for the program to start, and to answer.
PATIENCE = 20
REGISTRY = ".audacity-data/pluginregistry.cfg"
DONE = b"BatchCommand finished:"
PIPES = [f"/tmp/audacity_script_pipe.{way}.{os.getuid()}" for way in ("to", "from")]


def modules():
    """Where the module that takes commands lies; at most one place on any system."""
    return [path for folder in ("lib", "lib64", "lib/*")
            for path in glob.glob(f"/usr/{folder}/audacity/modules/mod-script-pipe.so")]


def is_there():
    """Without it the figure is taken against the others alone."""
    return shutil.which("audacity") is not None and len(modules()) == 1


def reduce(source, target, seconds, gain, **settings):
    """Noise reduction of a WAV file by `gain` dB, with a profile of the first `seconds`; as WAV of 32-bit floating
    point."""
    for attempt in range(3):
        try:
            return once(source, target, seconds, {"Gain": gain, **settings})
        except TimeoutError:
            # Now and then the program comes to a stand while it starts.
            if attempt == 2:
                raise


def once(source, target, seconds, settings):
    """One process, with settings and a home that nobody else has."""
    with tempfile.TemporaryDirectory() as home:
        configure(home, settings)
        with open(os.path.join(home, REGISTRY), "wb") as file:
            file.write(registry())
        for pipe in PIPES:
            if os.path.exists(pipe):
                os.remove(pipe)
        with started(home):
            script(source, target, seconds)


@functools.cache
def registry():
    """What it finds out about its effects at its first start, in processes that load the module as well and would
    take the pipes away."""
    with tempfile.TemporaryDirectory() as home:
        configure(home, {})
        with started(home):
            pass
        with open(os.path.join(home, REGISTRY), "rb") as file:
            return file.read()


@contextlib.contextmanager
def started(home):
    """The program, from when its window is there."""
    environment = {key: value for key, value in os.environ.items() if not key.startswith(("XDG_", "G_DEBUG"))}
    with subprocess.Popen(["audacity"], env={**environment, "HOME": home}, stderr=subprocess.DEVNULL) as process:
        try:
            wait_for_window(process.pid)
            yield
        finally:
            process.kill()


def configure(home, settings):
    """Settings with which it starts without a question. The module must be known by its place and time."""
    module, = modules()
    stamp = time.strftime("%Y-%m-%dT%H:%M:%S", time.localtime(os.stat(module).st_mtime))
    folder = os.path.join(home, ".audacity-data")
    os.makedirs(folder)
    groups = {
        "Version": {"Major": 3, "Minor": 2, "Micro": 4}, "Locale": {"Language": "en"}, "GUI": {"ShowSplashScreen": 0},
        "Update": {"UpdateNoticeShown": 1, "DefaultUpdatesChecking": 0},
        "Directories": {"TempDir": os.path.join(home, "projects")},
        "Module": {"mod-script-pipe": 1}, "ModulePath": {"mod-script-pipe": module},
        "ModuleDateTime": {"mod-script-pipe": stamp},
        # libsndfile's number for floating point.
        "FileFormats/ExportFormat_SF1_Type": {"WAV_10000": 6},
        "Effects/NoiseReduction": settings,
    }
    with open(os.path.join(folder, "audacity.cfg"), "w", encoding="utf-8") as file:
        file.write("PrefsVersion=1.1.1r1\nNewPrefsInitialized=1\n")
        for group, values in groups.items():
            file.write(f"[{group}]\n" + "".join(f"{key}={value}\n" for key, value in values.items()))


def script(source, target, seconds):
    """Profile, reduction and export through the pipes, which are opened without waiting for the other end."""
    replies = os.open(PIPES[1], os.O_RDONLY | os.O_NONBLOCK)
    try:
        to = until(lambda: writer(PIPES[0]), "it listens")
        try:
            for command in (
                f'Import2: Filename="{source}"', "SelectTracks: Track=0 TrackCount=1 Mode=Set",
                f"SelectTime: Start=0 End={seconds} RelativeTo=ProjectStart", "NoiseReduction:", "SelectAll:",
                "NoiseReduction:", f'Export2: Filename="{target}" NumChannels=1'
            ):
                os.write(to, command.encode() + b"\n")
                text = bytearray()
                until(lambda: is_done(replies, text), command)  # pylint: disable=cell-var-from-loop
                if DONE + b" OK" not in text:
                    raise RuntimeError(f"Audacity: {command}: {text.decode()}")
        finally:
            os.close(to)
    finally:
        os.close(replies)


def writer(pipe):
    """The pipe to write to, or None as long as nobody reads."""
    try:
        return os.open(pipe, os.O_WRONLY | os.O_NONBLOCK)
    except OSError:
        return None


def is_done(replies, text):
    """Takes what has been answered, and says whether that was all."""
    with contextlib.suppress(BlockingIOError):
        text += os.read(replies, 4096)
    return DONE in text and text.endswith(b"\n")


def wait_for_window(pid):
    """Before it is there, commands are answered and not done."""
    search = ["xdotool", "search", "--onlyvisible", "--all", "--pid", str(pid), "--name", "^Audacity$"]
    until(lambda: subprocess.run(search, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                 check=False).returncode == 0, "its window")
    time.sleep(0.3)


def until(condition, what):
    """What the condition gives, once it gives something."""
    deadline = time.monotonic() + PATIENCE
    while not (result := condition()):
        if time.monotonic() > deadline:
            raise TimeoutError(f"Audacity: {what} did not come")
        time.sleep(0.02)
    return result
