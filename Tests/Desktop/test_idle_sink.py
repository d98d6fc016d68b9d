"""Playing to a device that nobody listens to: such a device works seconds ahead, and each play has to be heard all the
same. A recorder, as other tests have it, would keep the device quick."""

import subprocess
import time

import screen
from harness import expect, part
from test_sound import Server, opened

ALONE = True
RATE, SECONDS = 48000, 2.0
#: Who listens, and so how far ahead the device works, in milliseconds; none: as far as it likes. All in a campaign.
LISTENERS = part(3, [None, 2000, 200, 25])


def played(program, seconds):
    """Plays for so long.

    Returns: seconds between the play and the pause as the trace has them, and the place at which the pause stood.
    """
    mark = program.mark()
    screen.keys("space")
    start = program.wait("playback", lambda e: e["playing"], mark)
    time.sleep(seconds)
    mark = program.mark()
    screen.keys("space")
    end = program.wait("playback", lambda e: not e["playing"], mark)
    return (end["t_us"] - start["t_us"]) / 1e6, end["frame"] / RATE


def listener(server, milliseconds):
    """Something else that plays, and asks the device to be as quick as that."""
    return subprocess.Popen(
        ["pacat", "-s", server.address, "-d", "nulls", "--raw", f"--latency-msec={milliseconds}", "/dev/zero"],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def test_each_play_is_heard_on_a_device_that_nobody_hears(session):
    for milliseconds in LISTENERS:
        with Server(session) as server:
            server.start()
            other = listener(server, milliseconds) if milliseconds else None
            program = opened(session, server)
            program.focus()
            places = []
            for _ in range(6 if milliseconds is None else 3):
                screen.keys("Home")
                elapsed, place = played(program, SECONDS)
                places.append((round(elapsed, 2), round(place, 2)))
            program.quit()
            if other:
                other.kill()
            # At first such a device has up to two seconds of silence that it took before.
            late = [pair for pair in places[1:] if abs(pair[0] - pair[1]) > 0.3]
            expect(-0.3 < places[0][0] - places[0][1] < SECONDS + 0.3, f"the first play: {places[0]}")
            expect(not late, f"a device {milliseconds} ms ahead: seconds played, and where the playhead stood: {places}")
