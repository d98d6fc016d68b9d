// DiagramDrop.swift
// Files that are dragged over the diagram: shows where they would go, and reports where they were dropped.

import GtkBridge
import WaveformModel

/// Takes files that are dropped on the lanes.
@MainActor final class DiagramDrop {
  /// Where a dropped waveform goes.
  enum Place {
    case below
    case over(PlotViewModel)
    /// In place of all that the window shows.
    case instead
  }

  /// Called with files that were dropped, and where.
  var onDrop: (([FileReference], Place) -> Void)?

  private let rows: DiagramRows
  private let sign = DropSign()
  /// What the sign lies over; it holds the lanes.
  private var overlay: Overlay?

  init(on rows: DiagramRows) {
    self.rows = rows
    _ = FileDropTarget(
      on: rows.scroller, moved: { [weak self] in self?.show(at: $0) },
      dropped: { [weak self] files, point in
        guard let self else { return }
        let place = target(at: point)?.place ?? .below
        show(at: nil)
        onDrop?(files, place)
      })
  }

  /// Shows the places over the lanes from now on.
  func offerPlaces(in overlay: Overlay) {
    self.overlay = overlay
    overlay.add(sign.widget)
  }

  private struct Target {
    let view: PlotView, choice: DropSign.Choice
    /// Of the sign, from the top of the scrolled area.
    let top: Double

    @MainActor var place: Place {
      switch choice {
      case .below: .below
      case .over: .over(view.plot)
      case .instead: .instead
      }
    }
  }

  /// The lane under the pointer, and the place that is meant there; behind the last lane it is that one.
  private func target(at point: Point) -> Target? {
    let views = rows.backViews.filter(\.isVisible)
    let under = views.first { view in
      view.top(in: rows.scroller).map { point.y < $0 + Double(view.height) } ?? false
    }
    guard let view = under ?? views.last, let top = view.top(in: rows.scroller) else { return nil }
    let signTop = DropSign.top(ofLane: max(0, top), height: Double(view.height))
    let choice = DropSign.choice(at: point, areaWidth: Double(rows.scroller.width), top: signTop)
    return Target(view: view, choice: choice, top: signTop)
  }

  private func show(at point: Point?) {
    let target = point.flatMap(target)
    let views = rows.backViews
    for view in views {
      view.removeStyleClass("drop-over")
      view.removeStyleClass("drop-below")
    }
    guard let target else { return sign.hide() }
    switch target.choice {
    case .below: views.last { $0.isVisible }?.addStyleClass("drop-below")
    case .over: target.view.addStyleClass("drop-over")
    case .instead: for view in views { view.addStyleClass("drop-over") }
    }
    guard let overlay, let top = rows.scroller.top(in: overlay) else { return }
    sign.show(target.choice, top: top + target.top)
  }
}
