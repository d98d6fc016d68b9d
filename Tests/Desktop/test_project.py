"""Projects: lanes that were saved come back, wherever the recordings went; what is not saved is asked for; several files
are opened together."""

import json
import os
import subprocess

import accessible
import drop
import screen
import sounds
from harness import BINARY, TIMEOUT, eventually, expect, expect_equal, expect_near
from test_lanes import lanes, two_lanes

RATE = 48000
KEPT = ("over", "color", "hidden", "muted", "solo", "offset", "height", "name")


def arranged(session):
    """Two lanes, the second of which is muted and begins later, and a view of a part."""
    program = two_lanes(session)
    program.focus()
    mute(program)
    places = [n for n in accessible.nodes(program.tree()) if accessible.name(n).startswith("Begins at")]
    screen.click(*program.spot(max(places, key=lambda n: accessible.place(n)[1])))
    program.settle(0.3)
    mark = program.mark()
    screen.keys("ctrl+a")
    screen.keys("0", "colon", "0", "1", "period", "5", "Return")
    program.wait("lanes", lambda e: e["lanes"][1]["offset"] == 1.5 * RATE, mark)
    screen.keys("Escape")
    program.leave_menu()
    mark = program.mark()
    screen.keys("ctrl+plus", "ctrl+plus")
    program.wait("viewport", lambda v: v["framesPerPixel"] < v["length"] / v["width"] / 3.9, mark)
    program.settle()
    return program


def mute(program):
    buttons = [n for n in accessible.nodes(program.tree()) if accessible.name(n) == "Mute"]
    mark = program.mark()
    screen.click(*program.spot(max(buttons, key=lambda n: accessible.place(n)[1])))
    program.wait("lanes", since=mark)


def choose_place(program, path):
    """Types a place into the file chooser that is coming."""
    chooser = eventually(lambda: next((w for w in program.windows() if "Save the Project" in w.title), None), "the chooser")
    eventually(lambda: chooser.is_active, "the file chooser has the focus")
    eventually(lambda: accessible.find(program.tree(), "text", ""), "its entry")
    screen.keys("ctrl+a")
    subprocess.run(["xdotool", "type", "--delay", "2", os.fspath(path)], check=True, timeout=20)
    screen.keys("Return")


def saved(session, name="set.barline"):
    program = arranged(session)
    mark = program.mark()
    screen.keys("ctrl+s")
    choose_place(program, session.folder / name)
    program.wait("project", lambda e: "saved" in e, mark)
    eventually(lambda: any(w.title == "set – Barline" for w in program.windows()), "the title names the project")
    return program


def kept(program):
    return [{key: lane[key] for key in KEPT} for lane in lanes(program)]


def asked(program):
    return eventually(lambda: next((w for w in program.windows() if w.title == "Save Changes?"), None), "the question")


def answer(program, label):
    accessible.activate(eventually(lambda: accessible.find(program.tree(), "push button", label), label))


def test_lanes_and_view_come_back(session):
    program = saved(session)
    before, view = kept(program), program.viewport
    # Nothing would be lost: no question.
    program.window().close()
    eventually(lambda: not program.is_running, "it ends")
    again = session.start(session.folder / "set.barline")
    again.wait("lanes", lambda e: len(e["lanes"]) == 2)
    again.wait("viewport", lambda v: v["width"] == view["width"] and abs(v["framesPerPixel"] - view["framesPerPixel"]) < 1e-6)
    again.settle(0.3)
    expect_equal(kept(again), before, "the lanes")
    expect_near(again.viewport["start"], view["start"], 1e-3, "the start of the view")
    expect_equal([w.title for w in again.windows()], ["set – Barline"], "the windows")
    eventually(lambda: "2 waveforms" in accessible.texts(again.tree()), "how many there are")


def test_changes_are_asked_for(session):
    program = saved(session)
    window = program.window()
    mute(program)
    eventually(lambda: window.title == "• set – Barline", "the title marks what is not saved")
    window.close()
    asked(program)
    answer(program, "Cancel")
    eventually(lambda: len(program.windows()) == 1, "the question goes, the window stays")
    program.settle(0.3)
    window.close()
    asked(program)
    answer(program, "Save")
    eventually(lambda: not program.is_running, "it ends")
    project = json.loads((session.folder / "set.barline").read_text())
    expect_equal([lane["muted"] for lane in project["lanes"]], [False, False], "what is muted in the file")


