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
  private let ahead = Mutex<Ahead?>(nil)
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
          ahead = try? Ahead(self.profile, self.settings, self.original, at: range.lowerBound)
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

  /// A reduction that goes on from request to request. Sound: it is only touched with the lock held.
  private final class Ahead: @unchecked Sendable {
    private static let blockFrames = 4096

    /// The frame that comes out next.
    private(set) var next: Int
    private let stream: NoiseReductionStream
    private var position: Int
    /// Frames that come out before `next`.
    private var settling: Int
    private var ready: [Float] = []

    init(
      _ profile: NoiseProfile, _ settings: NoiseReductionSettings, _ original: any SampleSource, at frame: Int
    ) throws(NoiseProfileError) {
      let reducer = try NoiseReducer(
        profile, settings: settings, channels: original.channels, sampleRate: original.sampleRate)
      stream = NoiseReductionStream(reducer, workers: 0)
      next = frame
      position = max(0, frame - original.sampleRate)
      settling = frame - position
    }

    func read(
      _ count: Int, from original: any SampleSource, length: Int
    ) throws(AudioFileError) -> [Float] {
      let channels = original.channels
      let keep: NoiseReductionStream.Write<Never> = { samples in
        let dropped = min(self.settling, samples.count / channels)
        self.settling -= dropped
        self.ready += samples.dropFirst(dropped * channels)
      }
      while ready.count < count * channels, position < length {
        let slice = try original.read(position..<min(position + Self.blockFrames, length))
        if slice.range.isEmpty { break }
        position = slice.range.upperBound
        slice.withSamples { self.stream.append($0, write: keep) }
        if position == length { stream.finish(write: keep) }
      }
      let samples = Array(ready.prefix(count * channels))
      ready.removeFirst(samples.count)
      next += samples.count / channels
      return samples
    }
  }
}
