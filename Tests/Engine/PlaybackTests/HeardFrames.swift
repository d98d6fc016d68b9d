// HeardFrames.swift
// What a recording has of frames that say which ones they are. A busy machine puts silence where frames came late, and
// loses some of a recording, but it changes none, and keeps their order: that can be asked of every recording.

/// The frames of `CountedFrames` in a recording, silence left out. A pure value.
struct HeardFrames {
  /// Which frames they are, in the order in which they were heard.
  private(set) var numbers: [Int] = []
  /// True when all that was heard are such frames, with all their channels: none was changed, none mixed with others.
  private(set) var areWhole = true
  /// The most frames in a row without a gap or silence in between.
  private(set) var longestRun = 0

  /// - Parameters:
  ///   - samples: interleaved.
  ///   - sign: of the frames that are looked for; those of the other sign are left out.
  /// - Complexity: O(*n*)
  init(_ samples: [Float], channels: Int = 2, sign: Float = 1) {
    var run = 0
    for start in stride(from: 0, through: samples.count - channels, by: channels) {
      let value = samples[start]
      guard value != 0 else {
        run = 0
        if samples[start..<start + channels].contains(where: { $0 != 0 }) { areWhole = false }
        continue
      }
      guard value * sign > 0 else { continue }
      let number = CountedFrames.number(value * sign)
      if CountedFrames.value(number) * sign != value
        || samples[start + 1..<start + channels].contains(where: { $0 != value / 2 })
      {
        areWhole = false
      }
      run = run > 0 && numbers.last == number - 1 ? run + 1 : 1
      longestRun = max(longestRun, run)
      numbers.append(number)
    }
  }

  /// True when none was heard twice, or after a later one.
  var areInOrder: Bool { zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 } }

  /// Frames between the first and the last that were not heard.
  var lost: Int { numbers.isEmpty ? 0 : numbers.last! - numbers[0] + 1 - numbers.count }

  /// What is wrong when it does not begin with the first frame of all and go on from there; nil else.
  var trouble: String? { trouble(repeating: 0) }

  /// The same, but one stretch may be heard twice.
  ///
  /// - Parameter most: how many frames may be heard once more where the server held the sound: it takes back what it has
  ///   mixed and not played, and what listens to it has heard some of that.
  func trouble(repeating most: Int) -> String? {
    guard areWhole else { return "it holds what nobody played" }
    guard numbers.first == 0 else { return "it begins with frame \(numbers.first ?? -1)" }
    let turns = zip(numbers, numbers.dropFirst()).filter { $0 >= $1 }
    guard let turn = turns.first(where: { $0 - $1 >= most }) ?? turns.dropFirst().first else { return nil }
    return "frame \(turn.1) follows frame \(turn.0)"
  }
}
