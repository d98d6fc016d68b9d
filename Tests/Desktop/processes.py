"""Whether anybody has something to do yet: a program, what it started, and what lies between it and us (the X server, the
window manager, the buses). On a busy machine nothing happens for a while though much is due, so silence alone says nothing.
"""

import os
import pathlib
import socket
import struct

#: What runs on a private display besides programs (scripts/with-display), by the first 15 letters, as the kernel keeps them.
HELPERS = {"openbox", "dbus-daemon", "at-spi-bus-laun", "at-spi2-registr"}


def display_helpers(connection):
    """The processes that serve this display and its bus.

    connection: one to the X server, of python-xlib."""
    mark = b"XDG_RUNTIME_DIR=" + os.environb.get(b"XDG_RUNTIME_DIR", b"")
    found = []
    for folder in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            if ((folder / "comm").read_text().strip() in HELPERS
                    and mark in (folder / "environ").read_bytes().split(b"\0")):
                found.append(int(folder.name))
        except OSError:
            continue  # gone, or another user's
    size = struct.calcsize("3i")
    server, _, _ = struct.unpack(
        "3i", connection.display.socket.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, size))
    return found + [server]


def family(pid):
    """A process and all that it started, and what those started."""
    found = [pid]
    for parent in found:
        for path in pathlib.Path(f"/proc/{parent}/task").glob("*/children"):
            try:
                found += map(int, path.read_text().split())
            except OSError:
                continue
    return found


def wants_to_run(pid):
    """Whether a thread of a process is running, or waits for a processor or a disk."""
    for path in pathlib.Path(f"/proc/{pid}/task").glob("*/stat"):
        try:
            # "number (name) state …"; the name may hold anything.
            if path.read_text().rpartition(")")[2].split()[0] in "RD":
                return True
        except OSError:
            continue
    return False


def anybody_wants_to_run(pids):
    """Asks each of them, there and back: while one answers, what it did may wake another, which was asked before."""
    return any(map(wants_to_run, [*pids, *reversed(pids)]))
