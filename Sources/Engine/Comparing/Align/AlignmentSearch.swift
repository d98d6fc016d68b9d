// AlignmentSearch.swift
// From candidates to an alignment: offsets at several places vote, then more places make it exact. One thread.

import AudioFormats
import HostIO
import Localization
import WaveformCore

/// One search.
struct AlignmentSearch {
  private let pair: SearchedPair
  private let candidates: OffsetCandidates
  private let lengthB: Int

  /// Places at which candidates are compared, and at which the winner is measured.
  private static let votes = 8, places = 24
  /// Frames of a stretch where candidates are compared, and where the winner is measured.
  private static let longWindow = 16_384, window = 8_192

  init(_ pair: SearchedPair, _ candidates: OffsetCandidates, lengthB: Int) {
    self.pair = pair
    self.candidates = candidates
    self.lengthB = lengthB
  }

  /// - Returns: nil when it was stopped.
  func run() throws(AudioFileError) -> LikelyAlignment? {
    guard !candidates.envelopes.a.isSilent, !candidates.envelopes.b.isSilent else {
      return LikelyAlignment(alignment: .nothing, rival: 1)
    }
    let strange = LikelyAlignment(alignment: .strange, rival: 1)
    guard let start = try start() else { return pair.isStopped ? nil : strange }
    var alignment = start.alignment
    var readings: [OffsetReading] = [], fit: OffsetFit?, isStepped = false
    // The second round sees what the first one has moved; a third one does not move any more.
    for round in 0..<3 {
      guard
        let found = try measure(
          alignment, reach: min(candidates.reach, round == 0 ? Self.window / 2 : Self.window / 8))
      else {
        return nil
      }
      readings = found
      if round == 0, let steps = steps(readings, alignment) {
        // Frames that are missing look like drift from afar.
        (alignment, isStepped) = (Alignment(offsetFrames: steps.offset), true)
        continue
      }
      let tolerance = isStepped ? 0.5 : round == 0 ? 6 : 2
      // Half a frame from end to end begins a drift; what is left of one is taken as it is.
      let least = isStepped ? .infinity : alignment.driftPpm == 0 ? 0.5 : 0
      guard let line = OffsetFit(readings, tolerance: tolerance, part: 1, least: least) else { break }
      fit = line
      alignment = alignment.moved(by: line)
      if abs(line.offset) < 0.02, line.slope == 0 { break }
    }
    guard let fit else {
      // Shorter than what is measured: what all samples said is all there is.
      guard let peak = candidates.peak, readings.isEmpty else { return strange }
      return judged(alignment, strength: peak.strength, rival: peak.rival, share: 1, rest: 0)
    }
    let members = fit.members.map { readings[$0] }
    let exact = try exact(alignment, at: members.map { Int($0.place) })
    alignment = exact.alignment
    alignment.isInverted = members.reduce(0) { $0 + ($1.isNegative ? -$1.weight : $1.weight) } < 0
    if exact.isInverted != nil { alignment.isInverted = exact.isInverted! }
    let strengths = members.map(\.strength).sorted(), rivals = members.map(\.rival).sorted()
    let share = Double(members.count) / Double(readings.count)
    // What does not lie there may lie elsewhere.
    if share < 0.95 {
      let search = PieceSearch(pair, candidates, alignment, isStepped: isStepped)
      guard let pieces = try search.pieces() else { return nil }
      alignment.pieces = pieces
    }
    return judged(
      alignment, strength: strengths[strengths.count / 2],
      rival: max(start.rival, rivals[rivals.count / 2]), share: share, rest: exact.rest)
  }

  // MARK: The steps

  /// The best of the candidates, and the next best as `CorrelationPeak.rival` has it.
  private func start() throws(AudioFileError) -> (alignment: Alignment, rival: Double)? {
    guard let first = candidates.offsets.first else { return nil }
    if let peak = candidates.peak { return (Alignment(offsetFrames: first), peak.rival) }
    let b = pair.aligned()
    let probe = OffsetProbe(pair, window: Self.longWindow, reach: candidates.reach)
    // Candidates near each other look at the same sound.
    let part = Double(pair.lengthA) / Double(2 * Self.votes)
    var readings: [OffsetReading] = []
    var best: OffsetFit?
    for offset in candidates.offsets + candidates.rivals {
      let stretch = pair.overlap(offset)
      let margin = min(Self.longWindow / 2, stretch.count / 4)
      for place in candidates.places(Self.votes, in: stretch, offset: offset, margin: margin) {
        if pair.isStopped { return nil }
        let reading = try probe.reading(b, shift: Int(offset.rounded()), around: place)
        if let reading { readings.append(reading) }
      }
      best = OffsetFit(readings, tolerance: 12, part: part)
      // Nearly all places of one candidate are one line: nothing can be better.
      if let best, best.weight > 0.9 * Double(Self.votes) { break }
    }
    guard let best else { return nil }
    let alignment = Alignment.identity.moved(by: best)
    return try RivalSearch(pair, candidates, lengthB: lengthB, probe: probe).best(beside: alignment)
  }

