// RulerStep.swift
// The distances that labels of a ruler may have, for each way to write time: round numbers of what is counted.

/// A distance between two labels.
struct RulerStep {
  /// In seconds, frames or labels of video frames, whichever the format counts.
  var size: Double
  /// Minor intervals in a major one.
  let divisions: Int
  /// Digits behind the point.
  let decimals: Int

  /// From the least to the greatest.
  static func steps(for format: TimeFormat) -> [RulerStep] {
    switch format {
    case .clock: clock
    case .seconds: fractions(6) + decimals(from: 1)
    case .frames: decimals(from: 1)
    default: video(format.videoRate!)
    }
  }

  private static let clock = fractions(6) + sixtieths(each: 1, divisions: 5)

  /// 1, 2 and 5 of each power of ten below 1.
  private static func fractions(_ digits: Int) -> [RulerStep] {
    stride(from: digits, through: 1, by: -1).flatMap { decimals in
      let unit = (0..<decimals).reduce(1.0) { unit, _ in unit * 10 }
      return [(1, 5), (2, 4), (5, 5)].map {
        RulerStep(size: Double($0.0) / unit, divisions: $0.1, decimals: decimals)
      }
    }
  }

  /// 1, 2 and 5 of each power of ten up to those that no recording reaches.
  private static func decimals(from unit: Double) -> [RulerStep] {
    (0..<15).flatMap { power in
      let unit = (0..<power).reduce(unit) { unit, _ in unit * 10 }
      return [(1, 5), (2, 4), (5, 5)].map {
        RulerStep(size: Double($0.0) * unit, divisions: $0.1, decimals: 0)
      }
    }
  }

  /// Seconds, minutes, hours and days, where a second counts `each`, divided into `divisions`.
  private static func sixtieths(each: Int, divisions: Int) -> [RulerStep] {
    let steps: [(Int, Int)] = [
      (1, divisions), (2, 4), (5, 5), (10, 5), (15, 3), (30, 6), (60, 6), (120, 4), (300, 5), (600, 5),
      (900, 3), (1800, 6), (3600, 6), (7200, 4), (10_800, 3), (21_600, 6), (43_200, 6), (86_400, 6),
      (172_800, 4), (432_000, 5), (864_000, 5), (8_640_000, 5), (86_400_000, 5), (864_000_000, 5),
      (8_640_000_000, 5),
    ]
    return steps.map { RulerStep(size: Double($0.0 * each), divisions: $0.1, decimals: 0) }
  }

  /// Parts of a video frame, some of them, then as the clock has it.
  private static func video(_ rate: VideoRate) -> [RulerStep] {
    let few: [(Int, Int)] =
      switch rate.nominal {
      case 24: [(1, 4), (2, 2), (4, 4), (12, 6)]
      case 25: [(1, 5), (5, 5)]
      default: [(1, 5), (2, 2), (5, 5), (10, 5), (15, 3)]
      }
    return fractions(4) + few.map { RulerStep(size: Double($0.0), divisions: $0.1, decimals: 0) }
      + sixtieths(each: rate.nominal, divisions: rate.nominal == 24 ? 4 : 5)
  }
}
