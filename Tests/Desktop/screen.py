"""The X display: windows, their pictures, the pointer (XTEST: for the program as real as a mouse) and keys."""

import collections
import itertools
import os
import re
import struct
import subprocess
import time
import zlib

from Xlib import X, Xatom, display
from Xlib.error import BadDrawable, BadMatch, BadWindow
from Xlib.ext import xtest
from Xlib.protocol import event as xevent

import processes

connection = display.Display(os.environ.get("DISPLAY"))
root = connection.screen().root
# A busy server would take a key that is typed for one that is held.
connection.change_keyboard_control(auto_repeat_mode=X.AutoRepeatModeOff)
GONE = (BadWindow, BadDrawable, BadMatch)
LEFT_BUTTON, UP, DOWN, LEFT, RIGHT = 1, 4, 5, 6, 7
KEYSYMS = {
    "shift": 0xFFE1, "ctrl": 0xFFE3, "alt": 0xFFE9, "Num_Lock": 0xFF7F, "KP_Prior": 0xFF9A, "KP_Home": 0xFF95, "KP_End": 0xFF9C,
    "KP_Left": 0xFF96, "KP_Right": 0xFF98, "KP_Add": 0xFFAB, "KP_Subtract": 0xFFAD, "KP_0": 0xFF9E,  # as KP_Insert
}
F1 = 0xFFBE
FUNCTION_KEY = re.compile(r"(^|\+)F[0-9]+$")


def width():
    """Of the whole screen, in pixels."""
    return connection.screen().width_in_pixels


def atom(name):
    return connection.intern_atom(name)


def windows(pid):
    """The windows of a process that are on the screen, as the window manager lists them: oldest first."""
    found = root.get_full_property(atom("_NET_CLIENT_LIST"), Xatom.WINDOW)
    result = []
    for number in found.value if found else []:
        window = connection.create_resource_object("window", number)
        try:
            owner = window.get_full_property(atom("_NET_WM_PID"), Xatom.CARDINAL)
            if owner and owner.value[0] == pid:
                window.get_geometry()  # the list may name one that has gone
                result.append(Window(window))
        except GONE:
            pass
    return result


class Window:
    def __init__(self, window):
        self.window, self.id = window, window.id

    def __eq__(self, other):
        return isinstance(other, Window) and other.id == self.id

    def __hash__(self):
        return self.id

    @property
    def title(self):
        try:
            name = self.window.get_full_property(atom("_NET_WM_NAME"), atom("UTF8_STRING"))
        except GONE:
            return ""
        return bytes(name.value).decode("utf-8", "backslashreplace") if name else ""

    @property
    def place(self):
        """(x, y, width, height) on the screen, in device pixels."""
        size = self.window.get_geometry()
        corner = self.window.translate_coords(root, 0, 0)
        return -corner.x, -corner.y, size.width, size.height

    def picture(self):
        size = self.window.get_geometry()
        data = self.window.get_image(0, 0, size.width, size.height, X.ZPixmap, 0xFFFFFFFF).data
        return Picture(size.width, size.height, data)

    def save(self, path):
        subprocess.run(["import", "-silent", "-window", str(self.id), str(path)], check=False, timeout=10)

    def resize(self, width, height):
        subprocess.run(["xdotool", "windowsize", str(self.id), str(width), str(height)], check=True, timeout=10)

    def move(self, x, y):
        subprocess.run(["xdotool", "windowmove", str(self.id), str(x), str(y)], check=True, timeout=10)

    def close(self):
        """What the window manager's close button does."""
        message = xevent.ClientMessage(
            window=self.window, client_type=atom("_NET_CLOSE_WINDOW"), data=(32, [X.CurrentTime, 2, 0, 0, 0]))
        root.send_event(message, event_mask=X.SubstructureRedirectMask | X.SubstructureNotifyMask)
        connection.flush()

    def activate(self):
        message = xevent.ClientMessage(
            window=self.window, client_type=atom("_NET_ACTIVE_WINDOW"), data=(32, [2, X.CurrentTime, 0, 0, 0]))
        root.send_event(message, event_mask=X.SubstructureRedirectMask | X.SubstructureNotifyMask)
        connection.sync()

    @property
    def is_active(self):
        active = root.get_full_property(atom("_NET_ACTIVE_WINDOW"), Xatom.WINDOW)
        return bool(active) and active.value[0] == self.id


def is_near(color, other):
    """Blending may round either way."""
    return all(abs((color >> shift & 255) - (other >> shift & 255)) <= 2 for shift in (0, 8, 16))


