// FrameEntries.swift
// Streams of frames and pages: FLAC, MPEG, Ogg, NUT.

import HostIO
import WaveformCore

@testable import AudioExport
@testable import AudioFormats

extension FuzzEntry {
  static let frames = [
    FuzzEntry(name: "flac") { bytes in
      for start in bytes.indices.prefix(FLACFrame.longestHeader)
        + bytes.indices.suffix(FLACFrame.longestHeader)
      {
        guard let frame = bytes.withUnsafeBytes({ FLACFrame($0, at: start) }) else { continue }
        try hold(1...65_536 ~= frame.blockSize && 1...8 ~= frame.channels && frame.number >= 0, "\(frame)")
        try hold(6...FLACFrame.longestHeader ~= frame.headerBytes, "\(frame.headerBytes) bytes")
        try hold(start + frame.headerBytes <= bytes.count, "a head beyond the end")
      }
      guard let stream = try WatchedBytes.read(bytes, times: 32, { FLACStream($0) }) else { return }
      try hold(stream.head.count == 42 && stream.firstFrame >= 42, "a head of \(stream.head.count) bytes")
      // From the beginning of each frame that was found on, as a reading does that was interrupted.
      var sample = 0
      for _ in 0..<8 {
        guard let place = stream.frame(from: sample) else { return }
        try hold(
          stream.firstFrame <= place.offset && place.offset < place.end && place.end <= bytes.count,
          "bytes \(place.offset)..<\(place.end)")
        try hold(place.frames.lowerBound >= sample && !place.frames.isEmpty, "samples \(place.frames)")
        let next = place.frames.upperBound
        if let hole = stream.hole(from: sample, to: next) {
          try hold(sample <= hole.lowerBound && hole.upperBound <= next, "a hole of \(hole)")
        }
        _ = stream.canHold(place.frames.lowerBound - sample, before: place, from: sample)
        if let other = stream.frame(holding: sample) {
          try hold(other.frames.contains(sample), "\(other.frames) instead of \(sample)")
        }
        sample = next
      }
    },
    FuzzEntry(name: "mpeg") { bytes in
      let length = try WatchedBytes.read(bytes, times: 8) { ID3Tag.length(in: $0) }
      // Sixteen tags of 28 bits each, at most.
      try hold(0...16 * (1 << 28 + 20) ~= length, "a tag of \(length) bytes")
      guard var stream = MPEGStream(bytes) else { return }
      try hold(stream.length.map { $0 >= 0 } ?? true, "\(stream.length ?? 0) samples")
      let first = stream
      var end = 0, frames = 0, steps = 0
      while let step = stream.next() {
        steps += 1
        switch step {
        case .frame(let place):
          try hold(place.lowerBound >= end && place.upperBound <= bytes.count, "a frame at \(place)")
          end = place.upperBound
          frames += 1
          stream.withBytes(of: place) { _ = $0.reduce(0) { $0 ^ $1 } }
        case .hole(let lost):
          try hold(lost >= 0 && lost <= bytes.count, "\(lost) frames in \(bytes.count) bytes")
          frames += lost
        }
      }
      // A frame takes four bytes; a hole lies between two.
      try hold(steps <= bytes.count, "\(steps) steps in \(bytes.count) bytes")
      _ = stream.continuation()
      var again = first
      for index in [frames - 1, 0, frames / 2, frames, frames + 5] {
        guard let place = again.seek(toFrame: max(0, index), before: 2) else { continue }
        try hold(0...max(0, index) ~= place, "\(place) instead of \(index)")
        _ = again.next()
      }
    },
    FuzzEntry(name: "ogg") { bytes in
      let end = try WatchedBytes.read(bytes, times: 32) { OggEnd(of: $0) }
      let contents = try WatchedBytes.read(bytes, times: 32) { OggContents(of: $0) }
      try hold(contents.streams.count <= 100, "\(contents.streams.count) streams")
      try hold(
        !end.isOfLaterStream || end.stream.map { contents.streams[$0] == nil } ?? false, "\(end), \(contents)"
      )
      _ = try WatchedBytes.read(bytes, times: 32) { OggParts(of: $0) }
      _ = try WatchedBytes.read(bytes, times: 32) { OpusModes.areOnlyCELT(in: $0) }
      _ = try WatchedBytes.read(bytes, times: 32) { OggContents.vorbisBeginsTooEarly(in: $0) }
      if case .samples(let md5, let bits) = try WatchedBytes.read(
        bytes, times: 32, { StoredChecksum(of: $0) })
      {
        try hold(md5.count == 32 && 1...32 ~= bits, "\(md5) of \(bits) bits")
      }
      var pages = OggGuard()
      bytes.withUnsafeBytes { pages.look(at: $0, from: 0) }
    },
    FuzzEntry(name: "nut") { bytes in
      var stream = NUTStream()
      var place = 0
      func next(_ wanted: UnsafeMutableRawBufferPointer) -> Bool {
        guard wanted.count <= bytes.count - place else { return false }
        wanted.copyBytes(from: bytes[place..<place + wanted.count])
        place += wanted.count
        return true
      }
      while let block = stream.block(next) {
        try hold(block.byteCount >= 0, "\(block)")
        guard block.byteCount <= bytes.count - place else { return }
        place += block.byteCount
      }
    },
  ]
}
