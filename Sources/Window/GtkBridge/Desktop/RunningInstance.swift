// RunningInstance.swift
// Whether another instance of the program owns its name on the session's bus, and answers.

import CGtk

/// The instance that others hand their files to.
enum RunningInstance {
  enum Answer {
    case none, alive
    /// It is stopped, or dead and held by a device that does not answer: nobody will ever open what it is given.
    case silent
  }

  /// Milliseconds after which it counts as silent. One that lives answers within some, and within tenths of a second while
  /// it is busy; without this question GLib would wait for 25 s, and then give up.
  private static let patience: gint = 2_000

  /// Asks it, on its main loop, what it can do. Waits.
  ///
  /// - Parameter identifier: of the application, which is its name on the bus.
  @MainActor static func ask(_ identifier: String) -> Answer {
    // `GApplication` uses the same connection.
    guard let bus = g_bus_get_sync(G_BUS_TYPE_SESSION, nil, nil) else { return .none }
    defer { g_object_unref(UnsafeMutableRawPointer(bus)) }
    let path = "/" + String(identifier.map { $0 == "." ? "/" : $0 == "-" ? "_" : $0 })
    var error: UnsafeMutablePointer<GError>?
    let answer = g_dbus_connection_call_sync(
      bus, identifier, path, "org.gtk.Actions", "List", nil, nil, G_DBUS_CALL_FLAGS_NO_AUTO_START, patience,
      nil, &error)
    if let answer { g_variant_unref(answer) }
    defer { g_clear_error(&error) }
    guard let error else { return .alive }
    if g_error_matches(error, g_io_error_quark(), gint(G_IO_ERROR_TIMED_OUT.rawValue)) != 0 { return .silent }
    let hasNoOwner = [G_DBUS_ERROR_SERVICE_UNKNOWN, G_DBUS_ERROR_NAME_HAS_NO_OWNER].contains { code in
      g_error_matches(error, g_dbus_error_quark(), gint(code.rawValue)) != 0
    }
    // One that is just starting knows no such object yet.
    return hasNoOwner ? .none : .alive
  }
}
