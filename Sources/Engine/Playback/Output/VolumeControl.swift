// VolumeControl.swift
// The volume: set on the main thread, reached step by step on the output's.

import Synchronization

/// The target amplitude.
final class VolumeControl: Sendable {
  private let bits = Atomic<UInt32>(Float(1).bitPattern)

  /// 0…1.
  var amplitude: Float {
    get { Float(bitPattern: bits.load(ordering: .relaxed)) }
    set { bits.store(newValue.bitPattern, ordering: .relaxed) }
  }
}

/// Approaches an amplitude without an audible step. A pure value.
struct GainRamp: Equatable {
  private(set) var gain: Float
  private var target: Float
  private var step: Float = 0
  private var left = 0

  init(gain: Float) {
    self.gain = gain
    target = gain
  }

  /// Sets a new target amplitude.
  ///
  /// - Parameter frames: how long it takes to reach; at least 1.
  mutating func aim(at amplitude: Float, over frames: Int) {
    guard amplitude != target else { return }
    target = amplitude
    left = frames
    step = (amplitude - gain) / Float(frames)
  }

  /// The gain of the next frame. It never passes its target, and never turns back.
  private mutating func advance() {
    guard left > 0 else { return }
    left -= 1
    gain = left == 0 ? target : target - step * Float(left)
  }

  /// Multiplies interleaved frames. At a steady gain of 1 they do not change by a bit.
  mutating func apply(to samples: UnsafeMutableBufferPointer<Float>, channels: Int) {
    if left == 0, gain == 1 { return }
    for frame in 0..<samples.count / channels {
      advance()
      for channel in 0..<channels { samples[frame * channels + channel] *= gain }
    }
  }

  /// Multiplies interleaved frames and adds them to others. At a steady gain of 0 it does nothing.
  mutating func add(
    _ samples: UnsafePointer<Float>, to sum: UnsafeMutablePointer<Float>, frames: Int, channels: Int
  ) {
    let moving = min(left, frames)
    for frame in 0..<moving {
      advance()
      for index in frame * channels..<(frame + 1) * channels { sum[index] += samples[index] * gain }
    }
    if gain == 0 { return }
    let gain = gain
    for index in moving * channels..<frames * channels { sum[index] += samples[index] * gain }
  }
}
