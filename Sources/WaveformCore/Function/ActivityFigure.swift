// ActivityFigure.swift
// The figures that say that something is being done, or how loud it is. Pure values: whoever draws asks for the one
// of a moment.

extension SineFigure {
  /// What shows that something is being done.
  ///
  /// - Parameters:
  ///   - seconds: since it began; the wave moves on with them.
  ///   - progress: 0…1, the wave grows with it; nil when nobody knows: it swells and falls then.
  public static func activity(after seconds: Double, progress: Double? = nil) -> SineFigure {
    let breath = sine(seconds * 2 * .pi / 2.4)
    let amplitude =
      progress.map { (0.3 + 0.6 * min(max($0, 0), 1)) * (1 + 0.1 * breath) } ?? (0.65 + 0.3 * breath)
    return SineFigure(TaperedSine(amplitude: amplitude, frequency: 6, phase: seconds * 5))
  }

  /// How loud something is.
  ///
  /// - Parameters:
  ///   - level: root mean square in full scale; −48 dB and less are a straight line, 0 dB fills the height.
  ///   - seconds: the wave moves on with them.
  public static func level(_ level: Float, after seconds: Double) -> SineFigure {
    let share = Double(level > 0 ? 1 + decibels(ofRatio: min(level, 1)) / 48 : 0)
    // A straight line is the same at any time, and not drawn again.
    guard share > 0 else {
      return SineFigure(TaperedSine(amplitude: 0, frequency: 7), attenuations: [1, -2])
    }
    return SineFigure(
      TaperedSine(amplitude: min(share, 1), frequency: 7, phase: seconds * 9), attenuations: [1, -2])
  }
}
