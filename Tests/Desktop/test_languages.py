"""The window in another language: a pseudo-locale shows what is not translated, and what has no room for longer words."""

import os
import pathlib
import re
import subprocess

import accessible
import screen
import sounds
from accessible import Atspi, gi
from harness import eventually, expect, expect_equal
from test_menus import items

gi.require_version("Pango", "1.0")
gi.require_version("PangoCairo", "1.0")
from gi.repository import Pango, PangoCairo  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]
FILE = "pulses.wav"
# GTK's and libadwaita's own, which have their own translations.
TOOLKIT = {"About", "Backspace", "Close", "Close the window", "Details", "Legal", "Page Down", "Page Up", "Preferences"}
# Names, units and keys, which are the same everywhere; words of fewer letters are not looked at.
SAME = {"Barline", "LUFS", "dBFS", "dBTP", "Ctrl", "Shift"}
# What GTK calls widgets that have no name.
NAMELESS = re.compile(r"(Gtk|Adw|Barline)[A-Z]\w+$")


def opened(session, language):
    """The window in a language whose catalog scripts/messages or msgfmt has written below `catalogs`."""
    # glibc's C.UTF-8 heeds LANGUAGE; no language need be installed.
    program = session.open(sounds.wav(session.folder / FILE), env={
        "BARLINE_LOCALE_DIR": str(session.folder / "catalogs"), "LC_ALL": "C.UTF-8", "LANGUAGE": language})
    program.focus()
    return program


def is_translated(text):
    """Whether a translator has seen it; a sentence may have been put into another one."""
    if "⟦" in text or text in TOOLKIT or NAMELESS.match(text):
        return True
    return set(re.findall(r"[^\W\d_]{4,}", text.replace(FILE, ""))) <= SAME


def is_cut_off(label):
    """Whether a label needs more room than it has. GTK 4.8 does not say where letters are, but in which font: the text is
    laid out once more, as wide as the label is."""
    text = label.get_text_iface()
    if text is None:
        return False
    font, attributes = Pango.FontDescription(), Atspi.Text.get_default_attributes(text)
    font.set_family(attributes["family-name"])
    font.set_absolute_size(float(attributes["size"]) * Pango.SCALE)
    font.set_weight(int(attributes["weight"]))
    layout = Pango.Layout(PangoCairo.FontMap.get_default().create_context())
    layout.set_font_description(font)
    layout.set_text(Atspi.Text.get_text(text, 0, Atspi.Text.get_character_count(text)), -1)
    _, _, width, height = accessible.place(label)
    # A pixel of rounding; lines that are wrapped may break elsewhere.
    layout.set_width((width + 1) * Pango.SCALE)
    layout.set_wrap(Pango.WrapMode.WORD_CHAR)
    return layout.get_pixel_size().height > height * 1.2 + 1


class Reader:
    """Reads what is shown, and keeps what is wrong with it."""

    def __init__(self, program, look):
        self.program, self.look, self.wrong = program, look, set()

    def read(self):
        self.program.settle()
        for node in accessible.nodes(self.program.tree()):
            try:
                self.wrong.update(self.look(node))
            except accessible.GONE:
                pass


def read_everything(reader):
    """Opens every panel, popover and window of the program."""
    program = reader.program
    reader.read()
    screen.keys("m")
    program.wait("marks", lambda e: e["count"] == 1)
    screen.keys("Return")
    for key, event in (("F7", "measures"), ("F6", "spectrum"), ("F9", "mark-list"), ("ctrl+d", "noise")):
        mark = program.mark()
        screen.keys(key)
        program.wait(f"{event}-panel", lambda e: e["open"], since=mark)
        reader.read()
    screen.keys("ctrl+d")
    for keys in ("ctrl+f", "ctrl+t", "F10", "shift+F10"):
        screen.keys(keys)
        reader.read()
        screen.keys("Escape")
    for keys in ("ctrl+comma", "alt+Return", "ctrl+question", "ctrl+shift+e", "ctrl+shift+p"):
        program.focus()
        screen.keys(keys)
        read_window(reader)


def test_all_that_is_shown_is_translated_and_has_room(session):
    subprocess.run([ROOT / "scripts/messages", "pseudo", session.folder / "catalogs"], check=True)
    program = opened(session, "en_XA")
    cut = set()

    def look(node):
        if accessible.role(node) == "label" and is_cut_off(node):
            cut.add(accessible.name(node))
        return [text for text in (accessible.name(node), node.get_description() or "") if not is_translated(text)]

    reader = Reader(program, look)
    read_everything(reader)
    screen.keys("F10")
    eventually(lambda: items(program), "the main menu")
    # The last one: about the program.
    screen.keys("Up", "Return")
    read_window(reader)
    expect_equal(sorted(reader.wrong), [], "what is shown in English")
    expect_equal(sorted(cut), [], "what is cut off")
    program.quit()


def test_every_number_has_the_sign_of_the_language(session):
    folder = session.folder / "catalogs/de/LC_MESSAGES"
    folder.mkdir(parents=True)
    subprocess.run(["msgfmt", ROOT / "po/de.po", "-o", folder / "barline.mo"], check=True)
    program = opened(session, "de")
    numbers = set()

    def look(node):
        texts = [accessible.name(node), node.get_description() or "", accessible.written(node)]
        numbers.update(text for text in texts if re.search(r"\d,\d", text))
        return [text for text in texts if re.search(r"\d\.\d", text)]

    reader = Reader(program, look)
    read_everything(reader)
    expect_equal(sorted(reader.wrong), [], "numbers with a point")
    expect(len(numbers) > 20, f"and with a comma: {sorted(numbers)}")
    program.quit()


def read_window(reader):
    """Reads a dialog and closes it."""
    eventually(lambda: len(reader.program.windows()) == 2, "the window")
    reader.read()
    screen.keys("Escape")
    eventually(lambda: len(reader.program.windows()) == 1, "the window closes")


def test_the_window_starts_in_every_language_of_the_system(session):
    """Whatever keeps settings says of a file that is not there, in the words of the C library: GLib has to have them."""
    languages = sorted(path.parents[1].name for path in pathlib.Path("/usr/share/locale").glob("*/LC_MESSAGES/libc.mo"))
    expect("ru" in languages, f"the C library has its translations here: {languages}")
    # The private display has no dconf (scripts/with-display).
    backends = ["keyfile", "memory"]
    if not os.environ.get("BARLINE_CAMPAIGNS"):
        languages, backends = [language for language in languages if language in ("de", "ru", "ja")], backends[:1]
    for language in languages:
        for backend in backends:
            program = session.start(env={"LANGUAGE": language, "LC_ALL": "C.UTF-8", "GSETTINGS_BACKEND": backend})
            program.wait("first-frame", what=f"a window in {language} with {backend}")
            program.quit()
            expect("???" not in program.error_path.read_text(), f"{language}, {backend}: {program.error_path.read_text()}")
