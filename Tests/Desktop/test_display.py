"""Without a display: what the program says, when it needs none, and how a recording is looked at all the same."""

import os
import pathlib
import signal
import subprocess

import sounds
from harness import BINARY, ROOT, eventually, expect, expect_equal
from palette import LIGHT

HELP = ("over SSH, “ssh -X” shows windows on your own screen, and “barline-cli render” makes pictures of waveforms"
        " without one.\n")


def environment(session, **env):
    """Without any display, and with a folder for sockets that has none of Wayland's; None takes a variable away."""
    changed = {"DISPLAY": None, "WAYLAND_DISPLAY": None, "GDK_BACKEND": None, "XDG_RUNTIME_DIR": str(session.folder),
               "BARLINE_BINARY": BINARY, **env}
    return {name: value for name, value in {**os.environ, **changed}.items() if value is not None}


def started(session, *arguments, **env):
    """What the program answers: its status, standard output and standard error."""
    done = subprocess.run([BINARY, *map(str, arguments)], env=environment(session, **env), capture_output=True,
                          stdin=subprocess.DEVNULL, text=True, timeout=20, check=False)
    return done.returncode, done.stdout, done.stderr


def test_without_a_display_it_says_so(session):
    wanted = "barline: There is no display, as neither WAYLAND_DISPLAY nor DISPLAY is set: " + HELP
    file = sounds.wav(session.folder / "one.wav", 1)
    for arguments in [[], [file], ["--together", file, file], ["--silent", "--", file], ["--gapplication-service"]]:
        expect_equal(started(session, *arguments), (1, "", wanted), f"the answer to {arguments}")
    expect_equal(started(session, file, DISPLAY="", WAYLAND_DISPLAY="", GDK_BACKEND="x11"), (1, "", wanted),
                 "the answer to empty names")
    # What happened before is traced.
    status, output, errors = started(session, "--trace", file)
    expect_equal((status, output.count('"event":"main"'), errors), (1, 1, wanted), "the answer to --trace")


def test_a_display_that_cannot_be_opened_is_named(session):
    for variables in [{"DISPLAY": ":4711"}, {"WAYLAND_DISPLAY": "nowhere-0"},
                      {"WAYLAND_DISPLAY": "nowhere-0", "DISPLAY": ":4711"},
                      {"DISPLAY": ":4711", "GDK_BACKEND": "x11"},
                      {"DISPLAY": os.environ["DISPLAY"], "GDK_BACKEND": "wayland"}]:
        named = ", ".join(f"{name}={value}" for name, value in variables.items())
        expect_equal(started(session, **variables), (1, "", f"barline: No display can be opened with {named}: {HELP}"),
                     f"the answer with {named}")


def test_help_needs_no_display_and_names_the_program(session):
    status, output, errors = started(session, "--help")
    expect_equal((status, errors), (0, ""), "status and standard error")
    expect_equal(output.splitlines()[:2], ["Usage:", "  barline [OPTION…] [FILE…|FOLDER]"], "the usage")
    expect_equal(started(session, "--version")[::2], (0, ""), "the answer to --version")


def test_windows_bear_the_name_of_the_application(session):
    program = session.open(sounds.wav(session.folder / "one.wav", 1))
    expect_equal(program.window().window.get_wm_class(), ("org.barline.Barline",) * 2,
                 "the class, by which desktops find the icon")


def test_files_are_handed_over_without_a_display(session):
    first = session.start(sounds.wav(session.folder / "one.wav", 1), trace=False)
    first.window("one.wav")
    two, three, four = (sounds.wav(session.folder / f"{name}.wav", 1) for name in ("two", "three", "four"))
    expect_equal(started(session, two), (0, "", ""), "the answer")
    first.window("two.wav")
    expect_equal(started(session, "--together", three, four), (0, "", ""), "the answer")
    eventually(lambda: len(first.windows()) == 3, "a window with two waveforms")


def looked(session, file, **env):
    """`make run` after the build, where there is no display: its status, standard output and standard error."""
    picture, scratch = session.folder / "picture.png", session.folder / "scratch"
    scratch.mkdir(exist_ok=True)
    done = subprocess.run(
        [ROOT / "scripts/run", "open", file, picture], env=environment(session, TMPDIR=str(scratch), **env),
        cwd=session.folder, capture_output=True, stdin=subprocess.DEVNULL, text=True, timeout=120, check=False)
    expect_equal(list(scratch.glob("barline*")), [], "what is left behind")
    return done.returncode, done.stdout, done.stderr


