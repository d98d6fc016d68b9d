// MeasuredBlocks+Places.swift
// Where a recording is loudest, and where it is quietest: found in what was measured, without reading a sample.

import WaveformCore

/// A stretch, and how loud it is.
public struct LoudPlace: Equatable, Sendable {
  /// In frames of the recording.
  public let frames: FrameRange
  /// In LUFS; nil for silence.
  public let loudness: Double?
}

extension MeasuredBlocks {
  /// The 400 ms that `Loudness.momentaryMax` is of: the first of several; nil where that has no value.
  ///
  /// - Complexity: O(blocks)
  public var loudestMoment: LoudPlace? {
    let moments = Loudness.moments(ofFifths: energies.fifths)
    return place(ofFifths: Loudness.momentaryFifths, among: moments, isLoudest: true)
  }

  /// The stretch of a length with the least loudness, in steps of 20 ms: the first of several; nil in what is shorter, and
  /// where loudness cannot be measured.
  ///
  /// - Parameter seconds: is rounded to 20 ms; > 0.
  /// - Complexity: O(blocks)
  public func quietest(seconds: Double) -> LoudPlace? {
    let count = max(1, Int((seconds * 10 * Double(MeasureBlock.fifthCount)).rounded()))
    return place(ofFifths: count, among: means(of: count, in: energies.fifths), isLoudest: false)
  }

  private func place(ofFifths count: Int, among means: [Double], isLoudest: Bool) -> LoudPlace? {
    guard
      let best = isLoudest
        ? means.indices.max(by: { means[$0] < means[$1] || (means[$0] == means[$1] && $0 > $1) })
        : means.indices.min(by: { means[$0] < means[$1] })
    else { return nil }
    let loudness = KWeighting.loudness(means[best])
    guard !isLoudest || loudness != nil else { return nil }
    // A partial first block belongs to no window.
    let base = range.lowerBound + (range.lowerBound % shape.framesPerBlock > 0 ? shape.framesPerBlock : 0)
    let first = base / shape.framesPerBlock * MeasureBlock.fifthCount + best
    return LoudPlace(frames: start(ofFifth: first)..<start(ofFifth: first + count), loudness: loudness)
  }

  /// The first frame of a fifth of a block, counted from frame 0.
  private func start(ofFifth fifth: Int) -> Int {
    let (block, part) = fifth.quotientAndRemainder(dividingBy: MeasureBlock.fifthCount)
    return block * shape.framesPerBlock
      + (part * shape.framesPerBlock + MeasureBlock.fifthCount - 1) / MeasureBlock.fifthCount
  }

  /// The means of every `count` neighbours. A window lies in two neighbouring parts of `count` values: what it takes of the
  /// first is summed from behind, and what it takes of the second from the front, so nothing is ever subtracted.
  private func means(of count: Int, in values: [Double]) -> [Double] {
    guard values.count >= count else { return [] }
    var behind = values, before = values
    for place in values.indices.reversed() where place % count != count - 1 && place + 1 < values.count {
      behind[place] += behind[place + 1]
    }
    for place in values.indices where place % count != 0 { before[place] += before[place - 1] }
    let share = 1 / Double(count)
    return (0...values.count - count).map { place in
      place % count == 0 ? behind[place] * share : (behind[place] + before[place + count - 1]) * share
    }
  }
}
