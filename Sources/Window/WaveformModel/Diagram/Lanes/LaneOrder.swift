// LaneOrder.swift
// The order of the waveforms of a diagram: which lie in one lane, and where one goes that is added, moved, or drawn alone.
// Values over models: nothing is shown here, and of settings only that a waveform covers its original is set. Main actor.

/// Waveforms from top to bottom, and in a lane from back to front.
@MainActor struct LaneOrder {
  let plots: [PlotViewModel]

  init(_ plots: [PlotViewModel]) { self.plots = plots }

  /// The lanes. A lane holds a waveform and those drawn over it.
  var rows: [[PlotViewModel]] {
    plots.reduce(into: []) { rows, plot in
      if plot.settings.isOver, !rows.isEmpty {
        rows[rows.count - 1].append(plot)
      } else {
        rows.append([plot])
      }
    }
  }

  private func row(of plot: PlotViewModel) -> [PlotViewModel]? { rows.first { $0.contains { $0 === plot } } }

  /// With another waveform: below all, or in front of those that lie over `base`.
  func adding(_ plot: PlotViewModel, over base: PlotViewModel?) -> [PlotViewModel] {
    var next = plots
    let last = base.flatMap(row)?.last
    let index = last.flatMap { last in next.firstIndex { $0 === last } }.map { $0 + 1 } ?? next.count
    next.insert(plot, at: index)
    return next
  }

  /// With the lane of a waveform, and all that lies over it, so many lanes lower; nil when that is where it is.
  func moving(_ plot: PlotViewModel, by steps: Int) -> [PlotViewModel]? {
    var rows = rows
    guard let from = rows.firstIndex(where: { $0.contains { $0 === plot } }) else { return nil }
    let to = min(max(from + steps, 0), rows.count - 1)
    guard to != from else { return nil }
    rows.insert(rows.remove(at: from), at: to)
    return rows.flatMap(\.self)
  }

  /// With a waveform behind all that stay in the lane that it leaves; nil when it is in none.
  func leavingLane(_ plot: PlotViewModel) -> [PlotViewModel]? {
    guard let last = row(of: plot)?.last(where: { $0 !== plot }) else { return nil }
    var next = plots.filter { $0 !== plot }
    next.insert(plot, at: next.firstIndex { $0 === last }! + 1)
    return next
  }

  /// What follows a waveform as the lowest one of its lane, when it goes: nil when it is not the lowest, or alone.
  func heir(of plot: PlotViewModel) -> PlotViewModel? {
    guard let row = row(of: plot), row.first === plot else { return nil }
    return row.dropFirst().first { !$0.coversOriginal }
  }

  /// With waveforms that cover their original right behind it, and without those whose original is gone.
  var covered: [PlotViewModel] {
    var result = plots.filter { !$0.coversOriginal }
    for plot in plots where plot.coversOriginal {
      guard let original = plot.original, let index = result.firstIndex(where: { $0 === original }) else {
        continue
      }
      var settings = plot.settings
      settings.isOver = true
      settings.offset = original.settings.offset
      if settings != plot.settings { plot.settings = settings }
      result.insert(plot, at: index + 1)
    }
    return result
  }

  /// The smallest color number that no waveform has.
  var freeColor: Int {
    let used = Set(plots.map(\.settings.color))
    return (0...plots.count).first { !used.contains($0) } ?? 0
  }
}
