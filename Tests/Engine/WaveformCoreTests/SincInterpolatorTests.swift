// SincInterpolatorTests.swift
// The curve between samples against signals that are known between them as well.

import Foundation
import Testing
import WaveformCore

struct SincInterpolatorTests {
  /// The largest error over many places of a signal that is known everywhere.
  func error(of signal: (Double) -> Double) -> Double {
    let samples = (-64..<128).map { Float(signal(Double($0))) }
    return samples.withUnsafeBufferPointer { samples in
      (0..<6400).map { step in
        let place = Double(step) / 100.03
        let frame = Int(place)
        let value = SincInterpolator.shared.value(samples.baseAddress! + (64 + frame), place - Double(frame))
        return abs(Double(value) - signal(place))
      }.max()!
    }
  }

  @Test(arguments: [0.001, 0.01, 0.1, 0.2, 0.25, 0.3, 0.4, 0.44, 0.45])
  func `a sine up to nine tenths of half the rate is met within a ten thousandth`(frequency: Double) {
    for phase in [0, 0.3, 1.1, 2.5] {
      #expect(error { sin(2 * .pi * frequency * $0 + phase) } < 1e-4)
    }
  }

  @Test func `many sines at once are met as well`() {
    func signal(_ time: Double) -> Double {
      var sum = 0.0
      for part in 1...40 {
        let angle: Double = 2 * .pi * 0.0111 * Double(part) * time
        sum += sin(angle + Double(part * part))
      }
      return sum / 40
    }
    let worst: Double = error(of: signal)
    #expect(worst < 1e-4)
  }

  @Test func `a quarter of the rate between its samples is 3.01 dB above them`() {
    // Samples +1, +1, −1, −1: a sine of √2.
    let samples = (0..<128).map { Float($0 & 2 == 0 ? 1 : -1) }
    let peak = samples.withUnsafeBufferPointer { SincInterpolator.shared.value($0.baseAddress! + 64, 0.5) }
    #expect(abs(20 * log10(Double(peak)) - 3.0103) < 0.001)
  }

  @Test func `the curve passes through its samples, and a constant stays one`() {
    let samples = (0..<128).map { Float(sin(Double($0 * $0))) }
    let constant = [Float](repeating: 0.7, count: 128)
    samples.withUnsafeBufferPointer { samples in
      for frame in 40..<80 {
        #expect(abs(SincInterpolator.shared.value(samples.baseAddress! + frame, 0) - samples[frame]) < 1e-6)
      }
    }
    constant.withUnsafeBufferPointer { constant in
      for step in 0..<1000 {
        let value = SincInterpolator.shared.value(constant.baseAddress! + 64, Double(step) / 1000)
        #expect(abs(value - 0.7) < 1e-5)
      }
    }
  }

  @Test func `only 32 samples to either side have a part in a value`() {
    var samples = [Float](repeating: 0, count: 128)
    for frame in 0..<128 where !(33...96).contains(frame) { samples[frame] = .nan }
    let value = samples.withUnsafeBufferPointer { SincInterpolator.shared.value($0.baseAddress! + 64, 0.999) }
    #expect(value == 0)
  }
}
