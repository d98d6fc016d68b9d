// FollowedLine.swift
// Follows one line of a noise in amplitude and phase. A value; its owner gives it what was measured and asks it for what
// it has come to.

import Glibc

/// A line as it is in a recording: near what the profile says, but not quite, and not always.
///
/// What is measured is the mean of the recording in the line's own phase over windows of 0.19 s: a complex number that
/// stands still when the line has the frequency and amplitude of the profile. Sounds at the same frequency come and go
/// within a second, so the median over that time is the line's, real and imaginary part each, once they are turned by
/// what the frequency has moved meanwhile. Mains waver by 0.2 Hz, and a high harmonic of it by some hertz, slowly.
struct FollowedLine {
  /// Radians per sample.
  let turn: Double
  private let amplitude: Double
  /// Windows on either side of the one whose median it is.
  static let reach = 10
  /// How much louder than in the profile a line may become before that is taken for another sound, and how loud what is
  /// taken away is then.
  private static let most = 2.0

  /// What was measured last, with its index modulo the count; nil where there was too little of the recording.
  private var measured = [Complex?](repeating: nil, count: 2 * Self.reach + 1)
  /// What the line was at last, and its turn from one window to the next.
  private var last = Complex(0, 0)
  private(set) var drift = 0.0
  private var hasLast = false

  /// - Parameters:
  ///   - sampleRate: frames per second.
  init(_ line: NoiseLine, sampleRate: Int) {
    turn = 2 * .pi * line.frequency / Double(sampleRate)
    amplitude = line.amplitude
  }

  mutating func take(_ value: Complex?, at index: Int) { measured[index % measured.count] = value }

  /// The line at a window: twice what is to be taken away at its middle.
  ///
  /// - Parameters:
  ///   - index: of the window; `reach` windows behind it have been taken in.
  ///   - step: samples from window to window.
  ///   - size: samples of a window.
  mutating func value(at index: Int, step: Int, size: Int) -> Complex {
    let near = index - Self.reach...index + Self.reach
    func at(_ place: Int) -> Complex? { place < 0 ? nil : measured[place % measured.count] }
    // The turn from window to window, each counted once however loud it is.
    var sum = Complex(0, 0)
    for place in near.dropLast() {
      guard let one = at(place), let next = at(place + 1) else { continue }
      let product = next * one.conjugate
      let size = max(product.magnitude, amplitude * amplitude / 4)
      sum = sum + product * (1 / size)
    }
    if sum.magnitude > 0 { drift = atan2(sum.im, sum.re) }
    var (re, im): ([Double], [Double]) = ([], [])
    for place in near {
      guard let value = at(place) else { continue }
      let turned = value * Complex(turn: -drift * Double(place - index))
      re.append(turned.re)
      im.append(turned.im)
    }
    let expected = last * Complex(turn: drift)
    // The window sees less of what is not in its middle, and nothing two places from it.
    let offset = drift / Double(step) * Double(size) / (2 * .pi)
    guard !re.isEmpty, abs(offset) < 1.5 else { return expected }
    var found = Complex(Self.median(&re), Self.median(&im)) * (1 / LineFinder.response(offset))
    if !(found.magnitude <= Self.most * amplitude) {
      // Something else stands there for long. The line goes on as it was.
      found =
        hasLast ? expected : found.magnitude.isFinite ? found * (amplitude / found.magnitude) : Complex(0, 0)
    }
    last = found
    hasLast = true
    return found
  }

  /// Sorts by insertion: there are few.
  private static func median(_ numbers: inout [Double]) -> Double {
    for index in numbers.indices.dropFirst() {
      let number = numbers[index]
      var place = index
      while place > 0, numbers[place - 1] > number {
        numbers[place] = numbers[place - 1]
        place -= 1
      }
      numbers[place] = number
    }
    let middle = numbers.count / 2
    return numbers.count % 2 == 1 ? numbers[middle] : (numbers[middle - 1] + numbers[middle]) / 2
  }
}
