"""No control is dead: each control of every interface file is used with the pointer and with keys, and something has to change
for it that is not the control itself (walk.py). Which there are, the interface files say (interface.py): what is new is walked
over without being listed, and what cannot be reached is named."""

import json
import pathlib
import re
import shutil
import subprocess

import accessible
import interface
import screen
import sounds
import test_cache
import test_noise
from harness import Failure, eventually, expect_equal
from walk import ENVIRONMENT, ROLES, WHOLE, Walker, is_test


BLIND = "test_compare.test_keys_choose_what_is_heard_and_a_blind_test_counts"


def opened(session, *files, env=None, **options):
    """A program with a stereo recording, or with files in lanes."""
    files = files or [sounds.wav(session.folder / "pulses.wav", 20, channels=2)]
    if len(files) > 1:
        options["options"] = ["--together"]
    program = session.start(*files, env={**ENVIRONMENT, **(env or {})}, **options)
    program.wait("overview-complete", timeout=60)
    eventually(lambda: next(accessible.nodes(program.tree()), None), "the accessibility tree")
    program.focus()
    program.settle()
    return Walker(program)


def keys(*names):
    """Shows something with keys, in the main window."""
    def show(walker):
        walker.program.focus()
        screen.keys(*names)
    return show


def item(button, label):
    """Takes an item of the menu of a button of the main window."""
    def take(walker):
        click(button)(walker)
        accessible.activate(eventually(
            lambda: accessible.find(walker.program.tree(), None, label, part_of_role="menu item"), f"the item “{label}”"))
        walker.program.leave_menu()
    return take


def there(walker):
    """Shows what is always there."""
    walker.program.focus()


def command(name):
    return lambda walker: walker.command(name)


def click(name):
    """Shows something with the pointer, by a button of the main window."""
    def show(walker):
        walker.clear()
        walker.program.focus()
        walker.click(eventually(lambda: walker.find((name,), ROLES["menu"]), f"the button “{name}”"))
    return show


def walk(walker, file, show, title=None, special={}):
    """Walks over all controls of an interface file; what is told of one by its identifier is handed on to the walker,
    and one of which None is told is left out."""
    controls = interface.controls(file)
    unknown = set(special) - {control.identifier for control in controls}
    expect_equal(unknown, set(), f"controls that {file} does not have")
    for control in controls if WHOLE else controls[::2]:
        told = special.get(control.identifier, {})
        if told is not None:
            walker.walk(control, **{"show": show, "title": title, **told})
    walker.clear()


def judge(walker):
    expect_equal(walker.problems, [], "what is dead")


# Dialogs

def test_no_preference_is_dead(session):
    state, cache = session.folder / "state", session.folder / "cache"
    kept = {"XDG_STATE_HOME": str(state), "XDG_CACHE_HOME": str(cache)}
    recording = test_cache.recording(session)
    program = session.start(recording, env=kept)
    program.wait("overview-complete", timeout=30)
    eventually(lambda: test_cache.entries(cache), "what is kept of the recording")
    screen.keys("ctrl+plus")
    program.quit()
    walker = opened(session, recording, env=kept)
    copies = [(folder, shutil.copytree(folder, session.folder / f"{folder.name}-copy")) for folder in (state, cache)]

    def kept_again(walker):
        for folder, copy in copies:
            shutil.copytree(copy, folder, dirs_exist_ok=True)
        leave(walker, "Preferences")

    def hints_gone(walker):
        walker.program.set("org.barline.Barline hint-zoom", "false")
        leave(walker, "Preferences")
    walk(walker, "preferences.ui", keys("ctrl+comma"), "Preferences", {
        "clear-views": {"before": kept_again}, "clear-cache": {"before": kept_again}, "show-hints": {"before": hints_gone}})
    judge(walker)


def leave(walker, title):
    """Closes a dialog, which looks at what it shows when it is opened."""
    if any(window.title == title for window in walker.program.windows()):
        screen.keys("Escape")
        eventually(lambda: all(window.title != title for window in walker.program.windows()), f"{title} closes")


