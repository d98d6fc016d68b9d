"""Runs programs and asks the kernel what they took."""
import collections
import ctypes
import os
import statistics
import subprocess
import time

Usage = collections.namedtuple("Usage", "wall cpu")

_PR_SET_CHILD_SUBREAPER = 36  # prctl(2)


def children(pid="self"):
    """The processes whose parent is this one, or another."""
    found = set()
    for thread in os.listdir(f"/proc/{pid}/task"):
        try:
            with open(f"/proc/{pid}/task/{thread}/children", encoding="ascii") as file:
                found.update(map(int, file.read().split()))
        except OSError:
            pass  # the thread ended meanwhile
    return found


def run(*command, environment=None, may_fail=False):
    """Runs a program to its end.

    Returns its wall and processor time in seconds; the latter with that of all processes that it started, decoders which
    outlive it by a moment as well. Raises when it fails, unless it may.
    """
    # What loses its parent becomes ours, so that its time can be asked for.
    ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    others, left = children(), 0.0
    start = time.monotonic()
    with subprocess.Popen(
        command, stdout=subprocess.DEVNULL, env=environment, stderr=subprocess.DEVNULL if may_fail else None
    ) as process:
        _, status, usage = os.wait4(process.pid, 0)
        wall = time.monotonic() - start
        process.returncode = os.waitstatus_to_exitcode(status)
    for orphan in children() - others:
        _, _, own = os.wait4(orphan, 0)
        left += own.ru_utime + own.ru_stime
    if process.returncode != 0 and not may_fail:
        raise RuntimeError(f"{os.path.basename(command[0])} ended with {process.returncode}")
    return Usage(wall, usage.ru_utime + usage.ru_stime + left)


def compare(first, second, runs):
    """Runs two commands in turn, so that a change of the machine's pace meets both; the medians of each."""
    usages = [(run(*first), run(*second)) for _ in range(runs)]
    return tuple(
        Usage(statistics.median(pair[i].wall for pair in usages), statistics.median(pair[i].cpu for pair in usages))
        for i in range(2)
    )


def cpu_seconds(pid):
    """User and system time of a process and all its threads, exact to the nanosecond (its CPU clock, of which
    utime and stime in /proc/PID/stat are a rounded copy)."""
    return time.clock_gettime((~pid << 3) | 2)


def status(pid, field):
    """A number from /proc/PID/status; memory is in kB."""
    with open(f"/proc/{pid}/status", encoding="utf-8", errors="replace") as file:
        for line in file:
            name, _, value = line.partition(":")
            if name == field:
                return int(value.split()[0])
    raise KeyError(field)


def switches(pid):
    """How often each thread of a process has gone to sleep, and so was woken, since it began."""
    counts = {}
    for thread in os.listdir(f"/proc/{pid}/task"):
        try:
            with open(f"/proc/{pid}/task/{thread}/status", encoding="utf-8", errors="replace") as file:
                counts[thread] = next(int(line.split()[1]) for line in file if line.startswith("voluntary_ctxt"))
        except OSError:
            pass  # it ended meanwhile
    return counts


def wakeups(before, after):
    """Wake-ups between two answers of `switches`; threads that ended are left out."""
    return sum(count - before.get(thread, 0) for thread, count in after.items())
