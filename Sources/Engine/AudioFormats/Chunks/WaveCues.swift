// WaveCues.swift
// The cue points of WAV files: `cue ` and `LIST adtl` with their names, notes and lengths (Microsoft's "Multimedia
// Programming Interface and Data Specifications 1.0"). Bytes to values and back; sizes are checked against the bytes
// that exist.

import HostIO

/// A place in a recording.
package struct CuePoint: Hashable, Sendable {
  /// A number that is unique in the file.
  package var identifier: Int
  /// Frames from the beginning; ≥ 0.
  package var frame: Int
  package var name = ""
  package var note = ""
  /// The content of WAV's `ltxt` for the region that begins here, from its length on; empty for a point.
  package var region: [UInt8] = []

  package init(identifier: Int, frame: Int, name: String = "", note: String = "", region: [UInt8] = []) {
    self.identifier = identifier
    self.frame = frame
    self.name = name
    self.note = note
    self.region = region
  }

  /// Frames of the region; 0 for a point.
  package var length: Int { region.number(at: 0, size: 4, bigEndian: false) ?? 0 }
}

package enum WaveCues {
  /// The cue points of `cue `, with the texts of `adtl`.
  ///
  /// - Parameter limit: the most points that are read.
  package static func points(_ bytes: [UInt8], _ details: Details, limit: Int) -> [CuePoint] {
    let count = min(
      bytes.number(at: 0, size: 4, bigEndian: details.isBig) ?? 0, (bytes.count - 4) / 24, limit)
    guard count > 0 else { return [] }
    return (0..<count).map { index in
      let start = 4 + 24 * index
      func number(_ place: Int) -> Int {
        bytes.number(at: start + place, size: 4, bigEndian: details.isBig) ?? 0
      }
      let identifier = number(0)
      // The position in the samples. Some programs store it only as the position in the play order.
      let frame = number(20) == 0 ? number(4) : number(20)
      return .init(
        identifier: identifier, frame: frame, name: details.names[identifier] ?? "",
        note: details.notes[identifier] ?? "", region: details.regions[identifier] ?? [])
    }
  }

  /// Names, notes and lengths by the number of a cue point.
  package struct Details {
    package let isBig: Bool
    package private(set) var names: [Int: String] = [:], notes: [Int: String] = [:]
    fileprivate var regions: [Int: [UInt8]] = [:]

    package init(isBig: Bool) { self.isBig = isBig }

    /// - Parameters:
    ///   - bytes: of a `LIST adtl`.
    ///   - limit: the most parts that are read.
    package mutating func read(_ bytes: [UInt8], limit: Int) {
      for (name, part) in WaveCues.parts(bytes, isBig: isBig).prefix(limit) {
        let part = Array(part)
        guard let identifier = part.number(at: 0, size: 4, bigEndian: isBig) else { continue }
        switch name {
        case "labl": names[identifier] = TextBytes.text(part[4...])
        case "note": notes[identifier] = TextBytes.text(part[4...])
        case "ltxt" where part.count >= 20 && !isBig: regions[identifier] = Array(part[4...])
        default: break
        }
      }
    }
  }

  /// The parts of a list, up to the first incomplete one.
  package static func parts(_ bytes: [UInt8], isBig: Bool) -> [(String, ArraySlice<UInt8>)] {
    var parts: [(String, ArraySlice<UInt8>)] = []
    var offset = 4
    while let size = bytes.number(at: offset + 4, size: 4, bigEndian: isBig) {
      let start = offset + 8
      parts.append(
        (
          String(decoding: bytes[offset..<offset + 4], as: UTF8.self),
          bytes[start..<min(start + size, bytes.count)]
        ))
      guard start + size < bytes.count else { break }
      offset = start + size + size & 1
    }
    return parts
  }

  /// `cue ` and `LIST adtl`; nothing for no points.
  package static func chunks(_ all: [CuePoint]) -> [UInt8] {
    guard !all.isEmpty else { return [] }
    let isUnique = Set(all.map(\.identifier)).count == all.count
    var points = TextBytes.little(all.count)
    // All names first, because ffmpeg stops reading at the first note.
    var names: [UInt8] = [], details: [UInt8] = []
    for (index, cue) in all.enumerated() {
      let identifier = TextBytes.little(isUnique ? cue.identifier : index + 1)
      let frame = TextBytes.little(cue.frame)
      points += identifier + frame + Array("data".utf8) + [UInt8](repeating: 0, count: 8) + frame
      if !cue.name.isEmpty { names += chunk("labl", identifier + Array(cue.name.utf8) + [0]) }
      if !cue.note.isEmpty { details += chunk("note", identifier + Array(cue.note.utf8) + [0]) }
      if !cue.region.isEmpty { details += chunk("ltxt", identifier + cue.region) }
    }
    return chunk("cue ", points)
      + ((names + details).isEmpty ? [] : chunk("LIST", Array("adtl".utf8) + names + details))
  }

  /// A chunk with its name and size, filled to an even length.
  package static func chunk(_ name: String, _ bytes: [UInt8]) -> [UInt8] {
    Array(name.utf8) + TextBytes.little(bytes.count) + bytes + (bytes.count % 2 == 0 ? [] : [0])
  }
}
