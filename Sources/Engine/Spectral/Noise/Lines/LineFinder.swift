// LineFinder.swift
// Finds the steady lines of a noise: those that stand far out of their neighbourhood, and are as loud all the time. A
// pure function of samples; one thread.

import Glibc

/// The search for lines in a stretch of noise.
struct LineFinder {
  /// The power from which on a bin is a line, in medians of its neighbourhood.
  private static let least = 60.0
  /// The spread of its amplitude over the windows, in means of it.
  private static let spread = 0.35
  /// Bins on either side that are its neighbourhood: 86 Hz. A third of them at most are those of other harmonics of mains.
  private static let reach = 32
  /// The most lines that are followed; the strongest ones.
  static let most = 64
  /// The most windows that are looked at: of some 4.5 s.
  private static let mostWindows = 48
  /// Windows that show whether something is steady, at least.
  private static let leastWindows = 4

  private let sampleRate: Int
  private let size: Int
  private let weights: [Double]
  /// A whole turn.
  private let cosines: [Double]

  init(sampleRate: Int) {
    self.sampleRate = sampleRate
    size = Self.size(sampleRate: sampleRate)
    weights = HannWindow.weights(size)
    cosines = (0..<size).map { [size] in cos(2 * .pi * Double($0) / Double(size)) }
  }

  /// Samples of a window, 0.37 s: harmonics of 50 Hz are 18 bins apart, and the window reaches over two.
  static func size(sampleRate: Int) -> Int {
    min(ShortTimeFormat(sampleRate: sampleRate).size * 8, ShortTimeFormat.sizes.upperBound)
  }

  /// The lines in `samples`, from the lowest on; none where there are too few samples to tell.
  ///
  /// - Parameter known: lines that are known already, and come first.
  func lines(in samples: [Float], besides known: [NoiseLine] = []) -> [NoiseLine] {
    // Nearer than two windows can tell apart it is the same one.
    let apart = 2 * Double(sampleRate) / Double(size)
    let others = ownLines(in: samples).filter { line in
      !known.contains { abs($0.frequency - line.frequency) < apart }
    }
    let strongest = (known + others.sorted { $0.amplitude > $1.amplitude }).prefix(Self.most)
    return strongest.sorted { $0.frequency < $1.frequency }
  }

  private func ownLines(in samples: [Float]) -> [NoiseLine] {
    let all = stride(from: 0, through: samples.count - size, by: size / 4)
    let starts = Array(all.prefix(Self.mostWindows))
    guard starts.count >= Self.leastWindows else { return [] }
    let powers = meanPowers(samples, starts)
    return peaks(of: powers).compactMap { line(near: $0, in: samples, starts) }
  }

  private func meanPowers(_ samples: [Float], _ starts: [Int]) -> [Double] {
    let transform = RealPairTransform(size: size)
    var sums = [Double](repeating: 0, count: size / 2 + 1)
    for index in stride(from: 0, to: starts.count, by: 2) {
      let pair = (starts[index], starts[min(index + 1, starts.count - 1)])
      for place in 0..<size {
        transform.first[place] = Self.limited(samples[pair.0 + place]) * Float(weights[place])
        transform.second[place] = Self.limited(samples[pair.1 + place]) * Float(weights[place])
      }
      transform.transform()
      for bin in sums.indices {
        let powers = transform.powers(bin)
        sums[bin] += powers.first + (pair.0 == pair.1 ? 0 : powers.second)
      }
    }
    return sums
  }

  /// Bins that stand out of their neighbourhood, and are the highest ones there.
  private func peaks(of powers: [Double]) -> [Int] {
    (3..<max(3, powers.count - 3)).filter { bin in
      let power = powers[bin]
      guard power > 0, power == powers[bin - 2...bin + 2].max() else { return false }
      let near = powers[max(0, bin - Self.reach)..<min(powers.count, bin + Self.reach + 1)].sorted()
      return power >= Self.least * near[near.count / 2]
    }
  }

  /// The line at a bin; nil when it is not steady.
  private func line(near bin: Int, in samples: [Float], _ starts: [Int]) -> NoiseLine? {
    let turn = 2 * Double.pi * Double(bin) / Double(size)
    let scale = 2 / weights.reduce(0, +)
    let parts = starts.map { start -> (re: Double, im: Double) in
      var (re, im, place) = (0.0, 0.0, 0)
      // From the window's own beginning: the bin has whole turns in it.
      for index in 0..<size {
        let value = Double(Self.limited(samples[start + index])) * weights[index]
        re += value * cosines[place]
        im -= value * cosines[place < size / 4 ? place + size - size / 4 : place - size / 4]
        place += bin
        if place >= size { place -= size }
      }
      return (re * scale, im * scale)
    }
    let amplitudes = parts.map { ($0.re * $0.re + $0.im * $0.im).squareRoot() }
    let mean = amplitudes.reduce(0, +) / Double(amplitudes.count)
    let variance = amplitudes.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(amplitudes.count)
    guard mean > 0, variance.squareRoot() <= Self.spread * mean else { return nil }
    // How far the phase goes from window to window, beyond what the bin's own frequency goes.
    let step = Double(size / 4)
    var (re, im) = (0.0, 0.0)
    for (one, next) in zip(parts, parts.dropFirst()) {
      re += next.re * one.re + next.im * one.im
      im += next.im * one.re - next.re * one.im
    }
    let advance = (atan2(im, re) - turn * step).remainder(dividingBy: 2 * .pi)
    let frequency = turn + advance / step
    let offset = (frequency - turn) * Double(size) / (2 * .pi)
    guard abs(offset) < 1 else { return nil }
    return NoiseLine(
      frequency: frequency * Double(sampleRate) / (2 * .pi), amplitude: mean / Self.response(offset))
  }

  /// What is left of a tone's amplitude in a bin of Hann's window that lies `offset` bins away, less than 1.5.
  static func response(_ offset: Double) -> Double {
    guard abs(offset) > 1e-6 else { return 1 }
    guard abs(abs(offset) - 1) > 1e-6 else { return 0.5 }
    return sin(.pi * offset) / (.pi * offset) / (1 - offset * offset)
  }

  static func limited(_ sample: Float) -> Float {
    sample.isFinite ? min(max(sample, -1e6), 1e6) : 0
  }
}
