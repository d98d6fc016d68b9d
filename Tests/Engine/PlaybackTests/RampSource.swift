// RampSource.swift
// A recording whose samples say which frame they are of.

import AudioFormats
import Foundation
import HostIO
import SystemPackage
import WaveformCore

/// 1,024 frames per second, so that times are exact. Channel c of frame n is n + 1, times 1, -1, 2, -2, …: exact below 2²² frames.
final class RampSource: SampleSource, @unchecked Sendable {
  let path: FilePath = "/nowhere"
  let channels: Int
  let sampleRate: Int
  private let condition = NSCondition()
  private var existing: Int
  private var isHeld = false
  private var isFailing = false
  private var isCancelled = false
  private var asked = 0

  init(frames: Int, channels: Int = 1, sampleRate: Int = 1024) {
    existing = frames
    self.channels = channels
    self.sampleRate = sampleRate
  }

  static func sample(_ frame: Int, channel: Int = 0) -> Float {
    Float(frame + 1) * Float(channel / 2 + 1) * (channel % 2 == 0 ? 1 : -1)
  }

  /// Frames of stretches of the recording.
  static func samples(_ frames: some Sequence<Int>, channels: Int = 1) -> [Float] {
    frames.flatMap { frame in (0..<channels).map { sample(frame, channel: $0) } }
  }

  func read(_ range: FrameRange) throws(AudioFileError) -> SampleSlice {
    let (range, isFailing) = condition.withLock {
      asked += 1
      condition.broadcast()
      while isHeld, !isCancelled { condition.wait() }
      return (range.clamped(toLength: isCancelled ? range.lowerBound : existing), self.isFailing)
    }
    if isFailing { throw AudioFileError(.readFailed, path: "/tmp/ramp.wav") }
    return SampleSlice(range: range, channels: channels, samples: Self.samples(range, channels: channels))
  }

  func cancel() {
    condition.withLock {
      isCancelled = true
      condition.broadcast()
    }
  }

  var wasCancelled: Bool { condition.withLock { isCancelled } }

  /// Reads wait from now on, or go on.
  func hold(_ isHeld: Bool) {
    condition.withLock {
      self.isHeld = isHeld
      condition.broadcast()
    }
  }

  /// Waits until somebody reads once more.
  func waitForRead(after count: Int) {
    condition.withLock { while asked <= count { condition.wait() } }
  }
  var readCount: Int { condition.withLock { asked } }

  func fail(_ isFailing: Bool) { condition.withLock { self.isFailing = isFailing } }
  func grow(to frames: Int) { condition.withLock { existing = frames } }
}
