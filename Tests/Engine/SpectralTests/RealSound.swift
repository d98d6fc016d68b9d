// RealSound.swift
// One channel of the recordings that the project ships, and what mains would add to them.

import AudioDecoding
import Glibc
import SystemPackage
import WaveformCore

@testable import Spectral

/// One channel of sound.
struct RealSound {
  var samples: [Float]
  let rate: Int

  init(_ samples: [Float], rate: Int) {
    self.samples = samples
    self.rate = rate
  }

  /// The first channel of one of the project's own samples.
  ///
  /// - Parameter seconds: at most.
  init(_ name: String, seconds: Int) throws {
    let path = FilePath(#filePath).removingLastComponent().removingLastComponent().removingLastComponent()
      .removingLastComponent().appending("data/samples").appending(name)
    var reader = try AudioFileReader(path: path)
    let description = reader.description
    (samples, rate) = ([], description.sampleRate)
    let buffer = UnsafeMutableBufferPointer<Float>.allocate(
      capacity: 65_536 / description.channels * description.channels)
    defer { buffer.deallocate() }
    while samples.count < seconds * rate, case let count = try reader.read(into: buffer), count > 0 {
      samples += stride(from: 0, to: count, by: description.channels).map { buffer[$0] }
    }
    samples = Array(samples.prefix(seconds * rate))
  }

  var power: Double { NoiseReducerTests.power(samples) / Double(samples.count) }

  static func + (one: RealSound, other: RealSound) -> RealSound {
    RealSound(zip(one.samples, other.samples).map { $0 + $1 }, rate: one.rate)
  }

  static func - (one: RealSound, other: RealSound) -> RealSound {
    RealSound(zip(one.samples, other.samples).map { $0 - $1 }, rate: one.rate)
  }

  /// As much as it takes for a mean power.
  func scaled(toPower wanted: Double) -> RealSound {
    let gain = Float((wanted / power).squareRoot())
    return RealSound(samples.map { $0 * gain }, rate: rate)
  }

  /// What is suggested as its noise.
  var suggestion: NoiseSuggestion? {
    let pyramid = PeakPyramid<Float>(channels: 1, expectedFrames: samples.count)
    let builder = PeakBuilder(pyramid)
    samples.withUnsafeBufferPointer { builder.append($0) }
    builder.finish()
    return NoiseSearch.find(in: .float(pyramid), length: samples.count, sampleRate: rate) { range in
      SampleSlice(range: range, channels: 1, samples: Array(samples[range]))
    }
  }

  /// The same without the noise of a profile, by the standard settings.
  func without(_ profile: NoiseProfile) throws -> RealSound {
    let settings = NoiseReductionSettings()
    return RealSound(
      try NoiseReducerTests.reduced(samples, blocks: [16_384], profile, settings), rate: rate)
  }
}

/// Harmonics of mains that drift by a tenth of a hertz within forty seconds, as those of a grid do.
struct Hum {
  private let phases: [Double]
  private let rate: Int
  /// The amplitudes of the harmonics, from the first on.
  let amplitudes: [Double]

  init(_ fundamental: Double, amplitudes: [Double], count: Int, rate: Int) {
    self.rate = rate
    self.amplitudes = amplitudes
    var phase = 0.3
    phases = (0..<count).map { frame in
      let turn = 2 * .pi * Double(frame) / Double(rate)
      phase += 2 * .pi * (fundamental + 0.1 * sin(turn / 40)) / Double(rate)
      return phase
    }
  }

  var sound: RealSound {
    let heard = amplitudes.indices.filter { amplitudes[$0] > 0 }
    return RealSound(
      phases.map { phase in
        Float(heard.reduce(0) { $0 + amplitudes[$1] * cos(Double($1 + 1) * phase + Double($1)) })
      }, rate: rate)
  }

  /// The amplitude that a sound has in step with a harmonic.
  func amplitude(_ order: Int, in sound: RealSound) -> Double {
    var sum = Complex(0, 0)
    for (phase, sample) in zip(phases, sound.samples) {
      sum = sum + Complex(turn: -Double(order) * phase) * Double(sample)
    }
    return 2 * sum.magnitude / Double(sound.samples.count)
  }
}
