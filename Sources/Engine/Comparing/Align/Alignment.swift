// Alignment.swift
// How one recording lies against another: where, how loud, which way up, and how fast its clock ran. A pure value.

import Localization

/// Where and how a recording B lies on the time axis of a recording A.
///
/// Frame `a` of A is heard at frame `(a − offsetFrames) · rateB / rateA · (1 + driftPpm / 10⁶)` of B, and B there is
/// `gain` times A, with its sign turned round where `isInverted`.
public struct Alignment: Hashable, Sendable {
  /// Where frame 0 of B lies, in frames of A; below 0 when B begins earlier. Whole where frames
  /// of both fall together.
  public var offsetFrames: Double
  /// How much louder B is than A: linear, > 0. B divided by it is as loud as A.
  public var gain: Double
  /// Whether B has the opposite polarity.
  public var isInverted: Bool
  /// By how many millionths B's clock ran faster than A's: above 0 B takes more frames for the same sound than its rate
  /// promises.
  public var driftPpm: Double
  /// How sure this is, 0…1: below ``surely`` `doubt` says why.
  public var certainty: Double
  /// Why it is unsure, or what besides holds; nil when there is nothing to say.
  public var doubt: Sentence?
  /// What each of A's channels is compared with, where that is another one of B, or where the channels differ from each
  /// other in gain or polarity; none where all are as `gain` and `isInverted` say.
  public var channels: [Channel] = []
  /// Where B lies piece by piece, in the order of A, when something was cut from one of both; none when all of it lies at
  /// `offsetFrames`, and at most 64. Each proves itself: its null depth is −6 dB or lower.
  public var pieces: [Piece] = []

  /// A channel of B beside one of A.
  public struct Channel: Hashable, Sendable {
    /// B's, from 0.
    public let source: Int
    /// How much louder B's is: linear, > 0.
    public let gain: Double
    public let isInverted: Bool

    public init(source: Int, gain: Double, isInverted: Bool) {
      (self.source, self.gain, self.isInverted) = (source, gain, isInverted)
    }

    /// What it is multiplied with to be like A's.
    var factor: Double { (isInverted ? -1 : 1) / gain }
  }

  /// A stretch that both have.
  public struct Piece: Hashable, Sendable {
    /// In frames of A.
    public let frames: Range<Int>
    /// Where B would begin if all of it lay as this piece does, in frames of A.
    public let offsetFrames: Double
    /// The power of B − A over that of the louder of both in it, in decibels; nil when nothing differs.
    public let nullDepth: Double?

    public init(frames: Range<Int>, offsetFrames: Double, nullDepth: Double?) {
      (self.frames, self.offsetFrames, self.nullDepth) = (frames, offsetFrames, nullDepth)
    }
  }

  public init(
    offsetFrames: Double = 0, gain: Double = 1, isInverted: Bool = false, driftPpm: Double = 0,
    certainty: Double = 1, doubt: Sentence? = nil
  ) {
    self.offsetFrames = offsetFrames
    self.gain = gain
    self.isInverted = isInverted
    self.driftPpm = driftPpm
    self.certainty = certainty
    self.doubt = doubt
  }

  /// B as it is: both begin together.
  public static let identity = Alignment()

  /// From this certainty on an alignment is to be believed.
  public static let surely = 0.5

  /// What B is multiplied with to be like A.
  public var factor: Double { (isInverted ? -1 : 1) / gain }

  /// The frame of B, seldom whole, that is heard at frame `frame` of A.
  ///
  /// - Parameters:
  ///   - rateA, rateB: frames per second.
  public func frameOfB(at frame: Double, rateA: Int, rateB: Int) -> Double {
    (frame - offsetFrames) * speed(rateA: rateA, rateB: rateB)
  }

  /// The frame of A, seldom whole, at which frame `frame` of B is heard.
  public func frameOfA(at frame: Double, rateA: Int, rateB: Int) -> Double {
    frame / speed(rateA: rateA, rateB: rateB) + offsetFrames
  }

  /// How A lies against B.
  public func reversed(rateA: Int, rateB: Int) -> Alignment {
    var reversed = self
    reversed.offsetFrames = offsetFrames == 0 ? 0 : frameOfB(at: 0, rateA: rateA, rateB: rateB)
    reversed.gain = 1 / gain
    reversed.driftPpm = driftPpm == 0 ? 0 : (1 / (1 + driftPpm / 1e6) - 1) * 1e6
    reversed.channels = channels.indices.compactMap { channel in
      channels.firstIndex { $0.source == channel }.map {
        Channel(source: $0, gain: 1 / channels[$0].gain, isInverted: channels[$0].isInverted)
      }
    }
    reversed.pieces = pieces.map { piece in
      var laid = self
      laid.offsetFrames = piece.offsetFrames
      func frame(_ frame: Int) -> Int {
        Int(laid.frameOfB(at: Double(frame), rateA: rateA, rateB: rateB).rounded())
      }
      return Piece(
        frames: frame(piece.frames.lowerBound)..<frame(piece.frames.upperBound),
        offsetFrames: laid.frameOfB(at: 0, rateA: rateA, rateB: rateB), nullDepth: piece.nullDepth)
    }
    .sorted { $0.frames.lowerBound < $1.frames.lowerBound }
    return reversed
  }

  /// Frames of B for each frame of A.
  func speed(rateA: Int, rateB: Int) -> Double {
    let ratio = rateA == rateB ? 1 : Double(rateB) / Double(rateA)
    return driftPpm == 0 ? ratio : ratio * (1 + driftPpm / 1e6)
  }

  /// The frames of A at which B sounds as well.
  func overlap(lengthA: Int, rateA: Int, lengthB: Int, rateB: Int) -> Range<Int> {
    let end = frameOfA(at: Double(lengthB), rateA: rateA, rateB: rateB)
    let from = min(Double(lengthA), max(0, offsetFrames.rounded(.up)))
    let to = min(Double(lengthA), max(from, (end - 1e-6).rounded(.up)))
    return Int(from)..<Int(to)
  }
}
