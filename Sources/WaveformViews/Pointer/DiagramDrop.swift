// DiagramDrop.swift
// Files that are dragged over the diagram: shows where they would go, and reports where they were dropped.

import GtkBridge
import WaveformModel

/// Takes files that are dropped on the lanes.
@MainActor final class DiagramDrop {
  /// Where a dropped waveform goes.
  enum Place {
    case over(PlotViewModel)
    case below
  }

  /// Called with files that were dropped, and where.
  var onDrop: (([FileReference], Place) -> Void)?

  private let rows: DiagramRows

  init(on rows: DiagramRows) {
    self.rows = rows
    _ = FileDropTarget(
      on: rows.scroller, moved: { [weak self] in self?.show(at: $0.map { $0.y }) },
      dropped: { [weak self] files, place in
        guard let self else { return }
        show(at: nil)
        onDrop?(files, dropTarget(at: place.y)?.place ?? .below)
      })
  }

  /// A file dropped on the upper half of a lane goes over it; on the lower half, into a lane of its own.
  private func dropTarget(at y: Double) -> (view: PlotView, place: Place)? {
    let views = rows.backViews
    for view in views where view.isVisible {
      guard let top = view.top(in: rows.scroller), y < top + Double(view.height) else { continue }
      return y >= top && y < top + Double(view.height) / 2 ? (view, .over(view.plot)) : (view, .below)
    }
    return views.last { $0.isVisible }.map { ($0, .below) }
  }

  private func show(at y: Double?) {
    let target = y.flatMap(dropTarget)
    let views = rows.backViews
    for view in views {
      view.removeStyleClass("drop-over")
      view.removeStyleClass("drop-below")
    }
    guard let target else { return }
    if case .over = target.place {
      target.view.addStyleClass("drop-over")
    } else {
      views.last { $0.isVisible }?.addStyleClass("drop-below")
    }
  }
}
