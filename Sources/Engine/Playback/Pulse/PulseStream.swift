// PulseStream.swift
// One stream to a device, of one format. Owned by `PulseSession`; used on its thread.
// Sound: libpulse calls back with a pointer to this object. The stream is disconnected before the object
// goes, which cancels all answers that are still to come.

import CPulse
import Glibc

/// Events of a stream.
enum PulseStreamEvent {
  case ready
  /// It could not be made, or it has ended.
  case ended
  /// The server can take frames.
  case writable
  /// `timing` is new.
  case timing
  /// The server lets the stream run.
  case uncorked
  case underrun
  /// The device was suspended, resumed or replaced.
  case deviceChanged
  /// The server asks for silence (true), or no longer does.
  case corkRequested(Bool)
}

/// A stream to a device; corked at first.
final class PulseStream {
  let format: StreamFormat
  /// Operations without an answer when the last one was started.
  private var pending: [OpaquePointer] = []
  private(set) var buffering: PulseBuffering
  private let pointer: OpaquePointer
  fileprivate let tell: (PulseStreamEvent) -> Void

  init?(
    _ context: PulseContext, _ format: StreamFormat, title: String, seconds: Double,
    tell: @escaping (PulseStreamEvent) -> Void
  ) {
    let properties = pa_proplist_new()
    defer { pa_proplist_free(properties) }
    pa_proplist_sets(properties, PA_PROP_MEDIA_ROLE, "music")
    var specification = PulseFormat.specification(format)
    var map = PulseFormat.channelMap(format)
    let name = title.isEmpty ? "Barline" : title
    guard
      let pointer = pa_stream_new_with_proplist(context.pointer, name, &specification, &map, properties)
    else { return nil }
    self.pointer = pointer
    self.format = format
    self.tell = tell
    buffering = PulseBuffering(sampleRate: format.sampleRate, seconds: seconds)
    let this = Unmanaged.passUnretained(self).toOpaque()
    pa_stream_set_state_callback(pointer, streamChanged, this)
    pa_stream_set_write_callback(pointer, streamIsWritable, this)
    pa_stream_set_underflow_callback(pointer, streamRanOut, this)
    pa_stream_set_suspended_callback(pointer, streamDeviceChanged, this)
    pa_stream_set_moved_callback(pointer, streamDeviceChanged, this)
    pa_stream_set_event_callback(pointer, streamGotEvent, this)
  }

  deinit {
    pa_stream_set_state_callback(pointer, nil, nil)
    pa_stream_set_write_callback(pointer, nil, nil)
    pa_stream_set_underflow_callback(pointer, nil, nil)
    pa_stream_set_suspended_callback(pointer, nil, nil)
    pa_stream_set_moved_callback(pointer, nil, nil)
    pa_stream_set_event_callback(pointer, nil, nil)
    // Disconnecting asks the server first; until it answers, these answers could still come.
    for operation in pending {
      pa_operation_cancel(operation)
      pa_operation_unref(operation)
    }
    pa_stream_disconnect(pointer)
    pa_stream_unref(pointer)
  }

  /// - Returns: false when libpulse itself refuses.
  func connect() -> Bool {
    var attributes = attributes
    return pa_stream_connect_playback(pointer, nil, &attributes, PA_STREAM_START_CORKED, nil, nil) >= 0
  }

  /// Lets the server keep so many seconds of sound from now on. Nothing that it has is lost.
  func keep(seconds: Double) {
    buffering = PulseBuffering(sampleRate: format.sampleRate, seconds: seconds)
    var attributes = attributes
    release(pa_stream_set_buffer_attr(pointer, &attributes, nil, nil))
  }

  private var attributes: pa_buffer_attr {
    // A stream that ran out of frames continues as soon as it has one (`prebuf`), and loses none.
    pa_buffer_attr(
      maxlength: .max, tlength: UInt32(clamping: buffering.frames * bytesPerFrame),
      prebuf: UInt32(bytesPerFrame), minreq: UInt32(clamping: buffering.framesPerRequest * bytesPerFrame),
      fragsize: .max)
  }

  var isReady: Bool { pa_stream_get_state(pointer) == PA_STREAM_READY }
  var isSuspended: Bool { pa_stream_is_suspended(pointer) == 1 }
  var bytesPerFrame: Int { format.channels * MemoryLayout<Float>.stride }

  /// Stops the stream or lets it continue; sends `.uncorked` when it continues.
  func setCorked(_ isCorked: Bool) {
    guard !isCorked else { return release(pa_stream_cork(pointer, 1, nil, nil)) }
    keep(pa_stream_cork(pointer, 0, streamIsUncorked, Unmanaged.passUnretained(self).toOpaque()))
  }

