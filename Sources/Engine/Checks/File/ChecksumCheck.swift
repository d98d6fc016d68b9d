// ChecksumCheck.swift
// Compares FLAC with the MD5 that its encoder wrote (RFC 9639, section 8.2), in the reading of all other checks.

import AudioExport
import Localization
import WaveformCore

/// Sums the samples of a recording up.
final class ChecksumCheck: SampleCheck {
  private let stored: String
  private let sum: SampleSum

  /// - Returns: nil when there is nothing to compare with, or it cannot be compared.
  init?(_ checksum: StoredChecksum) {
    guard case .samples(let md5, let bits) = checksum, SampleSum.bits.contains(bits) else { return nil }
    stored = md5
    sum = SampleSum(bits: bits)
  }

  func take(_ block: CheckedBlock) {
    sum.add(UnsafeBufferPointer(start: block.samples, count: block.range.count * block.channels))
  }

  func findings(in recording: CheckedRecording) -> [Finding] {
    let found = sum.text
    return found == stored
      ? [] : [Finding(.md5, Sentence("the MD5 of the samples is \(found), not that in the file, \(stored)"))]
  }
}
