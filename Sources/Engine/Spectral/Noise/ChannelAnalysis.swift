// ChannelAnalysis.swift
// The first half of noise reduction in one channel: cuts windows, two at a time, and finds their spectra and gains. The
// spectra do not depend on the sizes of blocks. One thread at a time.
// Unsafe: each buffer has the size that stands where it is made, and belongs to this object.

/// One channel on its way into the short-time Fourier transform.
///
/// Before its first sample and behind its last one a recording is continued by its mirror image: taken for silence, what
/// begins in the middle of a sound would fade in.
final class ChannelAnalysis {
  private let format: ShortTimeFormat
  private let kernels: SpectralKernels
  private let transform: RealPairTransform
  private let gain: any GainEstimator
  private let pairs: SpectrumPairs
  private let window: UnsafeMutablePointer<Float>
  /// The last samples that came in. There are `filled` of them from `inputStart` on; a pair of windows needs `pairSize`.
  private let input: UnsafeMutablePointer<Float>
  private var inputStart = 0
  private var filled = 0
  private let capacity: Int
  /// Samples that came in, without mirror images.
  private var taken = 0
  private var hasBeginning = false
  private var isNoiseKnown = true
  /// Pairs whose spectra, and whose gains, have been found.
  private var transformed = 0
  private(set) var weighted = 0

  /// Numbers behind the input that the kernels may overwrite: one vector.
  private static let room = 8

  /// - Parameters:
  ///   - gain: finds the gains; belongs to this object.
  ///   - pairs: takes what is found.
  init(
    format: ShortTimeFormat, _ gain: any GainEstimator, into pairs: SpectrumPairs,
    kernels: SpectralKernels = .best
  ) {
    self.format = format
    self.pairs = pairs
    self.kernels = kernels
    transform = RealPairTransform(size: format.size)
    self.gain = gain
    capacity = format.size * 8
    window = .allocate(capacity: format.size)
    input = .allocate(capacity: capacity + Self.room)
    input.initialize(repeating: 0, count: capacity + Self.room)
    for (index, value) in format.window().enumerated() { (window + index).initialize(to: value) }
  }

  deinit {
    window.deallocate()
    input.deallocate()
  }

  /// Samples that two successive windows cover.
  private var pairSize: Int { format.size + format.hop }
  /// Samples in front of the first one: the first window ends with the first hop.
  private var lead: Int { format.size - format.hop }

  /// Samples between what has come in and what can be made of the pairs whose gains are known, at most: two windows and
  /// the pairs after them.
  static func delay(of format: ShortTimeFormat, pairs: Int = 1) -> Int {
    format.size + (1 + 2 * pairs) * format.hop
  }

  /// Takes the noise to be as an estimate has it from now on.
  func follow(_ noise: any NoiseEstimate) {
    gain.follow(noise.factors)
    isNoiseKnown = noise.isKnown
  }

  /// Takes in samples.
  ///
  /// - Parameter samples: `count` of them, `stride` apart.
  func take(_ samples: UnsafePointer<Float>, count: Int, stride: Int) {
    var done = 0
    while done < count {
      // The first ones wait for all of which they need the mirror image.
      if taken == 0 { filled = lead }
      let part = min(count - done, hasBeginning ? pairSize - filled : lead - taken)
      kernels.takeIn(samples + done * stride, part, stride, input + inputStart + filled)
      filled += part
      taken += part
      done += part
      if !hasBeginning, taken == lead { mirrorBeginning() }
      transformPairs()
    }
  }

  /// Continues the recording by its mirror image until the gains of all windows that reach into it are known. Call it once,
  /// after the last sample.
  func finish() {
    guard taken > 0 else { return }
    if !hasBeginning { mirrorBeginning() }
    let end = inputStart + filled
    // What lies before the place at hand is still there, as far as it is needed: see `move`.
    let kept = UnsafeMutableBufferPointer(start: input, count: end)
    let available = min(end, lead + taken)
    var image = (0..<Self.delay(of: format)).map { index in
      // Back and forth, where there is less than that.
      let turn = index % (2 * available)
      return kept[turn < available ? end - 1 - turn : end - 2 * available + turn]
    }
    transformPairs()
    image.withUnsafeMutableBufferPointer { image in
      var done = 0
      while done < image.count {
        let part = min(image.count - done, pairSize - filled)
        (input + inputStart + filled).update(from: image.baseAddress! + done, count: part)
        filled += part
        done += part
        transformPairs()
      }
    }
    weighted = gain.finish(transformed, of: pairs)
  }

  /// Puts the mirror image of the first samples before them: all that there are, back and forth.
  private func mirrorBeginning() {
    let first = input + inputStart + lead, count = min(taken, lead)
    for index in 0..<lead {
      let turn = index % (2 * count)
      first[-1 - index] = first[turn < count ? turn : 2 * count - 1 - turn]
    }
    hasBeginning = true
  }

  private func transformPairs() {
    while hasBeginning, filled >= pairSize {
      kernels.cutPair(
        input + inputStart, format.size, format.hop, window, transform.first, transform.second)
      let (real, imaginary) = pairs.spectrum(transformed)
      transform.transform(into: (real, imaginary))
      pairs.setNoiseKnown(isNoiseKnown, of: transformed)
      // The mirror image of bin 0 is itself.
      real[format.size] = real[0]
      imaginary[format.size] = imaginary[0]
      weighted = gain.take(transformed, of: pairs)
      transformed += 1
      move(on: 2 * format.hop)
    }
  }

  /// Moves on by `step` samples. When the buffer is full, what is still needed is copied to its beginning: what comes next,
  /// and what `finish` mirrors.
  private func move(on step: Int) {
    filled -= step
    inputStart += step
    guard inputStart + pairSize > capacity else { return }
    let before = format.size
    input.update(from: input + inputStart - before, count: before + filled)
    inputStart = before
  }
}
