// DiagramViewModel+Scope.swift
// Selections in some lanes only: which channels lanes stand for, and what they are called.

import Localization
import WaveformCore

extension DiagramViewModel {
  /// The channels in lanes of a row, of all waveforms that are drawn there.
  ///
  /// - Parameter base: the backmost waveform of the row.
  /// - Returns: nil for no channel.
  public func scope(ofLanes lanes: ClosedRange<Int>, of base: PlotViewModel) -> ChannelScope? {
    let row = self.lanes.rows.first { $0.first === base } ?? [base]
    var channels: [Int: Set<Int>] = [:]
    for plot in row where !plot.coversOriginal {
      let contents =
        plot === base
        ? plot.lanes(look.channels) : look.channels.lanes(channels: plot.channels, over: base.channels)
      for lane in lanes where contents.indices.contains(lane) {
        channels[plot.laneNumber, default: []].formUnion(contents[lane].channels)
      }
    }
    return ChannelScope(channels)
  }

  /// True when the selection is about a lane; without one as well.
  public func isSelected(lane: Int, of base: PlotViewModel) -> Bool {
    guard let scope = lanes.scope, let own = self.scope(ofLanes: lane...lane, of: base) else { return true }
    return own.lanes.contains { !own[$0].isDisjoint(with: scope[$0]) }
  }

  /// The same stretch in some channels only; in all again when these are all, or none.
  public func selectOnly(_ scope: ChannelScope?) {
    guard var next = selection, !next.isEmpty else { return }
    next.scope = scope
    select(next)
    settleSelection()
  }

  /// Takes channels into what is selected, or out of it; of a selection of all, they alone stay.
  public func toggle(_ scope: ChannelScope) {
    guard let present = lanes.scope else { return selectOnly(scope) }
    selectOnly(present.isSuperset(of: scope) ? present.subtracting(scope) : present.union(scope))
  }

  /// The selected channels as they are called; nil while all are.
  public var scopeText: String? {
    guard lanes.scope != nil else { return nil }
    let recordings = plots.filter { !$0.coversOriginal }
    let texts = recordings.compactMap { plot -> String? in
      guard let channels = lanes.selectedChannels(of: plot), !channels.isEmpty else { return nil }
      let labels = channels.map { plot.label(ofChannel: $0) ?? "1" }.joined(separator: ", ")
      guard recordings.count > 1 else { return labels }
      let name = plot.laneName
      // Translators: channels, and the name of their recording
      return channels.count == plot.channels ? localized("“\(name)”") : localized("\(labels) of “\(name)”")
    }
    return texts.joined(separator: "; ")
  }
}

extension LaneList {
  /// The selected channels while not all are; what is gone does not count.
  public var scope: ChannelScope? {
    guard let scope = selection?.scope else { return nil }
    let isThere = plots.contains { plot in
      scope[plot.laneNumber].contains { plot.channels == 0 || $0 < plot.channels }
    }
    return isThere ? scope : nil
  }

  /// The selected channels of a waveform, in ascending order; nil while all of all are.
  public func selectedChannels(of plot: PlotViewModel) -> [Int]? {
    scope.map { $0[plot.laneNumber].filter { $0 < max(plot.channels, 1) }.sorted() }
  }

  /// The channels to pick of those of a waveform; nil: all.
  package func pickedChannels(of plot: PlotViewModel) -> [Int]? {
    selectedChannels(of: plot).flatMap { $0.count == plot.channels ? nil : $0 }
  }

  /// True for all channels of all recordings.
  func isEverything(_ scope: ChannelScope) -> Bool {
    plots.allSatisfy { $0.coversOriginal || scope[$0.laneNumber].isSuperset(of: 0..<$0.channels) }
  }
}
