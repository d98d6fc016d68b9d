"""Noise reduction: the panel, a profile from a selection, the clean waveform, sliders, and what is left behind."""

import os
import subprocess
import time

import accessible
import drop
import palette
import screen
import sounds
from harness import SAMPLES, eventually, expect, expect_equal


def noisy(session):
    """Speech in noise, after two seconds of the noise alone."""
    path = session.folder / "noisy.wav"
    speech, noise = session.folder / "s.wav", session.folder / "n.wav"
    subprocess.run(
        ["sox", SAMPLES / "speech.wav", "-c1", "-r22050", speech, "trim", "0", "5", "pad", "2"], check=True)
    subprocess.run(["sox", "-R", speech, noise, "synth", "whitenoise", "vol", "0.03"], check=True)
    subprocess.run(["sox", "-m", "-v1", speech, "-v1", noise, path], check=True)
    return path


def opened(session, **options):
    program = session.open(noisy(session), **options)
    plot = program.plot()
    program.focus()
    screen.keys("ctrl+d")
    eventually(lambda: accessible.find(program.tree(), "push button", "Take Profile"), "the panel")
    program.settle(0.4)
    plot.measure()
    return program, plot


def press(program, name):
    screen.click(*program.spot(program.find("push button", name)))


def take_profile(program, plot):
    per_pixel = program.viewport["framesPerPixel"]
    plot.drag(round(2205 / per_pixel), round(10000 / per_pixel), round(39690 / per_pixel))
    program.settle()
    mark = program.mark()
    press(program, "Take Profile")
    program.wait("noise-profile", lambda e: "sampleRate" in e, mark)
    program.wait("clean", lambda e: e["complete"], mark, timeout=30)
    return mark


def spools(program):
    """The descriptors of files without a name that the program holds."""
    folder = f"/proc/{program.pid}/fd"
    links = []
    for name in os.listdir(folder):
        try:
            links.append(os.readlink(f"{folder}/{name}"))
        except OSError:
            pass
    return [link for link in links if "deleted" in link and ("barline" in link or "/var/tmp" in link)]


