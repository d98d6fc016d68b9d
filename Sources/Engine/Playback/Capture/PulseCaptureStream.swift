// PulseCaptureStream.swift
// One stream from a source. Owned by `PulseCaptureSession`; used on its thread.
// Sound: callbacks point to this object, and are taken away before it goes. A block is the server's own memory, and is
// lent only until the next one.

import CPulse
import Glibc
import Localization

/// Events of a stream.
enum PulseCaptureStreamEvent {
  case ready
  /// It could not be made, or it has ended.
  case ended
  /// Frames that came; nil where so many bytes are missing.
  case block(UnsafeBufferPointer<Float>), hole(frames: Int)
  case suspended(Bool)
}

/// A stream from a device.
final class PulseCaptureStream {
  /// The server hands out so many seconds at a time. Sound should be seen within 60 ms, and each block wakes two threads
  /// here and the server, and draws a step of the picture.
  private static let secondsPerBlock = 0.03

  let format: StreamFormat
  private let pointer: OpaquePointer
  fileprivate let tell: (PulseCaptureStreamEvent) -> Void

  init?(
    _ context: PulseContext, _ format: StreamFormat, tell: @escaping (PulseCaptureStreamEvent) -> Void
  ) {
    let properties = pa_proplist_new()
    defer { pa_proplist_free(properties) }
    pa_proplist_sets(properties, PA_PROP_MEDIA_ROLE, "production")
    var specification = PulseFormat.specification(format)
    var map = PulseFormat.channelMap(format)
    guard
      let pointer = pa_stream_new_with_proplist(
        context.pointer, localized("Listening"), &specification, &map, properties)
    else { return nil }
    self.pointer = pointer
    self.format = format
    self.tell = tell
    let this = Unmanaged.passUnretained(self).toOpaque()
    pa_stream_set_state_callback(pointer, captureChanged, this)
    pa_stream_set_read_callback(pointer, captureIsReadable, this)
    pa_stream_set_suspended_callback(pointer, captureSuspended, this)
  }

  deinit {
    pa_stream_set_state_callback(pointer, nil, nil)
    pa_stream_set_read_callback(pointer, nil, nil)
    pa_stream_set_suspended_callback(pointer, nil, nil)
    pa_stream_disconnect(pointer)
    pa_stream_unref(pointer)
  }

  /// - Returns: false when libpulse itself refuses.
  func connect(to device: String) -> Bool {
    let frames = max(1, Int(Double(format.sampleRate) * Self.secondsPerBlock))
    // Without this flag the source keeps its own blocks, which may be two seconds long.
    var attributes = pa_buffer_attr(
      maxlength: .max, tlength: .max, prebuf: .max, minreq: .max,
      fragsize: UInt32(clamping: frames * bytesPerFrame))
    // When the source goes, no other one takes its place unasked: somebody may be recording.
    let flags = PA_STREAM_ADJUST_LATENCY.rawValue | PA_STREAM_DONT_MOVE.rawValue
    return pa_stream_connect_record(pointer, device, &attributes, pa_stream_flags(flags)) >= 0
  }

  var isReady: Bool { pa_stream_get_state(pointer) == PA_STREAM_READY }
  /// True while the source sleeps.
  var isSuspended: Bool { pa_stream_is_suspended(pointer) == 1 }
  /// The server's name of the source.
  var device: String? { pa_stream_get_device_name(pointer).map { String(cString: $0) } }

  private var bytesPerFrame: Int { format.channels * MemoryLayout<Float>.stride }

  /// Lends all blocks that have come.
  fileprivate func fetch() {
    while true {
      var memory: UnsafeRawPointer?
      var bytes = 0
      guard pa_stream_peek(pointer, &memory, &bytes) >= 0, bytes > 0 else { return }
      let frames = bytes / bytesPerFrame
      if let memory {
        let samples = frames * format.channels
        tell(
          .block(
            UnsafeBufferPointer(start: memory.bindMemory(to: Float.self, capacity: samples), count: samples)))
      } else {
        tell(.hole(frames: frames))
      }
      pa_stream_drop(pointer)
    }
  }

  fileprivate func stateChanged() {
    switch pa_stream_get_state(pointer) {
    case PA_STREAM_READY: tell(.ready)
    case PA_STREAM_FAILED, PA_STREAM_TERMINATED: tell(.ended)
    default: break
    }
  }

  fileprivate func suspensionChanged() { tell(.suspended(isSuspended)) }
}

private func capture(_ pointer: UnsafeMutableRawPointer?) -> PulseCaptureStream {
  Unmanaged<PulseCaptureStream>.fromOpaque(pointer!).takeUnretainedValue()
}

private func captureChanged(_: OpaquePointer?, _ this: UnsafeMutableRawPointer?) {
  capture(this).stateChanged()
}

private func captureIsReadable(_: OpaquePointer?, _: Int, _ this: UnsafeMutableRawPointer?) {
  capture(this).fetch()
}

private func captureSuspended(_: OpaquePointer?, _ this: UnsafeMutableRawPointer?) {
  capture(this).suspensionChanged()
}
