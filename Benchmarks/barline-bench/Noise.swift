// Noise.swift
// What it costs to reduce the noise of ten minutes of stereo, on one thread and without a file.

import Spectral
import TestSupport
import WaveformCore

func benchmarkNoiseReduction() {
  var random = RandomNumbers(seed: 3)
  let rate = 44_100
  let noise = (0..<2 * rate).map { _ in Float.random(in: -0.1...0.1, using: &random) }
  let slice = SampleSlice(range: 0..<rate, channels: 2, samples: noise)
  guard let profile = try? NoiseProfile(slice, sampleRate: rate) else { return }
  let times = microseconds(runs: 3) {
    guard
      let reducer = try? NoiseReducer(
        profile, settings: NoiseReductionSettings(), channels: 2, sampleRate: rate)
    else { return }
    let stream = NoiseReductionStream(reducer, workers: 0)
    noise.withUnsafeBufferPointer { noise in
      for _ in 0..<600 { stream.append(noise) { (_) throws(Never) in } }
    }
  }
  printFigure("denoise-ten-minutes-one-thread", times[times.count / 2] / 1000, "ms")
}
