// NoiseFollower.swift
// Lets the reduction know how the noise of one channel is, before the samples come there: they wait here meanwhile, for some
// seconds. Bounded memory; the output does not depend on the sizes of blocks. One thread at a time.
// Unsafe: the buffers have the sizes that stand where they are made, and belong to this object.

/// One channel on its way to the analysis, and its noise.
final class NoiseFollower {
  private let format: ShortTimeFormat
  /// How the noise is in the samples that are given on.
  let estimate: any NoiseEstimate
  private let kernels: SpectralKernels
  private let transform: RealPairTransform
  private let window: [Float]
  /// Samples that wait, `filled` of them; there is room for one more step.
  private let waiting: UnsafeMutablePointer<Float>
  private var filled = 0
  let step: Int
  /// Samples between what has come in and what has gone out, at most.
  let delay: Int

  /// Steps within the reach of an estimate.
  static func steps(_ format: ShortTimeFormat, reach: Double, sampleRate: Int) -> Int {
    // Headers may promise any rate; at those of recordings there are less than 50.
    min(max(1, Int((reach * Double(sampleRate) / Double(step(format))).rounded())), 1024)
  }

  /// Samples that come out at once: two windows.
  static func step(_ format: ShortTimeFormat) -> Int { 2 * format.size }

  /// Samples between what has come in and what has gone out, at most.
  static func delay(_ format: ShortTimeFormat, reach: Double, sampleRate: Int) -> Int {
    (steps(format, reach: reach, sampleRate: sampleRate) + 1) * step(format)
  }

  /// - Parameter estimate: belongs to this object.
  init(
    _ format: ShortTimeFormat, sampleRate: Int, kernels: SpectralKernels = .best,
    _ estimate: any NoiseEstimate
  ) {
    self.format = format
    self.kernels = kernels
    self.estimate = estimate
    transform = RealPairTransform(size: format.size)
    window = format.window()
    step = Self.step(format)
    delay = Self.delay(format, reach: estimate.reach, sampleRate: sampleRate)
    waiting = .allocate(capacity: delay + 8)
    waiting.initialize(repeating: 0, count: delay + 8)
  }

  deinit { waiting.deallocate() }

  /// Takes in samples, and gives those whose noise is known on, in order, after `estimate` has been set for them.
  ///
  /// - Parameter next: takes a step of samples.
  func process(
    _ samples: UnsafePointer<Float>, count: Int, stride: Int,
    next: (_ samples: UnsafePointer<Float>, _ count: Int) -> Void
  ) {
    var taken = 0
    while taken < count {
      let part = min(count - taken, step - filled % step)
      kernels.takeIn(samples + taken * stride, part, stride, waiting + filled)
      taken += part
      filled += part
      guard filled % step == 0 else { break }
      listen()
      if filled == delay { release(step, next) }
    }
  }

  /// Gives the samples on that still wait.
  func finish(next: (_ samples: UnsafePointer<Float>, _ count: Int) -> Void) {
    while filled > 0 { release(min(step, filled), next) }
  }

  /// Lets the estimate know the windows of the last step.
  private func listen() {
    let hop = format.size / estimate.windowsPerSize
    // Two pairs a step, when windows overlap; then the first one begins in the step before, which is still there.
    for pair in 0..<estimate.windowsPerSize {
      let first = filled - step + 2 * pair * hop - (format.size - hop)
      guard first >= 0 else { continue }
      kernels.cutPair(waiting + first, format.size, hop, window, transform.first, transform.second)
      transform.transform()
      estimate.take(transform)
    }
  }

  private func release(_ count: Int, _ next: (UnsafePointer<Float>, Int) -> Void) {
    estimate.follow()
    next(waiting, count)
    filled -= count
    waiting.update(from: waiting + count, count: filled)
  }
}
