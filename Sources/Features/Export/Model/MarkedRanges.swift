// MarkedRanges.swift
// The ranges of marks that can be exported as files: which there are in which tier, and what is left out. A value.

import Localization
import Marks
import WaveformCore

/// The ranges of some tiers.
struct MarkedRanges: Sendable {
  struct Item: Sendable {
    let name: String
    /// In frames of what is exported; not empty.
    let range: FrameRange
  }

  /// In the order of the recording.
  private(set) var items: [Item] = []
  /// Sentences about what is left out or cut.
  private(set) var notes: [String] = []

  /// - Parameters:
  ///   - frames: turns frames of the marked recording into those of what is exported.
  ///   - length: frames of what is exported; nil: not known.
  init(of tiers: [MarkTier], length: Int?, frames: (FrameRange) -> FrameRange) {
    var points = 0, outside = 0, cut = 0
    let marks =
      tiers.count == 1
      ? tiers[0].marks
      : tiers.flatMap(\.marks).sorted {
        ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound)
      }
    for mark in marks {
      guard !mark.isPoint else {
        points += 1
        continue
      }
      let range = frames(mark.range), part = range.clamped(to: 0..<(length ?? .max))
      guard !part.isEmpty else {
        outside += 1
        continue
      }
      if part != range { cut += 1 }
      items.append(Item(name: mark.name, range: part))
    }
    let all: [(count: Int, note: Sentence)] = [
      (
        points,
        Sentence(
          "\(points) mark is a point and left out.", plural: "\(points) marks are points and left out.",
          count: points)
      ),
      (
        outside,
        // Translators: it is the recording
        Sentence(
          "\(outside) range lies outside of it and is left out.",
          plural: "\(outside) ranges lie outside of it and are left out.", count: outside)
      ),
      (
        cut,
        Sentence(
          "\(cut) range ends with the recording.", plural: "\(cut) ranges end with the recording.", count: cut
        )
      ),
    ]
    notes = all.filter { $0.count > 0 }.map(\.note.localized)
  }

  /// Frames of all files together.
  var frameCount: Int { items.reduce(0) { $0 + $1.range.count } }
}
