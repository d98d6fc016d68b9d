// DiagramView+Drop.swift
// Files that are dragged over the diagram: where they would go, which is shown, and where they went.

import GtkBridge
import WaveformModel

extension DiagramView {
  /// Where a dropped waveform goes.
  enum DropPlace {
    case over(PlotViewModel)
    case below
  }

  func connectDrop(on widget: Widget) {
    _ = FileDropTarget(
      on: widget, moved: { [weak self] in self?.showDrop(at: $0.map { $0.y }) },
      dropped: { [weak self] files, place in
        guard let self else { return }
        showDrop(at: nil)
        onDrop?(files, dropTarget(at: place.y)?.place ?? .below)
      })
  }

  /// The upper half of a lane takes the file over it; below, it comes in a lane of its own.
  private func dropTarget(at y: Double) -> (view: PlotView, place: DropPlace)? {
    for view in plotViews where view.isVisible {
      guard let top = view.top(in: scroller), y < top + Double(view.height) else { continue }
      return y >= top && y < top + Double(view.height) / 2 ? (view, .over(view.plot)) : (view, .below)
    }
    return plotViews.last { $0.isVisible }.map { ($0, .below) }
  }

  private func showDrop(at y: Double?) {
    let target = y.flatMap(dropTarget)
    for view in plotViews {
      view.removeStyleClass("drop-over")
      view.removeStyleClass("drop-below")
    }
    guard let target else { return }
    if case .over = target.place {
      target.view.addStyleClass("drop-over")
    } else {
      plotViews.last { $0.isVisible }?.addStyleClass("drop-below")
    }
  }
}
