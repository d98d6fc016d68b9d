// ContainerEntries.swift
// Heads of files whose samples stand as they are, and what tells a format.

import HostIO
import WaveformCore

@testable import AudioDecoding
@testable import AudioFormats

extension FuzzEntry {
  static let containers = [
    FuzzEntry(name: "chunks") { bytes in
      guard let chunk = try WatchedBytes.read(bytes, times: 32, { SampleChunk(in: $0) }) else { return }
      try hold(chunk.offset >= 0, "samples before the file")
      try hold(chunk.declaredBytes.map { $0 > 0 } ?? true, "a length that is not positive")
      guard let raw = chunk.raw else { return }
      try hold(raw.channels > 0 && raw.sampleRate > 0, "\(raw)")
      let layout = RawLayout(raw, byteCount: bytes.count - chunk.offset)
      try hold(
        layout.frames * raw.bytesPerFrame <= max(0, bytes.count - chunk.offset), "more frames than bytes")
    },
    FuzzEntry(name: "guess") { bytes in
      _ = FormatGuess(head: Array(bytes.prefix(256)))
      let guess = RawGuess(head: Array(bytes.prefix(4096)))
      try hold(!guess.roughness.isNaN && guess.roughness >= 0, "roughness \(guess.roughness)")
      try hold(
        1...2 ~= guess.format.channels && RawFormat.rateLimits ~= guess.format.sampleRate, "\(guess.format)")
      for offset in [0, 1, bytes.count] {
        var raw = guess.format
        raw.dataOffset = offset
        let frames = raw.frames(inFileOf: bytes.count)
        try hold(
          frames == 0 || offset + frames * raw.bytesPerFrame <= bytes.count, "\(raw) in \(bytes.count)")
      }
    },
    FuzzEntry(name: "mp4") { bytes in
      for length in [try WatchedBytes.read(bytes, times: 32) { MP4Length($0) }, MP4Length(movie: bytes)] {
        try hold(length.tracks.count <= 256, "\(length.tracks.count) tracks")
        for track in length.tracks.compactMap({ $0 }) {
          try hold(track.timescale > 0 && track.duration >= 0, "\(track)")
        }
      }
    },
    FuzzEntry(name: "matroska") { bytes in
      _ = try WatchedBytes.read(bytes, times: 32) { MatroskaEnd(of: $0) }
    },
    FuzzEntry(name: "asf") { bytes in
      _ = try WatchedBytes.read(bytes, times: 32) { ASFEnd(of: $0) }
    },
  ]
}
