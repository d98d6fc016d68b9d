// ReducedReader.swift
// Reduces the noise of a recording for somebody who reads it forwards, and makes a source of such a reading.

import AudioFormats
import HostIO
import Spectral
import Synchronization
import SystemPackage
import WaveformCore

/// A reduction that goes on from request to request. Sound: its owner lets one thread at a time touch it.
final class ReducedReader: @unchecked Sendable {
  private static let blockFrames = 4096

  /// The frame that comes out next.
  private(set) var next: Int
  private let stream: NoiseReductionStream
  private var position: Int
  /// Frames that come out before `next`.
  private var settling: Int
  private var ready: [Float] = []

  /// - Parameters:
  ///   - frame: the first one that is wanted.
  ///   - start: where the reduction begins, at or before it: what its estimates know of earlier frames begins there.
  init(
    _ profile: NoiseProfile?, _ settings: NoiseReductionSettings, _ original: any SampleSource, at frame: Int,
    from start: Int, effort: NoiseReductionEffort
  ) throws(NoiseProfileError) {
    let reducer = try NoiseReducer(
      profile, settings: settings, channels: original.channels, sampleRate: original.sampleRate,
      effort: effort)
    stream = NoiseReductionStream(reducer, workers: 0)
    next = frame
    position = start
    settling = frame - start
  }

  func read(_ count: Int, from original: any SampleSource, length: Int) throws(AudioFileError) -> [Float] {
    let channels = original.channels
    let keep: NoiseReductionStream.Write<Never> = { samples in
      let dropped = min(self.settling, samples.count / channels)
      self.settling -= dropped
      self.ready += samples.dropFirst(dropped * channels)
    }
    try original.forEachBlock(
      of: position..<max(position, length), frames: Self.blockFrames,
      goesOn: { self.ready.count < count * channels }
    ) { slice in
      self.position = slice.range.upperBound
      slice.withSamples { self.stream.append($0, write: keep) }
      if self.position == length { self.stream.finish(write: keep) }
    }
    let samples = Array(ready.prefix(count * channels))
    ready.removeFirst(samples.count)
    next += samples.count / channels
    return samples
  }
}

/// The clean samples of a recording, reduced while they are read. Reading forwards costs one pass; each jump begins
/// another. Requests of several threads are served one after the other.
final class ReducedSource: SampleSource {
  let channels: Int
  let sampleRate: Int
  private let original: any SampleSource
  private let length: Int
  private let profile: NoiseProfile?
  private let settings: NoiseReductionSettings
  private let lead: Int?
  private let reader = Mutex<ReducedReader?>(nil)

  /// - Parameters:
  ///   - original: belongs to this source. Its rate is that of the profile, where there is one.
  ///   - length: its frames.
  ///   - lead: frames before a place from which on its reduction is computed, with the effort of a look, because somebody
  ///     waits; nil: all and in two passes, so that each sample is what an export makes it.
  init(
    _ original: any SampleSource, length: Int, _ profile: NoiseProfile?, _ settings: NoiseReductionSettings,
    lead: Int? = nil
  ) {
    self.lead = lead
    self.original = original
    self.length = length
    self.profile = profile
    self.settings = settings
    channels = original.channels
    sampleRate = original.sampleRate
  }

  func read(_ range: FrameRange) throws(AudioFileError) -> SampleSlice {
    let range = range.clamped(toLength: length)
    let result = reader.withLock { reader in
      Result { () throws(AudioFileError) in
        if reader?.next != range.lowerBound {
          reader = try? ReducedReader(
            self.profile, self.settings, self.original, at: range.lowerBound,
            from: self.lead.map { max(0, range.lowerBound - $0) } ?? 0,
            effort: self.lead == nil ? .whole : .look)
        }
        return try reader?.read(range.count, from: self.original, length: self.length) ?? []
      }
    }
    let samples = try result.get()
    return SampleSlice(
      range: range.lowerBound..<range.lowerBound + samples.count / channels, channels: channels,
      samples: samples)
  }

  var path: FilePath { original.path }

  func cancel() { original.cancel() }
}
