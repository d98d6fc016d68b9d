// ListeningPart.swift
// The part of the panel of comparison about what is heard: equally loud or not, and the blind test.

import GtkBridge
import Localization
import WaveformCore
import WaveformModel
import WaveformViews

/// The widgets for one `ComparedSound`.
@MainActor final class ListeningPart {
  private let match: Widget, matchValue: Widget, test: Widget, trial: Widget, score: Widget, blind: Widget
  private let observer = ModelObserver()
  /// True while the program moves the switches.
  private var isFollowing = false

  init(_ builder: Builder, _ diagram: DiagramViewModel) {
    match = builder.get("match")
    matchValue = builder.get("match_value")
    test = builder.get("test")
    trial = builder.get("trial")
    score = builder.get("score")
    blind = builder.get("blind")
    matchValue.runLeftToRight()
    let sound = diagram.comparison.sound
    match.connectNotify("active") { [weak self, weak sound] in
      if let self, !isFollowing { sound?.match(match.bool("active")) }
    }
    test.connectNotify("active") { [weak self, weak sound] in
      if let self, !isFollowing { sound?.testBlindly(test.bool("active")) }
    }
    observer.follow({ Shown(sound) }) { [weak self] in self?.show($0) }
  }

  private struct Shown: Equatable {
    let isMatched: Bool, match: ComparedSound.Match?
    let test: BlindTest?

    @MainActor init(_ sound: ComparedSound) {
      isMatched = sound.isMatched
      match = sound.match
      test = sound.test
    }
  }

  private func show(_ shown: Shown) {
    isFollowing = true
    defer { isFollowing = false }
    match.set("active", shown.isMatched)
    matchValue.set("label", shown.isMatched ? shown.match.map(Self.text) ?? "…" : "")
    test.set("active", shown.test != nil)
    blind.isVisible = shown.test != nil
    trial.isVisible = shown.test != nil
    if let test = shown.test { score.set("label", Self.text(test)) }
  }

  /// Which of the two is lowered, and by how much.
  private static func text(_ match: ComparedSound.Match) -> String {
    let (name, gain) = match.first < 0 ? ("A", match.first) : ("B", match.second)
    return "\(name) \(decibelText(gain))"
  }

  private static func text(_ test: BlindTest) -> String {
    guard let last = test.last else { return localized("Listen to X with 4, and say what it is.") }
    let name = last.was == .first ? "A" : "B"
    // Translators: a letter.
    let was = last.isRight ? localized("Right, it was \(name).") : localized("No, it was \(name).")
    let percent = test.chance * 100
    let chance = percent < 1 ? "< 1" : "\(Int(percent.rounded()))"
    // Translators: two numbers, and how probable so many right answers are for somebody who guesses.
    return was + " "
      + localized(
        "\(test.right) of \(test.total) right; by chance: \(chance)\u{202F}%.",
        plural: "\(test.right) of \(test.total) right; by chance: \(chance)\u{202F}%.", count: test.right)
  }
}

/// A gain in dB with its sign and one decimal, such as "−3.2 dB".
func decibelText(_ decibels: Double) -> String {
  let tenths = Int((decibels * 10).rounded())
  let sign = tenths < 0 ? "\u{2212}" : tenths > 0 ? "+" : ""
  return Numerals.shown("\(sign)\(abs(tenths) / 10).\(abs(tenths) % 10)\u{202F}dB")
}
