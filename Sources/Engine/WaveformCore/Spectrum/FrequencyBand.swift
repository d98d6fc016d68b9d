// FrequencyBand.swift
// The frequencies that a selection or a mark is about. A value.

/// A range of frequencies, in hertz.
public struct FrequencyBand: Hashable, Sendable {
  /// ≥ 0, finite; `low` ≤ `high`.
  public let low: Double, high: Double

  /// - Returns: nil for what is no range of frequencies.
  public init?(low: Double, high: Double) {
    guard low.isFinite, high.isFinite, low >= 0, low <= high else { return nil }
    self.low = low
    self.high = high
  }

  /// The frequencies between two places of a lane in steps that can be read: of 0.1 Hz, from 1 kHz on of 1 Hz. What the
  /// recording does not have is left out.
  ///
  /// - Returns: nil where there is nothing between them.
  public init?(between one: Double, and other: Double, sampleRate: Int) {
    func place(_ frequency: Double) -> Double {
      let frequency = min(max(frequency, 0), Double(sampleRate) / 2)
      return frequency < 1000 ? (frequency * 10).rounded() / 10 : frequency.rounded()
    }
    guard one.isFinite, other.isFinite else { return nil }
    self.init(low: place(min(one, other)), high: place(max(one, other)))
    if isEmpty { return nil }
  }

  /// In Hz.
  public var width: Double { high - low }
  public var isEmpty: Bool { low == high }

  /// One of its two edges.
  public enum Edge: Sendable { case low, high }

  /// The edge within `tolerance` rows of `y` on an axis; the nearer one if both are.
  public func edge(near y: Double, tolerance: Double, on axis: FrequencyAxis) -> Edge? {
    let low = abs(axis.y(of: low) - y), high = abs(axis.y(of: high) - y)
    guard min(low, high) <= tolerance else { return nil }
    return low < high ? .low : .high
  }

  /// The rows of a lane that it covers; nil when it is out of view.
  public func rows(on axis: FrequencyAxis) -> Range<Int>? {
    let top = axis.y(of: high), bottom = axis.y(of: low)
    guard bottom > 0, top < Double(axis.height) else { return nil }
    let first = Int(max(top, 0).rounded(.down))
    return first..<max(first + 1, Int(min(bottom, Double(axis.height)).rounded(.up)))
  }

  /// As it is read: "300 Hz – 3 kHz", "1.2 – 3.4 kHz".
  public var text: String {
    let texts = [low, high].map(FrequencyText.short)
    let units = texts.map { $0.split(separator: "\u{202F}") }
    // A unit that both have stands once.
    return units[0].last == units[1].last
      ? "\(units[0][0])\u{2009}–\u{2009}\(texts[1])" : "\(texts[0])\u{2009}–\u{2009}\(texts[1])"
  }

  /// The notes nearest to its edges: "D4 – A7"; empty where one of them has no pitch.
  public var notes: String {
    guard low >= 8, high < 1e6 else { return "" }
    return [low, high].map { Pitch.name(of: Int(Pitch.number(of: $0).rounded())) }.joined(
      separator: "\u{2009}–\u{2009}")
  }
}
