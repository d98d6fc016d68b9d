// ChannelReducer.swift
// Reduces the noise of one channel, block by block: cuts windows, has their spectra weighted, and lays them over one
// another again. Blocks may have any size; what comes out is the same. One thread at a time.
// Unsafe: buffers are as large as said where they are made, and belong to this object.

extension Float {
  /// A sample whose power can be estimated. What is no number would stay in the estimates for good, and so would what is
  /// so large that the sum of its squares is none: ±10⁶ is 120 dB above full scale.
  @inline(__always) var limitedForPower: Float { isFinite ? Swift.min(Swift.max(self, -1e6), 1e6) : 0 }
}

/// One channel on its way through the short-time Fourier transform.
final class ChannelReducer {
  private let format: ShortTimeFormat
  private let transform: FourierTransform
  private let gain: SpectralGain
  private let window: UnsafeMutablePointer<Float>
  /// The window with the scale of transform and overlap.
  private let outWindow: UnsafeMutablePointer<Float>
  /// The last samples that came in; `filled` of `inputCapacity`, of which the window takes the last ones.
  private let input: UnsafeMutablePointer<Float>
  private var inputStart = 0
  private var filled: Int
  /// What windows have added up to; the first `hop` numbers from `outputStart` on are complete after each frame.
  private let output: UnsafeMutablePointer<Float>
  private var outputStart = 0
  private let capacity: Int
  /// Samples of output before the first one of the recording.
  private var lead: Int

  init(format: ShortTimeFormat, mean: [Float], deviation: [Float], settings: NoiseReductionSettings) {
    self.format = format
    transform = FourierTransform(size: format.size)
    gain = SpectralGain(format: format, mean: mean, deviation: deviation, settings: settings)
    let size = format.size
    capacity = size * 8
    window = .allocate(capacity: size)
    outWindow = .allocate(capacity: size)
    input = .allocate(capacity: capacity)
    output = .allocate(capacity: capacity)
    input.initialize(repeating: 0, count: capacity)
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

  /// Takes in samples, and hands out as many as have become ready.
  ///
  /// - Parameters:
  ///   - samples: `count` of them, `stride` apart; nil: silence.
  ///   - target: takes at most `count + hop` samples, `stride` apart.
  /// - Returns: samples that were written.
  func process(
    _ samples: UnsafePointer<Float>?, count: Int, stride: Int, into target: UnsafeMutablePointer<Float>
  ) -> Int {
    let size = format.size, hop = format.hop
    var taken = 0
    var written = 0
    while taken < count {
      let part = min(count - taken, size - filled)
      let place = input + inputStart + filled
      if let samples {
        let source = samples + taken * stride
        for index in 0..<part { place[index] = source[index * stride].limitedForPower }
      } else {
        place.update(repeating: 0, count: part)
      }
      taken += part
      filled += part
      guard filled == size else { break }
      addFrame()
      let skipped = min(lead, hop)
      lead -= skipped
      let ready = output + outputStart + skipped
      let out = target + written * stride
      for index in 0..<hop - skipped { out[index * stride] = ready[index] }
      written += hop - skipped
      advance()
    }
    return written
  }

  /// Samples between what has come in and what has gone out, at most.
  static func delay(of format: ShortTimeFormat) -> Int { format.size }

  private func addFrame() {
    let size = format.size
    let source = UnsafeRawPointer(input + inputStart)
    let samples = UnsafeMutableRawPointer(transform.samples)
    for offset in stride(from: 0, to: size * 4, by: 32) {
      let product =
        source.loadUnaligned(fromByteOffset: offset, as: SIMD8<Float>.self)
        * UnsafeRawPointer(window).loadUnaligned(fromByteOffset: offset, as: SIMD8<Float>.self)
      samples.storeBytes(of: product, toByteOffset: offset, as: SIMD8<Float>.self)
    }
    transform.transform()
    gain.apply(to: transform.spectrum)
    transform.transformBack()
    let target = UnsafeMutableRawPointer(output + outputStart)
    let known = (size - format.hop) * 4
    for offset in stride(from: 0, to: size * 4, by: 32) {
      var product =
        UnsafeRawPointer(samples).loadUnaligned(fromByteOffset: offset, as: SIMD8<Float>.self)
        * UnsafeRawPointer(outWindow).loadUnaligned(fromByteOffset: offset, as: SIMD8<Float>.self)
      if offset < known { product += target.loadUnaligned(fromByteOffset: offset, as: SIMD8<Float>.self) }
      target.storeBytes(of: product, toByteOffset: offset, as: SIMD8<Float>.self)
    }
  }

  /// A hop on; what is still needed goes back to the beginning of the buffers when they are full.
  private func advance() {
    let size = format.size, hop = format.hop
    filled -= hop
    inputStart += hop
    outputStart += hop
    guard inputStart + size > capacity else { return }
    input.update(from: input + inputStart, count: filled)
    output.update(from: output + outputStart, count: size - hop)
    inputStart = 0
    outputStart = 0
  }
}
