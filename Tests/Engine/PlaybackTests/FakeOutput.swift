// FakeOutput.swift
// An output that is pulled by hand, and time that is moved by hand.

import Foundation
import Synchronization
import Testing

@testable import Playback

/// Takes frames when a test says so.
final class FakeOutput: AudioOutput, @unchecked Sendable {
  private let condition = NSCondition()
  private var provider: (any FrameProvider)?
  private var told: (@Sendable (AudioOutputEvent) -> Void)?
  private var heard: OutputTiming?
  private(set) var format: StreamFormat?
  private(set) var startCount = 0
  private(set) var stopCount = 0
  /// Frames pulled since the last start.
  private(set) var pulled = 0
  /// What it makes of formats.
  var accept: @Sendable (StreamFormat) -> StreamFormat = { $0 }

  func acceptedFormat(for format: StreamFormat) -> StreamFormat { accept(format) }

  func start(
    _ format: StreamFormat, from provider: any FrameProvider,
    onEvent: @escaping @Sendable (AudioOutputEvent) -> Void
  ) {
    condition.withLock {
      (self.format, self.provider, told) = (format, provider, onEvent)
      (heard, pulled) = (nil, 0)
      startCount += 1
      condition.broadcast()
    }
    if let failsAtOnce { onEvent(.failed(failsAtOnce)) }
  }

  func stop() {
    condition.withLock {
      (provider, heard) = (nil, nil)
      stopCount += 1
      condition.broadcast()
    }
  }

  var timing: OutputTiming? { condition.withLock { heard } }
  var epoch: Epoch? { condition.withLock { provider as? Epoch } }
  var isPulling: Bool { condition.withLock { provider != nil } }

  /// Said when it is started.
  var failsAtOnce: AudioOutputError?
  /// Tells events of the newest start.
  var teller: (@Sendable (AudioOutputEvent) -> Void)? { condition.withLock { told } }

  /// Waits until so many frames are ready.
  func waitForReady(_ frames: Int, _ location: SourceLocation = #_sourceLocation) {
    let end = Date(timeIntervalSinceNow: 30)
    while epoch.map({ $0.ring.available < frames }) ?? true, Date() < end { sched_yield() }
    #expect(Date() < end, "\(frames) frames do not come", sourceLocation: location)
  }

  /// Waits for the `count`th stop.
  func waitForStop(_ count: Int, _ location: SourceLocation = #_sourceLocation) {
    let isThere = condition.withLock {
      let end = Date(timeIntervalSinceNow: 30)
      while stopCount < count { if !condition.wait(until: end) { return false } }
      return true
    }
    #expect(isThere, "stop \(count) does not come", sourceLocation: location)
  }

  /// Waits for the `count`th start.
  func waitForStart(_ count: Int, _ location: SourceLocation = #_sourceLocation) {
    let isThere = condition.withLock {
      let end = Date(timeIntervalSinceNow: 30)
      while startCount < count { if !condition.wait(until: end) { return false } }
      return true
    }
    #expect(isThere, "start \(count) does not come", sourceLocation: location)
  }

  /// Pulls frames; waits until they are ready unless it is told not to.
  func pull(_ frames: Int, patiently: Bool = true) -> [Float] {
    guard let epoch, let format else { return [] }
    var all: [Float] = []
    // The ring holds no more at a time.
    while all.count < frames * format.channels {
      let count = min(frames - all.count / format.channels, patiently ? epoch.ring.capacity : frames)
      if patiently { epoch.waitForFrames(count) }
      var samples = [Float](repeating: -99, count: count * format.channels)
      samples.withUnsafeMutableBufferPointer { epoch.render(into: $0) }
      all += samples
    }
    condition.withLock { pulled += frames }
    return all
  }

  /// So many frames were heard at `time`.
  func hear(_ frames: Double, at time: Double) {
    condition.withLock { heard = OutputTiming(heard: frames, time: time) }
  }

  func tell(_ event: AudioOutputEvent) { condition.withLock { told }?(event) }
}

/// Seconds, moved by hand.
final class ManualTime: Sendable {
  private let seconds = Mutex(100.0)
  var now: Double {
    get { seconds.withLock { $0 } }
    set { seconds.withLock { $0 = newValue } }
  }
}
