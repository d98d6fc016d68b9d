"""Several waveforms in one window: dropped, drawn over each other, moved in time, muted, removed, and undone."""

import accessible
import drop
import palette
import screen
import sounds
from harness import CAMPAIGN, eventually, expect, expect_equal, expect_near

RATE = 48000
ESCAPE = 0xFF1B  # typed with `screen.tap`, which leaves the pointer's button held
BLUE = palette.BLUE  # the unplayed bars of the second color, on a light ground


def is_blue(color):
    """Also where it is blended with what lies below."""
    return (color & 255) - (color >> 16 & 255) > 15


def lanes(program):
    return program.last("lanes")["lanes"]


def two_lanes(session, first=20, second=10):
    """A recording, and a shorter one dropped on the lower half of it."""
    program = session.open(sounds.wav(session.folder / "first.wav", first))
    plot = program.plot()
    drop.files(program.window(), [sounds.wav(session.folder / "second.wav", second)],
               at=(plot.left + plot.width // 2, plot.top + plot.height * 3 // 4))
    program.wait("lanes", lambda e: len(e["lanes"]) == 2)
    program.settle(0.4)
    return program


def images(program):
    """The places of the waveforms on the screen, from top to bottom: (left, top, width, height)."""
    found = [n for n in accessible.nodes(program.tree()) if accessible.role(n) == "image" and accessible.is_visible(n)]
    places = [program.area(n) for n in found if accessible.name(n).startswith("Waveform")]
    return sorted((place for place in places if place[3] > 40 * program.scale), key=lambda place: place[1])


def test_a_file_dropped_below_has_a_lane_of_its_own(session):
    program = two_lanes(session)
    expect_equal([lane["over"] for lane in lanes(program)], [False, False], "which lie over others")
    expect_equal([lane["color"] for lane in lanes(program)], [0, 1], "the colors")
    places = eventually(lambda: found if len(found := images(program)) == 2 else None, "two waveforms to be seen")
    expect(places[0][1] + places[0][3] <= places[1][1], f"the lanes lie over each other: {places}")
    expect_equal(places[0][0::2], places[1][0::2], "left edge and width")
    expect_equal(program.viewport["length"], 20 * RATE, "the axis holds the longer one")
    expect_equal(len(program.windows()), 1, "windows")
    expect("second.wav" in accessible.texts(program.tree()), "the second name is nowhere")
    # The second one is half as long, and blue.
    left, top, width, height = places[1]
    corner = program.window().place
    picture = program.window().picture().crop(left - corner[0], top - corner[1], width, height)
    columns = [x for x in range(width) if BLUE in picture.column(x)]
    expect(columns, "nothing of the second waveform is seen")
    expect_near(columns[-1], width / 2, 6 * program.scale, "where the second waveform ends")


def test_a_file_dropped_on_a_waveform_lies_over_it(session):
    program = session.open(sounds.wav(session.folder / "first.wav", 20))
    plot = program.plot()
    drop.files(program.window(), [sounds.wav(session.folder / "second.wav", 20)],
               at=(plot.left + plot.width // 2, plot.top + plot.height // 4))
    program.wait("lanes", lambda e: [lane["over"] for lane in e["lanes"]] == [False, True])
    program.settle(0.4)
    places = images(program)
    expect_equal(len({place[1] for place in places}), 1, f"lanes: {places}")
    # A click goes through the front one.
    left, top, width, height = places[0]
    mark = program.mark()
    screen.click(left + width // 2, top + height // 2)
    program.wait("playhead", lambda e: abs(e["frame"] / RATE - 10) < 0.1, mark)


def test_a_single_channel_lies_in_each_lane_of_a_stereo_waveform(session):
    program = session.open(sounds.wav(session.folder / "stereo.wav", 20, channels=2))
    plot = program.plot()
    drop.files(program.window(), [sounds.wav(session.folder / "mono.wav", 20)],
               at=(plot.left + plot.width // 2, plot.top + plot.height // 4))
    program.wait("lanes", lambda e: [lane["over"] for lane in e["lanes"]] == [False, True])
    program.settle(0.6)
    expect("in each lane" in accessible.texts(program.tree()), "the header says how it lies")
    left, top, width, height = images(program)[0]
    corner = program.window().place
    picture = program.window().picture().crop(left - corner[0], top - corner[1], width, height)
    column = max((picture.column(x) for x in range(0, width, 3)), key=lambda c: sum(map(is_blue, c)))
    rows = [y for y, color in enumerate(column) if is_blue(color)]
    expect(rows, "nothing of the mono waveform is seen")
    border = [y for y in rows if abs(y - height / 2) < 4]
    expect(not border, f"it is drawn across the border of the lanes: {border}")
    upper, lower = [y for y in rows if y < height / 2], [y for y in rows if y > height / 2]
    for part, middle in ((upper, height / 4), (lower, height * 3 / 4)):
        expect(part and abs((part[0] + part[-1]) / 2 - middle) < 6, f"it lies at {part[:1]} to {part[-1:]}, not {middle}")


def test_alt_and_a_drag_move_a_waveform_in_time_and_undo_moves_it_back(session):
    program = two_lanes(session)
    left, top, width, height = images(program)[1]
    per_pixel = program.viewport["framesPerPixel"]
    program.focus()
    with screen.held("alt"):
        screen.drag(*((left + 100 + step, top + height // 2) for step in range(0, 121, 20)))
    program.settle()
    offset = lanes(program)[1]["offset"]
    expect_near(offset, 120 * per_pixel, 2 * per_pixel, "the offset")
    expect_equal(lanes(program)[0]["offset"], 0, "the other one's")
    mark = program.mark()
    screen.keys("ctrl+z")
    program.wait("lanes", lambda e: e["lanes"][1]["offset"] == 0, mark)
    mark = program.mark()
    screen.keys("ctrl+shift+z")
    program.wait("lanes", lambda e: e["lanes"][1]["offset"] == offset, mark)


def test_a_place_in_time_is_typed_as_a_time_or_to_the_sample(session):
    program = two_lanes(session)
    places = [n for n in accessible.nodes(program.tree()) if accessible.name(n).startswith("Begins at")]
    screen.click(*program.spot(max(places, key=lambda n: accessible.place(n)[1])))
    program.settle(0.3)
    mark = program.mark()
    screen.keys("ctrl+a")
    screen.keys("minus", "0", "colon", "0", "1", "period", "5", "Return")
    program.wait("lanes", lambda e: e["lanes"][1]["offset"] == -1.5 * RATE, mark)
    mark = program.mark()
    screen.keys("Tab", "ctrl+a")
    screen.keys("1", "2", "3", "4", "5", "Return")
    program.wait("lanes", lambda e: e["lanes"][1]["offset"] == 12345, mark)


def test_what_is_being_typed_stays_while_the_recording_changes(session):
    program = two_lanes(session)
    places = [n for n in accessible.nodes(program.tree()) if accessible.name(n).startswith("Begins at")]
    screen.click(*program.spot(max(places, key=lambda n: accessible.place(n)[1])))
    program.settle(0.3)
    screen.keys("ctrl+a")
    screen.keys("0", "colon", "0")
    mark = program.mark()
    mutes = sorted((n for n in accessible.nodes(program.tree()) if accessible.name(n) == "Mute"),
                   key=lambda n: accessible.place(n)[1])
    accessible.activate(mutes[-1])
    program.wait("lanes", lambda e: e["lanes"][1]["muted"], mark)
    mark = program.mark()
    screen.keys("2", "Return")
    program.wait("lanes", lambda e: e["lanes"][1]["offset"] == 2 * RATE, mark)


def test_mute_and_solo(session):
    program = two_lanes(session)
    for name, key in (("Mute", "muted"), ("Solo", "solo")):
        buttons = [n for n in accessible.nodes(program.tree()) if accessible.name(n) == name]
        mark = program.mark()
        screen.click(*program.spot(max(buttons, key=lambda n: accessible.place(n)[1])))
        program.wait("lanes", lambda e: [lane[key] for lane in e["lanes"]] == [False, True], mark)
    # Space plays all the same: the button did not take the focus.
    screen.keys("space")
    program.wait("playback", lambda e: e["playing"])


def test_the_menu_of_a_waveform(session):
    program = two_lanes(session)

    def choose(index, item):
        buttons = [n for n in accessible.nodes(program.tree()) if accessible.name(n) == "More about this waveform"]
        spots = sorted((program.spot(n) for n in buttons), key=lambda s: s[1])
        mark = program.mark()
        # GTK takes no click where a menu was closed before it has seen the pointer move.
        screen.move(*program.window().place[:2])
        program.settle()
        screen.click(*spots[-1 if index else 0])
        accessible.activate(eventually(
            lambda: accessible.find(program.tree(), None, item, part_of_role="menu item"), f"the item {item}"))
        return mark

    first, second = [lane["number"] for lane in lanes(program)]
    mark = choose(1, "Move Up")
    program.wait("lanes", lambda e: [lane["number"] for lane in e["lanes"]] == [second, first], mark)
    program.settle(0.4)
    mark = choose(1, "Draw Over the Lane Above")
    program.wait("lanes", lambda e: [lane["over"] for lane in e["lanes"]] == [False, True], mark)
    program.focus()
    screen.keys("ctrl+z")
    program.settle(0.4)
    mark = choose(1, "Hide Waveform")
    program.wait("lanes", lambda e: e["lanes"][1]["hidden"], mark)
    program.settle(0.4)
    expect_equal(len(images(program)), 1, "waveforms to be seen")
    mark = program.mark()
    # See `choose`.
    screen.move(*program.window().place[:2])
    program.settle()
    screen.click(*program.spot(next(
        n for n in accessible.nodes(program.tree())
        if accessible.role(n) == "push button" and accessible.name(n) == "Show Waveform" and accessible.is_visible(n))))
    program.wait("lanes", lambda e: not e["lanes"][1]["hidden"], mark)
    mark = choose(1, "Remove")
    program.wait("lanes", lambda e: [lane["number"] for lane in e["lanes"]] == [second], mark)
    program.settle(0.4)
    expect_equal(len(images(program)), 1, "waveforms to be seen")
    mark = program.mark()
    program.focus()
    screen.keys("ctrl+z")
    program.wait("lanes", lambda e: len(e["lanes"]) == 2, mark)


def test_a_file_that_cannot_be_read_says_why_in_its_lane(session):
    program = session.open(sounds.wav(session.folder / "first.wav", 20))
    bad = session.folder / "bad.wav"
    bad.write_bytes(b"this is no sound at all")
    plot = program.plot()
    drop.files(program.window(), [bad], at=(plot.left + plot.width // 2, plot.top + plot.height * 3 // 4))
    program.wait("lanes", lambda e: len(e["lanes"]) == 2)
    eventually(lambda: "“bad.wav” " in accessible.texts(program.tree()),
               "a sentence about the file")
    expect_equal(program.viewport["length"], 20 * RATE, "the length of the axis")
    expect_equal(len(images(program)), 1, "waveforms to be seen")


def test_sixteen_waveforms_can_be_scrolled(session):
    program = session.open(sounds.wav(session.folder / "first.wav", 20))
    plot = program.plot()
    files = [sounds.wav(session.folder / f"take {number}.wav", 5) for number in range(2, 17)]
    drop.files(program.window(), files, at=(plot.left + plot.width // 2, plot.top + plot.height * 3 // 4))
    program.wait("lanes", lambda e: len(e["lanes"]) == 16)
    program.settle(0.6)
    height = program.window().place[3] / program.scale
    expect(height < 800, f"the window has become {height} pixels high")
    first = images(program)[0][1]
    names = [n for n in accessible.nodes(program.tree()) if accessible.name(n) == "Mute"]
    def header():
        x, y = program.spot(names[0])
        return x - 150 * program.scale, y
    screen.move(*header())
    for _ in range(3):
        screen.click(*header(), button=screen.DOWN)
    eventually(lambda: images(program)[0][1] < first, "the lanes to be scrolled")


def three_lanes(session):
    program = session.open(sounds.wav(session.folder / "one.wav", 5))
    plot = program.plot()
    files = [sounds.wav(session.folder / f"{name}.wav", 5) for name in ("two", "three")]
    drop.files(program.window(), files, at=(plot.left + plot.width // 2, plot.top + plot.height * 3 // 4))
    program.wait("lanes", lambda e: len(e["lanes"]) == 3)
    program.settle(0.6)
    return program


def test_a_lane_is_dragged_to_another_place(session):
    program = three_lanes(session)
    colors = [lane["color"] for lane in program.last("lanes")["lanes"]]

    def header(index):
        names = [n for n in accessible.nodes(program.tree()) if accessible.name(n) == "Mute"]
        x, y = program.spot(names[index])
        return x - 200 * program.scale, y

    def dragged(start, end):
        mark = program.mark()
        screen.drag(start, (start[0], (start[1] + end[1]) // 2), end)
        program.wait("lanes", since=mark)
        program.settle(0.4)
        return [lane["color"] for lane in program.last("lanes")["lanes"]]

    program.focus()
    x, y = header(2)
    expect_equal(dragged((x, y), (x, header(0)[1] - 5)), [colors[2], colors[0], colors[1]],
                 "the order after the last was dragged to the top")
    x, y = header(0)
    expect_equal(dragged((x, y), (x, header(2)[1] - 5)), [colors[0], colors[2], colors[1]],
                 "the order after the first was dragged above the last")
    mark = program.mark()
    screen.keys("ctrl+z")
    program.wait("lanes", since=mark)
    expect_equal([lane["color"] for lane in program.last("lanes")["lanes"]], [colors[2], colors[0], colors[1]],
                 "the order after an undo")
    x, y = header(0)
    bottom = images(program)[-1]
    expect_equal(dragged((x, y), (x, bottom[1] + bottom[3] - 5)), [colors[0], colors[1], colors[2]],
                 "the order after the first was dragged below the last")
    # A click edits the name as ever.
    screen.click(*program.spot(program.find(None, "Name: one.wav")))
    program.settle(0.4)
    screen.keys("x", "Return")
    eventually(lambda: accessible.find(program.tree(), None, "Name: x"), "the waveform has another name")


def text_of_name(program, name):
    """A place on the text of a lane's name."""
    x, y, _, height = program.area(program.find(None, f"Name: {name}"))
    return x + 12 * program.scale, y + height // 2


def colors(program):
    return [lane["color"] for lane in lanes(program)]


def picture_of_lanes(program):
    """What is drawn from the first header to the end of the last waveform."""
    window, scale = program.window(), program.scale
    left, top = window.place[:2]
    last = images(program)[-1]
    start = text_of_name(program, program_names(program)[0])[1] - 20 * scale - top
    return window.picture().crop(30 * scale, start, window.place[2] - 60 * scale, last[1] + last[3] - top - start).data


def program_names(program):
    """The lanes' names, from top to bottom."""
    found = [n for n in accessible.nodes(program.tree()) if accessible.name(n).startswith("Name: ")]
    return [accessible.name(n)[6:] for n in sorted(found, key=lambda n: accessible.place(n)[1])]


def test_a_lane_is_dragged_by_the_text_of_its_name(session):
    program = three_lanes(session)
    before = colors(program)
    x, y = text_of_name(program, "three.wav")
    top = text_of_name(program, "one.wav")
    mark = program.mark()
    screen.drag((x, y), (x, (y + top[1]) // 2), (top[0], top[1] - 2))
    program.wait("lanes", since=mark)
    program.settle(0.4)
    expect_equal(colors(program), [before[2], before[0], before[1]], "the order")
    # Released on another one's name it is no text that was dropped there.
    expect_equal(program_names(program), ["three.wav", "one.wav", "two.wav"], "the names")


def test_a_drag_that_is_cancelled_gives_everything_back(session):
    program = three_lanes(session)
    program.focus()
    before = colors(program)
    names = [n for n in accessible.nodes(program.tree()) if accessible.name(n) == "Mute"]
    spots = sorted((program.spot(n) for n in names), key=lambda s: s[1])
    header = spots[2][0] - 200, spots[2][1]

    def picture():
        program.settle(0.4)
        return picture_of_lanes(program)

    for start in (header, text_of_name(program, "three.wav")):
        for cancel in (lambda: screen.tap(ESCAPE), lambda: screen.click(*target, button=3)):
            target = start[0], spots[0][1] - 5
            screen.move(5, 5)
            still = picture()
            screen.drag_along(start, (start[0], (start[1] + target[1]) // 2), target)
            eventually(lambda: picture() != still, "the drag is seen")
            mark = program.mark()
            cancel()
            screen.move(target[0], target[1] + 40)
            screen.release()
            screen.move(5, 5)
            eventually(lambda: picture() == still, "nothing of the drag is seen")
            expect_equal(program.all("lanes", mark), [], "what was done to the lanes")
    expect_equal(colors(program), before, "the order")
    mark = program.mark()
    screen.drag(header, (header[0], (header[1] + spots[0][1]) // 2), (header[0], spots[0][1] - 5))
    program.wait("lanes", since=mark, what="another drag")
    expect_equal(colors(program), [before[2], before[0], before[1]], "the order after another drag")


def test_escape_takes_a_drag_over_waveforms_back(session):
    program = two_lanes(session)
    program.focus()
    left, top, _, height = images(program)[1]
    # A waveform that is moved in time.
    mark = program.mark()
    with screen.held("alt"):
        screen.drag_along(*((left + 100 + step, top + height // 2) for step in range(0, 121, 20)))
    program.wait("lanes", lambda e: e["lanes"][1]["offset"] > 0, mark)
    mark = program.mark()
    screen.tap(ESCAPE)
    program.wait("lanes", lambda e: e["lanes"][1]["offset"] == 0, mark)
    screen.move(left + 300, top + height // 2)
    screen.release()
    program.settle()
    expect_equal(lanes(program)[1]["offset"], 0, "the offset after the button was released")
    # A selection: the one before is there again.
    screen.drag(*((left + x, top + height // 2) for x in (100, 150, 200)))
    program.settle()
    before = program.selection
    expect(before, "nothing is selected")
    mark = program.mark()
    screen.drag_along(*((left + x, top + height // 2) for x in (300, 350, 400)))
    program.wait("selection", lambda e: "none" not in e and e["start"] > before[1], mark)
    screen.tap(ESCAPE)
    screen.release()
    program.settle()
    expect_equal(program.selection, before, "the selection")


def test_space_plays_after_a_place_in_time_was_typed(session):
    program = two_lanes(session)
    places = [n for n in accessible.nodes(program.tree()) if accessible.name(n).startswith("Begins at")]
    screen.click(*program.spot(max(places, key=lambda n: accessible.place(n)[1])))
    program.settle(0.3)
    mark = program.mark()
    screen.keys("ctrl+a")
    screen.keys("0", "period", "2", "5", "Return")
    program.wait("lanes", lambda e: e["lanes"][1]["offset"] == RATE // 4, mark)
    screen.keys("Escape")
    program.settle(0.3)
    mark = program.mark()
    screen.keys("space")
    program.wait("playback", lambda e: e["playing"], mark)


def test_space_plays_after_any_popover_was_closed(session):
    program = two_lanes(session)
    program.focus()
    names = ["Main menu", "View", "Recent recordings", "Time format", "Speed", "Volume", "Begins at",
             "More about this waveform"]
    for number, name in enumerate(names):
        left, top = program.window().place[:2]
        ways = (lambda: screen.keys("Escape"), lambda: screen.click(left + 200, top + 12))
        for close in ways if CAMPAIGN else ways[number % 2:][:1]:
            # GTK takes no click where a menu was closed before it has seen the pointer move.
            screen.move(left + 210, top + 14)
            program.settle()
            screen.click(*program.spot(program.find(None, name)))
            program.settle(0.3)
            close()
            program.settle(0.3)
            for playing in (True, False):
                mark = program.mark()
                screen.keys("space")
                program.wait("playback", lambda e: e["playing"] == playing, mark, what=f"Space after {name}")
