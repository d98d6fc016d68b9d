// WaveMetadata.swift
// Reads the metadata of WAV, RF64 and BW64 files: EBU Tech 3285 (`bext`), Microsoft's "Multimedia Programming
// Interface and Data Specifications 1.0" (`LIST INFO`, `cue `, `LIST adtl`), and the chunks of other programs.
// Sizes are checked against the bytes that exist.

import AudioFormats
import HostIO
import Localization

enum WaveMetadata {
  /// Reads all chunks, before and behind the samples.
  static func read(_ file: some ByteSource, sampleRate: Int, into metadata: inout RecordingMetadata) {
    let head = file.bytes(at: 0, length: 12)
    let isBig = head.has("RIFX")
    var cues: [UInt8] = [], details = WaveCues.Details(isBig: isBig)
    var id3: [UInt8] = []
    var longBytes: Int?
    var offset = 12
    for _ in 0..<1000 where offset + 8 <= file.count {
      let head = file.bytes(at: offset, length: 8)
      guard var size = head.number(at: 4, size: 4, bigEndian: isBig), head.count == 8 else { break }
      let name = String(decoding: head[..<4], as: UTF8.self)
      if name == "data" {
        // The length was not written yet: no chunk follows the samples.
        if size == 0xFFFF_FFFF { size = longBytes ?? .max }
        guard size < file.count - offset else { break }
      } else if name == "ds64" {
        longBytes = file.bytes(at: offset + 8, length: 24).number(at: 8, size: 8, bigEndian: false)
      } else if !ignored.contains(name) {
        let room = file.count - offset - 8
        if size > room { metadata.isDamaged = true }
        if size > RecordingMetadata.blockLimit {
          metadata.lose(.fields(1, of: Sentence("more than 16 MB")))
        } else {
          let bytes = file.bytes(at: offset + 8, length: min(size, room))
          switch name {
          case "cue ": cues = bytes
          case "LIST" where bytes.has("adtl"): details.read(bytes, limit: 4 * RecordingMetadata.cueLimit)
          case "id3 ", "ID3 ": id3 = bytes
          default: take(name, bytes, isBig: isBig, into: &metadata)
          }
        }
      } else if name == "fmt " {
        let format = SampleFormat(wave: file.bytes(at: offset + 8, length: min(size, 40)), bigEndian: isBig)
        metadata.encoding = format?.encoding
      }
      offset += 8 + size + size & 1
    }
    for cue in WaveCues.points(cues, details, limit: RecordingMetadata.cueLimit) { metadata.add(cue) }
    if cues.count > 4 + 24 * RecordingMetadata.cueLimit { metadata.lose(.manyCues) }
    guard !id3.isEmpty else { return }
    var tagged = RecordingMetadata()
    ID3Metadata.read(id3, sampleRate: sampleRate, into: &tagged)
    metadata.take(tagged)
  }

  /// Chunks about the coding of the samples in this file, or without content.
  private static let ignored: Set<String> = [
    "fmt ", "fact", "data", "ds64", "PEAK", "levl", "JUNK", "junk", "PAD ", "FLLR", "MD5 ", "r64m",
    "\0\0\0\0",
  ]

  private static func take(
    _ name: String, _ bytes: [UInt8], isBig: Bool, into metadata: inout RecordingMetadata
  ) {
    let isInfo = name == "LIST" && bytes.has("INFO")
    if isInfo { info(bytes, isBig: isBig, into: &metadata) }
    // Chunks are copied as they are, so big-endian numbers would have to be converted one by one.
    guard !isBig else {
      if !isInfo { metadata.lose(.fields(1, of: Sentence("the big-endian WAV file"))) }
      return
    }
    guard name.utf8.allSatisfy({ 0x20...0x7E ~= $0 }), metadata.chunks.count < 256 else {
      metadata.isDamaged = true
      return
    }
    metadata.chunks.append(.init(name: name, bytes: bytes))
  }

  /// The texts of `LIST INFO`.
  static func info(_ bytes: [UInt8], isBig: Bool, into metadata: inout RecordingMetadata) {
    for (name, text) in WaveCues.parts(bytes, isBig: isBig) {
      metadata.add(keys[name] ?? name, TextBytes.text(text))
    }
  }

  /// The usual names of the texts of `LIST INFO`; others keep their four letters.
  static let keys = [
    "INAM": "TITLE", "IART": "ARTIST", "IPRD": "ALBUM", "ICMT": "COMMENT", "ICRD": "DATE", "IGNR": "GENRE",
    "ITRK": "TRACKNUMBER", "IPRT": "TRACKNUMBER", "ICOP": "COPYRIGHT", "ISFT": "SOFTWARE", "IENG": "ENGINEER",
    "ILNG": "LANGUAGE", "IMUS": "COMPOSER", "IWRI": "LYRICIST", "ISRC": "SOURCE", "ISRF": "SOURCEFORM",
    "ITCH": "ENCODED-BY", "IKEY": "KEYWORDS", "ISBJ": "SUBJECT", "IMED": "SOURCEMEDIA", "IPRO": "PRODUCER",
    "ISTR": "PERFORMER", "ICMS": "COMMISSIONED", "IARL": "ARCHIVALLOCATION",
  ]
}

extension RecordingMetadata {
  /// Adds the metadata of a tag within another format.
  package mutating func take(_ tagged: RecordingMetadata) {
    addFirst(tagged.tags)
    addBeginnings(of: tagged)
    tagged.pictures.forEach { add($0) }
    frames = tagged.frames
    framesVersion = tagged.framesVersion
    otherFrames = tagged.otherFrames
    (tagsInFrames, picturesInFrames) = (tagged.tagsInFrames, tagged.picturesInFrames)
    if cues.isEmpty { tagged.cues.forEach { add($0) } }
    tagged.losses.forEach { lose($0) }
    isDamaged = isDamaged || tagged.isDamaged
  }
}
