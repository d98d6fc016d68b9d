// PowerMeter.swift
// Mean and spread of the power at each frequency, over windows of some samples. One thread.
// Unsafe: reads within the samples that it is given.

/// Sums up the power of windows.
struct PowerMeter {
  private let format: ShortTimeFormat
  private let transform: RealPairTransform
  private let window: [Float]

  init(_ format: ShortTimeFormat) {
    self.format = format
    transform = RealPairTransform(size: format.size)
    window = format.window()
  }

  /// - Parameters:
  ///   - channel: one of the `channels` that are interleaved.
  ///   - frames: at least a window.
  func measure(
    _ samples: UnsafeBufferPointer<Float>, channel: Int, channels: Int, frames: Int
  ) -> (mean: [Float], deviation: [Float]) {
    var sums = [Double](repeating: 0, count: format.binCount)
    var squares = sums
    let starts = Array(stride(from: 0, through: frames - format.size, by: format.hop))
    for index in stride(from: 0, to: starts.count, by: 2) {
      // The last window of an odd number is transformed twice and counted once.
      let pair = (starts[index], starts[min(index + 1, starts.count - 1)])
      cut(samples, from: pair.0, channel: channel, channels: channels, into: transform.first)
      cut(samples, from: pair.1, channel: channel, channels: channels, into: transform.second)
      transform.transform()
      let share = pair.0 == pair.1 ? 0.0 : 1.0
      for bin in 0..<format.binCount {
        let powers = transform.powers(bin)
        sums[bin] += powers.first + share * powers.second
        squares[bin] += powers.first * powers.first + share * powers.second * powers.second
      }
    }
    let windows = Double(starts.count)
    let mean = sums.map { Float($0 / windows) }
    let deviation = zip(sums, squares).map { sum, square in
      Float(max(0, square / windows - (sum / windows) * (sum / windows)).squareRoot())
    }
    return (mean, deviation)
  }

  /// The powers of the first two windows of each channel, a hop apart.
  ///
  /// - Parameter samples: interleaved, `size + hop` frames.
  func powers(_ samples: UnsafeBufferPointer<Float>, channels: Int) -> [[[Float]]] {
    (0..<channels).map { channel in
      cut(samples, from: 0, channel: channel, channels: channels, into: transform.first)
      cut(samples, from: format.hop, channel: channel, channels: channels, into: transform.second)
      transform.transform()
      let powers = (0..<format.binCount).map { transform.powers($0) }
      return [powers.map { Float($0.first) }, powers.map { Float($0.second) }]
    }
  }

  private func cut(
    _ samples: UnsafeBufferPointer<Float>, from first: Int, channel: Int, channels: Int,
    into target: UnsafeMutablePointer<Float>
  ) {
    let kernels = SpectralKernels.best
    kernels.takeIn(samples.baseAddress! + first * channels + channel, format.size, channels, target)
    kernels.multiply(target, window, format.size)
  }
}
