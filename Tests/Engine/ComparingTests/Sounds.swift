// Sounds.swift
// Sounds by construction, and the sources that hold them.

import AudioFormats
import Foundation
import HostIO
import SystemPackage
import TestSupport
import WaveformCore

/// Samples in memory.
final class HeldSource: SampleSource {
  let path: FilePath = "/nowhere"
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

  /// A sound without its highest fifth, where no interpolation tells a sound from its image: by a window of Blackman and
  /// Harris over the ideal low pass.
  static func withoutHighest(_ sound: [Float]) -> [Float] {
    let reach = 48, cut = 0.8
    let taps = (-reach...reach).map { tap -> Float in
      let x = Double(tap), turn = 2 * Double.pi * (x + Double(reach)) / Double(2 * reach)
      let window = 0.35875 - 0.48829 * cos(turn) + 0.14128 * cos(2 * turn) - 0.01168 * cos(3 * turn)
      return Float((tap == 0 ? cut : sin(.pi * cut * x) / (.pi * x)) * window)
    }
    return sound.indices.map { index in
      var sum: Float = 0
      for tap in max(-reach, -index)...min(reach, sound.count - 1 - index) {
        sum += taps[tap + reach] * sound[index + tap]
      }
      return sum
    }
  }

  /// What things sound like.
  enum Kind: CaseIterable {
    case varied, noise, drone, sweep, tone, speech
  }

  /// A sound as a file of 16 bits holds it: the same in every run.
  static func sixteenBits(_ kind: Kind, count: Int) throws -> [Float] {
    switch kind {
    case .varied: return sixteenBits(of: varied(count, seed: 41))
    case .noise: return sixteenBits(of: noise(count, level: 0.2, seed: 42))
    case .tone:
      // It comes again after 10,000 frames.
      return sixteenBits(of: tone(count, 0.0613))
    case .drone:
      // Three partials that are no multiples of each other, and the least hiss.
      let partials = [0.0117, 0.01755, 0.02341].map { tone(count, $0) }
      let hiss = noise(count, level: 0.001, seed: 43)
      return sixteenBits(
        of: (0..<count).map { frame in partials.reduce(hiss[frame]) { $0 + $1[frame] / 3 } })
    case .sweep:
      // From 20 Hz to 3,600, of 8,000.
      let octaves = log2(180.0), length = Double(count)
      return sixteenBits(
        of: (0..<count).map { frame in
          let cycles = 0.0025 * length / (octaves * log(2)) * exp2(octaves * Double(frame) / length)
          return Float(0.3 * sin(2 * .pi * cycles))
        })
    case .speech:
      // After it has ended, backwards, so that nothing comes twice.
      let speech = try recorded()
      let all = speech + speech.reversed()
      let longer = all + sixteenBits(of: zip(all, noise(all.count, level: 0.01, seed: 44)).map { $0 - $1 })
      return Array((longer + longer.map { -$0 / 2 }).prefix(count))
    }
  }

  /// Rounded to whole steps of 16 bits.
  static func sixteenBits(of sound: [Float]) -> [Float] { sound.map { ($0 * 32_768).rounded() / 32_768 } }

  /// A reader, at 16 kHz.
  static func recorded() throws -> [Float] {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let bytes = try [UInt8](Data(contentsOf: root.appendingPathComponent("data/samples/speech.wav")))
    // Behind a header of 44 bytes.
    return stride(from: 44, to: bytes.count - 1, by: 2).map { index in
      Float(Int16(bitPattern: UInt16(bytes[index]) | UInt16(bytes[index + 1]) << 8)) / 32_768
    }
  }

  static func power(_ sound: [Float]) -> Double {
    sound.reduce(0) { $0 + Double($1) * Double($1) } / Double(max(1, sound.count))
  }
}
