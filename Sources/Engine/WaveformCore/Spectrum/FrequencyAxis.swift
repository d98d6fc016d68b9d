// FrequencyAxis.swift
// Where frequencies stand in a lane: which row a frequency lies on, which frequencies a row stands for, and which bins of
// a spectrum it shows. Pure values.

import Glibc

/// How frequencies are spread over the height of a lane.
public enum FrequencyScale: String, Hashable, Sendable, CaseIterable {
  case linear
  case logarithmic = "log"
  /// Equal steps of pitch as they are heard (O'Shaughnessy 1987: 2595 log₁₀(1 + f/700)).
  case mel
  /// Equal height for each semitone; written as notes.
  case notes

  /// The place of a frequency in Hz along the axis, in the unit of the scale; rises with the frequency.
  public func place(of frequency: Double) -> Double {
    switch self {
    case .linear: frequency
    case .logarithmic: log2(max(frequency, 1e-3))
    case .mel: 2595 * log10(1 + max(frequency, 0) / 700)
    case .notes: Pitch.number(of: max(frequency, 1e-3))
    }
  }

  /// The frequency in Hz at a place.
  public func frequency(at place: Double) -> Double {
    switch self {
    case .linear: place
    case .logarithmic: exp2(place)
    case .mel: 700 * (pow(10, place / 2595) - 1)
    case .notes: Pitch.frequency(of: place)
    }
  }

  /// The frequencies that can be shown of a recording: up to half its sample rate. A scale of ratios never reaches 0 Hz.
  public func whole(sampleRate: Int) -> FrequencyRange {
    let top = Double(max(sampleRate, 1)) / 2
    switch self {
    case .linear, .mel: return FrequencyRange(low: 0, high: top)
    case .logarithmic: return FrequencyRange(low: min(20, top / 2), high: top)
    // From the lowest note of a piano.
    case .notes: return FrequencyRange(low: min(27.5, top / 2), high: top)
    }
  }
}

/// The frequencies between the two edges of a lane, in Hz.
public struct FrequencyRange: Hashable, Sendable {
  public let low: Double, high: Double

  /// - Parameters:
  ///   - low: 0 also for the lowest one that a scale can show.
  ///   - high: above `low`; infinite for the highest one of the recording.
  public init(low: Double, high: Double) {
    self.low = low
    self.high = high
  }
}

/// The frequencies of a lane, from its lowest row to its uppermost one.
public struct FrequencyAxis: Hashable, Sendable {
  public let scale: FrequencyScale
  /// What the axis can show at most, and what it shows.
  public let whole: FrequencyRange, range: FrequencyRange
  /// Rows of pixels; at least 1.
  public let height: Int
  /// Of the recording, in frames per second.
  public let sampleRate: Int

  /// - Parameter range: the wish; nil: everything. What the recording does not have is left out.
  public init(scale: FrequencyScale, range: FrequencyRange? = nil, height: Int, sampleRate: Int) {
    self.scale = scale
    self.height = max(height, 1)
    self.sampleRate = max(sampleRate, 1)
    let whole = scale.whole(sampleRate: sampleRate)
    self.whole = whole
    let wish = range.map {
      FrequencyRange(low: max($0.low, whole.low), high: $0.high.isFinite ? $0.high : max(whole.high, $0.low))
    }
    self.range = wish.map { Self.limited($0, scale, to: Self.reach(of: whole, with: $0)) } ?? whole
  }

  /// A wish may reach beyond the recording, so that lanes of several rates can be compared; then the rows there are empty.
  private static func reach(of whole: FrequencyRange, with wish: FrequencyRange) -> FrequencyRange {
    FrequencyRange(low: whole.low, high: max(whole.high, min(wish.high, 1e6)))
  }

  /// The nearest range within another one that is not too narrow to be shown.
  private static func limited(
    _ range: FrequencyRange, _ scale: FrequencyScale, to whole: FrequencyRange
  ) -> FrequencyRange {
    let (least, most) = (scale.place(of: whole.low), scale.place(of: whole.high))
    let first = scale.place(of: range.low), last = scale.place(of: range.high)
    guard first.isFinite, last.isFinite else { return whole }
    let length = min(max(last - first, (most - least) * Self.narrowest), most - least)
    // Within rounding.
    let near = (most - least) * 1e-9
    let low = min(max(first, least), most - length)
    // The edges themselves are kept as they are, not as rounding would make them.
    return FrequencyRange(
      low: low <= least + near ? whole.low : scale.frequency(at: low),
      high: low + length >= most - near ? whole.high : scale.frequency(at: low + length))
  }

