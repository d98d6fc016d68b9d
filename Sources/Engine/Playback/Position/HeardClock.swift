// HeardClock.swift
// The timings of a server jitter by milliseconds, jump, and are wrong at first. `HeardClock` makes a steady
// line of them for the playhead; a pure value. `TimingCell` holds the newest timing of an output: one thread
// writes it, any thread reads it without waiting.

import Glibc
import Synchronization

/// The frames heard at any moment, from raw timings. Never goes back, and never runs more than twice as fast
/// as the sound, except for a jump ahead of more than a quarter of a second.
struct HeardClock: Equatable {
  /// Frames per second.
  let rate: Double
  /// The time constant in seconds of the average over raw timings.
  private static let memory = 0.8
  /// A timing that differs by more seconds than this counts as a step if the next one differs too.
  private static let step = 0.06

  /// The average offset of the sound: frames minus `rate` × time.
  private var target = 0.0
  /// The offset that was shown at `time`; it approaches `target` by `slew` frames per second.
  private var shown = 0.0
  private var time = 0.0
  /// The newest timing, how many there were, and since when.
  private var newest: OutputTiming?
  private var count = 0.0
  private var first = 0.0
  /// The offset of the last timing, if it was far from the average.
  private var stray: Double?
  /// The largest result so far.
  private var furthest = 0.0

  init(rate: Double) { self.rate = rate }

  /// True after the first timing.
  var isInformed: Bool { newest != nil }

  /// Takes in a timing of the output. Ignores the same one again, and older ones.
  mutating func update(_ timing: OutputTiming) {
    guard timing != newest, timing.time >= newest?.time ?? -.infinity, timing.heard.isFinite else { return }
    let offset = timing.heard - rate * timing.time
    guard let last = newest else {
      (newest, count, first) = (timing, 1, timing.time)
      (target, shown, time) = (offset, offset, timing.time)
      return
    }
    newest = timing
    advance(to: timing.time)
    if abs(offset - target) > Self.step * rate {
      // A single one may be an error; two on the same side are a step, or a server that stands still.
      if let stray, (stray > target) == (offset > target) {
        restart(at: offset, time: timing.time)
      } else {
        stray = offset
      }
      return
    }
    stray = nil
    count += 1
    let weight = max(1 / count, 1 - exp(-(timing.time - last.time) / Self.memory))
    target += (offset - target) * weight
  }

  private mutating func restart(at offset: Double, time: Double) {
    (target, count, first, stray) = (offset, 1, time, nil)
    if target - shown > 0.25 * rate { shown = target }
  }

  /// The frames that will have been heard at `time`; 0 before the first timing. A later call never gets less.
  mutating func heard(at time: Double) -> Double {
    guard newest != nil else { return furthest }
    furthest = max(furthest, rate * time + offset(at: time))
    return furthest
  }

  private func offset(at time: Double) -> Double {
    let reach = slew * max(0, time - self.time)
    return shown + min(max(target - shown, -reach), reach)
  }

  /// A small error is corrected invisibly; a large one, or one at the beginning, quickly.
  private var slew: Double {
    let isLarge = abs(target - shown) > 0.03 * rate || time - first < 0.3
    return isLarge ? rate : 0.1 * rate
  }

  private mutating func advance(to time: Double) {
    guard time > self.time else { return }
    shown = offset(at: time)
    self.time = time
  }
}

/// A value that is read as a whole or not at all: the version is odd during a write, and has changed after
/// it.
final class TimingCell: Sendable {
  private let counter = Atomic<Int>(0)
  private let generation = Atomic<Int>(-1)
  private let heard = Atomic<UInt64>(0)
  private let time = Atomic<UInt64>(0)

  /// Called on one thread only.
  func set(_ timing: OutputTiming, generation: Int) {
    counter.wrappingAdd(1, ordering: .sequentiallyConsistent)
    self.generation.store(generation, ordering: .sequentiallyConsistent)
    heard.store(timing.heard.bitPattern, ordering: .sequentiallyConsistent)
    time.store(timing.time.bitPattern, ordering: .sequentiallyConsistent)
    counter.wrappingAdd(1, ordering: .sequentiallyConsistent)
  }

  /// - Returns: nil when the newest timing belongs to another generation.
  func value(of wanted: Int) -> OutputTiming? {
    while true {
      let before = counter.load(ordering: .sequentiallyConsistent)
      let generation = generation.load(ordering: .sequentiallyConsistent)
      let heard = Double(bitPattern: heard.load(ordering: .sequentiallyConsistent))
      let time = Double(bitPattern: time.load(ordering: .sequentiallyConsistent))
      guard before % 2 == 0, before == counter.load(ordering: .sequentiallyConsistent) else { continue }
      return generation == wanted ? OutputTiming(heard: heard, time: time) : nil
    }
  }
}
