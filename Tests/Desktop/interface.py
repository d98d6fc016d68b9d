"""The controls of the program, as its interface files describe them: nobody lists them a second time."""

import dataclasses
import pathlib
import re
import xml.etree.ElementTree as xml

FOLDER = pathlib.Path(__file__).resolve().parents[2] / "resources"
#: How a control of a class is changed.
KINDS = {
    "GtkButton": "button", "GtkToggleButton": "button", "GtkCheckButton": "button", "GtkMenuButton": "menu",
    "GtkSwitch": "switch", "GtkDropDown": "choice", "AdwComboRow": "choice", "GtkComboBoxText": "list",
    "GtkSpinButton": "spin", "GtkScale": "scale", "GtkEntry": "text", "GtkSearchEntry": "text", "AdwEntryRow": "row",
    "GtkTextView": "note", "GtkEditableLabel": "label", "GtkColorButton": "color",
}
#: What nobody can change; a click on a row is one on the control in it.
PASSIVE = set("""GtkBox GtkLabel GtkImage GtkAdjustment GtkSizeGroup GtkScrolledWindow GtkStack GtkStackPage GtkSeparator GtkGrid
    GtkCenterBox GtkRevealer GtkPopover GtkProgressBar GtkStringList GtkListBox GtkOverlay GtkTextBuffer GtkViewport
    AdwWindow AdwApplicationWindow AdwPreferencesWindow AdwPreferencesPage AdwPreferencesGroup AdwPreferencesRow AdwActionRow
    AdwHeaderBar AdwWindowTitle AdwClamp AdwFlap AdwSqueezer AdwStatusPage AdwToastOverlay AdwBin BarlineCachedBin""".split())
ROWS = ("AdwActionRow", "AdwPreferencesRow")


@dataclasses.dataclass(frozen=True)
class Control:
    file: str
    identifier: str
    kind: str
    #: One of them is how it is read out; more may follow it. Empty when the program gives it one while it runs.
    names: tuple

    def __str__(self):
        return f"{self.file}: {self.identifier}"


def files():
    """The names of the interface files in which there are controls."""
    return sorted(path.name for path in FOLDER.glob("*.ui") if controls(path.name))


def controls(file):
    """The controls of an interface file, in its order."""
    root = xml.parse(FOLDER / file).getroot()
    parents = {child: parent for parent in root.iter() for child in parent}
    objects = {node.get("id"): node for node in root.iter("object") if node.get("id")}
    found = []
    for node in root.iter("object"):
        kind = KINDS.get(node.get("class"))
        if kind is None:
            if node.get("class") not in PASSIVE:
                raise LookupError(f"{file}: what can be done with a {node.get('class')} has to be told in interface.py")
            continue
        names = _names(node, objects, parents, root)
        found.append(Control(file, node.get("id") or _text(node, "action-target") or _text(node, "action-name"), kind, names))
    return found


def _names(node, objects, parents, root):
    names = [_text(part, None) for part in node.findall("accessibility/property") if part.get("name") == "label"]
    names += [_text(objects[part.text.strip()], "label") for part in node.findall("accessibility/relation")
              if part.get("name") == "labelled-by"]
    names += [_text(node, name) for name in ("label", "title", "tooltip-text")]
    # Labels within it, and those that say what it is.
    names += [_text(label, "label") for label in root.iter("object") if label.get("class") == "GtkLabel"
              and (node in _around(label, parents) or node.get("id") == (_text(label, "mnemonic-widget") or 0))]
    names += [_text(row, "title") for row in _around(node, parents) if row.get("class") in ROWS]
    if node.get("class") == "GtkComboBoxText":  # it has no name; that of its entry is another control
        names = ["GtkComboBoxText"]
    return tuple(dict.fromkeys(plain(name) for name in names if name))


def _around(node, parents):
    while node in parents:
        node = parents[node]
        yield node


def _text(node, name):
    if name is None:
        return (node.text or "").strip()
    return next(((part.text or "").strip() for part in node.findall("property") if part.get("name") == name), "")


def plain(name):
    """Without the mark of a mnemonic, and without markup: as it is read out."""
    return name.replace("_", "").replace("<i>", "").replace("</i>", "")


def commands():
    """The commands of the program, and the first key of each, as xdotool spells it, or None: of its one table."""
    text = (FOLDER.parent / "Sources/Window/WaveformViews/Commands/Command.swift").read_text(encoding="utf-8")
    names = dict(re.findall(r'\b(\w+) =\s+"((?:win|app|window|gtk)\.[a-z-]+)"', text))
    table = re.split(r"\n    \.(\w+): Details\(", text[text.index("private static let table"):])[1:]
    keys = {case: re.search(r'(?:keys|plainKeys): \["([^"]+)"', details) for case, details in zip(table[::2], table[1::2])}
    return {name: _key(keys[case][1]) if keys.get(case) else None for case, name in names.items()}


def _key(key):
    for word, short in (("Control", "ctrl"), ("Shift", "shift"), ("Alt", "alt")):
        key = key.replace(f"<{word}>", f"{short}+")
    return key
