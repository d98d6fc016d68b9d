// RecordingMetadata.swift
// Everything in a file beside its samples: texts, pictures, cue points, and blocks that only one format knows. A value,
// made on the thread that writes the new file. Each format is read and written in files of its own.

import AudioFormats
import WaveformCore

/// Tags, pictures, cue points and descriptions of a recording.
///
/// Statements about the old file's coding are not included: the encoder and its settings, the length in
/// milliseconds, the padding of the last packet. They would be false in the new file.
public struct RecordingMetadata: Hashable, Sendable {
  /// A text with its name.
  struct Tag: Hashable, Sendable {
    /// The name in Vorbis comments: "TITLE", "ALBUMARTIST"; other names as in the file. A name may occur several times;
    /// upper and lower case are equal.
    var key: String
    var value: String

    var name: String { key.uppercased() }
  }

  package typealias Cue = CuePoint

  /// A picture of a cover, a band, a label.
  package struct Picture: Hashable, Sendable {
    /// What it shows, by ID3's and FLAC's numbers: 3 is the front cover.
    package var kind = 3
    /// "image/jpeg".
    package var type: String
    package var description = ""
    package var bytes: [UInt8]
    /// Width, height, bits and colours as in FLAC: 16 bytes; zeros when unknown.
    package var size = [UInt8](repeating: 0, count: 16)
  }

  /// A part that only one format knows, unchanged.
  package struct Block: Hashable, Sendable {
    /// Four letters of a WAV chunk, or an ID3 frame; the number of a FLAC block.
    package var name: String
    package var bytes: [UInt8]
  }

  private(set) var tags: [Tag] = []
  /// Bytes of the values of all tags.
  private var textBytes = 0
  /// The beginnings of texts that are too long, or too many, to carry: only for people to see.
  private(set) var beginnings: [Tag] = []
  var cues: [Cue] = []
  package var pictures: [Picture] = []
  /// Chunks of WAV, including `LIST INFO`.
  package var chunks: [Block] = []
  /// All frames of an ID3 tag except chapters, and how many of them are neither text nor picture.
  package var frames: [Block] = []
  var otherFrames = 0
  /// The version of that tag, 3 or 4, which decides the format of its frames.
  var framesVersion = 4
  /// How many of the texts and pictures, from the first on, came from these frames.
  var tagsInFrames = 0, picturesInFrames = 0
  /// Blocks of FLAC: of applications, and of a disc's cue sheet.
  package var blocks: [Block] = []
  /// The coding of the samples of a WAV file, for the coding history in its broadcast description.
  package var encoding: SampleEncoding?
  /// The losses so far.
  package var losses: [MetadataLoss] = []
  /// True when a part could not be read, or was invalid.
  package var isDamaged = false

  /// No metadata.
  public init() {}

  /// True when there are no metadata to carry.
  package var isEmpty: Bool {
    tags.isEmpty && cues.isEmpty && pictures.isEmpty && chunks.isEmpty && frames.isEmpty && blocks.isEmpty
  }

  /// The most cue points that are kept.
  static let cueLimit = 10_000
  /// The most texts that are kept.
  static let tagLimit = 10_000
  /// The most bytes of all texts together.
  package static let textLimit = 1 << 20
  /// The most bytes of a text's name.
  package static let keyLimit = 256
  /// The most bytes of a picture or block: as many as a FLAC block can hold.
  static let blockLimit = 1 << 24 - 256
  /// The most beginnings of texts that are kept, and the most characters (Unicode scalars) of each.
  static let beginningLimits = (count: 100, length: 1000)
}

extension RecordingMetadata {
  /// Adds a text, unless it is about the old file's coding, or there are too many.
  package mutating func add(_ key: String, _ value: String) {
    guard !value.isEmpty, !key.isEmpty, !Self.isAboutCoding(key) else { return }
    // A name stands before each of its values: a long one before thousands would take their number times its length.
    guard key.utf8.count <= Self.keyLimit, textBytes + value.utf8.count <= Self.textLimit,
      tags.count < Self.tagLimit
    else {
      keepBeginning(of: Tag(key: key, value: value))
      return lose(.texts)
    }
    textBytes += value.utf8.count
    tags.append(Tag(key: key, value: value))
  }

  /// Takes texts out.
  ///
  /// - Returns: how many.
  mutating func removeTags(where isMeant: (Tag) -> Bool) -> Int {
    let count = tags.count
    tagsInFrames -= tags.prefix(tagsInFrames).count(where: isMeant)
    tags.removeAll(where: isMeant)
    return count - tags.count
  }

  private mutating func keepBeginning(of tag: Tag) {
    guard beginnings.count < Self.beginningLimits.count else { return }
    let length = Self.beginningLimits.length
    func beginning(_ text: String) -> String {
      String(String.UnicodeScalarView(text.unicodeScalars.prefix(length)))
    }
    beginnings.append(Tag(key: beginning(tag.key), value: beginning(tag.value)))
  }

  /// Takes over the beginnings that a tag within this format has.
  mutating func addBeginnings(of others: RecordingMetadata) {
    others.beginnings.forEach { keepBeginning(of: $0) }
  }

  /// True for a statement about the old file's bytes.
  static func isAboutCoding(_ key: String) -> Bool {
    guard key.utf8.count <= keyLimit else { return false }
    let key = key.uppercased()
    return aboutCoding.contains(key) || key.hasPrefix("_STATISTICS_") || key.hasPrefix("NUMBER_OF_")
  }

  private static let aboutCoding: Set<String> = [
    "ENCODER", "ENCODER_OPTIONS", "ENCODER OPTIONS", "ENCODERSETTINGS", "ITUNSMPB", "ITUNNORM", "ITUNPGAP",
    "LENGTH", "TLEN", "MAJOR_BRAND", "MINOR_VERSION", "COMPATIBLE_BRANDS", "DURATION", "HANDLER_NAME",
    "VENDOR_ID", "BPS", "WAVEFORMATEXTENSIBLE_CHANNEL_MASK",
  ]

  /// Adds the texts of a tag before the known ones, because a tag has more names than the format's own list.
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

  /// Adds a loss, or increases the count of a known one.
  mutating func lose(_ loss: MetadataLoss) {
    for (index, known) in losses.enumerated() {
      if let sum = known.adding(loss) {
        losses[index] = sum
        return
      }
    }
    losses.append(loss)
  }

  /// Adds texts from another place whose names are not known yet.
  mutating func addMissing(_ others: [Tag]) {
    let known = Set(tags.map(\.name))
    for tag in others where !known.contains(tag.name) { add(tag.key, tag.value) }
  }
}
