// PulseContext.swift
// One connection to a sound server. Owned by `PulseSession`; used on its thread.
// Sound: the callback's pointer is to this object, and is taken away before the object goes.

import CPulse

/// A connection; it does not come back once it has failed.
final class PulseContext {
  let pointer: OpaquePointer
  private let changed: () -> Void

  /// - Parameter changed: called after each change of the state.
  init?(_ api: UnsafeMutablePointer<pa_mainloop_api>, changed: @escaping () -> Void) {
    let properties = pa_proplist_new()
    defer { pa_proplist_free(properties) }
    pa_proplist_sets(properties, PA_PROP_APPLICATION_NAME, "Barline")
    pa_proplist_sets(properties, PA_PROP_APPLICATION_ID, "org.barline.Barline")
    pa_proplist_sets(properties, PA_PROP_APPLICATION_ICON_NAME, "org.barline.Barline")
    guard let pointer = pa_context_new_with_proplist(api, "Barline", properties) else { return nil }
    self.pointer = pointer
    self.changed = changed
    pa_context_set_state_callback(pointer, contextChanged, Unmanaged.passUnretained(self).toOpaque())
  }

  deinit {
    pa_context_set_state_callback(pointer, nil, nil)
    pa_context_disconnect(pointer)
    pa_context_unref(pointer)
  }

  /// - Parameter server: an address as in $PULSE_SERVER; nil: the desktop's.
  /// - Returns: false when there is nothing to connect to.
  func connect(to server: String?) -> Bool {
    pa_context_connect(pointer, server, PA_CONTEXT_NOAUTOSPAWN, nil) >= 0
  }

  var isReady: Bool { pa_context_get_state(pointer) == PA_CONTEXT_READY }

  var hasEnded: Bool {
    let state = pa_context_get_state(pointer)
    return state == PA_CONTEXT_FAILED || state == PA_CONTEXT_TERMINATED
  }

  /// The last error, as a `pa_error_code`.
  var error: Int32 { pa_context_errno(pointer) }

  fileprivate func stateChanged() { changed() }
}

private func contextChanged(_: OpaquePointer?, _ context: UnsafeMutableRawPointer?) {
  Unmanaged<PulseContext>.fromOpaque(context!).takeUnretainedValue().stateChanged()
}
