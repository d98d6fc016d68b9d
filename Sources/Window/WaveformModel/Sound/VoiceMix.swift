// VoiceMix.swift
// How loud each of several waveforms is heard: mute and solo, and those of which one is heard at a time. Pure values.

/// Turns mute, solo and what is compared into gains.
public struct VoiceMix: Equatable, Sendable {
  /// Mute and solo of one waveform.
  public struct Lane: Equatable, Sendable {
    public var isMuted: Bool
    public var isSoloed: Bool

    public init(isMuted: Bool = false, isSoloed: Bool = false) {
      self.isMuted = isMuted
      self.isSoloed = isSoloed
    }
  }

  /// Two waveforms that are compared; mute and solo of the original hold for both.
  public struct Pair: Equatable, Sendable {
    /// Their places among the lanes.
    public var original: Int, clean: Int
    public var choice: ListeningChoice

    public init(original: Int, clean: Int, choice: ListeningChoice) {
      self.original = original
      self.clean = clean
      self.choice = choice
    }
  }

  public var lanes: [Lane]
  /// Their places differ from each other.
  public var pairs: [Pair]
  /// What lanes are multiplied by that are compared, by their places: one of them is heard at a time, so the solo of one
  /// holds for all of them.
  public var factors: [Int: Float]

  public init(_ lanes: [Lane], pairs: [Pair] = [], factors: [Int: Float] = [:]) {
    self.lanes = lanes
    self.pairs = pairs
    self.factors = factors
  }

  /// One gain for each lane: solo wins over mute, and soloed lanes are heard together.
  public var gains: [Float] {
    // A clean version is no lane of its own: its solo does not silence the others.
    let clean = Set(pairs.map(\.clean))
    let isAnySoloed = lanes.indices.contains { !clean.contains($0) && lanes[$0].isSoloed }
    let isComparisonSoloed = factors.keys.contains { lanes[$0].isSoloed }
    var gains = lanes.enumerated().map { place, lane -> Float in
      let isSoloed = lane.isSoloed || isComparisonSoloed && factors[place] != nil
      return (isAnySoloed ? isSoloed : !lane.isMuted) ? factors[place] ?? 1 : 0
    }
    for pair in pairs {
      let share = gains[pair.original]
      gains[pair.clean] = share * pair.choice.gains.clean
      gains[pair.original] = share * pair.choice.gains.original
    }
    return gains
  }
}
