// SilentOutput.swift
// An output without sound: time passes as with a real one. Its thread takes frames a little ahead of time.

import HostIO
import Synchronization

/// Takes frames at the pace of the monotonic clock.
public final class SilentOutput: AudioOutput {
  /// Seconds between two wake-ups; frames are taken as far ahead.
  private static let period = 0.05

  /// One `start`: its thread ends by itself after the next one.
  private final class Run: Sendable {
    let format: StreamFormat
    let began: Double
    let wake = Wakeup()
    let isOver = Atomic<Bool>(false)

    init(format: StreamFormat, began: Double) {
      self.format = format
      self.began = began
    }

    func pull(from provider: any FrameProvider) {
      let rate = Double(format.sampleRate)
      let period = SilentOutput.period
      var taken = 0
      while !isOver.load(ordering: .acquiring) {
        let due = Int((MonotonicTime.now - began + 2 * SilentOutput.period) * rate)
        // At most one second, in case the process had been stopped.
        let frames = min(max(0, due - taken), format.sampleRate)
        withUnsafeTemporaryAllocation(of: Float.self, capacity: frames * format.channels) {
          $0.initialize(repeating: 0)
          provider.render(into: $0)
        }
        taken += frames
        // Not before the next frame is due, even if frames are long.
        let next = max(Double(taken) / rate - period, Double(taken + 1) / rate - 2 * period)
        wake.wait(seconds: began + next - MonotonicTime.now)
      }
    }
  }

  private let run = Mutex<Run?>(nil)

  public init() {}

  public func acceptedFormat(for format: StreamFormat) -> StreamFormat { format }

  public func start(
    _ format: StreamFormat, from provider: any FrameProvider,
    onEvent: @escaping @Sendable (AudioOutputEvent) -> Void
  ) {
    stop()
    let next = Run(format: format, began: MonotonicTime.now)
    run.withLock { $0 = next }
    _ = BackgroundThread.start { next.pull(from: provider) }
    onEvent(.began)
  }

  public func stop() {
    let last = run.withLock { run in
      defer { run = nil }
      return run
    }
    last?.isOver.store(true, ordering: .releasing)
    last?.wake.post()
  }

  public var timing: OutputTiming? {
    guard let run = run.withLock({ $0 }) else { return nil }
    let now = MonotonicTime.now
    return OutputTiming(heard: (now - run.began) * Double(run.format.sampleRate), time: now)
  }
}