class Picture:
    """Pixels in device coordinates, 0xRRGGBB."""

    def __init__(self, width, height, data):
        self.width, self.height, self.data = width, height, data

    def __getitem__(self, at):
        x, y = at
        if not (0 <= x < self.width and 0 <= y < self.height):
            raise IndexError(f"no pixel at {at} in {self.width} × {self.height}")
        offset = (y * self.width + x) * 4
        return int.from_bytes(self.data[offset:offset + 3], "little")

    def crop(self, left, top, width, height):
        rows = [self.data[((top + y) * self.width + left) * 4:][:width * 4] for y in range(height)]
        return Picture(width, height, b"".join(rows))

    def row(self, y, left=0, right=None):
        return [self[x, y] for x in range(left, self.width if right is None else right)]

    def column(self, x, top=0, bottom=None):
        return [self[x, y] for y in range(top, self.height if bottom is None else bottom)]

    def colors(self, left, top, width, height):
        """How often each colour occurs in a rectangle."""
        counts = collections.Counter()
        pixels = memoryview(self.data).cast("I")
        for y in range(top, top + height):
            start = y * self.width + left
            counts.update(pixels[start:start + width].tolist())
        result = collections.Counter()
        for pixel, count in counts.items():  # the eight bits beyond the colour mean nothing
            result[pixel & 0xFFFFFF] += count
        return result

    def difference(self, other):
        """In words, where another picture has other colours; "" where it has the same. Blending may round either way."""
        if (self.width, self.height) != (other.width, other.height):
            return f"{self.width} × {self.height} pixels, not {other.width} × {other.height}"
        places = [(x, y) for y in range(self.height) for x in range(self.width)
                  if self[x, y] != other[x, y] and not is_near(self[x, y], other[x, y])]
        if not places:
            return ""
        columns, rows = zip(*places)
        first = min(places)
        return (f"{len(places)} pixels differ, in columns {min(columns)} to {max(columns)}, rows {min(rows)} to {max(rows)}; "
                f"the first, {first}, is #{self[first]:06x}, not #{other[first]:06x}")

    def write(self, path):
        """As PNG."""
        pixels = bytearray(self.width * self.height * 3)
        for channel in range(3):  # they lie there as blue, green, red
            pixels[channel::3] = self.data[2 - channel::4]
        size = self.width * 3
        rows = b"".join(b"\0" + pixels[y * size:(y + 1) * size] for y in range(self.height))

        def chunk(name, data):
            return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
        head = struct.pack(">2I5B", self.width, self.height, 8, 2, 0, 0, 0)
        path.write_bytes(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


# Pointer and keys

def move(x, y):
    xtest.fake_input(connection, X.MotionNotify, x=round(x), y=round(y))
    connection.sync()


def press(button=LEFT_BUTTON):
    xtest.fake_input(connection, X.ButtonPress, button)
    connection.sync()


def release(button=LEFT_BUTTON):
    xtest.fake_input(connection, X.ButtonRelease, button)
    connection.sync()


def click(x, y, button=LEFT_BUTTON, count=1):
    move(x, y)
    time.sleep(0.02)
    for number in range(count):
        if number > 0:
            time.sleep(0.06)  # as a hand does: of two clicks in one millisecond the window manager may lose one
        press(button)
        release(button)


def drag_along(*points, pause=0.03):
    """Presses at the first point, moves along the others (a frame of the display each), and does not release."""
    move(*points[0])
    time.sleep(pause)
    press()
    for point in points[1:]:
        time.sleep(pause)
        move(*point)
    time.sleep(pause)


def drag(*points):
    drag_along(*points)
    release()


class held:
    """with held("shift"): …"""

    def __init__(self, *names):
        self.codes = [connection.keysym_to_keycode(KEYSYMS[name]) for name in names]

    def __enter__(self):
        for code in self.codes:
            xtest.fake_input(connection, X.KeyPress, code)
        connection.sync()

    def __exit__(self, *_):
        for code in reversed(self.codes):
            xtest.fake_input(connection, X.KeyRelease, code)
        connection.sync()


def tap(keysym):
    code = connection.keysym_to_keycode(keysym)
    xtest.fake_input(connection, X.KeyPress, code)
    xtest.fake_input(connection, X.KeyRelease, code)
    connection.sync()


def keypad(name, num_lock=False):
    """Types a key of the keypad; num_lock where it stands for a digit. (xdotool leaves Num Lock on.)"""
    let_pointer_arrive()

    def toggle_num_lock():
        if bool(root.query_pointer().mask & X.Mod2Mask) != num_lock:
            tap(KEYSYMS["Num_Lock"])
    toggle_num_lock()
    tap(KEYSYMS[name])
    num_lock = False
    toggle_num_lock()


def let_pointer_arrive():
    """Waits until a click has gone by the window manager, which looks at it first: keys, at which it does not look, would
    overtake it."""
    helpers, end = processes.display_helpers(connection), time.monotonic() + 5
    while processes.anybody_wants_to_run(helpers) and time.monotonic() < end:
        time.sleep(0.002)


def keys(*names):
    """Types keys as xdotool spells them: "ctrl+plus", "Page_Up"."""
    let_pointer_arrive()
    for is_function, group in itertools.groupby(names, lambda name: FUNCTION_KEY.search(name) is not None):
        if not is_function:
            subprocess.run(["xdotool", "key", "--clearmodifiers", "--delay", "20", *group], check=True, timeout=20)
            continue
        # In new tables of keys xdotool finds function keys with Alt first, and sends that as well.
        for name in group:
            *modifiers, key = name.split("+")
            with held(*modifiers):
                tap(F1 + int(key[1:]) - 1)
            time.sleep(0.02)
