// ChannelReducer.swift
// Reduces the noise of one channel, block by block: cuts windows, two at a time, weights their spectra, and adds them
// up again where they overlap. The output does not depend on the sizes of blocks. One thread at a time.
// Unsafe: each buffer has the size that stands where it is made, and belongs to this object.

/// One channel on its way through the short-time Fourier transform.
final class ChannelReducer {
  private let format: ShortTimeFormat
  private let kernels: SpectralKernels
  private let transform: RealPairTransform
  private let gain: SpectralGain
  private let window: UnsafeMutablePointer<Float>
  /// The window, divided by what transform and overlap multiply.
  private let outWindow: UnsafeMutablePointer<Float>
  /// The last samples that came in. There are `filled` of them; a pair of windows needs `pairSize`.
  private let input: UnsafeMutablePointer<Float>
  private var inputStart = 0
  private var filled: Int
  /// The sums of overlapping windows. After each pair, the first two hops from `outputStart` on are complete.
  private let output: UnsafeMutablePointer<Float>
  private var outputStart = 0
  private let capacity: Int
  /// Samples of output before the first one of the recording.
  private var lead: Int

  /// Numbers behind the input that the kernels may overwrite: one vector.
  private static let room = 8

  init(
    format: ShortTimeFormat, mean: [Float], deviation: [Float], settings: NoiseReductionSettings,
    kernels: SpectralKernels = .best
  ) {
    self.format = format
    self.kernels = kernels
    transform = RealPairTransform(size: format.size)
    gain = SpectralGain(
      format: format, mean: mean, deviation: deviation, settings: settings, kernels: kernels)
    let size = format.size
    capacity = size * 8
    window = .allocate(capacity: size)
    outWindow = .allocate(capacity: size)
    input = .allocate(capacity: capacity + Self.room)
    output = .allocate(capacity: capacity)
    input.initialize(repeating: 0, count: capacity + Self.room)
    output.initialize(repeating: 0, count: capacity)
    // Before the first frame there is silence: the first window ends with the first hop.
    filled = size - format.hop
    lead = size - format.hop
    let scale = 1 / Float(size * format.overlap / 2)
    for (index, value) in format.window().enumerated() {
      (window + index).initialize(to: value)
      (outWindow + index).initialize(to: value * scale)
    }
  }

  deinit {
    for numbers in [window, outWindow, input, output] { numbers.deallocate() }
  }

  /// Takes the noise to be so much louder from now on.
  ///
  /// - Parameter factors: of its power, for each bin.
  func follow(_ factors: [Float]) { gain.follow(factors) }

  /// Samples that two successive windows cover.
  private var pairSize: Int { format.size + format.hop }

  /// Takes in samples, and writes those that have become ready.
  ///
  /// - Parameters:
  ///   - samples: `count` of them, `stride` apart; nil: silence.
  ///   - target: takes at most `count + 2 * hop` samples.
  /// - Returns: samples that were written.
  func process(
    _ samples: UnsafePointer<Float>?, count: Int, stride: Int, into target: UnsafeMutablePointer<Float>
  ) -> Int {
    let advance = 2 * format.hop
    var (taken, written) = (0, 0)
    while taken < count {
      let part = min(count - taken, pairSize - filled)
      take(samples.map { $0 + taken * stride }, count: part, stride: stride)
      taken += part
      guard filled == pairSize else { break }
      addPair()
      let skipped = min(lead, advance)
      lead -= skipped
      let ready = output + outputStart + skipped, count = advance - skipped
      (target + written).update(from: ready, count: count)
      written += count
      move(on: advance)
    }
    return written
  }

  /// Samples between what has come in and what has gone out, at most.
  static func delay(of format: ShortTimeFormat) -> Int { format.size + format.hop }

  private func take(_ samples: UnsafePointer<Float>?, count: Int, stride: Int) {
    let place = input + inputStart + filled
    filled += count
    guard let samples else { return place.update(repeating: 0, count: count) }
    kernels.takeIn(samples, count, stride, place)
  }

  private func addPair() {
    let hop = format.hop
    let source = input + inputStart
    kernels.cutPair(source, format.size, hop, window, transform.first, transform.second)
    transform.transform()
    gain.apply(real: transform.real, imaginary: transform.imaginary)
    transform.transformBack()
    kernels.layPair(
      transform.first, transform.second, format.size, hop, outWindow, output + outputStart)
  }

  /// Moves on by `step` samples. When the buffers are full, what is still needed is copied to their beginning.
  private func move(on step: Int) {
    filled -= step
    inputStart += step
    outputStart += step
    guard inputStart + pairSize > capacity else { return }
    input.update(from: input + inputStart, count: filled)
    output.update(from: output + outputStart, count: format.size - format.hop)
    inputStart = 0
    outputStart = 0
  }
}
