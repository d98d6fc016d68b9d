"""The sound of videos: it is shown, its tracks can be chosen, and what reads it never stays behind."""

import os
import pathlib
import signal
import subprocess

from Xlib import X

import accessible
import screen
import sounds
from harness import eventually, expect, expect_equal


def video(path, *tracks, seconds=20):
    """A video with one audio track for each (language, title, loudness)."""
    command = ["ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i", f"testsrc2=s=160x120:r=10:d={seconds}"]
    for _, _, loudness in tracks:
        command += ["-f", "lavfi", "-i", f"aevalsrc={loudness}*sin(500*t):d={seconds}:s=48000"]
    command += ["-map", "0", "-c:v", "mpeg4", "-c:a", "aac"]
    for index, (language, title, _) in enumerate(tracks):
        command += ["-map", str(index + 1), f"-metadata:s:a:{index}", f"language={language}"]
        command += [f"-metadata:s:a:{index}", f"title={title}"] if title else []
    subprocess.run(command + [str(path)], check=True, timeout=60)
    return path


def popup():
    """Where the topmost menu is on the screen: (x, y, width, height)."""
    for window in reversed(screen.root.query_tree().children):
        try:
            attributes, size = window.get_attributes(), window.get_geometry()
        except screen.GONE:
            continue
        if attributes.override_redirect and attributes.map_state == X.IsViewable and size.height > 40:
            return size.x, size.y, size.width, size.height
    return None


def choose_with_the_mouse(program, item):
    """Opens the menu of the tracks with a click, and clicks an item of it."""
    screen.click(*program.spot(program.find(None, "Audio track")))
    node = eventually(lambda: accessible.find(program.tree(), None, item, part_of_role="menu item"), f"the item {item}")
    eventually(popup, "the menu is on the screen")
    program.settle()
    # GTK 4.8 tells of places in a menu as if it were not on the side where there is room: only differences count.
    left, top, outer_width, outer_height = popup()
    x, y, width, height = (value * program.scale for value in accessible.place(node))
    panel = node.get_parent()
    panel_x, panel_y, inner_width, inner_height = (value * program.scale for value in accessible.place(panel))
    screen.click(left + (outer_width - inner_width) // 2 + x - panel_x + width // 2,
                 top + (outer_height - inner_height) // 2 + y - panel_y + height // 2)
    eventually(lambda: popup() is None, "the menu closes")
    program.leave_menu()


def height_of_bars(plot):
    """Device pixels of a column in the middle that are not background."""
    picture = plot.picture()
    for x in range(plot.width // 2, plot.width // 2 + 6):
        column = picture.column(x)
        inked = sum(color != column[0] for color in column)
        if inked > 2:
            return inked
    return 0


def test_another_track_is_chosen_with_the_mouse(session):
    path = video(session.folder / "film.mkv", ("eng", "", 0.9), ("deu", "Kommentar", 0.1))
    program = session.open(path)
    program.find(None, "Audio track: English · AAC mono")
    plot = program.plot()
    loud = height_of_bars(plot)
    plot.drag(plot.width * 0.4, plot.width * 0.5, plot.width * 0.6)
    plot.wheel(plot.width // 2, screen.UP, 2)
    program.settle()
    before = {key: program.viewport[key] for key in ("start", "framesPerPixel", "length")}
    selection, playhead, mark = program.selection, program.playhead, program.mark()
    expect(selection is not None and before["framesPerPixel"] < 960000 / plot.width, "selected and zoomed")
    choose_with_the_mouse(program, "Kommentar · German · AAC mono")
    program.wait("reloaded", since=mark)
    program.find(None, "Audio track: Kommentar · German")
    program.settle()
    expect_equal({key: program.viewport[key] for key in before}, before, "the view")
    expect_equal((program.selection, program.playhead), (selection, playhead), "selection and playhead")
    eventually(lambda: height_of_bars(plot) < loud / 3, "the quiet track is drawn")
    choose_with_the_mouse(program, "English")
    program.find(None, "Audio track: English")
    eventually(lambda: height_of_bars(plot) > loud * 0.8, "the loud track is drawn again")


def test_one_track_is_no_choice(session):
    for path in (video(session.folder / "one.mp4", ("eng", "", 0.5), seconds=2), sounds.wav(session.folder / "a.wav", 2)):
        program = session.open(path)
        expect(accessible.find(program.tree(), None, "Audio track") is None, "a choice of tracks")
        program.quit()


def test_without_ffmpeg_the_package_is_named(session):
    path = video(session.folder / "film.mp4", ("eng", "", 0.5), seconds=2)
    program = session.start(path, env={"PATH": str(session.folder)})
    expect_equal(program.wait("failed")["code"], "needsFFmpeg", "the cause")
    for text in ("FFmpeg Is Needed", "film.mp4", "an MP4 file", "Install the package “ffmpeg”"):
        eventually(lambda: text in accessible.texts(program.tree()), f"the page says “{text}”")


def readers(path):
    """The ffmpegs that have a file as their descriptor 3. (Before it becomes one, a process is not yet tied to our life.)"""
    found = []
    for process in pathlib.Path("/proc").iterdir():
        try:
            if process.name.isdigit() and os.readlink(process / "fd/3") == str(path) \
                    and (process / "comm").read_text() == "ffmpeg\n":
                found.append(int(process.name))
        except OSError:
            pass
    return found


def test_a_decoder_that_hangs_holds_up_nobody(session):
    path = session.folder / "long.mka"
    subprocess.run(["ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i", "anullsrc=r=48000:cl=7.1", "-t", "1200",
                    "-c:a", "flac", str(path)], check=True, timeout=120)
    program = session.start(path)
    program.wait("reader-open")
    for child in eventually(lambda: readers(path), "a process that decodes"):
        if child != program.pid:
            os.kill(child, signal.SIGSTOP)
    program.quit()
    eventually(lambda: not readers(path), "it is gone with the window")
