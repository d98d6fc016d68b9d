"""Samples without a header: the dialog that asks what they are, with its live picture."""

import accessible
import screen
import sounds
from palette import LIGHT
from harness import SAMPLES, eventually, expect, expect_equal


def dialog(program):
    """The dialog's part of the tree."""
    def find():
        tree = program.tree()
        for index in range(tree.get_child_count()):
            child = tree.get_child_at_index(index)
            if accessible.name(child) == "Open as Raw Data":
                return child
        return None
    return eventually(find, "the dialog")


def spot(program, node):
    """The middle of a node of the dialog on the screen."""
    return program.spot(node, program.window("Raw Data"))


def click(program, role, prefix):
    screen.click(*spot(program, eventually(
        lambda: accessible.find(dialog(program), role, prefix), f"a {role} “{prefix}”")))


def summary(program):
    node = accessible.find(dialog(program), "status bar")
    return accessible.name(node) if node else ""


def says(program, text):
    eventually(lambda: text in summary(program), f"the dialog says “{text}”: {summary(program)}")


def raw_speech(session):
    """The samples of a recording without its header, of 44 bytes, under a name that says nothing."""
    path = session.folder / "speech.samples"
    path.write_bytes((SAMPLES / "speech.wav").read_bytes()[44:])
    return path


def starts(session, path):
    program = session.start(path)
    program.wait("failed", lambda e: e["code"] == "unknownFormat")
    button = program.find("push button", "Open as Raw Data")
    program.focus()
    screen.click(*program.spot(button))
    dialog(program)
    return program


def enter(program, role, prefix, text):
    """Types over what stands in an entry."""
    x, y = spot(program, eventually(lambda: accessible.find(dialog(program), role, prefix), prefix))
    screen.click(x - 20, y, count=3)
    screen.keys("ctrl+a")
    screen.keys(*text, "Tab")


def grouped(count):
    """As the program writes it, with thin spaces."""
    return f"{count:,}".replace(",", "\u202f")


def test_an_unknown_file_is_opened_as_raw_data(session):
    path = raw_speech(session)
    length = path.stat().st_size // 2
    program = starts(session, path)
    says(program, f"{grouped(length)} frames")  # 16 bits, as it was guessed
    picture = eventually(lambda: accessible.find(dialog(program), "image", "Waveform"), "a picture")
    x, y = spot(program, picture)

    def bars():
        window = program.window("Raw Data")
        left, top, _, _ = window.place
        return window.picture().colors(x - left - 150, y - top - 40, 300, 80)[LIGHT.bar]
    before = eventually(bars, "bars in the picture")
    enter(program, "text", "Sample rate", ("1", "6", "k"))
    says(program, "0:15.390")
    click(program, "combo box", "Encoding")
    eventually(lambda: accessible.find(dialog(program), "label", "64-bit float"), "the list of encodings")
    screen.keys("Home", "Down", "Return")
    says(program, f"{grouped(2 * length)} frames")
    eventually(lambda: bars() > 1.5 * before, "misread, the picture is noise")
    click(program, "combo box", "Encoding")
    eventually(lambda: accessible.find(dialog(program), "label", "64-bit float"), "the list of encodings")
    screen.keys("Home", "Down", "Down", "Return")
    says(program, f"{grouped(length)} frames")
    click(program, "push button", "Open")
    program.wait("overview-complete")
    expect_equal(program.viewport["length"], length, "the length")
    texts = accessible.texts(program.tree())
    for word in ("16-bit PCM", "16 kHz", "Mono", "0:15.390"):
        expect(word in texts, f"“{word}” is nowhere in the window: {texts}")


def test_values_that_cannot_be_are_refused_in_words(session):
    path = raw_speech(session)
    program = starts(session, path)
    says(program, "frames")
    enter(program, "text", "Sample rate", ("0",))
    says(program, "The sample rate must be a number from 1 to 768,000 Hz.")
    button = accessible.find(dialog(program), "push button", "Open")
    sensitive = accessible.Atspi.StateType.SENSITIVE
    eventually(lambda: not button.get_state_set().contains(sensitive), "it cannot be opened so")
    enter(program, "text", "Sample rate", ("8", "0", "0", "0"))
    says(program, "frames")
    enter(program, "spin button", "Offset", tuple("99999999"))
    says(program, "The offset lies beyond the end of the file")
    screen.keys("Escape")
    eventually(lambda: len(program.windows()) == 1, "Escape closes the dialog")
    program.find("push button", "Open as Raw Data")


def test_what_was_chosen_is_remembered(session):
    path = raw_speech(session)
    program = starts(session, path)
    says(program, "frames")
    enter(program, "text", "Sample rate", ("1", "2", "0", "0", "0"))
    says(program, "0:20.520")
    click(program, "push button", "Open")
    program.wait("overview-complete")
    program.choose("View", "Recording", "Open as Raw Data…")
    says(program, "0:20.520")
    screen.keys("Escape")


def test_a_file_of_one_byte(session):
    path = session.folder / "one"
    path.write_bytes(b"\x07")
    program = starts(session, path)
    says(program, "One sample takes 2 bytes, but the file is only 1 byte long.")
    screen.keys("Escape")
    eventually(lambda: len(program.windows()) == 1, "the dialog is closed")


def test_closing_the_window_closes_the_dialog(session):
    """And nothing of it is left: the program ends."""
    program = starts(session, raw_speech(session))
    says(program, "frames")


def test_a_known_recording_can_be_read_as_raw_data(session):
    program = session.open(sounds.wav(session.folder / "known.wav", 2, 48000))
    program.choose("View", "Recording", "Open as Raw Data…")
    says(program, f"{grouped(48000 * 2 + 22)} frames")
    screen.keys("Escape")
