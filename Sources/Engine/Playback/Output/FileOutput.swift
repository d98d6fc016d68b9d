// FileOutput.swift
// Takes frames as fast as they can be made, and keeps them: for tests.

import HostIO
import Synchronization

/// Collects frames instead of playing them.
public final class FileOutput: AudioOutput {
  private struct State {
    var samples: [Float] = []
    var format: StreamFormat?
    /// The number of the present `start`, and the frames pulled since.
    var number = 0
    var frames = 0
    var isRunning = false
  }

  private let state = Mutex(State())
  private let limit: Int
  private let full = Wakeup()

  /// - Parameter frames: it stops pulling after this many frames of all starts together.
  public init(frames: Int) { limit = frames }

  public func acceptedFormat(for format: StreamFormat) -> StreamFormat { format }

  public func start(
    _ format: StreamFormat, from provider: any FrameProvider,
    onEvent: @escaping @Sendable (AudioOutputEvent) -> Void
  ) {
    let number = state.withLock { state in
      state.format = format
      state.number += 1
      state.frames = 0
      state.isRunning = true
      return state.number
    }
    _ = BackgroundThread.start { [self] in pull(from: provider, format: format, number: number) }
    onEvent(.began)
  }

  private func pull(from provider: any FrameProvider, format: StreamFormat, number: Int) {
    var buffer = [Float](repeating: 0, count: 512 * format.channels)
    while true {
      (provider as? any PatientProvider)?.waitForFrames(512)
      let isCurrent = state.withLock { $0.number == number && $0.isRunning }
      guard isCurrent else { return }
      buffer.withUnsafeMutableBufferPointer { provider.render(into: $0) }
      let isFull = state.withLock { state in
        guard state.number == number, state.isRunning else { return true }
        let room = limit * format.channels - state.samples.count
        state.samples += buffer.prefix(max(0, room))
        state.frames += 512
        return room <= buffer.count
      }
      if isFull { return full.post() }
    }
  }

  public func stop() { state.withLock { $0.isRunning = false } }

  public var timing: OutputTiming? {
    state.withLock { state in
      state.isRunning ? OutputTiming(heard: Double(state.frames), time: MonotonicTime.now) : nil
    }
  }

  /// The frames so far, interleaved.
  public var samples: [Float] { state.withLock { $0.samples } }
  public var format: StreamFormat? { state.withLock { $0.format } }

  /// Waits until it has all frames that were asked for.
  public func waitUntilFull() { full.wait() }
}
