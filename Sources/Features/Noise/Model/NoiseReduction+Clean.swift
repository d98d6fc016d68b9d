// NoiseReduction+Clean.swift
// The clean waveform of the shown recording: its samples, what was taken away, how far it is, and why it failed.

import AudioFormats
import Comparing
import HostIO
import Localization

extension NoiseReduction {
  /// The clean samples: as soon as a clean waveform has begun, at every place.
  var cleanSource: (any SampleSource)? {
    _ = plot?.restartCount
    return plot?.description == nil ? nil : plot?.source
  }

  /// The original minus the clean samples.
  var residueSource: (any SampleSource)? {
    guard let clean = cleanSource, let whole = target?.source, whole.channels == clean.channels
    else { return nil }
    return AlignedDifference(whole, minus: clean)
  }

  /// The share of the recording that is clean, 0…1; nil when nothing is being computed.
  var progress: Double? { plot?.isComplete == false ? plot?.progress ?? 0 : nil }

  /// Why the clean recording could not be made, in sentences.
  var failure: String? {
    guard case .failed(let error) = plot?.state else { return nil }
    guard error.code == .noSpace else { return "\(error.message) \(error.advice)" }
    let name = error.path.displayName
    let cause = error.detail ?? localized("the disk is full")
    return localized(
      """
      There is no room for the clean samples of “\(name)”: \(cause). Make room there, then take the profile again, or \
      move a slider.
      """)
  }
}
