// Comparison+Sound.swift
// The keys that choose what is heard.

import WaveformModel

extension Comparison: SoundChooser {
  var canChooseSound: Bool { pair != nil }
  var soundKind: SoundKind { .recordings }

  func hear(_ choice: SoundChoice) {
    switch choice {
    case .first: sound.choose(.first)
    case .second: sound.choose(.second)
    case .difference: sound.choose(.difference)
    }
  }
}
