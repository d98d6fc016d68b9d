// PulseError.swift
// What PulseAudio's error numbers mean for who wants to hear something.

import CPulse

extension AudioOutputError {
  static let noServer = AudioOutputError(
    .noServer, "No sound server answers. Start PipeWire or PulseAudio, and reconnect.")
  static let serverGone = AudioOutputError(
    .serverGone, "The sound server has ended. Reconnect when it runs again.")
  static let deviceGone = AudioOutputError(
    .noDevice, "The sound device has gone. Choose another one in the settings, and reconnect.")

  /// Why a stream could not be made, or ended.
  /// - Parameter number: a `pa_error_code`.
  static func pulse(_ number: Int32, _ format: StreamFormat) -> AudioOutputError {
    switch pa_error_code(UInt32(bitPattern: number)) {
    case PA_ERR_CONNECTIONTERMINATED: serverGone
    case PA_ERR_KILLED: deviceGone
    case PA_ERR_NOENTITY:
      AudioOutputError(.noDevice, "There is no sound device. Connect one, and reconnect.")
    case PA_ERR_BUSY, PA_ERR_IO, PA_ERR_BADSTATE:
      AudioOutputError(
        .noDevice, "The sound device cannot be used; another program may have it. Close that, and reconnect.")
    case PA_ERR_INVALID, PA_ERR_NOTSUPPORTED, PA_ERR_TOOLARGE:
      AudioOutputError(
        .refusedFormat,
        "The sound server does not take sound of \(format.sampleRate) Hz with \(format.channels) channels.")
    case PA_ERR_ACCESS, PA_ERR_AUTHKEY:
      AudioOutputError(.failed, "The sound server does not let this program play. Allow it in the settings.")
    default:
      AudioOutputError(
        .failed, "The sound server cannot play this (error \(number)). Restart it, and reconnect.")
    }
  }
}
