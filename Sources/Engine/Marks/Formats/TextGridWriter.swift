// TextGridWriter.swift
// Writes TextGrids. Praat's tiers hold points or intervals, and intervals follow one another without gap or overlap:
// gaps get an interval without a name, and what overlaps goes into a tier of its own.

import WaveformCore

struct TextGridWriter {
  let written: WrittenMarks

  init(_ document: MarkDocument, isShort: Bool) {
    let clock = MarkClock(sampleRate: document.sampleRate)
    var losses = MarkLosses(TextGrid.name, of: document, abilities: [.tiers, .lines, .early])
    var rows: [(name: String, isPoints: Bool, marks: [Mark])] = []
    for tier in document.tiers {
      let points = tier.marks.filter(\.isPoint)
      let named = tier.marks.filter { !$0.isPoint && !$0.name.isEmpty }
      losses.add(.emptyName, count: tier.marks.count - points.count - named.count)
      var layers = Self.layers(named)
      if layers.isEmpty, points.isEmpty { layers = [[]] }
      let parts = layers.map { (false, $0) } + (points.isEmpty ? [] : [(true, points)])
      for (index, part) in parts.enumerated() {
        guard rows.count < MarkDocument.mostTiers else {
          losses.add(.tooMany, count: part.1.count)
          continue
        }
        if index > 0 { losses.add(.splitTier) }
        rows.append((index == 0 ? tier.name : "\(tier.name) (\(index + 1))", part.0, part.1))
      }
    }
    let all = document.tiers.flatMap(\.marks)
    let first = min(0, all.map(\.range.lowerBound).min() ?? 0)
    let last = max(document.length ?? 0, all.map(\.range.upperBound).max() ?? 0, first + 1)
    var grid = TextGridText(
      isShort: isShort, ends: (clock.seconds(first), clock.seconds(last)), rows: rows.count)
    for (row, each) in rows.enumerated() {
      if each.isPoints {
        grid.tier(row + 1, kind: "TextTier", name: each.name, parts: "points", count: each.marks.count)
        for (index, mark) in each.marks.enumerated() {
          grid.part(
            "points", index + 1, [("number", clock.seconds(mark.range.lowerBound))], "mark", mark.name)
        }
      } else {
        let intervals = Self.filled(each.marks, first..<last)
        grid.tier(row + 1, kind: "IntervalTier", name: each.name, parts: "intervals", count: intervals.count)
        for (index, (range, name)) in intervals.enumerated() {
          let times = [("xmin", clock.seconds(range.lowerBound)), ("xmax", clock.seconds(range.upperBound))]
          grid.part("intervals", index + 1, times, "text", name)
        }
      }
    }
    losses.add(.name, count: all.count { $0.name.utf8.contains(where: { $0 == 0 || $0 == 0x0D }) })
    written = WrittenMarks(bytes: grid.bytes, losses: losses.sentences)
  }

  /// The fewest lists in which no ranges overlap: each goes into the one that has been free for longest.
  ///
  /// - Complexity: O(n log n)
  private static func layers(_ marks: [Mark]) -> [[Mark]] {
    var layers: [[Mark]] = []
    // A heap of the lists by their ends, the earliest first.
    var heap: [(end: Int, layer: Int)] = []
    func isOrdered(_ one: Int, _ other: Int) -> Bool {
      (heap[one].end, heap[one].layer) <= (heap[other].end, heap[other].layer)
    }
    for mark in marks {
      if let free = heap.first, free.end <= mark.range.lowerBound {
        layers[free.layer].append(mark)
        heap[0].end = mark.range.upperBound
        var place = 0
        while true {
          var least = place
          for child in [2 * place + 1, 2 * place + 2] where child < heap.count && !isOrdered(least, child) {
            least = child
          }
          guard least != place else { break }
          heap.swapAt(place, least)
          place = least
        }
      } else {
        layers.append([mark])
        heap.append((mark.range.upperBound, layers.count - 1))
        var place = heap.count - 1
        while place > 0, !isOrdered((place - 1) / 2, place) {
          heap.swapAt(place, (place - 1) / 2)
          place = (place - 1) / 2
        }
      }
    }
    return layers
  }

  /// Intervals with a name, and between them such without.
  private static func filled(_ marks: [Mark], _ whole: FrameRange) -> [(FrameRange, String)] {
    var intervals: [(FrameRange, String)] = []
    var end = whole.lowerBound
    for mark in marks {
      if mark.range.lowerBound > end { intervals.append((end..<mark.range.lowerBound, "")) }
      intervals.append((mark.range, mark.name))
      end = mark.range.upperBound
    }
    if end < whole.upperBound { intervals.append((end..<whole.upperBound, "")) }
    return intervals
  }
}

/// The text of a TextGrid, as Praat lays it out.
private struct TextGridText {
  private(set) var bytes: [UInt8] = []
  private let isShort: Bool
  private let ends: (String, String)

  init(isShort: Bool, ends: (String, String), rows: Int) {
    self.isShort = isShort
    self.ends = ends
    line("File type = \"ooTextFile\"")
    line("Object class = \"TextGrid\"")
    line("")
    value(0, "xmin", ends.0)
    value(0, "xmax", ends.1)
    line(isShort ? "<exists>" : "tiers? <exists> ")
    value(0, "size", "\(rows)")
    if !isShort { line("item []: ") }
  }

  mutating func tier(_ number: Int, kind: String, name: String, parts: String, count: Int) {
    if !isShort { line("    item [\(number)]:") }
    value(8, "class", "\"\(kind)\"")
    value(8, "name", Self.quoted(name))
    value(8, "xmin", ends.0)
    value(8, "xmax", ends.1)
    line(isShort ? "\(count)" : "        \(parts): size = \(count) ")
  }

  mutating func part(
    _ kind: String, _ number: Int, _ times: [(String, String)], _ label: String, _ name: String
  ) {
    if !isShort { line("        \(kind) [\(number)]:") }
    for (label, time) in times { value(12, label, time) }
    value(12, label, Self.quoted(name))
  }

  private mutating func value(_ indent: Int, _ name: String, _ value: String) {
    line(isShort ? value : String(repeating: " ", count: indent) + "\(name) = \(value) ")
  }

  private mutating func line(_ text: String) {
    bytes += text.utf8
    bytes.append(0x0A)
  }

  private static func quoted(_ text: String) -> String {
    var quoted: [UInt8] = [UInt8(ascii: "\"")]
    for byte in MarkText.plainLines(text).utf8 {
      if byte == UInt8(ascii: "\"") { quoted.append(byte) }
      quoted.append(byte)
    }
    return String(decoding: quoted + [UInt8(ascii: "\"")], as: UTF8.self)
  }
}
