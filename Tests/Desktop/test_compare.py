"""Two recordings that are compared: opened so, their difference, keys, a place that is gone to, and the blind test."""

import subprocess

import accessible
import screen
from harness import eventually, expect, expect_equal, expect_near

RATE = 48000


def pair(session):
    """Noise of two seconds, and the same with half a second of it at half the level, from 1 s on."""
    first, second = session.folder / "first.wav", session.folder / "second.wav"
    subprocess.run(["sox", "-R", "-n", "-r", str(RATE), "-b", "16", "-D", first, "synth", "2", "whitenoise", "vol", "0.25"], check=True)
    parts = []
    for number, (start, length, level) in enumerate(((0, 1, 1), (1, 0.5, 0.5), (1.5, 0.5, 1))):
        part = session.folder / f"part{number}.wav"
        subprocess.run(["sox", "-D", first, part, "trim", str(start), str(length), "vol", str(level)], check=True)
        parts.append(part)
    subprocess.run(["sox", "-D", *parts, second], check=True)
    return first, second


def compared(session, **options):
    program = session.start(*pair(session), options=["--together", "--compare"], **options)
    program.wait("difference", lambda e: e.get("complete") and e["looked"])
    eventually(lambda: accessible.find(program.tree(), "push button", "Align"), "the panel")
    program.settle(0.3)
    program.focus()
    return program


def test_two_that_are_named_are_compared_and_a_place_is_gone_to(session):
    program = compared(session)
    names = [lane["name"] for lane in program.last("lanes")["lanes"]]
    expect_equal(names, ["first.wav", "second.wav", "Difference"], "the lanes")
    mark = program.mark()
    accessible.activate(program.find("push button", "First difference"))
    place = program.wait("playhead", since=mark)
    # The first sample of the noise from there on that is not 0.
    expect_near(place["frame"], RATE, 8, "where the two begin to differ")
    screen.keys("Home")
    program.wait("playhead", lambda e: e["frame"] == 0, mark)
    # Of two seconds the second one differs: its bar is the right half.
    # It lies below: the wheel brings it up.
    screen.click(*program.spot(program.find("push button", "Mark All")), button=5, count=6)
    program.settle(0.2)
    x, y = program.spot(program.find("image", "Difference over time"))
    mark = program.mark()
    screen.click(x + 30, y)
    expect_equal(program.wait("playhead", since=mark)["frame"], RATE, "the step that was clicked")
    mark = program.mark()
    accessible.activate(program.find("push button", "Identical for"))
    selection = program.wait("selection", lambda e: "start" in e, mark)
    expect_equal(selection["start"], 0, "where the first stretch begins")
    mark = program.mark()
    accessible.activate(program.find("push button", "Remove Difference"))
    program.wait("comparison", lambda e: "none" in e, mark)
    screen.keys("ctrl+z")
    program.wait("difference", lambda e: e.get("complete"), mark)


def test_keys_choose_what_is_heard_and_a_blind_test_counts(session):
    program = compared(session)
    for key, what in (("3", "difference"), ("2", "second"), ("1", "first")):
        mark = program.mark()
        screen.keys(key)
        program.wait("compared-sound", lambda e: e["to"] == what, mark)
    mark = program.mark()
    screen.click(*program.spot(program.find("check box", "Blind test")))
    program.wait("blind-test", lambda e: e["total"] == 0, mark)
    right = 0
    for total in (1, 2, 3):
        screen.keys("4")
        mark = program.mark()
        answer = "A" if total % 2 else "B"
        screen.keys("alt+1" if answer == "A" else "alt+2")
        test = program.wait("blind-test", lambda e: e["total"] == total, mark)
        texts = eventually(lambda: t if f"of {total} right" in (t := accessible.texts(program.tree())) else "",
                           "the panel counts")
        is_right = f"it was {answer}." in texts
        expect_equal("Right, it was" in texts, is_right, f"an answer is right that says what X was: {texts}")
        right += is_right
        expect_equal(test["right"], right, "the right answers")
        expect(f"{right} of {total} right" in texts, f"the panel counts them: {texts}")


def test_channels_that_stand_apart_are_shown_and_compared_by_number_again(session):
    first, second = session.folder / "first.wav", session.folder / "second.wav"
    subprocess.run(["sox", "-R", "-n", "-r", str(RATE), "-b", "16", "-c", "2", first, "synth", "3", "whitenoise", "whitenoise", "vol", "0.5"],
                   check=True)
    subprocess.run(["sox", "-D", first, second, "remix", "2v-1", "1v0.5", "trim", "0.25"], check=True)
    program = session.start(first, second, options=["--together", "--compare"])
    program.wait("difference", lambda e: e.get("complete") and e["looked"])
    mark = program.mark()
    accessible.activate(eventually(lambda: accessible.find(program.tree(), "push button", "Align"), "the panel"))
    aligned = program.wait("comparison", lambda e: e.get("channels"), mark)
    expect_equal((aligned["offset"], aligned["channels"]), (RATE // 4, [1, 0]), "how B lies")
    program.wait("difference", lambda e: e.get("complete") and e["looked"], mark)
    texts = eventually(lambda: t if "Channel 1 with 2" in (t := accessible.texts(program.tree())) else "", "the channels are listed")
    expect("Channel 1 with 2, +6.0\u202fdB" in texts and "Channel 2 with 1, 0.0\u202fdB, upside down" in texts,
           f"gain and polarity: {texts}")
    program.settle(0.3)
    mark = program.mark()
    screen.click(*program.spot(program.find("push button", "Compare Channels by Number")))
    program.wait("comparison", lambda e: e.get("channels") == [], mark)
    eventually(lambda: "Channel 1 with 2" not in accessible.texts(program.tree()), "the list goes")
    mark = program.mark()
    program.focus()
    screen.keys("ctrl+z")
    program.wait("comparison", lambda e: e.get("channels") == [1, 0], mark)


def test_the_difference_follows_gain_and_polarity(session):
    program = compared(session)
    mark = program.mark()
    accessible.set_value(program.find("slider", "Gain of B"), 6)
    program.wait("comparison", lambda e: e.get("gain") == 6, mark)
    program.wait("difference", lambda e: e.get("job", 0) > 0 and e["complete"], mark)
    program.settle(0.2)
    mark = program.mark()
    program.focus()
    screen.keys("ctrl+z")
    program.wait("comparison", lambda e: e.get("gain") == 0, mark)
