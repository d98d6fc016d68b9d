// SampleExtremes.swift
// The inner loops of `AudiowaveformBuilder`. They are functions of their own that leave their lanes in memory, for the
// same reason as those of WaveformCore (PeakKernels.swift).
// Sound: callers pass `frames × channels` readable samples.

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
    if channels == 2 {
      frame = frames & ~7
      if frame > 0 {
        var low = SIMD8<Float>(repeating: .infinity)
        var high = SIMD8<Float>(repeating: -.infinity)
        Self.scanPairs(samples, frame, &low, &high)
        add(Int32(Self.smallest(low)))
        add(-Int32(Self.smallest(-high)))
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

  /// The smallest lane, in three steps.
  @inline(__always)
  private static func smallest(_ lanes: SIMD8<Float>) -> Float {
    var four = lanes.lowHalf
    four.replace(with: lanes.highHalf, where: lanes.highHalf .< four)
    var two = four.lowHalf
    two.replace(with: four.highHalf, where: four.highHalf .< two)
    return two.y < two.x ? two.y : two.x
  }

  /// Extremes of left + right. Two 16-bit samples are one 32-bit lane; their sum of 17 bits is exact in Float,
  /// which, unlike Int32, has a minimum and a maximum in SSE2.
  @inline(never)
  private static func scanPairs(
    _ samples: UnsafePointer<Int16>, _ frames: Int, _ low: inout SIMD8<Float>, _ high: inout SIMD8<Float>
  ) {
    let raw = UnsafeRawPointer(samples)
    var smallest = low
    var largest = high
    for offset in stride(from: 0, to: frames * 4, by: 32) {
      let pairs = raw.loadUnaligned(fromByteOffset: offset, as: SIMD8<Int32>.self)
      let sums = SIMD8<Float>((pairs &<< 16) &>> 16 &+ pairs &>> 16)
      smallest.replace(with: sums, where: sums .< smallest)
      largest.replace(with: sums, where: sums .> largest)
    }
    low = smallest
    high = largest
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
}
