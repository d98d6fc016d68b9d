// RivalSearch.swift
// Whether two recordings that fit at one place fit as well at others: a sound that repeats itself exactly does. One thread.

import AudioFormats
import HostIO
import WaveformCore

/// Looks at other offsets, given one at which two recordings fit.
struct RivalSearch {
  /// An alignment, and how well it fits.
  struct Fit {
    let alignment: Alignment
    /// Of the places that were looked at, 0…1, those that lie on its line.
    let share: Double
    /// The share of the power there, 0…1, that is not alike.
    let rest: Double
    /// Frames in common.
    let overlap: Int
    /// Frames, about, that are alike.
    var explained: Double { share * Double(overlap) }
  }

  private let pair: SearchedPair
  private let candidates: OffsetCandidates
  private let lengthB: Int
  private let probe: OffsetProbe

  /// Places that are looked at.
  private static let places = 8
  /// Frames around a place whose likeness is measured.
  private static let window = 8_192
  /// Two fit equally well when `rest` of one is at most so many times that of the other, or 60 dB below the sound.
  static let factor = 1.5
  private static let unheard = 1e-6

  init(_ pair: SearchedPair, _ candidates: OffsetCandidates, lengthB: Int, probe: OffsetProbe) {
    self.pair = pair
    self.candidates = candidates
    self.lengthB = lengthB
    self.probe = probe
  }

  /// Of all that fit as well as `alignment` the one with the most in common, or, of those that have as much, with the
  /// smallest offset.
  ///
  /// - Returns: how much less the next one of them explains besides, as `CorrelationPeak.rival` has it; nil when the search
  ///   was stopped.
  func best(beside alignment: Alignment) throws(AudioFileError) -> (alignment: Alignment, rival: Double)? {
    guard let known = try fit(alignment) else { return pair.isStopped ? nil : (alignment, 0) }
    var fits = [known], equal = [known]
    let others = (candidates.offsets + candidates.rivals).map { offset in
      var other = alignment
      other.offsetFrames = offset
      return (alignment: other, overlap: overlap(other).count)
    }
    for other in others.sorted(by: { $0.overlap > $1.overlap }) {
      // Whatever follows has less in common than two that fit as well.
      if equal.count > 1, equal[1].overlap - candidates.reach > other.overlap { break }
      guard !fits.contains(where: { isNear($0.alignment, other.alignment, candidates.reach) }) else {
        continue
      }
      if let fit = try fit(other.alignment),
        !fits.contains(where: { isNear($0.alignment, fit.alignment, 64) })
      {
        fits.append(fit)
        equal = Self.best(of: fits)
      }
      if pair.isStopped { return nil }
    }
    guard let first = equal.first else { return (alignment, 0) }
    // What one with less in common leaves unexplained speaks against it, as in a correlation of all samples.
    let rival = equal.count > 1 ? (Double(equal[1].overlap) / Double(first.overlap)).squareRoot() : 0
    return (first.alignment, rival)
  }

  /// Those that fit best, and as well as each other, in their order.
  private static func best(of fits: [Fit]) -> [Fit] {
    // One that explains little may fit by chance.
    let explained = fits.map(\.explained).max()!
    let rest = fits.filter { $0.explained >= explained / 2 }.map(\.rest).min()!
    let like = fits.filter { $0.rest <= factor * rest + unheard }
    let share = like.map(\.share).max() ?? 0
    return like.filter { $0.share > 0.9 * share }
      .sorted {
        (-$0.overlap, abs($0.alignment.offsetFrames)) < (-$1.overlap, abs($1.alignment.offsetFrames))
      }
  }

  private func isNear(_ one: Alignment, _ other: Alignment, _ frames: Int) -> Bool {
    abs(one.offsetFrames - other.offsetFrames) < Double(frames)
  }

  /// How well an alignment fits, which is off by a few frames at most afterwards.
  ///
  /// - Returns: nil when it does not, or when the search was stopped.
  private func fit(_ alignment: Alignment) throws(AudioFileError) -> Fit? {
    let stretch = overlap(alignment)
    guard stretch.count >= probe.window else { return nil }
    let b = pair.aligned(alignment)
    let margin = min(probe.window / 2, stretch.count / 4)
    let places = candidates.places(
      Self.places, in: stretch, offset: alignment.offsetFrames, margin: margin)
    var readings: [OffsetReading] = []
    for (number, place) in places.enumerated() {
      if pair.isStopped { return nil }
      if let reading = try probe.reading(b, shift: 0, around: place) { readings.append(reading) }
      // Where nothing fits at the first places there is no need to look at the others.
      if number == 2, !readings.contains(where: { $0.weight > 0.5 }) { return nil }
    }
    guard let line = OffsetFit(readings, tolerance: 12, part: 1), line.weight > Double(places.count) / 4
    else { return nil }
    let moved = alignment.moved(by: line)
    let rest = try rest(moved, at: line.members.map { Int(readings[$0].place) })
    return Fit(
      alignment: moved, share: line.weight / Double(places.count), rest: rest, overlap: overlap(moved).count)
  }

  /// The median of what is not alike at some places, 0…1.
  private func rest(_ alignment: Alignment, at places: [Int]) throws(AudioFileError) -> Double {
    var exact = alignment
    exact.offsetFrames.round()
    let isWhole = pair.a.sampleRate == pair.b.sampleRate && alignment.driftPpm == 0
    let b = pair.aligned(isWhole ? exact : alignment)
    var rests: [Double] = []
    for place in places {
      let range = place - Self.window / 2..<place + Self.window / 2
      let lines = (a: try pair.line(pair.a, range), b: try pair.line(b, range))
      let sums = LineProducts(lines.a, lines.b), energies = sums.aa * sums.bb
      rests.append(energies > 0 ? 1 - sums.ab * sums.ab / energies : 1)
    }
    return rests.sorted()[rests.count / 2]
  }

  private func overlap(_ alignment: Alignment) -> FrameRange {
    alignment.overlap(
      lengthA: pair.lengthA, rateA: pair.a.sampleRate, lengthB: lengthB, rateB: pair.b.sampleRate)
  }
}
