// SoundChooser.swift
// What can be heard one at a time: versions of a recording, or recordings that are compared. The keys that choose know no
// feature: they ask who follows the lanes.

/// A companion of the lanes that lets one of two be heard, or what they differ in.
@MainActor package protocol SoundChooser: LaneCompanion {
  /// True while there is something to choose between.
  var canChooseSound: Bool { get }

  /// What it lets choose between.
  var soundKind: SoundKind { get }

  /// Lets one be heard.
  func hear(_ choice: SoundChoice)
}

/// One of what can be heard in place of each other.
package enum SoundChoice: Sendable { case first, second, difference }

/// What is chosen between. Where there are several, the keys are about the last of these.
package enum SoundKind: Comparable, Sendable {
  /// Versions of each recording.
  case versions
  /// Two recordings.
  case recordings
}

extension DiagramViewModel {
  /// Who lets choose now.
  private var soundChooser: (any SoundChooser)? {
    lanes.companions.all.compactMap { $0 as? any SoundChooser }.filter(\.canChooseSound)
      .max { $0.soundKind < $1.soundKind }
  }

  /// True while there is something to choose between.
  package var canChooseSound: Bool { soundChooser != nil }

  /// Lets one be heard of what can be chosen between.
  package func hear(_ choice: SoundChoice) { soundChooser?.hear(choice) }
}
