"""The program on the session bus: org.freedesktop.Application, as a desktop calls it."""

import contextlib
import os
import pathlib
import shlex

import gi

gi.require_version("Gio", "2.0")
from gi.repository import Gio, GLib  # noqa: E402

from harness import BINARY, ROOT, eventually  # noqa: E402

NAME, PLACE = "org.barline.Barline", "/org/barline/Barline"


def call(name, place, interface, method, arguments=None):
    bus = Gio.bus_get_sync(Gio.BusType.SESSION)
    return bus.call_sync(name, place, interface, method, arguments, None, 0, 10000)


def bus(method, *arguments):
    values = GLib.Variant("(" + "s" * len(arguments) + ")", arguments) if arguments else None
    return call("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", method, values).unpack()


def process():
    return bus("GetConnectionUnixProcessID", NAME)[0]


def open_files(paths):
    uris = [pathlib.Path(os.fsdecode(path)).as_uri() for path in paths]
    call(NAME, PLACE, "org.freedesktop.Application", "Open", GLib.Variant("(asa{sv})", (uris, {})))


def activate():
    call(NAME, PLACE, "org.freedesktop.Application", "Activate", GLib.Variant("(a{sv})", ({},)))


@contextlib.contextmanager
def installed(folder):
    """Installs the service file for this bus, as `make install` would; gives the program's standard error."""
    errors = folder / "service-stderr.txt"
    errors.touch()
    binaries = folder / "bin"
    binaries.mkdir()
    wrapper = binaries / "barline"
    wrapper.write_text(f"#!/bin/sh\nexec {shlex.quote(BINARY)} \"$@\" 2>>{shlex.quote(str(errors))}\n")
    wrapper.chmod(0o755)
    place = pathlib.Path(os.environ["XDG_DATA_HOME"]) / "dbus-1/services" / f"{NAME}.service"
    place.parent.mkdir(parents=True, exist_ok=True)
    template = (ROOT / "data/org.barline.Barline.service.in").read_text()
    place.write_text(template.replace("@BINDIR@", str(binaries)))
    bus("ReloadConfig")
    try:
        eventually(lambda: NAME in bus("ListActivatableNames")[0], "the bus knows the service")
        yield errors
    finally:
        place.unlink()
        bus("ReloadConfig")
