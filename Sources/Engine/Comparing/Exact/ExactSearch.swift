// ExactSearch.swift
// The alignment of recordings that are the same bit for bit, wholly or in pieces: tried before anything that is only likely,
// for a lost frame looks like a clock that runs otherwise. One thread.

import AudioFormats
import HostIO
import Localization
import WaveformCore

/// Looks for whole shifts.
struct ExactSearch {
  private let searched: SearchedPair
  private let pair: ShiftedPair
  private let isInverted: Bool

  /// Places that are looked at, and of these the ones that decide whether the others are.
  private static let places = 24, sample = 8
  /// Frames to either side of where a place is expected.
  private static let reach = 16_384
  /// Stretches of a copy that are looked at, of so many frames.
  private static let looks = 32, look = 64
  /// Matches of a scan that are kept: a tone has one in each period.
  private static let mostMatches = 1 << 16

  /// - Returns: nil for recordings of different rates, which have no frames in common.
  init?(_ searched: SearchedPair, isInverted: Bool = false) {
    guard searched.a.sampleRate == searched.b.sampleRate else { return nil }
    let isAsItIs = searched.a.channels == searched.b.channels && !isInverted
    let b: any SampleSource = isAsItIs ? searched.b : searched.aligned(Alignment(isInverted: isInverted))
    pair = ShiftedPair(searched.a, lengthA: searched.lengthA, b, lengthB: searched.lengthB) {
      searched.isStopped
    }
    self.searched = searched
    self.isInverted = isInverted
  }

  // MARK: Copies

  /// A copy of all that is heard, with silence before or behind it or without.
  ///
  /// - Returns: nil when B is none at any of the places that were looked at, or when the search was stopped.
  /// - Complexity: O(1), and O(n) of the silence
  func copy() throws(AudioFileError) -> Alignment? {
    var shifts = [0, pair.lengthA - pair.lengthB]
    if let a = try pair.firstSound(.a, in: 0..<pair.lengthA),
      let b = try pair.firstSound(.b, in: 0..<pair.lengthB)
    {
      shifts.append(a - b)
    }
    for (index, shift) in shifts.enumerated() where !shifts[..<index].contains(shift) {
      if try isCopy(shift), !pair.isStopped { return Alignment(offsetFrames: Double(shift)) }
    }
    return nil
  }

  private func isCopy(_ shift: Int) throws(AudioFileError) -> Bool {
    let overlap = pair.overlap(shift)
    var isHeard = false
    for part in 0...Self.looks {
      let last = max(overlap.lowerBound, overlap.upperBound - Self.look)
      let from = overlap.lowerBound + (last - overlap.lowerBound) * part / Self.looks
      let frames = from..<min(overlap.upperBound, from + Self.look)
      switch try pair.likeness(in: frames, shift: shift) {
      case .other: return false
      case .same: isHeard = true
      case .silent: break
      }
    }
    guard isHeard, try isSilent(.a, beside: [overlap]) else { return false }
    return try isSilent(.b, beside: [overlap.lowerBound - shift..<overlap.upperBound - shift])
  }

  /// - Parameter frames: in their order.
  private func isSilent(_ side: ShiftedPair.Side, beside frames: [FrameRange]) throws(AudioFileError) -> Bool
  {
    var from = 0
    for known in frames {
      if try pair.firstSound(side, in: from..<max(from, known.lowerBound)) != nil { return false }
      from = max(from, known.upperBound)
    }
    return try pair.firstSound(side, in: from..<pair.length(side)) == nil
  }

  // MARK: Pieces

