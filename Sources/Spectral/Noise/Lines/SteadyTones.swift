// SteadyTones.swift
// Which tones a few seconds of a recording hold all the time, beneath everything else. A pure value; the
// meter belongs to one thread.

import Glibc

/// What some seconds of one channel say of its tones.
struct SteadyTones {
  /// A tone whose phase goes on evenly, and that is there while others pause.
  struct Tone {
    /// Hz.
    let frequency: Double
    /// 1 is full scale.
    let amplitude: Double
  }

  /// Those that are low enough to tell a hum by, from the lowest on.
  let tones: [Tone]
  /// For each bin the amplitude that it and its neighbours have in their quiet moments.
  private let quiet: [Float]
  /// For each bin the amplitude that is usual in it and beside it.
  private let usual: [Float]
  /// Hz from bin to bin.
  private let step: Double

  /// Bins on either side that a tone is held against, without the nearest ones: harmonics of mains are 17
  /// bins apart and more.
  private static let near = 4...9
  /// How far a tone stands out of them.
  private static let outstanding: Float = 2.5
  /// Bins on either side that cannot be told from a tone while it is followed, and the part of what is usual
  /// there that it has at least: tones of hums had 0.47 and more on the development set, and those that a
  /// note beside them hides 0.2 and less.
  private static let beside = 3, audible: Float = 0.3

  /// The amplitude of a tone at `frequency` in its quiet moments, where one stands out and can be followed;
  /// nil otherwise.
  func amplitude(at frequency: Double) -> Double? {
    let place = frequency / step, bin = Int(place.rounded())
    guard bin > Self.near.upperBound, bin + Self.near.upperBound < quiet.count else { return nil }
    guard quiet[bin] >= Self.outstanding * Self.median(around: bin, of: quiet),
      quiet[bin] >= Self.audible * usual[bin]
    else { return nil }
    return Double(quiet[bin]) / LineFinder.response(place - Double(bin))
  }

  private static func median(around bin: Int, of numbers: [Float]) -> Float {
    let sorted = near.flatMap { [numbers[bin - $0], numbers[bin + $0]] }.sorted()
    return sorted[sorted.count / 2]
  }

  /// Cuts samples into long windows, as `LineFinder` does.
  final class Meter {
    /// Hz up to which a hum is told by its tones, and up to which it reaches.
    private static let told = 1200.0
    static let highest = 8000.0
    /// Windows from which on there is something to say.
    static let leastWindows = 12
    /// The part of all windows in which a tone is louder than its amplitude.
    private static let quiet = 0.2
    /// The least part of its median amplitude that a tone has in its quiet moments, and how steadily its
    /// phase goes on: 1 is that of a sine, and speech and notes have 0.4 and less over five seconds.
    private static let steadiness: Float = 0.35, coherence = 0.6
    /// How far a tone stands out of its neighbourhood.
    private static let outstanding: Float = 2
    /// Windows that have no sample in common.
    private static let lag = 4

    private let size: Int
    private let step: Double
    private let weights: [Float]
    private let scale: Double
    private let transform: RealPairTransform
    private let binCount: Int

    /// - Parameter sampleRate: frames per second, > 0.
    init(sampleRate: Int) {
      size = LineFinder.size(sampleRate: sampleRate)
      step = Double(sampleRate) / Double(size)
      let hann = HannWindow.weights(size)
      weights = hann.map { Float($0) }
      scale = 2 / hann.reduce(0, +)
      transform = RealPairTransform(size: size)
      binCount = min(size / 2, Int(Self.highest / step) + SteadyTones.near.upperBound + 1)
    }

    /// - Parameter samples: some five seconds: in more than that the highest harmonics of mains go elsewhere.
    /// - Returns: nil where there are too few.
    func measure(_ samples: [Float]) -> SteadyTones? {
      let starts = Array(stride(from: 0, through: samples.count - size, by: size / Self.lag))
      guard starts.count >= Self.leastWindows else { return nil }
      let windows = spectra(samples, starts)
      let amplitudes = windows.map { $0.map { Float($0.magnitude) } }
      var column = [Float](repeating: 0, count: starts.count)
      func quantile(_ part: Double, _ value: (Int) -> Float) -> Float {
        for window in column.indices { column[window] = value(window) }
        let rank = Int(part * Double(column.count))
        return column.withUnsafeMutableBufferPointer {
          $0.baseAddress.map { Selection.find(rank, of: $0, starts.count) } ?? 0
        }
      }
      let bins = 0..<binCount
      let alone = bins.map { bin in quantile(Self.quiet) { amplitudes[$0][bin] } }
      func loudest(within reach: Int, of bin: Int, in window: Int) -> Float {
        amplitudes[window][max(0, bin - reach)...min(bin + reach, binCount - 1)].max() ?? 0
      }
      let around = bins.map { bin in quantile(Self.quiet) { loudest(within: 1, of: bin, in: $0) } }
      let usual = bins.map { bin in
        quantile(0.5) { loudest(within: SteadyTones.beside, of: bin, in: $0) }
      }
      let reach = SteadyTones.near.upperBound
      let low = reach + 1..<min(binCount - reach, max(reach + 1, Int(Self.told / step)))
      let tones = low.compactMap { bin -> Tone? in
        guard alone[bin] > 0, alone[bin] >= max(alone[bin - 1], alone[bin + 1]),
          alone[bin] > Self.outstanding * SteadyTones.median(around: bin, of: alone),
          alone[bin] > Self.steadiness * quantile(0.5, { amplitudes[$0][bin] })
        else { return nil }
        let advance = self.advance(of: bin, windows)
        guard advance.magnitude > Self.coherence else { return nil }
        let offset = atan2(advance.im, advance.re) / (2 * .pi)
        return Tone(frequency: (Double(bin) + offset) * step, amplitude: Double(alone[bin]))
      }
      return SteadyTones(tones: tones, quiet: around, usual: usual, step: step)
    }

    /// How the phase goes on from window to window, each counted once however loud it is. A window later the
    /// phase of a bin's own frequency is the same.
    private func advance(of bin: Int, _ windows: [[Complex]]) -> Complex {
      var sum = Complex(0, 0)
      for (one, next) in zip(windows, windows.dropFirst(Self.lag)) {
        let product = next[bin] * one[bin].conjugate
        if product.magnitude > 0 { sum = sum + product * (1 / product.magnitude) }
      }
      return sum * (1 / Double(windows.count - Self.lag))
    }

    private func spectra(_ samples: [Float], _ starts: [Int]) -> [[Complex]] {
      var windows: [[Complex]] = []
      for index in stride(from: 0, to: starts.count, by: 2) {
        let pair = (starts[index], starts[min(index + 1, starts.count - 1)])
        for place in 0..<size {
          transform.first[place] = LineFinder.limited(samples[pair.0 + place]) * weights[place]
          transform.second[place] = LineFinder.limited(samples[pair.1 + place]) * weights[place]
        }
        transform.transform()
        let values = (0..<binCount).map { transform.values($0) }
        windows.append(values.map { $0.first * scale })
        if pair.0 != pair.1 { windows.append(values.map { $0.second * scale }) }
      }
      return windows
    }
  }
}
