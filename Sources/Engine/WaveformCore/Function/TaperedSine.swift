// TaperedSine.swift
// A wave that swells in the middle and lies still at its ends, several of them as one figure, and the figures
// that show activity and loudness. Pure values: the view asks for the figure of a moment.
// The sine is computed without libm: it is the same on every machine, so pictures of it can be compared pixel
// by pixel.

/// The tapered sine f(x) = A · sin(k·x − t) · (K / (K + x⁴))ᴷ.
///
/// The formula is the one with which F. M. De Stefano describes the waveform of Apple's Siri ("How I built the
/// SiriWaveJS library: a look at the math and the code"); there K is 4 and x runs from −2 to 2.
public struct TaperedSine: Hashable, Sendable {
  /// A, the greatest possible value: 0…2 on the function's page. No unit.
  public var amplitude: Double
  /// k, in radians per unit of x: 1…20 on the function's page.
  public var frequency: Double
  /// t, in radians: 0…40π on the function's page. As it grows the wave moves to the right.
  public var phase: Double
  /// K, at least 1: the larger, the steeper the wave falls off. No unit.
  public var taper: Int

  public init(amplitude: Double = 1, frequency: Double = 6, phase: Double = 0, taper: Int = 4) {
    self.amplitude = amplitude
    self.frequency = frequency
    self.phase = phase
    self.taper = taper
  }

  /// With K = 4 the wave has fallen below 1/500 at both ends.
  public static let domain = -2.0...2.0

  /// f(`x`), −A…A; NaN where `x` is not finite.
  ///
  /// - Complexity: O(K)
  public func callAsFunction(_ x: Double) -> Double {
    let base = Double(taper) / (Double(taper) + x * x * x * x)
    var weight = 1.0
    for _ in 0..<max(taper, 1) { weight *= base }
    return amplitude * sine(frequency * x - phase) * weight
  }
}

/// One tapered sine drawn at several heights.
public struct SineFigure: Hashable, Sendable {
  public var wave: TaperedSine
  /// The divisors of the wave's amplitude, from the front curve to the rearmost. Negative ones mirror it;
  /// none may be 0.
  public var attenuations: [Double]

  /// The value that reaches the top of the figure; greater than 0.
  public var limit: Double

  /// The front curve at full height, and its echoes.
  public static let echoes: [Double] = [1, -2, 2, -4, 4]

  public init(
    _ wave: TaperedSine = TaperedSine(), attenuations: [Double] = Self.echoes, limit: Double = 1
  ) {
    self.wave = wave
    self.attenuations = attenuations
    self.limit = limit
  }

  /// One waveform for each attenuation, in their order.
  public func waveforms(steps: Int) -> [FunctionWaveform] {
    attenuations.map { attenuation in
      var wave = wave
      wave.amplitude /= attenuation
      return FunctionWaveform(over: TaperedSine.domain, steps: steps, limit: limit) { [wave] in wave($0) }
    }
  }

  // MARK: Activity and loudness

  /// The figure that shows activity.
  ///
  /// - Parameters:
  ///   - seconds: since the activity began; the wave moves with them.
  ///   - progress: 0…1, the height of the wave; nil when the progress is not known: it then rises and falls.
  public static func activity(after seconds: Double, progress: Double? = nil) -> SineFigure {
    let breath = sine(seconds * 2 * .pi / 2.4)
    let amplitude =
      progress.map { (0.3 + 0.6 * min(max($0, 0), 1)) * (1 + 0.1 * breath) } ?? (0.65 + 0.3 * breath)
    return SineFigure(TaperedSine(amplitude: amplitude, frequency: 6, phase: seconds * 5))
  }

  /// The figure that shows loudness.
  ///
  /// - Parameters:
  ///   - level: root mean square in full scale; −48 dB and less are a straight line, 0 dB fills the height.
  ///   - seconds: the wave moves with them.
  public static func level(_ level: Float, after seconds: Double) -> SineFigure {
    let share = Double(level > 0 ? 1 + decibels(ofRatio: min(level, 1)) / 48 : 0)
    // A straight line does not depend on the time, so it is not drawn again.
    guard share > 0 else {
      return SineFigure(TaperedSine(amplitude: 0, frequency: 7), attenuations: [1, -2])
    }
    return SineFigure(
      TaperedSine(amplitude: min(share, 1), frequency: 7, phase: seconds * 9), attenuations: [1, -2])
  }
}

/// sin `x`, `x` in radians, exact to about 10⁻¹³ for |`x`| below 10⁶; NaN for what is not finite.
///
/// - Complexity: O(1)
func sine(_ x: Double) -> Double {
  // π as a sum of two numbers: multiples of the first one are exact while they are small.
  let (high, low) = (3.141_592_621_803_283_7, 3.178_650_954_705_639e-8)
  let turns = (x / .pi).rounded()
  let rest = (x - turns * high) - turns * low
  let square = rest * rest
  // The series about 0, whose next term is below 10⁻¹³ at π/2.
  var term = rest
  var sum = rest
  for n in 1...9 {
    term *= -square / Double(2 * n * (2 * n + 1))
    sum += term
  }
  return turns.truncatingRemainder(dividingBy: 2) == 0 ? sum : -sum
}
