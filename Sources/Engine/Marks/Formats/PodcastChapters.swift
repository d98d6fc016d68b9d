// PodcastChapters.swift
// Chapters of podcasts (Podcast namespace, "JSON Chapters Format", 1.2.0): {"version", "chapters": [{"startTime",
// "endTime", "title"}]}. Seconds.

import Localization
import HostIO

enum PodcastChapters: WritableMarkFormat {
  // Translators: begins a sentence such as “… has no tiers: …”
  static var name: String { localized("The podcast chapters' format") }

  static func isLikely(_ json: JSONText) -> Bool { json["chapters"] != nil }

  static func read(_ text: MarkText, clock: MarkClock) throws(MarkFileError) -> MarkReading {
    let json = try BarlineMarks.json(text)
    guard case .list(let chapters) = json["chapters"] else {
      throw MarkFileError(Sentence("it has no list “chapters”"))
    }
    var marks = MarkGathering(clock, remarks: text.remarks)
    var others: Set<String> = []
    for (index, chapter) in chapters.enumerated() {
      func frame(_ name: String) throws(MarkFileError) -> Int? {
        guard let value = chapter[name], value.number != nil || value.text != nil else { return nil }
        // Written by its shortest digits, a number is read as it stood there.
        let digits = value.text ?? value.number.map { "\($0)" } ?? ""
        guard let frame = clock.frame(seconds: Array(digits.utf8), comma: false) else {
          throw MarkFileError(Sentence("the “\(name)” of chapter \(index + 1) is no time in seconds"))
        }
        return frame
      }
      guard let start = try frame("startTime") else {
        throw MarkFileError(Sentence("chapter \(index + 1) has no “startTime”"))
      }
      others.formUnion(chapter.members.map(\.0).filter { !["startTime", "endTime", "title"].contains($0) })
      try marks.add(
        from: start, to: try frame("endTime") ?? start, name: chapter["title"]?.text ?? "", line: nil)
    }
    if !others.isEmpty {
      let names = others.sorted().prefix(8).map { "“\(MarkText.oneLine($0))”" }.joined(separator: ", ")
      marks.remark(Sentence("Entries of the chapters that are not about marks were left out: \(names)."))
    }
    return marks.reading()
  }

  static func write(_ document: MarkDocument) -> WrittenMarks {
    let clock = MarkClock(sampleRate: document.sampleRate)
    var losses = MarkLosses(name, of: document, abilities: [.lines])
    var lines: [String] = []
    for mark in document.flat(cuttingEarly: &losses) {
      let end = mark.isPoint ? "" : ", \"endTime\": \(clock.seconds(mark.range.upperBound))"
      let title = JSONText.string(mark.name).text()
      lines.append("    {\"startTime\": \(clock.seconds(mark.range.lowerBound))\(end), \"title\": \(title)}")
    }
    let text = "{\n  \"version\": \"1.2.0\",\n  \"chapters\": [\n\(lines.joined(separator: ",\n"))\n  ]\n}\n"
    return WrittenMarks(bytes: Array(text.utf8), losses: losses.sentences)
  }
}
