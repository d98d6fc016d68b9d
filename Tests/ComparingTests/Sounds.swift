// Sounds.swift
// Sounds by construction, and the sources that hold them.

import AudioFormats
import Glibc
import HostIO
import TestSupport
import WaveformCore

/// Samples in memory.
final class HeldSource: SampleSource {
  let channels: Int
  let sampleRate: Int
  private let samples: [Float]

  /// - Parameter samples: interleaved.
  init(_ samples: [Float], channels: Int = 1, rate: Int = 8_000) {
    self.samples = samples
    self.channels = channels
    sampleRate = rate
  }

  var length: Int { samples.count / channels }

  func read(_ range: FrameRange) throws(AudioFileError) -> SampleSlice {
    let inside = range.clamped(to: 0..<length)
    let from = max(0, range.lowerBound)
    guard !inside.isEmpty else { return SampleSlice(range: from..<from, channels: channels, samples: []) }
    return SampleSlice(
      range: inside, channels: channels,
      samples: Array(samples[inside.lowerBound * channels..<inside.upperBound * channels]))
  }

  func cancel() {}

  var all: [Float] { samples }
}

enum Sounds {
  /// Noise whose level and color change several times in a second, as speech does.
  static func varied(_ count: Int, seed: UInt64, rate: Int = 8_000) -> [Float] {
    var chance = RandomNumbers(seed: seed)
    var level: Float = 0.1, color: Float = 0.5, value: Float = 0
    return (0..<count).map { frame in
      if frame.isMultiple(of: rate / 8) {
        level = Float.random(in: 0.01...0.3, using: &chance)
        color = Float.random(in: 0...0.8, using: &chance)
      }
      value = color * value + (1 - color) * Float.random(in: -1...1, using: &chance)
      return value * level
    }
  }

  static func noise(_ count: Int, level: Float, seed: UInt64) -> [Float] {
    var chance = RandomNumbers(seed: seed)
    return (0..<count).map { _ in Float.random(in: -level...level, using: &chance) }
  }

  static func tone(_ count: Int, _ cycles: Double) -> [Float] {
    (0..<count).map { Float(0.3 * sin(2 * .pi * cycles * Double($0))) }
  }

  /// A sound as a clock that runs otherwise hears it, by the interpolation that the window draws with.
  ///
  /// - Parameters:
  ///   - first: the place of the first sample.
  ///   - speed: samples of `sound` for each one of the result.
  static func resampled(_ sound: [Float], from first: Double, speed: Double, count: Int) -> [Float] {
    let reach = SincInterpolator.reach
    let padded =
      Array(repeating: Float(0), count: reach) + sound + Array(repeating: Float(0), count: reach + 1)
    return padded.withUnsafeBufferPointer { padded in
      (0..<count).map { index in
        let place = first + Double(index) * speed, whole = place.rounded(.down)
        guard whole >= 0, Int(whole) < sound.count else { return 0 }
        return SincInterpolator.shared.value(padded.baseAddress! + reach + Int(whole), place - whole)
      }
    }
  }

  static func power(_ sound: [Float]) -> Double {
    sound.reduce(0) { $0 + Double($1) * Double($1) } / Double(max(1, sound.count))
  }
}
