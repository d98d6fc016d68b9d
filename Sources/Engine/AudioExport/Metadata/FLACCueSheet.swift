// FLACCueSheet.swift
// The table of contents of a disc in a FLAC file (RFC 9639, section 8.7): where its tracks begin. A pure function of any
// bytes.

import HostIO

/// The tracks of a disc.
struct FLACCueSheet {
  /// Where a track begins, in frames.
  struct Track: Hashable {
    /// With the pause before it (INDEX 00), if it has one.
    let pause: Int
    /// Where it is heard (INDEX 01).
    let start: Int
  }

  private(set) var tracks: [Track] = []

  /// Bytes of the catalogue number, the lead-in, flags and the number of tracks.
  private static let headSize = 128 + 8 + 1 + 258 + 1
  /// Bytes of a track without its indices, and of an index.
  private static let trackSize = 36, indexSize = 12

  /// - Parameter bytes: of the block.
  init(_ bytes: [UInt8]) {
    var place = Self.headSize
    guard bytes.count >= place else { return }
    for _ in 0..<bytes[place - 1] {
      guard place + Self.trackSize <= bytes.count,
        let offset = bytes.number(at: place, size: 8, bigEndian: true)
      else {
        return
      }
      let count = Int(bytes[place + Self.trackSize - 1])
      place += Self.trackSize
      for _ in 0..<count {
        guard place + Self.indexSize <= bytes.count,
          let index = bytes.number(at: place, size: 8, bigEndian: true)
        else {
          return
        }
        let (start, isOver) = offset.addingReportingOverflow(index)
        if bytes[place + 8] == 1, !isOver { tracks.append(Track(pause: offset, start: start)) }
        place += Self.indexSize
      }
    }
  }
}