def marked(path):
    """A recording with two tiers, each with a range."""
    sounds.wav(path, 20)
    path.with_name(path.name + ".barline-marks.json").write_text(json.dumps({
        "format": "barline-marks", "version": 1, "sampleRate": 48000,
        "tiers": [{"name": tier, "color": number, "marks": [{"name": "x", "start": 48000 * number, "end": 48000 * (number + 1)}]}
                  for number, tier in ((1, "words"), (2, "phones"))]}))
    return path


def test_no_control_of_an_export_is_dead(session):
    walker = opened(session, marked(session.folder / "first.wav"), sounds.wav(session.folder / "second.wav", 15))
    screen.keys("ctrl+a")

    def ranges(walker):
        """The marked ranges are behind all and the selection."""
        if walker.find(("Range",), ROLES["choice"], "Export") is None:
            show(walker)
        walker.choose(("Range",), 2, "Export")
    show = keys("ctrl+shift+e")
    walk(walker, "export.ui", show, "Export", {"tier": {"before": ranges}})

    show_picture = keys("ctrl+shift+p")
    def pixels(walker):
        if walker.find(("Format",), ROLES["choice"], "Export Picture") is None:
            show_picture(walker)
        walker.choose(("Format",), 0, "Export Picture")
    walk(walker, "picture.ui", show_picture, "Export Picture", {
        "scale": {"before": pixels}, "width": {"before": pixels}, "height": {"before": pixels},
        # GTK 4.8 gives the buttons of colors no name in the tree.
        "ink": None, "ground": None})
    judge(walker)


def test_no_control_of_an_export_of_marks_is_dead(session):
    walker = opened(session, marked(session.folder / "first.wav"))
    several = {"elsewhere": "test_walk.test_no_control_of_an_export_is_dead"}
    walk(walker, "export.ui", command("win.export-marks"), "Export Marks", {"source": several, "range": several})
    judge(walker)


def test_no_control_of_formulas_raw_data_and_properties_is_dead(session):
    walker = opened(session)
    def anew(walker):
        leave(walker, "Open as Raw Data")
    def own(walker):
        """A formula that has no name in the list: the one choice that stands for it changes nothing."""
        if walker.find(("Test Signal",), ROLES["choice"], "Add a Function") is None:
            command("win.add-function")(walker)
        eventually(lambda: walker.find(("Test Signal",), ROLES["choice"], "Add a Function"), "the dialog")
        screen.keys("ctrl+a", "t")  # the formula has the focus
    walk(walker, "formula.ui", command("win.add-function"), "Add a Function", {
        "accept": {"names": ("Add",)}, "formula": {"texts": ("t", "-t")},
        "ready": {"before": own}})
    walk(walker, "raw.ui", command("win.open-raw"), "Open as Raw Data", {"order": {"before": anew}})
    walk(walker, "function.ui", command("win.function"), "Function")
    judge(walker)


def test_no_control_of_properties_is_dead(session):
    sound = sounds.wav(session.folder / "pulses.wav", 5)
    subprocess.run(["ffmpeg", "-nostdin", "-v", "error", "-i", str(sound), str(session.folder / "pulses.flac")], check=True,
                   timeout=60)
    walker = opened(session, session.folder / "pulses.flac")
    walk(walker, "information.ui", command("win.properties"), "Properties")
    judge(walker)


# Bars

def test_no_control_of_the_bars_is_dead(session):
    walker = opened(session, settings={f"org.barline.Barline hint-{name}": "true" for name in ("zoom", "select", "play")})
    def hints(walker):
        for name in ("zoom", "select", "play"):
            walker.program.set(f"org.barline.Barline hint-{name}", "true")
    walk(walker, "hints.ui", hints)
    walk(walker, "window.ui", there)
    zoomed = {"before": command("win.zoom-in")}
    walk(walker, "transport.ui", there, None, {
        "track_button": {"elsewhere": "test_tracks.test_another_track_is_chosen_with_the_mouse"},
        "zoom_out_button": zoomed, "zoom_whole_button": zoomed, "snap_button": {"before": command("win.snap")}})
    speed, volume = {"show": click("Speed"), "before": other_speed}, {"show": click("Volume")}
    walk(walker, "sound.ui", there, None, {
        **{f"'{factor}'": speed for factor in ("0.5", "0.75", "1", "1.25", "1.5", "2")}, "speed_scale": speed,
        "reconnect_button": {"elsewhere": "test_sound.test_without_a_server_time_goes_on_and_it_can_be_reached_later"},
        "mute_button": volume, "volume_scale": volume})
    walk(walker, "amplitude.ui", there, None, {
        "amplitude_button": {"names": ("Amplitude unit",)},
        "frequency_button": {"names": ("Frequencies",), "show": keys("g", "g", "g")}})
    walk(walker, "place.ui", keys("ctrl+g"), None, {"place_entry": {"names": ("Go To",), "texts": ("1", "2")}})
    judge(walker)


