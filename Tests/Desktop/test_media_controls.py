"""Media keys and the desktop's media controls: MPRIS on the session bus, and suspend that waits for the end."""

import contextlib
import threading

import gi

gi.require_version("Gio", "2.0")
from gi.repository import Gio, GLib  # noqa: E402

import accessible
import screen
import service
import sounds
from harness import eventually, expect, expect_equal, expect_near

PLACE, ROOT, PLAYER = "/org/mpris/MediaPlayer2", "org.mpris.MediaPlayer2", "org.mpris.MediaPlayer2.Player"


class Player:
    """A program as media controls see it; remembers its signals."""

    def __init__(self, program):
        self.name = f"org.mpris.MediaPlayer2.Barline.instance{program.pid}"
        self.signals = []
        self.context = GLib.MainContext.new()
        self.loop = GLib.MainLoop.new(self.context, False)
        started = threading.Event()
        threading.Thread(target=self._listen, args=(started,), daemon=True).start()
        started.wait(5)

    def _listen(self, started):
        self.context.push_thread_default()
        bus = Gio.bus_get_sync(Gio.BusType.SESSION)
        bus.signal_subscribe(self.name, None, None, PLACE, None, 0, self._heard)
        GLib.idle_add(started.set)
        source = GLib.idle_source_new()
        source.set_callback(lambda *_: started.set())
        source.attach(self.context)
        self.loop.run()

    def _heard(self, _bus, _sender, _path, _interface, signal, arguments):
        self.signals.append((signal, arguments.unpack()))

    @property
    def is_there(self):
        return self.name in service.bus("ListNames")[0]

    def call(self, method, signature=None, *arguments, interface=PLAYER):
        values = GLib.Variant(f"({signature})", arguments) if signature else None
        service.call(self.name, PLACE, interface, method, values)

    def get(self, name, interface=PLAYER):
        answer = service.call(
            self.name, PLACE, "org.freedesktop.DBus.Properties", "Get", GLib.Variant("(ss)", (interface, name)))
        return answer.unpack()[0]

    def all(self, interface=PLAYER):
        return service.call(
            self.name, PLACE, "org.freedesktop.DBus.Properties", "GetAll", GLib.Variant("(s)", (interface,))).unpack()[0]

    def set(self, name, value):
        service.call(
            self.name, PLACE, "org.freedesktop.DBus.Properties", "Set",
            GLib.Variant("(ssv)", (PLAYER, name, value)))

    def wait_for(self, what, found):
        return eventually(lambda: next((a for s, a in list(self.signals) if found(s, a)), None), what)

    def wait_for_change(self, name, value):
        self.wait_for(
            f"{name} becomes {value}",
            lambda s, a: s == "PropertiesChanged" and a[0] == PLAYER and a[1].get(name) == value)


def playing(session, seconds=60):
    """A program that plays, and its player."""
    program = session.open(sounds.wav(session.folder / "a tune.wav", seconds))
    program.focus()
    player = Player(program)
    expect(not player.is_there, "a program that has not played is a player")
    mark = program.mark()
    screen.keys("space")
    program.wait("playback", lambda e: e["playing"], mark)
    eventually(lambda: player.is_there, "the player is on the bus")
    return program, player


def test_the_first_play_makes_it_a_player(session):
    program, player = playing(session)
    about = player.all(ROOT)
    expect_equal(
        [about[k] for k in ("Identity", "DesktopEntry", "CanRaise", "CanQuit", "HasTrackList")],
        ["Barline", "org.barline.Barline", True, False, False], "what it says of itself")
    state = player.all()
    expect_equal(state["PlaybackStatus"], "Playing", "the status")
    expect_equal(state["Metadata"]["xesam:title"], "a tune.wav", "the title")
    expect(state["Metadata"]["xesam:url"].endswith("/a%20tune.wav"), state["Metadata"]["xesam:url"])
    expect_equal(state["Metadata"]["mpris:length"], 60_000_000, "the length")
    expect_equal((state["MinimumRate"], state["Rate"], state["MaximumRate"]), (0.25, 1, 3), "rates")
    expect(state["CanSeek"] and state["CanPlay"] and state["CanPause"] and state["CanControl"], "what can be done")
    expect(not state["CanGoNext"] and not state["CanGoPrevious"], "there is one recording")


