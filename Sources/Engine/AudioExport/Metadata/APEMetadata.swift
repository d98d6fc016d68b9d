// APEMetadata.swift
// APEv2 tags at the end of WavPack, Monkey's Audio, Musepack, TAK and some MP3 files (Hydrogenaudio wiki, "APEv2
// specification"). Sizes are checked against the bytes that exist.

import AudioFormats
import HostIO
import Localization

enum APEMetadata {
  private static let limit = 32 << 20

  /// - Returns: false when there is no such tag.
  @discardableResult
  static func read(_ file: some ByteSource, into metadata: inout RecordingMetadata) -> Bool {
    var end = file.count
    if file.bytes(at: end - 128, length: 3).has("TAG") { end -= 128 }
    let foot = file.bytes(at: end - 32, length: 32)
    guard foot.has("APETAGEX"), let size = foot.number(at: 12, size: 4, bigEndian: false), size >= 32,
      let count = foot.number(at: 16, size: 4, bigEndian: false)
    else { return false }
    guard size <= min(limit, end) else {
      metadata.isDamaged = true
      return true
    }
    let bytes = file.bytes(at: end - size, length: size - 32)
    var found = RecordingMetadata()
    var offset = 0
    for _ in 0..<min(count, 10_000) {
      guard let size = bytes.number(at: offset, size: 4, bigEndian: false),
        let flags = bytes.number(at: offset + 4, size: 4, bigEndian: false), offset + 8 < bytes.count,
        let stop = bytes[(offset + 8)...].firstIndex(of: 0), size <= bytes.count - stop - 1
      else {
        metadata.isDamaged = true
        break
      }
      let key = TextBytes.text(bytes[(offset + 8)..<stop])
      take(key, isText: flags & 6 == 0, bytes[(stop + 1)..<(stop + 1 + size)], &found)
      offset = stop + 1 + size
    }
    metadata.addMissing(found.tags)
    if metadata.pictures.isEmpty { found.pictures.forEach { metadata.add($0) } }
    found.losses.forEach { metadata.lose($0) }
    return true
  }

  private static func take(
    _ key: String, isText: Bool, _ value: ArraySlice<UInt8>, _ metadata: inout RecordingMetadata
  ) {
    if isText {
      let name = names[key.uppercased()] ?? key
      for text in value.split(separator: 0) { metadata.add(name, TextBytes.text(text)) }
    } else if key.uppercased().hasPrefix("COVER ART"), let end = value.firstIndex(of: 0) {
      let isPNG = value[(end + 1)...].prefix(4).elementsEqual([0x89, 0x50, 0x4E, 0x47])
      metadata.add(
        .init(
          kind: key.uppercased().contains("BACK") ? 4 : 3, type: isPNG ? "image/png" : "image/jpeg",
          bytes: Array(value[(end + 1)...])))
    } else {
      metadata.lose(.fields(1, of: Sentence("the APE tag")))
    }
  }

  private static let names = [
    "TRACK": "TRACKNUMBER", "DISC": "DISCNUMBER", "YEAR": "DATE", "ALBUM ARTIST": "ALBUMARTIST",
    "PUBLISHER": "ORGANIZATION",
  ]
}
