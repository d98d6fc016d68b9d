"""The preferences: what is chosen is seen at once and remembered, what is kept can be cleared, and no setting is left
out."""

import pathlib
import subprocess
import time
import xml.etree.ElementTree as xml

import accessible
import screen
import sounds
from harness import eventually, expect, expect_equal
from test_cache import entries, recording

ROOT = pathlib.Path(__file__).resolve().parents[2]
SCHEMA = "org.barline.Barline"
#: Settings that follow what is done elsewhere: in menus of the view, or with the window.
ELSEWHERE = {
    "envelope-inner", "bar-width", "bar-gap", "amplitude-unit", "decibel-floor", "normalize", "show-remaining", "time-of-day",
    "spectrogram-scale", "spectrogram-colors", "spectrogram-floor", "spectrogram-ceiling", "spectrogram-window",
    "spectrogram-window-length", "spectrogram-overlap",
    "noise-presets", "volume", "window-width", "window-height", "window-maximized", "export-formats", "record-format", "record-folder",
    "hint-zoom", "hint-select", "hint-play",
}


def preferences(program):
    program.focus()
    screen.keys("ctrl+comma")
    return eventually(lambda: dialog(program), "the preferences")


def dialog(program):
    tree = program.tree()
    for index in range(tree.get_child_count() if tree else 0):
        child = tree.get_child_at_index(index)
        if child and accessible.name(child) == "Preferences" and accessible.find(child, "push button", "Clear"):
            return child
    return None


def stored(program, key):
    return subprocess.run(
        ["gsettings", "get", SCHEMA, key], env=program.env, timeout=10, capture_output=True, text=True,
        check=True).stdout.strip().strip("'")


def test_no_setting_is_left_out(session):
    rows = xml.parse(ROOT / "resources" / "preferences.ui").getroot()
    schema = xml.parse(ROOT / "data" / f"{SCHEMA}.gschema.xml").getroot()
    controls = {node.get("id"): node for node in rows.iter("object") if node.get("id")}
    keys = {node.get("name"): node for node in schema.iter("key")}
    expect_equal(set(keys) - set(controls), ELSEWHERE, "the settings without a row")
    enums = {node.get("id"): [value.get("nick") for value in node.iter("value")] for node in schema.iter("enum")}
    for key, node in keys.items():
        if key in controls and node.get("enum"):
            items = [item.text for item in controls[key].iter("item")]
            expect_equal(len(items), len(enums[node.get("enum")]), f"the choices of {key}")


def test_what_is_chosen_is_seen_at_once_and_remembered(session):
    program = session.open(sounds.wav(session.folder / "pulses.wav"))
    mark = program.mark()
    window = preferences(program)
    row = accessible.find(window, None, "Waveform Style")
    expect(row, "the row of the style")
    expect("Bars" in accessible.texts(window), "it shows what is drawn")
    screen.click(*program.spot(row))
    eventually(lambda: accessible.find(program.tree(), None, "Envelope"), "the choices")
    program.settle(0.3)
    screen.keys("Down", "Down", "Return")
    program.wait("look", lambda e: e["style"] == "envelope", mark)
    eventually(lambda: stored(program, "style") == "envelope", "the choice is remembered")
    program.settle()
    for name, key in [("Overview", "show-overview"), ("Remember Views", "remember-views")]:
        before = stored(program, key)
        screen.click(*program.spot(accessible.find(window, None, name)))
        eventually(lambda: stored(program, key) != before, f"{key} changes")
        for _ in range(30):
            screen.press(screen.DOWN)
            screen.release(screen.DOWN)
        time.sleep(0.5)  # the list glides
    leave(program)


def test_noise_reduction_starts_from_the_preferences_and_goes_back_to_them(session):
    program = session.open(sounds.wav(session.folder / "pulses.wav"))
    window = preferences(program)
    spin = accessible.find(window, "spin button", "Reduction")
    accessible.set_value(spin, 31.5)
    eventually(lambda: stored(program, "noise-reduction") == "31.5", "the value is kept")
    leave(program)
    screen.keys("ctrl+d")
    slider = eventually(lambda: accessible.find(program.tree(), "slider", "Reduction"), "the panel")
    expect_equal(slider.get_current_value(), 31.5, "what a new panel starts from")
    accessible.set_value(slider, 6)
    eventually(lambda: "Custom" in accessible.texts(program.tree()), "it is no preset any more")
    screen.click(*program.spot(program.find(None, "Preset")))
    eventually(lambda: accessible.find(program.tree(), None, "Standard"), "the presets")
    program.settle(0.3)
    screen.keys("Home", "Return")
    eventually(lambda: slider.get_current_value() == 31.5, "the value of the preferences")


def leave(program):
    """GTK takes no click, nor a wish to close, for a window under a modal one."""
    screen.keys("Escape")
    eventually(lambda: dialog(program) is None, "the preferences are gone")


def test_what_is_kept_is_told_and_cleared(session):
    cache = session.folder / "cache"
    program = session.start(recording(session), env={"XDG_CACHE_HOME": str(cache)})
    program.wait("overview-complete", timeout=30)
    eventually(lambda: len(entries(cache)) == 1, "the entry is there")
    window = preferences(program)
    eventually(lambda: "1 recording, " in accessible.texts(window), "what is kept")
    button = accessible.find(window, "push button", "Clear the peak cache")
    accessible.activate(button)
    eventually(lambda: not entries(cache), "the entry is gone")
    eventually(lambda: "Empty" in accessible.texts(window), "that nothing is kept")
    leave(program)
