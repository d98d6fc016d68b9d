// PieceSearch.swift
// Where a recording from which something was cut, or into which something was put, lies piece by piece. One thread.

import AudioFormats
import HostIO
import WaveformCore

/// Looks for offsets at places all over A, given one at which the greater part lies.
struct PieceSearch {
  private let pair: SearchedPair
  private let candidates: OffsetCandidates
  private let alignment: Alignment
  private let probe: OffsetProbe
  /// Envelopes around a place are looked for in all of B.
  private let changes: (a: [Float], b: [Float])
  private let correlator: Correlator?

  /// Places that are looked at.
  private static let most = 64
  /// Seconds of the envelope around a place.
  private static let stretch = 5.0
  /// Frames of a window, and of half of that around a border where its place is looked for.
  private static let window = 16_384, border = 2_048
  /// Frames by which offsets of one piece may differ.
  private let tolerance: Double

  /// A place that fits.
  private struct Found {
    let place: Int, offset: Double
  }

  /// Places that follow each other and lie at one offset, which may wander a little.
  private struct Run {
    let offset: Double
    var latest: Double
    var places: [Int]
  }

  /// - Parameters:
  ///   - alignment: its drift, gain and polarity are those of all pieces.
  ///   - isStepped: pieces lie whole frames apart; else offsets within a few frames of each other are one that wanders.
  init(_ pair: SearchedPair, _ candidates: OffsetCandidates, _ alignment: Alignment, isStepped: Bool) {
    tolerance = isStepped ? 0.5 : 12
    self.pair = pair
    self.candidates = candidates
    self.alignment = alignment
    probe = OffsetProbe(pair, window: Self.window, reach: min(8_192, Self.window / 2))
    let steps = max(4, Int(Double(pair.a.sampleRate) / candidates.envelopes.a.step))
    changes = (candidates.envelopes.a.changes(reach: steps), candidates.envelopes.b.changes(reach: steps))
    let around = Int(2 * Self.stretch * Double(pair.a.sampleRate) / candidates.envelopes.a.step)
    correlator = changes.b.isEmpty ? nil : Correlator(fitting: changes.b.count + around)
  }

  /// The pieces in the order of A, which do not overlap there.
  ///
  /// - Returns: none when there are fewer than two; nil when the search was stopped.
  func pieces() throws(AudioFileError) -> [Alignment.Piece]? {
    guard pair.lengthA >= 4 * Self.window else { return [] }
    var runs: [Run] = []
    for found in try places() ?? [] {
      if pair.isStopped { return nil }
      if let last = runs.last, abs(last.latest - found.offset) <= tolerance {
        runs[runs.count - 1].places.append(found.place)
        runs[runs.count - 1].latest = found.offset
      } else {
        runs.append(Run(offset: found.offset, latest: found.offset, places: [found.place]))
      }
    }
    if pair.isStopped { return nil }
    runs = withoutStrays(runs)
    guard runs.count > 1 else { return [] }
    var pieces: [Alignment.Piece] = []
    for (index, run) in runs.enumerated() {
      let offset = offset(of: run), laid = pair.overlap(offset)
      let before = index > 0 ? runs[index - 1] : nil, after = index + 1 < runs.count ? runs[index + 1] : nil
      var from: Int?, to: Int?
      if let before, isNear(before, run) {
        from = try seam(before, run)?.upperBound
      } else {
        from = try border(offset, from: run.places[0], to: max(before?.places.last! ?? 0, laid.lowerBound))
      }
      if let after, isNear(run, after) {
        to = try seam(run, after)?.lowerBound
      } else {
        to = try border(
          offset, from: run.places.last!, to: min(after?.places[0] ?? pair.lengthA, laid.upperBound))
      }
      guard let from, let to else { return nil }
      let start = max(from, laid.lowerBound, pieces.last?.frames.upperBound ?? 0)
      let end = min(to, laid.upperBound)
      guard end > start else { continue }
      let depth = try DepthSums.of(pair.a, source(offset), start..<end) { pair.isStopped }.decibels
      if pair.isStopped { return nil }
      pieces.append(Alignment.Piece(frames: start..<end, offsetFrames: offset, nullDepth: depth))
    }
    return Alignment.proven(pieces)
  }

