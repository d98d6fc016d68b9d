"""Starts the program, follows its trace, waits for conditions, and keeps what is needed to understand a failure.

Nothing here sleeps and hopes: input goes in, then the trace, the window or the accessibility tree is watched until
what is expected has happened or a time-out has passed.
"""

import ctypes
import fcntl
import json
import os
import pathlib
import re
import shutil
import signal
import struct
import subprocess
import tempfile
import termios
import threading
import time

import accessible
import device
import processes
import screen

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
BINARY = os.environ.get("BARLINE_BINARY") or str(ROOT / ".build/release/barline")
SAMPLES = ROOT / "data/samples"
#: The second number of the version of GTK that the program runs with.
GTK = ctypes.CDLL("libgtk-4.so.1").gtk_get_minor_version()
#: What that GTK calls its renderer by OpenGL: for some versions there were two.
OPENGL = "ngl" if 16 <= GTK < 20 else "gl"
#: Seconds within which what is expected has to come; for all the tests, since to wait longer costs nothing where it comes.
#: A test gives a limit of its own only to what takes longer.
TIMEOUT = float(os.environ.get("BARLINE_DESKTOP_TIMEOUT", "20"))
#: Seconds after which `settle` waits no longer for a program that never rests.
RESTLESS = 8
COMPLAINT = re.compile(r"\b(WARNING|CRITICAL|ERROR) \*\*|Fatal error|Gtk-|GLib-|Adwaita-")
AUTHOR = re.compile(r"\([^()]*:(\d+)\): ")  # GLib's "(program:process): "


class Failure(Exception):
    """Something is not as it should be."""


class Skipped(Exception):
    """This cannot be tried here."""


def expect(condition, text):
    if not condition:
        raise Failure(text)


def expect_equal(found, wanted, what):
    if found != wanted:
        raise Failure(f"{what} is {found!r}, not {wanted!r}")


def expect_near(found, wanted, tolerance, what):
    if not abs(found - wanted) <= tolerance:
        raise Failure(f"{what} is {found}, not {wanted} ± {tolerance}")


def expect_color(found, wanted, what):
    if not screen.is_near(found, wanted):
        raise Failure(f"{what} is #{found:06x}, not #{wanted:06x}")


#: Whether everything is walked over: see Tests/Support/TestSupport/Campaign.swift.
CAMPAIGN = "BARLINE_CAMPAIGNS" in os.environ


def part(share, all_of_them):
    """All of it in a campaign, else the first of every `share`."""
    return list(all_of_them) if CAMPAIGN else list(all_of_them)[::share]


def eventually(condition, what, timeout=None):
    """The first true answer of `condition`; it is asked every 20 ms.

    A widget that goes while it is looked at, as each of a menu that closes, is no answer yet.
    """
    timeout = max(timeout or 0, TIMEOUT)
    end = time.monotonic() + timeout
    while True:
        gone = ""
        try:
            answer = condition()
        except accessible.GONE as error:
            answer, gone = None, f" ({error})"
        if answer:
            return answer
        if time.monotonic() > end:
            raise Failure(f"{what}: not within {timeout} s{gone}")
        time.sleep(0.02)


# What GTK says of one of its own catalogs.
MISTRANSLATED = "Whoever translated default:LTR did so wrongly"


def complaints(text, pid):
    """The lines in which a process complains: what a program that it started says in its own name is not its fault."""
    authors = ((line, AUTHOR.search(line)) for line in text.splitlines()
               if COMPLAINT.search(line) and MISTRANSLATED not in line)
    return [line for line, author in authors if author is None or int(author[1]) == pid]


