// ComparedReading+Engine.swift
// What is asked of `Comparing`: B − A, how B lies over A, and where they differ. Runs on any thread; reads may block.

import AudioFormats
import Comparing
import Glibc
import HostIO
import WaveformCore

extension LaidPair {
  /// The same as `Comparing` has it: there a gain is how much louder B is, here what is done about it.
  var alignment: Alignment {
    var alignment = Alignment(
      offsetFrames: offset, gain: pow(10, -adjustment.gain / 20), isInverted: adjustment.isInverted,
      driftPpm: adjustment.driftPpm)
    alignment.channels = adjustment.channels.map {
      Alignment.Channel(
        source: $0.source, gain: pow(10, -(adjustment.gain + $0.gain) / 20),
        isInverted: adjustment.isInverted != $0.isInverted)
    }
    return alignment
  }
}

extension PairAdjustment {
  /// Takes the channels from an alignment; gain and polarity of all have been taken.
  mutating func takeChannels(of alignment: Alignment) {
    channels = alignment.channels.map { channel in
      let wanted = -20 * log10(channel.gain)
      return Channel(
        source: channel.source, gain: wanted.isFinite ? wanted.clamped(to: Self.gains) - gain : 0,
        isInverted: channel.isInverted != isInverted)
    }
  }
}

extension ComparedReading {
  /// B − A, on the frames of A. The sources stay with whoever gave them, but for those that are `owned`.
  static func difference(
    _ first: any SampleSource, _ second: any SampleSource, _ laid: LaidPair,
    owning owned: [any SampleSource] = []
  ) -> any SampleSource {
    AlignedDifference(second, minus: first, laid.alignment, owning: owned)
  }

  /// How B lies over A; nil when `goesOn` ended the search.
  func alignment(goesOn: @escaping @Sendable () -> Bool) throws(AudioFileError) -> FoundAlignment? {
    let sources = (first: first.source, second: second.source)
    let found = try Aligner.align(
      sources.first, lengthA: first.length, sources.second, lengthB: second.length, peaksA: first.peaks,
      peaksB: second.peaks, shouldStop: { !goesOn() })
    guard let found else { return nil }
    let pieced = try Aligner.withPieces(
      found, sources.first, lengthA: first.length, sources.second, lengthB: second.length,
      shouldStop: { !goesOn() })
    return pieced.map(FoundAlignment.init)
  }

  /// Where the two differ; nil when `goesOn` ended the reading.
  func report(
    _ laid: LaidPair, goesOn: @escaping @Sendable () -> Bool, progressed: @escaping @Sendable (Int) -> Void
  ) throws(AudioFileError) -> DifferenceReport? {
    try Comparer.compare(
      first.source, lengthA: first.length, second.source, lengthB: second.length, laid.alignment,
      shouldStop: { !goesOn() }, progressed: progressed)
  }
}

extension FoundAlignment {
  fileprivate init(_ alignment: Alignment) {
    var adjustment = PairAdjustment()
    // A gain of 0 or of no number is none.
    func decibels(_ gain: Double) -> Double? {
      let decibels = -20 * log10(gain)
      return decibels.isFinite ? decibels.clamped(to: PairAdjustment.gains) : nil
    }
    adjustment.gain = decibels(alignment.gain) ?? 0
    adjustment.isInverted = alignment.isInverted
    if !alignment.channels.isEmpty {
      // Channels that are compared with others have no gain in common that would mean anything: their middle is shown.
      let gains = alignment.channels.compactMap { decibels($0.gain) }
      adjustment.gain = gains.isEmpty ? 0 : gains.reduce(0, +) / Double(gains.count)
      adjustment.isInverted = 2 * alignment.channels.count(where: \.isInverted) > alignment.channels.count
    }
    adjustment.driftPpm = alignment.driftPpm
    adjustment.takeChannels(of: alignment)
    self.init(
      offsetFrames: alignment.offsetFrames, adjustment: adjustment, certainty: alignment.certainty,
      isSure: alignment.certainty >= Alignment.surely, doubt: alignment.doubt?.localized,
      pieces: alignment.pieces.map {
        Piece(
          start: $0.frames.lowerBound, offset: Int($0.offsetFrames.rounded().clamped(to: -0x1p50...0x1p50)),
          nullDepth: $0.nullDepth)
      })
  }
}

extension DifferenceReport {
  /// The first, the last and the worst place, then the longest stretches that are identical, in their order.
  ///
  /// - Returns: the places, and how many stretches are not among them.
  func places(atMost most: Int) -> (places: [DifferencePlace], unlisted: Int) {
    let points = [(DifferencePlace.Kind.first, first), (.last, last), (.worst, worst?.frame)]
    let differing = points.compactMap { kind, frame in
      frame.map { DifferencePlace(kind: kind, frames: $0..<$0) }
    }
    // Of recordings that do not differ there is nothing to tell apart.
    guard first != nil else { return ([], 0) }
    let longest = identicalStretches.sorted { $0.count > $1.count }.prefix(most)
    let stretches = longest.sorted { $0.lowerBound < $1.lowerBound }
    return (
      differing + stretches.map { DifferencePlace(kind: .identical, frames: $0) },
      identicalStretches.count - stretches.count
    )
  }

  /// How far the two are the same.
  var agreement: DifferenceFinder.Agreement {
    if overlap.isEmpty { return .apart }
    if first != nil { return .different }
    return isIdentical ? .identical : .identicalInCommon
  }
}
