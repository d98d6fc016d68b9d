"""Changes controls with the pointer and with keys, and looks for something that changed for it behind the control: in the
program's models and commands, as the trace tells of them, in its settings, its windows and menus."""

import os
import pathlib
import time

import accessible
import screen
from Xlib import X
from accessible import Atspi
from harness import Failure, eventually, expect
from interface import plain

#: Whether every control and every choice is tried, with the pointer and with keys, which takes a quarter of an hour.
WHOLE = "BARLINE_WALK" in os.environ

#: What the tree calls the kinds of controls.
ROLES = {
    "button": ("push button", "toggle button"), "menu": ("push button", "toggle button"), "color": ("push button",),
    "switch": ("check box",), "choice": ("combo box",), "list": ("combo box",), "spin": ("spin button",), "scale": ("slider",),
    "text": ("text", "entry"), "row": ("text",), "note": ("text",), "label": ("panel", "grouping"),
}
#: What the trace tells of that a control need not have done anything for: painting, and that a command was given.
NOISE = {"frame", "command", "first-frame", "window-mapped", "overview-painted", "marks-painted", "sound", "not-json", "realtime"}
#: Seconds within which a change has to come.
PATIENCE = 5
#: How often Tab is pressed to reach a control.
TAB, TABS = 0xFF09, 100
#: How many choices of a list are tried where not everything is walked over.
CHOICES = 2
#: Who has the clipboard until somebody copies something.
OWN = screen.root.create_window(0, 0, 1, 1, 0, X.CopyFromParent)
CLIPBOARD = screen.atom("CLIPBOARD")
WAYS = ("pointer", "keys")
#: Identifiers of windows that have a frame: they pop up never, and need not be asked again.
MANAGED = set()
ENVIRONMENT = {"BARLINE_TRACE_MODELS": "1"}


def popups():
    """What is on the screen over windows, menus and popovers but no hint: (identifier, x, y, width, height), topmost last."""
    found = []
    for window in screen.root.query_tree().children:
        if window.id in MANAGED:
            continue
        try:
            attributes = window.get_attributes()
            if not attributes.override_redirect:
                MANAGED.add(window.id)
            elif attributes.map_state == X.IsViewable and (size := window.get_geometry()).height > 40:
                found.append((window.id, size.x, size.y, size.width, size.height))
        except screen.GONE:
            continue
    return found


def told(event):
    """What an event of the trace is about: its kind, and of a change in a model the place that follows it."""
    return event["event"], event.get("at")


