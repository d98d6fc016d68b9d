// RecordingInformation.swift
// What a file says about itself, for people: texts that can be shown, a broadcast description, places with names,
// pictures, and the checksum that it carries. A value, made from the same metadata that exports carry on.

import Localization

/// What a file says about itself beside its samples.
public struct RecordingInformation: Hashable, Sendable {
  /// A text with its name.
  public struct Tag: Hashable, Sendable {
    /// In capitals, as in Vorbis comments: "TITLE", "ALBUMARTIST". A name may occur several times.
    public let name: String
    /// Without control characters; lines are kept.
    public let value: String
    /// True when this is only the beginning of a text that is too long to be shown.
    public let isCut: Bool
  }

  /// A chapter, a cue point, a marker, or a region.
  public struct Place: Hashable, Sendable {
    /// Frames from the beginning of the recording; ≥ 0.
    public let frame: Int
    /// Frames of a region; 0 for a point.
    public let length: Int
    public let name: String
    public let note: String
  }

  /// A picture in the file; its pixels are not kept.
  public struct Picture: Hashable, Sendable {
    /// By ID3's and FLAC's numbers: 3 is the front cover.
    public let kind: Int
    /// "image/jpeg".
    public let type: String
    public let description: String
    /// Nil when the file does not say it.
    public let width: Int?, height: Int?
    public let byteCount: Int
  }

  public internal(set) var tags: [Tag] = []
  /// The broadcast description of a WAV file (`bext`).
  public internal(set) var broadcast: BroadcastDescription?
  /// True when the file has production data of a recorder (iXML).
  public internal(set) var hasProductionData = false
  /// In the order of the file.
  public internal(set) var places: [Place] = []
  public internal(set) var pictures: [Picture] = []
  public internal(set) var checksum = StoredChecksum.none
  /// What of it could not be read or is not shown: sentences of one line each.
  public internal(set) var findings: [Sentence] = []

  init() {}

  /// The findings for people.
  public var remarks: [String] { findings.map(\.localized) }

  /// The first text with a name in capitals, in one line that fits into a title; nil without one.
  private func line(_ name: String) -> String? {
    let text = tags.first { $0.name == name }.map { ShownText.line($0.value) }
    return text?.isEmpty == false ? text : nil
  }

  public var title: String? { line("TITLE") }
  public var album: String? { line("ALBUM") }

  /// All artists, each in one line.
  public var artists: [String] {
    tags.filter { $0.name == "ARTIST" }.prefix(16).map { ShownText.line($0.value) }.filter { !$0.isEmpty }
  }
}

extension RecordingInformation.Picture {
  /// What it shows, as a title (ID3v2.4.0, "Attached picture").
  public var kindText: String { kindName.localized }

  /// The same with its English.
  public var kindName: Sentence { Self.kinds.indices.contains(kind) ? Self.kinds[kind] : Self.kinds[0] }

  private static let kinds = [
    Sentence("Picture", context: "picture"),
    Sentence("File Icon", context: "picture"),
    Sentence("File Icon", context: "picture"),
    Sentence("Front Cover", context: "picture"),
    Sentence("Back Cover", context: "picture"),
    Sentence("Leaflet", context: "picture"),
    Sentence("Disc", context: "picture"),
    Sentence("Lead Artist", context: "picture"),
    Sentence("Artist", context: "picture"),
    Sentence("Conductor", context: "picture"),
    Sentence("Band", context: "picture"),
    Sentence("Composer", context: "picture"),
    Sentence("Lyricist", context: "picture"),
    Sentence("Place of the Recording", context: "picture"),
    Sentence("Recording Session", context: "picture"),
    Sentence("Performance", context: "picture"),
    Sentence("Film Still", context: "picture"),
    Sentence("A Bright Coloured Fish", context: "picture"),
    Sentence("Illustration", context: "picture"),
    Sentence("Logo of the Artist", context: "picture"),
    Sentence("Logo of the Publisher", context: "picture"),
  ]
}
