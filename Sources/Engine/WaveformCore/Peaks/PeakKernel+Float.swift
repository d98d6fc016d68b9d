// PeakKernel+Float.swift
// Float files: whole bins of interleaved samples to extremes and sums, on the reader's thread. The inner loop is
// a kernel (`SampleKernels`); here its lanes are folded.
//
// A vector of 8 lanes holds a whole number of frames when the channel count divides 8; lane i then always
// belongs to channel i % channels, so one loop serves 1, 2, 4 and 8 channels.
// Pointers: the builder passes `binCount × framesPerBin × channels` readable samples.

/// The most samples that are summed in Float before the sum is added to a Double: keeps the rounding error
/// below 1e-5.
private let samplesPerFloatSum = 4096

/// What the kernel leaves of some numbers, lane by lane, in this order.
private struct FloatLanes {
  var low = SIMD8<Float>.zero, high = SIMD8<Float>.zero
  var squares = SIMD8<Float>.zero, magnitudes = SIMD8<Float>.zero
}

extension Float {
  public static func reduce(
    _ samples: UnsafePointer<Float>, binCount: Int, framesPerBin: Int, channels: Int,
    into sums: UnsafeMutablePointer<PeakSums<Float>>
  ) -> Int {
    var notFinite = 0
    for bin in 0..<binCount {
      let from = samples + bin * framesPerBin * channels
      let out = sums + bin * channels
      if 8 % channels == 0, reduceVectors(from, frames: framesPerBin, channels, out) { continue }
      notFinite += reduceCarefully(from, frames: framesPerBin, channels, out)
    }
    return notFinite
  }

  /// - Returns: false when a sum is not finite: the bin holds NaN, ±∞ or values whose squares are too large
  ///   for Float.
  private static func reduceVectors(
    _ samples: UnsafePointer<Float>, frames: Int, _ channels: Int,
    _ out: UnsafeMutablePointer<PeakSums<Float>>
  ) -> Bool {
    let total = frames * channels
    for channel in 0..<channels { out[channel] = PeakSums() }
    var position = 0
    while position + 8 <= total {
      let count = Swift.min(samplesPerFloatSum, total - position) & ~7
      var lanes = FloatLanes()
      SampleKernels.best.scanFloats(samples + position, count, &lanes)
      for lane in 0..<8 {
        out[lane & (channels - 1)].add(
          low: lanes.low[lane], high: lanes.high[lane], lanes.squares[lane], lanes.magnitudes[lane])
      }
      position += count
    }
    while position < total {
      out[position & (channels - 1)].addUncounted(samples[position])
      position += 1
    }
    var isFinite = true
    for channel in 0..<channels {
      out[channel].count = frames
      isFinite = isFinite && out[channel].squares.isFinite
    }
    return isFinite
  }

  private static func reduceCarefully(
    _ samples: UnsafePointer<Float>, frames: Int, _ channels: Int,
    _ out: UnsafeMutablePointer<PeakSums<Float>>
  ) -> Int {
    var notFinite = 0
    for channel in 0..<channels {
      var sums = PeakSums<Float>()
      for frame in 0..<frames {
        let sample = samples[frame * channels + channel]
        if sample.isFinite {
          sums.addUncounted(sample)
          sums.count += 1
        } else {
          notFinite += 1
        }
      }
      out[channel] = sums
    }
    return notFinite
  }
}

extension PeakSums {
  /// Takes in one finite sample; the caller counts it.
  @inline(__always)
  mutating func addUncounted(_ sample: Sample) {
    if sample < low { low = sample }
    if sample > high { high = sample }
    let value = Double(sample.asFloat)
    squares += value * value
    magnitudes += value.magnitude
  }

  /// Takes in one lane; the caller counts its samples.
  @inline(__always)
  fileprivate mutating func add(low: Sample, high: Sample, _ squares: Float, _ magnitudes: Float) {
    if low < self.low { self.low = low }
    if high > self.high { self.high = high }
    self.squares += Double(squares)
    self.magnitudes += Double(magnitudes)
  }
}
