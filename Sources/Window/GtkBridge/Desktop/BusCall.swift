// BusCall.swift
// A method of another program, called over D-Bus without waiting. GDBus calls back on the main thread.

import CGtk

/// One call, of which only the success counts.
struct BusCall: Sendable {
  private let bus: GBusType
  private let name: String, path: String, interface: String, method: String
  private let arguments: [BusValue]

  init(
    _ bus: GBusType, _ name: String, _ path: String, _ interface: String, _ method: String,
    _ arguments: [BusValue]
  ) {
    (self.bus, self.name, self.path) = (bus, name, path)
    (self.interface, self.method, self.arguments) = (interface, method, arguments)
  }

  private final class Pending {
    let call: BusCall
    let answered: @MainActor (Bool) -> Void

    init(_ call: BusCall, _ answered: @escaping @MainActor (Bool) -> Void) {
      (self.call, self.answered) = (call, answered)
    }

    /// Balances the retain of whoever passed it to GDBus; called once.
    static func taken(_ data: Data) -> Pending {
      Unmanaged<Pending>.fromOpaque(data!).takeRetainedValue()
    }

    func answer(_ isDone: Bool) {
      let closure = UncheckedSendable(answered)
      MainActor.assumeIsolated { closure.value(isDone) }
    }
  }

  /// - Parameter answered: false when there is no bus, or nobody of that name, or an error came.
  @MainActor func start(_ answered: @escaping @MainActor (Bool) -> Void) {
    let pending = Unmanaged.passRetained(Pending(self, answered)).toOpaque()
    g_bus_get(
      bus, nil,
      { _, result, data in
        let pending = Pending.taken(data)
        guard let connection = g_bus_get_finish(result, nil) else { return pending.answer(false) }
        defer { g_object_unref(UnsafeMutableRawPointer(connection)) }
        // The program continues when the bus goes.
        g_dbus_connection_set_exit_on_close(connection, 0)
        let call = pending.call
        g_dbus_connection_call(
          connection, call.name, call.path, call.interface, call.method, BusValue.tuple(call.arguments), nil,
          G_DBUS_CALL_FLAGS_NONE, 2000, nil,
          { connection, result, data in
            let answer = g_dbus_connection_call_finish(connection.map { OpaquePointer($0) }, result, nil)
            if let answer { g_variant_unref(answer) }
            Pending.taken(data).answer(answer != nil)
          }, Unmanaged.passRetained(pending).toOpaque())
      }, pending)
  }
}
