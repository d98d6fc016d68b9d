// OnsetMemory.swift
// How much an estimate remembers of the frames before, band by band: less where sound begins. One channel, one direction of
// time; one thread.
// Unsafe: the kernels get rows that have room (`NumberRows`) and belong to this object.

/// The share of the frame before in a decision-directed ratio.
///
/// It is `memory`, and less where many bins of a band stand out of the noise at once, and did not before. (Of γ in one bin
/// that says little; of sixteen it does. Cohen and Berdugo 2001, "Speech enhancement for non-stationary noise
/// environments", look at such a neighbourhood for the presence of speech.)
final class OnsetMemory {
  // The constants were chosen on the development set (Benchmarks/measuring/development.py), white, pink, brown, fan,
  // babble and varying noise.

  /// The share where nothing begins.
  private static let memory: Float = 0.92
  /// The mean of γ/(1 + γ) over a band.
  struct Presence {
    /// In noise. What lies above it for long is taken off.
    let usual: Float
    /// From which on something begins, and where nothing is remembered.
    let low: Float, high: Float

    /// Where γ is against the noise's mean and a margin of its deviation.
    static let aboveMargin = Presence(usual: 0.35, low: 0.42, high: 0.6)
    /// Where γ is against the noise's mean: 0.40 in Gaussian noise. Beginnings must be clearer, or bass under brown noise
    /// loses 1.2 dB.
    static let aboveMean = Presence(usual: 0.43, low: 0.63, high: 0.86)
  }

  /// The share of a frame in what is usual: some 0.35 s.
  private static let pace: Float = 1 / 30
  /// The spread of a noise's power, in means of it, up to which an onset is believed, and from which on it is not: where
  /// clicks and voices are the noise, it begins all the time itself. Gaussian noise has 1.
  private static let spread: (low: Float, high: Float) = (1.3, 1.6)

  typealias Numbers = UnsafeMutablePointer<Float>

  private let presence: Presence
  private let bandCount: Int
  private let kernels: SpectralKernels
  private let rows: NumberRows
  /// What is usual in each band, and how much an onset counts there.
  private let usual: Numbers, trust: Numbers

  /// - Parameters:
  ///   - mean: power of the noise in each bin, and its standard deviation; ≥ 0.
  init(
    _ format: ShortTimeFormat, mean: [Float], deviation: [Float], _ presence: Presence,
    kernels: SpectralKernels
  ) {
    self.kernels = kernels
    self.presence = presence
    bandCount = format.bandCount
    rows = NumberRows(count: 2, length: bandCount)
    (usual, trust) = (rows[0], rows[1])
    for band in 0..<bandCount {
      let bins = band * 16..<band * 16 + 16
      let spread = bins.reduce(Float(0)) { $0 + deviation[$1] / max(mean[$1], 1e-20) } / 16
      trust[band] = min(max((Self.spread.high - spread) / (Self.spread.high - Self.spread.low), 0), 1)
    }
    reset()
  }

  /// Forgets the frames before.
  func reset() { usual.update(repeating: presence.usual, count: rows.length) }

  /// Takes the next frame.
  ///
  /// - Parameters:
  ///   - ratios: γ, not smoothed.
  ///   - memories: gets a number for each band; has room for whole vectors on either side.
  func take(_ ratios: UnsafePointer<Float>, into memories: UnsafeMutablePointer<Float>) {
    kernels.findPresence(ratios, memories, bandCount)
    kernels.smooth(memories, bandCount, bandCount, 1)
    kernels.findMemories(
      memories, usual, trust, bandCount, Self.memory, Self.pace, presence.usual, presence.low,
      presence.high)
  }
}