def other_speed(walker):
    """One that no button has."""
    walker.clear()
    screen.keys("BackSpace", "bracketright")


# Panels and popovers

def test_no_control_of_panels_and_popovers_is_dead(session):
    walker = opened(session, marked(session.folder / "first.wav"), sounds.wav(session.folder / "second.wav", 15))
    walk(walker, "measures.ui", keys("F7"))
    walk(walker, "spectrum.ui", keys("F6"))
    walk(walker, "mark-list.ui", keys("F9"))
    walk(walker, "find.ui", keys("ctrl+f"), None, {
        "stretch": looking(1), **{name: looking(4) for name in ("silence", "silence_level")},
        **{name: looking(5) for name in ("level", "hold", "direction")},
        **{name: looking(6) for name in ("previous", "next", "mark_all")}})
    screen.keys("Home", "n")
    walk(walker, "mark.ui", command("win.edit-mark"), None, {
        "note": {"texts": ("one", "two")}, "high": {"texts": ("1200", "1300")}})
    walk(walker, "tier.ui", command("win.change-tier"), None, {
        "color": {"then": change}, "done": {"names": ("Change",), "before": tier_name}})
    walk(walker, "spectrogram.ui", command("win.spectrogram"), None, {"reset": {"before": floor}})
    judge(walker)


def looking(kind):
    """What is needed to look for a kind of places, in the order of the list."""
    def before(walker):
        walker.clear()
        keys("End" if kind == 6 else "Home", "ctrl+f")(walker)
        walker.choose(("What is looked for",), kind)  # from the end on there are places before, and from the start on again
    return {"before": before}


def tier_name(walker):
    command("win.change-tier")(walker)
    eventually(lambda: walker.find(("Name of the tier",), ROLES["text"]), "the popover")
    screen.keys("ctrl+a", "y")


def change(walker):
    accessible.activate(walker.find(("Change",), ROLES["button"]))


def floor(walker):
    command("win.spectrogram")(walker)
    accessible.set_value(eventually(lambda: walker.find(("Floor",), ROLES["scale"]), "the popover"), -70)


def test_no_control_of_noise_reduction_is_dead(session):
    program, plot = test_noise.opened(session, env=ENVIRONMENT)
    test_noise.take_profile(program, plot)
    walker = Walker(program)
    def panel(walker):
        if walker.find(("Close Reduce Noise",), ROLES["button"]) is None:
            command("win.noise")(walker)
            eventually(lambda: walker.find(("Close Reduce Noise",), ROLES["button"]), "the panel")
            walker.program.settle(0.3)

    def clicks(walker):
        panel(walker)
        if walker.find(("Amount of Clicks",), ROLES["scale"]) is None:
            walker.click(walker.find(("Clicks and Crackle",), ROLES["switch"]))
            eventually(lambda: walker.find(("Amount of Clicks",), ROLES["scale"]), "the amount")

    def custom(walker):
        panel(walker)
        accessible.set_value(walker.find(("Reduction",), ROLES["scale"]), 33)

    def own(walker):
        panel(walker)
        named(walker)
        screen.keys("Return")
        walker.program.settle()

    def named(walker):
        click("Save as Preset")(walker)
        eventually(lambda: walker.find(("Name of the Preset",), ROLES["text"]), "the popover")
        screen.keys("x")
    walk(walker, "noise.ui", command("win.noise"), None, {
        "keep_name": {"show": click("Save as Preset"), "texts": ("One", "Two")}, "keep_done": {"show": named},
        "preset": {"names": ("Preset",), "before": custom}, "delete": {"before": own}, "amount": {"before": clicks},
        "again": {"elsewhere": "test_noise.test_a_long_recording_is_cleaned_again_only_when_somebody_asks"},
        "'original'": {"before": command("win.listen-clean")}, "'clean'": {"before": command("win.listen-original")},
        "'residue'": {"before": command("win.listen-original")}})
    judge(walker)


