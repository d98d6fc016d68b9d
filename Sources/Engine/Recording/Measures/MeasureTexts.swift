// MeasureTexts.swift
// Measures as text, CSV and JSON, for the command line and the clipboard. Pure functions.

import HostIO
import Localization
import Measures
import WaveformCore

/// The written forms of measures.
public enum MeasureTexts {
  /// A column of a table with a line for each measure.
  public typealias Column = (title: String, measures: ChannelMeasures)

  // MARK: For people

  /// The columns of a recording: all channels together, then each of them; one for mono.
  ///
  /// - Parameter labels: a short name for each channel, or none.
  public static func columns(of measures: Measures, labels: [String]) -> [Column] {
    guard measures.channels.count > 1 else { return [("", measures.whole)] }
    // Translators: All channels, as the title of a column.
    return [(localized("All", context: "channels"), measures.whole)]
      + measures.channels.enumerated().map {
        (labels.indices.contains($0.offset) ? labels[$0.offset] : String($0.offset + 1), $0.element)
      }
  }

  /// A table for a fixed-width font.
  ///
  /// - Parameter path: its first line.
  public static func text(of measures: Measures, labels: [String], path: String) -> String {
    let columns = columns(of: measures, labels: labels)
    let rows = MeasureItem.allCases.map { item in
      (item.title, columns.map { item.text(of: $0.measures) }, item.unit)
    }
    let widths = columns.indices.map { column in
      max(columns[column].title.count, rows.map { $0.1[column].count }.max() ?? 0)
    }
    let title = rows.map { $0.0.count }.max() ?? 0
    func line(_ name: String, _ cells: [String], _ unit: String) -> String {
      let name = "  " + name + String(repeating: " ", count: max(0, title + 1 - name.count))
      let cells = zip(cells, widths).map { String(repeating: " ", count: 2 + $1 - $0.count) + $0 }.joined()
      return name + cells + (unit.isEmpty ? "" : " " + unit)
    }
    let length = Timecode(frames: measures.frames, sampleRate: measures.sampleRate).text
    let frames = localized(
      "\(measures.frames) frame", plural: "\(measures.frames) frames", count: measures.frames)
    var lines = [path, line(localized("Length:"), [], "  \(length) (\(frames))")]
    if columns.count > 1 { lines.append(line("", columns.map(\.title), "")) }
    lines += rows.map { line($0.0 + ":", $0.1, $0.2) }
    if let correlation = measures.correlation {
      lines.append(line(localized("Correlation:"), [MeasureItem.text(correlation, decimals: 2)], ""))
    }
    return lines.joined(separator: "\n")
  }

  // MARK: For programs

  /// - Parameter measures: nil where nothing could be measured.
  private static func members(_ measures: ChannelMeasures?) -> [(String, JSONText)] {
    func number(_ value: Double?) -> JSONText { value.map { .decimal($0) } ?? .null }
    let loudness = measures?.loudness
    return [
      ("integrated", number(loudness?.integrated)),
      ("momentaryMax", number(loudness?.momentaryMax)),
      ("shortTermMax", number(loudness?.shortTermMax)),
      ("loudnessRange", number(loudness?.range)), ("truePeak", number(measures?.truePeak)),
      ("samplePeak", number(measures?.samplePeak)), ("rms", number(measures?.rms)),
      ("dcOffset", number(measures?.dcOffset)), ("clippedSamples", JSONText(measures?.clippedSamples)),
    ]
  }

  /// An object of the list that `barline-cli measure --json` prints: every member is always there, and null without a
  /// value.
  ///
  /// - Parameter measures: nil for a file that could not be read.
  package static func json(of measures: Measures?, path: String) -> JSONText {
    .object(
      [("path", .string(path))] + members(measures?.whole) + [
        ("channels", .list((measures?.channels ?? []).map { .object(members($0)) }))
      ])
  }

  /// The list that `barline-cli measure --json` prints.
  public static func jsonText(of measured: [(measures: Measures, path: String)]) -> String {
    JSONText.list(measured.map { json(of: $0.measures, path: $0.path) }).text()
  }

  /// The names of the values of `line`.
  public static let header =
    "path,integrated,momentaryMax,shortTermMax,loudnessRange,truePeak,samplePeak,rms,dcOffset,clippedSamples"

  /// A line of comma-separated values (RFC 4180); nothing stands where there is no value.
  public static func line(of measures: Measures, path: String) -> String {
    ([quoted(path)]
      + members(measures.whole).map {
        if case .null = $0.1 { return "" }
        return $0.1.text()
      }).joined(separator: ",")
  }

  private static func quoted(_ text: String) -> String {
    guard text.contains(where: { ",\"\n\r".contains($0) }) else { return text }
    return "\"" + text.flatMap { $0 == "\"" ? "\"\"" : String($0) } + "\""
  }
}
