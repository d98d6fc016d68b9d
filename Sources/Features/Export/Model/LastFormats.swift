// LastFormats.swift
// In which format recordings of a kind were exported last, where that is not the usual one: whoever makes MP3 of WAV
// once does so again.

import AudioExport
import AudioFormats
import SystemPackage

/// The last choice of a format, for each suffix of source files.
struct LastFormats: Hashable, Sendable {
  /// The most suffixes that are kept; the oldest go.
  private static let limit = 32
  private var entries: [(suffix: String, format: ExportFormat)] = []

  init() {}

  /// - Parameter text: as from `text`; what it does not know is left out.
  init(_ text: String) {
    for entry in text.split(separator: ",").suffix(Self.limit) {
      let parts = entry.split(separator: "=")
      guard parts.count == 2, let format = ExportFormat(rawValue: String(parts[1])) else { continue }
      entries.append((String(parts[0]), format))
    }
  }

  /// Such as "wav=mp3,flac=wav-24"; the latest choice last.
  var text: String { entries.map { "\($0.suffix)=\($0.format.rawValue)" }.joined(separator: ",") }

  /// The format for files like this one; nil: the usual one.
  subscript(path: FilePath) -> ExportFormat? {
    get { Self.suffix(of: path).flatMap { suffix in entries.first { $0.suffix == suffix }?.format } }
    set {
      guard let suffix = Self.suffix(of: path) else { return }
      entries.removeAll { $0.suffix == suffix }
      if let newValue { entries.append((suffix, newValue)) }
      entries = entries.suffix(Self.limit)
    }
  }

  /// Nil for a file without a suffix, or with one that cannot be kept.
  private static func suffix(of path: FilePath) -> String? {
    path.extension.map { $0.lowercased() }.flatMap { suffix in
      suffix.utf8.count <= 16 && suffix.allSatisfy { $0.isLetter || $0.isNumber } ? suffix : nil
    }
  }

  static func == (a: LastFormats, b: LastFormats) -> Bool { a.text == b.text }

  func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

extension ExportFormat {
  /// Why a sound cannot be written in this format; nil when it can.
  func problem(of source: ExportSource) -> String? {
    problem(source.layout, sampleRate: source.sampleRate)
  }
}
