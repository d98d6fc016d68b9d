"""The peak cache: the second opening of a recording that took long to read needs no decoder."""

import os
import subprocess

import sounds
from harness import eventually, expect, expect_equal


def recording(session):
    """Peaks are kept of what takes a tenth of a second to read. However many cores there are, that is so with Opus that
    only ffmpeg reads, in programs of its own; and a debug build is soon through with it. Not written to lately."""
    path = session.folder / "long.mka"
    part = sounds.wav(session.folder / "part.wav", 20, channels=2)
    subprocess.run(["ffmpeg", "-nostdin", "-v", "error", "-stream_loop", "7", "-i", str(part), "-c:a", "libopus",
                    "-compression_level", "0", str(path)], check=True, timeout=60)
    part.unlink()
    os.utime(path, (1_000_000_000, 1_000_000_000))
    return path


def open_once(session, path, cache, **options):
    """Opens and closes it; the program's last viewport, and whether the cache had it."""
    program = session.start(path, env={"XDG_CACHE_HOME": str(cache)}, **options)
    program.wait("overview-complete", timeout=30)
    program.settle()
    viewport, hit = program.viewport, bool(program.all("cache-hit"))
    picture = program.plot().picture().data
    program.quit()
    return viewport, hit, picture


def entries(cache):
    return sorted(cache.glob("barline/peaks/*.peaks"))


def test_the_second_opening_comes_from_the_cache(session):
    path, cache = recording(session), session.folder / "cache"
    viewport, hit, picture = open_once(session, path, cache)
    expect(not hit, "the first opening has nothing to come from")
    eventually(lambda: len(entries(cache)) == 1, "the entry is there")
    again, hit, same = open_once(session, path, cache)
    expect(hit, "the second opening came from the cache")
    expect_equal(again["length"], viewport["length"], "the length")
    expect(same == picture, "both openings show the same picture")
    # As if there were none: a cache that is damaged, and one that is switched off.
    entry = entries(cache)[0]
    entry.write_bytes(entry.read_bytes()[:-1])
    _, hit, same = open_once(session, path, cache)
    expect(not hit, "a damaged entry is not used")
    expect(same == picture, "a damaged entry changes no picture")


def test_it_can_be_switched_off(session):
    path, cache = recording(session), session.folder / "cache"
    off = {"org.barline.Barline keep-peak-cache": "false"}
    _, hit, _ = open_once(session, path, cache, settings=off)
    expect(not hit and not cache.exists(), "a cache that is switched off is not written to")
    open_once(session, path, cache)
    eventually(lambda: len(entries(cache)) == 1, "the entry is there")
    _, hit, _ = open_once(session, path, cache, settings=off)
    expect(not hit, "a cache that is switched off is not read from")