def test_a_profile_is_taken_and_the_clean_waveform_grows(session):
    program, plot = opened(session)
    mark = take_profile(program, plot)
    events = [e for e in program.all("clean", mark) if "job" in e]
    expect(any(not e["complete"] for e in events), "it was computed while the window could be used")
    program.settle()
    screen.move(plot.left + plot.width // 2, plot.top - 10)
    # Where there is only noise, the original reaches beyond the clean one, and is paler than it was.
    picture = plot.picture()
    x = round(plot.pixel(50000)) if plot.pixel(50000) < plot.width else plot.width // 2
    column = {picture[x + dx, y] for dx in range(6) for y in range(plot.height)}
    expect(palette.BLUE in column, "the clean waveform is drawn over the original")
    expect(palette.LIGHT.bar not in column, "the original behind it is paler")
    expect_equal(len(spools(program)), 1, "the number of spools")


def test_a_slider_begins_anew_and_leaves_nothing_behind(session):
    program, plot = opened(session)
    take_profile(program, plot)
    mark = program.mark()
    slider = program.find("slider", "Reduction")
    for value in (24, 30, 36, 12, 40):
        accessible.set_value(slider, value)
    program.wait("clean", lambda e: e.get("job", 0) > 0 and e["complete"], mark, timeout=60)
    program.settle(0.5)
    expect_equal(program.last("clean")["complete"], True, "whether the last one was completed")
    eventually(lambda: len(spools(program)) == 1, "one spool is left")
    mark = program.mark()
    accessible.activate(program.find("push button", "Remove Clean Waveform"))
    program.wait("clean", lambda e: "none" in e, mark)
    eventually(lambda: not spools(program), "no spool is left")


def test_a_noise_can_be_suggested(session):
    program, _ = opened(session)
    mark = program.mark()
    press(program, "Suggest")
    selection = program.wait("selection", lambda e: "start" in e, mark)
    expect(selection["end"] <= 2.5 * 22050, f"the suggestion lies in the noise: {selection}")


def test_too_short_a_noise_is_refused(session):
    program, plot = opened(session)
    plot.drag(100, 104, 112)
    program.settle()
    plot.wheel(106, screen.UP, 20)
    program.settle()
    plot.drag(200, 240, 300)
    program.settle()
    mark = program.mark()
    press(program, "Take Profile")
    program.wait("noise-problem", since=mark)
    expect("at least" in accessible.texts(program.tree()), "the panel says why")


def test_keys_choose_what_is_heard_and_escape_closes(session):
    program, plot = opened(session)
    take_profile(program, plot)
    program.wait("listening", lambda e: e["to"] == "clean", what="what was asked for is heard")
    for key, what in (("3", "residue"), ("1", "original"), ("2", "clean")):
        mark = program.mark()
        screen.keys(key)
        program.wait("listening", lambda e: e["to"] == what, mark)
    # What is above the sliders comes and goes.
    program.settle(0.4)
    screen.click(*program.spot(program.find("slider", "Reduction")))
    program.settle(0.2)
    mark = program.mark()
    screen.keys("Escape")
    program.wait("noise-panel", lambda e: not e["open"], mark)


def test_in_a_narrow_window_the_panel_lies_over_the_waveform(session):
    program = session.open(noisy(session))
    program.focus()
    for width, is_over in ((900, False), (660, True), (400, True)):
        program.resize(width, 500)
        program.settle(0.4)
        whole = program.plot().width
        mark = program.mark()
        screen.keys("ctrl+d")
        program.wait("noise-panel", lambda e: e["open"], mark)
        program.settle(0.6)
        if is_over:
            expect_equal(program.plot().width, whole, f"{width}: the width of the waveform below the panel")
        else:
            expect(program.plot().width < whole - 200, f"{width}: the panel stands beside the waveform")
        mark = program.mark()
        # The waveform has the focus.
        screen.keys("Escape")
        program.settle(0.4)
        closed = program.last("noise-panel", mark)
        expect_equal(closed is not None and not closed["open"], is_over, f"{width}: whether Escape closes the panel")
        if not is_over:
            screen.keys("ctrl+d")
            program.settle(0.4)


def test_a_clean_waveform_that_was_removed_comes_back_with_undo(session):
    program, plot = opened(session)
    take_profile(program, plot)
    mark = program.mark()
    accessible.activate(program.find("push button", "Remove Clean Waveform"))
    program.wait("clean", lambda e: "none" in e, mark)
    mark = program.mark()
    screen.keys("ctrl+z")
    program.wait("clean", lambda e: e.get("complete"), mark)


def test_another_waveform_is_cleaned_and_a_slider_of_it_is_undone(session):
    program, plot = opened(session)
    other = session.folder / "other.wav"
    other.write_bytes((session.folder / "noisy.wav").read_bytes())
    drop.files(program.window(), [other], at=(plot.left + plot.width // 2, plot.top + plot.height * 3 // 4))
    program.wait("lanes", lambda e: len(e["lanes"]) == 2)
    program.settle(0.6)
    take_profile(program, plot)
    buttons = [n for n in accessible.nodes(program.tree()) if accessible.name(n) == "More about this waveform"]
    screen.click(*max((program.spot(n) for n in buttons), key=lambda spot: spot[1]))
    mark = program.mark()
    accessible.activate(eventually(
        lambda: accessible.find(program.tree(), None, "Reduce Noise…", part_of_role="menu item"), "the item"))
    program.wait("clean", lambda e: e.get("complete"), mark)
    lanes = [lane["over"] for lane in program.last("lanes")["lanes"]]
    expect_equal(lanes, [False, True, False, True], "which waveforms lie over others: the first stays clean")
    expect("in “other.wav”" in accessible.texts(program.tree()), "the panel names what is cleaned")
    eventually(lambda: len(spools(program)) == 2, "one spool for each clean waveform")
    slider = program.find("slider", "Reduction")
    value = slider.get_value_iface().get_current_value
    before = value()
    mark = program.mark()
    for decibels in (24, 30, 36):
        accessible.set_value(slider, decibels)
    program.wait("clean", lambda e: e.get("job", 0) > 0 and e["complete"], mark)
    expect_equal(value(), 36, "where the slider is")
    mark = program.mark()
    screen.keys("ctrl+z")
    program.wait("clean", lambda e: e.get("complete"), mark)
    eventually(lambda: value() == before, "one undo for the slider's whole way")
    screen.keys("ctrl+z")
    program.wait("clean", lambda e: "none" in e, mark)
    eventually(lambda: len(spools(program)) == 1, "the first waveform is still clean")


def test_kinds_and_presets_set_what_is_computed_and_what_was_taken_away_is_told(session):
    program, plot = opened(session)
    mark = take_profile(program, plot)
    first = program.wait("residue", lambda e: e["percent"] >= 0, mark)
    eventually(lambda: f"went with the noise: at least {first['percent']} %" in accessible.texts(program.tree()), "how much it is")
    mark = program.mark()
    screen.click(*program.spot(program.find(None, "Preset")))
    eventually(lambda: accessible.find(program.tree(), None, "Old Record"), "the presets")
    screen.keys("Down", "Down", "Down", "Down", "Return")
    settings = program.wait("noise-settings", lambda e: e["clicks"] > 0, mark)
    expect_equal((settings["reduction"], settings["changing"]), (14, False), "what an old record needs")
    program.wait("residue", since=mark)
    mark = program.mark()
    accessible.set_value(program.find("slider", "Sensitivity"), 24)
    program.wait("noise-settings", lambda e: e["sensitivity"] == 24, mark)
    more = program.wait("residue", lambda e: e["percent"] > first["percent"], mark)
    texts = eventually(lambda: t if f"noise: at least {more['percent']} %" in (t := accessible.texts(program.tree())) else "",
                       "more of the sound goes with the noise")
    expect("Custom" in texts, "these settings have no name")


def test_without_a_profile_none_is_asked_for(session):
    program, _ = opened(session)
    mark = program.mark()
    accessible.activate(program.find("check box", "Without a Profile"))
    program.wait("noise-settings", lambda e: e["adaptive"], mark)
    eventually(lambda: "No profile is needed" in accessible.texts(program.tree()), "why there is none to take")
    sensitive = accessible.Atspi.StateType.SENSITIVE
    for role, name in (("push button", "Suggest"), ("check box", "Changing Noise")):
        expect(not program.find(role, name).get_state_set().contains(sensitive), f"{name} rests")


def test_own_settings_get_a_name(session):
    program, _ = opened(session)
    accessible.set_value(program.find("slider", "Reduction"), 33)
    screen.click(*program.spot(program.find(None, "Save as Preset")))
    entry = eventually(lambda: accessible.find(program.tree(), "text", "Name of the Preset"), "the entry")
    # Its caret blinks, so the program never settles.
    eventually(lambda: entry.get_state_set().contains(accessible.Atspi.StateType.FOCUSED), "it is typed into")
    screen.keys(*"cellar")
    screen.keys("Return")
    eventually(lambda: accessible.find(program.tree(), "text", "Name of the Preset") is None, "it is kept")
    expect("cellar" in accessible.texts(program.tree()), "the list shows its name")
    accessible.activate(program.find("push button", "Delete Preset"))
    eventually(lambda: "Custom" in accessible.texts(program.tree()), "the settings stay, without a name")


def test_noise_that_was_reduced_leaves_no_memory(session):
    path = session.folder / "music.wav"
    subprocess.run(["ffmpeg", "-v", "error", "-t", "20", "-i", SAMPLES / "music.opus", path], check=True)
    program = session.open(path)
    program.focus()
    screen.keys("ctrl+d")
    eventually(lambda: accessible.find(program.tree(), "push button", "Take Profile"), "the panel")
    program.settle(0.4)
    plot = program.plot()

    def reduce(places):
        """Further reductions, each of what is at a place."""
        for place in places:
            plot.drag(60 * place, 60 * place + 40)
            program.settle()
            mark = program.mark()
            screen.keys("alt+t")
            program.wait("clean", lambda e: e["complete"], mark, timeout=60)

    def anonymous():
        """Memory in kB."""
        with open(f"/proc/{program.pid}/status", encoding="ascii") as file:
            return next(int(line.split()[1]) for line in file if line.startswith("RssAnon"))

    # What the threads of a reduction had must not stay in arenas of their own: 18 MB for each that ever ran.
    reduce(range(1, 3))
    time.sleep(1.5)  # freed memory is returned a second after the last drawing
    first = anonymous()
    reduce(range(3, 8))
    eventually(lambda: anonymous() < min(first + 6000, 55_000),
               f"{first} kB after two reductions, and little more after seven")


def test_a_long_recording_is_cleaned_again_only_when_somebody_asks(session):
    path = session.folder / "long.wav"
    # Longer than ten minutes of stereo have samples, of which so much is computed again unasked.
    subprocess.run(
        ["sox", "-R", "-n", "-r", "8000", "-c", "1", "-b", "16", path, "synth", "7300", "whitenoise", "vol", "0.03"], check=True)
    kept = {"XDG_STATE_HOME": str(session.folder / "state")}
    program = session.open(path, env=kept)
    plot = program.plot()
    program.focus()
    screen.keys("ctrl+d")
    eventually(lambda: accessible.find(program.tree(), "push button", "Take Profile"), "the panel")
    program.settle(0.4)
    plot.measure()
    plot.drag(20, 60, 120)
    program.settle()
    mark = program.mark()
    press(program, "Take Profile")
    program.wait("clean", lambda e: e["complete"], mark, timeout=60)
    program.quit()
    program = session.open(path, env=kept)
    program.focus()
    screen.keys("ctrl+d")
    again = eventually(lambda: accessible.find(program.tree(), "push button", "Clean Again"), "the panel offers it")
    program.settle(0.4)
    expect(not [e for e in program.all("clean") if "job" in e], "nothing is computed unasked")
    mark = program.mark()
    screen.click(*program.spot(again))
    program.wait("clean", lambda e: e["complete"], mark, timeout=60)
