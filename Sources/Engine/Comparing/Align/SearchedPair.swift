// SearchedPair.swift
// Two recordings while they are aligned, on one axis of frames: A's. Reads short stretches. One thread.

import AudioFormats
import HostIO
import WaveformCore

/// A and B on A's frames.
final class SearchedPair {
  let a: any SampleSource, b: any SampleSource
  /// Frames of both on A's axis.
  let lengthA: Int, lengthB: Int
  /// The channels that `line` takes, counted from 0; nil: all of both.
  private let channels: (a: Int, b: Int)?
  private let shouldStop: () -> Bool

  init(
    _ a: any SampleSource, lengthA: Int, _ b: any SampleSource, lengthB: Int,
    channels: (a: Int, b: Int)? = nil, shouldStop: @escaping () -> Bool
  ) {
    self.channels = channels
    self.a = a
    self.b = b
    self.lengthA = lengthA
    self.lengthB = Int(Double(lengthB) * Double(a.sampleRate) / Double(b.sampleRate))
    self.shouldStop = shouldStop
  }

  var isStopped: Bool { shouldStop() }

  /// B on A's axis.
  func aligned(_ alignment: Alignment = .identity) -> AlignedSource {
    AlignedSource(b, alignment, channels: a.channels, sampleRate: a.sampleRate)
  }

  /// The frames of A at which B sounds as well when it begins at `offset`.
  func overlap(_ offset: Double) -> FrameRange {
    let from = max(0, Int(max(-1e15, min(1e15, offset)).rounded(.up)))
    return min(from, lengthA)..<max(min(from, lengthA), min(lengthA, Int(offset.rounded(.down)) + lengthB))
  }

  /// One line of samples without its mean: a channel, or all of them added with weights, so that two of opposite polarity do
  /// not cancel. What is no number, or beyond the end, is 0.
  func line(_ source: any SampleSource, _ range: FrameRange) throws(AudioFileError) -> [Float] {
    let inside = range.clamped(to: 0..<Int.max)
    var line = [Float](repeating: 0, count: range.count)
    guard !inside.isEmpty else { return line }
    let slice = try source.read(inside), channels = slice.channels
    let known = slice.range.clamped(to: inside)
    guard !known.isEmpty else { return line }
    let only = self.channels.map { source is AlignedSource ? $0.b : $0.a }
    let weights = (0..<channels).map { channel -> Float in
      guard let only else { return channel == 0 ? 1 : 0.6 }
      return channel == only ? 1 : 0
    }
    slice.withSamples { samples in
      for frame in known {
        var sum: Float = 0
        for channel in 0..<channels {
          sum += samples[(frame - slice.range.lowerBound) * channels + channel] * weights[channel]
        }
        line[frame - range.lowerBound] = sum.isFinite ? sum : 0
      }
    }
    var total = 0.0
    for value in line { total += Double(value) }
    let mean = Float(total / Double(known.count))
    for frame in known { line[frame - range.lowerBound] -= mean }
    return line
  }
}
