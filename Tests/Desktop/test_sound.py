"""What is heard, on a sound server of our own; and what is said when there is none."""

import array
import subprocess

import screen
import sounds
from harness import eventually, expect, expect_equal

ALONE = True


class Server:
    """PulseAudio with a device that nobody hears, and what went to it."""

    def __init__(self, session):
        self.session, self.process, self.recorder = session, None, None
        self.address = f"unix:{session.folder}/pulse.socket"
        self.env = {"PULSE_SERVER": self.address}

    def __enter__(self):
        return self

    def start(self):
        folder = self.session.folder / "pulse"
        folder.mkdir(mode=0o700, exist_ok=True)
        self.process = subprocess.Popen(
            ["pulseaudio", "-n", "--daemonize=no", "--exit-idle-time=-1", "--use-pid-file=no",
             "-L", f"module-native-protocol-unix auth-anonymous=1 socket={self.address[5:]}",
             "-L", "module-null-sink sink_name=nulls rate=48000 channels=2"],
            env={"HOME": str(folder), "XDG_RUNTIME_DIR": str(folder), "PATH": "/usr/bin:/bin"},
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        eventually(lambda: self.ask("info").returncode == 0, "the sound server answers")

    def ask(self, *words):
        return subprocess.run(["pactl", "-s", self.address, *words], capture_output=True, text=True, timeout=10)

    @property
    def streams(self):
        return self.ask("list", "short", "sink-inputs").stdout.strip().splitlines()

    @property
    def knows_barline(self):
        return "arline" in self.ask("list", "clients").stdout

    def record(self, seconds):
        """The loudest sample of what is heard for so long, 0…32767."""
        # A null sink that nobody listened to works two seconds ahead: as many samples as wanted, however late.
        command = ["timeout", "10", "parec", "-s", self.address, "-d", "nulls.monitor", "--raw", "--rate=48000",
                   "--channels=1", "--format=s16le", "--latency-msec=20"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as parec:
            data = parec.stdout.read(int(seconds * 48000) * 2)
            parec.kill()
        samples = array.array("h", data[:len(data) // 2 * 2])
        expect(len(samples) > 4800, f"{len(samples)} samples were recorded")
        return max(map(abs, samples))

    def end(self):
        if self.process:
            self.process.kill()
            self.process.wait()
            self.process = None

    def __exit__(self, *_):
        self.end()


def opened(session, server, seconds=60):
    program = session.open(sounds.wav(session.folder / "pulses.wav", seconds), sound=True, env=server.env)
    program.focus()
    program.settle()
    return program


def play(program):
    mark = program.mark()
    screen.keys("space")
    program.wait("playback", lambda e: e["playing"], mark)
    return mark


def test_it_is_heard_and_muted(session):
    with Server(session) as server:
        server.start()
        program = opened(session, server)
        expect(not server.knows_barline, "the server knows nothing of the program before it plays")
        play(program)
        eventually(lambda: server.streams, "a stream on the server")
        eventually(lambda: server.record(1.5) > 2000, "a loud burst each half second")
        screen.keys("shift+m")
        program.wait("volume", lambda e: e["level"] == 0)
        # What the server has already is heard to its end.
        eventually(lambda: server.record(0.8) == 0, "silence while it is muted")
        mark = program.mark()
        screen.keys("shift+m", "space")
        program.wait("playback", lambda e: not e["playing"], mark)


def test_the_server_knows_what_is_played(session):
    with Server(session) as server:
        server.start()
        play(opened(session, server))
        eventually(lambda: server.streams, "a stream on the server")
        stream = server.ask("list", "sink-inputs").stdout
        for name, value in (("media.name", "pulses.wav"), ("media.role", "music"), ("application.name", "Barline"),
                            ("application.icon_name", "org.barline.Barline")):
            expect(f'{name} = "{value}"' in stream, f"{name} is not {value}: {stream}")


def test_silent_asks_no_server(session):
    with Server(session) as server:
        server.start()
        program = session.open(sounds.wav(session.folder / "pulses.wav", 60), env=server.env)
        program.focus()
        mark = play(program)
        program.wait("playhead-step", lambda e: e["frame"] > 48000, mark)
        expect(not server.knows_barline and not server.streams, "--silent plays without the server")


def test_without_a_server_time_goes_on_and_it_can_be_reached_later(session):
    with Server(session) as server:
        program = opened(session, server)
        mark = play(program)
        expect_equal(program.wait("output-lost", None, mark)["code"], "noServer", "why nothing is heard")
        program.find("label", "No Sound Server")
        program.find("push button", "No sound")
        program.wait("playhead-step", lambda e: e["frame"] > 2 * 48000, mark, what="two seconds, silently")
        server.start()
        screen.click(*program.spot(program.find("push button", "Reconnect")))
        program.find("push button", "Volume: 100 %")
        eventually(lambda: server.streams, "a stream on the server")
        eventually(lambda: server.record(1.2) > 1000, "it is heard again")


def test_a_server_that_ends_is_told_and_time_goes_on(session):
    with Server(session) as server:
        server.start()
        program = opened(session, server)
        mark = play(program)
        eventually(lambda: server.streams, "a stream on the server")
        before = program.wait("playhead-step", lambda e: e["frame"] > 24000, mark)
        server.end()
        program.wait("output-lost", None, mark)
        program.wait("playhead-step", lambda e: e["frame"] > before["frame"] + 2 * 48000, mark, what="two seconds more")
        expect(program.last("playback")["playing"], "it plays on")
