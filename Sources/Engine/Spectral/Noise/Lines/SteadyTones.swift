// SteadyTones.swift
// Which tones a few seconds of a recording hold all the time, beneath everything else. A pure value; the
// meter belongs to one thread.
// Unsafe: reads and writes arrays within their counts.

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
      let count = starts.count, values = spectra(samples, starts)
      // The windows of a bin lie side by side, as a column.
      let amplitudes = values.map { Float($0.magnitude) }
      var column = [Float](repeating: 0, count: count)
      /// - Parameter reach: bins on either side of which the loudest counts, in each window.
      func quantile(_ part: Double, of bin: Int, reach: Int) -> Float {
        let bins = max(0, bin - reach)...min(bin + reach, binCount - 1)
        return amplitudes.withUnsafeBufferPointer { amplitudes in
          column.withUnsafeMutableBufferPointer { column in
            for window in 0..<count { column[window] = amplitudes[bins.lowerBound * count + window] }
            for other in bins.dropFirst() {
              for window in 0..<count {
                column[window] = max(column[window], amplitudes[other * count + window])
              }
            }
            let rank = Int(part * Double(count))
            return column.baseAddress.map { Selection.find(rank, of: $0, count) } ?? 0
          }
        }
      }
      let bins = 0..<binCount
      let alone = bins.map { quantile(Self.quiet, of: $0, reach: 0) }
      let around = bins.map { quantile(Self.quiet, of: $0, reach: 1) }
      let usual = bins.map { quantile(0.5, of: $0, reach: SteadyTones.beside) }
      let reach = SteadyTones.near.upperBound
      let low = reach + 1..<min(binCount - reach, max(reach + 1, Int(Self.told / step)))
      let tones = low.compactMap { bin -> Tone? in
        guard alone[bin] > 0, alone[bin] >= max(alone[bin - 1], alone[bin + 1]),
          alone[bin] > Self.outstanding * SteadyTones.median(around: bin, of: alone),
          alone[bin] > Self.steadiness * quantile(0.5, of: bin, reach: 0)
        else { return nil }
        let advance = Self.advance(of: values[bin * count..<(bin + 1) * count])
        guard advance.magnitude > Self.coherence else { return nil }
        let offset = atan2(advance.im, advance.re) / (2 * .pi)
        return Tone(frequency: (Double(bin) + offset) * step, amplitude: Double(alone[bin]))
      }
      return SteadyTones(tones: tones, quiet: around, usual: usual, step: step)
    }

    /// How the phase goes on from window to window, each counted once however loud it is. A window later the
    /// phase of a bin's own frequency is the same.
    ///
    /// - Parameter windows: of one bin.
    private static func advance(of windows: ArraySlice<Complex>) -> Complex {
      var sum = Complex(0, 0)
      for (one, next) in zip(windows, windows.dropFirst(lag)) {
        let product = next * one.conjugate
        if product.magnitude > 0 { sum = sum + product * (1 / product.magnitude) }
      }
      return sum * (1 / Double(windows.count - lag))
    }

    /// Of each bin its values in all windows, bin behind bin.
    private func spectra(_ samples: [Float], _ starts: [Int]) -> [Complex] {
      let count = starts.count
      var all = [Complex](repeating: Complex(0, 0), count: binCount * count)
      for index in stride(from: 0, to: count, by: 2) {
        let pair = (starts[index], starts[min(index + 1, count - 1)])
        for place in 0..<size {
          transform.first[place] = LineFinder.limited(samples[pair.0 + place]) * weights[place]
          transform.second[place] = LineFinder.limited(samples[pair.1 + place]) * weights[place]
        }
        transform.transform()
        for bin in 0..<binCount {
          let values = transform.values(bin)
          all[bin * count + index] = values.first * scale
          if pair.0 != pair.1 { all[bin * count + index + 1] = values.second * scale }
        }
      }
      return all
    }
  }
}
