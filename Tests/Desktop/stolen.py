"""Processor time that a hypervisor gives to others, and whether it excuses a failure: hands, frames and sound have their
times, and nothing that a program does gives them back. Tests/Engine/PlaybackTests/StolenTime.swift decides in the same
way."""

import os
import time

TICKS_PER_SECOND = os.sysconf("SC_CLK_TCK")


def share(ticks, seconds, ticks_per_second=TICKS_PER_SECOND):
    """What was taken away over so many seconds, as a share of one processor. Two readings in whole ticks may differ by
    one though next to nothing lies between them: that one does not count."""
    return max(0, ticks - 1) / ticks_per_second / seconds if seconds > 0 else 0


def is_an_excuse(share):
    """True when a test that failed meanwhile may be tried again: a tenth of a processor or more was gone."""
    return share >= 0.1


def ticks(stat):
    """The ticks stolen since the start, all processors together: the eighth number of /proc/stat (proc(5))."""
    numbers = stat.split("\n")[0].split()[1:]
    return int(numbers[7]) if len(numbers) > 7 else 0


class Attempt:
    """One run of a test, from now on."""

    def __init__(self):
        self.start, self.ticks = time.monotonic(), self._now()

    @staticmethod
    def _now():
        with open("/proc/stat", encoding="ascii") as file:
            return ticks(file.read())

    @property
    def share(self):
        return share(self._now() - self.ticks, time.monotonic() - self.start)
