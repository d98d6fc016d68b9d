// ProbeGatherer.swift
// Turns what was computed of a few stretches of a recording into a preview of it. A pure value.

import WaveformCore

/// Makes probes of what comes out when the segments of a round went in.
struct ProbeGatherer {
  private let round: PreviewPlan.Round
  private let channels: Int
  private var index = 0
  /// The frame of the recording that comes next, within the segment.
  private var next: Int
  private var rest: [Float] = []
  private(set) var probes: [PeakPreview.Probe] = []

  init(_ round: PreviewPlan.Round, channels: Int) {
    self.round = round
    self.channels = channels
    next = round.segments.first?.lowerBound ?? 0
  }

  /// Takes the frames that come next.
  mutating func take(_ samples: UnsafeBufferPointer<Float>) {
    var taken = 0
    let count = samples.count / channels
    while taken < count, index < round.segments.count {
      let (segment, shown) = (round.segments[index], round.shown[index])
      let part = min(count - taken, segment.upperBound - next)
      let inside = (next..<next + part).clamped(to: shown)
      if !inside.isEmpty {
        let first = (taken + inside.lowerBound - next) * channels
        rest += samples[first..<first + inside.count * channels]
        makeProbes(upTo: inside.upperBound, isLast: inside.upperBound == shown.upperBound)
      }
      taken += part
      next += part
      if next == segment.upperBound {
        index += 1
        if index < round.segments.count { next = round.segments[index].lowerBound }
      }
    }
  }

  private mutating func makeProbes(upTo end: Int, isLast: Bool) {
    var first = end - rest.count / channels
    var used = 0
    rest.withUnsafeBufferPointer { samples in
      while first < end {
        let frames = min(round.framesPerProbe, end - first)
        guard frames == round.framesPerProbe || isLast else { break }
        probes.append(
          PeakPreview.Probe(
            firstFrame: first, channels: channels,
            samples: UnsafeBufferPointer(rebasing: samples[used..<used + frames * channels])))
        used += frames * channels
        first += frames
      }
    }
    rest.removeFirst(used)
  }
}
