// SilenceList.swift
// Where frames came too late and silence was given instead: what was meant for then is heard later. A pure value.

/// Leads from frames that an output was given to frames that were ready for it.
struct SilenceList: Equatable {
  private struct Silence: Equatable {
    var frames: Range<Int>
    /// Frames of silence before this one.
    var before: Int
  }

  private var silences: [Silence] = []

  /// - Parameter frames: of the output; behind all others.
  mutating func append(_ frames: Range<Int>) {
    guard !frames.isEmpty else { return }
    silences.append(Silence(frames: frames, before: count))
  }

  /// All frames of silence.
  var count: Int { silences.last.map { $0.before + $0.frames.count } ?? 0 }

  /// How many frames that were ready come before the output's `frame`.
  ///
  /// - Parameter open: where a silence begins that still lasts.
  func ready(before frame: Double, open: Int?) -> Double {
    if let open, frame >= Double(open) { return Double(open - count) }
    for silence in silences.reversed() where frame >= Double(silence.frames.lowerBound) {
      let start = Double(silence.frames.lowerBound - silence.before)
      return start + max(0, frame - Double(silence.frames.upperBound))
    }
    return frame
  }
}
