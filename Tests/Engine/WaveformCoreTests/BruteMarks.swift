// BruteMarks.swift
// Runs to be marked once more, in the plainest way there is: sample by sample, over the whole recording.

import TestSupport

@testable import WaveformCore

/// All runs of one kind in one channel of interleaved samples.
func bruteRuns<Sample: PeakSample>(
  _ samples: [Sample], channels: Int, channel: Int, _ kind: MarkKind
) -> [FrameRange] {
  var runs: [FrameRange] = []
  var start: Int?
  for frame in 0...samples.count / channels {
    let isMarked =
      frame < samples.count / channels
      && isMarked(samples[frame * channels + channel].asFloat * Sample.unit, kind)
    if isMarked, start == nil { start = frame }
    if !isMarked, let first = start {
      if frame - first >= (kind == .silent ? 64 : 3) { runs.append(first..<frame) }
      start = nil
    }
  }
  return runs
}

private func isMarked(_ value: Float, _ kind: MarkKind) -> Bool {
  switch kind {
  case .clippedHigh: value >= 32767.0 / 32768 && value != .infinity
  case .clippedLow: value <= -32767.0 / 32768 && value != -.infinity
  case .silent: value == 0
  }
}

/// All runs of a recording, list by list.
func bruteRuns<Sample: PeakSample>(_ samples: [Sample], channels: Int) -> [[FrameRange]] {
  (0..<channels).flatMap { channel in
    MarkKind.allCases.map { bruteRuns(samples, channels: channels, channel: channel, $0) }
  }
}

extension PeakMarks {
  /// What was found, list by list.
  var allRuns: [[FrameRange]] {
    (0..<channels).flatMap { channel in MarkKind.allCases.map { runs($0, channel: channel) } }
  }
}

extension RandomNumbers {
  /// Interleaved samples that rest at full scale and at 0 now and then, each channel for itself: runs of every short
  /// length, some long ones, and neighbours that nearly touch.
  mutating func clippedAndSilent(frames: Int, channels: Int) -> [Int16] {
    var samples = [Int16](repeating: 0, count: frames * channels)
    for channel in 0..<channels {
      var frame = 0
      while frame < frames {
        let number = next()
        let value: Int16 = [.max, .min, -32_767, 0, 0, 32_766, 1, 100][Int(number & 7)]
        var length = Int(number >> 8 & 7)
        if value == 0 { length = Int(number >> 8 & 127) }
        if number >> 16 & 63 == 0 { length += Int(number >> 24 & 2047) }
        for index in frame..<min(frame + max(1, length), frames) {
          samples[index * channels + channel] = value
        }
        frame += max(1, length)
      }
    }
    return samples
  }
}