def test_what_the_tags_say(session):
    program = session.open(sounds.tagged(session.folder / "take.wav", 20, INAM="River", IART="Ann", IPRD="Days"))
    expect_equal(program.window().title, "River – Barline", "the title of the window")
    eventually(lambda: accessible.find(program.tree(), None, "Ann · take.wav · WAV"), "artist and file below it")
    program.focus()
    screen.keys("space")
    player = Player(program)
    eventually(lambda: player.is_there, "the player is on the bus")
    told = player.get("Metadata")
    expect_equal(
        [told.get(f"xesam:{name}") for name in ("title", "artist", "album")], ["River", ["Ann"], "Days"], "the tags")


def test_play_and_pause(session):
    program, player = playing(session)
    for method, expected, status in (
            ("Pause", False, "Paused"), ("PlayPause", True, "Playing"), ("PlayPause", False, "Paused"),
            ("Play", True, "Playing")):
        mark = program.mark()
        player.signals.clear()
        player.call(method)
        program.wait("playback", lambda e: e["playing"] == expected, mark, what=method)
        player.wait_for_change("PlaybackStatus", status)
        expect_equal(player.get("PlaybackStatus"), status, f"the status after {method}")
    player.call("Play")
    expect_equal(player.get("PlaybackStatus"), "Playing", "the status after Play while playing")
    mark = program.mark()
    player.call("Stop")
    program.wait("playback", lambda e: not e["playing"], mark, what="Stop")
    eventually(lambda: player.get("PlaybackStatus") == "Stopped", "it is stopped")
    expect_equal(player.get("Position"), 0, "the position after Stop")


def test_seeking(session):
    program, player = playing(session)
    player.call("Pause")
    track = player.get("Metadata")["mpris:trackid"]
    for method, signature, arguments, wanted in (
            ("SetPosition", "ox", (track, 20_000_000), 20), ("Seek", "x", (5_000_000,), 25),
            ("Seek", "x", (-30_000_000,), 0), ("SetPosition", "ox", (track, 59_000_000), 59)):
        player.signals.clear()
        player.call(method, signature, *arguments)
        told = player.wait_for("Seeked", lambda s, a: s == "Seeked")
        expect_equal(told, (wanted * 1_000_000,), f"the place that Seeked tells after {method}")
        expect_equal(player.get("Position"), wanted * 1_000_000, f"the position after {method}")
        expect_equal(program.playhead, wanted * 48000, f"the playhead after {method}")
    player.call("SetPosition", "ox", "/another/track", 1_000_000)
    player.call("SetPosition", "ox", track, 61_000_000)
    player.call("SetPosition", "ox", track, -1)
    expect_equal(player.get("Position"), 59_000_000, "the position after what is to be ignored")
    player.call("Play")
    player.call("Seek", "x", 2_000_000)
    eventually(lambda: player.get("PlaybackStatus") == "Stopped", "a seek behind the end stops")
    expect_equal(player.get("Position"), 60_000_000, "the position behind the end")


def test_a_click_in_the_window_is_a_seek(session):
    program, player = playing(session)
    player.signals.clear()
    plot = program.plot()
    plot.click(500)
    told = player.wait_for("Seeked", lambda s, a: s == "Seeked")
    expect_near(told[0] / 1e6, plot.frame(500) / 48000, 0.6, "the place that Seeked tells")


def test_nothing_is_told_while_it_plays(session):
    program, player = playing(session)
    program.wait("playhead-step", lambda e: e["frame"] > 24000)
    player.signals.clear()
    before = player.get("Position")
    program.wait("playhead-step", lambda e: e["frame"] > 3 * 48000)
    expect_equal(player.signals, [], "signals in two seconds of playing")
    expect(player.get("Position") > before + 1_000_000, "the position moves when it is asked for")


