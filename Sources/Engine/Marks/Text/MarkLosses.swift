// MarkLosses.swift
// What a format cannot hold, counted while it is written, as sentences. They stand in the present tense: the window
// tells them before, the command line afterwards.

import Localization

/// What is lost by writing marks in a format.
struct MarkLosses {
  private var counts: [(loss: Loss, count: Int)] = []
  private let format: String

  /// What can be lost of a mark.
  enum Loss: Equatable {
    case note, band, tier, color, name, lines, blankLines, emptyName
    case rounded, shortened, early, outside, point, splitTier, loop, tooMany, pointToNext,
      gaps, lead
  }

  /// - Parameter format: its name as the beginning of a sentence: "SubRip".
  init(_ format: String) { self.format = format }

  mutating func add(_ loss: Loss, count: Int = 1) {
    guard count > 0 else { return }
    if let index = counts.firstIndex(where: { $0.loss == loss }) {
      counts[index].count += count
    } else {
      counts.append((loss, count))
    }
  }

  var sentences: [String] { counts.map { sentence($0.loss, $0.count) } }

  private func sentence(_ loss: Loss, _ count: Int) -> String {
    switch loss {
    case .note:
      // Translators: a format of files, such as “WebVTT”, and a number
      localized(
        "\(format) has no notes: that of \(count) mark is left out.",
        plural: "\(format) has no notes: those of \(count) marks are left out.", count: count)
    case .band:
      localized(
        "\(format) has no frequency bands: that of \(count) mark is left out.",
        plural: "\(format) has no frequency bands: those of \(count) marks are left out.", count: count)
    case .tier:
      localized(
        "\(format) has no tiers: the name of the tier is left out.",
        plural: "\(format) has no tiers: the marks of \(count) tiers become one list.", count: count)
    case .color:
      localized(
        "\(format) has no colours of tiers: \(count) is left out.",
        plural: "\(format) has no colours of tiers: \(count) are left out.", count: count)
    case .name:
      localized(
        "Characters that \(format) cannot hold are replaced in the names of \(count) mark.",
        plural: "Characters that \(format) cannot hold are replaced in the names of \(count) marks.",
        count: count)
    case .lines:
      localized(
        "\(format) has names of one line: the lines of \(count) mark are joined.",
        plural: "\(format) has names of one line: the lines of \(count) marks are joined.", count: count)
    case .blankLines:
      localized(
        "\(format) ends a text at an empty line: empty lines in the names of \(count) mark are left out.",
        plural:
          "\(format) ends a text at an empty line: empty lines in the names of \(count) marks are left out.",
        count: count)
    case .emptyName:
      localized(
        "\(format) has no ranges without a name: \(count) mark is left out.",
        plural: "\(format) has no ranges without a name: \(count) marks are left out.", count: count)
    case .rounded:
      localized(
        "\(format) counts in milliseconds: the times of \(count) mark are rounded.",
        plural: "\(format) counts in milliseconds: the times of \(count) marks are rounded.", count: count)
    case .shortened:
      localized(
        "\(count) mark shorter than a millisecond becomes a point.",
        plural: "\(count) marks shorter than a millisecond become points.", count: count)
    case .early:
      localized(
        "\(format) has no time before the beginning: \(count) mark begins there.",
        plural: "\(format) has no time before the beginning: \(count) marks begin there.", count: count)
    case .outside:
      localized(
        "\(count) mark outside of what \(format) can count is left out.",
        plural: "\(count) marks outside of what \(format) can count are left out.", count: count)
    case .point:
      localized(
        "\(format) has no points: \(count) mark becomes a range of a millisecond.",
        plural: "\(format) has no points: \(count) marks become ranges of a millisecond.", count: count)
    case .splitTier:
      localized(
        "A tier of \(format) holds points, or ranges that do not overlap: \(count) further tier is made.",
        plural:
          "A tier of \(format) holds points, or ranges that do not overlap: \(count) further tiers are made.",
        count: count)
    case .loop:
      localized(
        "\(count) mark is not written, because it is a loop of the recording, which stay.",
        plural: "\(count) marks are not written, because they are loops of the recording, which stay.",
        count: count)
    case .tooMany:
      localized(
        "\(count) mark is left out: \(format) is not given that many tiers.",
        plural: "\(count) marks are left out: \(format) is not given that many tiers.", count: count)
    case .pointToNext:
      localized(
        "\(format) has no points: \(count) mark goes on to the next.",
        plural: "\(format) has no points: \(count) marks go on to the next.", count: count)
    case .gaps:
      localized(
        "\(format) has chapters without gaps: the ends of \(count) mark move to the next.",
        plural: "\(format) has chapters without gaps: the ends of \(count) marks move to the next.",
        count: count)
    case .lead:
      localized("\(format) begins with a chapter: one without a name stands before the first.")
    }
  }
}
