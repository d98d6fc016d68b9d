"""The numbers below the waveform: there at every width and size of text, and as exact as the view."""

import os
import re
import shutil
import subprocess
import time

import accessible
import screen
import sounds
from harness import eventually, expect, expect_equal, expect_near, part

RATE = 48000
SELECTION = ("Selection Start: ", "End: ", "Length: ")


def values(program, *prefixes):
    """What the visible readouts of these names say, in their order; None for one that is not there, or outside."""
    found = {}
    tree = program.tree()
    for node in accessible.nodes(tree) if tree else ():
        name = accessible.name(node)
        prefix = next((p for p in prefixes if name.startswith(p)), None)
        x, y, width, height = accessible.place(node) if prefix else (0, 0, 0, 0)
        _, _, window_width, window_height = accessible.place(accessible.toplevel(node)) if prefix else (0, 0, 0, 0)
        # Readouts that were squeezed out have no place.
        if prefix and width > 0 and 0 <= x and x + width <= window_width and y + height <= window_height:
            found.setdefault(prefix, name[len(prefix):])
    return [found.get(prefix) for prefix in prefixes]


def seconds(text):
    total = 0.0
    for part in text.replace("\u202f", "").rstrip("s").split(":"):
        total = total * 60 + float(part)
    return total


def resized(program, width, height=500, rests=True):
    program.resize(width, height)
    if rests:
        program.settle(0.3)
    else:
        time.sleep(0.3)  # it never rests: something moves in it


def all_there(program, what):
    """Start, end and length, none of them cut off, and the length is that of the two."""
    def told():
        found = values(program, *SELECTION)
        return found if all(found) else None
    start, end, length = map(seconds, eventually(told, f"{what}: the selection's values"))
    expect(abs(end - start - length) < 0.0021, f"{what}: {start} to {end} is {length} long")


# Those for which the screen is too narrow are left out: see docs/kinds-of-test.md.
SCALE = int(os.environ.get("GDK_SCALE", "1"))
WIDTHS = [width for width in (1900, 1366, 1270, 900, 700, 400, 360) if width * SCALE < screen.width()]


def opened_in_text_of(session, percent, path, **env):
    """A program in which text is as large as that, and a stretch in the middle is selected."""
    (session.folder / "gtk-4.0").mkdir(exist_ok=True)
    (session.folder / "gtk-4.0/settings.ini").write_text(f"[Settings]\ngtk-xft-dpi={96 * 1024 * percent // 100}\n")
    program = session.start(path, env={"XDG_CONFIG_DIRS": str(session.folder), **env})
    program.wait("reader-open", timeout=30)
    program.settle(0.4)
    program.focus()
    plot = program.plot()
    plot.drag(plot.width * 0.25, plot.width * 0.4, plot.width * 0.6)
    eventually(lambda: program.selection, "a selection")
    return program


def test_a_selection_is_told_at_every_width_and_size_of_text_and_while_it_plays(session):
    path = sounds.wav(session.folder / "pulses.wav", 60)
    for percent in (100, 150, 200):
        program = opened_in_text_of(session, percent, path)
        for width in WIDTHS:
            resized(program, width)
            all_there(program, f"{width} pixels, text of {percent} %")
            screen.keys("space")
            program.wait("playback", lambda e: e["playing"])
            all_there(program, f"{width} pixels, text of {percent} %, while it plays")
            screen.keys("space")
            program.settle()
        program.quit()


def test_a_selection_is_told_while_a_recording_is_read(session):
    # A decoder that takes its time leaves the processors to the tests. It is a script, for which the lock has no shell.
    movie = session.folder / "long.m4a"
    subprocess.run(["ffmpeg", "-v", "error", "-f", "lavfi", "-i", "sine=440:duration=600", "-c:a", "aac", movie], check=True)
    slow = session.folder / "ffmpeg"
    slow.write_text(f'#!/bin/sh\nexec {shutil.which("ffmpeg")} -readrate 2 "$@"\n')
    slow.chmod(0o755)
    for percent in part(3, (200, 150, 100)):
        program = opened_in_text_of(session, percent, movie, PATH=f"{session.folder}:{os.environ['PATH']}",
                                 BARLINE_UNLOCKED="1")
        for width in WIDTHS:
            resized(program, width, rests=False)
            all_there(program, f"{width} pixels, text of {percent} %, while it is read")
            eventually(lambda: "Reading… " in accessible.texts(program.tree()), f"{width} pixels: it says that it is read")
        program.quit(timeout=30)


def test_a_narrow_window_has_an_icon_to_open_and_no_gaps(session):
    program = session.open(sounds.wav(session.folder / "pulses.wav", 60, channels=2))
    for width in (1270, 1000, 820, 700, 600, 500, 400, 360):
        resized(program, width)
        places = {accessible.name(n): accessible.place(n) for n in accessible.nodes(program.tree())
                  if accessible.role(n) == "push button"}
        x, _, button, _ = places["Open…"]
        expect(button < 30 if width <= 400 else button > 45 or width < 700, f"{width}: the button to open is {button} pixels wide")
        title = accessible.place(program.find("label", "pulses.wav"))
        expect(title[2] > 70, f"{width}: the title has {title[2]} pixels")
        # What stands in the first row of the bar reaches to its edge, but for the air within a button.
        play = program.spot(program.find("push button", "Play"))
        left, top, outer, _ = program.window().place
        scale, wide = program.scale, 100 * program.scale
        row = program.window().picture().crop(outer - 110 * scale, play[1] - top - 8 * scale, wide, 16 * scale)
        ink = [x for x in range(wide) if len(set(row.column(x))) > 1]
        expect(ink and wide - ink[-1] < 32 * scale,
               f"{width}: the last thing in the bar ends {wide - max(ink, default=0)} before its edge")


