// Comparison+Sound.swift
// The keys that choose what is heard.

extension Comparison: SoundChooser {
  package var canChooseSound: Bool { pair != nil }
  package var soundKind: SoundKind { .recordings }

  package func hear(_ choice: SoundChoice) {
    switch choice {
    case .first: sound.choose(.first)
    case .second: sound.choose(.second)
    case .difference: sound.choose(.difference)
    }
  }
}
