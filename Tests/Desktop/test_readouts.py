"""The numbers below the waveform: there at every width and size of text, and as exact as the view."""

import re

import accessible
import screen
import sounds
from harness import eventually, expect, expect_equal

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


def resized(program, width, height=500):
    program.window().resize(width, height)
    eventually(lambda: abs(program.window().place[2] - width) < 60 or None, f"a window of {width} pixels")
    program.settle(0.3)


def all_there(program, what):
    """Start, end and length, none of them cut off, and the length is that of the two."""
    eventually(lambda: all(values(program, *SELECTION)), f"{what}: the selection's values")
    start, end, length = map(seconds, values(program, *SELECTION))
    expect(abs(end - start - length) < 0.0021, f"{what}: {start} to {end} is {length} long")


def test_a_selection_is_told_at_every_width(session):
    program = session.open(sounds.wav(session.folder / "pulses.wav", 60))
    program.focus()
    plot = program.plot()
    plot.drag(plot.width * 0.25, plot.width * 0.4, plot.width * 0.6)
    for width in (1270, 1100, 1000, 940, 900, 800, 700, 500, 400, 360):
        resized(program, width)
        all_there(program, f"{width} pixels")
        screen.keys("space")
        program.wait("playback", lambda e: e["playing"])
        all_there(program, f"{width} pixels, while it plays")
        screen.keys("space")
        program.settle()


def test_a_narrow_window_has_an_icon_to_open_and_no_gaps(session):
    program = session.open(sounds.wav(session.folder / "pulses.wav", 60, channels=2))
    for width in (1270, 1000, 820, 700, 600, 500, 400, 360):
        resized(program, width)
        places = {accessible.name(n): accessible.place(n) for n in accessible.nodes(program.tree())
                  if accessible.role(n) == "push button"}
        x, _, button, _ = places["Open…"]
        expect(button < 30 if width <= 400 else button > 45, f"{width}: the button to open is {button} pixels wide")
        title = accessible.place(program.find("label", "pulses.wav"))
        expect(title[2] > 70, f"{width}: the title has {title[2]} pixels")
        _, _, inner, height = accessible.place(accessible.toplevel(program.find("push button", "Open…")))
        # What stands in the first row of the bar; what has given way keeps its last place, beyond the edge.
        bar = sorted(p for p in places.values() if p[1] > height - 140 and inner / 2 < p[0] < inner)
        expect(bar and abs(bar[-1][0] + bar[-1][2] - (inner - 12)) <= 12, f"{width}: the bar ends at {bar}, not {inner}")


def test_a_selection_is_told_in_large_text(session):
    for percent in (150, 200):
        (session.folder / "gtk-4.0").mkdir(exist_ok=True)
        (session.folder / "gtk-4.0/settings.ini").write_text(f"[Settings]\ngtk-xft-dpi={96 * 1024 * percent // 100}\n")
        program = session.open(sounds.wav(session.folder / "pulses.wav", 60),
                               env={"XDG_CONFIG_DIRS": str(session.folder)})
        program.focus()
        plot = program.plot()
        plot.drag(plot.width * 0.25, plot.width * 0.4, plot.width * 0.6)
        for width in (1250, 900, 700, 400):
            resized(program, width)
            all_there(program, f"{width} pixels, text of {percent} %")
        program.quit()


def test_without_a_selection_it_is_told_what_there_is(session):
    program = session.open(sounds.wav(session.folder / "pulses.wav", 60))
    program.focus()
    expect_equal(values(program, "Recording: ", "In View: ", *SELECTION), ["1:00.000", "1:00.000", None, None, None],
                 "what is told")
    screen.keys("ctrl+plus")
    eventually(lambda: values(program, "In View: ") == ["0:30.000"], "half of it is in view")


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
