"""Places that are typed: Go to, and the numbers below the waveform."""

import accessible
import screen
import sounds
from harness import eventually, expect, expect_equal

RATE = 48000


def opened(session):
    program = session.open(sounds.wav(session.folder / "pulses.wav", 60))
    program.focus()
    return program


def entry(program, title):
    """The entry with that name, once it has the focus."""
    node = eventually(lambda: accessible.find(program.tree(), "text", title), f"the entry of {title}")
    focused = accessible.Atspi.StateType.FOCUSED
    eventually(lambda: node.get_state_set().contains(focused), "it has the focus")
    return node


def type_in(*keys):
    screen.keys("ctrl+a")
    screen.keys(*keys, "Return")


def test_go_to_a_time_and_why_not(session):
    program = opened(session)
    for _ in range(5):
        screen.keys("ctrl+plus")
    program.settle(0.3)
    screen.keys("ctrl+g")
    entry(program, "Go To")
    mark = program.mark()
    type_in("0", "colon", "7", "5")
    eventually(lambda: "the last two below 60" in accessible.texts(program.tree()), "why it is refused")
    expect_equal(program.all("playhead", mark), [], "moves of the playhead")
    type_in("0", "colon", "3", "0", "period", "5")
    program.wait("playhead", lambda e: e["frame"] == 30.5 * RATE, mark)
    view = program.wait("viewport", lambda v: v["start"] <= 30.5 * RATE, mark)
    middle = view["start"] + view["framesPerPixel"] * view["width"] / 2
    eventually(lambda: program.viewport["start"] > 0, "the view goes there")
    program.settle()
    view = program.viewport
    middle = view["start"] + view["framesPerPixel"] * view["width"] / 2
    expect(abs(middle - 30.5 * RATE) < 2 * view["framesPerPixel"], f"the middle of the view is {middle}")
    # The keys are the window's again.
    mark = program.mark()
    screen.keys("space")
    program.wait("playback", lambda e: e["playing"], mark)


def number_below(program, name):
    """The readout whose name begins so, among those that have room."""
    return next(n for n in accessible.nodes(program.tree())
                if accessible.name(n).startswith(name) and accessible.place(n)[2] > 0 and accessible.is_visible(n))


def test_the_numbers_of_a_selection_are_typed(session):
    program = opened(session)
    plot = program.plot()
    plot.drag(200, 300, 400)
    program.settle()
    start, end = program.selection
    for name, title, keys, wanted in (
            ("Length: ", "Selection Length", ("plus", "1"), lambda: (start, end + RATE)),
            ("End: ", "Selection End", ("2", "0"), lambda: (start, 20 * RATE)),
            ("Selection Start: ", "Selection Start", ("5", "0", "percent"), None)):
        screen.click(*program.spot(number_below(program, name)))
        entry(program, title)
        type_in(*keys)
        if wanted:
            eventually(lambda: program.selection == wanted(), f"{name}{wanted()}, not {program.selection}")
            # While it is there, a press beside it only closes it.
            eventually(lambda: accessible.find(program.tree(), "text", title) is None, f"the entry of {title} goes")
            program.settle(0.3)
    eventually(lambda: "The latest is" in accessible.texts(program.tree()), "a start behind the end is refused")
    expect_equal(program.selection, (start, 20 * RATE), "the selection")
    screen.keys("Escape")


def test_a_number_opens_where_the_button_goes_up(session):
    program = opened(session)
    program.plot().drag(200, 300, 400)
    program.settle()
    number = program.spot(number_below(program, "Length: "))
    other = program.spot(accessible.find(program.tree(), None, "Play"))
    # GTK counted the press of what opened a popover against whatever the held pointer came to, and complained.
    screen.move(*number)
    screen.press()
    program.settle(0.2)
    expect(not accessible.find(program.tree(), "text", "Selection Length"), "nothing opens while the button is down")
    screen.move(*other)
    program.settle(0.2)
    screen.release()
    program.settle(0.2)
    expect(not accessible.find(program.tree(), "text", "Selection Length"), "a press that was dragged away opens nothing")
    screen.click(*number)
    entry(program, "Selection Length")
    # A window that closes over an open popover leaves GTK's tooltip of it waiting, which complains when it is over.
    screen.keys("Escape")


def test_edges_are_nudged_by_keys_and_undo_brings_a_selection_back(session):
    program = opened(session)
    plot = program.plot()
    plot.drag(200, 300, 400)
    program.settle()
    start, end = program.selection
    pixel = program.viewport["framesPerPixel"] * program.scale

    def becomes(wanted, what):
        eventually(lambda: program.selection == wanted, f"{what}: {wanted}")
    for keys, frames in ((("period",), 1), (("comma",), 0), (("alt+period",), 48), (("alt+comma",), 0),
                         (("ctrl+shift+Right",), round(pixel)), (("ctrl+shift+Left",), 0),
                         (("shift+Right",), round(10 * pixel)), (("shift+Left",), 0)):
        screen.keys(*keys)
        becomes((start, end + frames), keys)
    screen.keys("x", "period", "period")
    becomes((start + 2, end), "the other edge")
    mark = program.mark()
    screen.keys("shift+z")
    crossing = program.wait("selection", since=mark)
    expect(start - 100 < crossing["start"] < start + 2, f"a zero crossing before {start + 2}: {crossing}")
    # The first one is for the message about the edge.
    screen.keys("Escape", "Escape")
    becomes(None, "no selection")
    screen.keys("ctrl+z")
    becomes((crossing["start"], end), "what was lost")
    eventually(lambda: "Undone: selection cleared" in accessible.texts(program.tree()), "the step is named")
    screen.keys("ctrl+z")
    becomes((start, end), "all nudges")


def test_a_dragged_edge_snaps_and_start_end_and_length_are_typed_by_keys(session):
    program = opened(session)
    plot = program.plot()
    pixel = program.viewport["framesPerPixel"]
    screen.keys("s")
    eventually(lambda: "Edges snap to marks, sounds and ticks" in accessible.texts(program.tree()), "it is told")
    # There is a tick, and a sound begins with a sample of 0.
    tick = round(30 * RATE / pixel)
    plot.drag(tick - 100, tick - 50, tick + 2)
    eventually(lambda: program.selection and program.selection[1] - 30 * RATE in (0, 1), "the end snaps to 0:30")
    program.settle()
    screen.keys("ctrl+t")
    entry(program, "Selection Start")
    screen.keys("ctrl+a", "1", "0", "Tab")
    entry(program, "Selection End")
    screen.keys("ctrl+a", "2", "0", "Tab")
    entry(program, "Selection Length")
    screen.keys("shift+Tab")
    entry(program, "Selection End")
    screen.keys("Return")
    eventually(lambda: program.selection == (10 * RATE, 20 * RATE), f"10 to 20 s, not {program.selection}")
