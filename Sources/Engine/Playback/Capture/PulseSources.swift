// PulseSources.swift
// Asks a sound server which sources there are, and asks again whenever that changes. Used on the session's thread.
// Sound: answers are cancelled before the object goes that their callbacks point to.

import CPulse

/// The list of sources of one connection.
final class PulseSources {
  /// A source with what has to be known to listen to it.
  struct Source: Equatable {
    var device: CaptureDevice
    let format: CaptureFormat
  }

  private(set) var all: [Source] = []
  private let context: PulseContext
  private let changed: () -> Void
  private var isAsking = false, isOutdated = false, hasAnswered = false
  private var chosen = ""
  private var found: [Source] = []
  private var operations: [OpaquePointer] = []

  /// - Parameters:
  ///   - context: ready.
  ///   - changed: called after the first answer, also when there are no sources, and each that differs.
  init(_ context: PulseContext, changed: @escaping () -> Void) {
    self.context = context
    self.changed = changed
    let this = Unmanaged.passUnretained(self).toOpaque()
    pa_context_set_subscribe_callback(context.pointer, sourcesChanged, this)
    let kinds = PA_SUBSCRIPTION_MASK_SOURCE.rawValue | PA_SUBSCRIPTION_MASK_SERVER.rawValue
    keep(pa_context_subscribe(context.pointer, pa_subscription_mask_t(kinds), nil, nil))
    ask()
  }

  deinit {
    pa_context_set_subscribe_callback(context.pointer, nil, nil)
    for operation in operations {
      pa_operation_cancel(operation)
      pa_operation_unref(operation)
    }
  }

  /// The source with this name; nil: the one that the desktop would choose, or else any.
  func source(_ name: String?) -> Source? {
    if let name { return all.first { $0.device.name == name } }
    return all.first(where: \.device.isDefault) ?? all.first
  }

  fileprivate func ask() {
    guard !isAsking else {
      isOutdated = true
      return
    }
    isAsking = true
    isOutdated = false
    found = []
    let this = Unmanaged.passUnretained(self).toOpaque()
    keep(pa_context_get_server_info(context.pointer, serverAnswered, this))
    keep(pa_context_get_source_info_list(context.pointer, sourceAnswered, this))
  }

  fileprivate func took(_ server: pa_server_info) {
    chosen = server.default_source_name.map { String(cString: $0) } ?? ""
  }

  fileprivate func took(_ info: pa_source_info) {
    guard let name = info.name else { return }
    let text = String(cString: name)
    var map = info.channel_map
    let rate = Int(min(max(info.sample_spec.rate, 1), UInt32(PulseFormat.rates.upperBound)))
    let format = CaptureFormat(
      StreamFormat(sampleRate: rate, speakers: PulseFormat.speakers(of: &map)),
      PulseFormat.precision(of: info.sample_spec.format))
    found.append(
      Source(
        device: CaptureDevice(
          name: text, title: info.description.map { String(cString: $0) } ?? text,
          isMonitor: info.monitor_of_sink != UInt32.max, isDefault: text == chosen, format: format),
        format: format))
  }

  fileprivate func ended() {
    isAsking = false
    // Something may have come or gone while the answers were on their way.
    if isOutdated { return ask() }
    guard !hasAnswered || found != all else { return }
    hasAnswered = true
    all = found
    changed()
  }

  private func keep(_ operation: OpaquePointer?) {
    operations.removeAll { operation in
      guard pa_operation_get_state(operation) != PA_OPERATION_RUNNING else { return false }
      pa_operation_unref(operation)
      return true
    }
    if let operation { operations.append(operation) }
  }
}

private func sources(_ pointer: UnsafeMutableRawPointer?) -> PulseSources {
  Unmanaged<PulseSources>.fromOpaque(pointer!).takeUnretainedValue()
}

private func sourcesChanged(
  _: OpaquePointer?, _: pa_subscription_event_type_t, _: UInt32, _ this: UnsafeMutableRawPointer?
) {
  sources(this).ask()
}

private func serverAnswered(
  _: OpaquePointer?, _ info: UnsafePointer<pa_server_info>?, _ this: UnsafeMutableRawPointer?
) {
  if let info { sources(this).took(info.pointee) }
}

private func sourceAnswered(
  _: OpaquePointer?, _ info: UnsafePointer<pa_source_info>?, _ end: Int32, _ this: UnsafeMutableRawPointer?
) {
  if let info { sources(this).took(info.pointee) }
  if end != 0 { sources(this).ended() }
}
