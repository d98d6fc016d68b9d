// NoiseReduction+Offers.swift
// What others may take of noise reduction: what can be heard by the keys, and the profile for who compares spectra.

import Localization
import WaveformModel

extension NoiseReduction: SoundChooser {
  var canChooseSound: Bool { hasClean }
  var soundKind: SoundKind { .versions }

  func hear(_ choice: SoundChoice) {
    switch choice {
    case .first: listening = .original
    case .second: listening = .clean
    case .difference: listening = .residue
    }
  }
}

extension NoiseReduction: ReferenceKeeper {
  var references: [ReferenceCurve] {
    guard let profile else { return [] }
    return [
      ReferenceCurve(id: "noise", name: localized("Noise Profile"), sampleRate: profile.sampleRate) {
        profile.levels(in: $0, sampleRate: $1)
      }
    ]
  }
}