  /// The shortest part of an axis that can be shown.
  private static let narrowest = 1.0 / 128

  /// Half the sample rate: there is nothing above it.
  public var highest: Double { Double(sampleRate) / 2 }

  // MARK: Rows

  /// The place of a frequency in rows from the top, as a fraction of rows; may lie outside the lane.
  public func y(of frequency: Double) -> Double {
    let (low, high) = (scale.place(of: range.low), scale.place(of: range.high))
    return (high - scale.place(of: frequency)) / (high - low) * Double(height)
  }

  /// The frequency in Hz at a place in rows from the top: 0 is the upper edge.
  public func frequency(atY y: Double) -> Double {
    let (low, high) = (scale.place(of: range.low), scale.place(of: range.high))
    return scale.frequency(at: high - y / Double(height) * (high - low))
  }

  /// The bins that each row shows, from the top: those whose frequencies it covers, or the nearest one where a row is
  /// narrower than a bin. Empty above half the sample rate.
  ///
  /// - Parameter bins: of a spectrum from 0 Hz to half the sample rate.
  /// - Complexity: O(height)
  public func binsOfRows(bins: Int) -> [Range<Int>] {
    guard bins > 1 else { return Array(repeating: 0..<0, count: height) }
    let perBin = highest / Double(bins - 1)
    // The edges themselves: half the sample rate may not be missed by the rounding of a logarithm.
    var upper = range.high
    return (0..<height).map { row in
      let lower = row + 1 == height ? range.low : frequency(atY: Double(row + 1))
      defer { upper = lower }
      guard lower < highest else { return 0..<0 }
      // The uppermost row of a lane that ends at half the sample rate has that frequency as well.
      let end = upper >= highest ? bins : Self.bin(upper / perBin, below: bins)
      let first = Self.bin(lower / perBin, below: bins)
      if first < end { return first..<end }
      let middle = frequency(atY: Double(row) + 0.5) / perBin
      let nearest = min(max(Int(middle.rounded()), 0), bins - 1)
      return nearest..<nearest + 1
    }
  }

  /// The first bin that is not below a place.
  private static func bin(_ place: Double, below bins: Int) -> Int {
    Int(min(max(place.rounded(.up), 0), Double(bins)))
  }

  /// The multiples of a frequency that can be told apart on the axis, from the second on.
  ///
  /// - Parameter distance: from one to the next, in rows.
  public func harmonics(of frequency: Double, distance: Double) -> [Double] {
    guard frequency > 1 else { return [] }
    var found: [Double] = []
    var (number, last) = (2.0, y(of: frequency))
    while number <= 64, frequency * number <= min(range.high, highest) {
      let y = y(of: frequency * number)
      guard last - y >= distance else { break }
      found.append(frequency * number)
      (number, last) = (number + 1, y)
    }
    return found
  }

  // MARK: Moving and zooming

  /// The range closer by a factor, with the frequency at `y` staying where it is.
  ///
  /// - Returns: nil for everything.
  public func zoomed(by factor: Double, aroundY y: Double) -> FrequencyRange? {
    let (low, high) = (scale.place(of: range.low), scale.place(of: range.high))
    let fixed = high - y / Double(height) * (high - low)
    return within(low: fixed - (fixed - low) / factor, high: fixed + (high - fixed) / factor)
  }

  /// The range moved so that what is seen moves down by some rows.
  ///
  /// - Returns: nil for everything.
  public func panned(byRows rows: Double) -> FrequencyRange? {
    let (low, high) = (scale.place(of: range.low), scale.place(of: range.high))
    let way = rows / Double(height) * (high - low)
    return within(low: low + way, high: high + way)
  }

  private func within(low: Double, high: Double) -> FrequencyRange? {
    let wish = FrequencyRange(low: scale.frequency(at: low), high: scale.frequency(at: high))
    let range = Self.limited(wish, scale, to: whole)
    return range == whole ? nil : range
  }
}
