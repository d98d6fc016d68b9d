// AudiowaveformTaker.swift
// Makes audiowaveform's bins on several threads: each makes whole bins, which are joined in order.

import AudioFormats
import Synchronization
import WaveformCore

/// Bins of one pixel each, from samples of either type.
final class AudiowaveformTaker<Sample: PeakSample>: RecordingTaker {
  private let empty: AudiowaveformBuilder
  private let channels: Int
  private let rounds: Bool
  let framesPerRun: Int
  private var builder: AudiowaveformBuilder
  private(set) var nonFiniteSamples = 0
  /// The frames that are taken, and those that are still wanted; what follows is left.
  private(set) var frames = 0
  private var wanted: Int
  /// Tells the reader's thread that there are enough.
  let end = End()

  final class End: Sendable {
    let isReached = Atomic(false)
  }

  /// The result; nil before `finish`.
  private(set) var peaks: AudiowaveformPeaks?

  /// - Parameters:
  ///   - empty: a builder without frames, whose settings all others get.
  ///   - limit: the most frames that are taken, of a reading by one thread; nil: all.
  init(_ empty: AudiowaveformBuilder, _ description: AudioDescription, limit: Int? = nil) {
    self.empty = empty
    wanted = limit ?? .max
    builder = empty
    framesPerRun = empty.framesPerPixel
    channels = description.channels
    rounds = description.isLossy
  }

  func reduce(
    _ samples: UnsafePointer<Sample>, runs: Int, from frame: Int
  ) -> (bins: AudiowaveformBuilder, nonFinite: Int) {
    var bins = empty
    let nonFinite = add(UnsafeBufferPointer(start: samples, count: runs * framesPerRun * channels), to: &bins)
    return (bins, nonFinite)
  }

  func append(_ part: (bins: AudiowaveformBuilder, nonFinite: Int)) {
    builder.append(bins: part.bins)
    nonFiniteSamples += part.nonFinite
  }

  func append(samples: UnsafeBufferPointer<Sample>) {
    let taken = min(samples.count / channels, wanted - frames)
    frames += taken
    nonFiniteSamples += add(UnsafeBufferPointer(rebasing: samples[..<(taken * channels)]), to: &builder)
    if frames == wanted { end.isReached.store(true, ordering: .releasing) }
  }

  func finish() { peaks = builder.finish() }

  /// - Returns: how many samples were NaN (they become 0) or infinite (full scale).
  private func add(_ samples: UnsafeBufferPointer<Sample>, to bins: inout AudiowaveformBuilder) -> Int {
    guard !samples.isEmpty else { return 0 }
    if Sample.self == Int16.self {
      samples.withMemoryRebound(to: Int16.self) { bins.append($0) }
      return 0
    }
    return samples.withMemoryRebound(to: Float.self) { floats in
      withUnsafeTemporaryAllocation(of: Int16.self, capacity: floats.count) { converted in
        let nonFinite = convert(floats, into: converted)
        bins.append(UnsafeBufferPointer(converted))
        return nonFinite
      }
    }
  }

  private func convert(
    _ floats: UnsafeBufferPointer<Float>, into samples: UnsafeMutableBufferPointer<Int16>
  ) -> Int {
    var index = rounds ? Rounding.convert(floats, samples) : 0
    var nonFinite = 0
    while index < floats.count {
      let scaled = floats[index] * 32_767
      let value = rounds ? scaled.rounded(.toNearestOrEven) : scaled
      if value > -32_769 && value < 32_768 {
        samples[index] = Int16(value)
      } else {
        nonFinite += value.isFinite ? 0 : 1
        samples[index] = value.isNaN ? 0 : value > 0 ? .max : .min
      }
      index += 1
    }
    return nonFinite
  }
}

/// Converts eight samples at once. Sound: whole vectors only, within the bounds that the callers pass.
///
/// Each loop is a function of its own that leaves its lanes in memory. If the lanes were folded in the same function,
/// the compiler would move the shuffles into the loop.
private enum Rounding {
  /// Samples that are checked and then converted together: they fit into the first-level cache.
  private static var samplesPerPiece: Int { 2048 }

  /// Converts from the beginning, up to the first piece with a number that is not finite.
  ///
  /// - Returns: samples converted.
  static func convert(
    _ floats: UnsafeBufferPointer<Float>, _ samples: UnsafeMutableBufferPointer<Int16>
  ) -> Int {
    let whole = min(floats.count, samples.count) & ~7
    guard whole > 0, let from = floats.baseAddress, let to = samples.baseAddress else { return 0 }
    var done = 0
    while done < whole {
      let count = min(samplesPerPiece, whole - done)
      var zeros = SIMD8<Float>.zero
      sumOfZeros(from + done, count, &zeros)
      for lane in 0..<8 where zeros[lane] != 0 { return done }
      scale(from + done, count, to + done)
      done += count
    }
    return done
  }

  /// Sums up each sample times 0: the sum is 0 only without NaN and infinity.
  @inline(never)
  private static func sumOfZeros(_ floats: UnsafePointer<Float>, _ count: Int, _ sum: inout SIMD8<Float>) {
    let raw = UnsafeRawPointer(floats)
    var zeros = SIMD8<Float>.zero
    for offset in stride(from: 0, to: count * 4, by: 32) {
      zeros += raw.loadUnaligned(fromByteOffset: offset, as: SIMD8<Float>.self) * 0
    }
    sum = zeros
  }

  @inline(never)
  private static func scale(
    _ floats: UnsafePointer<Float>, _ count: Int, _ samples: UnsafeMutablePointer<Int16>
  ) {
    let from = UnsafeRawPointer(floats)
    let to = UnsafeMutableRawPointer(samples)
    for index in stride(from: 0, to: count, by: 8) {
      var scaled = from.loadUnaligned(fromByteOffset: index * 4, as: SIMD8<Float>.self) * 32_767
      scaled.replace(with: 32_767, where: scaled .> 32_767)
      scaled.replace(with: -32_768, where: scaled .< -32_768)
      // A number near 1.5 × 2²³ has no fraction, so the sum is rounded (halves to even), and its lower bits are the
      // integer.
      let halves = unsafeBitCast(scaled + 0x1.8p23, to: SIMD16<UInt16>.self)
      to.storeBytes(of: halves.evenHalf, toByteOffset: index * 2, as: SIMD8<UInt16>.self)
    }
  }
}
