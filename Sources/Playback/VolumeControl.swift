// VolumeControl.swift
// How loud it is: set on the main thread, reached step by step on the output's.

import Synchronization

/// The amplitude that is wanted.
final class VolumeControl: Sendable {
  private let bits = Atomic<UInt32>(Float(1).bitPattern)

  /// 0…1.
  var amplitude: Float {
    get { Float(bitPattern: bits.load(ordering: .relaxed)) }
    set { bits.store(newValue.bitPattern, ordering: .relaxed) }
  }
}

/// Goes to an amplitude without a step that could be heard. A pure value.
struct GainRamp: Equatable {
  private(set) var gain: Float
  private var target: Float
  private var step: Float = 0
  private var left = 0

  init(gain: Float) {
    self.gain = gain
    target = gain
  }

  /// Multiplies interleaved frames. At a steady gain of 1 they stay what they are, to the bit.
  ///
  /// - Parameter frames: how long the way to another amplitude takes; at least 1.
  mutating func apply(
    to samples: UnsafeMutableBufferPointer<Float>, channels: Int, amplitude: Float, over frames: Int
  ) {
    if amplitude != target {
      target = amplitude
      left = frames
      step = (amplitude - gain) / Float(frames)
    }
    if left == 0, gain == 1 { return }
    for frame in 0..<samples.count / channels {
      if left > 0 {
        left -= 1
        gain = left == 0 ? target : gain + step
      }
      for channel in 0..<channels { samples[frame * channels + channel] *= gain }
    }
  }
}
