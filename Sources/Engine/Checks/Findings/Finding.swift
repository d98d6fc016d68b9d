// Finding.swift
// What a check has found in a file. Values.

import Localization
import WaveformCore

/// One thing that was found, in one place or in many.
public struct Finding: Hashable, Sendable {
  public let kind: CheckKind
  public internal(set) var severity: Severity
  /// Where, in order: the first of them; empty for what the whole file is.
  public let places: [FrameRange]
  /// How many places there are.
  public let count: Int
  /// From 0; nil: all of them, or it is not about channels.
  public let channel: Int?
  /// What was measured, in the unit of its kind; nil where there is no number.
  public let value: Double?
  let sentence: Sentence

  init(
    _ kind: CheckKind, _ sentence: Sentence, places: [FrameRange] = [], count: Int? = nil,
    channel: Int? = nil,
    value: Double? = nil
  ) {
    self.kind = kind
    self.sentence = sentence
    self.places = places
    self.count = count ?? places.count
    self.channel = channel
    self.value = value
    severity = kind.severity
  }

  init(_ kind: CheckKind, _ sentence: Sentence, _ found: PlaceList, channel: Int?, value: Double? = nil) {
    self.init(
      kind, sentence, places: found.places, count: found.count, channel: channel,
      value: value ?? Double(found.count))
  }

  /// The sentence, without a point: for people, and for files.
  public var text: String { sentence.localized }
  public var english: String { sentence.english }
}

/// Places of one kind: all are counted, and the first of them kept.
struct PlaceList {
  private(set) var places: [FrameRange] = []
  private(set) var count = 0
  /// Frames of the longest, and of all together.
  private(set) var longest = 0, frames = 0

  /// More are of no use to anybody, and a recording that is clipped throughout has millions.
  static let most = 1000

  mutating func add(_ place: FrameRange) {
    if count < Self.most { places.append(place) }
    count += 1
    frames += place.count
    longest = max(longest, place.count)
  }

  /// The places of both, in their order.
  func merged(with other: PlaceList) -> PlaceList {
    var both = self
    both.places = Array(
      (places + other.places).sorted { $0.lowerBound < $1.lowerBound }.prefix(Self.most))
    both.count += other.count
    both.frames += other.frames
    both.longest = max(longest, other.longest)
    return both
  }
}
