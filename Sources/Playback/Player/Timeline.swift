// Timeline.swift
// A line from time to position that jumps back where a loop ends. A pure value: playback without sound.

import WaveformCore

/// The position of undisturbed playback.
struct Timeline {
  private var frame = 0.0
  private var time = 0.0
  /// Frames per second at normal speed; 0 while stopped.
  private var rate = 0.0
  private(set) var speed = 1.0
  private(set) var loop: FrameRange?

  var isRunning: Bool { rate > 0 }

  mutating func start(at frame: Double, rate: Double, time: Double) {
    self.frame = frame
    self.rate = rate
    self.time = time
  }

  mutating func stop(at time: Double) { start(at: position(at: time), rate: 0, time: time) }

  mutating func setSpeed(_ speed: Double, at time: Double) {
    start(at: position(at: time), rate: rate, time: time)
    self.speed = speed
  }

  mutating func setLoop(_ loop: FrameRange?, at time: Double) {
    start(at: position(at: time), rate: rate, time: time)
    self.loop = loop
  }

  /// Before the line begins, its first frame: the position never lies before the start. Playback that starts
  /// behind the loop never enters it.
  func position(at time: Double) -> Double {
    let straight = frame + max(0, time - self.time) * rate * speed
    guard let loop, !loop.isEmpty, frame < Double(loop.upperBound), straight >= Double(loop.upperBound) else {
      return straight
    }
    let first = Double(loop.lowerBound)
    return first + (straight - first).truncatingRemainder(dividingBy: Double(loop.count))
  }
}
