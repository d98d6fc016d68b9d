// VoiceMix.swift
// Which of several waveforms are heard, and how. Pure values.

/// What is heard of a recording and what noise reduction has made of it.
public enum ListeningChoice: String, CaseIterable, Sendable {
  case original, clean
  /// What was taken out: the original minus the clean one.
  case residue

  /// How loud both are. Their sum is what is heard, exactly.
  public var gains: (original: Float, clean: Float) {
    switch self {
    case .original: (1, 0)
    case .clean: (0, 1)
    case .residue: (1, -1)
    }
  }
}

/// Turns what was decided about waveforms into gains.
public struct VoiceMix: Equatable, Sendable {
  /// What was decided about one waveform.
  public struct Lane: Equatable, Sendable {
    public var isMuted: Bool
    public var isSoloed: Bool

    public init(isMuted: Bool = false, isSoloed: Bool = false) {
      self.isMuted = isMuted
      self.isSoloed = isSoloed
    }
  }

  /// Two waveforms of which the choice decides; mute and solo of the original hold for both.
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
  public var pair: Pair?

  public init(_ lanes: [Lane], pair: Pair? = nil) {
    self.lanes = lanes
    self.pair = pair
  }

  /// One gain for each lane: solo wins over mute, and those that are soloed are heard together.
  public var gains: [Float] {
    // The clean one is no lane of its own: its solo silences nobody.
    let isAnySoloed = lanes.indices.contains { $0 != pair?.clean && lanes[$0].isSoloed }
    var gains = lanes.map { lane -> Float in (isAnySoloed ? lane.isSoloed : !lane.isMuted) ? 1 : 0 }
    if let pair {
      let share = gains[pair.original]
      gains[pair.clean] = share * pair.choice.gains.clean
      gains[pair.original] = share * pair.choice.gains.original
    }
    return gains
  }
}
