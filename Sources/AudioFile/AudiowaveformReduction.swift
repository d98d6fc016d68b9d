// AudiowaveformReduction.swift
// audiowaveform's bins as several threads make them: each makes whole bins, which are put together in order.

import WaveformCore

/// Bins of one pixel each, from samples of either type.
final class AudiowaveformReduction<Sample: PeakSample>: SegmentReduction {
  private let empty: AudiowaveformBuilder
  private let channels: Int
  private let rounds: Bool
  let framesPerRun: Int
  private var builder: AudiowaveformBuilder
  private(set) var nonFinite = 0

  /// - Parameter empty: says what the bins are like.
  init(_ empty: AudiowaveformBuilder, _ description: AudioDescription) {
    self.empty = empty
    builder = empty
    framesPerRun = empty.framesPerPixel
    channels = description.channels
    rounds = description.isLossy
  }

  func reduce(
    _ samples: UnsafePointer<Sample>, runs: Int
  ) -> (bins: AudiowaveformBuilder, nonFinite: Int) {
    var bins = empty
    let nonFinite = add(UnsafeBufferPointer(start: samples, count: runs * framesPerRun * channels), to: &bins)
    return (bins, nonFinite)
  }

  func append(_ part: (bins: AudiowaveformBuilder, nonFinite: Int)) {
    builder.append(bins: part.bins)
    nonFinite += part.nonFinite
  }

  func append(rest: UnsafeBufferPointer<Sample>) { nonFinite += add(rest, to: &builder) }

  func finish() -> AudiowaveformPeaks { builder.finish() }

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
    var index = 0
    if rounds, let from = floats.baseAddress, let to = samples.baseAddress {
      while index + 8 <= floats.count, Rounding.convert(from + index, to + index) { index += 8 }
    }
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

/// Eight samples at once. Sound: the callers pass room for eight of each.
private enum Rounding {
  /// - Returns: false, and nothing is written, when one of them is not a finite number.
  @inline(__always)
  static func convert(_ floats: UnsafePointer<Float>, _ samples: UnsafeMutablePointer<Int16>) -> Bool {
    let values = UnsafeRawPointer(floats).loadUnaligned(as: SIMD8<Float>.self)
    var scaled = values * 32_767
    // Neither NaN nor an infinity is equal to itself times 0.
    guard all((values * 0) .== 0) else { return false }
    scaled.replace(with: 32_767, where: scaled .> 32_767)
    scaled.replace(with: -32_768, where: scaled .< -32_768)
    // Beside 1.5 × 2²³ a number has no fraction: rounded to the even neighbour, and the lower bits are the integer.
    let shifted = scaled + 0x1.8p23
    let bits = unsafeBitCast(shifted, to: SIMD8<UInt32>.self)
    UnsafeMutableRawPointer(samples).storeBytes(
      of: SIMD8<UInt16>(truncatingIfNeeded: bits), as: SIMD8<UInt16>.self)
    return true
  }
}
