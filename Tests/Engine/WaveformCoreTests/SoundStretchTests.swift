// SoundStretchTests.swift
// What lies between two silences, in recordings of known make.

import Testing

@testable import WaveformCore

struct SoundStretchTests {
  static let rate = 48_000

  /// A square wave of such amplitudes, for so many bins of 256 frames each, in every channel.
  static func peaks(_ channels: [[(bins: Int, amplitude: Float)]], rest: Int = 0) -> (WaveformPeaks, Int) {
    let signals = channels.map { parts in
      parts.flatMap { part in (0..<part.bins * 256).map { $0 % 2 == 0 ? part.amplitude : -part.amplitude } }
    }
    let frames = signals[0].count - rest
    let samples = (0..<frames).flatMap { frame in signals.map { $0[frame] } }
    let pyramid = PeakPyramid<Float>(channels: channels.count, expectedFrames: frames)
    let builder = PeakBuilder(pyramid)
    samples.withUnsafeBufferPointer { builder.append($0) }
    builder.finish()
    return (.float(pyramid), frames)
  }

  static func around(
    _ frame: Int, _ made: (WaveformPeaks, Int), channels: [Int] = [0], rate: Int = Self.rate
  ) -> FrameRange? {
    SoundStretch.around(frame, in: made.0, channels: channels, length: made.1, sampleRate: rate)
  }

  /// 47 bins are a quarter of a second and a little.
  @Test func `a stretch of sound ends where silences begin, to the bin, wherever they lie`() {
    for shift in 0..<40 {
      let made = Self.peaks([[(20 + shift, 0.5), (47, 0), (30, 0.2), (60, 0.001), (25, 0.5)]])
      let sound = (67 + shift) * 256..<(97 + shift) * 256
      for frame in [sound.lowerBound, sound.lowerBound + 1000, sound.upperBound - 1] {
        #expect(Self.around(frame, made) == sound)
      }
      #expect(Self.around(0, made) == 0..<(20 + shift) * 256, "the beginning bounds the first one")
      #expect(Self.around(made.1 - 1, made) == (157 + shift) * 256..<made.1, "the end bounds the last one")
    }
  }

  @Test func `a place in a silence gives that silence`() {
    let made = Self.peaks([[(50, 0), (20, 0.5), (61, 0.004), (20, 0.5), (80, 0)]], rest: 100)
    #expect(Self.around(10, made) == 0..<50 * 256)
    for bin in [70, 100, 130] { #expect(Self.around(bin * 256, made) == 70 * 256..<131 * 256) }
    #expect(Self.around(made.1 - 1, made) == 151 * 256..<made.1)
  }

  @Test func `what is too short or too loud is no silence`() {
    let brief = Self.peaks([[(30, 0.5), (46, 0), (30, 0.5)]])
    #expect(Self.around(50 * 256, brief) == 0..<brief.1)
    // 36 dB are a factor of 63.
    let loud = Self.peaks([[(30, 0.63), (100, 0.0102), (30, 0.63)]])
    #expect(Self.around(5, loud) == 0..<loud.1)
    let quiet = Self.peaks([[(30, 0.63), (100, 0.0098), (30, 0.63)]])
    #expect(Self.around(5, quiet) == 0..<30 * 256)
  }

  @Test func `the loudest sample decides: a quiet recording has silences too`() {
    let made = Self.peaks([[(30, 0.01), (50, 0.00001), (30, 0.01)]])
    #expect(Self.around(0, made) == 0..<30 * 256)
    let nothing = Self.peaks([[(100, 0)]])
    #expect(Self.around(0, nothing) == 0..<nothing.1)
  }

  @Test func `channels have silences of their own, and a lane those that its channels share`() {
    let made = Self.peaks([
      [(50, 0.5), (100, 0), (50, 0.5), (50, 0)], [(100, 0.5), (100, 0), (50, 0.5)],
    ])
    #expect(Self.around(0, made, channels: [0]) == 0..<50 * 256)
    #expect(Self.around(0, made, channels: [1]) == 0..<100 * 256)
    #expect(Self.around(0, made, channels: [0, 1]) == 0..<100 * 256)
    #expect(Self.around(160 * 256, made, channels: [0, 1]) == 150 * 256..<made.1)
  }

  /// 30 s are looked at first: 938 bins.
  @Test func `silences are found however far away they are`() {
    let made = Self.peaks([[(60, 0), (4_000, 0.5), (60, 0), (4_000, 0.5)]])
    #expect(Self.around(2_000 * 256, made, rate: 8_000) == 60 * 256..<4_060 * 256)
    #expect(Self.around(6_000 * 256, made, rate: 8_000) == 4_120 * 256..<made.1)
    let long = Self.peaks([[(30, 0.5), (4_000, 0), (30, 0.5)]])
    for bin in [40, 2_000, 4_000] {
      #expect(Self.around(bin * 256, long, rate: 8_000) == 30 * 256..<4_030 * 256)
    }
  }

  @Test func `places outside of what has been read give nothing`() {
    let made = Self.peaks([[(10, 0.5)]])
    #expect(Self.around(-1, made) == nil)
    #expect(Self.around(made.1, made) == nil)
    #expect(Self.around(0, (made.0, 0)) == nil)
  }
}
