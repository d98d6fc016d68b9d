"""The accessibility tree, as a screen reader sees it."""

import os

# Nothing that libatspi 2.46 remembers may be used: its copy of the tree can come to hold a circle, and to clear that copy
# never ends then (it overflowed the stack). Read by Atspi.init().
os.environ["ATSPI_NO_CACHE"] = "1"

import gi  # noqa: E402

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib  # noqa: E402

#: What reading a node raises that has gone; `place` finds no interface then.
GONE = (GLib.Error, LookupError)
# A program that has just started does not have its tree yet; libatspi says so on our standard error.
GLib.log_set_handler("dbind", GLib.LogLevelFlags.LEVEL_WARNING, lambda *_: None, None)


def application(pid):
    """The root of a program's tree; None until it is there."""
    Atspi.init()
    desktop = Atspi.get_desktop(0)
    for index in range(desktop.get_child_count()):
        child = desktop.get_child_at_index(index)
        try:
            if child is not None and child.get_process_id() == pid:
                return child
        except GONE:
            pass
    return None


def nodes(root):
    """Every node below `root` that can be seen, depth first."""
    if root is None:
        return
    try:
        count = root.get_child_count()
    except GONE:
        return
    for index in range(count):
        try:
            child = root.get_child_at_index(index)
            if child is None or not is_visible(child):
                continue
        except GONE:
            continue
        yield child
        yield from nodes(child)


def is_visible(node):
    """GTK sets no state for pages of a stack that are turned away: they have no size."""
    if not node.get_state_set().contains(Atspi.StateType.VISIBLE):
        return False
    if node.get_component_iface() is None:
        return True
    _, _, width, height = place(node)
    return width > 0 and height > 0


#: What later versions call a role, in the words of Debian 12's, where a button that stays pressed is one like others.
ROLES = {"button": "push button", "toggle button": "push button", "switch": "check box"}


def role_name(node):
    found = node.get_role_name()
    return ROLES.get(found, found)


def role(node):
    """Empty where the node has gone meanwhile."""
    try:
        return role_name(node)
    except GONE:
        return ""


def label_text(node):
    """What the label of a node says. Since GTK 4.16 items of menus have no names, but labels, which are not in the tree."""
    for relation in node.get_relation_set():
        if relation.get_relation_type() == Atspi.RelationType.LABELLED_BY:
            return own_text(relation.get_target(0))
    return ""


def own_text(node):
    """What a label says that has no name: one that tells of a state has none since GTK 4.16."""
    text = node.get_text_iface()
    return Atspi.Text.get_text(text, 0, -1) if text else ""


def spoken_name(node):
    found = node.get_name()
    if found:
        return found
    kind = node.get_role_name()
    if "menu item" in kind:
        return label_text(node)
    return own_text(node) if kind in ("status bar", "alert") else ""


def name(node):
    """Empty where the node has gone meanwhile."""
    try:
        return spoken_name(node)
    except GONE:
        return ""


def find(root, role=None, prefix="", part_of_role=""):
    """The first node of that role whose name begins so."""
    for node in nodes(root):
        try:
            found = role_name(node)
            if (role is None or found == role) and part_of_role in found and spoken_name(node).startswith(prefix):
                return node
        except GONE:
            pass
    return None


def activate(node):
    """What a screen reader does instead of a click."""
    node.get_action_iface().do_action(0)


def place(node):
    """(x, y, width, height) within the window, in logical pixels."""
    component = node.get_component_iface()
    if component is None:
        raise LookupError("it is gone")
    extents = component.get_extents(Atspi.CoordType.WINDOW)
    return extents.x, extents.y, extents.width, extents.height


def toplevel(node):
    """The window that a node is in."""
    while node.get_parent().get_role_name() != "application":
        node = node.get_parent()
    return node


def value_text(node):
    """What is spoken as the value: GTK passes it on for ranges only, so it may stand in the description."""
    value = node.get_value_iface()
    return (Atspi.Value.get_text(value) if value else "") or node.get_description() or ""


def set_value(node, value):
    """Moves a slider."""
    node.get_value_iface().set_current_value(value)


def written(node):
    """What stands in an entry or label, and what a slider says."""
    text = node.get_text_iface()
    return Atspi.Text.get_text(text, 0, Atspi.Text.get_character_count(text)) if text else value_text(node)


def texts(root):
    """All text that can be read; a widget may go while it is looked at."""
    return "\n".join(name(node) for node in nodes(root))


def dump(root, depth=0):
    """For people who look for something: the tree as text."""
    lines = []
    for index in range(root.get_child_count()):
        child = root.get_child_at_index(index)
        if child is None:
            continue
        lines.append(f"{'  ' * depth}{role_name(child)} {spoken_name(child)!r} {child.get_description()!r}")
        lines += dump(child, depth + 1)
    return lines