  /// Where B begins for a run: as far between frames as elsewhere, where nothing drifts.
  private func offset(of run: Run) -> Double {
    guard alignment.driftPpm == 0, pair.a.sampleRate == pair.b.sampleRate else { return run.offset }
    return alignment.offsetFrames + (run.offset - alignment.offsetFrames).rounded() + 0
  }

  /// Runs, without those of a single place within a piece: a sound that occurs twice fits elsewhere by chance.
  private func withoutStrays(_ runs: [Run]) -> [Run] {
    var result: [Run] = []
    for (index, run) in runs.enumerated() {
      if run.places.count == 1, let last = result.last, index + 1 < runs.count,
        abs(runs[index + 1].offset - last.latest) <= tolerance
      {
        continue
      }
      if let last = result.last, abs(run.offset - last.latest) <= tolerance {
        result[result.count - 1].places += run.places
        result[result.count - 1].latest = run.latest
      } else {
        result.append(run)
      }
    }
    return result
  }

  // MARK: Places

  /// - Returns: those that fit somewhere, in their order; nil when the search was stopped.
  private func places() throws(AudioFileError) -> [Found]? {
    let b = source(0)
    let count = min(Self.most, pair.lengthA / Self.window)
    var known = [alignment.offsetFrames], found: [Found] = []
    for part in 0..<count {
      if pair.isStopped { return nil }
      let place = loudest(in: pair.lengthA * part / count..<pair.lengthA * (part + 1) / count)
      // The piece at hand goes on; else an earlier one, or another place of B.
      var offset = try offset(at: place, among: known, b)
      if offset == nil { offset = try self.offset(at: place, among: alike(place), b) }
      guard let offset else { continue }
      known.removeAll { abs($0 - offset) <= tolerance }
      known.insert(offset, at: 0)
      found.append(Found(place: place, offset: offset))
    }
    return found
  }

  /// The first of some offsets that fits there, to the frame.
  private func offset(at place: Int, among offsets: [Double], _ b: AlignedSource) throws(AudioFileError)
    -> Double?
  {
    for offset in offsets.prefix(4) {
      let reading = try probe.reading(b, shift: Int(offset.rounded()), around: place)
      if let reading, reading.weight > 0.7 { return reading.offset }
    }
    return nil
  }

  /// Where A is loudest in a range, away from its ends.
  private func loudest(in range: FrameRange) -> Int {
    let margin = min(Self.window / 2, range.count / 4)
    var best = (place: (range.lowerBound + range.upperBound) / 2, level: Float(0))
    let step = max(1, Int(candidates.envelopes.a.step), range.count / 100)
    for place in stride(from: range.lowerBound + margin, to: range.upperBound - margin, by: step) {
      let level = candidates.envelopes.a.level(at: Double(place))
      if level > best.level { best = (place, level) }
    }
    return best.place
  }

  /// Offsets at which B's envelope is most like A's around a place.
  private func alike(_ place: Int) -> [Double] {
    guard let correlator else { return [] }
    let step = candidates.envelopes.a.step
    let middle = Int(Double(place) / step), reach = Int(Self.stretch * Double(pair.a.sampleRate) / step)
    let stretch = max(0, middle - reach)..<min(changes.a.count, middle + reach)
    guard stretch.count > reach / 2 else { return [] }
    let correlation = correlator.correlate(.plain, Array(changes.a[stretch]), changes.b)
    let lags = 1 - changes.b.count...stretch.count - 1
    return CorrelationPeak.several(3, of: correlation, lags: lags, apart: 4, weight: { _ in 1 }).map {
      Double($0.lag + stretch.lowerBound) * step
    }
  }

  // MARK: Borders

