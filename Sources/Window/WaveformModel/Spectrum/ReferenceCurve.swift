// ReferenceCurve.swift
// Levels over frequency with which a spectrum can be compared. Whoever shows spectra asks who follows the lanes.

import Spectral

/// A companion of the lanes that knows such curves. When they change, it sends `DiagramEvent.referencesChanged`.
@MainActor package protocol ReferenceKeeper: LaneCompanion {
  var references: [ReferenceCurve] { get }
}

/// Levels over frequency that are of no waveform.
@MainActor package struct ReferenceCurve {
  /// What it is chosen by; no two have the same.
  package let id: String
  /// What it is called in a list.
  package let name: String
  /// Frames per second.
  package let sampleRate: Int
  /// The levels in dB, from 0 Hz to half its sample rate, as a spectrum of this format shows them of sound at this rate.
  package let levels: (_ format: SpectrumFormat, _ sampleRate: Int) -> [Double]

  package init(
    id: String, name: String, sampleRate: Int,
    levels: @escaping (_ format: SpectrumFormat, _ sampleRate: Int) -> [Double]
  ) {
    (self.id, self.name, self.sampleRate, self.levels) = (id, name, sampleRate, levels)
  }
}

extension LaneList {
  /// The curves with which a spectrum can be compared.
  package var references: [ReferenceCurve] {
    companions.all.compactMap { $0 as? any ReferenceKeeper }.flatMap(\.references)
  }
}
