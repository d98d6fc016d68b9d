"""Drawn functions: the page about them, and the figures that move while something is being done. Otherwise: nothing."""

import os
import time

import accessible
import screen
import sounds
from harness import eventually, expect, expect_equal, expect_near


def nothing_happens(program, what):
    program.settle(0.5)
    mark = program.mark()
    time.sleep(2)  # that nothing happens has to be waited for
    expect_equal(program.events[mark:], [], f"what happens in 2 s {what}")


def page(program):
    """The page's part of the tree."""
    def find():
        tree = program.tree()
        children = (tree.get_child_at_index(index) for index in range(tree.get_child_count())) if tree else ()
        return next((child for child in children if child and accessible.name(child) == "Function"), None)
    return eventually(find, "the page")


def node(program, role, prefix):
    return eventually(lambda: accessible.find(page(program), role, prefix), f"a {role} “{prefix}”")


def spot(program, found, share=0.5):
    """A place in the middle of a node of the page, so far to the right."""
    return program.spot(found, program.window("Function"), share)


def opened(session, **options):
    program = session.start(**options)
    program.wait("first-frame")
    program.focus()
    program.settle()
    mark = program.mark()
    program.choose("View", "Show", "Function")
    program.wait("function", since=mark)
    node(program, "image", "Figure of the function")
    program.settle(0.5)
    return program


def test_the_page_is_drawn_once_and_then_stands_still(session):
    program = opened(session)
    first = program.all("function")
    expect(len(first) <= 2, f"it is painted once, or again for the size that it is given: {first}")
    expect_near(first[0]["amplitude"], 1.7, 1e-9, "A at first")
    nothing_happens(program, "on a page that nobody touches")


def test_every_slider_redraws_at_once(session):
    program = opened(session)
    for name, field, lower, upper in (
            ("Amplitude A", "amplitude", 0, 2), ("Frequency k", "frequency", 1, 20), ("Phase t", "phase", 0, 125.6637)):
        slider = node(program, "slider", name)
        value = program.last("function")[field]
        at = (value - lower) / (upper - lower)
        for to, wanted in ((1.2, upper), (-0.2, lower)):
            mark = program.mark()
            # Sliders have some space at their ends.
            screen.drag(spot(program, slider, 0.06 + 0.88 * at), spot(program, slider, 0.5), spot(program, slider, to))
            program.wait("function", lambda e: abs(e[field] - wanted) < 1e-3, mark, what=f"{name} at {wanted}")
            at = 1.0 if to > 1 else 0.0
            program.settle()
            description = node(program, "image", "Figure").get_description()
            expect(f"{name[-1]} = " in description, f"the figure's values are told: {description}")
    expect("A = 0.00, k = 1.0, t = 0.0 π" in node(program, "image", "Figure").get_description(), "all of them")
    nothing_happens(program, "after sliders were moved")


def test_it_moves_while_it_is_animated(session):
    program = opened(session)
    switch = spot(program, node(program, "check box", "Animate"))
    mark = program.mark()
    screen.click(*switch)
    eventually(lambda: len(program.all("function", mark)) > 40, "forty frames")
    phases = [event["phase"] for event in program.all("function", mark)]
    expect(all(b > a for a, b in zip(phases, phases[1:])), f"no frame twice: {phases}")
    screen.click(*switch)
    nothing_happens(program, "when it is not animated any more")
    screen.click(*switch)
    program.wait("function", since=program.mark())
    program.window("Function").close()
    nothing_happens(program, "when the page is closed")


def test_without_animations_it_stands_still(session):
    (session.folder / "gtk-4.0").mkdir()
    (session.folder / "gtk-4.0/settings.ini").write_text("[Settings]\ngtk-enable-animations=false\n")
    program = opened(session, env={"XDG_CONFIG_DIRS": str(session.folder)})
    screen.click(*spot(program, node(program, "check box", "Animate")))
    nothing_happens(program, "when nothing is to move")


def test_a_file_that_takes_long_to_open_shows_a_moving_figure(session):
    tool = session.folder / "ffprobe"
    gate = session.folder / "gate"
    tool.write_text(f"#!/bin/sh\nwhile ! [ -e '{gate}' ]; do sleep 0.05; done\nexit 1\n")
    tool.chmod(0o755)
    movie = session.folder / "movie.mkv"
    movie.write_bytes(b"\x1a\x45\xdf\xa3" + bytes(60_000))
    program = session.start(movie, env={"PATH": f"{session.folder}:{os.environ['PATH']}", "BARLINE_UNLOCKED": "1"})
    program.wait("figure", lambda e: e["name"] == "opening")
    eventually(lambda: "movie.mkv" in accessible.texts(program.tree()), "the page names the file")
    eventually(lambda: len(program.all("figure")) > 20, "twenty frames")
    expect_equal(accessible.find(program.tree(), "push button", "Open a Recording"), None, "what asks for another file")
    gate.touch()
    program.wait("failed")
    program.find("push button", "Open Another")
    nothing_happens(program, "when the file has been refused")


def test_a_small_figure_moves_while_a_recording_is_read(session):
    program = session.start(sounds.huge(session.folder / "huge.wav"))
    program.wait("figure", lambda e: e["name"] == "reading")
    eventually(lambda: len(program.all("figure")) > 10, "ten frames")
    figures = program.all("figure")
    expect(all(0 < e["amplitude"] <= 1 for e in figures), f"it fills no more than its height: {figures}")
    # Small as it is, it needs no more than twenty frames a second.
    rate = (len(figures) - 1) * 1e6 / (figures[-1]["t_us"] - figures[0]["t_us"])
    expect(rate < 21, f"{rate} frames a second")


def test_there_is_no_figure_where_nothing_is_being_done(session):
    program = session.open(sounds.wav(session.folder / "pulses.wav", 5))
    nothing_happens(program, "once a recording has been read")
    expect_equal([e for e in program.all("figure") if e["name"] != "reading"], [], "figures")
