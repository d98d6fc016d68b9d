// AlignedSource.swift
// A recording on the time axis of another one: B as it sounds at the frames of A, as loud as A and the same way up.
// Reads on the caller's thread; the lock is held only while what was read last is exchanged.

import AudioFormats
import HostIO
import Recording
import Spectral
import Synchronization
import SystemPackage
import WaveformCore

/// B on A's frames and channels.
///
/// Where the offset is whole, the rates are equal and nothing drifts, samples are B's own, and with gain 1 bit for bit;
/// otherwise they are interpolated (`SincInterpolator`), and what is above half of A's rate is filtered away before.
/// Channels go by their numbers, or as the alignment says; a single one goes to all of A's, or to a single one the mean of
/// all. Where B has no sound there is silence, so a range that is asked for is always there.
final class AlignedSource: SampleSource {
  let alignment: Alignment
  let channels: Int
  let sampleRate: Int
  private let base: any SampleSource
  /// Of each of A's channels B's, and what that is multiplied with; empty: those with its number, by the factor of all.
  private let routes: [(source: Int, factor: Float)]
  /// Frames of B for each frame of A.
  private let speed: Double
  /// The offset where frames of both fall together.
  private let wholeOffset: Int?
  /// What was read of B last: decoders that only go forwards are not sent back for the interpolator's rim.
  private let kept = Mutex<SampleSlice?>(nil)

  /// - Parameters:
  ///   - base: B. The caller keeps it, and cancels it.
  ///   - channels, sampleRate: A's.
  init(_ base: any SampleSource, _ alignment: Alignment, channels: Int, sampleRate: Int) {
    var alignment = alignment
    // What cannot be is as if B were nowhere near; half of what a Double counts in whole frames.
    let farthest = 0x1p52
    alignment.offsetFrames = max(-farthest, min(farthest, alignment.offsetFrames))
    if alignment.offsetFrames.isNaN { alignment.offsetFrames = 0 }
    self.alignment = alignment
    self.channels = channels
    let isRouted =
      alignment.channels.count == channels && base.channels == channels
      && alignment.channels.allSatisfy { (0..<channels).contains($0.source) }
    routes = isRouted ? alignment.channels.map { ($0.source, Float($0.factor)) } : []
    self.sampleRate = sampleRate
    speed = alignment.speed(rateA: sampleRate, rateB: base.sampleRate)
    let isWhole = speed == 1 && alignment.offsetFrames.rounded() == alignment.offsetFrames
    wholeOffset = isWhole ? Int(alignment.offsetFrames) : nil
    let audible = FrequencyBand(low: 0, high: Double(sampleRate) / 2)
    let pass =
      base.sampleRate > sampleRate ? audible.flatMap { BandPass($0, sampleRate: base.sampleRate) } : nil
    self.base = pass.map { BandSource(base, $0) } ?? base
  }

  func read(_ range: FrameRange) throws(AudioFileError) -> SampleSlice {
    let samples: [Float]
    if let wholeOffset {
      samples = try moved(range, by: wholeOffset)
    } else {
      samples = try interpolated(range)
    }
    return SampleSlice(range: range, channels: channels, samples: samples)
  }

  var path: FilePath { base.path }

  var access: SampleAccess { base.access }

  func cancel() { base.cancel() }

  // MARK: Both ways

  private func moved(_ range: FrameRange, by offset: Int) throws(AudioFileError) -> [Float] {
    let wanted = range.lowerBound - offset..<range.upperBound - offset
    let slice = try base.read(max(0, wanted.lowerBound)..<max(0, wanted.upperBound))
    let found = slice.range.clamped(to: wanted)
    var samples = [Float](repeating: 0, count: range.count * channels)
    let factor = Float(alignment.factor), count = base.channels
    let skipped = (found.lowerBound - wanted.lowerBound) * channels
    slice.withSamples { all in
      let from = (found.lowerBound - slice.range.lowerBound) * count
      if count == channels, routes.isEmpty {
        for index in 0..<found.count * count { samples[skipped + index] = all[from + index] * factor }
        return
      }
      for frame in 0..<found.count {
        for channel in 0..<channels {
          samples[skipped + frame * channels + channel] =
            mixed(channel, factor) { all[from + frame * count + $0] }
        }
      }
    }
    return samples
  }

  private func interpolated(_ range: FrameRange) throws(AudioFileError) -> [Float] {
    guard range.count > 1, Double(range.count) * speed > Self.mostFrames else {
      return try interpolatedPart(range)
    }
    let middle = (range.lowerBound + range.upperBound) / 2
    return try interpolated(range.lowerBound..<middle) + interpolated(middle..<range.upperBound)
  }

  /// Frames of the base that are held at once, about.
  private static let mostFrames = 1_000_000.0

  private func interpolatedPart(_ range: FrameRange) throws(AudioFileError) -> [Float] {
    var samples = [Float](repeating: 0, count: range.count * channels)
    let reach = SincInterpolator.reach
    // Rates and places that a file claims may be any numbers.
    let place = { (frame: Int) in
      max(-0x1p52, min(0x1p52, (Double(frame) - self.alignment.offsetFrames) * self.speed))
    }
    let from = Int(place(range.lowerBound).rounded(.down)) - reach + 1
    let to = Int(place(range.upperBound - 1).rounded(.down)) + reach + 1
    guard to > 0, to > from else { return samples }
    let slice = try base.read(max(0, from)..<to, keeping: kept.withLock { $0 })
    kept.withLock { $0 = slice }
    let found = slice.range.clamped(to: max(0, from)..<to)
    guard !found.isEmpty else { return samples }
    let factor = Float(alignment.factor), count = base.channels
    var line = [Float](repeating: 0, count: to - from + 1)
    // Mixing before interpolating is the same, and less work.
    let lines = base.channels == 1 ? 1 : channels
    for channel in 0..<lines {
      slice.withSamples { all in
        for frame in found {
          let value = mixed(channel, factor) { all[(frame - slice.range.lowerBound) * count + $0] }
          line[frame - from] = value.isFinite ? value : 0
        }
      }
      line.withUnsafeBufferPointer { line in
        // The samples around the first place lie `reach − 1` behind the beginning of the line, those around the last one
        // as far before its end.
        for frame in 0..<range.count {
          let exact = place(range.lowerBound + frame), whole = exact.rounded(.down)
          let value =
            SincInterpolator.shared.value(line.baseAddress! + (Int(whole) - from), exact - whole)
          if lines == 1 {
            for each in 0..<channels { samples[frame * channels + each] = value }
          } else {
            samples[frame * channels + channel] = value
          }
        }
      }
    }
    return samples
  }

  /// What B has for one of A's channels, as loud and the same way up.
  ///
  /// - Parameters:
  ///   - factor: of all channels.
  ///   - sample: of a channel of B.
  @inline(__always)
  private func mixed(_ channel: Int, _ factor: Float, _ sample: (Int) -> Float) -> Float {
    let count = base.channels
    if !routes.isEmpty { return sample(routes[channel].source) * routes[channel].factor }
    if count == channels { return sample(channel) * factor }
    if count == 1 { return sample(0) * factor }
    if channels == 1 { return (0..<count).reduce(0) { $0 + sample($1) } / Float(count) * factor }
    return channel < count ? sample(channel) * factor : 0
  }
}
