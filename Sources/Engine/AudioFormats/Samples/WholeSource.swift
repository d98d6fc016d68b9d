// WholeSource.swift
// A recording that must have all its samples, for whom a shorter one would be another recording.

import HostIO
import SystemPackage
import WaveformCore

/// The samples of another source: a read of which some are missing at the end is an error.
package final class WholeSource: SampleSource {
  private let base: any SampleSource
  private let length: Int
  package var channels: Int { base.channels }
  package var sampleRate: Int { base.sampleRate }
  package var path: FilePath { base.path }
  package var access: SampleAccess { base.access }

  /// - Parameter length: frames that the other source is said to have.
  package init(_ base: any SampleSource, length: Int) {
    self.base = base
    self.length = length
  }

  /// - Returns: a slice that is shorter only behind `length`.
  /// - Throws: `earlyEnd` as well.
  package func read(_ range: FrameRange) throws(AudioFileError) -> SampleSlice {
    let range = range.clamped(toLength: length)
    guard !range.isEmpty else { return SampleSlice(range: range, channels: channels, samples: []) }
    let slice = try base.read(range)
    guard slice.range.upperBound >= range.upperBound else { throw earlyEnd(at: slice.range.upperBound) }
    return slice
  }

  package func cancel() { base.cancel() }
}
