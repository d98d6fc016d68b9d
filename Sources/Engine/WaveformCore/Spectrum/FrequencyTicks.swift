// FrequencyTicks.swift
// The frequency ruler of a lane: which frequencies have a tick, on which device pixel, and what is written beside it. A
// pure value.

import Glibc

/// The ticks of one lane, from top to bottom.
public struct FrequencyTicks: Equatable, Sendable {
  public struct Tick: Equatable, Sendable {
    /// In Hz.
    public let frequency: Double
    /// The row of the tick, from the top of the lane.
    public let y: Int
    /// Nil for a tick without a label, between two with labels.
    public let label: String?
    /// The first row of the label. Labels are centered on their ticks, as far as the lane has room.
    public let labelTop: Int
  }

  public let ticks: [Tick]

  /// - Parameters:
  ///   - labelHeight: of a line of text, in device pixels.
  ///   - overhang: device pixels by which labels may reach out of the lane, above and below.
  public init(_ axis: FrequencyAxis, labelHeight: Int, overhang: Int = 0) {
    let labelHeight = max(labelHeight, 1)
    var ticks: [Tick] = []
    func isFree(_ y: Int, of distance: Int) -> Bool {
      ticks.allSatisfy { abs($0.y - y) >= ($0.label == nil ? min(distance, labelHeight / 2) : distance) }
    }
    // The roundest frequencies first: each later one takes only the room that is left, so that where an axis is dense it
    // has its round numbers, and more of them where it is wide.
    for step in Self.steps(axis) {
      // The finer ones only where the rounder ones leave an axis almost bare.
      guard ticks.count < 3 || !step.isFine else { break }
      for frequency in step.frequencies where frequency >= axis.range.low && frequency <= axis.range.high {
        let y = Self.row(of: frequency, axis)
        guard isFree(y, of: labelHeight * 3 / 2) else { continue }
        let top = max(-overhang, min(y - labelHeight / 2, axis.height + overhang - labelHeight))
        ticks.append(
          Tick(frequency: frequency, y: y, label: Self.text(frequency, axis.scale), labelTop: top))
      }
    }
    let labelled = ticks.count
    let least = max(labelHeight / 3, 4)
    for step in Self.steps(axis) {
      let rows = step.frequencies.filter { $0 >= axis.range.low && $0 <= axis.range.high }
        .map { ($0, Self.row(of: $0, axis)) }
      let fits = rows.filter { row in ticks.allSatisfy { abs($0.y - row.1) >= least } }
      for (frequency, y) in fits where ticks.allSatisfy({ abs($0.y - y) >= least }) {
        ticks.append(Tick(frequency: frequency, y: y, label: nil, labelTop: y))
      }
      if ticks.count > 4 * max(labelled, 4) { break }
    }
    self.ticks = ticks.sorted { $0.y < $1.y }
  }

  private static func row(of frequency: Double, _ axis: FrequencyAxis) -> Int {
    min(max(Int(axis.y(of: frequency).rounded(.down)), 0), axis.height - 1)
  }

  private static func text(_ frequency: Double, _ scale: FrequencyScale) -> String {
    scale == .notes
      ? Pitch.name(of: Int(Pitch.number(of: frequency).rounded())) : FrequencyText.label(frequency)
  }

  /// Frequencies that may have a tick.
  private struct Step {
    let frequencies: [Double]
    /// True when they have labels only if rounder ones are not in range.
    var isFine = false
  }

  /// The roundest ones first.
  private static func steps(_ axis: FrequencyAxis) -> [Step] {
    let range = axis.range
    switch axis.scale {
    case .notes:
      let first = Int(Pitch.number(of: range.low).rounded(.up))
      let last = Int(Pitch.number(of: range.high).rounded(.down))
      guard first <= last else { return [] }
      // C of each octave, then what divides an octave most plainly: G and E, the white keys, all.
      let order: [(Set<Int>, Bool)] = [
        ([0], false), ([7, 4], true), ([2, 5, 9, 11], true), ([1, 3, 6, 8, 10], true),
      ]
      return order.map { parts, isFine in
        Step(
          frequencies: (first...last).filter { parts.contains((($0 % 12) + 12) % 12) }
            .map { Pitch.frequency(of: Double($0)) }, isFine: isFine)
      }
    case .linear:
      // One step for the whole axis: the finest whose labels have room.
      let most = max(Double(axis.height) / 24, 1)
      let span = range.high - range.low
      let steps = [1.0, 2, 5].flatMap { unit in (0...5).map { unit * pow(10, Double($0)) } }.sorted()
      let step = steps.first { span / $0 <= most } ?? 500_000
      let finer = steps.last { $0 < step && (step / $0).truncatingRemainder(dividingBy: 1) == 0 } ?? step
      return [
        Step(frequencies: multiples(of: step, range)),
        Step(frequencies: multiples(of: finer, range), isFine: true),
      ]
    case .logarithmic, .mel:
      // Powers of ten, then 1-2-5, then finer and finer multiples. A mel is some hertz at the lower end, where powers of
      // ten would crowd.
      let powers = axis.scale == .mel ? 2...5 : 1...5
      func products(_ units: [Double], isFine: Bool = false) -> Step {
        Step(
          frequencies: powers.flatMap { power in units.map { $0 * pow(10, Double(power)) } }, isFine: isFine)
      }
      let span = range.high - range.low
      let fine = [1.0, 5, 10, 50, 100, 500].first { span < 40 * $0 }.map { multiples(of: $0, range) } ?? []
      return [
        Step(frequencies: [0]), products([1]), products([5]), products([2]),
        products([1, 2, 3, 4, 5, 6, 7, 8, 9], isFine: true), Step(frequencies: fine, isFine: true),
      ]
    }
  }

  private static func multiples(of step: Double, _ range: FrequencyRange) -> [Double] {
    let first = (range.low / step).rounded(.up), last = (range.high / step).rounded(.down)
    guard first <= last, last - first < 4096 else { return [] }
    return stride(from: first, through: last, by: 1).map { $0 * step }
  }
}
