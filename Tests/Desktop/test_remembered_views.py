"""A recording that is opened again comes back as it was left; another one, or one that has changed, does not."""

import os

import accessible
import screen
import sounds
from harness import eventually, expect, expect_equal, expect_near


def state(session):
    return {"XDG_STATE_HOME": str(session.folder / "state")}


def left(session, path, **options):
    """Opens a recording, zooms, selects, moves the playhead and raises the waveform, and closes the window; tells how
    it was left: view, selection, playhead."""
    program = session.open(path, env=state(session), **options)
    program.focus()
    plot = program.plot()
    mark = program.mark()
    plot.wheel(plot.width // 3, screen.UP, 8)
    program.wait("viewport", lambda v: v["framesPerPixel"] < v["length"] / v["width"] / 3.9, mark)
    program.settle()
    plot.click(plot.width // 4)
    plot.drag(300, 400, 500)
    screen.keys("ctrl+Up")
    program.wait("gain", lambda e: e["lanes"][0] == 3)
    program.settle()
    found = program.viewport, program.selection, program.playhead
    program.quit()
    return found


def same(program, view, selection, playhead):
    expect_near(program.viewport["start"], view["start"], 1e-3, "the start of the view")
    expect_near(program.viewport["framesPerPixel"], view["framesPerPixel"], 1e-6, "the zoom")
    expect_equal(program.selection, selection, "the selection")
    expect_equal(program.playhead, playhead, "the playhead")


def whole(program):
    view = program.viewport
    expect_near(view["framesPerPixel"] * view["width"], view["length"], 1, "what is seen")
    expect_equal((program.selection, program.playhead), (None, 0), "selection and playhead")


def test_a_recording_comes_back_as_it_was_left(session):
    path = sounds.wav(session.folder / "pulses.wav", 60)
    view, selection, playhead = left(session, path)
    expect(selection is not None and playhead > 0, f"nothing was done: {selection}, {playhead}")
    again = session.open(path, env=state(session), settings={"org.barline.Barline hint-zoom": "true"})
    eventually(lambda: again.selection == selection, "the selection")
    again.wait("gain", lambda e: e["lanes"][0] == 3)
    again.settle()
    same(again, view, selection, playhead)
    expect(accessible.find(again.tree(), "label", "Scroll to zoom"), "nobody has learned to zoom by that")
    again.quit()
    # Nothing was done, so nothing is forgotten.
    third = session.open(path, env=state(session))
    eventually(lambda: third.selection == selection, "the selection once more")
    third.settle()
    same(third, view, selection, playhead)


def test_one_that_has_changed_is_shown_whole(session):
    path = sounds.wav(session.folder / "pulses.wav", 60)
    left(session, path)
    os.utime(path, (1_000_000_000, 1_000_000_000))
    again = session.open(path, env=state(session))
    again.settle(0.5)
    whole(again)


def test_nothing_is_remembered_while_that_is_switched_off(session):
    path = sounds.wav(session.folder / "pulses.wav", 60)
    left(session, path, settings={"org.barline.Barline remember-views": "false"})
    expect(not (session.folder / "state").exists(), "something was written")
    again = session.open(path, env=state(session))
    again.settle(0.5)
    whole(again)
    # What is remembered is not shown then, either.
    again.quit()
    left(session, path)
    third = session.open(path, env=state(session), settings={"org.barline.Barline remember-views": "false"})
    third.settle(0.5)
    whole(third)


def test_a_damaged_memory_is_none(session):
    path = sounds.wav(session.folder / "pulses.wav", 60)
    left(session, path)
    entry, = (session.folder / "state/barline/views").iterdir()
    entry.write_bytes(entry.read_bytes()[:100] + b"\xff{[")
    again = session.open(path, env=state(session))
    again.settle(0.5)
    whole(again)
