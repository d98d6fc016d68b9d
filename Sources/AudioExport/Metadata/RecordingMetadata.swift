// RecordingMetadata.swift
// What a file says about itself beside its samples: texts, pictures, cue points, and blocks that only one format knows.
// A value, made on the thread that writes the new file. Who reads and who writes each format stands in files of their own.

import AudioFormats
import WaveformCore

/// Tags, pictures, cue points and descriptions of a recording.
///
/// Statements about the old file's coding are no part of it: the encoder and its settings, the length in
/// milliseconds, the padding of the last packet. They would be false in the new file.
public struct RecordingMetadata: Hashable, Sendable {
  /// A text by its name.
  struct Tag: Hashable, Sendable {
    /// As Vorbis comments call it: "TITLE", "ALBUMARTIST"; other names as they stand in the file. The same name may
    /// come several times, and it does not matter how it is capitalized.
    var key: String
    var value: String

    var name: String { key.uppercased() }
  }

  /// A place in the recording.
  package struct Cue: Hashable, Sendable {
    /// A number that is its own in the file.
    var identifier: Int
    /// Frames from the beginning; ≥ 0.
    var frame: Int
    var name = ""
    var note = ""
    /// What WAV's `ltxt` says of the stretch that begins here, from its length on; empty when it is only a point.
    var region: [UInt8] = []

    /// Frames of the stretch; 0 for a point.
    var length: Int { region.number(at: 0, size: 4, bigEndian: false) ?? 0 }
  }

  /// A picture of a cover, a band, a label.
  package struct Picture: Hashable, Sendable {
    /// What it shows, by ID3's and FLAC's numbers: 3 is the front cover.
    package var kind = 3
    /// "image/jpeg".
    package var type: String
    package var description = ""
    package var bytes: [UInt8]
    /// Width, height, bits, colours as FLAC tells them: 16 bytes; zeros where nobody does.
    package var size = [UInt8](repeating: 0, count: 16)
  }

  /// A part that only one format knows, as it stands in the file.
  package struct Block: Hashable, Sendable {
    /// Four letters of a WAV chunk, or an ID3 frame; the number of a FLAC block.
    package var name: String
    package var bytes: [UInt8]
  }

  private(set) var tags: [Tag] = []
  /// Bytes of their values.
  private var textBytes = 0
  var cues: [Cue] = []
  package var pictures: [Picture] = []
  /// Chunks of WAV, `LIST INFO` among them.
  package var chunks: [Block] = []
  /// All frames of an ID3 tag, chapters excepted, and how many of them are neither text nor picture.
  package var frames: [Block] = []
  var otherFrames = 0
  /// The version of that tag, 3 or 4: it says how the frames are written.
  var framesVersion = 4
  /// How many of the texts and pictures, from the first on, stand in these frames.
  var tagsInFrames = 0, picturesInFrames = 0
  /// Blocks of FLAC: of applications, and of a disc's cue sheet.
  package var blocks: [Block] = []
  /// How the samples of a WAV file are coded: its broadcast description has a history of that.
  package var encoding: SampleEncoding?
  /// What was left out already, by its name.
  package var losses: [MetadataLoss] = []
  /// True when something could not be read, or made no sense.
  package var isDamaged = false

  /// Nothing.
  public init() {}

  /// True when there is nothing to carry, and nothing to say.
  package var isEmpty: Bool {
    tags.isEmpty && cues.isEmpty && pictures.isEmpty && chunks.isEmpty && frames.isEmpty && blocks.isEmpty
  }

  /// More cue points are not kept.
  static let cueLimit = 10_000
  /// More texts are not kept.
  static let tagLimit = 10_000
  /// Bytes of all texts that are kept.
  package static let textLimit = 1 << 20
  /// Bytes of a picture or block that are kept: as many as FLAC has room for.
  static let blockLimit = 1 << 24 - 256
}

extension RecordingMetadata {
  /// Adds a text, unless it is about the old file's coding, or there are too many.
  package mutating func add(_ key: String, _ value: String) {
    guard !value.isEmpty, !key.isEmpty, !Self.isAboutCoding(key) else { return }
    guard textBytes + value.utf8.count <= Self.textLimit, tags.count < Self.tagLimit else {
      return lose(.texts)
    }
    textBytes += value.utf8.count
    tags.append(Tag(key: key, value: value))
  }

  /// True for a statement about the old file's bytes.
  static func isAboutCoding(_ key: String) -> Bool {
    let key = key.uppercased()
    return aboutCoding.contains(key) || key.hasPrefix("_STATISTICS_") || key.hasPrefix("NUMBER_OF_")
  }

  private static let aboutCoding: Set<String> = [
    "ENCODER", "ENCODER_OPTIONS", "ENCODER OPTIONS", "ENCODERSETTINGS", "ITUNSMPB", "ITUNNORM", "ITUNPGAP",
    "LENGTH", "TLEN", "MAJOR_BRAND", "MINOR_VERSION", "COMPATIBLE_BRANDS", "DURATION", "HANDLER_NAME",
    "VENDOR_ID", "BPS", "WAVEFORMATEXTENSIBLE_CHANNEL_MASK",
  ]

  /// Puts the texts of a tag before those that are known: it knows more than a format's own few names.
  mutating func addFirst(_ others: [Tag]) {
    let own = tags
    (tags, textBytes) = ([], 0)
    others.forEach { add($0.key, $0.value) }
    addMissing(own)
  }

  package mutating func add(_ picture: Picture) {
    guard picture.bytes.count <= Self.blockLimit - 1024 else { return lose(.pictures(1)) }
    pictures.append(picture)
  }

  package mutating func add(_ cue: Cue) {
    guard cues.count < Self.cueLimit else { return lose(.manyCues) }
    cues.append(cue)
  }

  /// Remembers what was left out; the same again counts on.
  mutating func lose(_ loss: MetadataLoss) {
    for (index, known) in losses.enumerated() {
      if let sum = known.adding(loss) {
        losses[index] = sum
        return
      }
    }
    losses.append(loss)
  }

  /// Texts of another place for what is not known yet.
  mutating func addMissing(_ others: [Tag]) {
    let known = Set(tags.map(\.name))
    for tag in others where !known.contains(tag.name) { add(tag.key, tag.value) }
  }
}
