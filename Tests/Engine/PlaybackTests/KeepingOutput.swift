// KeepingOutput.swift
// What a real output was given to play, sample for sample: that is judged here, where no clock and no recording can lose
// any of it. What a sound server then makes of it is asked of a recording, and less strictly.

import Playback
import Synchronization

/// Passes everything on to another output, and keeps what that one pulled.
final class KeepingOutput: AudioOutput {
  private struct State {
    var samples: [Float] = []
    var channels = 1
    var starts = 0
  }
  private let output: any AudioOutput
  private let state = Mutex(State())

  init(_ output: any AudioOutput) { self.output = output }

  /// How often it was started.
  var starts: Int { state.withLock { $0.starts } }

  /// The first channel of all that was rendered.
  var left: [Float] {
    let (samples, channels) = state.withLock { ($0.samples, $0.channels) }
    return stride(from: 0, to: samples.count, by: channels).map { samples[$0] }
  }

  func acceptedFormat(for format: StreamFormat) -> StreamFormat { output.acceptedFormat(for: format) }

  func start(
    _ format: StreamFormat, from provider: any FrameProvider,
    onEvent: @escaping @Sendable (AudioOutputEvent) -> Void
  ) {
    state.withLock {
      $0.starts += 1
      $0.channels = format.channels
    }
    output.start(format, from: KeptFrames(provider, for: self), onEvent: onEvent)
  }

  func stop() { output.stop() }
  var timing: OutputTiming? { output.timing }

  fileprivate func keep(_ samples: UnsafeMutableBufferPointer<Float>) {
    state.withLock { $0.samples += samples }
  }
}

/// Frames of another provider, of which `KeepingOutput` keeps a copy.
private final class KeptFrames: FrameProvider {
  private let provider: any FrameProvider
  private let output: KeepingOutput

  init(_ provider: any FrameProvider, for output: KeepingOutput) {
    self.provider = provider
    self.output = output
  }

  var readyFrames: Int { provider.readyFrames }

  func render(into buffer: UnsafeMutableBufferPointer<Float>) {
    provider.render(into: buffer)
    output.keep(buffer)
  }
}
