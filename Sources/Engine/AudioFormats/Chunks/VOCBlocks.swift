// VOCBlocks.swift
// The blocks of a Creative Voice File (Creative Labs, "Sound Blaster Hardware Programming Guide", chapter "VOC file
// format"): a byte for the kind, three for the length, and so on to a block of kind 0.
// A pure value.

import HostIO

package enum VOCBlocks {
  private static let end: UInt8 = 0
  /// Samples with a head of their own, more of them, and samples of 16 bits.
  private static let sound: Set<UInt8> = [1, 2, 9]

  /// Whether something follows the first block of samples: libsndfile takes it for samples, too (1.2.0).
  package static func followSound(in file: some ByteSource) -> Bool {
    guard file.bytes(at: 0, length: 19).has("Creative Voice File"),
      var offset = file.bytes(at: 20, length: 2).number(at: 0, size: 2, bigEndian: false)
    else { return false }
    var isBehindSound = false
    // Rates, texts, markers and the beginnings of loops stand before it.
    for _ in 0..<64 {
      let head = file.bytes(at: offset, length: 4)
      guard let kind = head.first, kind != end, let size = head.number(at: 1, size: 3, bigEndian: false)
      else { return false }
      if isBehindSound { return true }
      isBehindSound = sound.contains(kind)
      offset += 4 + size
    }
    return false
  }
}
