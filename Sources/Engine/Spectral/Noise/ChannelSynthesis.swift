// ChannelSynthesis.swift
// The second half of noise reduction in one channel: weights spectra, and lays the windows over one another again. One
// thread at a time.
// Unsafe: each buffer has the size that stands where it is made, and belongs to this object.

/// One channel on its way out of the short-time Fourier transform.
final class ChannelSynthesis {
  private let format: ShortTimeFormat
  private let kernels: SpectralKernels
  private let transform: RealPairTransform
  private let pairs: SpectrumPairs
  /// Those of the other channels that have a say in the gains.
  private let others: [SpectrumPairs]
  /// The largest gains of all: room for those of a pair, where there are others.
  private let largest: (UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>)
  /// The window, divided by what transform and overlap multiply.
  private let window: UnsafeMutablePointer<Float>
  /// The sums of overlapping windows. After each pair, the first two hops from `outputStart` on are complete.
  private let output: UnsafeMutablePointer<Float>
  private var outputStart = 0
  private let capacity: Int
  /// Samples of output before the first one of the recording.
  private var lead: Int
  private var done = 0

  /// - Parameters:
  ///   - pairs: this channel's spectra and gains.
  ///   - others: those of the channels whose gains count here as well.
  init(
    format: ShortTimeFormat, _ pairs: SpectrumPairs, with others: [SpectrumPairs],
    kernels: SpectralKernels = .best
  ) {
    self.format = format
    self.kernels = kernels
    self.pairs = pairs
    self.others = others
    largest = (.allocate(capacity: pairs.binCount), .allocate(capacity: pairs.binCount))
    transform = RealPairTransform(size: format.size)
    capacity = format.size * 8
    lead = format.size - format.hop
    window = .allocate(capacity: format.size)
    output = .allocate(capacity: capacity)
    output.initialize(repeating: 0, count: capacity)
    let scale = 1 / Float(format.size * format.overlap / 2)
    for (index, value) in format.window().enumerated() { (window + index).initialize(to: value * scale) }
  }

  deinit {
    for numbers in [window, output, largest.0, largest.1] { numbers.deallocate() }
  }

  /// Samples that have been written when so many pairs have been laid.
  static func samples(of pairs: Int, _ format: ShortTimeFormat) -> Int {
    max(0, 2 * format.hop * pairs - (format.size - format.hop))
  }

  /// Lays pairs over those before.
  ///
  /// - Parameters:
  ///   - end: how many pairs there are by now, from the first one on.
  ///   - target: room for two hops of each.
  /// - Returns: samples that were written.
  func lay(upTo end: Int, into target: UnsafeMutablePointer<Float>) -> Int {
    let advance = 2 * format.hop
    var written = 0
    while done < end {
      add(done)
      done += 1
      let skipped = min(lead, advance)
      lead -= skipped
      let count = advance - skipped
      (target + written).update(from: output + outputStart + skipped, count: count)
      written += count
      move(on: advance)
    }
    return written
  }

  private func add(_ pair: Int) {
    let (real, imaginary) = pairs.spectrum(pair)
    var (first, second) = pairs.gains(pair)
    for other in others where other.isNoiseKnown(pair) {
      let gains = other.gains(pair)
      kernels.findLarger(first, gains.first, largest.0, pairs.binCount)
      kernels.findLarger(second, gains.second, largest.1, pairs.binCount)
      (first, second) = largest
    }
    kernels.weigh(real, imaginary, format.size, first, second)
    transform.transformBack(from: (real, imaginary))
    kernels.layPair(
      transform.first, transform.second, format.size, format.hop, window, output + outputStart)
  }

  /// Moves on by `step` samples. When the buffer is full, what is still needed is copied to its beginning.
  private func move(on step: Int) {
    outputStart += step
    guard outputStart + format.size + format.hop > capacity else { return }
    output.update(from: output + outputStart, count: format.size - format.hop)
    outputStart = 0
  }
}