def test_no_control_of_a_lane_is_dead(session):
    walker = opened(session, *[sounds.wav(session.folder / f"{seconds}.wav", seconds) for seconds in (20, 18, 15)])
    begins = {"texts": ("1", "2")}
    walk(walker, "lane-offset.ui", click("Begins at"), None, {"time": begins, "entry": begins})
    walk(walker, "lane.ui", there, None, {
        "name": {"names": ("Name",), "texts": ("One", "Two")},
        "offset": {"names": ("Begins at",)}, "show": {"before": item("More about this waveform", "Hide Waveform")}})
    judge(walker)


def test_no_control_of_compare_is_dead(session):
    walker = opened(session, *[sounds.wav(session.folder / f"{seconds}.wav", seconds) for seconds in (20, 18, 15)])

    def compared(*names):
        def before(walker):
            if walker.find(("Close Compare",), ROLES["button"]) is None:
                command("win.compare")(walker)
                eventually(lambda: walker.find(("Recording A",), ROLES["choice"]), "the panel")
                walker.program.settle(0.3)
            if walker.find(("Align",), ROLES["button"]) is None:
                walker.choose(("Recording A",), 0)
                walker.choose(("Recording B",), 1)
                eventually(lambda: walker.find(("Align",), ROLES["button"]), "the comparison")
            if names:
                walker.program.focus()
                screen.keys(*names)
                walker.program.settle(0.1)
        return {"before": before}
    controls = [control.identifier for control in interface.controls("compare.ui")]
    blind = {"elsewhere": BLIND}
    walk(walker, "compare.ui", command("win.compare"), None, {
        **{name: compared() for name in controls if name not in ("close", "first", "second")},
        "'first'": compared("2"), "'second'": compared("1"), "'difference'": compared("1"),
        "reset_channels": {
            "elsewhere": "test_compare.test_channels_that_stand_apart_are_shown_and_compared_by_number_again"},
        "blind": blind, "win.answer-first": blind, "win.answer-second": blind})
    judge(walker)


# What shows only sometimes

def test_no_control_of_a_window_without_a_recording_is_dead(session):
    program = session.start(env=ENVIRONMENT)
    program.wait("first-frame")
    program.focus()
    program.settle()
    walker = Walker(program)
    walk(walker, "status.ui", there, None, {
        "status_raw_button": {"elsewhere": "test_raw.test_an_unknown_file_is_opened_as_raw_data"}})
    judge(walker)


def test_no_control_of_the_bar_of_a_changed_file_is_dead(session):
    walker = opened(session)
    path, seconds = session.folder / "pulses.wav", iter(range(10, 100))

    def rewrite(walker):
        sounds.wav(path, next(seconds), channels=2)
        eventually(lambda: walker.find(("Hide this bar",), ROLES["button"]), "the bar")
    def top(walker):
        """Of the waveform, which has more room without the bar."""
        return accessible.place(walker.program.find("image"))[1]
    walk(walker, "file-bar.ui", rewrite, None, {"file_bar_close": {"proof": top}})
    judge(walker)


#: Interface files whose controls show only while something is done that a test of its own does.
FILES = {
    "compare-place.ui": "test_compare.test_two_that_are_named_are_compared_and_a_place_is_gone_to",
    "export-row.ui": "test_export.test_what_is_cancelled_leaves_nothing",
    "folder.ui": "test_folder.test_a_folder_is_listed_filtered_played_labelled_and_opened",
    "listening.ui": "test_listening.test_what_is_heard_is_seen_and_recorded_and_its_source_may_go",
    "notice.ui": "test_bad_files.test_a_truncated_wav",
    "unkept-marks.ui": "test_promises.test_marks_that_cannot_be_written_are_kept_in_a_copy",
}