class Session:
    """One test: a folder of its own and the programs that it started."""

    def __init__(self, title):
        self.title = title
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="barline-desktop."))
        self.programs = []
        #: Pictures by name that tell of a failure.
        self.pictures = {}
        screen.move(1, 1)  # a pointer over a waveform leaves a line there

    def start(self, *files, **options):
        program = Program(self, *files, **options)
        self.programs.append(program)
        return program

    def open(self, file, **options):
        """Starts the program with one file and waits until it has been drawn whole, and can be read by a screen reader:
        on a busy machine its tree comes later than its picture. How long reading takes is no matter of these tests."""
        program = self.start(file, **options)
        program.wait("overview-complete", timeout=60)
        program.settle()
        eventually(lambda: next(accessible.nodes(program.tree()), None), "the accessibility tree")
        return program

    def check_programs(self):
        """Every program that still runs closes when it is asked to, with status 0, and none has complained, nor asked
        anything of a bad device (device.c) on its main thread."""
        for program in self.programs:
            program.quit()
            program.check_complaints()
        asked = {path.name: path.read_text().split() for path in self.folder.glob("*.main")}
        expect_equal(asked, {}, "what main threads asked of a device that may hang")

    def keep_artifacts(self, problem):
        parent = os.environ.get("BARLINE_TEST_ARTIFACTS") or tempfile.gettempdir()
        name = re.sub(r"[^a-z0-9]+", "-", self.title.lower()).strip("-")[:80]
        folder = pathlib.Path(parent) / f"barline-desktop-{os.getpid()}-{name}"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "problem.txt").write_text(problem + "\n")
        subprocess.run(
            ["import", "-silent", "-window", "root", str(folder / "screen.png")], check=False, timeout=10)
        for index, program in enumerate(self.programs):
            (folder / f"trace-{index}.jsonl").write_text("".join(json.dumps(e) + "\n" for e in program.events))
            shutil.copy(program.error_path, folder / f"stderr-{index}.txt")
        for name, picture in self.pictures.items():
            picture.write(folder / f"{name}.png")
        return sorted(folder.iterdir())

    def close(self):
        for program in self.programs:
            program.kill()
        shutil.rmtree(self.folder, ignore_errors=True)