class Walker:
    """Walks over controls in the windows of one program, and keeps what is wrong with them."""

    def __init__(self, program):
        self.program, self.problems, self.count = program, [], 0
        #: What the trace tells of although nothing was used, and proves nothing.
        self.noise = set()

    # What changed

    def state(self):
        """What a control may change, and where the trace is: see `change`."""
        self.take_clipboard()
        return self.program.mark(), self.kept(), [window.id for window in self.program.windows()], len(popups())

    @staticmethod
    def take_clipboard():
        OWN.set_selection_owner(CLIPBOARD, X.CurrentTime)
        screen.connection.sync()

    def kept(self):
        """The settings, and the names of what the program keeps of recordings."""
        settings = self.program.config / "glib-2.0/settings/keyfile"
        folders = [pathlib.Path(self.program.env[name]) for name in ("XDG_STATE_HOME", "XDG_CACHE_HOME")]
        return (settings.read_text() if settings.exists() else "",
                sorted(str(path) for folder in folders for path in folder.glob("barline/**/*")))

    def change(self, since):
        """What changed since a state, in words; None when nothing did."""
        mark, kept, windows, menus = since
        if not self.program.is_running:
            return "the program ended"
        with self.program.condition:
            for event in self.program.events[mark:]:
                if event["event"] not in NOISE and told(event) not in self.noise:
                    return str(event)
        if self.kept() != kept:
            return "a setting, or what is kept"
        if [window.id for window in self.program.windows()] != windows:
            return "a window"
        if len(popups()) != menus:
            return "a menu or popover"
        return "the clipboard" if screen.connection.get_selection_owner(CLIPBOARD) != OWN else None

    def expect_change(self, since, what, proof=lambda: False, patience=PATIENCE):
        """Waits for a change, or for another proof."""
        end = time.monotonic() + patience
        while not (found := self.change(since)) and not proof():
            if time.monotonic() > end:
                raise Failure(f"nothing changes for {what}")
            time.sleep(0.02)
        return found

    # What the program can be told

    def command(self, name):
        """Carries out a command of the window without a menu or a key, to arrange something."""
        self.program.focus()
        frame = self.program.tree().get_child_at_index(0)
        actions = frame.get_action_iface()
        names = [actions.get_action_name(index) for index in range(actions.get_n_actions())]
        expect(name in names, f"{name} is not among what the window can do: {sorted(names)}")
        actions.do_action(names.index(name))
        self.program.rest()

    # Where a control is

    def find(self, names, roles, title=None):
        """The node of the tree that has one of these names best; within the window with a title, else within the main one."""
        tree = self.program.tree()
        windows = [tree.get_child_at_index(index) for index in range(tree.get_child_count())]
        found = None
        for window in windows:
            if window is None or (plain(accessible.name(window)) == title if title else window == windows[0]) is False:
                continue
            for node in accessible.nodes(window):
                rank = self._rank(node, names) if accessible.role(node) in roles else None
                if rank and (found is None or rank < found[0]) and self.is_inside(node, window):
                    found = rank, node
        return found[1] if found else None

    def is_inside(self, node, window):
        """Whether it is in a popover, or within the sides of its window: a panel that is closed lies beside it."""
        if self.popover(node)[0] is not None:
            return True
        left, _, width, _ = accessible.place(node)
        return left < accessible.place(window)[2] and left + width > 0

    @staticmethod
    def _rank(node, names):
        """How well a node has a name: 1 where it is the very name, 2 where it begins so, 3 where it is its description."""
        own = plain(accessible.name(node))
        for name in names:
            if own in (name, f"{name} {name}"):
                return 1
        for name in names:
            if own.startswith(name):
                return 2
        return 3 if plain(node.get_description() or "") in names else None

    def focus(self, node):
        """Goes to a node with Tab, which also brings it into view where a list scrolls."""
        for _ in range(TABS):
            if self.has_focus(node):
                return
            screen.tap(TAB)
            self.program.settle(0.02)
        raise Failure("Tab does not reach it")

    def has_focus(self, node):
        state = Atspi.StateType.FOCUSED
        return node.get_state_set().contains(state) or any(
            child.get_state_set().contains(state) for child in accessible.nodes(node))

    def spot(self, node, share=0.5):
        """The place of a node on the screen. GTK 4.8 tells of places in a popover as if it were not on the side where there is
        room: only differences count."""
        over, surface = self.popover(node)
        if surface is None:
            return self.program.spot(node, share=share)
        _, left, top, outer_width, outer_height = surface
        x, y, width, height = self.place(node)
        over_x, over_y, inner_width, inner_height = self.place(over)
        return (left + (outer_width - inner_width) // 2 + x - over_x + round(width * share),
                top + (outer_height - inner_height) // 2 + y - over_y + height // 2)

    def come_to_rest(self, node):
        """Waits until a panel has slid in, or a list has scrolled."""
        place, now = None, self.place(node)
        while now != place:
            self.program.settle(0.06)
            place, now = now, self.place(node)

    def is_in_view(self, node, place):
        """Whether a place of a node on the screen is in the window, or in what pops up, and not beyond what scrolls."""
        around = node
        while around is not None and accessible.role(around) not in ("scroll pane", "application"):
            around = around.get_parent()
        if around is not None and accessible.role(around) == "scroll pane":
            _, top, _, height = self.place(around)
            _, y, _, own = self.place(node)
            if not top <= y + own // 2 < top + height:
                return False
        left, top, width, height = self.program.windows()[-1].place
        return (left < place[0] < left + width and top < place[1] < top + height) or any(
            x < place[0] < x + width and y < place[1] < y + height for _, x, y, width, height in popups())

    def place(self, node):
        return [value * self.program.scale for value in accessible.place(node)]

    def popover(self, node):
        """What a node is in that pops up, and the surface of it; None twice where it is in a window."""
        while node is not None and accessible.role(node) not in ("application", "frame"):
            if accessible.name(node) in ("GtkPopover", "GtkPopoverMenu", "GtkTreePopover"):
                _, _, width, height = self.place(node)
                surfaces = [(abs(surface[3] - width) + abs(surface[4] - height), surface) for surface in popups()]
                return (node, min(surfaces)[1]) if surfaces else (None, None)
            node = node.get_parent()
        return None, None

    def click(self, node, share=0.5):
        """Moves the pointer there first: what that changes is no answer to the click."""
        place = self.spot(node, share)
        if not self.is_in_view(node, place):
            self.focus(node)
            eventually(lambda: self.is_in_view(node, self.spot(node, share)), "it can be seen")
            self.come_to_rest(node)
            place = self.spot(node, share)
        # Twice: GTK takes no click where a menu was closed before it has seen the pointer move.
        screen.move(place[0] + 2, place[1])
        self.program.rest(0.05)
        screen.move(*place)
        self.program.rest()
        since = self.state()
        screen.press()
        screen.release()
        return since

    def key(self, *names):
        since = self.state()
        screen.keys(*names)
        return since

    # Kinds of controls: a way to use each with the pointer, and one with keys. Each gives the state before, or None when it
    # has looked for the change itself.

    def pointer_button(self, node, _):
        return self.click(node)

    def keys_button(self, node, _):
        self.focus(node)
        return self.key("Return")

    pointer_menu, keys_menu, pointer_switch = pointer_button, keys_button, pointer_button

    def keys_switch(self, node, _):
        self.focus(node)
        return self.key("space")

    def pointer_scale(self, node, _):
        return self.either(node, lambda: self.click(node, 0.3), lambda: self.click(node, 0.8))

    def keys_scale(self, node, _):
        self.focus(node)
        return self.either(node, lambda: self.key("Right"), lambda: self.key("Left"))

    def pointer_spin(self, node, _):
        width = accessible.place(node)[2]  # its two buttons are at its end
        return self.either(node, lambda: self.click(node, 1 - 17 / width), lambda: self.click(node, 1 - 51 / width))

    def keys_spin(self, node, _):
        self.focus(node)
        return self.either(node, lambda: self.key("Up"), lambda: self.key("Down"))

    def either(self, node, first, second):
        """Changes a number, the other way where it is at its end."""
        value = self.value(node)
        for change in (first, second):
            since = change()
            end = time.monotonic() + 0.5
            while self.value(node) == value and time.monotonic() < end:
                time.sleep(0.02)
            if self.value(node) != value:
                return since
        raise Failure("its number stays what it was")

    @staticmethod
    def value(node):
        return node.get_value_iface().get_current_value()

    def pointer_text(self, node, special):
        self.click(node)
        return self.typed(special.get("texts", ("12", "13"))[0])

    def keys_text(self, node, special):
        self.focus(node)
        return self.typed(special.get("texts", ("12", "13"))[1])

    def typed(self, text, end="Return"):
        """What is taken while it is typed must not wait for Enter, which may close a dialog."""
        since = self.key("ctrl+a", *keysyms(text))
        self.program.rest()
        if not self.change(since):
            screen.keys(end)
        return since

    pointer_label = pointer_text

    def pointer_note(self, node, special):
        self.click(node)
        return self.typed(special["texts"][0], "Escape")

    def keys_note(self, node, special):
        self.focus(node)
        return self.typed(special["texts"][1], "Escape")

    # libadwaita 1.2 tells nobody when its rows have the focus.
    pointer_row = keys_row = pointer_text

    def keys_label(self, node, special):
        self.focus(node)
        screen.keys("Return")
        return self.typed(special["texts"][1])

    def keys_choice(self, node, _):
        """Every choice, or a few."""
        shown, place, changes = self.shown(node), 0, 0
        while WHOLE or place < CHOICES or not changes:
            self.focus(node)
            since = self.unfolded(lambda: screen.keys("space"), lambda: screen.keys("Home", *["Down"] * place, "Return"))
            if (now := self.shown(node)) != shown:
                self.expect_change(since, f"“{' '.join(now)}”")
                changes += 1
            elif place > changes:
                break  # what is behind the last one is the last one again
            shown, place = now, place + 1
        expect(changes, "it shows the same after every choice")

    def choose(self, names, place, title=None):
        """Chooses from a list, to arrange something."""
        node = eventually(lambda: self.find(names, ROLES["choice"], title), f"the list “{names[0]}”")
        self.focus(node)
        self.unfolded(lambda: screen.keys("space"), lambda: screen.keys("Home", *["Down"] * place, "Return"))

    def pointer_choice(self, node, _):
        shown = self.shown(node)
        for place in (0, 1):
            since = self.unfolded(lambda: self.click(node), lambda: self.click(eventually(
                lambda: self.items(node), "the choices in the tree")[place]))
            if self.shown(node) != shown:
                return since
        raise Failure("it shows the same after clicks on two choices")

    def pointer_list(self, node, _):
        """A list beside an entry, whose choices are not in the tree."""
        def choose():
            _, left, top, width, height = popups()[-1]
            screen.click(left + width // 2, top + height // 3)
        return self.unfolded(lambda: self.click(node, 0.95), choose)

    def keys_list(self, node, _):
        self.focus(accessible.find(node, "push button"))
        return self.unfolded(lambda: screen.keys("space"), lambda: screen.keys("Down", "Down", "Return"))

    def unfolded(self, unfold, choose):
        """Opens a list and chooses from it; the state before it was chosen, as it is without the list."""
        count = len(popups())
        self.insist(unfold, lambda: len(popups()) > count, "the choices do not show")
        self.program.settle(0.1)
        since = self.state()
        self.insist(choose, lambda: len(popups()) <= count, "the choices stay")
        self.program.rest()
        return since[:3] + (count,)

    @staticmethod
    def insist(act, condition, problem):
        """Does something again if it came while a list was moved to where there is room, or a popover before it closed."""
        for _ in range(3):
            act()
            end = time.monotonic() + 1.5
            while time.monotonic() < end:
                if condition():
                    return
                time.sleep(0.02)
        raise Failure(problem)

    def shown(self, node):
        """The texts of what is chosen; its list has gone by then."""
        return [accessible.name(child) for child in accessible.nodes(node) if accessible.role(child) == "label"]

    def items(self, node):
        """The choices that are shown: those of the list that was opened last."""
        top = popups()[-1:]
        return [child for child in accessible.nodes(node)
                if accessible.role(child) == "list item" and self.popover(child)[1] in top]

    def pointer_color(self, node, _):
        return self.colored(lambda: self.click(node))

    def keys_color(self, node, _):
        self.focus(node)
        return self.colored(lambda: screen.keys("Return"))

    def colored(self, unfold):
        windows = len(self.program.windows())
        unfold()
        eventually(lambda: len(self.program.windows()) > windows, "the colors")
        self.program.settle()
        screen.keys("Right", "space")
        select = eventually(lambda: self.find(("Select",), ROLES["button"], "Select a Color"), "the button of the colors")
        since = self.state()
        accessible.activate(select)
        eventually(lambda: len(self.program.windows()) == windows, "the colors go")
        return since[:2] + ([window.id for window in self.program.windows()], None)

    # Walking

    def walk(self, control, show, title=None, names=(), before=None, elsewhere=None, **special):
        """Tries one control, with the pointer or with keys where not everything is walked over, and remembers what is wrong.

        - show: called with this walker when the control is not in the tree.
        - title: of the window that it is in; else it is in the main one.
        - names: what it is called, where the program says so while it runs.
        - before: arranges that it can be used; called with this walker.
        - proof: what changes where none of all that does; called with this walker before and after.
        - then: confirms what the control alone does not change.
        - elsewhere: the test that uses it; it needs more than one window can have at once.
        """
        names = names or control.names
        self.count += 1
        if elsewhere:
            if not is_test(elsewhere):
                self.problems.append(f"{control}: there is no {elsewhere}")
            return
        for way in WAYS if WHOLE else WAYS[self.count % 2:][:1]:
            # On a busy machine a list may glide on under the pointer; a dead control is dead the second time, too.
            problem = self.tried(way, control, names, show, title, before, special) and self.tried(
                way, control, names, show, title, before, special)
            if problem:
                self.problems.append(f"{control}, {way}: {problem}")

    def tried(self, way, control, names, show, title, before, special):
        """Uses a control in one way; what is wrong, in words, or None."""
        problem, start = None, self.state()
        try:
            if before:
                before(self)
            node = self.reached(names, ROLES[control.kind], show, title)
            start = self.state()
            proof = special.get("proof", lambda walker: None)
            proven = proof(self)
            since = getattr(self, f"{way}_{control.kind}")(node, special)
            special.get("then", lambda walker: None)(self)
            if since is not None:
                self.expect_change(since, way, lambda: proof(self) != proven)
        except (Failure, *accessible.GONE) as failure:
            problem, start = str(failure), (0, "", start[2][:1], 0)
        self.leave(start)
        return problem

    def reached(self, names, roles, show, title):
        """The node of a control that can be used."""
        node, shown = self.find(names, roles, title), 0
        while node is None:
            # What was left may be going yet, and have taken the keys.
            expect(shown < 3, f"“{names[0]}” is not in the tree")
            shown += 1
            show(self)
            self.program.settle(0.2)
            node = self.find(names, roles, title)
        if popups() and self.popover(node)[1] is None:
            # One that was opened for the control before this one would take the keys, and the click.
            self.leave(self.state()[:3] + (0,))
        if shown:
            self.come_to_rest(node)
        eventually(lambda: node.get_state_set().contains(Atspi.StateType.SENSITIVE), f"“{names[0]}” can be used")
        return node

    def clear(self):
        """Goes back to the one main window."""
        self.leave((0, "", [self.program.windows()[0].id], 0))
        for window in self.program.windows()[1:]:
            window.close()
        eventually(lambda: len(self.program.windows()) == 1, "the one window")

    def leave(self, state):
        """Goes out of what a control has opened: menus, popovers and windows."""
        played = self.program.last("playback")
        if self.program.is_running and played and played["playing"]:
            mark = self.program.mark()
            self.command("win.play-pause")  # else nothing comes to rest
            self.program.wait("playback", lambda event: not event["playing"], mark)
        self.program.rest()
        _, _, windows, menus = state
        if [window.id for window in self.program.windows()] != windows:
            self.program.settle(0.4)  # another one may follow one that has closed
        end = time.monotonic() + 5
        while self.program.is_running and time.monotonic() < end and (
                len(popups()) > menus or any(window.id not in windows for window in self.program.windows())):
            screen.keys("Escape")
            self.program.settle(0.1)


def is_test(name):
    """Whether there is a test: "test_sound.test_…"."""
    module, _, function = name.partition(".")
    return f"def {function}(" in (pathlib.Path(__file__).parent / f"{module}.py").read_text(encoding="utf-8")


def keysyms(text):
    """As xdotool spells them."""
    named = {" ": "space", ".": "period", ":": "colon", "-": "minus", "+": "plus", "/": "slash", "*": "asterisk",
             "(": "parenleft", ")": "parenright", ",": "comma"}
    return [named.get(letter, letter) for letter in text]
