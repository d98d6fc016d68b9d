// RecordingMetadata+Level.swift
// What a file says about the level of its samples, which other samples make false. ReplayGain (replaygain.hydrogenaud.io),
// Opus' gains (RFC 7845, section 5.2.1), MP3Gain, ID3's volumes, and the loudness of EBU Tech 3285 (version 2).

import AudioFormats

extension RecordingMetadata {
  /// The metadata for samples that were changed: what was said of the level of the old ones is left out, and counted as a
  /// loss.
  public func forOtherSamples() -> RecordingMetadata {
    var other = self
    var count = other.removeTags { Self.isAboutLevel($0.name) }
    for frame in frames where Self.volumes.contains(frame.name) {
      count += 1
      other.otherFrames -= 1
    }
    other.frames.removeAll {
      Self.volumes.contains($0.name) || $0.name == "TXXX" && Self.isAboutLevel($0.bytes)
    }
    for index in chunks.indices where chunks[index].name == "bext" {
      let loudness = Self.loudness(of: chunks[index].bytes)
      count += loudness.count
      for place in loudness {
        other.chunks[index].bytes.replaceSubrange(place..<place + 2, with: Self.unused)
      }
    }
    if count > 0 { other.lose(.levels(count)) }
    return other
  }

  /// Frames of ID3 with adjustments of the volume.
  private static let volumes: Set = ["RVA2", "RVAD", "XRVA", "RGAD"]
  /// A field of `bext` that is not used: 0x7FFF.
  private static let unused: [UInt8] = [0xFF, 0x7F]

  static func isAboutLevel(_ key: String) -> Bool {
    let key = key.uppercased()
    return ["REPLAYGAIN_", "R128_", "MP3GAIN_"].contains { key.hasPrefix($0) }
  }

  /// - Parameter body: of a frame with a text of its own name: how it is coded, its name, and the text.
  private static func isAboutLevel(_ body: [UInt8]) -> Bool {
    // In any coding of Unicode these names are letters with zeros between them, behind a mark of their order.
    let name = body.dropFirst().prefix(80).filter { 1..<0x80 ~= $0 }
    return isAboutLevel(String(decoding: name, as: UTF8.self))
  }

  /// Where a broadcast description has figures of loudness: the places of those that are used.
  private static func loudness(of chunk: [UInt8]) -> [Int] {
    guard chunk.count >= 422, (chunk.number(at: 346, size: 2, bigEndian: false) ?? 0) >= 2 else { return [] }
    let places = Array(stride(from: 412, to: 422, by: 2))
    // Writers of version 1 leave zeros.
    guard places.contains(where: { chunk[$0] != 0 || chunk[$0 + 1] != 0 }) else { return [] }
    return places.filter { Array(chunk[$0..<$0 + 2]) != unused }
  }
}
