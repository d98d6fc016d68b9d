// PulseContext.swift
// One connection to a sound server, and what PulseAudio's error numbers mean for the user. Owned by
// `PulseSession`; used on its thread.
// Sound: the callback's pointer is to this object, and is taken away before the object goes.

import CPulse
import Localization

/// A connection; once it has failed, it cannot be used again.
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

  /// - Parameter server: an address as in $PULSE_SERVER; nil: the desktop's server.
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

extension AudioOutputError {
  static var noServer: AudioOutputError {
    AudioOutputError(
      .noServer, localized("No sound server answers. Start PipeWire or PulseAudio, and reconnect."))
  }
  static var serverGone: AudioOutputError {
    AudioOutputError(
      .serverGone, localized("The sound server has ended. Reconnect when it runs again."))
  }
  private static var deviceGone: AudioOutputError {
    AudioOutputError(
      .noDevice, localized("The sound device has gone. Choose another one in the settings, and reconnect."))
  }

  /// Why a stream could not be made, or has ended.
  /// - Parameter number: a `pa_error_code`.
  static func pulse(_ number: Int32, _ format: StreamFormat) -> AudioOutputError {
    switch pa_error_code(UInt32(bitPattern: number)) {
    case PA_ERR_CONNECTIONTERMINATED: serverGone
    case PA_ERR_KILLED: deviceGone
    case PA_ERR_NOENTITY:
      AudioOutputError(.noDevice, localized("There is no sound device. Connect one, and reconnect."))
    case PA_ERR_BUSY, PA_ERR_IO, PA_ERR_BADSTATE:
      AudioOutputError(
        .noDevice,
        localized("The sound device cannot be used; another program may have it. Close that, and reconnect."))
    case PA_ERR_INVALID, PA_ERR_NOTSUPPORTED, PA_ERR_TOOLARGE:
      AudioOutputError(
        .refusedFormat,
        localized(
          "The sound server does not take sound of \(format.sampleRate) Hz with \(format.channels) channels.",
          plural:
            "The sound server does not take sound of \(format.sampleRate) Hz with \(format.channels) channels.",
          count: format.channels))
    case PA_ERR_ACCESS, PA_ERR_AUTHKEY:
      AudioOutputError(
        .failed, localized("The sound server does not let this program play. Allow it in the settings."))
    default:
      AudioOutputError(
        .failed, localized("The sound server cannot play this (error \(number)). Restart it, and reconnect."))
    }
  }
}
