// PlaceQuery.swift
// What a user looks for, with its parameters, and what that is called. A value; `PlaceSearch` finds it.

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
      case .loudest: "Loudest Moment"
      case .quietest: "Quietest Stretch"
      case .clipping: "Clipping"
      case .digitalSilence: "Digital Silence"
      case .silence: "Silence"
      case .crossing: "Crossing of a Level"
      case .onset: "Onset"
      }
    }

    /// True when there is one such place at most.
    public var isSingle: Bool { self == .loudest || self == .quietest }
    /// True when the recording has to be measured for it.
    public var needsMeasures: Bool { isSingle }
    /// True when the lists are there that say where it is.
    var isListed: Bool { self == .clipping || self == .digitalSilence }
  }

  public enum Direction: Int, CaseIterable, Sendable {
    case up, down, both

    public var title: String {
      switch self {
      case .up: "Upwards"
      case .down: "Downwards"
      case .both: "Both Ways"
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
    switch kind {
    case .loudest, .clipping, .digitalSilence, .onset: kind.sentence
    case .quietest: "Quietest \(Self.text(stretch)) s"
    case .silence: "Silence ≥ \(Self.text(silence)) s below \(Self.text(silenceLevel)) dBFS"
    case .crossing:
      switch direction {
      case .up: "Above \(Self.text(level)) dBFS after ≥ \(Self.text(hold)) s below"
      case .down: "Below \(Self.text(level)) dBFS for ≥ \(Self.text(hold)) s"
      case .both: "Crossing of \(Self.text(level)) dBFS, ≥ \(Self.text(hold)) s below"
      }
    }
  }

  /// That there is none, for a sentence that goes on with where.
  var absence: String {
    switch kind {
    case .loudest: "There is no loudest moment"
    case .quietest: "There is no stretch of \(Self.text(stretch)) s"
    case .clipping: "Nothing is clipped"
    case .digitalSilence: "There is no digital silence"
    case .onset: "No sound begins"
    case .silence:
      "There is no silence of \(Self.text(silence)) s or more below \(Self.text(silenceLevel)) dBFS"
    case .crossing:
      switch direction {
      case .up: "\(Self.text(level)) dBFS is not reached after \(Self.text(hold)) s below it"
      case .down: "There is nothing that stays below \(Self.text(level)) dBFS for \(Self.text(hold)) s"
      case .both: "\(Self.text(level)) dBFS is not crossed with \(Self.text(hold)) s below it"
      }
    }
  }

  /// A number with up to three decimals, and a proper minus.
  static func text(_ value: Double) -> String {
    let thousandths = Int((value * 1000).rounded())
    var decimals = String(abs(thousandths) % 1000 + 1000).dropFirst()
    while decimals.last == "0" { decimals.removeLast() }
    return (thousandths < 0 ? "\u{2212}" : "") + "\(abs(thousandths) / 1000)"
      + (decimals.isEmpty ? "" : ".\(decimals)")
  }
}

extension PlaceQuery.Kind {
  /// The title as the beginning of a sentence.
  fileprivate var sentence: String {
    let words = title.split(separator: " ")
    return ([String(words[0])] + words.dropFirst().map { $0.lowercased() }).joined(separator: " ")
  }
}