  /// The alignment at whole shifts, if that explains more than one that is likely.
  ///
  /// - Parameter likely: what was found by resemblance.
  /// - Returns: nil when it does not, or when the search was stopped.
  func alignment(
    beside likely: LikelyAlignment, _ candidates: OffsetCandidates
  ) throws(AudioFileError) -> Alignment? {
    let places = candidates.places(
      Self.places, in: 0..<pair.lengthA, offset: likely.alignment.offsetFrames, margin: Self.look)
    if likely.alignment.certainty >= Alignment.surely {
      guard let way = ExactSearch(searched, isInverted: likely.alignment.isInverted) else { return nil }
      return try way.alignment(beside: likely, way.near(likely.alignment, places), nil)
    }
    let matches = try anywhere(places)
    var best: Alignment?
    // A tone is as well upside down half a period later: the plainer of two goes first.
    for (isInverted, matches) in [(false, matches.upright), (true, matches.inverted)] where !matches.isEmpty {
      let way = isInverted ? ExactSearch(searched, isInverted: true) : self
      let found = try way?.alignment(beside: likely, Self.chain(matches), matches)
      if let found, found.certainty > best?.certainty ?? -1 { best = found }
      if let best, best.certainty >= Alignment.surely { break }
    }
    return best
  }

  /// - Parameters:
  ///   - seeds: where the walk may go on.
  ///   - matches: all that there are; nil where what is likely is sure.
  private func alignment(
    beside likely: LikelyAlignment, _ seeds: [Match], _ matches: [Match]?
  ) throws(AudioFileError) -> Alignment? {
    guard let found = try ExactWalk(pair: pair).pieces(seeds),
      let main = found.max(by: { $0.identical < $1.identical })
    else { return nil }
    let identical = found.reduce(0) { $0 + $1.identical }, shorter = min(pair.lengthA, pair.lengthB)
    guard matches != nil || 2 * identical >= shorter else { return nil }
    var rival = matches.map { self.rival(of: main, beside: found, $0) } ?? likely.rival
    if rival > 0 {
      let isAll = try explainsAll(found)
      if isAll || hasBothEnds(found) { rival = 0 }
    }
    let share = Double(found.reduce(0) { $0 + $1.frames.count }) / Double(shorter)
    var alignment = Alignment(offsetFrames: Double(main.shift), isInverted: isInverted)
    alignment.judge(rival: rival, share: min(1, share), pieces: try pieces(found))
    // Of places that are equally good the search by resemblance knows the nearest.
    let isAmong = alignment.doubt == .repeats && likely.alignment.doubt == .repeats
    return pair.isStopped || isAmong ? nil : alignment
  }

  /// An alignment at a whole shift with the pieces of both, each frame of which is looked at.
  ///
  /// - Returns: the same where all lies at one shift; nil when the search was stopped.
  /// - Complexity: O(n)
  func withPieces(_ alignment: Alignment) throws(AudioFileError) -> Alignment? {
    let shift = Int(alignment.offsetFrames), overlap = pair.overlap(shift)
    let seed = Match(a: overlap.lowerBound, b: overlap.lowerBound - shift)
    guard let found = try ExactWalk(pair: pair).pieces([seed]) else { return nil }
    var exact = alignment
    exact.pieces = Alignment.proven(try pieces(found))
    guard exact.pieces.count > 1, let main = found.max(by: { $0.identical < $1.identical }) else {
      return pair.isStopped ? nil : alignment
    }
    exact.offsetFrames = Double(main.shift)
    exact.doubt = .inPieces
    return exact
  }

  /// Matches within reach of where they are expected.
  private func near(_ likely: Alignment, _ places: [Int]) throws(AudioFileError) -> [Match] {
    var matches: [Match] = []
    let apart = max(1, places.count / Self.sample)
    for isSample in [true, false] {
      for (index, place) in places.enumerated() where index.isMultiple(of: apart) == isSample {
        let expected = Int(likely.frameOfB(at: Double(place), rateA: 1, rateB: 1).rounded())
        var nearest: Match?
        try NeedleScan(pair, at: [place]).search(in: expected - Self.reach..<expected + Self.reach) {
          match, _ in
          if abs(match.b - expected) < nearest.map({ abs($0.b - expected) }) ?? .max { nearest = match }
          return true
        }
        if let nearest { matches.append(nearest) }
      }
      if matches.isEmpty { return [] }
    }
    return matches.sorted { $0.a < $1.a }
  }

