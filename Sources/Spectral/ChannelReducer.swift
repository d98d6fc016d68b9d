// ChannelReducer.swift
// Reduces the noise of one channel, block by block: cuts windows, two at a time, has their spectra weighted, and lays
// them over one another again. Blocks may have any size; what comes out is the same. One thread at a time.
// Unsafe: buffers are as large as said where they are made, and belong to this object.

/// One channel on its way through the short-time Fourier transform.
final class ChannelReducer {
  private let format: ShortTimeFormat
  private let transform: PairTransform
  private let gain: SpectralGain
  private let window: UnsafeMutablePointer<Float>
  /// The window with the scale of transform and overlap.
  private let outWindow: UnsafeMutablePointer<Float>
  /// The last samples that came in; `filled` of them, and `pairSize` are needed.
  private let input: UnsafeMutablePointer<Float>
  private var inputStart = 0
  private var filled: Int
  /// What windows have added up to; the first two hops from `outputStart` on are complete after each pair.
  private let output: UnsafeMutablePointer<Float>
  private var outputStart = 0
  private let capacity: Int
  /// Samples of output before the first one of the recording.
  private var lead: Int

  init(format: ShortTimeFormat, mean: [Float], deviation: [Float], settings: NoiseReductionSettings) {
    self.format = format
    transform = PairTransform(size: format.size)
    gain = SpectralGain(format: format, mean: mean, deviation: deviation, settings: settings)
    let size = format.size
    capacity = size * 8
    window = .allocate(capacity: size)
    outWindow = .allocate(capacity: size)
    input = .allocate(capacity: capacity + SpectralVector.scalarCount)
    output = .allocate(capacity: capacity)
    input.initialize(repeating: 0, count: capacity + SpectralVector.scalarCount)
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

  /// Samples that two windows lie in.
  private var pairSize: Int { format.size + format.hop }

  /// Takes in samples, and hands out as many as have become ready.
  ///
  /// - Parameters:
  ///   - samples: `count` of them, `stride` apart; nil: silence.
  ///   - target: takes at most `count + 2 * hop` samples, `stride` apart.
  /// - Returns: samples that were written.
  func process(
    _ samples: UnsafePointer<Float>?, count: Int, stride: Int, into target: UnsafeMutablePointer<Float>
  ) -> Int {
    let step = 2 * format.hop
    var (taken, written) = (0, 0)
    while taken < count {
      let part = min(count - taken, pairSize - filled)
      take(samples.map { $0 + taken * stride }, count: part, stride: stride)
      taken += part
      guard filled == pairSize else { break }
      addPair()
      let skipped = min(lead, step)
      lead -= skipped
      let ready = output + outputStart + skipped
      let out = target + written * stride
      for index in 0..<step - skipped { out[index * stride] = ready[index] }
      written += step - skipped
      advance(step)
    }
    return written
  }

  /// Samples between what has come in and what has gone out, at most.
  static func delay(of format: ShortTimeFormat) -> Int { format.size + format.hop }

  private func take(_ samples: UnsafePointer<Float>?, count: Int, stride: Int) {
    let place = input + inputStart + filled
    filled += count
    guard let samples else { return place.update(repeating: 0, count: count) }
    var done = 0
    if stride == 2 {
      // Of sixteen numbers the last is the other channel's, and may be none of the block's.
      while done + SpectralVector.scalarCount < count {
        let both = UnsafeRawPointer(samples + 2 * done).loadUnaligned(as: SIMD16<Float>.self)
        both.evenHalf.store(place, done)
        done += SpectralVector.scalarCount
      }
    }
    for index in done..<count { place[index] = samples[index * stride] }
    // What lies behind the last sample is written before it is read.
    for index in Swift.stride(from: 0, to: count, by: SpectralVector.scalarCount) {
      SpectralVector(place, index).limitedForPower.store(place, index)
    }
  }

  private func addPair() {
    let hop = format.hop
    let source = input + inputStart
    for index in stride(from: 0, to: format.size, by: SpectralVector.scalarCount) {
      let weight = SpectralVector(window, index)
      (SpectralVector(source, index) * weight).store(transform.first, index)
      (SpectralVector(source, hop + index) * weight).store(transform.second, index)
    }
    transform.transform()
    gain.apply(real: transform.real, imaginary: transform.imaginary)
    transform.transformBack()
    // The windows are laid over those before them; the last hop of each is the first there.
    let target = output + outputStart
    let known = format.size - hop
    for index in stride(from: 0, to: format.size + hop, by: SpectralVector.scalarCount) {
      var sum = index < known ? SpectralVector(target, index) : SpectralVector(repeating: 0)
      if index < format.size {
        sum += SpectralVector(transform.first, index) * SpectralVector(outWindow, index)
      }
      if index >= hop {
        sum += SpectralVector(transform.second, index - hop) * SpectralVector(outWindow, index - hop)
      }
      sum.store(target, index)
    }
  }

  /// So many samples on; what is still needed goes back to the beginning of the buffers when they are full.
  private func advance(_ step: Int) {
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
