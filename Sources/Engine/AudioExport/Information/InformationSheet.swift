// InformationSheet.swift
// Everything that is known of a recording, in words: groups of names and values, the same in the window, on the clipboard
// and in the terminal. A pure value.

import AudioFormats
import HostIO
import Localization
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
    /// True when the name is English, or one of the file.
    public let isPlain: Bool
    /// Name and value as a window shows them: numbers of the program as the language writes them, what the file says as it is.
    public let shownName: String, shownValue: String

    init(name: String, value: String) {
      (self.name, self.value, isPlain) = (name, value, true)
      (shownName, shownValue) = (name, value)
    }

    /// - Parameter time: of the recording.
    init(time: String, value: String) {
      (name, self.value, isPlain) = (time, value, true)
      (shownName, shownValue) = (Numerals.shown(time), value)
    }

    /// - Parameter isNumber: the value holds numbers, and nothing of the file.
    init(_ title: Sentence, _ value: String, isNumber: Bool = false) {
      (name, self.value) = (title.localized, value)
      isPlain = name == title.english
      (shownName, shownValue) = (name, isNumber ? Numerals.shown(value) : value)
    }
  }

  public struct Group: Hashable, Sendable {
    public let kind: Kind
    public let rows: [Row]

    public var title: String {
      switch kind {
      case .recording: localized("Recording", context: "information")
      case .tags: localized("Tags", context: "information")
      case .broadcast: localized("Broadcast", context: "information")
      case .places: localized("Chapters and Cues", context: "information")
      case .pictures: localized("Pictures", context: "information")
      case .losses: localized("Losses", context: "information")
      case .checksum: localized("Checksum", context: "information")
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
      Row(
        isComputed ? Sentence("Formula", context: "information") : Sentence("File", context: "information"),
        name),
      Row(Sentence("Format", context: "information"), description.formatText),
      Row(
        Sentence("Channels", context: "information"),
        "\(description.channels)" + (labels.isEmpty ? "" : " (\(labels.joined(separator: ", ")))")),
      Row(Sentence("Sample Rate", context: "information"), "\(description.sampleRate) Hz"),
    ]
    if description.audioTracks.count > 1 {
      let (track, count) = (description.audioTrack + 1, description.audioTracks.count)
      let label = description.audioTracks[description.audioTrack].label
      // Translators: As “2 of 5: English · AAC stereo”.
      let place = localized("\(track) of \(count): \(label)")
      rows.append(Row(Sentence("Audio Track", context: "information"), place))
    }
    if !isComputed, let bitRate = bitRateText {
      rows.append(Row(Sentence("Bit Rate", context: "information"), bitRate))
    }
    if let report {
      let (time, frames) = (time(report.frames), report.frames)
      // Translators: %1$s is a time.
      let length = localized(
        "\(time) (\(frames) frame)", plural: "\(time) (\(frames) frames)", count: frames)
      rows.append(Row(Sentence("Length", context: "information"), length, isNumber: true))
    }
    if description.delay > 0 {
      // Translators: Names a time: in a video whose sound begins later than its pictures.
      rows.append(
        Row(Sentence("Sound Begins", context: "information"), time(description.delay), isNumber: true))
    }
    if !isComputed { rows.append(Row(Sentence("Size", context: "information"), sizeText, isNumber: true)) }
    return rows
  }

  /// True when it is in no file.
  private var isComputed: Bool { description.container == .function }

  private func time(_ frames: Int) -> String {
    Timecode(frames: frames, sampleRate: description.sampleRate).text
  }

  private var losses: [Row] {
    guard let report else { return [] }
    let lines = report.warnings + (information?.remarks ?? [])
    let whole = localized("Everything that was promised could be read.")
    return (lines.isEmpty ? [whole] : lines).map { Row(name: "", value: $0) }
  }

  /// The usual ones first, the others as in the file.
  private static func tags(_ tags: [RecordingInformation.Tag]) -> [Row] {
    guard !tags.isEmpty else { return [] }
    let first = names.map(\.tag)
    let known = first.flatMap { name in tags.filter { $0.name == name } }
    return (known + tags.filter { !first.contains($0.name) }).map { tag in
      row(tag.name, tag.isCut ? localized("\(tag.value) … (only the beginning)") : tag.value)
    }
  }

  private static func row(_ tag: String, _ value: String) -> Row {
    guard let label = names.first(where: { $0.tag == tag })?.label else {
      return Row(name: tag, value: value)
    }
    return Row(label, value)
  }

  private static let names: [(tag: String, label: Sentence)] = [
    ("TITLE", Sentence("Title", context: "tag")), ("ARTIST", Sentence("Artist", context: "tag")),
    ("ALBUM", Sentence("Album", context: "tag")), ("ALBUMARTIST", Sentence("Album Artist", context: "tag")),
    ("TRACKNUMBER", Sentence("Track", context: "tag")), ("DISCNUMBER", Sentence("Disc", context: "tag")),
    ("DATE", Sentence("Date", context: "tag")), ("GENRE", Sentence("Genre", context: "tag")),
    ("COMPOSER", Sentence("Composer", context: "tag")), ("PERFORMER", Sentence("Performer", context: "tag")),
    ("COMMENT", Sentence("Comment", context: "tag")),
    ("DESCRIPTION", Sentence("Description", context: "tag")),
    ("COPYRIGHT", Sentence("Copyright", context: "tag")),
    ("ORGANIZATION", Sentence("Publisher", context: "tag")),
    ("SOFTWARE", Sentence("Software", context: "tag")),
    ("LANGUAGE", Sentence("Language", context: "tag")),
    ("ENGINEER", Sentence("Engineer", context: "tag")),
    ("ENCODED-BY", Sentence("Encoded By", context: "tag")), ("BPM", Sentence("Tempo", context: "tag")),
    ("LYRICS", Sentence("Lyrics", context: "tag")),
  ]

  private var broadcast: [Row] {
    var rows: [Row] = []
    if let broadcast = information?.broadcast {
      let reference = broadcast.timeReference.map { frames in
        // Translators: %1$s is a time of day.
        localized(
          "\(time(frames)) (\(frames) frame since midnight)",
          plural: "\(time(frames)) (\(frames) frames since midnight)", count: frames)
      }
      let loudness = broadcast.loudness
      let all: [(Sentence, String?, isNumber: Bool)] = [
        (Sentence("Description", context: "broadcast"), broadcast.description, false),
        (Sentence("Originator", context: "broadcast"), broadcast.originator, false),
        (Sentence("Reference", context: "broadcast"), broadcast.originatorReference, false),
        (Sentence("Date", context: "broadcast"), broadcast.date, false),
        (Sentence("Time", context: "broadcast"), broadcast.time, false),
        (Sentence("Time Reference", context: "broadcast"), reference, true),
        (Sentence("Material Identifier", context: "broadcast"), broadcast.materialIdentifier, false),
        (Sentence("Loudness", context: "broadcast"), loudness?.integrated.map { "\($0) LUFS" }, true),
        (Sentence("Loudness Range", context: "broadcast"), loudness?.range.map { "\($0) LU" }, true),
        (Sentence("True Peak", context: "broadcast"), loudness?.truePeak.map { "\($0) dBTP" }, true),
        (Sentence("Coding History", context: "broadcast"), broadcast.codingHistory, false),
      ]
      rows = all.compactMap { name, value, isNumber in
        value.flatMap { $0.isEmpty ? nil : Row(name, $0, isNumber: isNumber) }
      }
    }
    if information?.hasProductionData == true {
      rows.append(
        Row(Sentence("Production Data", context: "broadcast"), localized("iXML, as recorders write it")))
    }
    return rows
  }

  private func row(_ place: RecordingInformation.Place) -> Row {
    let end = place.length > 0 ? " – \(time(place.frame + place.length))" : ""
    let lines = [place.name, place.note].filter { !$0.isEmpty }
    return Row(
      time: time(place.frame) + end,
      value: lines.isEmpty ? localized("without a name") : lines.joined(separator: "\n"))
  }

  private static func row(_ picture: RecordingInformation.Picture) -> Row {
    var parts = [picture.type]
    if let width = picture.width, let height = picture.height {
      parts.append(localized("\(width) × \(height) pixels"))
    }
    parts.append(sizeText(picture.byteCount))
    if !picture.description.isEmpty { parts.append(picture.description) }
    return Row(name: picture.kindText, value: parts.filter { !$0.isEmpty }.joined(separator: ", "))
  }

  private var checksum: [Row] {
    guard let checksum = information?.checksum else { return [] }
    return switch checksum {
    case .none: [Row(name: "", value: localized("The file has no checksum of its samples."))]
    case .frames: [Row(Sentence("Frames", context: "checksum"), Self.compared)]
    case .pages: [Row(Sentence("Pages", context: "checksum"), Self.compared)]
    case .samples(let md5, _):
      [Row(name: "MD5", value: md5)]
        + (verified.map { [Row(Sentence("Compared", context: "checksum"), $0.sentence)] } ?? [])
    }
  }

  private static var compared: String {
    // Translators: Each frame, or page, of the file.
    localized("Each has a checksum, which was compared while it was read.")
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
    let short = "\(tenths / 10).\(tenths % 10) \(units[unit])"
    return bytes < 1000
      ? localized("\(bytes) byte", plural: "\(bytes) bytes", count: bytes)
      // Translators: %1$s is the same as “12.3 MB”.
      : localized("\(short) (\(bytes) byte)", plural: "\(short) (\(bytes) bytes)", count: bytes)
  }
}

extension ChecksumVerification.Outcome {
  /// What came of it, in words.
  public var sentence: String {
    switch self {
    case .same: localized("The samples are those that were encoded.")
    case .differs(let md5):
      localized("The samples are not those that were encoded: their MD5 is \(md5).")
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
