// CacheEntries.swift
// Entries of the peak cache, with a checksum that is right: anybody can compute it.

import HostIO
import Measures
import SystemPackage
import WaveformCore

@testable import Recording
@testable import Spectral

extension FuzzEntry {
  static let caches = [
    FuzzEntry(name: "cache-peaks") { bytes in
      guard let entry = PeakCacheEntry(bytes, checksIntegrity: false) else { return }
      try hold(entry.description.channels > 0 && entry.description.sampleRate > 0, "\(entry.description)")
      try hold(
        entry.peaks.framesRead == entry.report.frames && entry.report.missing >= 0, "\(entry.report)")
      for channel in 0..<min(entry.peaks.channels, 2) {
        _ = entry.peaks.columns(channel: channel, grid: PixelGrid(framesPerPixel: 300), first: 0, count: 8)
      }
      _ = entry.report.warnings
      var written: [UInt8] = []
      let isWritten = entry.write {
        written += $0
        return true
      }
      try hold(isWritten && PeakCacheEntry(written, key: entry.key) != nil, "what was written is not read")
    },
    FuzzEntry(name: "cache-measures") { bytes in
      let sealed = bytes + withUnsafeBytes(of: XXH64.of(bytes).littleEndian) { Array($0) }
      guard let blocks = try? PeakCache.blocks(sealed, key, shape) else { return }
      try hold(PeakCache.bytes(blocks, key) == bytes, "other bytes are written than were read")
    },
    FuzzEntry(name: "cache-spectra") { bytes in
      let sealed = bytes + withUnsafeBytes(of: XXH64.of(bytes).littleEndian) { Array($0) }
      guard let pyramid = PeakCache.pyramid(sealed, key, spectra, 1), let found = pyramid.shape else {
        return
      }
      try hold(
        SpectrogramPyramid.byteCount(spectra, channels: 1, found).map { $0 < bytes.count } == true,
        "\(found) of \(bytes.count) bytes")
    },
  ]

  /// What the entries of measures and spectra belong to; the corpus is made for it.
  private static let key = PeakCacheKey(
    FileState(device: 1, inode: 2, byteCount: 3, modified: 4), path: "/a.wav", options: .init())
  private static let shape = MeasureShape(channels: 1, sampleRate: 8000)
  private static let spectra = SpectrumFormat(size: 64, overlap: 2, window: .hann, sampleRate: 8000)
}
