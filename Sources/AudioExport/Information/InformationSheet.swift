// InformationSheet.swift
// Everything that is known of a recording, in words: groups of names and values, the same in the window, on the clipboard
// and in the terminal. A pure value.

import AudioFormats
import HostIO
import WaveformCore

/// What is known of a recording, in groups of rows.
public struct InformationSheet: Sendable {
  public enum Kind: CaseIterable, Sendable {
    case recording, tags, broadcast, places, pictures, losses, checksum
  }

  public struct Row: Hashable, Sendable {
    /// Empty for a sentence.
    public let name: String
    /// May have several lines.
    public let value: String
  }

  public struct Group: Hashable, Sendable {
    public let kind: Kind
    public let rows: [Row]

    public var title: String {
      switch kind {
      case .recording: "Recording"
      case .tags: "Tags"
      case .broadcast: "Broadcast"
      case .places: "Chapters and Cues"
      case .pictures: "Pictures"
      case .losses: "Losses"
      case .checksum: "Checksum"
      }
    }
  }

  private let name: String
  private let description: AudioDescription
  private let report: ReadReport?
  private let information: RecordingInformation?
  private let verified: ChecksumVerification.Outcome?

  /// - Parameters:
  ///   - name: of the file, for people.
  ///   - report: nil until everything has been read.
  ///   - information: nil until it has been read.
  ///   - verified: what came of comparing the checksum; nil: it was not compared.
  public init(
    name: String, _ description: AudioDescription, _ report: ReadReport?,
    _ information: RecordingInformation?,
    verified: ChecksumVerification.Outcome? = nil
  ) {
    self.name = name
    self.description = description
    self.report = report
    self.information = information
    self.verified = verified
  }

  /// Groups that have rows, in the order of their kinds.
  public var groups: [Group] {
    Kind.allCases.map { Group(kind: $0, rows: rows($0)) }.filter { !$0.rows.isEmpty }
  }

  public func rows(_ kind: Kind) -> [Row] {
    switch kind {
    case .recording: recording
    case .tags: Self.tags(information?.tags ?? [])
    case .broadcast: broadcast
    case .places: (information?.places ?? []).map(row)
    case .pictures: (information?.pictures ?? []).map(Self.row)
    case .losses: losses
    case .checksum: checksum
    }
  }

  /// All of it as lines, with a blank line between groups.
  public var text: String {
    groups.map { group in
      let rows = group.rows.map { row in
        "  " + (row.name.isEmpty ? "" : row.name + ": ") + row.value.replacing("\n", with: "\n    ")
      }
      return ([group.title] + rows).joined(separator: "\n")
    }.joined(separator: "\n\n") + "\n"
  }
}

extension InformationSheet {
  private var recording: [Row] {
    let labels = description.channelLabels
    var rows = [
      Row(name: "File", value: name), Row(name: "Format", value: description.formatText),
      Row(
        name: "Channels",
        value: "\(description.channels)" + (labels.isEmpty ? "" : " (\(labels.joined(separator: ", ")))")),
      Row(name: "Sample Rate", value: "\(description.sampleRate) Hz"),
    ]
    if description.audioTracks.count > 1 {
      rows.append(
        Row(
          name: "Audio Track",
          value: "\(description.audioTrack + 1) of \(description.audioTracks.count): "
            + description.audioTracks[description.audioTrack].label))
    }
    if let bitRate = bitRateText { rows.append(Row(name: "Bit Rate", value: bitRate)) }
    if let report {
      rows.append(Row(name: "Length", value: "\(time(report.frames)) (\(report.frames) frames)"))
    }
    rows.append(Row(name: "Size", value: sizeText))
    return rows
  }

  private func time(_ frames: Int) -> String {
    Timecode(frames: frames, sampleRate: description.sampleRate).text
  }

  private var losses: [Row] {
    guard let report else { return [] }
    let lines = report.warnings + (information?.remarks ?? [])
    let whole = "Everything that was promised could be read."
    return (lines.isEmpty ? [whole] : lines).map { Row(name: "", value: $0) }
  }

  /// The usual ones first, the others as in the file.
  private static func tags(_ tags: [RecordingInformation.Tag]) -> [Row] {
    guard !tags.isEmpty else { return [] }
    let first = names.map(\.tag)
    let known = first.flatMap { name in tags.filter { $0.name == name } }
    return (known + tags.filter { !first.contains($0.name) }).map { tag in
      Row(name: label(tag.name), value: tag.isCut ? tag.value + " … (only the beginning)" : tag.value)
    }
  }

  private static func label(_ tag: String) -> String { names.first { $0.tag == tag }?.label ?? tag }

  private static let names: [(tag: String, label: String)] = [
    ("TITLE", "Title"), ("ARTIST", "Artist"), ("ALBUM", "Album"), ("ALBUMARTIST", "Album Artist"),
    ("TRACKNUMBER", "Track"), ("DISCNUMBER", "Disc"), ("DATE", "Date"), ("GENRE", "Genre"),
    ("COMPOSER", "Composer"), ("PERFORMER", "Performer"), ("COMMENT", "Comment"),
    ("DESCRIPTION", "Description"),
    ("COPYRIGHT", "Copyright"), ("ORGANIZATION", "Publisher"), ("SOFTWARE", "Software"),
    ("LANGUAGE", "Language"),
    ("ENGINEER", "Engineer"), ("ENCODED-BY", "Encoded By"), ("BPM", "Tempo"), ("LYRICS", "Lyrics"),
  ]

