// ClickSource.swift
// A recording of silence with short clicks in it.

import AudioFormats
import HostIO
import SystemPackage
import WaveformCore

/// A click every `interval` frames: some frames of noise that is always the same.
final class ClickSource: SampleSource {
  let path: FilePath = "/nowhere"
  let channels: Int
  let sampleRate: Int
  let interval: Int

  init(channels: Int = 1, sampleRate: Int = 44_100, interval: Int) {
    self.channels = channels
    self.sampleRate = sampleRate
    self.interval = interval
  }

  func read(_ range: FrameRange) throws(AudioFileError) -> SampleSlice {
    let samples = range.flatMap { frame in
      let place = frame % interval
      let value: Float = place < 24 ? Float((place * 7919) % 13 - 6) / 7 : 0
      return Array(repeating: value, count: channels)
    }
    return SampleSlice(range: range, channels: channels, samples: samples)
  }

  func cancel() {}
}

/// A recording without end, by a formula.
final class ToneSource: SampleSource {
  let path: FilePath = "/nowhere"
  let channels = 1
  let sampleRate: Int
  private let sample: @Sendable (Int) -> Float

  init(sampleRate: Int, _ sample: @escaping @Sendable (Int) -> Float) {
    self.sampleRate = sampleRate
    self.sample = sample
  }

  func read(_ range: FrameRange) throws(AudioFileError) -> SampleSlice {
    SampleSlice(range: range, channels: 1, samples: range.map(sample))
  }

  func cancel() {}
}