def colors(session):
    """How often each color is in the picture."""
    text = subprocess.check_output(
        ["convert", session.folder / "picture.png", "-depth", "8", "-format", "%c", "histogram:info:-"], text=True)
    found = (line.partition("#") for line in text.splitlines())
    return {int(after[:6], 16): int(before.split(":")[0]) for before, _, after in found if after}


def test_a_recording_is_looked_at_on_a_private_display(session):
    # Also what a shell or make would expand, and what looks like an option.
    name = "-it's \"$HOME\" $$(id) `id` ü.wav"
    sounds.wav(session.folder / name, 30)  # on a busy machine more than a second is played
    status, output, errors = looked(session, name)
    expect_equal((status, errors), (0, ""), "status and standard error")
    lines = [line.split(maxsplit=1) for line in output.splitlines()[1:]]
    facts = dict(lines)
    expect_equal([key for key, _ in lines], ["picture", "length", "format", "peak", "time"], "what is told")
    expect_equal((facts["picture"], facts["length"], facts["format"], facts["peak"]),
                 ("picture.png", "0:30.000 (1440000 frames)", "WAV, 16-bit PCM, 48000 Hz, channels: 1", "−0.3 dBFS"), "the facts")
    expect(0 < float(facts["time"].split()[0]) < 60, f"the time: {facts['time']}")
    found = colors(session)
    expect(found.get(LIGHT.bar, 0) > 100, "no bars in the picture")
    orange = sum(count for color, count in found.items()
                 if color >> 16 >= 0xC0 and (color >> 16) - (color & 255) >= 0x60 and color >> 8 & 255 < 0xD0)
    expect(100 < orange < found[LIGHT.bar], f"{orange} pixels of bars were played")


def test_a_display_that_cannot_be_opened_is_replaced(session):
    status, output, errors = looked(session, sounds.wav(session.folder / "short.wav", 0.5), DISPLAY=":4711")
    expect_equal((status, errors.startswith("barline: No display can be opened with DISPLAY=:4711: ")), (0, True),
                 "status and standard error")
    expect("picture.png" in output, "it is not told where the picture lies")


def test_what_cannot_be_looked_at_is_told(session):
    (session.folder / "picture.png").touch()
    status, output, errors = looked(session, "gone $1.wav")
    expect_equal((status, output), (1, ""), "status and standard output")
    expect(errors.startswith("barline: “gone $1.wav” does not exist."), f"standard error: {errors}")
    expect(not (session.folder / "picture.png").exists(), "the picture of another file is still there")


def test_a_folder_is_looked_at(session):
    folder = session.folder / "takes"
    folder.mkdir()
    sounds.wav(folder / "one.wav", 1)
    status, output, errors = looked(session, folder)
    expect_equal((status, errors), (0, ""), "status and standard error")
    expect_equal([line.split()[0] for line in output.splitlines()[1:]], ["picture", "time"], "what is told")


def test_ctrl_c_leaves_nothing_behind(session):
    scratch = session.folder / "scratch"
    scratch.mkdir()
    # Tests run in the background, where the signal is ignored; a terminal does not have it so.
    process = subprocess.Popen(
        ["env", "--default-signal=INT", ROOT / "scripts/run", "open", sounds.wav(session.folder / "one.wav", 60),
         session.folder / "picture.png"],
        env=environment(session, TMPDIR=str(scratch)), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL)

    def children():
        """The programs on the private display: they know where it is."""
        found = []
        for path in pathlib.Path("/proc").glob("[0-9]*/environ"):
            try:
                if str(scratch).encode() in path.read_bytes() and path.parent.name != str(process.pid):
                    found.append((path.parent / "comm").read_text().strip())
            except OSError:
                continue
        return found
    eventually(lambda: "barline" in children(), "the program runs", 30)
    process.send_signal(signal.SIGINT)
    expect_equal(process.wait(20), 130, "the exit status")
    eventually(lambda: not children(), "everything ends")
    expect_equal(list(scratch.glob("barline*")), [], "what is left behind")
