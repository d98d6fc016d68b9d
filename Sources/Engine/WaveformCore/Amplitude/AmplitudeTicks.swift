// AmplitudeTicks.swift
// The vertical ruler of a lane: which amplitudes have a tick, on which device pixel, and where their labels
// are. A pure value. A tick lies on the row at which a waveform of its amplitude ends.

/// The ticks of one lane, from top to bottom.
public struct AmplitudeTicks: Equatable, Sendable {
  public struct Tick: Equatable, Sendable {
    /// The row of the tick, from the top of the lane.
    public let y: Int
    /// Nil for a tick without a label, between two with labels.
    public let label: String?
    /// The first row of the label. Labels are centered on their ticks, as far as the lane has room.
    public let labelTop: Int
  }

  public let ticks: [Tick]

  /// - Parameters:
  ///   - height: of the lane, in device pixels.
  ///   - labelHeight: of a line of text, in device pixels.
  ///   - overhang: device pixels by which labels may reach out of the lane, above and below.
  ///   - isMirrored: true when both halves show magnitudes: there are no negative amplitudes.
  public init(
    height: Int, amplitude: AmplitudeScale, labelHeight: Int, overhang: Int = 0, isMirrored: Bool = false
  ) {
    let rows = Rows(
      geometry: BarGeometry(height: height, amplitude: amplitude), labelHeight: max(labelHeight, 1),
      overhang: overhang)
    // Levels in decibels have no sign.
    let isSigned = amplitude.unit == .linear && !isMirrored
    let middle = Level(value: 0, text: amplitude.unit == .linear ? "0" : "\u{2212}\u{221E}")
    /// The levels that have room beside the label in the middle.
    func levels(_ step: Int) -> [Level] {
      Self.levels(amplitude, step: step).filter { rows.distance($0, middle) > rows.labelHeight * 5 / 4 }
    }
    let steps = Self.steps(amplitude)
    let fitting = steps.first { step, _ in
      let levels = levels(step)
      return !levels.isEmpty && rows.areApart(levels, by: rows.labelHeight * 2)
    }
    // When no two levels have room, a single one may.
    let single = steps.last { step, _ in !levels(step).isEmpty }
    let labelled = fitting.map { levels($0.labelled) } ?? single.map { [levels($0.labelled)[0]] } ?? []
    var ticks = height >= labelHeight ? [rows.tick(middle, isBelow: false)] : []
    for level in labelled {
      ticks.append(rows.tick(level, isBelow: false))
      ticks.append(rows.tick(isSigned ? level.negated : level, isBelow: true))
    }
    // The finest division of the step whose ticks are far enough apart.
    for part in fitting?.between ?? [] {
      let all = Self.levels(amplitude, step: part)
      guard rows.areApart(all + [middle], by: max(rows.labelHeight / 3, 3)) else { continue }
      for level in all where !labelled.contains(level) {
        ticks.append(rows.tick(level, isBelow: false, isLabelled: false))
        ticks.append(rows.tick(level, isBelow: true, isLabelled: false))
      }
      break
    }
    self.ticks = ticks.sorted { $0.y < $1.y }
  }

  /// An amplitude ≥ 0 and its label.
  private struct Level: Equatable {
    let value: Float
    let text: String

    var negated: Level { Level(value: value, text: "\u{2212}\(text)") }
  }

  // MARK: Levels

  /// Distances of labelled ticks, the finest first, with those of the ticks between them. Linear: thousandths
  /// of full scale; decibels: dB.
  private static func steps(_ amplitude: AmplitudeScale) -> [(labelled: Int, between: [Int])] {
    switch amplitude.unit {
    case .linear:
      [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000].map { step in
        (step, [10, 5, 4, 2].filter { step % $0 == 0 }.map { step / $0 })
      }
    case .decibels: [(3, [1]), (6, [1, 2, 3]), (12, [3, 6]), (24, [6, 12]), (48, [12, 24])]
    }
  }

  /// The amplitudes above 0 that are whole steps, from the edge of the lane towards its middle.
  private static func levels(_ amplitude: AmplitudeScale, step: Int) -> [Level] {
    switch amplitude.unit {
    case .linear:
      let largest = amplitude.edge * 1000 * (1 + 1e-5)
      // No screen has room for more.
      guard largest < 4096 * Float(step) else { return [] }
      return stride(from: Int(largest) / step * step, to: 0, by: -step).map {
        Level(value: Float($0) / 1000, text: decimal(thousandths: $0))
      }
    case .decibels:
      let top = -amplitude.gainInDecibels
      let first = Int((Double(top + 1e-3) / Double(step)).rounded(.down)) * step
      let last = Int((top + amplitude.floorInDecibels).rounded(.up))
      return stride(from: first, to: last, by: -step).map {
        let sign = $0 < 0 ? "\u{2212}" : $0 > 0 ? "+" : ""
        return Level(value: ratio(ofDecibels: Float($0)), text: sign + String(abs($0)))
      }
    }
  }

  /// Text such as "1", "0.5" or "0.025".
  private static func decimal(thousandths: Int) -> String {
    let (whole, rest) = thousandths.quotientAndRemainder(dividingBy: 1000)
    guard rest > 0 else { return String(whole) }
    var digits = String(String(1000 + rest).dropFirst())
    while digits.last == "0" { digits.removeLast() }
    return "\(whole).\(digits)"
  }

  // MARK: Rows

  private struct Rows {
    let geometry: BarGeometry
    let labelHeight: Int, overhang: Int

    /// The first row that a waveform of this amplitude covers, or the last one.
    func y(of level: Level, isBelow: Bool) -> Int {
      let y = geometry.y(of: level.value)
      return isBelow ? 2 * geometry.halfHeight - 1 - y : min(y, 2 * geometry.halfHeight - 1)
    }

    func labelTop(at y: Int) -> Int {
      max(-overhang, min(y - labelHeight / 2, 2 * geometry.halfHeight + overhang - labelHeight))
    }

    /// Rows from one label to the next one inwards, and from tick to tick: the smaller of both.
    func distance(_ outer: Level, _ inner: Level) -> Int {
      let (first, second) = (y(of: outer, isBelow: false), y(of: inner, isBelow: false))
      // Below the middle every row is one lower.
      return min(second - first, labelTop(at: second) - labelTop(at: first) - 1)
    }

    /// True when no two levels come closer than `distance`; from the edge inwards.
    func areApart(_ levels: [Level], by distance: Int) -> Bool {
      zip(levels, levels.dropFirst()).allSatisfy {
        y(of: $1, isBelow: false) - y(of: $0, isBelow: false) >= distance
      }
    }

    func tick(_ level: Level, isBelow: Bool, isLabelled: Bool = true) -> Tick {
      let y = y(of: level, isBelow: isBelow)
      return Tick(y: y, label: isLabelled ? level.text : nil, labelTop: labelTop(at: y))
    }
  }
}