def test_every_interface_file_is_walked_over(_):
    walked = set(re.findall(r'walk\(walker, "([^"]+)"', pathlib.Path(__file__).read_text(encoding="utf-8")))
    expect_equal(sorted(set(interface.files()) - walked - set(FILES)), [], "the interface files that nobody walks over")
    expect_equal([test for test in FILES.values() if not is_test(test)], [], "the tests that are named and are not there")


# Keys

LEAFING = "test_opening.test_the_recordings_of_a_folder_are_leafed_through"
HEARD = "test_noise.test_keys_choose_what_is_heard_and_escape_closes"
#: Commands that need more than the window of this test has, or end it, and the test that gives their keys.
OTHERS = {
    "window.close": "test_keys.test_control_w_closes", "app.quit": "test_keys.test_control_n_opens_an_empty_window",
    "win.next-file": LEAFING, "win.previous-file": LEAFING,
    "win.record": "test_listening.test_what_is_heard_is_seen_and_recorded_and_its_source_may_go",
    "win.listen-original": HEARD, "win.listen-clean": HEARD, "win.listen-residue": HEARD,
    "win.harmonics": "test_walk.test_the_key_of_harmonics_draws_them",
    "win.listen-blind": BLIND, "win.answer-first": BLIND, "win.answer-second": BLIND,
}
#: What is typed first for a command, beyond what makes a small selection near the start of the recording.
FIRST = {
    "win.redo": ("m", "x", "Return", "ctrl+z"), "win.undo": ("m", "x", "Return"), "win.go-start": ("End",),
    "win.zoom-out": ("ctrl+plus",), "win.zoom-whole": ("ctrl+plus",), "win.view-back": ("ctrl+plus",),
    "win.view-forward": ("ctrl+plus", "alt+Left"), "win.page-back": ("ctrl+plus", "ctrl+plus", "End"),
    "win.page-forward": ("ctrl+plus", "ctrl+plus", "Home"), "win.normal-speed": ("bracketleft",),
    "win.reset-gain": ("ctrl+Up", "ctrl+Up"), "win.previous-mark": ("End",),
    "win.rename-mark": ("n",), "win.remove-mark": ("n",), "win.split-mark": ("n", "Right", "Right"),
    "win.find-previous": ("End",),
    "win.previous-clipping": ("End",), "win.previous-silence": ("End",),
    "win.nudge-mark-back": ("Escape", "End", "Left", "shift+Left"),
}


def test_no_key_is_dead(session):
    program = opened(session, marked(session.folder / "first.wav"), sounds.wav(session.folder / "second.wav", 15)).program
    walker = Walker(program)
    program.wait("marks", lambda event: event["count"] == 2)
    given = [(name, key) for name, key in interface.commands().items() if key]
    for name, key in given if WHOLE else given[::2]:
        if name in OTHERS:
            if not is_test(OTHERS[name]):
                walker.problems.append(f"{name}: there is no {OTHERS[name]}")
            continue
        screen.keys("ctrl+0", "Escape", "Home", "Right", "Right", "shift+Right", "shift+Right", *FIRST.get(name, ()))
        program.settle(0.05)
        since = walker.state()
        screen.keys(key)
        try:
            walker.expect_change(since, key)
        except Failure as problem:
            walker.problems.append(f"{name}: {problem}")
        walker.clear()
        if name not in ("win.undo", "win.redo") and (program.all("marks", since[0]) or program.all("lanes", since[0])):
            screen.keys("ctrl+z")
    judge(walker)


def test_the_key_of_harmonics_draws_them(session):
    program = opened(session).program
    plot = program.plot()
    screen.keys("g", "g", "g")
    program.wait("look", lambda event: event["style"] == "spectrogram")
    screen.move(*plot.at(300, plot.height // 5))
    program.settle(0.4)
    before = plot.picture().data
    screen.keys("shift+g")
    eventually(lambda: plot.picture().data != before, "lines over the spectrogram")
