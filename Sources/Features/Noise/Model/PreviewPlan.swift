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
  /// Stretches of a long view in its first round, and those that the next one puts between them for each, where nothing is
  /// followed for seconds.
  private static let places = 112, between = 3
  /// Probes that a view that is computed whole is made of.
  private static let probes = 4096

  /// - Parameters:
  ///   - visible: what is looked at.
  ///   - length: frames of the recording.
  ///   - profile: nil where there is none, as for `NoiseReducer`.
  init(
    visible: FrameRange, length: Int, profile: NoiseProfile?, settings: NoiseReductionSettings = .init(),
    _ source: any SampleSource
  ) {
    let visible = visible.clamped(toLength: length)
    let window = (profile?.format ?? ShortTimeFormat(sampleRate: source.sampleRate)).size
    let reach = NoiseReach(profile, settings, sampleRate: source.sampleRate)
    let isShort = visible.count * source.channels <= Self.samplesAtOnce
    // What begins at the beginning is soon there anyway.
    guard !visible.isEmpty, !isShort || visible.lowerBound > 0 else {
      rounds = []
      return
    }
    /// From one place of the grid to another, so that the windows are those of the whole.
    func segment(_ shown: FrameRange, after before: Int, before behind: Int) -> FrameRange {
      let first = max(0, shown.lowerBound - before) / reach.grid * reach.grid
      let end = (shown.upperBound + behind + reach.grid - 1) / reach.grid * reach.grid
      return (first..<end).clamped(toLength: length)
    }
    if isShort {
      // The estimates are then those of the whole, but for less than anybody sees.
      rounds = [
        Round(
          segments: [segment(visible, after: reach.before, before: reach.behind)], shown: [visible],
          framesPerProbe: min(max(visible.count / Self.probes, 1), 256))
      ]
      return
    }
    // What is followed for seconds needs them about each place: then there are fewer, of which more is shown.
    let before = reach.memory + window * 3 / 2, behind = reach.memory == 0 ? window : reach.behind
    let count = max(2, Self.places * 3 * window / (before + window / 2 + behind))
    let most = window / 2 * (Self.places / count)
    rounds = [count, Self.between * count].map { places in
      let step = Double(visible.count) / Double(places)
      var result = Round(framesPerProbe: window / 2)
      for index in 0..<places {
        // Of the second round only those that the first one has not shown.
        if places > count, index % Self.between == 1 { continue }
        let middle = visible.lowerBound + Int((Double(index) + 0.5) * step)
        let half = min(most, Int(step)) / 2
        let shown = (middle - half..<middle + half).clamped(to: visible)
        result.segments.append(segment(shown, after: before, before: behind))
        result.shown.append(shown)
      }
      return result
    }
  }
}
