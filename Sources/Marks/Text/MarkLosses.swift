// MarkLosses.swift
// What a format cannot hold, counted while it is written, as sentences. They stand in the present tense: the window
// tells them before, the command line afterwards.

/// What is lost by writing marks in a format.
struct MarkLosses {
  private var counts: [(loss: Loss, count: Int)] = []
  private let format: String

  /// What can be lost of a mark.
  enum Loss: Equatable {
    case note, band, tier, color, name, lines, blankLines, emptyName
    case rounded(String), shortened(String), early, outside, point, splitTier, loop, tooMany, pointToNext,
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
    let marks = count == 1 ? "1 mark" : "\(count) marks"
    let are = count == 1 ? "is" : "are"
    return switch loss {
    case .note: "\(format) has no notes: \(count == 1 ? "that" : "those") of \(marks) \(are) left out."
    case .band:
      "\(format) has no frequency bands: \(count == 1 ? "that" : "those") of \(marks) \(are) left out."
    case .tier:
      count == 1
        ? "\(format) has no tiers: the name of the tier is left out."
        : "\(format) has no tiers: the marks of \(count) tiers become one list."
    case .color: "\(format) has no colours of tiers: \(count == 1 ? "1 is" : "\(count) are") left out."
    case .name: "Characters that \(format) cannot hold are replaced in the names of \(marks)."
    case .lines: "\(format) has names of one line: the lines of \(marks) are joined."
    case .blankLines:
      "\(format) ends a text at an empty line: empty lines in the names of \(marks) are left out."
    case .emptyName: "\(format) has no ranges without a name: \(marks) \(are) left out."
    case .rounded(let unit): "\(format) counts in \(unit): the times of \(marks) are rounded."
    case .shortened(let unit):
      "\(marks) shorter than a \(unit) \(count == 1 ? "becomes a point" : "become points")."
    case .early:
      "\(format) has no time before the beginning: \(marks) \(count == 1 ? "begins" : "begin") there."
    case .outside: "\(marks) outside of what \(format) can count \(are) left out."
    case .point:
      "\(format) has no points: \(marks) \(count == 1 ? "becomes a range" : "become ranges") of a millisecond."
    case .splitTier:
      "A tier of \(format) holds points, or ranges that do not overlap: \(count) further \(count == 1 ? "tier is" : "tiers are") made."
    case .loop:
      "\(marks) \(are) not written, because \(count == 1 ? "it is a loop" : "they are loops") of the recording, which stay."
    case .tooMany: "\(marks) \(are) left out: \(format) is not given that many tiers."
    case .pointToNext:
      "\(format) has no points: \(marks) \(count == 1 ? "goes" : "go") on to the next."
    case .gaps: "\(format) has chapters without gaps: the ends of \(marks) move to the next."
    case .lead: "\(format) begins with a chapter: one without a name stands before the first."
    }
  }
}
