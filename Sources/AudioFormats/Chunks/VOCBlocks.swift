// VOCBlocks.swift
// The blocks of a Creative Voice File (Creative Labs, "Sound Blaster Hardware Programming Guide", chapter "VOC file
// format"): a byte for the kind, three for the length, and so on to a block of kind 0.
// A pure value.

import HostIO

package enum VOCBlocks {
  private static let end: UInt8 = 0
  /// Samples with a head of their own, more of them, and samples of 16 bits.
  private static let sound: Set<UInt8> = [1, 2, 9]

  /// Whether samples lie in more blocks than one: libsndfile takes the heads of the others for samples (1.2.0).
  package static func areSeveral(in file: some ByteSource) -> Bool {
    guard file.bytes(at: 0, length: 19).has("Creative Voice File"),
      var offset = file.bytes(at: 20, length: 2).number(at: 0, size: 2, bigEndian: false)
    else { return false }
    var found = 0
    // Texts, markers and the ends of loops stand between them.
    for _ in 0..<64 {
      let head = file.bytes(at: offset, length: 4)
      guard let kind = head.first, kind != end, let size = head.number(at: 1, size: 3, bigEndian: false)
      else {
        return false
      }
      if sound.contains(kind) { found += 1 }
      if found > 1 { return true }
      offset += 4 + size
    }
    return false
  }
}