  private var broadcast: [Row] {
    var rows: [Row] = []
    if let broadcast = information?.broadcast {
      let reference = broadcast.timeReference.map { "\(time($0)) (\($0) frames since midnight)" }
      let loudness = broadcast.loudness
      let all: [(String, String?)] = [
        ("Description", broadcast.description), ("Originator", broadcast.originator),
        ("Reference", broadcast.originatorReference), ("Date", broadcast.date), ("Time", broadcast.time),
        ("Time Reference", reference), ("Material Identifier", broadcast.materialIdentifier),
        ("Loudness", loudness?.integrated.map { "\($0) LUFS" }),
        ("Loudness Range", loudness?.range.map { "\($0) LU" }),
        ("True Peak", loudness?.truePeak.map { "\($0) dBTP" }),
        ("Coding History", broadcast.codingHistory),
      ]
      rows = all.compactMap { name, value in value.flatMap { $0.isEmpty ? nil : Row(name: name, value: $0) } }
    }
    if information?.hasProductionData == true {
      rows.append(Row(name: "Production Data", value: "iXML, as recorders write it"))
    }
    return rows
  }

  private func row(_ place: RecordingInformation.Place) -> Row {
    let end = place.length > 0 ? " – \(time(place.frame + place.length))" : ""
    let lines = [place.name, place.note].filter { !$0.isEmpty }
    return Row(
      name: time(place.frame) + end, value: lines.isEmpty ? "without a name" : lines.joined(separator: "\n"))
  }

  private static func row(_ picture: RecordingInformation.Picture) -> Row {
    var parts = [picture.type]
    if let width = picture.width, let height = picture.height { parts.append("\(width) × \(height) pixels") }
    parts.append(sizeText(picture.byteCount))
    if !picture.description.isEmpty { parts.append(picture.description) }
    return Row(name: picture.kindText, value: parts.filter { !$0.isEmpty }.joined(separator: ", "))
  }

  private var checksum: [Row] {
    guard let checksum = information?.checksum else { return [] }
    return switch checksum {
    case .none: [Row(name: "", value: "The file has no checksum of its samples.")]
    case .frames: [Row(name: "Frames", value: "Each has a checksum, which was compared while it was read.")]
    case .pages: [Row(name: "Pages", value: "Each has a checksum, which was compared while it was read.")]
    case .samples(let md5, _):
      [Row(name: "MD5", value: md5)]
        + (verified.map { [Row(name: "Compared", value: $0.sentence)] } ?? [])
    }
  }

  /// "1411 kbit/s"; nil when it is not known.
  public var bitRateText: String? {
    report.flatMap { description.bitRate(frames: $0.frames, pictures: information?.pictures ?? []) }.map {
      $0 < 1000 ? "\($0) bit/s" : "\(($0 + 500) / 1000) kbit/s"
    }
  }

  /// "12.3 MB (12345678 bytes)".
  public var sizeText: String { Self.sizeText(description.byteCount) }

  private static func sizeText(_ bytes: Int) -> String {
    let units = ["kB", "MB", "GB", "TB"]
    var (value, unit) = (Double(bytes) / 1000, 0)
    while value >= 999.95, unit < units.count - 1 { (value, unit) = (value / 1000, unit + 1) }
    let tenths = Int((value * 10).rounded())
    return bytes < 1000
      ? bytes == 1 ? "1 byte" : "\(bytes) bytes"
      : "\(tenths / 10).\(tenths % 10) \(units[unit]) (\(bytes) bytes)"
  }
}

extension ChecksumVerification.Outcome {
  /// What came of it, in words.
  public var sentence: String {
    switch self {
    case .same: "The samples are those that were encoded."
    case .differs(let md5): "The samples are not those that were encoded: their MD5 is \(md5)."
    case .impossible(let reason): reason
    }
  }
}

extension AudioDescription {
  /// Bits in a second: exact for plain samples, else the mean of the file without its pictures.
  ///
  /// - Parameter frames: the length, as it was read.
  /// - Returns: nil when the file may hold a video as well, or is too short to tell.
  public func bitRate(frames: Int, pictures: [RecordingInformation.Picture]) -> Int? {
    if [.pcm, .float].contains(encoding.codec), Self.plain.contains(container), let bits = encoding.bits {
      return sampleRate * channels * bits
    }
    if [.alaw, .ulaw].contains(encoding.codec) { return sampleRate * channels * 8 }
    let mayHoldVideo = !audioTracks.isEmpty && !Self.soundOnly.contains(container.code)
    guard !mayHoldVideo, frames > 0 else { return nil }
    let bytes = byteCount - pictures.reduce(0) { $0 + $1.byteCount }
    let rate = Double(max(0, bytes)) * 8 * Double(sampleRate) / Double(frames)
    return rate < 1e12 ? Int(rate.rounded()) : nil
  }

  /// Containers in which PCM is not packed.
  private static let plain: Set<Container> = [.raw, .wav, .rf64, .w64, .aiff, .au, .caf]

  /// Containers that ffmpeg reads and that hold one sound and nothing else.
  private static let soundOnly: Set<String> = [
    "m4a", "aac", "ac3", "eac3", "ape", "tak", "tta", "wv", "mpc", "mpc8", "shn", "dts", "dtshd", "truehd",
    "caf",
    "flac", "wav", "w64", "aiff", "au", "amr", "xwma", "mp3",
  ]
}
