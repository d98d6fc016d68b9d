// MarkFileKind.swift
// All formats of marks: by what their files are called, and what they hold.

import Localization
import HostIO
import SystemPackage

/// A format of marks.
public enum MarkFileKind: String, CaseIterable, Sendable {
  case barline, audacity, wav, textgrid, textgridShort = "textgrid-short", csv, tsv, raven, srt, webvtt,
    ffmetadata,
    chapters, reaper, elan

  /// The kind that a name asks for; nil for an unknown one. Of a name alone, `.txt` means Audacity's labels, and `.json`
  /// Barline's own format.
  public init?(named path: FilePath) {
    let name = (path.lastComponent?.string ?? "").lowercased()
    if name.hasSuffix(".chapters.json") {
      self = .chapters
      return
    }
    switch path.extension?.lowercased() {
    case "json": self = .barline
    case "txt": self = .audacity
    case "wav", "wave", "bwf", "rf64": self = .wav
    case "textgrid": self = .textgrid
    case "csv": self = .csv
    case "tsv": self = .tsv
    case "srt": self = .srt
    case "vtt": self = .webvtt
    case "ffmetadata", "ffmeta": self = .ffmetadata
    case "eaf": self = .elan
    default: return nil
    }
  }

  /// The usual suffix of its files.
  public var suffix: String {
    switch self {
    case .barline: "json"
    case .audacity, .raven: "txt"
    case .wav: "wav"
    case .textgrid, .textgridShort: "TextGrid"
    case .csv, .reaper: "csv"
    case .tsv: "tsv"
    case .srt: "srt"
    case .webvtt: "vtt"
    case .ffmetadata: "ffmetadata"
    case .chapters: "chapters.json"
    case .elan: "eaf"
    }
  }

  /// Whether frames of a recording are written, and not times.
  public var countsInFrames: Bool { self == .barline || self == .wav }

  public var isWritable: Bool { self != .elan }

  private var format: (any MarkFormat.Type)? {
    switch self {
    case .barline: BarlineMarks.self
    case .audacity: AudacityLabels.self
    case .wav: nil
    case .textgrid: TextGrid.self
    case .textgridShort: ShortTextGrid.self
    case .csv: CommaTable.self
    case .tsv: TabTable.self
    case .raven: RavenTable.self
    case .srt: SubRip.self
    case .webvtt: WebVTT.self
    case .ffmetadata: FFMetadataChapters.self
    case .chapters: PodcastChapters.self
    case .reaper: ReaperMarkers.self
    case .elan: ElanAnnotations.self
    }
  }

  /// Its name for people.
  public var name: String { format?.name ?? WaveMarks.name }

  /// The kind of a file by its bytes, where its name leaves it open; else that of its name.
  private static func found(_ text: MarkText, named kind: MarkFileKind?) -> MarkFileKind? {
    if text.bytes.starts(with: "WEBVTT".utf8) { return .webvtt }
    if FFMetadataChapters.isLikely(text) { return .ffmetadata }
    if text.bytes.starts(with: "File type = \"ooTextFile".utf8) {
      return kind == .textgridShort ? kind : .textgrid
    }
    if RavenTable.isLikely(text) { return .raven }
    if kind == nil || kind == .audacity, TabTable.isOfELAN(text) { return .tsv }
    if ReaperMarkers.isLikely(text) { return .reaper }
    if kind == nil || kind == .barline || kind == .chapters,
      text.bytes.first(where: { $0 > 0x20 }) == UInt8(ascii: "{"),
      let json = try? JSONText(reading: text.bytes)
    {
      if BarlineMarks.isLikely(json) { return .barline }
      if PodcastChapters.isLikely(json) { return .chapters }
    }
    return kind
  }

  /// Reads marks in a kind that their bytes tell, or else their name.
  ///
  /// - Parameters:
  ///   - named: the kind that the name of the file asks for.
  ///   - rate: frames per second of the recording; nil: what the file itself counts in, or nanoseconds.
  public static func read(
    _ bytes: [UInt8], named kind: MarkFileKind?, rate: Int?
  ) throws(MarkFileError) -> (MarkReading, MarkFileKind) {
    if kind == .wav || WaveMarks.isLikely(bytes) { return (try WaveMarks.read(bytes, rate: rate), .wav) }
    let text = try MarkText(bytes)
    guard let found = found(text, named: kind), let format = found.format else {
      throw MarkFileError(
        Sentence("neither its name nor its beginning tells a format of marks that is known"))
    }
    var rate = rate
    if rate == nil, found == .barline, let json = try? JSONText(reading: text.bytes) {
      rate = BarlineMarks.sampleRate(json)
    }
    return (try format.read(text, clock: MarkClock(sampleRate: rate ?? MarkDocument.highestRate)), found)
  }

  /// The bytes of a file; nil for a kind that needs a recording, or is only read.
  public func written(_ document: MarkDocument) -> WrittenMarks? {
    (format as? any WritableMarkFormat.Type)?.write(document)
  }

  /// What it cannot hold of marks: sentences. Loops that a recording has already are not known here.
  public func losses(of document: MarkDocument) -> [String] {
    self == .wav ? WaveMarks.write(document, loops: []).losses : written(document)?.losses ?? []
  }
}
