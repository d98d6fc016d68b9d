// OffsetFit.swift
// The line through offsets that were measured at several places, some of which are wrong. A pure value.

/// What was measured at one place.
struct OffsetReading {
  /// A's frame in the middle of the stretch.
  let place: Double
  /// Of B against A there, in frames of A.
  let offset: Double
  /// `CorrelationPeak.strength`, `.rival`, `.isNegative`.
  let strength: Double
  let rival: Double
  let isNegative: Bool

  /// The same of another offset.
  func moved(by frames: Double) -> OffsetReading {
    OffsetReading(
      place: place, offset: offset + frames, strength: strength, rival: rival, isNegative: isNegative)
  }

  /// What the reading counts: from what has nothing in common to what is beyond doubt.
  var weight: Double { max(0, min(1, (strength - 5) / 7)) }
}

/// A line through most of the readings: offset(place) = `offset` + `slope` · place.
struct OffsetFit {
  private(set) var offset = 0.0
  /// Frames for each frame: how much faster B's clock ran.
  private(set) var slope = 0.0
  /// Indices of the readings that lie on the line.
  private(set) var members: [Int] = []
  /// The sum of what they count.
  private(set) var weight = 0.0

  /// Clocks differ by less: a tape by 0.3 %, quartz by a hundred times less.
  static let steepest = 0.003

  /// The line on which the readings of the largest weight lie (RANSAC of M. Fischler and R. Bolles, 1981, but with all
  /// pairs), then the regression through them.
  ///
  /// - Parameters:
  ///   - tolerance: frames from the line.
  ///   - part: frames of A; of the readings within one part only the best counts.
  ///   - least: frames from end to end by which a line has to rise; infinite: it has no slope.
  /// - Complexity: O(n³)
  init?(_ readings: [OffsetReading], tolerance: Double, part: Double, least: Double = 0.5) {
    let used = readings.indices.filter { readings[$0].weight > 0 }
      .sorted { readings[$0].place < readings[$1].place }
    guard !used.isEmpty else { return nil }
    func consider(_ offset: Double, _ slope: Double, handicap: Double) {
      var members: [Int] = [], weight = 0.0, best = (part: -1, weight: 0.0)
      for index in used {
        let reading = readings[index]
        guard abs(reading.offset - offset - slope * reading.place) <= tolerance else { continue }
        members.append(index)
        let number = Int(reading.place / part)
        if number != best.part {
          weight += best.weight
          best = (number, 0)
        }
        best.weight = max(best.weight, reading.weight)
      }
      weight += best.weight
      guard weight - handicap > self.weight else { return }
      (self.offset, self.slope, self.members, self.weight) = (offset, slope, members, weight)
    }
    for one in used { consider(readings[one].offset, 0, handicap: 0) }
    // A line that holds no more than a constant is none.
    for one in least.isFinite ? used : [] {
      for other in used where readings[other].place > readings[one].place {
        let slope =
          (readings[other].offset - readings[one].offset) / (readings[other].place - readings[one].place)
        guard slope != 0, abs(slope) <= Self.steepest else { continue }
        consider(readings[one].offset - slope * readings[one].place, slope, handicap: 1e-9)
      }
    }
    guard !members.isEmpty else { return nil }
    regress(members.map { (readings[$0].place, readings[$0].offset, readings[$0].weight) }, least)
  }

  /// The weighted least squares through the members. One place, or two that a chance has put there, give no slope.
  private mutating func regress(_ points: [(x: Double, y: Double, w: Double)], _ least: Double) {
    let sum = points.reduce(0) { $0 + $1.w }
    let x = points.reduce(0) { $0 + $1.w * $1.x } / sum, y = points.reduce(0) { $0 + $1.w * $1.y } / sum
    let spread = points.reduce(0) { $0 + $1.w * ($1.x - x) * ($1.x - x) }
    slope = 0
    if least.isFinite, points.count > 2, spread > 0 {
      slope = points.reduce(0) { $0 + $1.w * ($1.x - x) * ($1.y - y) } / spread
      let rest = points.reduce(0) { sum, point in
        let miss = point.y - y - slope * (point.x - x)
        return sum + point.w * miss * miss
      }
      let error = (rest / Double(points.count - 2) / spread).squareRoot()
      let reach = points.map(\.x).max()! - points.map(\.x).min()!
      // Four times what chance gives, more where few points tell what that is: else nothing drifts.
      let certain = 4 * (1 + 8 / Double(points.count - 2))
      if abs(slope) * reach < least || abs(slope) < certain * error { slope = 0 }
    }
    offset = y - slope * x
  }
}

extension Alignment {
  /// The alignment after a line through what was left of the offset.
  func moved(by fit: OffsetFit) -> Alignment {
    var moved = self
    moved.offsetFrames += fit.offset + fit.slope * offsetFrames
    moved.driftPpm = ((1 + driftPpm / 1e6) / (1 + fit.slope) - 1) * 1e6
    return moved
  }
}
