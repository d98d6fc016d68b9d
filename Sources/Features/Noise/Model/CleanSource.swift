// CleanSource.swift
// The clean samples of a recording whose noise is being reduced. What the job has come to is read from its spool; what
// lies ahead is reduced at once for whoever listens there, so that nobody waits.

import AudioFormats
import HostIO
import Recording
import Spectral
import Synchronization
import SystemPackage
import WaveformCore

/// Random access to a clean recording that is not complete.
///
/// What is reduced ahead begins as far before the place that is asked for as its stages look back (`NoiseReach`), and has one
/// pass where the spool will have two (`NoiseReductionEffort`), which would need a second more.
final class CleanSource: SampleSource {
  let channels: Int
  let sampleRate: Int
  private let spool: GrowingSpool
  private let ahead: ReducedSource
  private let length: Int
  private let isCancelled = Atomic<Bool>(false)

  init(
    _ spool: GrowingSpool, of original: any SampleSource, length: Int, profile: NoiseProfile?,
    settings: NoiseReductionSettings
  ) {
    self.spool = spool
    self.length = length
    let reach = NoiseReach(profile, settings, sampleRate: original.sampleRate)
    ahead = ReducedSource(original, length: length, profile, settings, lead: reach.before)
    channels = original.channels
    sampleRate = original.sampleRate
  }

  func read(_ range: FrameRange) throws(AudioFileError) -> SampleSlice {
    let range = range.clamped(toLength: length)
    guard !isCancelled.load(ordering: .acquiring) else {
      return SampleSlice(range: range.lowerBound..<range.lowerBound, channels: channels, samples: [])
    }
    if spool.access == .direct || spool.frames >= range.upperBound { return try spool.read(range) }
    return try ahead.read(range)
  }

  var path: FilePath { spool.path }

  var access: SampleAccess { spool.access }

  /// The original belongs to somebody else, who cancels it.
  func cancel() {
    isCancelled.store(true, ordering: .releasing)
    spool.cancel()
  }
}
