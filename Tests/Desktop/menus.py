"""Finds the menus of a window in the window itself, and uses their items with the pointer and with keys: for test_walk_menus.py.

A menu is one that a button opens, or a press of the secondary button or of a key over some part of the window. Its pages and
items are read from the accessibility tree when it is opened; which item does what is told by the trace."""

import re
import time

import accessible
import processes
import screen
from Xlib import XK
from accessible import Atspi
from harness import Failure
from walk import PATIENCE, TAB, TABS, WAYS, WHOLE, Walker, is_test, popups, told

DOWN, UP, RETURN, ESCAPE = (XK.string_to_keysym(name) for name in ("Down", "Up", "Return", "Escape"))
#: What is one thing for the pointer, whatever is in it.
WHOLES = {"push button", "toggle button", "check box", "combo box", "text", "entry", "slider", "spin button", "menu"}
#: Pixels between two places at which a menu is asked for in what is larger than that.
STEP = (100, 30) if WHOLE else (400, 100)
#: Seconds within which a menu shows, changes its page or closes.
SOON = 2
INSENSITIVE, NOTHING = "it cannot be used now", "nothing changes"


class Item:
    """An item of a menu, as it was when the menu was read."""

    def __init__(self, node, page, group):
        self.node, self.page, self.group = node, page, group
        self.name, self.role = accessible.name(node), accessible.role(node)
        self.was_checked = self.is_checked
        #: The page that it opens; None where it does something.
        self.opens = None
        #: The labels that lead to it, with its own.
        self.route = (self.name,)

    def __str__(self):
        return " ▸ ".join(self.route)

    def has(self, state):
        return self.node.get_state_set().contains(state)

    @property
    def is_sensitive(self):
        return self.has(Atspi.StateType.SENSITIVE)

    @property
    def is_checked(self):
        return self.has(Atspi.StateType.CHECKED)

    @property
    def is_focused(self):
        return self.has(Atspi.StateType.FOCUSED)


def children(node):
    """All of them, seen or not: the pages of a menu that are turned away have no size."""
    for index in range(node.get_child_count()):
        if child := node.get_child_at_index(index):
            yield child


def read(popover, first_only=False):
    """The pages of a menu, each with its items in their order. Behind the first, a page begins with the item that leads back."""
    pages = [[]]

    def visit(node):
        group = object()
        for child in children(node):
            if "menu item" in accessible.role(child):
                pages[-1].append(Item(child, len(pages) - 1, group))
                continue
            if accessible.name(child) == "GtkStackPage" and pages[-1]:
                if first_only:
                    return
                pages.append([])
            visit(child)
    visit(popover)
    unopened = list(range(1, len(pages)))

    def enter(page, route):
        for item in pages[page][1 if page else 0:]:
            item.route = (*route, item.name)
            following = next((number for number in unopened if pages[number][0].name == item.name), None)
            if following and item.role == "menu item" and accessible.name(list(children(item.node))[-1]) == "GtkBuiltinIcon":
                unopened.remove(following)
                item.opens = following
                enter(following, item.route)
    enter(0, ())
    return pages


class Place:
    """A way to open a menu: by a button, or by a part of the window that has the focus or the pointer."""

    def __init__(self, part, kind, share=(0.5, 0.5)):
        self.part, self.node, self.kind, self.share = part, part.node, kind, share
        #: The pages of the menu that opened here last.
        self.pages = None

    def __str__(self):
        return f"{self.part.role} “{self.part.name}”"


class Part:
    """A part of a window, and how it is found again when its node has gone: a lane that comes back has another one."""

    def __init__(self, node, role, place, before):
        self.node, self.role, self.name, self.place = node, role, accessible.name(node), place
        # Figures change.
        alike = role, re.sub(r"[\d\W]+", " ", self.name)
        self.key = *alike, sum(part.key[:2] == alike for part in before)

    def surrounds(self, x, y):
        left, top, width, height = self.place
        return left <= x < left + width and top <= y < top + height


class Menu:
    """A menu: its items, and the places at which it opens by pointer and by keys."""

    def __init__(self, pages):
        self.items, self.places = items(pages), {}

    def __str__(self):
        return f"the menu at {next(iter(self.places.values()))}"


def items(pages):
    """Those that do something, in their order."""
    return [item for number, page in enumerate(pages) for item in page[1 if number else 0:] if item.opens is None]


