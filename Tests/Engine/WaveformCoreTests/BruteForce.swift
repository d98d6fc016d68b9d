// BruteForce.swift
// The peaks once more, in the plainest way there is: every bin of every level from its own frames, in Double.

@testable import WaveformCore

/// What a run of frames of one channel is, computed sample by sample.
struct BruteBin {
  var low = Double.infinity, high = -Double.infinity
  var squares = 0.0, magnitudes = 0.0
  var count = 0

  /// The bin of `frames` of one channel of interleaved samples.
  init(_ samples: UnsafeBufferPointer<Double>, channels: Int, channel: Int, frames: Range<Int>) {
    var index = frames.lowerBound * channels + channel
    let end = frames.upperBound * channels
    while index < end {
      let value = samples[index]
      if value - value == 0 {  // finite
        if value < low { low = value }
        if value > high { high = value }
        squares += value * value
        magnitudes += value < 0 ? -value : value
        count += 1
      }
      index += channels
    }
  }

  var rms: Double { count > 0 ? (squares / Double(count)).squareRoot() : 0 }
  var mean: Double { count > 0 ? magnitudes / Double(count) : 0 }

  /// True when `bin` has these extremes exactly, and this loudness within one unit.
  func matches(_ bin: PeakBin<Int16>) -> Bool {
    guard count > 0 else { return bin.isGap }
    return Double(bin.low) == low && Double(bin.high) == high && abs(Double(bin.rms) - min(rms, 32767)) <= 1
      && abs(Double(bin.meanMagnitude) - min(mean, 32767)) <= 1
  }

  /// The same for Float, where the unit is 1/100,000 of the largest magnitude.
  func matches(_ bin: PeakBin<Float>) -> Bool {
    guard count > 0 else { return bin.isGap }
    let unit = max(-low, high) * 1e-5
    return Double(bin.low) == low && Double(bin.high) == high && abs(Double(bin.rms) - rms) <= unit
      && abs(Double(bin.meanMagnitude) - mean) <= unit
  }
}

/// The sample types that are tested against brute force.
protocol TestedSample: PeakSample {
  var asDouble: Double { get }
  static func matches(_ brute: BruteBin, _ bin: PeakBin<Self>) -> Bool
}

extension Int16: TestedSample {
  var asDouble: Double { Double(self) }
  static func matches(_ brute: BruteBin, _ bin: PeakBin<Int16>) -> Bool { brute.matches(bin) }
}

extension Float: TestedSample {
  var asDouble: Double { Double(self) }
  static func matches(_ brute: BruteBin, _ bin: PeakBin<Float>) -> Bool { brute.matches(bin) }
}

extension PeakPyramid {
  /// A finished pyramid of interleaved samples that arrive in blocks of `blockSizes` frames, over and over.
  static func built(
    from samples: [Sample], channels: Int, blockSizes: [Int] = [4096], expectedFrames: Int = 0,
    budget: Int = 64 << 20
  ) -> PeakPyramid {
    let pyramid = PeakPyramid(channels: channels, expectedFrames: expectedFrames, budget: budget)
    let builder = PeakBuilder(pyramid)
    samples.withUnsafeBufferPointer { samples in
      var position = 0
      var turn = 0
      while position < samples.count {
        let count = Swift.min(blockSizes[turn % blockSizes.count] * channels, samples.count - position)
        builder.append(UnsafeBufferPointer(rebasing: samples[position..<position + count]))
        position += count
        turn += 1
      }
    }
    builder.finish()
    return pyramid
  }

  /// Number of the finest level that there is.
  var finestLevel: Int { reading { $0 } }

  /// All readable bins of a level, channel by channel.
  func bins(ofLevel level: Int) -> [[PeakBin<Sample>]] {
    (0..<channels).map { channel in
      (0..<levels[level].count).map { levels[level].bin(at: $0, channel: channel) }
    }
  }

  /// Every bit of every level's bins, and how many there are.
  var bits: [UInt8] {
    var bits: [UInt8] = []
    for level in finestLevel..<levels.count {
      let count = levels[level].count
      withUnsafeBytes(of: count) { bits += $0 }
      for channel in 0..<channels {
        for index in 0..<count {
          withUnsafeBytes(of: levels[level].bin(at: index, channel: channel)) { bits += $0 }
        }
      }
    }
    return bits
  }
}

extension PeakPyramid where Sample: TestedSample {
  /// The first difference between this finished pyramid and brute force, or nil when there is none.
  func difference(fromBruteForceOf samples: [Sample]) -> String? {
    let frames = samples.count / channels
    let values = samples.map(\.asDouble)
    guard framesRead == frames else { return "framesRead is \(framesRead), not \(frames)" }
    return values.withUnsafeBufferPointer { values in
      var previous = Int.max
      for level in finestLevel..<levels.count {
        let size = framesPerBin(ofLevel: level)
        let count = levels[level].count
        // Levels above the first one that holds everything in one bin may stay empty.
        if count == 0, previous <= 1 || frames == 0 { continue }
        guard count == (frames + size - 1) / size else { return "level \(level) has \(count) bins" }
        previous = count
        for channel in 0..<channels {
          for index in 0..<count {
            let range = index * size..<Swift.min((index + 1) * size, frames)
            let brute = BruteBin(values, channels: channels, channel: channel, frames: range)
            let bin = levels[level].bin(at: index, channel: channel)
            if !Sample.matches(brute, bin) {
              return "level \(level), channel \(channel), bin \(index): \(bin) is not \(brute)"
            }
          }
        }
      }
      return nil
    }
  }
}
