// SessionBus.swift
// The session's bus: objects that other programs can call, and names under which they find them. GDBus
// releases the boxes with closures when an object is taken off the bus or a name is given up.

import CGtk

/// The methods of an object on the bus. GDBus has checked the types against its interfaces.
public struct BusHandler {
  public let call: @MainActor (_ method: String, _ arguments: [BusValue]) -> Void
  public let get: @MainActor (_ property: String) -> BusValue?
  public let set: @MainActor (_ property: String, _ value: BusValue) -> Void

  public init(
    call: @escaping @MainActor (String, [BusValue]) -> Void,
    get: @escaping @MainActor (String) -> BusValue?,
    set: @escaping @MainActor (String, BusValue) -> Void
  ) {
    self.call = call
    self.get = get
    self.set = set
  }
}

/// The connection to the session's bus.
@MainActor public final class SessionBus: NativeObject {
  /// Calls `body` with the connection, or not at all when there is no bus. Does not wait.
  public static func connect(_ body: @escaping @MainActor (SessionBus) -> Void) {
    g_bus_get(
      G_BUS_TYPE_SESSION, nil, busConnected, Box<@MainActor (SessionBus) -> Void>(body).retained)
  }

  fileprivate var connection: OpaquePointer { opaque }

  /// Lets other programs call an object.
  ///
  /// - Parameters:
  ///   - description: its interfaces as D-Bus introspection XML.
  ///   - handler: its methods, which have no results.
  /// - Returns: the object, which stays on the bus while this value lives; nil when the path is taken.
  public func export(_ path: String, description: String, handler: BusHandler) -> BusObject? {
    BusObject(self, path, description, handler)
  }

  /// Owns a name on the bus while the result lives.
  public func own(_ name: String) -> BusName { BusName(self, name) }
}

/// A name that other programs know; given up when this object goes.
@MainActor public final class BusName {
  private let identifier: guint

  fileprivate init(_ bus: SessionBus, _ name: String) {
    identifier = g_bus_own_name_on_connection(
      bus.connection, name, G_BUS_NAME_OWNER_FLAGS_NONE, nil, nil, nil, nil)
  }

  isolated deinit { g_bus_unown_name(identifier) }
}

/// An object that other programs can call; leaves the bus when this one goes.
@MainActor public final class BusObject {
  private let bus: SessionBus
  private let path: String
  private var registrations: [guint] = []

  fileprivate init?(_ bus: SessionBus, _ path: String, _ description: String, _ handler: BusHandler) {
    self.bus = bus
    self.path = path
    guard let node = g_dbus_node_info_new_for_xml(description, nil) else {
      preconditionFailure("no introspection data: \(description)")
    }
    defer { g_dbus_node_info_unref(node) }
    var next = node.pointee.interfaces
    while let interface = next?.pointee {
      let box = Box(handler).retained
      let registration = g_dbus_connection_register_object(
        bus.connection, path, interface, handlerTable, box, releaseBox, nil)
      guard registration != 0 else {
        // GDBus takes over the box only if it accepts the object.
        releaseBox(box)
        return nil
      }
      registrations.append(registration)
      next = next?.successor()
    }
  }

  isolated deinit {
    for registration in registrations {
      g_dbus_connection_unregister_object(bus.connection, registration)
    }
  }

  public func emit(_ signal: String, of interface: String, _ arguments: [BusValue]) {
    g_dbus_connection_emit_signal(
      bus.connection, nil, path, interface, signal, BusValue.tuple(arguments), nil)
  }

  /// Announces new values of properties.
  public func emitChanges(_ properties: [String: BusValue], of interface: String) {
    emit(
      "PropertiesChanged", of: "org.freedesktop.DBus.Properties",
      [.string(interface), .dictionary(properties), .strings([])])
  }
}

/// Never freed, because registered objects point to it.
private nonisolated(unsafe) let handlerTable: UnsafePointer<GDBusInterfaceVTable> = {
  let table = UnsafeMutablePointer<GDBusInterfaceVTable>.allocate(capacity: 1)
  table.initialize(to: GDBusInterfaceVTable())
  table.pointee.method_call = busMethodCalled
  table.pointee.get_property = busPropertyAsked
  table.pointee.set_property = busPropertySet
  return UnsafePointer(table)
}()

private func busConnected(_: UnsafeMutablePointer<GObject>?, _ result: OpaquePointer?, _ data: Data) {
  // Balances `retained`; called once.
  let box = Unmanaged<Box<@MainActor (SessionBus) -> Void>>.fromOpaque(data!).takeRetainedValue()
  guard let connection = g_bus_get_finish(result, nil) else { return }
  // The program continues when the bus goes.
  g_dbus_connection_set_exit_on_close(connection, 0)
  let closure = UncheckedSendable((box.closure, connection))
  MainActor.assumeIsolated {
    closure.value.0(SessionBus(owned: UnsafeMutableRawPointer(closure.value.1)))
  }
}

private func busMethodCalled(
  _: OpaquePointer?, _: UnsafePointer<CChar>?, _: UnsafePointer<CChar>?, _: UnsafePointer<CChar>?,
  _ method: UnsafePointer<CChar>?, _ parameters: OpaquePointer?, _ invocation: OpaquePointer?,
  _ data: Data
) {
  let values = (0..<g_variant_n_children(parameters)).compactMap { index -> BusValue? in
    let child = g_variant_get_child_value(parameters, index)!
    defer { g_variant_unref(child) }
    return BusValue(child)
  }
  let closure = UncheckedSendable((Box<BusHandler>.closure(data), String(cString: method!)))
  MainActor.assumeIsolated { closure.value.0.call(closure.value.1, values) }
  g_dbus_method_invocation_return_value(invocation, nil)
}

private func busPropertyAsked(
  _: OpaquePointer?, _: UnsafePointer<CChar>?, _: UnsafePointer<CChar>?, _: UnsafePointer<CChar>?,
  _ property: UnsafePointer<CChar>?, _ error: UnsafeMutablePointer<UnsafeMutablePointer<GError>?>?,
  _ data: Data
) -> OpaquePointer? {
  let name = String(cString: property!)
  let closure = UncheckedSendable(Box<BusHandler>.closure(data))
  if let value = MainActor.assumeIsolated({ closure.value.get(name) }) { return value.native }
  g_set_error_literal(
    error, g_dbus_error_quark(), gint(G_DBUS_ERROR_UNKNOWN_PROPERTY.rawValue),
    "There is no \(name) now.")
  return nil
}

private func busPropertySet(
  _: OpaquePointer?, _: UnsafePointer<CChar>?, _: UnsafePointer<CChar>?, _: UnsafePointer<CChar>?,
  _ property: UnsafePointer<CChar>?, _ value: OpaquePointer?,
  _: UnsafeMutablePointer<UnsafeMutablePointer<GError>?>?, _ data: Data
) -> gboolean {
  guard let value = value.flatMap({ BusValue($0) }) else { return 1 }
  let name = String(cString: property!)
  let closure = UncheckedSendable(Box<BusHandler>.closure(data))
  MainActor.assumeIsolated { closure.value.set(name, value) }
  return 1
}
