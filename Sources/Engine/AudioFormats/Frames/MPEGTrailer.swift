// MPEGTrailer.swift
// The tags that stand behind the sound of an MP3, and are known by their ends or by their first bytes: APE's in both versions,
// Lyrics3, MusicMatch's, and the first version of ID3 with its extension. A pure value; lengths are checked against the file.

import HostIO

enum MPEGTrailer {
  /// Where they begin: the end of the file when there are none.
  ///
  /// - Parameter sound: the byte behind the last frame. MusicMatch's tag has no length, and all behind it is its own.
  static func start(in file: some ByteSource, behind sound: Int) -> Int {
    var end = file.count
    if file.bytes(at: end - 128, length: 3).has("TAG") { end -= 128 }
    if file.bytes(at: end - 227, length: 4).has("TAG+") { end -= 227 }
    let foot = file.bytes(at: end - 32, length: 32)
    if foot.has("APETAGEX"), let size = foot.number(at: 12, size: 4, bigEndian: false), 32...end ~= size {
      end -= size
      if file.bytes(at: end - 32, length: 8).has("APETAGEX") { end -= 32 }
    }
    if end >= 15, file.bytes(at: end - 9, length: 9).has("LYRICS200"),
      let size = Int(String(decoding: file.bytes(at: end - 15, length: 6), as: UTF8.self)),
      0...end - 15 ~= size
    {
      end -= 15 + size
    }
    if file.bytes(at: end - 48, length: 19).has("Brava Software Inc.") { return min(end, sound) }
    return end
  }
}
