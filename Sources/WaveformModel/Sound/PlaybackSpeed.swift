// PlaybackSpeed.swift
// The speeds that keys step through. Pure values.

/// How fast a recording is played, its pitch kept.
public enum PlaybackSpeed {
  public static let limits = 0.25...3.0

  /// Round numbers, closer together about 1.
  public static let steps = [0.25, 0.33, 0.5, 0.67, 0.75, 0.8, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3]

  /// The next step above `speed`, or below it; the last one again at the end.
  public static func step(from speed: Double, up: Bool) -> Double {
    up
      ? steps.first { $0 > speed + 0.001 } ?? limits.upperBound
      : steps.last { $0 < speed - 0.001 } ?? limits.lowerBound
  }

  /// Within the limits, to the hundredth.
  public static func rounded(_ speed: Double) -> Double {
    guard speed.isFinite else { return 1 }
    return (min(max(speed, limits.lowerBound), limits.upperBound) * 100).rounded() / 100
  }

  /// Such as "1.25×".
  public static func text(_ speed: Double) -> String {
    let hundredths = Int((speed * 100).rounded())
    var text = "\(hundredths / 100)"
    if hundredths % 100 != 0 {
      text += "." + "\(100 + hundredths % 100)".dropFirst()
      if text.hasSuffix("0") { text.removeLast() }
    }
    return text + "×"
  }
}
