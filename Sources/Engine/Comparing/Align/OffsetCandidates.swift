// OffsetCandidates.swift
// Where B might lie on A's axis: from all samples of short recordings, from the envelopes of long ones. One thread.

import AudioFormats
import HostIO
import WaveformCore

/// Offsets that are worth a closer look, and the envelopes of both recordings.
struct OffsetCandidates {
  /// In frames of A, the likeliest first.
  let offsets: [Double]
  /// Others at which the envelopes are as much alike, those with the most in common first: where a sound repeats itself,
  /// one of these may be as right as the likeliest. None for short recordings, whose `peak` knows.
  let rivals: [Double]
  /// How far the true offset may be from one of them.
  let reach: Int
  /// The peak in all samples; nil for long recordings.
  let peak: CorrelationPeak?
  let envelopes: (a: EnvelopeCurve, b: EnvelopeCurve)

  /// How many are looked at.
  private static let most = 8
  /// Frames of both together up to which all samples are correlated: 40 MB.
  private static let mostSamples = 1 << 20
  /// Steps of both envelopes together: beyond, they become longer.
  private static let mostSteps = 1 << 19
  /// Seconds of a step, and to either side over which the mean level goes.
  private static let step = 0.02, slope = 1.0

  /// Correlates everything; nil when it was stopped.
  private init?(whole pair: SearchedPair) throws(AudioFileError) {
    let b = pair.aligned()
    let lineA = try pair.line(pair.a, 0..<pair.lengthA), lineB = try pair.line(b, 0..<pair.lengthB)
    let shorter = min(pair.lengthA, pair.lengthB)
    // Few frames in common fit by chance.
    let least = shorter / 8
    let correlator = Correlator(fitting: lineA.count + lineB.count)
    if pair.isStopped { return nil }
    let whitened = LagLikeness(correlator.correlate(.whitened, lineA, lineB), lineA, lineB, least: least)
    // Drift spreads the peak.
    let spread = max(2, Int(OffsetFit.steepest * Double(shorter)))
    var peak = whitened.peak(apart: spread), lag = whitened.strongest(1, apart: 16).first
    // What repeats itself exactly has a spectrum of lines, of which the weights know nothing.
    var reach = Int.max
    if pair.isStopped { return nil }
    let plain = LagLikeness(correlator.correlate(.plain, lineA, lineB), lineA, lineB, least: least / 8) {
      !pair.isStopped
    }
    if let likeliest = lag, case let equal = plain.equal(to: likeliest, apart: spread), equal.count > 1 {
      lag = equal[0]
      // The next repetition may be near.
      reach = max(64, 2 * spread)
      peak?.add(rival: plain.share(equal[1], of: equal[0]).squareRoot())
    }
    // What was not found because of that is no answer.
    if pair.isStopped { return nil }
    self.peak = peak
    self.reach = reach
    offsets = lag.map { [Double($0)] } ?? []
    rivals = []
    let step = max(1, min(512, shorter / 64))
    envelopes = (EnvelopeCurve(lineA, step: step), EnvelopeCurve(lineB, step: step))
  }

  /// Correlates envelopes; finds nothing when it was stopped.
  private init(_ pair: SearchedPair, _ peaks: (a: WaveformPeaks, b: WaveformPeaks), lengthB: Int) {
    let rates = (a: Double(pair.a.sampleRate), b: Double(pair.b.sampleRate))
    let seconds = max(
      Self.step, Double(pair.lengthA + pair.lengthB) / rates.a / Double(Self.mostSteps),
      2 * Double(peaks.a.framesPerBin) / rates.a, 2 * Double(peaks.b.framesPerBin) / rates.b)
    let step = seconds * rates.a
    let a = EnvelopeCurve(peaks.a, length: pair.lengthA, step: step)
    let inFramesOfB = EnvelopeCurve(peaks.b, length: lengthB, step: seconds * rates.b)
    let b = EnvelopeCurve(inFramesOfB, step: step)
    envelopes = (a, b)
    peak = nil
    reach = max(8_192, Int(1.5 * step))
    guard !a.levels.isEmpty, !b.levels.isEmpty else {
      offsets = [0]
      rivals = []
      return
    }
    let steps = max(4, Int(Self.slope / seconds))
    let changes = (a: a.changes(reach: steps), b: b.changes(reach: steps))
    let correlator = Correlator(fitting: changes.a.count + changes.b.count)
    let correlation = correlator.correlate(.plain, changes.a, changes.b)
    let likeness = LagLikeness(correlation, changes.a, changes.b, least: steps) { !pair.isStopped }
    offsets = likeness.strongest(Self.most, apart: 4).map { Double($0) * step }
    rivals = likeness.longest(Self.most, apart: 4).map { Double($0) * step }
  }

  /// - Returns: nil when it was stopped.
  static func find(
    _ pair: SearchedPair, lengthB: Int, peaks: (a: WaveformPeaks?, b: WaveformPeaks?)
  ) throws(AudioFileError) -> OffsetCandidates? {
    if pair.lengthA + pair.lengthB <= mostSamples { return try OffsetCandidates(whole: pair) }
    var (a, b) = peaks
    if a == nil {
      a = try EnvelopeCurve.peaks(of: pair.a, length: pair.lengthA) { pair.isStopped }
    }
    if b == nil { b = try EnvelopeCurve.peaks(of: pair.b, length: lengthB) { pair.isStopped } }
    guard let a, let b, !pair.isStopped else { return nil }
    let found = OffsetCandidates(pair, (a, b), lengthB: lengthB)
    return pair.isStopped ? nil : found
  }

  /// Places in a stretch of A at which both recordings are loud, one in each of some equal parts.
  ///
  /// - Parameter margin: frames at either end that no place comes near, where there is room.
  func places(_ count: Int, in stretch: FrameRange, offset: Double, margin: Int) -> [Int] {
    let inner =
      stretch.lowerBound + margin..<max(stretch.lowerBound + margin + 1, stretch.upperBound - margin)
    guard stretch.count > 2 * margin + count else {
      return [(stretch.lowerBound + stretch.upperBound) / 2]
    }
    return (0..<count).map { part in
      let from = inner.lowerBound + inner.count * part / count
      let to = inner.lowerBound + inner.count * (part + 1) / count
      var best = (place: (from + to) / 2, level: Float(0))
      // A hundred looks at each part are enough.
      for place in stride(from: from, to: to, by: max(1, Int(envelopes.a.step), (to - from) / 100)) {
        let level = envelopes.a.level(at: Double(place)) * envelopes.b.level(at: Double(place) - offset)
        if level > best.level { best = (place, level) }
      }
      return best.place
    }
  }
}
