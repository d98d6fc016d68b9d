// PeakKernels.swift
// The inner loops: whole bins of interleaved samples to extremes and sums, on the reader's thread.
//
// A vector of 16 lanes holds a whole number of frames when the channel count divides 16; lane i then always
// belongs to channel i % channels, so one loop serves 1, 2, 4, 8 and 16 channels. Sums run in Float over at
// most 256 vectors' worth of samples and are then taken over into Double.
// Pointers: the callers pass `binCount × framesPerBin × channels` readable samples (asserted by the builder).

/// Samples that are added up in Float before the sum moves to Double: keeps the rounding below 1e-5.
private let samplesPerFloatSum = 4096

extension Int16 {
  public static func reduce(
    _ samples: UnsafePointer<Int16>, binCount: Int, framesPerBin: Int, channels: Int,
    into sums: UnsafeMutablePointer<PeakSums<Int16>>
  ) -> Int {
    let binSamples = framesPerBin * channels
    guard 16 % channels == 0 else {
      for bin in 0..<binCount {
        reducePlain(samples + bin * binSamples, frames: framesPerBin, channels, sums + bin * channels)
      }
      return 0
    }
    for bin in 0..<binCount {
      let out = sums + bin * channels
      for channel in 0..<channels { out[channel] = PeakSums() }
      reduceVectors(samples + bin * binSamples, frames: framesPerBin, channels, out)
    }
    return 0
  }

  @inline(__always)
  private static func reduceVectors(
    _ samples: UnsafePointer<Int16>, frames: Int, _ channels: Int, _ out: UnsafeMutablePointer<PeakSums<Int16>>
  ) {
    let total = frames * channels
    let raw = UnsafeRawPointer(samples)
    var low = SIMD16<Int16>(repeating: .max)
    var high = SIMD16<Int16>(repeating: .min)
    var position = 0
    while position + 16 <= total {
      let end = Swift.min(position + samplesPerFloatSum, total - 15)
      var squares = SIMD16<Float>.zero
      var magnitudes = SIMD16<Float>.zero
      while position < end {
        let v = raw.loadUnaligned(fromByteOffset: position * 2, as: SIMD16<Int16>.self)
        low.replace(with: v, where: v .< low)
        high.replace(with: v, where: v .> high)
        let f = SIMD16<Float>(v)
        squares += f * f
        magnitudes += SIMD16<Float>(bitPattern: f.bits & 0x7FFF_FFFF)
        position += 16
      }
      for lane in 0..<16 {
        out[lane & (channels - 1)].squares += Double(squares[lane])
        out[lane & (channels - 1)].magnitudes += Double(magnitudes[lane])
      }
    }
    for lane in 0..<16 {
      let channel = lane & (channels - 1)
      if low[lane] < out[channel].low { out[channel].low = low[lane] }
      if high[lane] > out[channel].high { out[channel].high = high[lane] }
    }
    for channel in 0..<channels { out[channel].count = frames }
    while position < total {
      out[position & (channels - 1)].addExtremesAndSums(samples[position])
      position += 1
    }
  }

  private static func reducePlain(
    _ samples: UnsafePointer<Int16>, frames: Int, _ channels: Int, _ out: UnsafeMutablePointer<PeakSums<Int16>>
  ) {
    for channel in 0..<channels {
      var sums = PeakSums<Int16>()
      for frame in 0..<frames { sums.addExtremesAndSums(samples[frame * channels + channel]) }
      sums.count = frames
      out[channel] = sums
    }
  }
}

extension Float {
  public static func reduce(
    _ samples: UnsafePointer<Float>, binCount: Int, framesPerBin: Int, channels: Int,
    into sums: UnsafeMutablePointer<PeakSums<Float>>
  ) -> Int {
    let binSamples = framesPerBin * channels
    var notFinite = 0
    for bin in 0..<binCount {
      let from = samples + bin * binSamples
      let out = sums + bin * channels
      if 16 % channels == 0, reduceVectors(from, frames: framesPerBin, channels, out) { continue }
      notFinite += reduceCarefully(from, frames: framesPerBin, channels, out)
    }
    return notFinite
  }

  /// - Returns: false when a sum is not finite: the bin holds NaN, ±∞ or values too large to square in Float.
  @inline(__always)
  private static func reduceVectors(
    _ samples: UnsafePointer<Float>, frames: Int, _ channels: Int, _ out: UnsafeMutablePointer<PeakSums<Float>>
  ) -> Bool {
    let total = frames * channels
    let raw = UnsafeRawPointer(samples)
    for channel in 0..<channels { out[channel] = PeakSums() }
    var low = SIMD16<Float>(repeating: .infinity)
    var high = SIMD16<Float>(repeating: -.infinity)
    var position = 0
    var check = 0.0
    while position + 16 <= total {
      let end = Swift.min(position + samplesPerFloatSum, total - 15)
      var squares = SIMD16<Float>.zero
      var magnitudes = SIMD16<Float>.zero
      while position < end {
        let v = raw.loadUnaligned(fromByteOffset: position * 4, as: SIMD16<Float>.self)
        low.replace(with: v, where: v .< low)
        high.replace(with: v, where: v .> high)
        squares += v * v
        magnitudes += SIMD16<Float>(bitPattern: v.bits & 0x7FFF_FFFF)
        position += 16
      }
      for lane in 0..<16 {
        out[lane & (channels - 1)].squares += Double(squares[lane])
        out[lane & (channels - 1)].magnitudes += Double(magnitudes[lane])
        check += Double(squares[lane])
      }
    }
    for lane in 0..<16 {
      let channel = lane & (channels - 1)
      if low[lane] < out[channel].low { out[channel].low = low[lane] }
      if high[lane] > out[channel].high { out[channel].high = high[lane] }
    }
    for channel in 0..<channels { out[channel].count = frames }
    while position < total {
      let sample = samples[position]
      out[position & (channels - 1)].addExtremesAndSums(sample)
      check += Double(sample) * Double(sample)
      position += 1
    }
    return check.isFinite
  }

  private static func reduceCarefully(
    _ samples: UnsafePointer<Float>, frames: Int, _ channels: Int, _ out: UnsafeMutablePointer<PeakSums<Float>>
  ) -> Int {
    var notFinite = 0
    for channel in 0..<channels {
      var sums = PeakSums<Float>()
      for frame in 0..<frames {
        let sample = samples[frame * channels + channel]
        if sample.isFinite {
          sums.addExtremesAndSums(sample)
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
  fileprivate mutating func addExtremesAndSums(_ sample: Sample) {
    if sample < low { low = sample }
    if sample > high { high = sample }
    let value = Double(sample.asFloat)
    squares += value * value
    magnitudes += value.magnitude
  }
}

extension SIMD16<Float> {
  @inline(__always) fileprivate var bits: SIMD16<UInt32> { unsafeBitCast(self, to: SIMD16<UInt32>.self) }
  @inline(__always) fileprivate init(bitPattern bits: SIMD16<UInt32>) {
    self = unsafeBitCast(bits, to: SIMD16<Float>.self)
  }
}
