// LaneContent.swift
// Which channels a lane shows, and how. A pure value: views and models use it to count lanes.

import Localization

/// What one lane shows.
public enum LaneContent: Hashable, Sendable {
  case channel(Int)
  /// All channels as one envelope: `WaveformColumns.mixed`.
  case mixed(Range<Int>)
  /// One channel above the axis, one below it: `WaveformColumns.mirrored`.
  case mirrored(above: Int, below: Int)

  /// The channels of the lane.
  public var channels: [Int] {
    switch self {
    case .channel(let channel): [channel]
    case .mixed(let channels): Array(channels)
    case .mirrored(let above, let below): [above, below]
    }
  }

  /// The lane's columns, made of those of its channels.
  public func columns(_ ofChannel: (Int) throws -> WaveformColumns) rethrows -> WaveformColumns {
    switch self {
    case .channel(let channel): try ofChannel(channel)
    case .mixed(let channels): .mixed(try channels.map(ofChannel))
    case .mirrored(let above, let below): .mirrored(above: try ofChannel(above), below: try ofChannel(below))
    }
  }

  /// The marks of the lane's columns, combined from those of its channels. In a mirrored lane, clipping of
  /// each channel is marked on its own side.
  ///
  /// - Parameter ofChannel: gives equal numbers of columns, or none when nothing is marked.
  public func marks(_ ofChannel: (Int) -> [ColumnMarks]) -> [ColumnMarks] {
    switch self {
    case .channel(let channel): ofChannel(channel)
    case .mixed(let channels): channels.reduce([]) { union($0, ofChannel($1)) }
    case .mirrored(let above, let below):
      union(
        ofChannel(above).map { $0.clipped(on: .clippedHigh) },
        ofChannel(below).map { $0.clipped(on: .clippedLow) })
    }
  }

  /// The lane's samples as curves, one for each of its channels; in a mirrored lane, curves of magnitudes.
  ///
  /// - Returns: empty when there are no curves.
  public func curves(_ ofChannel: (Int) -> SampleCurve?) -> [SampleCurve] {
    let curves = channels.compactMap(ofChannel)
    guard case .mirrored = self, curves.count == 2 else { return curves }
    return [curves[0].magnitude(sign: 1), curves[1].magnitude(sign: -1)]
  }

  private func union(_ a: [ColumnMarks], _ b: [ColumnMarks]) -> [ColumnMarks] {
    a.isEmpty ? b : b.isEmpty ? a : zip(a, b).map { $0.union($1) }
  }

  /// The name beside the lane, made of those of its channels; nil when it needs none.
  public func label(_ ofChannel: (Int) -> String?) -> String? {
    switch self {
    case .channel(let channel): ofChannel(channel)
    case .mixed: localized("Mix")
    case .mirrored(let above, let below):
      ofChannel(above).flatMap { above in ofChannel(below).map { "\(above) / \($0)" } }
    }
  }
}

extension ChannelMode {
  /// The lanes of a recording, from top to bottom. A single channel has its own lane in every mode. In
  /// mirrored mode channels form pairs, and an odd one has its own lane.
  public func lanes(channels: Int) -> [LaneContent] {
    guard channels > 1 else { return (0..<max(channels, 0)).map { .channel($0) } }
    switch self {
    case .separate: return (0..<channels).map { .channel($0) }
    case .mixed: return [.mixed(0..<channels)]
    case .mirrored:
      return stride(from: 0, to: channels, by: 2).map {
        $0 + 1 < channels ? .mirrored(above: $0, below: $0 + 1) : .channel($0)
      }
    }
  }
}

extension ChannelMode {
  /// The lanes of a recording that is drawn over another one, each in a lane of that one and against its ruler: a single
  /// channel in every lane, several channels in a single lane as one envelope, else each in the lane of its number.
  ///
  /// - Parameter base: the channels of the recording below.
  /// - Returns: no more lanes than the recording below has.
  public func lanes(channels: Int, over base: Int) -> [LaneContent] {
    let own = lanes(channels: channels), below = lanes(channels: base).count
    if own.count == 1 { return Array(repeating: own[0], count: below) }
    if own.count > 1, below == 1 { return [.mixed(0..<channels)] }
    return Array(own.prefix(below))
  }
}

extension ColumnMarks {
  /// With all clipping on one side.
  fileprivate func clipped(on side: ColumnMarks) -> ColumnMarks {
    let clipping: ColumnMarks = [.clippedHigh, .clippedLow]
    return isDisjoint(with: clipping) ? self : subtracting(clipping).union(side)
  }
}
