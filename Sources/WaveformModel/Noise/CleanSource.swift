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
    /// The frame that comes out next.
    private(set) var next: Int
    private let reducer: NoiseReducer
    private var position: Int
    /// Frames that come out before `next`.
    private var settling: Int
    private var ready: [Float] = []

    init(
      _ profile: NoiseProfile, _ settings: NoiseReductionSettings, _ original: any SampleSource, at frame: Int
    ) throws(NoiseProfileError) {
      reducer = try NoiseReducer(
        profile, settings: settings, channels: original.channels, sampleRate: original.sampleRate)
      next = frame
      position = max(0, frame - original.sampleRate)
      settling = frame - position
    }

    func read(
      _ count: Int, from original: any SampleSource, length: Int
    ) throws(AudioFileError) -> [Float] {
      let channels = original.channels
      let block = 4096
      let output = UnsafeMutableBufferPointer<Float>.allocate(
        capacity: max(reducer.capacity(forFrames: block), reducer.capacityAtEnd) * channels)
      output.initialize(repeating: 0)
      defer { output.deallocate() }
      while ready.count < count * channels, position < length {
        var reader = SegmentReader([position..<min(position + block, length)], channels: channels)
        var samples = [Float](repeating: 0, count: block * channels)
        var failure: AudioFileError?
        let frames = samples.withUnsafeMutableBufferPointer { buffer in
          do throws(AudioFileError) { return try reader.read(from: original, into: buffer) } catch {
            failure = error
            return 0
          }
        }
        if let failure { throw failure }
        if frames == 0 { break }
        var written = 0
        samples.withUnsafeBufferPointer { samples in
          let input = UnsafeBufferPointer(rebasing: samples[..<(frames * channels)])
          for channel in 0..<channels { written = reducer.process(channel: channel, of: input, into: output) }
        }
        reducer.advance(taken: frames, written: written)
        position += frames
        keep(output[..<(written * channels)], channels)
        if position == length {
          let missing = reducer.missing
          for channel in 0..<channels { reducer.finish(channel: channel, into: output) }
          keep(output[..<(missing * channels)], channels)
        }
      }
      let samples = Array(ready.prefix(count * channels))
      ready.removeFirst(samples.count)
      next += samples.count / channels
      return samples
    }

    private func keep(_ samples: Slice<UnsafeMutableBufferPointer<Float>>, _ channels: Int) {
      let dropped = min(settling, samples.count / channels)
      settling -= dropped
      ready += samples.dropFirst(dropped * channels)
    }
  }
}