  /// Drops what was not played yet. Indices stay, and are equal afterwards.
  func flush() { release(pa_stream_flush(pointer, nil, nil)) }

  /// Asks for a timing; sends `.timing` when it has come.
  func askForTiming() {
    keep(
      pa_stream_update_timing_info(
        pointer, streamTimingCame, Unmanaged.passUnretained(self).toOpaque()))
  }

  func setTitle(_ title: String) {
    release(pa_stream_set_name(pointer, title.isEmpty ? "Barline" : title, nil, nil))
  }

  /// The newest timing, with indices in bytes since the stream was made.
  var timing: pa_timing_info? { pa_stream_get_timing_info(pointer)?.pointee }

  /// Frames that the server can take now.
  var writableFrames: Int {
    let bytes = pa_stream_writable_size(pointer)
    return bytes == Int.max || bytes < 0 ? 0 : bytes / bytesPerFrame
  }

  /// Frames that the server has, and that its device has not taken. It may keep more than it was asked to, where the device
  /// takes much at a time.
  var keptFrames: Int {
    let bytes = pa_stream_get_buffer_attr(pointer).map { Int($0.pointee.tlength) } ?? 0
    return max(0, bytes / bytesPerFrame - writableFrames)
  }

  /// Lets `provider` fill the server's own memory.
  func write(_ frames: Int, from provider: any FrameProvider) { write(frames, provider.render) }

  func writeSilence(_ frames: Int) { write(frames) { $0.update(repeating: 0) } }

  private func write(_ frames: Int, _ fill: (UnsafeMutableBufferPointer<Float>) -> Void) {
    var left = frames
    while left > 0 {
      var memory: UnsafeMutableRawPointer?
      var bytes = left * bytesPerFrame
      guard pa_stream_begin_write(pointer, &memory, &bytes) >= 0, let memory else { return }
      let count = min(left, bytes / bytesPerFrame)
      guard count > 0 else {
        pa_stream_cancel_write(pointer)
        return
      }
      let samples = count * format.channels
      fill(
        UnsafeMutableBufferPointer(
          start: memory.bindMemory(to: Float.self, capacity: samples), count: samples))
      guard pa_stream_write(pointer, memory, count * bytesPerFrame, nil, 0, PA_SEEK_RELATIVE) >= 0 else {
        return
      }
      left -= count
    }
  }

  /// Keeps an operation whose answer goes to this object, so that it can be cancelled.
  private func keep(_ operation: OpaquePointer?) {
    pending.removeAll { operation in
      guard pa_operation_get_state(operation) != PA_OPERATION_RUNNING else { return false }
      pa_operation_unref(operation)
      return true
    }
    if let operation { pending.append(operation) }
  }

  private func release(_ operation: OpaquePointer?) {
    if let operation { pa_operation_unref(operation) }
  }

  fileprivate func stateChanged() {
    switch pa_stream_get_state(pointer) {
    case PA_STREAM_READY: tell(.ready)
    case PA_STREAM_FAILED, PA_STREAM_TERMINATED: tell(.ended)
    default: break
    }
  }
}

private func stream(_ pointer: UnsafeMutableRawPointer?) -> PulseStream {
  Unmanaged<PulseStream>.fromOpaque(pointer!).takeUnretainedValue()
}

private func streamChanged(_: OpaquePointer?, _ this: UnsafeMutableRawPointer?) {
  stream(this).stateChanged()
}

private func streamIsWritable(_: OpaquePointer?, _: Int, _ this: UnsafeMutableRawPointer?) {
  stream(this).tell(.writable)
}

private func streamRanOut(_: OpaquePointer?, _ this: UnsafeMutableRawPointer?) {
  stream(this).tell(.underrun)
}

private func streamDeviceChanged(_: OpaquePointer?, _ this: UnsafeMutableRawPointer?) {
  stream(this).tell(.deviceChanged)
}

private func streamGotEvent(
  _: OpaquePointer?, _ name: UnsafePointer<CChar>?, _: OpaquePointer?, _ this: UnsafeMutableRawPointer?
) {
  guard let name else { return }
  if strcmp(name, PA_STREAM_EVENT_REQUEST_CORK) == 0 { stream(this).tell(.corkRequested(true)) }
  if strcmp(name, PA_STREAM_EVENT_REQUEST_UNCORK) == 0 { stream(this).tell(.corkRequested(false)) }
}

private func streamIsUncorked(_: OpaquePointer?, _ success: Int32, _ this: UnsafeMutableRawPointer?) {
  if success != 0 { stream(this).tell(.uncorked) }
}

private func streamTimingCame(_: OpaquePointer?, _ success: Int32, _ this: UnsafeMutableRawPointer?) {
  if success != 0 { stream(this).tell(.timing) }
}