def press_keys(*names):
    """Types keys like `screen.keys`, at once: nothing was clicked before."""
    for name in names:
        *held, key = name.split("+")
        with screen.held(*held):
            screen.tap(XK.string_to_keysym(key))


class MenuWalker(Walker):
    """Walks over the items of the menus of one program."""

    def __init__(self, start):
        """start: starts the program on files as they were at first, and waits until they are shown."""
        super().__init__(None)
        self.start, self.menus, self.seen = start, {}, set()
        #: The event of the panel that is meant to be open.
        self.panel = None
        self.helpers = processes.display_helpers(screen.connection)
        self.begin()

    def begin(self):
        """Starts the program, again where what was done cannot be taken back."""
        if self.program:
            given, was_running = self.program.last("command"), self.program.is_running
            try:
                self.program.quit()
            except Failure as failure:
                self.problems.append(f"{failure}, {'when it was closed' if was_running else 'by itself'} after {given}: "
                                     + self.program.complaints_text())
        self.program = self.start()
        self.frame = self.program.tree().get_child_at_index(0)
        #: Nodes below which menus were found, and what Tab goes to, in its order.
        self.hosts, self.stops, self.parts, self.asked = [], [], [], None
        for place in [place for menu in self.menus.values() for place in menu.places.values()]:
            place.node = place.pages = None
        self.since, self.base = self.state(), self.arrangement()

    def arrangement(self):
        """What can be taken back: lanes and marks."""
        lanes, marks = self.program.last("lanes"), self.program.last("marks")
        return (lanes and [[lane[key] for key in ("name", "over", "hidden")] for lane in lanes["lanes"]],
                marks and (marks["count"], marks["tiers"]))

    # Waiting

    def is_busy(self):
        return self.program.has_told_more or processes.anybody_wants_to_run([self.program.pid, *self.helpers])

    def until(self, condition, patience=SOON):
        end = time.monotonic() + patience
        while not (answer := condition()) and time.monotonic() < end:
            time.sleep(0.005)
        return answer

    def shown_by(self, act):
        """What shows over the windows after something was done: (identifier, x, y, width, height), or None."""
        before = {surface[0] for surface in popups()}
        act()
        start, calm = time.monotonic(), 0
        while calm < 3 and time.monotonic() < start + SOON:
            if new := [surface for surface in popups() if surface[0] not in before]:
                return new[-1]
            calm = calm + 1 if time.monotonic() > start + 0.03 and not self.is_busy() else 0
            time.sleep(0.01)
        return None

    # Finding

    def menu_node(self, place):
        """The menu that was opened at a place, in the tree; None where there is none."""
        hosts = self.hosts
        if place.kind == "button":
            hosts = [place.node]
        elif place.kind == "button-key":
            hosts = [place.node.get_parent()]
        for host in hosts:
            try:
                for child in children(host):
                    if accessible.role(child) == "menu":
                        return child
            except accessible.GONE:
                pass
        for node in accessible.nodes(self.program.tree()) if hosts is self.hosts else ():
            if accessible.role(node) == "menu":
                self.hosts.insert(0, node.get_parent())
                return node
        return None

    def ask(self, place):
        """Asks for the menu of a place: whether something shows."""
        self.locate(place)
        if place.kind in ("button", "point"):
            left, top, width, height = self.area(place.node)
            return self.shown_by(lambda: self.click_at(
                left + round(width * place.share[0]), top + round(height * place.share[1]), 1 if place.kind == "button" else 3))
        screen.move(1, 1)  # a pointer that rests would show a hint
        self.tab_to(place.node)
        return self.shown_by(lambda: press_keys("Return" if place.kind == "button-key" else "shift+F10"))

    def area(self, node):
        """As `Program.area`, of what is at rest."""
        x, y, width, height = self.place(node)
        _, _, inner_width, inner_height = self.place(self.frame)
        left, top, outer_width, outer_height = self.program.windows()[0].place
        return left + (outer_width - inner_width) // 2 + x, top + (outer_height - inner_height) // 2 + y, width, height

    def locate(self, place):
        """Looks for the node of a place where it has gone."""
        if place.node is None or not accessible.role(place.node):
            place.pages = None
            for again in (False, True):
                if again or not self.parts:
                    self.read_parts()
                part = next((part for part in self.parts if part.key == place.part.key and accessible.role(part.node)), None)
                if part:
                    place.node = part.node
                    return
            raise Failure(f"there is no {place.part.role} “{place.part.name}” any more")

    def read_stops(self):
        """Goes round once with Tab."""
        nodes = [part.node for part in self.parts if part.node.get_state_set().contains(Atspi.StateType.FOCUSABLE)]
        self.stops, self.asked = [], self.parts
        for _ in range(2 * len(nodes)):
            screen.tap(TAB)
            now = self.until(lambda: next(
                (node for node in nodes if self.is_focused(node) and node not in self.stops[-1:]), None), 0.3)
            if now in self.stops or now is None and len(self.stops) > 1:
                break
            if now:
                self.stops.append(now)

    @staticmethod
    def is_focused(node):
        return node.get_state_set().contains(Atspi.StateType.FOCUSED)

    def tab_to(self, node):
        """Goes to a node with Tab: the shorter way round, as long as what it goes to is where it was, else step by step."""
        if node not in self.stops and self.asked is not self.parts:
            self.read_stops()
        now = self.until(lambda: next((stop for stop in self.stops if self.is_focused(stop)), None), 0.1)
        if now and node in self.stops:
            steps = self.stops.index(node) - self.stops.index(now)
            if abs(steps) > len(self.stops) // 2:
                steps -= len(self.stops) if steps > 0 else -len(self.stops)
            press_keys(*["Tab" if steps > 0 else "shift+Tab"] * abs(steps))
            if self.until(lambda: self.is_focused(node), 0.2):
                return
        for _ in range(TABS):
            screen.tap(TAB)
            if self.until(lambda: self.is_focused(node), 0.03):
                return
        raise Failure("Tab does not reach its place")

    @staticmethod
    def click_at(x, y, button=1):
        # Twice: GTK takes no click where a menu was closed before it has seen the pointer move.
        screen.move(x + 2, y)
        time.sleep(0.02)
        screen.move(x, y)
        time.sleep(0.02)
        screen.press(button)
        screen.release(button)

    def dismiss(self):
        """Closes what is open over the windows."""
        end = time.monotonic() + PATIENCE
        while popups() and time.monotonic() < end:
            screen.tap(ESCAPE)
            self.until(lambda: not popups(), 0.3)

    def look(self, place, way, is_new=True):
        """Opens what opens at a place, keeps it when it is a menu that is not known and may be new, and leaves it."""
        menu = None
        try:
            is_open = self.ask(place)
        except (Failure, *accessible.GONE):
            return None  # what says something in passing goes again
        if is_open:
            if node := self.until(lambda: self.menu_node(place), 1):
                labels = tuple(item.name for item in read(node, first_only=True)[0])
                if labels and (is_new or labels in self.menus) and not self.is_of_text(node):
                    if labels not in self.menus:
                        self.menus[labels] = Menu(read(node))
                    menu = self.menus[labels]
                    menu.places.setdefault(way, place)
            self.dismiss()
        return menu

    @staticmethod
    def is_of_text(node):
        """Whether a menu is that of a text, which is GTK's."""
        while node is not None and accessible.role(node) not in ("text", "entry", "label"):
            node = node.get_parent()
        return node is not None

    def read_parts(self):
        """The parts of the window in the order of the tree."""
        self.parts = []
        _, _, width, height = accessible.place(self.frame)

        def visit(node):
            for child in children(node):
                try:
                    if not accessible.is_visible(child):
                        continue
                    role = accessible.role(child)
                    # The pages of a stack have no place; a gizmo is a part of another widget.
                    if child.get_component_iface() is not None and accessible.name(child) not in ("AdwGizmo", "GtkGizmo"):
                        x, y, own_width, own_height = place = accessible.place(child)
                        if -own_width < x < width and -own_height < y < height:
                            self.parts.append(Part(child, role, place, self.parts))
                    if role not in WHOLES or role == "push button" and child.get_child_count() == 1:
                        visit(child)
                except accessible.GONE:
                    continue
        visit(self.frame)

    def find_menus(self, in_buttons, in_parts, inside=""):
        """Looks for menus that are not known: at each button that unfolds something; in all parts with the secondary button,
        and in all that can have the focus by a key. What the trace tells meanwhile is told without any item."""
        known = set(self.menus)
        self.read_parts()
        self.read_stops()
        mark = self.program.mark()
        inside = next(part for part in self.parts if part.name == inside) if inside else None
        if in_buttons:
            self.find_at_buttons(inside)
        if in_parts:
            for menu in list(self.menus.values()):  # what is in one may depend on what is selected
                for way, place in list(menu.places.items()):
                    if place.kind in ("point", "focus"):
                        self.look(place, way)
            self.find_in_parts(inside)
        with self.program.condition:
            self.noise |= {told(event) for event in self.program.events[mark:]}
        return [self.menus[key] for key in self.menus if key not in known]

    def find_at_buttons(self, inside):
        """A button that unfolds something has the one that is pressed within it."""
        for part, inner in zip(self.parts, self.parts[1:]):
            name = ("button", part.key)
            if part.role == "push button" and inner.role in ("push button", "toggle button") and name not in self.seen \
                    and inner.node.get_parent() == part.node and (not inside or inside.surrounds(*part.place[:2])):
                self.seen.add(name)
                menu = self.look(Place(part, "button"), "pointer")
                if menu and inner.node in self.stops:
                    menu.places.setdefault("keys", Place(inner, "button-key"))

    def find_in_parts(self, inside):
        for part, share in self.points(inside):
            self.look(Place(part, "point", share), "pointer")
        for part in self.parts:
            name = ("focus", part.key)
            if part.node in self.stops and name not in self.seen and (not inside or inside.surrounds(*part.place[:2])):
                self.seen.add(name)
                self.look(Place(part, "focus"), "keys", is_new=not inside)  # else it may be that of the waveform

    def points(self, inside=None):
        """Places for the secondary button, those inside a part: one in each part, several in what is large, and others in
        between."""
        found = {}
        _, _, right, bottom = accessible.place(self.frame)
        # The title bar has a menu of GTK's, which opens at the press: GTK 4.8 complains of its release.
        upper = max((part.place[1] + part.place[3] for part in self.parts if part.name == "AdwWindowTitle"), default=0)

        def part_at(x, y):
            return next((part for part in reversed(self.parts) if part.surrounds(x, y)), None)
        for own in [*self.parts, None]:
            left, top, width, height = own.place if own else (0, 0, right, bottom)
            across, down = max(1, width // STEP[0]), max(1, height // STEP[1])
            for i in range(across if own is None or own.role not in WHOLES else 1):
                for j in range(down):
                    x, y = left + width * (2 * i + 1) // (2 * across), top + height * (2 * j + 1) // (2 * down)
                    part = part_at(x, y) if 0 < x < right and upper < y < bottom else None
                    if part is None or own not in (part, None) or inside and not inside.surrounds(x, y):
                        continue
                    px, py, pw, ph = part.place
                    name = ("point", part.key, (x - px) * max(1, pw // STEP[0]) // pw, (y - py) * max(1, ph // STEP[1]) // ph)
                    if name not in self.seen:
                        self.seen.add(name)
                        found[name] = part, ((x - px) / pw, (y - py) / ph)
        return found.values()

    # Using

    def open(self, menu, way):
        """Opens a menu at its place for a way, or at the one that it has; the surface and the node of it."""
        for _ in range(2):
            self.dismiss()
            place = menu.places.get(way) or next(iter(menu.places.values()))
            shown = self.ask(place)
            node = self.until(lambda: self.menu_node(place), 0.5) if shown else None
            if node is not None and (surface := self.popover(node)[1]):
                return place, surface, node
            place.node = None  # it may be another one by now
        raise Failure("the menu does not open")

    def item(self, place, node, route):
        """An item of the menu that is open at a place, by its labels; the menu is read again where it was filled anew."""
        for _ in range(2):
            if place.pages:
                found = next((item for item in items(place.pages) if item.route == route), None)
                if found and accessible.name(found.node) == found.name:
                    return found
            self.until(lambda: not self.is_busy())  # it may be filled when it is opened
            place.pages = read(node)
        raise Failure("it is in the menu no longer")

    @staticmethod
    def lead(pages, item):
        """The items that have to be opened one by one to see an item."""
        rows = []
        while item.page:
            item = next(row for page in pages for row in page if row.opens == item.page)
            rows.insert(0, item)
        return rows

    def use(self, menu, route, way, is_last=True):
        """Opens a menu, and uses an item of it; what is wrong, in words, or None. The last time it waits longer, and looks for
        words as well that are new in the window."""
        try:
            self.dismiss()
            words = self.words() if is_last else None
            kept, windows, before = self.kept(), [window.id for window in self.program.windows()], len(popups())
            self.since = self.program.mark(), kept, windows, before
            for again in (False, True):
                try:
                    place, surface, node, item = self.reach(menu, route, way)
                    break
                except Failure:
                    if again:
                        raise
            if not item.is_sensitive:
                return INSENSITIVE
            was_checked = item.is_checked
            self.take_clipboard()
            mark = self.program.mark()
            self.choose_item(place, item, surface, node, way)
            screen.move(1, 1)  # what is below may show a hint
            if not self.until(lambda: all(shown[0] != surface[0] for shown in popups())):
                return "the menu stays"
            if not self.until(lambda: self.program.all("command", mark)):
                return "no command is given"
            with self.program.condition:
                mark += next(number for number, event in enumerate(self.program.events[mark:]) if event["event"] == "command")
            self.since = mark, kept, windows, before
            try:
                self.expect_change(self.since, way, patience=PATIENCE if is_last else 1)
            except Failure:
                if not (words and self.words() - words) and self.is_checked(menu, route, way) == was_checked:
                    return NOTHING
        except (Failure, *accessible.GONE) as failure:
            return str(failure)
        return None

    def reach(self, menu, route, way):
        """Opens a menu, and the page of an item in it."""
        place, surface, node = self.open(menu, way)
        try:
            item = self.item(place, node, route)
            for row in self.lead(place.pages, item) if item.is_sensitive else ():
                self.choose_item(place, row, surface, node, way)
                self.until(lambda: accessible.place(item.node)[2] > 0)
            if way == "keys" and item.is_sensitive:
                self.go_to(item, place.pages[item.page])
        except (Failure, *accessible.GONE) as failure:
            place.pages = None  # it was filled anew meanwhile
            raise Failure(str(failure)) from failure
        return place, surface, node, item

    def words(self):
        return set(accessible.texts(self.frame).split("\n"))

    def is_checked(self, menu, route, way):
        """Whether the mark at an item is set, for which its menu is opened."""
        place, _, node = self.open(menu, way)
        checked = self.item(place, node, route).is_checked
        self.dismiss()
        return checked

    def choose_item(self, place, item, surface, node, way):
        if way == "pointer":
            self.click_at(*self.item_spot(item, surface, node))
        else:
            self.go_to(item, place.pages[item.page])
            screen.tap(RETURN)

    def item_spot(self, item, surface, node):
        """Where an item is on the screen, once its page has its size."""
        last, end = None, time.monotonic() + SOON
        while time.monotonic() < end:
            places = self.place(item.node), self.place(node), next((s for s in popups() if s[0] == surface[0]), None)
            if places == last and places[2] and places[0][2] > 0:
                break
            last = places
            time.sleep(0.01)
        (x, y, width, height), (over_x, over_y, inner_width, inner_height), outer = places
        if outer is None:
            raise Failure("the menu closes by itself")
        _, left, top, outer_width, outer_height = outer
        return (left + (outer_width - inner_width) // 2 + x - over_x + width // 2,
                top + (outer_height - inner_height) // 2 + y - over_y + height // 2)

    def go_to(self, item, page):
        """Goes to an item of the page that is shown with the arrow keys."""
        usable = [other for other in page if other is item or other.is_sensitive]
        for _ in range(3):
            focused = self.until(lambda: next((other for other in usable if other.is_focused), None), 0.1)
            steps = usable.index(item) - (usable.index(focused) if focused else -1)
            for _ in range(abs(steps)):
                screen.tap(DOWN if steps > 0 else UP)
            if self.until(lambda: item.is_focused, 0.3):
                return
        raise Failure("the arrow keys do not reach it")

    def leave_all(self):
        """Goes out of what an item has opened or begun, without a look at the tree unless it plays."""
        self.dismiss()
        windows = self.since[2]
        end = time.monotonic() + PATIENCE
        while any(window.id not in windows for window in self.program.windows()) and time.monotonic() < end:
            screen.tap(ESCAPE)
            self.until(lambda: all(window.id in windows for window in self.program.windows()), 0.3)
            for window in self.program.windows():
                if window.id not in windows:
                    window.close()
                    self.until(lambda: window not in self.program.windows(), 0.3)
        screen.tap(ESCAPE)  # an entry in the window would take the keys that follow
        self.until(lambda: not self.is_busy(), 0.5)
        played = self.program.last("playback")
        if played and played["playing"]:
            mark = self.program.mark()
            self.command("win.play-pause")
            self.program.wait("playback", lambda event: not event["playing"], mark)
        panels = {event["event"]: event["open"] for event in self.program.events if event["event"].endswith("-panel")}
        for panel, is_open in panels.items():
            if is_open and panel != self.panel:
                self.command(f"win.{panel.removesuffix('-panel')}")
        given = self.program.last("command", self.since[0])
        for _ in range(3):
            if self.arrangement() == self.base or self.base == (None, None):
                break
            press_keys("ctrl+shift+z" if given and given["name"] == "win.undo" else "ctrl+z")
            self.until(lambda: not self.is_busy())

    # Walking

    def walk_menus(self, states, elsewhere=(), only=None, inside="", in_buttons=True, in_parts=True, part=slice(None)):
        """Walks over the items of all menus that are found in some states of the window.

        - states: functions that arrange one, called with this walker before each item.
        - elsewhere: the tests that use items, by the labels that lead to them.
        - only: the items that are used.
        - inside: what the part of the window is called that is looked at; else the whole of it is.
        - part: of the items of each menu.
        """
        elsewhere = dict(elsewhere)
        self.used, self.unused, self.walked, found = set(), {}, [], set()
        for arrange in states:
            arrange(self)
            menus = self.find_menus(in_buttons, in_parts, inside)
            arrange(self)
            for menu in menus:
                items = [item for item in ordered(menu.items)[part] if not self.is_known(menu, item)
                         and str(item) not in elsewhere and (only is None or str(item) in only)]
                found |= {str(item) for item in menu.items}
                if not WHOLE and not only:  # what is chosen is chosen again, which others need
                    items = [item for number, item in enumerate(items) if number % 2 == 0 or item.was_checked]
                self.walked.append(menu)
                print(f"  {menu}: {len(items)} of {len(menu.items)} items, by {' and '.join(menu.places)}", flush=True)
                for item, way in turns(items):
                    self.walk_item(menu, item, way, arrange)
            for (menu, _), item in list(self.unused.items()):
                if menu not in menus:
                    self.walk_item(menu, item, WAYS[0], arrange)
        self.problems += [f"{menu}: {item} can be used in no state" for (menu, _), item in self.unused.items()]
        self.problems += [f"{item}: no menu has it" for item in {*elsewhere, *(only or ())} - found]
        self.problems += [f"{item}: there is no {test}" for item, test in elsewhere.items() if not is_test(test)]

    def is_known(self, menu, item):
        """Whether not everything is walked over, and the menu of another lane had this item."""
        return not WHOLE and any(
            item.route in routes(other) and len(routes(other) & routes(menu)) > len(menu.items) / 2 for other in self.walked)

    def walk_item(self, menu, item, way, arrange):
        """Uses an item. What changes nothing may be what is chosen already: it is used again after another of its group. Then
        the program is started again: what was done before may be why it fails."""
        self.count += 1
        problem = self.use(menu, item.route, way, is_last=False)
        if problem == NOTHING:
            problem = self.use_after_another(menu, item, way)
        if problem:
            self.begin()
            arrange(self)
            problem = self.use(menu, item.route, way)
        self.restore(arrange)
        if problem == INSENSITIVE:
            if (menu, item.route) not in self.used:
                self.unused[menu, item.route] = item
        else:
            self.used.add((menu, item.route))
            self.unused.pop((menu, item.route), None)
            if problem:
                self.problems.append(f"{menu}: {item}, {way}: {problem}")

    def use_after_another(self, menu, item, way):
        for other in [other for other in menu.items if other.group is item.group and other is not item][:3]:
            self.use(menu, other.route, way, is_last=False)
            self.dismiss()
            problem = self.use(menu, item.route, way, is_last=False)
            if problem != NOTHING:
                return problem
        return NOTHING

    def restore(self, arrange):
        """Goes out of what was opened, and takes back what was changed."""
        try:
            self.leave_all()
            arrange(self)
            if self.arrangement() != self.base and self.base != (None, None):
                raise Failure(f"it is {self.arrangement()}, not {self.base}")
        except (Failure, *accessible.GONE):
            self.begin()
            arrange(self)


def routes(menu):
    return {item.route for item in menu.items}


def ordered(items):
    """What is chosen already is chosen last of its group: until then it would change nothing."""
    groups = {}
    for item in items:
        groups.setdefault(item.group if item.role == "radio menu item" else item, []).append(item)
    return [item for group in groups.values() for item in sorted(group, key=lambda item: item.was_checked)]


def turns(items):
    """Each item with the ways in which it is used. What is switched on is switched off again."""
    for turn in range(2 if WHOLE else 1):
        for number, item in enumerate(items):
            ways = WAYS[(number + turn) % 2:] + WAYS[:(number + turn) % 2]
            if item.role == "check menu item":
                yield from [(item, way) for way in ways if turn == 0]
            else:
                yield item, ways[0]
