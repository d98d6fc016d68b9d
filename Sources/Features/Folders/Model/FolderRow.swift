// FolderRow.swift
// One file of a folder view: what its row says. A value.

import AudioFormats
import HostIO
import Localization
import Recording
import SystemPackage
import WaveformCore

/// A file and what is known of it.
public struct FolderRow: Equatable, Sendable, Identifiable {
  /// Stays with the file for as long as it is listed, and is no other's: a number, because ten thousand of them are
  /// compared and looked up.
  public internal(set) var id = 0
  /// What tells it from other files of the list: bytes, since names that read alike may be different ones.
  let identity: [CChar]
  private let entry: FolderListing.Entry
  /// For people.
  public let name: String
  /// Its place by name, as people count.
  var place = 0
  /// The name in lower case, to be searched.
  let key: [UInt8]
  /// Nil while nothing is known.
  public internal(set) var summary: RecordingSummary?
  /// Why the file cannot be shown, in words that follow its name.
  public internal(set) var problem: String?
  /// The same as sentences, with what can be done; empty while there is no problem.
  public internal(set) var advice = ""
  /// The digit that somebody gave it; nil: none.
  public internal(set) var label: Int?
  /// Where its marks are kept, as it was when the folder was listed; nil: nowhere.
  var marks: FileState?
  /// Grows with every change, and no two rows have the same.
  public internal(set) var revision = 0
  /// True for what is no recording: folders hold texts and pictures as well.
  var isForeign = false
  /// True for a name that promises sound: where there is none, its owner wants to know.
  let isNamedAsSound: Bool

  init(_ entry: FolderListing.Entry, identity: [CChar]) {
    self.identity = identity
    self.entry = entry
    name = FilePath.oneLine(entry.name)
    let lower = name.lowercased()
    key = Array(lower.utf8)
    let ending = String(lower.split(separator: ".").last ?? "")
    isForeign = Self.foreignEndings.contains(ending)
    isNamedAsSound = Self.soundEndings.contains(ending)
  }

  public var path: FilePath { entry.path }
  /// The file as it was when it was listed.
  var state: FileState { entry.state }

  /// What is found out has another revision.
  public static func == (a: FolderRow, b: FolderRow) -> Bool {
    a.id == b.id && a.revision == b.revision && a.state == b.state && a.place == b.place && a.marks == b.marks
  }

  private static let soundEndings: Set<String> = [
    "aac", "aif", "aifc", "aiff", "ape", "au", "bwf", "caf", "flac", "m4a", "mka", "mp2", "mp3", "oga", "ogg",
    "opus", "rf64", "snd", "spx", "w64", "wav", "wave", "wma", "wv",
  ]

  /// What is never looked into: a folder of pictures would cost a process of ffprobe for each.
  private static let foreignEndings: Set<String> = [
    "bmp", "csv", "doc", "docx", "gif", "gz", "htm", "html", "jpeg", "jpg", "json", "log", "m3u", "m3u8",
    "md", "nfo",
    "ods", "odt", "pdf", "pkf", "png", "reapeaks", "rpp", "sfv", "sha256", "srt", "svg", "textgrid", "tsv",
    "txt", "vtt",
    "webp", "xls", "xlsx", "xml", "yaml", "yml", "zip",
  ]

  /// Takes over what is known of the same file from before.
  mutating func keep(_ old: FolderRow) {
    label = old.label
    revision = old.revision
    guard old.state == state else { return }
    summary = old.summary
    problem = old.problem
    advice = old.advice
    isForeign = old.isForeign
  }

  /// - Parameter word: in lower case.
  func has(_ word: [UInt8]) -> Bool {
    guard key.count >= word.count else { return false }
    return (0...key.count - word.count).contains { key[$0...].starts(with: word) }
  }

  /// Empty while it is unknown.
  public var lengthText: String {
    guard let summary, summary.frames > 0 else { return "" }
    return Numerals.shown(TimeFormat.clock.text(ofLength: summary.frames, sampleRate: summary.sampleRate))
  }

  public var formatText: String { summary?.format ?? "" }

  /// "−23.1 LUFS"; empty while it is unknown.
  public var loudnessText: String {
    guard let loudness = summary?.loudness else { return "" }
    let tenths = Int((loudness.magnitude * 10).rounded())
    return Numerals.shown("\(loudness < 0 && tenths > 0 ? "\u{2212}" : "")\(tenths / 10).\(tenths % 10) LUFS")
  }

  /// What catches the eye, in words; empty when nothing does.
  public var flagTexts: [String] {
    let flags = summary?.flags ?? []
    return Self.flagNames.filter { flags.contains($0.flag) }.map(\.text.localized)
  }

  /// The same in columns: cut off, damaged, clipped, silent; nil for what it is not.
  public var flagColumns: [String?] {
    let flags = summary?.flags ?? []
    return Self.flagNames.map { flags.contains($0.flag) ? $0.text.localized : nil }
  }

  private static let flagNames: [(flag: RecordingSummary.Flags, text: Sentence)] = [
    (.cutOff, Sentence("Cut off")), (.damaged, Sentence("Damaged")), (.clipped, Sentence("Clipped")),
    (.silent, Sentence("Silent")),
  ]

  /// The row as it is read aloud.
  public var spoken: String {
    if let problem { return "\(name), \(problem)" }
    let label = label.map { localized("label \($0)") }
    return ([name, lengthText, formatText, loudnessText] + flagTexts + [label ?? ""]).filter { !$0.isEmpty }
      .joined(separator: ", ")
  }

  /// What is still to be found out; nil for nothing.
  var missing: FolderReader.Job? {
    guard problem == nil, !isForeign else { return nil }
    guard let summary else { return FolderReader.Job(id: id, path: path, state: state, depth: .head) }
    guard summary.depth < .everything else { return nil }
    return FolderReader.Job(id: id, path: path, state: state, depth: .everything)
  }
}