def test_discarding_changes_leaves_the_file(session):
    program = saved(session)
    before = (session.folder / "set.barline").read_bytes()
    mute(program)
    program.window().close()
    asked(program)
    answer(program, "Discard")
    eventually(lambda: not program.is_running, "it ends")
    expect_equal((session.folder / "set.barline").read_bytes(), before, "the file")


def test_nothing_is_asked_of_a_recording_or_of_files_that_were_put_together(session):
    program = session.open(sounds.wav(session.folder / "one.wav", 5))
    program.focus()
    screen.keys("ctrl+Up", "ctrl+a")
    program.settle()
    program.window().close()
    eventually(lambda: not program.is_running, "it ends")
    program = two_lanes(session)
    program.window().close()
    eventually(lambda: not program.is_running, "it ends as well")


def test_a_folder_is_moved_and_a_recording_lost(session):
    program = saved(session)
    program.quit()
    other = session.folder / "elsewhere"
    other.mkdir()
    os.rename(session.folder / "set.barline", other / "set.barline")
    os.rename(session.folder / "first.wav", other / "first.wav")
    os.remove(session.folder / "second.wav")
    again = session.start(other / "set.barline")
    again.wait("project", lambda e: e == {**e, "opened": 2, "missing": 1})
    again.wait("overview-complete")
    eventually(lambda: "“second.wav” was not found." in accessible.texts(again.tree()), "what was not found")
    expect_equal(len(lanes(again)), 1, "lanes")
    # It is still there when the project is saved.
    again.focus()
    mark = again.mark()
    screen.keys("ctrl+s")
    again.wait("project", lambda e: "saved" in e, mark)
    names = [os.path.basename(lane["path"]) for lane in json.loads((other / "set.barline").read_text())["lanes"]]
    expect_equal(names, ["first.wav", "second.wav"], "the recordings of the project")


def test_damaged_and_later_projects_say_so(session):
    for text, words in (('{"format": "barline-pro', "is damaged"),
                        ('{"format": "barline-project", "version": 99}', "later version of Barline")):
        path = session.folder / "bad.barline"
        path.write_text(text)
        program = session.start(path)
        program.wait("project-failed")
        eventually(lambda: words in accessible.texts(program.tree()), words)
        program.quit()


def test_a_project_is_opened_by_a_drop_and_is_open_once(session):
    program = saved(session)
    program.quit()
    path = session.folder / "set.barline"
    again = session.open(sounds.wav(session.folder / "third.wav", 5))
    for _ in range(2):
        plot = again.plot("third")
        drop.files(again.window("third"), [path], at=(plot.left + plot.width // 2, plot.top + plot.height * 3 // 4))
        eventually(lambda: sorted(w.title for w in again.windows()) == ["set – Barline", "third.wav – Barline"], "both windows")


def together(session):
    return [sounds.wav(session.folder / f"{name}.wav", 5) for name in ("one", "two", "three")]


def test_together_on_the_command_line(session):
    program = session.start(*together(session), options=["--together"])
    program.wait("lanes", lambda e: [lane["name"] for lane in e["lanes"]] == ["one.wav", "two.wav", "three.wav"])
    program.wait("overview-complete")
    program.settle(0.3)
    expect_equal([w.title for w in program.windows()], ["one.wav – Barline"], "the windows")
    eventually(lambda: "3 waveforms" in accessible.texts(program.tree()), "how many there are")


def test_together_in_the_instance_that_is_running(session):
    program = session.start(trace=False)
    eventually(lambda: len(program.windows()) == 1, "an empty window")
    done = subprocess.run([BINARY, "--together", *map(os.fspath, together(session))], env=program.env, timeout=TIMEOUT,
                          stdin=subprocess.DEVNULL, capture_output=True, check=False)
    expect_equal((done.returncode, done.stderr), (0, b""), "what the second process said")
    eventually(lambda: "3 waveforms" in accessible.texts(program.tree()), "all in one window")
    expect_equal([w.title for w in program.windows()], ["one.wav – Barline"], "the windows")


def dropped(session, label):
    program = session.start()
    program.wait("first-frame")
    drop.files(program.window(), together(session))
    answer(program, label)
    return program


def test_several_that_are_dropped_are_opened_together(session):
    program = dropped(session, "Together")
    program.wait("lanes", lambda e: len(e["lanes"]) == 3)
    expect_equal(len([w for w in program.windows() if w.title.endswith("– Barline")]), 1, "windows")


def test_several_that_are_dropped_have_a_window_each(session):
    program = dropped(session, "Own Windows")
    eventually(lambda: sorted(w.title for w in program.windows())
               == ["one.wav – Barline", "three.wav – Barline", "two.wav – Barline"], "three windows")