def test_without_a_selection_it_is_told_what_there_is(session):
    program = session.open(sounds.wav(session.folder / "pulses.wav", 60))
    program.focus()
    expect_equal(values(program, "Recording: ", "In View: ", *SELECTION), ["1:00.000", "1:00.000", None, None, None],
                 "what is told")
    screen.keys("ctrl+plus")
    eventually(lambda: values(program, "In View: ") == ["0:30.000"], "half of it is in view")


def test_the_peak_of_the_view_is_told(session):
    program = session.open(sounds.wav(session.folder / "pulses.wav", 60))
    program.focus()

    def peak():
        text = values(program, "Peak in View: ")[0] or ""
        found = re.fullmatch("\u2212([\\d.]+)\u202fdBFS", text)
        return found and -float(found[1])
    loud = eventually(peak, "a peak")
    for _ in range(4):
        screen.keys("ctrl+plus")
    screen.keys("End")
    # The last bursts have an eighth of the amplitude.
    eventually(lambda: peak() and abs(peak() - (loud - 18.06)) < 0.2, "the peak of the end")


def test_the_playhead_stands_where_a_selection_from_it_begins(session):
    program = session.open(sounds.wav(session.folder / "pulses.wav", 60), settings={
        "org.barline.Barline time-format": "frames"})
    program.focus()
    for _ in range(6):
        screen.keys("Right")
        program.settle()
        screen.keys("shift+Right")
        eventually(lambda: values(program, "Selection Start: ")[0], "a selection")
        playhead, start = values(program, "Playhead: ", "Selection Start: ")
        expect_equal(start, playhead, "the start of a selection from the playhead")
        screen.keys("Escape")
        program.settle()


def test_what_is_under_the_pointer_is_right_after_a_resize(session):
    program = session.open(sounds.wav(session.folder / "pulses.wav", 60))
    plot = program.plot()
    screen.move(*plot.at(300))
    eventually(lambda: program.last("pointer"), "what is under the pointer")
    for width in (900, 700, 1000):
        resized(program, width)
        plot = program.plot()
        expect_near(program.last("pointer")["frame"], plot.frame(300), program.viewport["framesPerPixel"],
                    f"{width}: the frame under the pointer")


def test_time_and_numbers_run_from_left_to_right_in_every_language(session):
    pictures = []
    paths = [sounds.wav(session.folder / f"{name}.wav", 60) for name in ("pulses", "more")]
    for language in ("en", "he"):
        program = session.start(*paths, options=["--together"], env={"LC_ALL": "C.UTF-8", "LANGUAGE": language})
        program.wait("lanes", lambda e: len(e["lanes"]) == 2)
        program.wait("overview-complete")
        program.focus()
        plot = program.plot()
        plot.click(plot.width // 4)
        program.settle(0.3)
        screen.move(1, 1)
        program.settle(0.3)
        main = program.spot(program.find(None, "Main menu"))
        expect((main[0] < plot.left + plot.width / 2) == (language == "he"), f"{language}: where the main menu is")
        expect_near(program.playhead, program.viewport["length"] / 4, program.viewport["framesPerPixel"], "the playhead")
        picture = program.window().picture()
        # Where a lane begins: "+0:00.000", not "0:00.000+".
        begins = accessible.place(program.find(None, "Begins at"))
        # The ruler's labels beside the waveform, and overview and bar below.
        pictures.append((picture.crop(*begins), picture.crop(8, plot.y, plot.x - 8, plot.height),
                         picture.crop(8, picture.height - 130, plot.width, 122)))
        program.quit()
    for (english, hebrew), what in zip(zip(*pictures), ("where a lane begins", "the labels", "the bar")):
        differing = [(x, y) for y in range(english.height) for x in range(english.width) if english[x, y] != hebrew[x, y]]
        expect(not differing, f"{what} differ at {differing[:3]}")


def test_decimals_follow_the_zoom(session):
    """Two frames of 48 kHz are 0.042 ms, near and far."""
    program = session.open(sounds.wav(session.folder / "pulses.wav", 60))
    program.focus()
    decimals = []
    for _ in range(30):
        texts = values(program, "In View: ")
        view = program.viewport
        pixel = view["framesPerPixel"] / RATE
        text = texts[0]
        expect(text is not None, "what is in view is told")
        decimals.append(len(re.search(r"\.(\d+)$", text)[1]))
        expect(abs(seconds(text) - pixel * view["width"]) <= max(pixel, 1 / RATE) + 10 ** -decimals[-1],
               f"{text} for {pixel * view['width']} s")
        if view["framesPerPixel"] < 0.05:
            break
        mark = program.mark()
        screen.keys("ctrl+plus")
        program.wait("viewport", since=mark)
        program.settle(0.2)
    expect(decimals == sorted(decimals) and decimals[0] == 3 and decimals[-1] == 6, f"decimals: {decimals}")
    screen.keys("shift+Right")
    eventually(lambda: values(program, "Length: ")[0], "a frame is selected")
    start, end = program.selection
    expect(end - start <= 2, f"{end - start} frames")
    eventually(lambda: abs(seconds(values(program, "Length: ")[0]) - (end - start) / RATE) < 6e-7, "its length")
    screen.keys("ctrl+0")
    program.settle(0.3)
    length = values(program, "Length: ")[0]
    expect(abs(seconds(length) - (end - start) / RATE) < 6e-7, f"seen from afar it is {length}")
