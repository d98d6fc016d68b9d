"""Drops files on a window by the XDND protocol, version 5, as a file manager does."""

import pathlib
import time

from Xlib import X, Xatom
from Xlib.protocol import event as xevent

from harness import Failure
from screen import atom, connection, root


def files(window, paths, at=None):
    """Drags `paths` over the window (to its middle, or a place on the screen) and lets go; waits until it is done."""
    data = "".join(pathlib.Path(path).as_uri() + "\r\n" for path in paths).encode()
    kind, copy, selection = atom("text/uri-list"), atom("XdndActionCopy"), atom("XdndSelection")
    left, top, width, height = window.place
    x, y = at or (left + width // 2, top + height // 2)
    source = root.create_window(0, 0, 1, 1, 0, X.CopyFromParent)
    source.set_selection_owner(selection, X.CurrentTime)

    def send(name, *values):
        message = xevent.ClientMessage(
            window=window.window, client_type=atom(name), data=(32, [source.id, *values, *[0] * (4 - len(values))]))
        window.window.send_event(message)
        connection.flush()

    try:
        send("XdndEnter", 5 << 24, kind)
        send("XdndPosition", 0, x << 16 | y, X.CurrentTime, copy)
        end = time.monotonic() + 5
        dropped = False
        while time.monotonic() < end:
            if not connection.pending_events():
                time.sleep(0.005)
                continue
            event = connection.next_event()
            if event.type == X.SelectionRequest and event.selection == selection:
                answer(event, kind, data)
            elif event.type == X.ClientMessage and event.client_type == atom("XdndStatus") and not dropped:
                if event.data[1][1] & 1:
                    dropped = True
                    send("XdndDrop", 0, X.CurrentTime)
                else:
                    time.sleep(0.02)
                    send("XdndPosition", 0, x << 16 | y, X.CurrentTime, copy)
            elif event.type == X.ClientMessage and event.client_type == atom("XdndFinished"):
                return
        raise Failure("the drop was not finished" if dropped else "the window does not take the files")
    finally:
        source.destroy()
        connection.flush()


def answer(request, kind, data):
    target, place = request.target, request.property
    if target == atom("TARGETS"):
        request.requestor.change_property(place, Xatom.ATOM, 32, [atom("TARGETS"), kind])
    elif target == kind:
        request.requestor.change_property(place, kind, 8, data)
    else:
        place = X.NONE
    request.requestor.send_event(xevent.SelectionNotify(
        time=request.time, requestor=request.requestor, selection=request.selection, target=target, property=place))
    connection.flush()