  /// What is left of the offset at many places.
  ///
  /// - Returns: nil when it was stopped.
  private func measure(_ alignment: Alignment, reach: Int) throws(AudioFileError) -> [OffsetReading]? {
    let stretch = overlap(alignment)
    guard stretch.count >= 64 else { return [] }
    let isShort = stretch.count < 2 * Self.window
    let window = isShort ? stretch.count : Self.window
    let count = isShort ? 1 : min(Self.places, 2 * stretch.count / Self.window)
    let b = pair.aligned(Alignment(offsetFrames: alignment.offsetFrames, driftPpm: alignment.driftPpm))
    let probe = OffsetProbe(pair, window: window, reach: min(reach, window / 2))
    var readings: [OffsetReading] = []
    for place in candidates.places(count, in: stretch, offset: alignment.offsetFrames, margin: window / 2) {
      if pair.isStopped { return nil }
      if let reading = try probe.reading(b, shift: 0, around: place) { readings.append(reading) }
    }
    return readings
  }

  /// Whole frames between the offsets at many places, where the rates are equal.
  private func steps(_ readings: [OffsetReading], _ alignment: Alignment) -> OffsetSteps? {
    guard pair.a.sampleRate == pair.b.sampleRate else { return nil }
    let drift = alignment.driftPpm / 1e6
    return OffsetSteps(
      readings.map { reading in
        reading.moved(by: alignment.offsetFrames * (1 + drift) - drift * reading.place)
      })
  }

  /// The offset by all places together, whole where it can be, the gain and the polarity, and the share of the power, 0…1,
  /// that is left.
  private func exact(
    _ alignment: Alignment, at places: [Int]
  ) throws(AudioFileError) -> (alignment: Alignment, isInverted: Bool?, rest: Double) {
    var alignment = alignment
    let stretch = overlap(alignment)
    let window = min(Self.window, stretch.count)
    func ranges() -> [FrameRange] {
      places.map { (place: Int) -> FrameRange in
        let last: Int = min(stretch.upperBound - window, place - window / 2)
        let from: Int = max(stretch.lowerBound, last)
        return from..<from + window
      }
    }
    let coherent = CoherentDelay()
    let b = pair.aligned(Alignment(offsetFrames: alignment.offsetFrames, driftPpm: alignment.driftPpm))
    for range in ranges() { coherent.add(try pair.line(pair.a, range), try pair.line(b, range)) }
    if let delay = coherent.delay(within: 8) { alignment.offsetFrames += delay }
    var found = try levels(alignment, ranges())
    if pair.a.sampleRate == pair.b.sampleRate, alignment.driftPpm == 0 {
      var whole = alignment
      // Not the zero with a sign.
      whole.offsetFrames = alignment.offsetFrames.rounded() + 0
      let other = whole == alignment ? found : try levels(whole, ranges())
      // Between frames only where that leaves much less: an interpolation changes all samples.
      if found.gain.rest > other.gain.rest / 2 { (alignment, found) = (whole, other) }
    }
    let gain = found.gain
    alignment.gain = gain.gain
    alignment.channels = found.channels.channels(beside: gain.isInverted == true ? -gain.gain : gain.gain)
    let rest = alignment.channels.isEmpty ? gain.rest : found.channels.rest(of: alignment.channels)
    return (alignment, gain.isInverted, rest)
  }

  private func levels(
    _ alignment: Alignment, _ ranges: [FrameRange]
  ) throws(AudioFileError) -> (gain: GainFit, channels: ChannelFit) {
    let b = pair.aligned(Alignment(offsetFrames: alignment.offsetFrames, driftPpm: alignment.driftPpm))
    var all: [GainFit.Sums] = [], channels = ChannelFit(channels: pair.a.channels)
    // A single channel against several has the level of their mean.
    let isMixed = pair.a.channels != pair.b.channels
    for range in ranges {
      let slices = (a: try pair.a.read(range), b: try b.read(range))
      all.append(GainFit.Sums(slices.a, slices.b, isMixed: isMixed))
      if !isMixed { channels.add(slices.a, slices.b) }
    }
    return (GainFit(all), channels)
  }

  private func overlap(_ alignment: Alignment) -> FrameRange {
    alignment.overlap(
      lengthA: pair.lengthA, rateA: pair.a.sampleRate, lengthB: lengthB, rateB: pair.b.sampleRate)
  }

  // MARK: How sure it is

  /// - Parameters:
  ///   - strength, rival: see `CorrelationPeak`.
  ///   - share: of the places, 0…1, that lie on the line.
  ///   - rest: of the power, 0…1, that is left there. It speaks against the place a little only: two microphones have little
  ///     in common, and a place all the same.
  private func judged(
    _ alignment: Alignment, strength: Double, rival: Double, share: Double, rest: Double
  ) -> LikelyAlignment {
    var judged = alignment
    let standsOut = max(0, min(1, (strength - 5) / 7)), isAlone = Alignment.isAlone(rival)
    judged.certainty = standsOut * isAlone * share.squareRoot() * (1 - rest / 3)
    // Pieces of an alignment that is not believed say nothing.
    if judged.certainty < Alignment.surely { judged.pieces = [] }
    if standsOut < Alignment.surely {
      judged.doubt = .strange
    } else if isAlone < 1 {
      judged.doubt = .repeats
    } else if share < 0.9 {
      judged.doubt = .fits(share)
    } else if !alignment.channels.isEmpty {
      judged.doubt = .channelsDiffer
    } else if pair.a.channels != pair.b.channels {
      judged.doubt = .otherChannels
    } else if rest > 0.5 {
      judged.doubt = .placeOnly
    }
    return LikelyAlignment(alignment: judged, rival: rival)
  }
}
