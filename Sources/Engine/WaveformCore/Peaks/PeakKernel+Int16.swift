// PeakKernel+Int16.swift
// Integer files: whole bins of interleaved samples to extremes and exact sums, on the reader's thread. The inner
// loop is a kernel (`SampleKernels`); here its lanes are folded.
//
// A vector holds a whole number of frames when the channel count divides 8; lane i then always belongs to
// channel i % channels, so one loop serves 1, 2, 4 and 8 channels.
// Pointers: the builder passes `binCount × framesPerBin × channels` readable samples.

/// What the kernel leaves of one bin, lane by lane, in this order. Sums of 32 bits may wrap; the values beside them tell how often.
private struct IntegerLanes {
  var low: SIMD8<Int16>, high: SIMD8<Int16>
  /// Sums of pairs of squares, modulo 2³², and of the upper 16 bits of these pairs.
  var squares: SIMD8<UInt32>, squareTops: SIMD8<UInt32>
  /// Sums of |x|: those of the even lanes plus 2¹⁶ times those of the odd ones, modulo 2³²; and of the odd ones.
  var magnitudes: SIMD4<UInt32>, oddMagnitudes: SIMD4<UInt32>
}

extension Int16 {
  /// Samples that one step of the loop takes.
  private static var samplesPerStep: Int { 16 }
  /// Bins that are scanned before their lanes are folded; their lanes fit on the stack.
  private static var binsPerBatch: Int { 8 }
  /// The most frames of a bin for which sums of 32 bits are enough: 2¹⁶ pairs of squares, each below 2¹⁶
  /// after rounding down.
  private static var mostFrames: Int { 1 << 16 }

  public static func reduce(
    _ samples: UnsafePointer<Int16>, binCount: Int, framesPerBin: Int, channels: Int,
    into sums: UnsafeMutablePointer<PeakSums<Int16>>
  ) -> Int {
    let samplesPerBin = framesPerBin * channels
    guard 8 % channels == 0, samplesPerBin % samplesPerStep == 0, framesPerBin <= mostFrames else {
      for bin in 0..<binCount {
        reducePlain(samples + bin * samplesPerBin, frames: framesPerBin, channels, sums + bin * channels)
      }
      return 0
    }
    let scan = SampleKernels.best.scanIntegers
    withUnsafeTemporaryAllocation(byteCount: 1024, alignment: 16) { room in
      let lanes = room.bindMemory(to: IntegerLanes.self).baseAddress!
      var bin = 0
      while bin < binCount {
        let count = Swift.min(binsPerBatch, binCount - bin)
        scan(samples + bin * samplesPerBin, count, samplesPerBin * 2, lanes)
        let out = sums + bin * channels
        switch channels {
        case 1: fold(lanes, count, channels: 1, frames: framesPerBin, out)
        case 2: fold(lanes, count, channels: 2, frames: framesPerBin, out)
        default: fold(lanes, count, channels: channels, frames: framesPerBin, out)
        }
        bin += count
      }
    }
    return 0
  }

  @inline(__always)
  private static func fold(
    _ lanes: UnsafePointer<IntegerLanes>, _ binCount: Int, channels: Int, frames: Int,
    _ sums: UnsafeMutablePointer<PeakSums<Int16>>
  ) {
    for bin in 0..<binCount {
      var low = lanes[bin].low
      var high = lanes[bin].high
      var squares = lanes[bin].squares
      var tops = lanes[bin].squareTops
      let odd = lanes[bin].oddMagnitudes
      var magnitudes = SIMD8<UInt32>.zero
      magnitudes.evenHalf = lanes[bin].magnitudes &- odd &<< 16
      magnitudes.oddHalf = odd
      if channels <= 4 {
        low.lowHalf = low.lowHalf.lower(low.highHalf)
        high.lowHalf = high.lowHalf.higher(high.highHalf)
        squares.lowHalf &+= squares.highHalf
        tops.lowHalf &+= tops.highHalf
        magnitudes.lowHalf &+= magnitudes.highHalf
      }
      if channels <= 2 {
        low.lowHalf.lowHalf = low.lowHalf.lowHalf.lower(low.lowHalf.highHalf)
        high.lowHalf.lowHalf = high.lowHalf.lowHalf.higher(high.lowHalf.highHalf)
        squares.lowHalf.lowHalf &+= squares.lowHalf.highHalf
        tops.lowHalf.lowHalf &+= tops.lowHalf.highHalf
        magnitudes.lowHalf.lowHalf &+= magnitudes.lowHalf.highHalf
      }
      if channels == 1 {
        low[0] = Swift.min(low[0], low[1])
        high[0] = Swift.max(high[0], high[1])
        squares[0] &+= squares[1]
        tops[0] &+= tops[1]
        magnitudes[0] &+= magnitudes[1]
      }
      for channel in 0..<channels {
        let atLeast = Int(tops[channel]) << 16
        let rest = squares[channel] &- UInt32(truncatingIfNeeded: atLeast)
        let out = sums + (bin * channels + channel)
        out.pointee.low = low[channel]
        out.pointee.high = high[channel]
        out.pointee.squares = Double(atLeast + Int(rest))
        out.pointee.magnitudes = Double(Int(magnitudes[channel]))
        out.pointee.count = frames
      }
    }
  }

  private static func reducePlain(
    _ samples: UnsafePointer<Int16>, frames: Int, _ channels: Int,
    _ out: UnsafeMutablePointer<PeakSums<Int16>>
  ) {
    for channel in 0..<channels {
      var sums = PeakSums<Int16>()
      for frame in 0..<frames { sums.addUncounted(samples[frame * channels + channel]) }
      sums.count = frames
      out[channel] = sums
    }
  }
}

extension SIMD where Scalar == Int16 {
  @inline(__always)
  fileprivate func lower(_ other: Self) -> Self { replacing(with: other, where: other .< self) }

  @inline(__always)
  fileprivate func higher(_ other: Self) -> Self { replacing(with: other, where: other .> self) }
}
