"""Pictures to keep: the dialog with its preview, the file, and the clipboard."""

import screen
import sounds
from harness import eventually, expect, expect_equal
from test_export import save, titled


def test_a_picture_is_shown_written_and_copied(session):
    path = sounds.wav(session.folder / "pulses.wav", 5)
    program = session.open(path)
    since = program.mark()
    screen.keys("ctrl+shift+p")
    eventually(lambda: titled(program, "Export Picture", "combo box"), "the dialog")
    program.wait("picture-dialog", since=since)
    program.wait("picture-drawn", since=since)
    out = session.folder / "figure.svg"
    # The name that is typed decides the format.
    save(program, out)
    program.wait("picture-exported", since=since)
    text = out.read_text()
    expect("width=\"160.07mm\"" in text and ">Time (s)</text>" in text and ">pulses.wav</text>" in text, text[:400])
    eventually(lambda: not any(window.title == "Export Picture" for window in program.windows()), "the dialog is gone")
    since = program.mark()
    screen.keys("ctrl+shift+c")
    program.wait("picture-copied", since=since)
