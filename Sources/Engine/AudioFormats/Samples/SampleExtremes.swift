// SampleExtremes.swift
// The extremes of which `AudiowaveformBuilder` makes its bins. The loop over whole bins of stereo is a kernel
// (`SampleKernels`); the other one is a function of its own that leaves its lanes in memory, for the same reason.
// Sound: callers pass `frames × channels` readable samples.

import SampleKernel
import WaveformCore

/// The smallest and the largest of some integers.
package struct SampleExtremes: Hashable, Sendable {
  package var low = Int32.max
  package var high = Int32.min

  package init() {}

  package mutating func add(_ value: Int32) {
    if value < low { low = value }
    if value > high { high = value }
  }

  /// Adds the sum over all channels of each frame.
  package mutating func addSums(_ samples: UnsafePointer<Int16>, frames: Int, channels: Int) {
    var frame = 0
    if channels == 2, frames >= Self.framesPerStep {
      frame = frames / Self.framesPerStep * Self.framesPerStep
      Self.forSums(samples, bins: 1, frames: frame) { sums in
        add(sums.low)
        add(sums.high)
      }
    }
    while frame < frames {
      var sum: Int32 = 0
      for channel in 0..<channels { sum += Int32(samples[frame * channels + channel]) }
      add(sum)
      frame += 1
    }
  }

  /// Adds each channel separately.
  package static func add(
    _ samples: UnsafePointer<Int16>, frames: Int, channels: Int, to extremes: inout [SampleExtremes]
  ) {
    let total = frames * channels
    var position = 0
    if 16 % channels == 0, total >= 16 {
      position = total & ~15
      var low = SIMD16<Int16>(repeating: .max)
      var high = SIMD16<Int16>(repeating: .min)
      scan(samples, position, &low, &high)
      for lane in 0..<16 {
        extremes[lane % channels].add(Int32(low[lane]))
        extremes[lane % channels].add(Int32(high[lane]))
      }
    }
    while position < total {
      extremes[position % channels].add(Int32(samples[position]))
      position += 1
    }
  }

  /// `forSums` takes bins of a multiple of so many frames.
  package static let framesPerStep = 16

  /// Calls `body` for each of some bins of stereo, with the extremes of left + right.
  ///
  /// - Parameter frames: frames of a bin: a multiple of `framesPerStep`; at least one of them.
  package static func forSums(
    _ samples: UnsafePointer<Int16>, bins: Int, frames: Int, _ body: (SampleExtremes) -> Void
  ) {
    let kernels = SampleKernels.best
    let most = 16
    withUnsafeTemporaryAllocation(byteCount: most * bytesOfSums, alignment: 64) { room in
      for first in stride(from: 0, to: bins, by: most) {
        let count = min(most, bins - first)
        kernels.scanSums(samples + 2 * frames * first, count, frames, room.baseAddress!)
        kernels.foldSums(room.baseAddress!, count)
        for bin in 0..<count {
          let place = bin * bytesOfSums
          var sums = SampleExtremes()
          sums.low = room.load(fromByteOffset: place, as: Int32.self)
          sums.high = room.load(fromByteOffset: place + 4, as: Int32.self)
          body(sums)
        }
      }
    }
  }

  @inline(never)
  private static func scan(
    _ samples: UnsafePointer<Int16>, _ count: Int, _ low: inout SIMD16<Int16>, _ high: inout SIMD16<Int16>
  ) {
    let raw = UnsafeRawPointer(samples)
    var smallest = low
    var largest = high
    for offset in stride(from: 0, to: count * 2, by: 32) {
      let samples = raw.loadUnaligned(fromByteOffset: offset, as: SIMD16<Int16>.self)
      smallest.replace(with: samples, where: samples .< smallest)
      largest.replace(with: samples, where: samples .> largest)
    }
    low = smallest
    high = largest
  }
}

extension UnsafeBufferPointer<Float> {
  /// How many of the numbers are NaN or infinite. Compares bits, so that the compiler makes a loop over vectors of it.
  package var nonFiniteCount: Int {
    var count = 0
    for value in self where value.bitPattern & 0x7F80_0000 == 0x7F80_0000 { count &+= 1 }
    return count
  }

  /// How many of the numbers are beyond ±1; NaN is not. Compares bits as well.
  package var overCount: Int {
    var count = 0
    for value in self {
      let magnitude = value.bitPattern & 0x7FFF_FFFF
      if magnitude > 0x3F80_0000, magnitude <= 0x7F80_0000 { count &+= 1 }
    }
    return count
  }
}
