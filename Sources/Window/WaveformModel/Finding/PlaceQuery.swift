// PlaceQuery.swift
// What a user looks for, with its parameters, and what that is called. A value; a feature finds it.

import Localization
import WaveformCore

/// What is looked for in a recording.
public struct PlaceQuery: Hashable, Sendable {
  public enum Kind: Int, CaseIterable, Sendable {
    /// The 400 ms of the largest momentary loudness.
    case loudest
    /// The stretch of a length that has the least loudness.
    case quietest
    case clipping, digitalSilence
    /// Stretches in which all channels stay below a level.
    case silence
    /// Places where the louder of the channels reaches a level, or comes to lie below it.
    case crossing
    /// The beginnings of sounds: see `OnsetDetector`.
    case onset

    public var title: String {
      switch self {
      case .loudest: localized("Loudest Moment")
      case .quietest: localized("Quietest Stretch")
      case .clipping: localized("Clipping")
      case .digitalSilence: localized("Digital Silence")
      case .silence: localized("Silence")
      case .crossing: localized("Crossing of a Level")
      case .onset: localized("Onset")
      }
    }

    /// True when there is one such place at most.
    public var isSingle: Bool { self == .loudest || self == .quietest }
    /// True when the recording has to be measured for it.
    public var needsMeasures: Bool { isSingle }
    /// True when the lists are there that say where it is.
    package var isListed: Bool { self == .clipping || self == .digitalSilence }
  }

  public enum Direction: Int, CaseIterable, Sendable {
    case up, down, both

    public var title: String {
      switch self {
      case .up: localized("Upwards")
      case .down: localized("Downwards")
      case .both: localized("Both Ways")
      }
    }
  }

  public var kind: Kind
  /// Seconds of the quietest stretch.
  public var stretch = 5.0
  /// The shortest silence, in seconds, and the level in dBFS below which it stays.
  public var silence = 0.5, silenceLevel = -60.0
  /// The level that is crossed, in dBFS.
  public var level = -20.0
  public var direction = Direction.up
  /// Seconds that the recording stays below the level on the one side of a crossing: a wave crosses it all the time.
  public var hold = 0.1

  /// What can be chosen: seconds, and dBFS.
  public static let lengths = 0.001...600.0, stretches = 0.1...600.0, levels = -120.0...0.0

  public init(_ kind: Kind = .silence) { self.kind = kind }

  /// The kind with its parameters, as a tier of such marks is called.
  public var title: String {
    let (level, hold) = (Self.text(level), Self.text(hold))
    return switch kind {
    case .loudest: localized("Loudest moment")
    case .clipping: localized("Clipping")
    case .digitalSilence: localized("Digital silence")
    case .onset: localized("Onset")
    case .quietest: localized("Quietest \(Self.text(stretch)) s")
    case .silence: localized("Silence ≥ \(Self.text(silence)) s below \(Self.text(silenceLevel)) dBFS")
    case .crossing:
      switch direction {
      case .up: localized("Above \(level) dBFS after ≥ \(hold) s below")
      case .down: localized("Below \(level) dBFS for ≥ \(hold) s")
      case .both: localized("Crossing of \(level) dBFS, ≥ \(hold) s below")
      }
    }
  }

  /// That there is none, for a sentence that goes on with where.
  package var absence: Sentence {
    let (level, hold) = (Self.text(level), Self.text(hold))
    return switch kind {
    case .loudest: Sentence("There is no loudest moment")
    case .quietest: Sentence("There is no stretch of \(Self.text(stretch)) s")
    case .clipping: Sentence("Nothing is clipped")
    case .digitalSilence: Sentence("There is no digital silence")
    case .onset: Sentence("No sound begins")
    case .silence:
      Sentence("There is no silence of \(Self.text(silence)) s or more below \(Self.text(silenceLevel)) dBFS")
    case .crossing:
      switch direction {
      case .up: Sentence("\(level) dBFS is not reached after \(hold) s below it")
      case .down: Sentence("There is nothing that stays below \(level) dBFS for \(hold) s")
      case .both: Sentence("\(level) dBFS is not crossed with \(hold) s below it")
      }
    }
  }

  /// A number with up to three decimals, and a proper minus.
  static func text(_ value: Double) -> String {
    let thousandths = Int((value * 1000).rounded())
    var decimals = String(abs(thousandths) % 1000 + 1000).dropFirst()
    while decimals.last == "0" { decimals.removeLast() }
    return Numerals.shown(
      (thousandths < 0 ? "\u{2212}" : "") + "\(abs(thousandths) / 1000)"
        + (decimals.isEmpty ? "" : ".\(decimals)"))
  }
}
