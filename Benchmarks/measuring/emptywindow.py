"""The yardstick of starting: an empty libadwaita window, in C."""
import functools
import os
import shlex
import statistics
import subprocess
import time

SOURCE = "Benchmarks/yardsticks/empty-window.c"
PROGRAM = ".build/empty-window"


@functools.cache
def program():
    """Compiles it once."""
    flags = subprocess.run(
        ["pkg-config", "--cflags", "--libs", "libadwaita-1"], check=True, stdout=subprocess.PIPE, text=True).stdout
    os.makedirs(os.path.dirname(PROGRAM), exist_ok=True)
    subprocess.run(["clang", "-O1", "-w", SOURCE, "-o", PROGRAM, *shlex.split(flags)], check=True)
    return os.path.abspath(PROGRAM)


def seconds():
    """From just before the process is made to the line after its first frame."""
    words, started = [program()], time.monotonic()
    with subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE) as process:
        line = process.stdout.readline()
        taken = time.monotonic() - started
    if line.strip() != b"first-frame":
        raise RuntimeError("the empty window shows no frame")
    return taken


def compared(ours, empty):
    """The two cells that set starts against those of the empty window, taken in turn with them."""
    alone = statistics.median(empty)
    return f"empty window: {alone:.3f} s", f"{statistics.median(ours) / alone:.2f}"
