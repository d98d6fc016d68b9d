// Mark.swift
// A place in a recording, or a stretch of it, that somebody gave a name. A value; counted in frames, so that it
// survives every zoom and every change of the time format.

import WaveformCore

/// A named point or range of a recording.
public struct Mark: Hashable, Sendable, Identifiable {
  /// A number that is unique in its document, and never used again there.
  public struct ID: Hashable, Comparable, Sendable {
    let number: Int
    public static func < (one: ID, other: ID) -> Bool { one.number < other.number }
  }

  public let id: ID
  /// Frames from the beginning of the recording, within ± `furthest`; empty for a point. A program may have placed a mark before
  /// the beginning.
  public var range: FrameRange
  /// What it is called; may be empty, and may have several lines.
  public var name: String
  /// More about it; usually empty.
  public var note: String
  /// The frequencies that it is about; nil: all.
  public var band: FrequencyBand?

  public init(
    id: ID, range: FrameRange, name: String = "", note: String = "", band: FrequencyBand? = nil
  ) {
    self.id = id
    self.range = range
    self.name = name
    self.note = note
    self.band = band
  }

  public var isPoint: Bool { range.isEmpty }

  /// Frames from the beginning beyond which nothing can be marked: two thousand years at 192 kHz.
  public static let furthest = 1 << 53

  /// The order in a tier: by start, then end, then in the order of being added.
  static func precedes(_ one: Mark, _ other: Mark) -> Bool {
    if one.range.lowerBound != other.range.lowerBound { return one.range.lowerBound < other.range.lowerBound }
    if one.range.upperBound != other.range.upperBound { return one.range.upperBound < other.range.upperBound }
    return one.id < other.id
  }

  /// True when all but the number is equal.
  public func hasContent(of other: Mark) -> Bool {
    range == other.range && name == other.name && note == other.note && band == other.band
  }
}
