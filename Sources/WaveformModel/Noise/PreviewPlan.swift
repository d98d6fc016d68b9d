// PreviewPlan.swift
// What of a recording is computed before everything else, so that a picture of it is there at once. Pure values.

import AudioFormats
import Spectral
import WaveformCore

/// Which stretches show what is looked at, soon.
///
/// A short view is computed whole. Of a long one, short stretches all over it are: first few, then more in between.
struct PreviewPlan {
  /// Stretches of a recording, one after the other as if they followed each other.
  struct Round {
    /// What is read of each stretch: what settles the estimates, what is shown, and what its last windows reach into.
    var segments: [FrameRange] = []
    /// The part of each that is shown.
    var shown: [FrameRange] = []
    /// Frames of a probe.
    var framesPerProbe = 1
  }

  let rounds: [Round]

  /// Samples of all channels that are computed whole: some 50 ms of two cores.
  private static let samplesAtOnce = 3 << 19
  /// Stretches of a long view in its first round, and in the one after it.
  private static let places = [112, 336]
  /// Probes that a view that is computed whole is made of.
  private static let probes = 4096

  init(visible: FrameRange, length: Int, profile: NoiseProfile?, _ source: any SampleSource) {
    let visible = visible.clamped(toLength: length)
    let window = profile?.format.size ?? ShortTimeFormat(sampleRate: source.sampleRate).size
    let isShort = visible.count * source.channels <= Self.samplesAtOnce
    // What begins at the beginning is soon there anyway.
    guard !visible.isEmpty, !isShort || visible.lowerBound > 0 else {
      rounds = []
      return
    }
    func segment(_ shown: FrameRange, settling: Int) -> FrameRange {
      (shown.lowerBound - settling..<shown.upperBound + window).clamped(toLength: length)
    }
    if isShort {
      // A second before it: the estimates are then those of the whole, but for less than anybody sees.
      rounds = [
        Round(
          segments: [segment(visible, settling: source.sampleRate)], shown: [visible],
          framesPerProbe: min(max(visible.count / Self.probes, 1), 256))
      ]
      return
    }
    rounds = Self.places.indices.map { round in
      let count = Self.places[round]
      let step = Double(visible.count) / Double(count)
      var result = Round(framesPerProbe: window / 2)
      for index in 0..<count {
        // Of the second round only those that the first one has not shown: it has three for each.
        if round > 0, index % 3 == 1 { continue }
        let first = visible.lowerBound + Int((Double(index) + 0.5) * step) - window / 4
        let shown = (first..<first + window / 2).clamped(toLength: length)
        result.segments.append(segment(shown, settling: window * 3 / 2))
        result.shown.append(shown)
      }
      return result
    }
  }
}
