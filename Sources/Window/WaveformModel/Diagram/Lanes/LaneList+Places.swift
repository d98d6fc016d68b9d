// LaneList+Places.swift
// Where the waveforms of a list lie (in which lane, over which other one, and in time), and what can be done
// to each.

import WaveformCore

extension LaneList {
  /// The lanes from top to bottom. A lane holds a waveform and those drawn over it, from back to front.
  public var rows: [[PlotViewModel]] { order.rows }

  /// The waveform that `plot` is drawn over; nil for one in a lane of its own.
  public func base(of plot: PlotViewModel) -> PlotViewModel? {
    if plot.coversOriginal { return plots.first { $0 === plot.original } }
    let row = rows.first { $0.contains { $0 === plot } }
    return row?.first === plot ? nil : row?.first
  }

  /// Where a waveform lies on the time axis.
  public func placement(of plot: PlotViewModel) -> LanePlacement {
    LanePlacement(offset: plot.settings.offset, rate: plot.sampleRate, axisRate: sampleRate)
  }

  /// Frames of the time axis: up to where the last waveform ends.
  public var length: Int { plots.map { end(of: $0) }.max() ?? 0 }

  /// Where a waveform ends, in frames of the time axis.
  func end(of plot: PlotViewModel) -> Int { placement(of: plot).end(ofLength: plot.length) }

  /// True when there is more than one waveform.
  public var hasSeveral: Bool { plots.count > 1 }

  /// True when there is more than one recording, so that they can be moved relative to each other.
  public var hasSeveralRecordings: Bool { plots.count { !$0.isComputed } > 1 }

  /// True when all waveforms have been read to their end, or have failed.
  var areComplete: Bool { plots.allSatisfy(\.isComplete) }

  // MARK: What can be done

  /// True when `remove` would remove it.
  public func canRemove(_ plot: PlotViewModel) -> Bool {
    plots.contains { $0 === plot } && (plot.isComputed || hasSeveralRecordings)
  }

  /// True when `move` would change something.
  public func canMove(_ plot: PlotViewModel, by steps: Int) -> Bool {
    let rows = rows
    guard let from = rows.firstIndex(where: { $0.contains { $0 === plot } }) else { return false }
    return rows.indices.contains(from + steps)
  }

  /// True when there is a lane above to draw it over, and neither of the two failed.
  public func canDrawOver(_ plot: PlotViewModel) -> Bool {
    guard let index = rows.firstIndex(where: { $0[0] === plot }), index > 0 else { return false }
    return !plot.isFailed && !rows[index - 1][0].isFailed
  }
}
