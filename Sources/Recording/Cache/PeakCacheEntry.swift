// PeakCacheEntry.swift
// One recording in the peak cache: all that a window needs to show it without a decoder. All numbers little-endian:
//
//   offset  size
//        0     8  "BarlPeak"
//        8     4  format version
//       12     4  length of the head, h
//       16     h  the head: key, sample type, description, report, shape, size of marks (`PeakCacheEntry+Head`)
//     16+h     b  the bins as they lie in memory, in the order of `PeakPyramid.store`; b follows from the shape
//   16+h+b     m  the marks (`PeakCacheEntry+Marks`); m stands in the head
// 16+h+b+m     8  XXH64 of everything before
//
// The version is raised with every change of this layout, of the properties in the head, of how bins and marks are
// made, or of how any file is decoded: entries of other versions have other names, and grow old.

import AudioFormats
import SystemPackage
import WaveformCore

/// What one entry of the peak cache holds.
package struct PeakCacheEntry: Sendable {
  static let formatVersion: UInt32 = 5
  static let magic = Array("BarlPeak".utf8)
  /// Bytes before the head.
  static let preludeSize = 16
  static let checksumSize = 8
  /// Bytes of the longest head that is believed: labels of a thousand channels take 16 KiB.
  static let longestHead = 1 << 20

  /// The key's bytes.
  var key: [UInt8]
  var description: AudioDescription
  var report: ReadReport
  var peaks: WaveformPeaks
}
