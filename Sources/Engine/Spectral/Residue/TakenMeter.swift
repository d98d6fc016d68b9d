// TakenMeter.swift
// Measures by how much noise reduction lowered a noise: stretches of the recording before and after it. One
// thread at a time. What is kept of a window are two numbers, and two for each steady tone.

import Glibc
import WaveformCore

/// Measures what noise reduction took, by sound alone: not by what a gain or a profile meant to take.
///
/// A noise is what is left in quiet moments. So the rest of it is compared in the quietest tenth of all
/// windows of 46 ms, without the bins that the steady tones reach, and each tone by what its bin has in the
/// quietest fifth of windows of 0.37 s.
public final class TakenMeter {
  /// The parts of all windows that count, and windows that say something at least.
  private static let quietest = 0.1, quiet = 0.2
  private static let leastWindows = 20, leastLongWindows = 4

  private typealias Levels = (before: Double, after: Double)

  private let short: Windows, long: Windows
  /// Bins that no tone reaches.
  private let bins: [Int]
  /// The bins of the tones in long windows.
  private let tones: [Int]
  private var rests: [Levels] = []
  private var levels: [[Levels]]

  /// - Parameters:
  ///   - profile: that by which noise is reduced; nil: there was none.
  ///   - sampleRate: frames per second, > 0.
  public init(_ profile: NoiseProfile?, sampleRate: Int) {
    short = Windows(size: ShortTimeFormat(sampleRate: sampleRate).size)
    long = Windows(size: LineFinder.size(sampleRate: sampleRate))
    let lines = Set(profile?.channels.flatMap(\.lines).map(\.frequency) ?? [])
    func place(_ frequency: Double, _ size: Int) -> Int {
      Int((frequency * Double(size) / Double(sampleRate)).rounded())
    }
    let size = short.size, reached = Set(lines.flatMap { line in (-2...2).map { place(line, size) + $0 } })
    bins = (1..<size / 2).filter { !reached.contains($0) }
    tones = Set(lines.map { [long] in place($0, long.size) }).sorted().filter { [long] in
      (1..<long.size / 2).contains($0)
    }
    levels = tones.map { _ in [] }
  }

  /// Adds a stretch. Windows lie within it, so each should have a second or so.
  ///
  /// - Parameters:
  ///   - original, clean: of the same frames and channels.
  public func append(original: SampleSlice, clean: SampleSlice) {
    short.measure(original, clean, step: short.size / 2) { powers in
      let sum = bins.reduce(into: Levels(0, 0)) {
        $0.before += powers[$1].before
        $0.after += powers[$1].after
      }
      if sum.before > 0 { rests.append(sum) }
    }
    guard !tones.isEmpty else { return }
    long.measure(original, clean, step: long.size / 4) { powers in
      for (index, bin) in tones.enumerated() {
        let near = powers[bin - 1...bin + 1]
        levels[index].append((near.map(\.before).max() ?? 0, near.map(\.after).max() ?? 0))
      }
    }
  }

  /// What was taken, as far as it has been measured.
  public var taken: NoiseTaken { NoiseTaken(hum: hum, noise: noise) }

  private var noise: Int? {
    guard rests.count >= Self.leastWindows else { return nil }
    let count = max(1, Int(Self.quietest * Double(rests.count)))
    let quietest = rests.sorted { $0.before < $1.before }.prefix(count)
    return Self.lowered(
      quietest.reduce(into: Levels(0, 0)) {
        $0.before += $1.before
        $0.after += $1.after
      })
  }

  private var hum: Int? {
    guard let windows = levels.first?.count, windows >= Self.leastLongWindows else { return nil }
    let rank = Int(Self.quiet * Double(windows))
    return Self.lowered(
      levels.reduce(into: Levels(0, 0)) {
        $0.before += $1.map(\.before).sorted()[rank]
        $0.after += $1.map(\.after).sorted()[rank]
      })
  }

  private static func lowered(_ levels: Levels) -> Int? {
    guard levels.before > 0 else { return nil }
    return max(0, Int((10 * log10(levels.before / max(levels.after, levels.before * 1e-12))).rounded()))
  }

  /// Hann's windows of one size, over both sounds at once.
  private final class Windows {
    let size: Int
    private let weights: [Float]
    private let transform: RealPairTransform

    init(size: Int) {
      self.size = size
      weights = HannWindow.weights(size).map { Float($0) }
      transform = RealPairTransform(size: size)
    }

    /// - Parameter body: gets the powers of each bin of a window, of all channels together.
    func measure(
      _ original: SampleSlice, _ clean: SampleSlice, step: Int, _ body: ([Levels]) -> Void
    ) {
      let channels = min(original.channels, clean.channels)
      let frames = min(original.range.count, clean.range.count)
      for start in stride(from: 0, through: frames - size, by: step) {
        var powers = [Levels](repeating: (0, 0), count: size / 2 + 1)
        for channel in 0..<channels {
          cut(original, channel, start, into: transform.first)
          cut(clean, channel, start, into: transform.second)
          transform.transform()
          for bin in powers.indices {
            let found = transform.powers(bin)
            powers[bin].before += found.first
            powers[bin].after += found.second
          }
        }
        body(powers)
      }
    }

    private func cut(
      _ slice: SampleSlice, _ channel: Int, _ start: Int, into target: UnsafeMutablePointer<Float>
    ) {
      slice.withSamples { samples in
        for index in 0..<size {
          target[index] =
            LineFinder.limited(samples[(start + index) * slice.channels + channel]) * weights[index]
        }
      }
    }
  }
}