  /// All matches in all of B, of either polarity.
  private func anywhere(
    _ places: [Int]
  ) throws(AudioFileError) -> (upright: [Match], inverted: [Match]) {
    var upright: [Match] = [], inverted: [Match] = []
    try NeedleScan(pair, at: places, polarities: [false, true]).search(in: 0..<pair.lengthB) {
      match, isInverted in
      if isInverted { inverted.append(match) } else { upright.append(match) }
      return upright.count + inverted.count < Self.mostMatches
    }
    return (upright, inverted)
  }

  /// Of each place the match whose shift is that of most others, as far as they follow each other in B as well.
  private static func chain(_ matches: [Match]) -> [Match] {
    let counts = Dictionary(grouping: matches, by: \.shift).mapValues(\.count)
    let byPlace = Dictionary(grouping: matches, by: \.a).sorted { $0.key < $1.key }
    var chain: [Match] = []
    for (_, matches) in byPlace {
      let best = matches.max { (counts[$0.shift]!, -abs($0.shift)) < (counts[$1.shift]!, -abs($1.shift)) }
      if let best, best.b > chain.last?.b ?? -1 { chain.append(best) }
    }
    return chain
  }

  /// How much less another shift explains, as `CorrelationPeak.rival` has it: one at which at least a sixth of the places
  /// are found that are found at this one: what sounds the same need not be the same bit for bit.
  private func rival(of main: ExactPiece, beside pieces: [ExactPiece], _ matches: [Match]) -> Double {
    var counts = Dictionary(grouping: matches, by: \.shift).mapValues(\.count)
    let own = counts[main.shift] ?? 1
    for piece in pieces { counts[piece.shift] = nil }
    let overlaps = counts.filter { 6 * $0.value >= own }.map { pair.overlap($0.key).count }
    let most = Double(overlaps.max() ?? 0), common = Double(max(1, pair.overlap(main.shift).count))
    return min(1, most / common).squareRoot()
  }

  /// Both begin together and end together.
  private func hasBothEnds(_ pieces: [ExactPiece]) -> Bool {
    guard let first = pieces.first, let last = pieces.last else { return false }
    let end = last.frames.upperBound
    return first.frames.lowerBound == 0 && first.shift == 0 && end == pair.lengthA
      && end - last.shift == pair.lengthB
  }

  private func explainsAll(_ pieces: [ExactPiece]) throws(AudioFileError) -> Bool {
    guard try isSilent(.a, beside: pieces.map(\.frames)) else { return false }
    return try isSilent(
      .b, beside: pieces.map { $0.frames.lowerBound - $0.shift..<$0.frames.upperBound - $0.shift })
  }

  /// The longest, in their order, each with its null depth.
  private func pieces(_ found: [ExactPiece]) throws(AudioFileError) -> [Alignment.Piece] {
    var pieces: [Alignment.Piece] = []
    let longest = found.sorted { $0.identical > $1.identical }.prefix(Alignment.mostPieces)
    for piece in longest.sorted(by: { $0.frames.lowerBound < $1.frames.lowerBound }) {
      let isWhole = piece.identical == piece.frames.count
      let depth = isWhole ? nil : try pair.depth(of: piece.frames, shift: piece.shift)
      pieces.append(
        Alignment.Piece(frames: piece.frames, offsetFrames: Double(piece.shift), nullDepth: depth))
    }
    return pieces
  }
}

extension Alignment {
  /// Says how sure this is, and what besides holds.
  ///
  /// - Parameters:
  ///   - rival: as `CorrelationPeak` has it.
  ///   - share: of the shorter recording, 0…1, that the other has as well.
  ///   - pieces: of which there may be one.
  fileprivate mutating func judge(rival: Double, share: Double, pieces: [Piece]) {
    let isAlone = Self.isAlone(rival)
    certainty = isAlone * share.squareRoot()
    self.pieces = certainty < Self.surely ? [] : Self.proven(pieces)
    if isAlone < 1 {
      doubt = .repeats
    } else if share < 0.9 {
      doubt = .fits(share)
    } else if self.pieces.count > 1 {
      doubt = .inPieces
    }
  }
}
