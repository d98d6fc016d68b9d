// ResidueSubject.swift
// What of a residue is looked at. A value; two are equal when the same would be found in both.

import AudioFormats
import Spectral
import WaveformCore
import WaveformModel

/// The residue of the waveform that is cleaned, as far as it is in view.
struct ResidueSubject: Equatable {
  /// The clean waveform (`PlotViewModel.number`), and how often it was begun anew.
  let plot: Int, job: Int
  /// False while the clean waveform grows: what is not there yet would have to be reduced for this alone.
  let isComplete: Bool
  /// In frames of the recording.
  let range: FrameRange
  /// The least gain, as an amplitude.
  let floor: Double
  /// That by which noise is reduced; nil: there is none. Another one makes another clean waveform.
  let profile: NoiseProfile?
  let clean: any SampleSource, residue: any SampleSource

  static func == (a: ResidueSubject, b: ResidueSubject) -> Bool {
    a.plot == b.plot && a.job == b.job && a.isComplete == b.isComplete && a.range == b.range
      && a.floor == b.floor
  }
}

extension ResidueSubject {
  /// - Returns: nil while nothing is cleaned, or nothing of it is in view; and of recordings that can only be decoded forwards,
  ///   because going back and forth in them would hold up who listens.
  @MainActor init?(_ diagram: DiagramViewModel) {
    let noise = diagram.noise
    guard let plot = noise.plot, let clean = noise.cleanSource, let residue = noise.residueSource,
      let visible = diagram.navigation.destination?.visibleFrames
    else { return nil }
    let range = diagram.placement(of: plot).frames(ofAxis: visible).clamped(toLength: plot.length)
    guard !range.isEmpty else { return nil }
    let isComplete = plot.isComplete && !plot.isFailed
    // As long as it grows, its samples are not at hand either.
    if isComplete, residue.access != .direct { return nil }
    self.init(
      plot: plot.number, job: plot.restartCount, isComplete: isComplete, range: range,
      floor: Double(ratio(ofDecibels: Float(-noise.settings.reduction))),
      profile: noise.profile, clean: clean, residue: residue)
  }
}