class Program:
    """A running barline."""

    def __init__(self, session, *files, trace=True, sound=False, env=None, settings=None, cwd=None,
                 options=(), gtk=""):
        self.events = []
        self.condition = threading.Condition()
        number = len(session.programs)
        self.config = session.folder / f"config-{number}"
        (self.config / "gtk-4.0").mkdir(parents=True)
        # One button at the right of the header bar, as GNOME has it.
        (self.config / "gtk-4.0/settings.ini").write_text(f"[Settings]\ngtk-decoration-layout=:close\n{gtk}\n")
        # A variable that is None is not there.
        self.env = {name: value for name, value in {
            **os.environ, "GSETTINGS_BACKEND": "keyfile", "XDG_CONFIG_HOME": str(self.config),
            "G_DEBUG": "fatal-criticals",
            # What another program remembers or keeps of a recording is no matter of this one, unless a test says so.
            "XDG_STATE_HOME": str(self.config / "state"), "XDG_CACHE_HOME": str(self.config / "cache"),
            **(env or {})}.items() if value is not None}
        if GTK >= 16:
            bounds = str(device.library(session, "bounds"))
            self.env["LD_PRELOAD"] = ":".join(filter(None, (bounds, self.env.get("LD_PRELOAD"))))
        self.scale = int(self.env.get("GDK_SCALE", "1"))
        # Tests count on what a notch of the wheel does, however fast they turn it.
        for key, value in {"org.barline.Barline accelerate-zoom": "false", **(settings or {})}.items():
            self.set(key, value)
        # Without a trace it is the one instance of its session, as users have it.
        options = [*(["--trace", *([] if sound else ["--silent"])] if trace else []), *options]
        self.error_path = session.folder / f"stderr-{number}.txt"
        with open(self.error_path, "wb") as errors:
            self.process = subprocess.Popen(
                [BINARY, *options, "--", *map(os.fspath, files)] if files else [BINARY, *options],
                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=errors, env=self.env, cwd=cwd)
        self.pid = self.process.pid
        self.told = time.monotonic()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        for line in self.process.stdout:
            try:
                event = json.loads(line)
            except ValueError:
                event = {"event": "not-json", "line": line.decode("utf-8", "replace")}
            with self.condition:
                self.events.append(event)
                self.told = time.monotonic()
                self.condition.notify_all()

    # The trace

    def mark(self):
        """A place in the trace: what comes after it can be asked for with `since`."""
        with self.condition:
            return len(self.events)

    def all(self, name, since=0):
        with self.condition:
            return [event for event in self.events[since:] if event["event"] == name]

    def last(self, name, since=0):
        found = self.all(name, since)
        return found[-1] if found else None

    def wait(self, name, where=None, since=0, timeout=None, what=None):
        """The first event of that name, from `since` on, for which `where` holds."""
        timeout = max(timeout or 0, TIMEOUT)
        end = time.monotonic() + timeout
        place = since
        with self.condition:
            while True:
                for event in self.events[place:]:
                    if event["event"] == name and (where is None or where(event)):
                        return event
                place = len(self.events)
                left = end - time.monotonic()
                if left <= 0 or (not self.is_running and not self.condition.wait(0.2)):
                    break
                self.condition.wait(min(left, 0.2))
        if not self.is_running:
            raise Failure(f"the program ended with status {self.process.returncode} before “{what or name}”: "
                          + self.complaints_text())
        last = self.last(name)
        raise Failure(f"no “{what or name}” within {timeout} s; the last “{name}” was {last}")

    def settle(self, quiet=0.12):
        """Waits until nothing has happened for a while, and nobody is left who would do something if he were given a
        processor: on a busy machine silence alone says nothing."""
        end = time.monotonic() + RESTLESS
        while time.monotonic() < end:
            with self.condition:
                happened = self.condition.wait(quiet)
            if not happened and not self.is_at_work:
                break

    def rest(self, quiet=0.1):
        """Waits until one page no longer changes into another: until then GTK may take no click. What is heard or listened
        to goes on for longer, and is not waited for."""
        end = time.monotonic() + 1
        while time.monotonic() < min(end, self.told + quiet) or (self.has_told_more and time.monotonic() < end):
            time.sleep(0.01)

    @property
    def is_at_work(self):
        """Whether something is due yet: in the program, in what it started, on the way to it or from it."""
        return (processes.anybody_wants_to_run([*processes.family(self.pid), *processes.display_helpers(screen.connection)])
                or self.has_told_more)

    @property
    def has_told_more(self):
        """Whether the trace holds what has not been read."""
        try:
            return struct.unpack("i", fcntl.ioctl(self.process.stdout, termios.FIONREAD, bytes(4)))[0] > 0
        except (OSError, ValueError):
            return False

    @property
    def viewport(self):
        return self.last("viewport")

    @property
    def selection(self):
        """(start, end) or None."""
        event = self.last("selection")
        return None if event is None or "none" in event else (event["start"], event["end"])

    @property
    def playhead(self):
        return self.last("playhead")["frame"]

    # The window

    @property
    def is_running(self):
        return self.process.poll() is None

    def window(self, title=None):
        def find():
            expect(self.is_running, f"the program ended with status {self.process.poll()}: {self.complaints_text()}")
            found = screen.windows(self.pid)
            found = [w for w in found if title is None or title in w.title]
            return found[-1] if found else None
        return eventually(find, f"a window {title or ''}")

    def windows(self):
        return screen.windows(self.pid)

    def focus(self):
        """Brings the window to the front, where keys go."""
        window = self.window()
        window.activate()
        eventually(lambda: window.is_active, "the window is active")
        return window

    def resize(self, width, height):
        """Gives the window a size in logical pixels, and waits until it is about as wide: what is in it may need more."""
        window = self.window()
        window.resize(width * self.scale, height * self.scale)
        eventually(lambda: abs(window.place[2] - width * self.scale) < 60 * self.scale, f"a window of {width} pixels")

    def plot(self, title=None):
        """Where the waveform is."""
        return Plot(self, self.window(title))

    def tree(self):
        return accessible.application(self.pid)

    def find(self, role=None, prefix=""):
        """A node of the accessibility tree, when it is there."""
        return eventually(lambda: accessible.find(self.tree(), role, prefix), f"a {role or 'node'} “{prefix}…”")

    def area(self, node, window=None):
        """(x, y, width, height) of a node on the screen, in device pixels; in the front window unless another is told."""
        self.rest()
        x, y, width, height = (value * self.scale for value in accessible.place(node))
        _, _, inner_width, inner_height = (value * self.scale for value in accessible.place(accessible.toplevel(node)))
        left, top, outer_width, outer_height = (window or self.window()).place
        # Without a compositor GTK draws a border around the window, which the tree leaves out.
        return left + (outer_width - inner_width) // 2 + x, top + (outer_height - inner_height) // 2 + y, width, height

    def spot(self, node, window=None, share=0.5):
        """The middle of a node on the screen, or a place so far to the right."""
        left, top, width, height = self.area(node, window)
        return left + round(width * share), top + height // 2

    def choose(self, menu, *items):
        """Opens a menu of the header bar with the pointer and clicks an item, or one in a submenu."""
        screen.click(*self.spot(self.find("push button", menu)))
        for item in items:
            accessible.activate(eventually(
                lambda: accessible.find(self.tree(), None, item, part_of_role="menu item"), f"the menu item {item}"))
        self.leave_menu()

    def leave_menu(self):
        """GTK takes no click where a menu was closed before it has seen the pointer move over the window."""
        self.settle()
        left, top, width, _ = self.window().place
        screen.move(left + width // 2, top + 12)
        self.settle()

    def setting(self, key):
        """What the program remembers, as text."""
        return subprocess.check_output(
            ["gsettings", "get", "org.barline.Barline", key], env=self.env, timeout=10, text=True).strip()

    def is_asking(self, window):
        """Whether a window is the question what to do about changes that were not saved, or about exports."""
        return window.title in ("Save Changes?", "Stop the Export?", "Stop the Exports?", "Stop Recording?", "Keep the Marks?")

    def discard_button(self):
        """The button by which a question is answered; it is in the window that came last, if it is there."""
        tree = self.tree()
        for index in reversed(range(tree.get_child_count() if tree else 0)):
            window = tree.get_child_at_index(index)
            for name in ("Discard", "Stop and Close"):
                if button := accessible.find(window, "push button", name):
                    return button
        return None

    def unfinished(self, folder):
        """The files in a folder that the program has written to, as /proc names them: they have no name there yet. An
        empty one may be that by which it finds out whether such files can take a name (WritingPlace)."""
        found = []
        for number in pathlib.Path(f"/proc/{self.pid}/fd").glob("*"):
            try:
                target = os.readlink(number)
                is_empty = os.stat(number).st_size == 0
            except OSError:
                continue  # closed meanwhile
            if target.startswith(f"{folder}/") and target.endswith("(deleted)") and not is_empty:
                found.append(target)
        return found

    # Settings

    def set(self, key, value):
        """Changes a setting of the desktop ("org.gnome.desktop.interface color-scheme") or of the program."""
        # Some programs are given a path without any.
        subprocess.run(
            [shutil.which("gsettings"), "set", *key.split(), value], env=self.env, check=True, timeout=10,
            stdout=subprocess.DEVNULL)

    # The end

    def quit(self, timeout=None):
        """Closes every window; the program must end with status 0."""
        if not self.is_running:
            expect_equal(self.process.returncode, 0, "the exit status")
            return

        asked = {}

        def closed():
            for window in self.windows():
                # A window ignores it while a dialog lies over it, which is asked as well: so it is asked again.
                if time.monotonic() < asked.get(window, 0) + 1:
                    continue
                if self.is_asking(window):
                    # What a test arranged is not missed. The tree may come later than the window.
                    if button := self.discard_button():
                        asked[window] = time.monotonic()
                        accessible.activate(button)
                else:
                    asked[window] = time.monotonic()
                    window.close()
            return not self.is_running
        eventually(closed, "the program ends when its windows are closed", timeout)
        expect_equal(self.process.returncode, 0, "the exit status")

    def complaints_text(self):
        return self.error_path.read_text(errors="replace").strip()[-600:]

    def check_complaints(self):
        text = self.error_path.read_text(errors="replace")
        expect(not complaints(text, self.pid), f"complaints on standard error: {text.strip()[:600]}")
        expect(not self.all("not-json"), f"a line of the trace is no JSON: {self.all('not-json')[:1]}")

    def kill(self):
        if self.is_running:
            self.process.send_signal(signal.SIGKILL)
        self.process.wait()


class Plot:
    """The waveform in a window: turns device pixels of the plot into places on the screen, and frames into both."""

    def __init__(self, program, window):
        self.program, self.window = program, window
        self.measure()

    def measure(self):
        """Looks again where it is, after the window changed its size."""
        # Before the window has been laid out, the view is a pixel wide.
        self.program.wait("viewport", lambda view: view["width"] > 1)
        # By its role: whether it has its name is a test of its own.
        node = self.program.find("image")
        scale = self.program.scale
        # A scroll bar beside it may need another frame.
        eventually(lambda: scale * accessible.place(node)[2] == self.program.viewport["width"],
                   "a view as wide as the waveform")
        x, y, self.width, self.height = (scale * value for value in accessible.place(node))
        # Without a compositor GTK draws a border around the window, which the tree leaves out.
        _, _, inner_width, inner_height = accessible.place(accessible.toplevel(node))
        _, _, outer_width, outer_height = self.window.place
        self.x = x + (outer_width - inner_width * scale) // 2
        self.y = y + (outer_height - inner_height * scale) // 2
        self.left, self.top = self.window.place[0] + self.x, self.window.place[1] + self.y
        self.node = node

    def at(self, x, y=None):
        """The place on the screen of device pixel (x, y) of the plot; y counts from its middle."""
        return self.left + x, self.top + self.height // 2 + (y or 0)

    def frame(self, x, viewport=None):
        viewport = viewport or self.program.viewport
        return viewport["start"] + x * viewport["framesPerPixel"]

    def pixel(self, frame):
        viewport = self.program.viewport
        return (frame - viewport["start"]) / viewport["framesPerPixel"]

    def click(self, x, y=None, **options):
        screen.click(*self.at(x, y), **options)

    def wheel(self, x, button, count, pause=0.0):
        screen.move(*self.at(x))
        for _ in range(count):
            screen.press(button)
            screen.release(button)
            if pause:
                time.sleep(pause)

    def drag(self, *xs):
        screen.drag(*[self.at(x) for x in xs])

    def picture(self):
        """The pixels of the plot."""
        return self.window.picture().crop(self.x, self.y, self.width, self.height)
