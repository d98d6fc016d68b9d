// ChannelScope.swift
// Some channels of some waveforms: what a selection is about while it is not about all. A value.

/// Channels, by the numbers of their lanes: see `PlotViewModel.laneNumber`.
public struct ChannelScope: Hashable, Sendable {
  /// No set is empty.
  private var channels: [Int: Set<Int>]

  /// - Returns: nil when there is no channel.
  public init?(_ channels: [Int: Set<Int>]) {
    self.channels = channels.filter { !$0.value.isEmpty }
    if self.channels.isEmpty { return nil }
  }

  /// The channels of a waveform; empty when it has none of them.
  public subscript(lane: Int) -> Set<Int> { channels[lane] ?? [] }

  /// The numbers of the waveforms.
  public var lanes: Set<Int> { Set(channels.keys) }

  public func union(_ other: ChannelScope) -> ChannelScope {
    var union = self
    union.channels.merge(other.channels) { $0.union($1) }
    return union
  }

  /// What the other one has not; nil when that is nothing.
  public func subtracting(_ other: ChannelScope) -> ChannelScope? {
    ChannelScope(channels.merging(other.channels.filter { channels[$0.key] != nil }) { $0.subtracting($1) })
  }

  public func isSuperset(of other: ChannelScope) -> Bool { union(other) == self }
}
