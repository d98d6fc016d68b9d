"""Light, dark, high contrast, scale factor 2, narrow and wide windows: the pixels of the plot."""

import sounds
from palette import DARK, HIGH_CONTRAST_DARK, HIGH_CONTRAST_LIGHT, LIGHT
from harness import eventually, expect, expect_equal

INTERFACE, CONTRAST = "org.gnome.desktop.interface", "org.gnome.desktop.a11y.interface"
SETTINGS = "org.barline.Barline"
MARGIN = 6  # logical pixels above the lanes, where the head of the playhead hangs


def colors(plot, top=0):
    return plot.picture().colors(plot.width // 4, top, plot.width // 2, plot.height - top)


def shows(plot, palette):
    """The plot has just the colours of a palette (away from the playhead at its left edge)."""
    wanted = (palette.background, palette.bar)
    eventually(lambda: set(colors(plot)) == set(wanted), f"the colours {[f'#{c:06x}' for c in wanted]}: they are "
               + str([f"#{c:06x}" for c in colors(plot)][:8]), 3)


def test_light_and_dark_follow_at_once(session):
    program = session.open(sounds.wav(session.folder / "pulses.wav"))
    plot = program.plot()
    shows(plot, LIGHT)
    header = plot.window.picture()[300, 12]
    program.set(f"{INTERFACE} color-scheme", "prefer-dark")
    shows(plot, DARK)
    expect(plot.window.picture()[300, 12] != header, "the header bar did not turn dark")
    program.set(f"{INTERFACE} color-scheme", "default")
    shows(plot, LIGHT)


def test_high_contrast(session):
    program = session.open(sounds.wav(session.folder / "pulses.wav"))
    plot = program.plot()
    program.set(f"{CONTRAST} high-contrast", "true")
    shows(plot, HIGH_CONTRAST_LIGHT)
    program.set(f"{INTERFACE} color-scheme", "prefer-dark")
    shows(plot, HIGH_CONTRAST_DARK)
    program.set(f"{CONTRAST} high-contrast", "false")
    shows(plot, DARK)


def test_the_programs_own_choice_of_dark_wins_and_is_remembered(session):
    program = session.open(
        sounds.wav(session.folder / "pulses.wav"), settings={f"{SETTINGS} color-scheme": "dark"})
    plot = program.plot()
    shows(plot, DARK)
    program.set(f"{INTERFACE} color-scheme", "prefer-light")
    program.settle(0.3)
    shows(plot, DARK)


def check_bars(plot):
    """Bars are 2 logical pixels wide with 1 between, on whole device pixels, without a blended colour."""
    scale = plot.program.scale
    picture, bar, ground = plot.picture(), LIGHT.bar, LIGHT.background
    found = set(picture.colors(4 * scale, MARGIN * scale, plot.width - 4 * scale, plot.height - MARGIN * scale))
    expect_equal(found, {ground, bar}, "the colours of bars: in between ones are blurred edges")
    # Every bar crosses the row of the middle.
    y = max(range(plot.height // 2 - 8 * scale, plot.height // 2 + 8 * scale), key=lambda y: picture.row(y).count(bar))
    row = picture.row(y)
    pitch, width = 3 * scale, 2 * scale
    for x in range(6 * scale, plot.width - pitch):
        wanted = bar if x % pitch < width else ground
        expect_equal(row[x], wanted, f"pixel {x} of the middle row")


def test_bars_are_crisp(session):
    program = session.open(sounds.wav(session.folder / "pulses.wav"))
    check_bars(program.plot())


def test_bars_are_crisp_at_scale_2(session):
    program = session.open(
        sounds.wav(session.folder / "pulses.wav"), env={"GDK_SCALE": "2"},
        settings={f"{SETTINGS} window-width": "600", f"{SETTINGS} window-height": "380"})
    plot = program.plot()
    expect(plot.width > 1000, f"the plot is {plot.width} device pixels wide")
    check_bars(plot)
    mark = program.mark()
    plot.click(701)  # between two logical pixels
    event = program.wait("playhead", lambda e: e["frame"] > 0, mark)
    expect(abs(plot.pixel(event["frame"]) - 701) <= 0.01, f"the playhead stands at pixel {plot.pixel(event['frame'])}")


def test_a_narrow_window(session):
    program = session.open(
        sounds.wav(session.folder / "pulses.wav"),
        settings={f"{SETTINGS} window-width": "360", f"{SETTINGS} window-height": "420"})
    plot = program.plot()
    # The buttons of the header bar need about 390 pixels, depending on the font, and without a compositor GTK
    # draws a border of 5 around the window.
    width = plot.window.place[2] / program.scale
    expect(width <= 420, f"the window is {width} pixels wide, 420 are to do")
    check_bars(plot)


def test_many_channels_scroll(session):
    program = session.open(sounds.wav(session.folder / "choir.wav", 5, 48000, 16))
    plot = program.plot()
    bar = program.find("scroll bar", "Channels")
    before = plot.picture().data
    import screen
    screen.move(*program.spot(bar))
    for _ in range(6):
        screen.press(screen.DOWN)
        screen.release(screen.DOWN)
    eventually(lambda: plot.picture().data != before, "the wheel over the scroll bar scrolls the channels")
