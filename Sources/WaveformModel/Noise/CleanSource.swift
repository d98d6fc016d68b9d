// CleanSource.swift
// The clean samples of a recording whose noise is being reduced. What the job has come to is read from its spool; what
// lies ahead is reduced at once for whoever listens there, so that nobody waits. Requests of several threads are served
// one after the other.

import AudioFormats
import HostIO
import Recording
import Spectral
import Synchronization
import WaveformCore

/// Random access to a clean recording that is not complete.
///
/// What is reduced ahead begins a second before the place that is asked for. It differs from what the spool will have
/// by what the estimates remember of the time before that: nothing that can be heard.
final class CleanSource: SampleSource {
  let channels: Int
  let sampleRate: Int
  private let spool: GrowingSpool
  private let original: any SampleSource
  private let length: Int
  private let profile: NoiseProfile
  private let settings: NoiseReductionSettings
  private let ahead = Mutex<ReducedReader?>(nil)
  private let isCancelled = Atomic<Bool>(false)

  init(
    _ spool: GrowingSpool, of original: any SampleSource, length: Int, profile: NoiseProfile,
    settings: NoiseReductionSettings
  ) {
    self.spool = spool
    self.original = original
    self.length = length
    self.profile = profile
    self.settings = settings
    channels = original.channels
    sampleRate = original.sampleRate
  }

  func read(_ range: FrameRange) throws(AudioFileError) -> SampleSlice {
    let range = range.clamped(toLength: length)
    guard !isCancelled.load(ordering: .acquiring) else {
      return SampleSlice(range: range.lowerBound..<range.lowerBound, channels: channels, samples: [])
    }
    if spool.access == .direct || spool.frames >= range.upperBound { return try spool.read(range) }
    let result = ahead.withLock { ahead in
      Result { () throws(AudioFileError) in
        if ahead?.next != range.lowerBound {
          ahead = try? ReducedReader(
            self.profile, self.settings, self.original, at: range.lowerBound,
            from: max(0, range.lowerBound - self.sampleRate))
        }
        return try ahead?.read(range.count, from: self.original, length: self.length) ?? []
      }
    }
    let samples = try result.get()
    return SampleSlice(
      range: range.lowerBound..<range.lowerBound + samples.count / channels, channels: channels,
      samples: samples)
  }

  var access: SampleAccess { spool.access }

  /// The original belongs to somebody else, who cancels it.
  func cancel() {
    isCancelled.store(true, ordering: .releasing)
    spool.cancel()
  }
}
