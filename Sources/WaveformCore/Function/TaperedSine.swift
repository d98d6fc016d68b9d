// TaperedSine.swift
// A wave that swells in the middle and lies still at its ends, and several of them as one figure. Pure values.

/// The tapered sine f(x) = A · sin(k·x − t) · (K / (K + x⁴))ᴷ.
///
/// The formula is the one with which F. M. De Stefano describes the waveform of Apple's Siri ("How I built the
/// SiriWaveJS library: a look at the math and the code"); there K is 4 and x runs from −2 to 2.
public struct TaperedSine: Hashable, Sendable {
  /// A, the greatest value that is possible: 0…2 on the function's page. No unit.
  public var amplitude: Double
  /// k, in radians per unit of x: 1…20 on the function's page.
  public var frequency: Double
  /// t, in radians: 0…40π on the function's page. As it grows the wave moves to the right.
  public var phase: Double
  /// K, at least 1: the greater, the steeper the wave dies away. No unit.
  public var taper: Int

  public init(amplitude: Double = 1, frequency: Double = 6, phase: Double = 0, taper: Int = 4) {
    self.amplitude = amplitude
    self.frequency = frequency
    self.phase = phase
    self.taper = taper
  }

  /// Where the wave has died away to less than 1/500 on either side, with K = 4.
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

/// One tapered sine at several heights over one another.
public struct SineFigure: Hashable, Sendable {
  public var wave: TaperedSine
  /// What the wave's amplitude is divided by, from the front curve to the rearmost; negative ones are mirrored, none
  /// is 0.
  public var attenuations: [Double]

  /// The value that reaches the top of the figure; greater than 0.
  public var limit: Double

  /// The front curve in full, and its echoes.
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
}
