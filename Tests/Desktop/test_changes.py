"""A file that becomes another one while it is open: a bar says so, and reloads it in place."""

import os

import accessible
import screen
import sounds
from harness import eventually, expect, expect_equal

SAID = {"rewritten": "has changed on disk", "truncated": "has become shorter", "replaced": "has been replaced",
        "deleted": "has been deleted"}


def opened(session, seconds=20):
    """A recording that is zoomed, with a selection and a playhead."""
    path = sounds.wav(session.folder / "take.wav", seconds)
    program = session.open(path)
    program.focus()
    program.plot().drag(300, 350, 500)
    screen.keys("ctrl+plus")
    program.settle()
    return program, path


def place(program):
    view = program.viewport
    return view["start"], view["framesPerPixel"], program.selection, program.playhead


def loud(path, seconds):
    """The same length, but all of it at full scale."""
    data = (b"\xff\x7f" * 480 + b"\x01\x80" * 480) * (seconds * 50)
    with open(path, "r+b") as file:
        file.seek(44)
        file.write(data)


def says(program, change):
    program.wait("file", lambda e: e["change"].startswith(change), what=change)
    return eventually(lambda: t if SAID[change] in (t := accessible.texts(program.tree())) else "",
                      f"a bar that says “{SAID[change]}”")


def reloaded(program, act):
    mark = program.mark()
    act()
    program.wait("reloaded", since=mark)
    program.settle()


def test_rewritten_and_reloaded_with_f5(session):
    program, path = opened(session)
    before, picture = place(program), program.plot().picture().data
    loud(path, 20)
    expect("take.wav" in says(program, "rewritten"), "the bar names the file")
    expect(program.plot().picture().data != b"", "a picture")
    # What was read stays until it is asked for.
    bins = program.viewport
    expect_equal(place(program), before, "the view before reloading")
    program.focus()
    reloaded(program, lambda: screen.keys("F5"))
    expect_equal(place(program), before, "zoom, selection and playhead")
    expect_equal(program.viewport["length"], bins["length"], "the length")
    eventually(lambda: SAID["rewritten"] not in accessible.texts(program.tree()), "the bar is gone")
    expect(program.plot().picture().data != picture, "the picture is still that of the old file")


def test_truncated_and_reloaded_with_the_button(session):
    program, path = opened(session)
    os.truncate(path, 44 + 96000 * 5)
    says(program, "truncated")
    expect_equal(program.viewport["length"], 20 * 48000, "what was read stays")
    program.settle(0.4)
    reloaded(program, lambda: screen.click(*program.spot(program.find("push button", "Reload"))))
    program.wait("viewport", lambda e: e["length"] == 5 * 48000)
    program.settle()
    view = program.viewport
    expect(view["start"] + view["framesPerPixel"] * view["width"] <= 5 * 48000 + 1, f"beyond the end: {view}")
    selection = program.selection
    expect(selection is None or selection[1] <= 5 * 48000, f"{selection} is selected")


def test_replaced_and_reloaded_by_keyboard_alone(session):
    program, path = opened(session)
    before = place(program)
    new = sounds.wav(session.folder / "new.tmp", 30)
    os.rename(new, path)
    says(program, "replaced")
    program.settle(0.4)
    button = program.find("push button", "Reload")
    for _ in range(25):
        if button.get_state_set().contains(accessible.Atspi.StateType.FOCUSED):
            break
        screen.keys("Tab")
        program.settle()
    expect(button.get_state_set().contains(accessible.Atspi.StateType.FOCUSED), "Tab does not come to “Reload”")
    reloaded(program, lambda: screen.keys("Return"))
    program.wait("viewport", lambda e: e["length"] == 30 * 48000)
    expect_equal(place(program), before, "zoom, selection and playhead")


def test_deleted_and_back_again(session):
    program, path = opened(session)
    before = place(program)
    os.rename(path, session.folder / "elsewhere.wav")
    says(program, "deleted")

    def is_sensitive():
        button = program.find("push button", "Reload")
        return button.get_state_set().contains(accessible.Atspi.StateType.SENSITIVE)
    eventually(lambda: not is_sensitive(), "nothing can be reloaded")
    mark = program.mark()
    program.focus()
    screen.keys("F5", "ctrl+plus")
    program.wait("viewport", since=mark, what="zoom in what is in memory")
    expect_equal(program.all("reloaded"), [], "readings of a file that is gone")
    screen.keys("ctrl+minus")
    os.rename(session.folder / "elsewhere.wav", path)
    program.wait("file", lambda e: e["change"] == "unchanged", mark)
    eventually(lambda: SAID["deleted"] not in accessible.texts(program.tree()), "the bar is gone")
    program.settle()
    expect_equal(place(program)[1:], before[1:], "zoom, selection and playhead")


def test_several_changes_are_one_bar(session):
    program, path = opened(session)
    os.truncate(path, 44 + 96000 * 5)
    says(program, "truncated")
    os.unlink(path)
    texts = says(program, "deleted")
    expect(SAID["truncated"] not in texts, "both are said")
    sounds.wav(path, 3)
    texts = says(program, "replaced") if os.stat(path).st_ino else ""
    expect(SAID["deleted"] not in texts, "both are said")


def test_a_reload_that_fails_keeps_the_picture(session):
    program, path = opened(session)
    before = program.viewport
    path.with_suffix(".tmp").write_text("Dear reader,\nthis is no sound.\n" * 50)
    os.rename(path.with_suffix(".tmp"), path)
    says(program, "replaced")
    program.focus()
    screen.keys("ctrl+r")
    eventually(lambda: "could not be reloaded" in accessible.texts(program.tree()), "the bar says so")
    expect_equal(program.viewport, before, "the view")
    expect_equal(program.all("failed"), [], "status pages")
    expect_equal(program.all("reloaded"), [], "new pictures")


def test_samples_are_not_read_from_another_file(session):
    program, path = opened(session)
    loud(path, 20)
    says(program, "rewritten")
    program.focus()
    for _ in range(14):
        screen.keys("ctrl+plus")
    program.wait("viewport", lambda e: e["framesPerPixel"] <= 1, what="the finest zoom")
    program.settle(0.4)
    plot = program.plot()
    picture = plot.picture()
    background = picture[plot.width // 2, 8]
    full = sum(picture[x, 10] != background for x in range(8, plot.width - 8))
    expect(full < plot.width // 2, "the samples of the new file are drawn")


def test_a_failed_file_is_tried_again_with_f5(session):
    path = session.folder / "take.wav"
    program = session.start(path)
    program.wait("failed")
    sounds.wav(path, 10)
    program.focus()
    screen.keys("F5")
    program.wait("overview-complete")
    expect_equal(program.viewport["length"], 480000, "the length")