def test_rate_volume_and_loop(session):
    program, player = playing(session)
    for rate, wanted in ((2, 2), (0.1, 0.25), (9, 3), (1.25, 1.25), (-1, 1.25)):
        player.set("Rate", GLib.Variant("d", rate))
        eventually(lambda: player.get("Rate") == wanted, f"the rate {wanted} after {rate}")
    player.wait_for_change("Rate", 1.25)
    for volume, wanted in ((0.5, 0.5), (-1, 0), (7, 1), (0.25, 0.25)):
        player.set("Volume", GLib.Variant("d", volume))
        eventually(lambda: player.get("Volume") == wanted, f"the volume {wanted} after {volume}")
    player.wait_for_change("Volume", 0.25)
    screen.keys("shift+m")
    eventually(lambda: player.get("Volume") == 0, "muted")
    player.set("LoopStatus", GLib.Variant("s", "Track"))
    player.wait_for_change("LoopStatus", "Track")
    program.wait("loop", lambda e: e.get("end") == 60 * 48000)
    mark = program.mark()
    player.set("Rate", GLib.Variant("d", 0))
    program.wait("playback", lambda e: not e["playing"], mark, what="the rate 0 pauses")


def test_raise_brings_the_window_to_the_front(session):
    program, player = playing(session)
    other = session.open(sounds.wav(session.folder / "other.wav", 2))
    other.focus()
    player.call("Raise", interface=ROOT)
    eventually(lambda: program.window().is_active, "the window is active")
    player.call("Quit", interface=ROOT)
    expect_equal(player.get("Identity", ROOT), "Barline", "Quit does nothing")


def test_it_leaves_the_bus_with_its_window(session):
    program, player = playing(session)
    program.quit()
    eventually(lambda: not player.is_there, "the name is given up")


@contextlib.contextmanager
def session_manager():
    """Stands in for the desktop's session manager; gives what inhibits something now."""
    description = """<node><interface name="org.gnome.SessionManager">
      <method name="RegisterClient"><arg type="s" direction="in"/><arg type="s" direction="in"/>
        <arg type="o" direction="out"/></method>
      <method name="UnregisterClient"><arg type="o" direction="in"/></method>
      <method name="Inhibit"><arg type="s" direction="in"/><arg type="u" direction="in"/>
        <arg type="s" direction="in"/><arg type="u" direction="in"/><arg type="u" direction="out"/></method>
      <method name="Uninhibit"><arg type="u" direction="in"/></method>
      <property name="InhibitedActions" type="u" access="read"/>
      </interface></node>"""
    inhibitors, counter = {}, iter(range(1, 1000))

    def called(_bus, _sender, _path, _interface, method, arguments, invocation):
        if method == "Inhibit":
            number = next(counter)
            inhibitors[number] = arguments.unpack()
            invocation.return_value(GLib.Variant("(u)", (number,)))
        elif method == "RegisterClient":
            invocation.return_value(GLib.Variant("(o)", ("/org/gnome/SessionManager/Client1",)))
        else:
            if method == "Uninhibit":
                inhibitors.pop(arguments.unpack()[0])
            invocation.return_value(None)

    context = GLib.MainContext.new()
    loop = GLib.MainLoop.new(context, False)
    ready = threading.Event()

    def serve():
        context.push_thread_default()
        address = Gio.dbus_address_get_for_bus_sync(Gio.BusType.SESSION)
        flags = Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION
        bus = Gio.DBusConnection.new_for_address_sync(address, flags)
        interface = Gio.DBusNodeInfo.new_for_xml(description).interfaces[0]
        bus.register_object("/org/gnome/SessionManager", interface, called, lambda *_: GLib.Variant("u", 0), None)
        bus.call_sync(
            "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "RequestName",
            GLib.Variant("(su)", ("org.gnome.SessionManager", 4)), None, 0, 5000)
        ready.set()
        loop.run()
        bus.close_sync()

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    ready.wait(5)
    try:
        yield inhibitors
    finally:
        loop.quit()
        thread.join(5)


def test_suspend_waits_while_it_plays(session):
    with session_manager() as inhibitors:
        program, player = playing(session)
        found = eventually(lambda: list(inhibitors.values()), "suspend is inhibited")
        expect_equal(len(found), 1, "inhibitors")
        expect_equal(found[0][3], 4, "what is inhibited: suspend, and nothing else")
        expect(found[0][2], "a reason is given")
        player.call("Pause")
        eventually(lambda: not inhibitors, "released by pause")
        player.call("Play")
        eventually(lambda: inhibitors, "inhibited again")
        program.quit()
        eventually(lambda: not inhibitors, "released by the end")
