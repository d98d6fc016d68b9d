// Band.swift
// What it costs to hear a band of frequencies alone: its filter, for a minute of stereo in memory.

import Spectral
import TestSupport
import WaveformCore

/// A band with the widest transition, and one with the narrowest.
func benchmarkBand() {
  let rate = 44_100, minute = 60 * rate
  for (name, low, high) in [("wide", 300.0, 3000.0), ("narrow", 440, 460)] {
    guard let pass = FrequencyBand(low: low, high: high).flatMap({ BandPass($0, sampleRate: rate) }) else {
      continue
    }
    printFigure("band-\(name)-made", microseconds(runs: 5) { _ = BandFilter(pass) }[2] / 1000, "ms")
    let filter = BandFilter(pass)
    let frames = max(0, filter.frames(ofBlock: 1).lowerBound)..<filter.frames(ofBlock: 1).upperBound
    var random = RandomNumbers(seed: 5)
    let samples = (0..<2 * frames.count).map { _ in Float.random(in: -0.5...0.5, using: &random) }
    let slice = SampleSlice(range: frames, channels: 2, samples: samples)
    let blocks = minute / filter.block
    let times = microseconds(runs: 5) {
      for _ in 0..<blocks { _ = filter.samples(ofBlock: 1, of: slice) }
    }
    printFigure("band-\(name)-minute", times[2] / 1000, "ms")
  }
}