  /// The last frame at which an offset fits, on the way from a place at which it does to one at which it need not.
  ///
  /// - Returns: nil when the search was stopped.
  private func border(_ offset: Double, from place: Int, to limit: Int) throws(AudioFileError) -> Int? {
    let b = source(offset)
    var fits = place, ends = limit
    if try isAlike(b, around: limit) { return limit }
    if try !isAlike(b, around: place) {
      // The window was placed by its other half.
      (fits, ends) = (place + (limit > place ? -1 : 1) * Self.window / 2, place)
    }
    while abs(ends - fits) > Self.border / 2 {
      if pair.isStopped { return nil }
      let middle = (fits + ends) / 2
      if try isAlike(b, around: middle) { fits = middle } else { ends = middle }
    }
    return try exact(b, around: (fits + ends) / 2, isEnd: limit > place)
  }

  /// Whether two runs that follow each other lie so near that one is like the other about their border.
  private func isNear(_ one: Run, _ other: Run) -> Bool {
    let gap = offset(of: other) - offset(of: one)
    return abs(gap) <= Double(Self.border) && abs(gap - gap.rounded()) < 1e-6
  }

  /// The frames between two runs, which B lacks; none where it has more: where the sum of (a − b)² to either side is least.
  ///
  /// - Returns: nil when the search was stopped.
  private func seam(_ one: Run, _ other: Run) throws(AudioFileError) -> FrameRange? {
    let gap = max(0, Int((offset(of: other) - offset(of: one)).rounded()))
    let first = source(offset(of: one)), second = source(offset(of: other))
    // A window may have been placed by the half of it that lies beyond the border.
    let start = max(one.places[0] - Self.window / 2, one.places.last! - Self.window / 2, 0)
    let end = min(pair.lengthA, max(one.places.last!, other.places[0] - gap) + Self.window / 2)
    var frame = start, sum = 0.0, least = 0.0, best = frame
    while frame < end {
      if pair.isStopped { return nil }
      let range = frame..<min(end, frame + 65_536), moved = range.lowerBound + gap..<range.upperBound + gap
      let before = (a: try pair.line(pair.a, range), b: try pair.line(first, range))
      let behind = (a: try pair.line(pair.a, moved), b: try pair.line(second, moved))
      for index in 0..<range.count {
        let misses = (Double(before.a[index] - before.b[index]), Double(behind.a[index] - behind.b[index]))
        sum += misses.0 * misses.0 - misses.1 * misses.1
        if sum < least { (least, best) = (sum, range.lowerBound + index + 1) }
      }
      frame = range.upperBound
    }
    return best..<best + gap
  }

  private func isAlike(_ b: AlignedSource, around middle: Int) throws(AudioFileError) -> Bool {
    let range = max(0, middle - Self.border / 2)..<min(pair.lengthA, middle + Self.border / 2)
    let lines = (a: try pair.line(pair.a, range), b: try pair.line(b, range))
    let sums = LineProducts(lines.a, lines.b)
    return sums.ab > 0.5 * (sums.aa * sums.bb).squareRoot()
  }

  /// The border to the frame: where the sum of (a − b)² on its side and of a² on the other one is least.
  private func exact(_ b: AlignedSource, around middle: Int, isEnd: Bool) throws(AudioFileError) -> Int {
    let range = max(0, middle - Self.border)..<min(pair.lengthA, middle + Self.border)
    let lines = (a: try pair.line(pair.a, range), b: try pair.line(b, range))
    var (sum, least, best) = (0.0, 0.0, range.lowerBound)
    for index in 0..<range.count {
      let (x, y) = (Double(lines.a[index]), Double(lines.b[index]))
      sum += (y * y - 2 * x * y) * (isEnd ? 1 : -1)
      if sum < least { (least, best) = (sum, range.lowerBound + index + 1) }
    }
    return best
  }

  /// B as loud as A and the same way up, where it begins at an offset.
  private func source(_ offset: Double) -> AlignedSource {
    var laid = alignment
    laid.offsetFrames = offset
    return pair.aligned(laid)
  }
}
