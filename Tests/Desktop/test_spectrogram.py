"""Spectrograms: the key of the next style shows one, with a tone on the row of its frequency."""

import array
import math

import accessible
import screen
import sounds
from harness import eventually


def tone(path, frequency=1000, seconds=5, rate=48000):
    """A sine at half of full scale, on the bin of every usual window."""
    data = array.array("h", (round(16000 * math.sin(2 * math.pi * frequency * i / rate)) for i in range(rate)))
    data *= seconds
    with open(path, "wb") as file:
        file.write(sounds.header(2 * len(data), 1, rate) + data.tobytes())
    return path


def light(pixel):
    return (pixel >> 16) + (pixel >> 8 & 255) + (pixel & 255)


def colors(plot):
    picture = plot.picture()
    return {picture[x, plot.height // 2] for x in range(plot.width // 4, plot.width // 2)}


def mel(frequency):
    return math.log10(1 + frequency / 700)


def test_a_tone_is_bright_on_its_row(session):
    program = session.open(tone(session.folder / "tone.wav"))
    plot = program.plot()
    program.focus()
    for style in ("tinted", "envelope", "spectrogram"):
        mark = program.mark()
        screen.keys("g")
        program.wait("look", lambda event: event["style"] == style, mark)
        if style == "tinted":
            # The middle of the tints, not played, in the light style.
            eventually(lambda: 0x9f6f81 in colors(plot), "bars in the color of 1 kHz")

    def is_there():
        picture, scale = plot.picture(), plot.program.scale
        height = plot.height - 12 * scale
        rows = [light(picture[plot.width // 3, 6 * scale + y]) for y in range(height)]
        brightest = max(range(height), key=lambda y: rows[y])
        wanted = (1 - mel(1000) / mel(24000)) * height
        dark = rows[10:int(wanted) - 30 * scale] + rows[int(wanted) + 30 * scale:-10]
        return abs(brightest - wanted) < 4 * scale and rows[brightest] > 450 and max(dark) < 200
    eventually(is_there, "a bright line at 1 kHz, and dark elsewhere")


def test_the_range_of_frequencies(session):
    program = session.open(tone(session.folder / "tone.wav"))
    plot = program.plot()
    program.focus()
    mark = program.mark()
    screen.keys("g", "g", "g")
    program.wait("look", lambda event: event["style"] == "spectrogram", mark)
    x, y = plot.at(-12, -40)
    mark = program.mark()
    screen.move(x, y)
    with screen.held("alt"):
        for _ in range(8):
            screen.click(x, y, screen.UP)
    # About the pointer: the range begins above 0 and ends below half the sample rate.
    program.wait("spectrogram", lambda event: 0 < event["low"] < event["high"] < 24000, mark)
    mark = program.mark()
    screen.drag((x, y), (x, y + 40))
    program.wait("spectrogram", lambda event: 0 < event["low"] < event["high"] < 24000, mark)
    mark = program.mark()
    screen.click(x, y, count=2)
    program.wait("spectrogram", lambda event: event["high"] == 0, mark)


def test_the_panel_of_the_spectrum(session):
    program = session.open(tone(session.folder / "tone.wav"))
    program.focus()
    mark = program.mark()
    screen.keys("F6")
    program.wait("spectrum-panel", lambda event: event["open"], mark)
    found = program.wait("spectrum", lambda event: abs(event["loudest"] - 1000) < 1, mark)
    text = f"Loudest: {found['loudest']:.1f}"
    eventually(lambda: accessible.find(program.tree(), "label", text), "the tone, which is loudest")
    mark = program.mark()
    screen.keys("F6")
    program.wait("spectrum-panel", lambda event: not event["open"], mark)


def test_a_band_is_drawn_and_its_edge_moved(session):
    program = session.open(tone(session.folder / "tone.wav"))
    plot = program.plot()
    program.focus()
    mark = program.mark()
    screen.keys("g", "g", "g")
    program.wait("look", lambda event: event["style"] == "spectrogram", mark)
    height = plot.height - 12
    left, right = plot.left + 100, plot.left + 300
    top, middle, bottom = (plot.top + 6 + height * quarters // 4 for quarters in (1, 2, 3))
    mark = program.mark()
    screen.drag((right + 100, top), (right + 200, top + 6))
    whole = program.wait("selection", lambda event: event.get("end", 0) > event.get("start", 0), mark)
    assert "low" not in whole, "a drag along the time axis is about all frequencies"
    mark = program.mark()
    screen.drag((left, top), (right, middle))
    frequencies = [700 * (10 ** (mel(24000) * share) - 1) for share in (0.75, 0.5, 0.25)]

    def is_band(event, low, high):
        return abs(event.get("low", 0) / low - 1) < 0.03 and abs(event.get("high", 0) / high - 1) < 0.03
    program.wait("selection", lambda event: is_band(event, frequencies[1], frequencies[0]), mark)
    mark = program.mark()
    screen.drag(((left + right) // 2, middle), ((left + right) // 2, bottom))
    program.wait("selection", lambda event: is_band(event, frequencies[2], frequencies[0]), mark)
    mark = program.mark()
    screen.keys("Escape")
    program.wait("selection", lambda event: event.get("none"), mark)
