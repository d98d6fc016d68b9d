// LaneReordering.swift
// Dragging lanes up or down by their headers: a mark shows where the lane would go, and it goes there on
// release.

import GtkBridge
import WaveformModel

/// The drags that change the order of lanes in one diagram.
@MainActor final class LaneReordering {
  private let diagram: DiagramViewModel
  private let rows: DiagramRows

  init(_ diagram: DiagramViewModel, _ rows: DiagramRows) {
    self.diagram = diagram
    self.rows = rows
  }

  func connect(to row: PlotRow) {
    _ = DragGesture(on: row.headerBox, takesDrags: true) { [weak self, weak row] phase, start, now, _ in
      guard let self, let row, rows.all.count > 1 else { return }
      let isDrag = phase != .cancelled && DragGesture.isDrag(on: row.headerBox, from: start, to: now)
      let slot = isDrag ? row.headerBox.top(in: rows.scroller).map { self.slot(at: $0 + now.y) } : nil
      show(phase == .moved ? slot : nil, of: row)
      if phase == .ended, let slot { move(row, to: slot) }
    }
  }

  /// How many lanes would lie above one that is dropped at `y`, in logical pixels from the top of the visible
  /// part.
  private func slot(at y: Double) -> Int {
    rows.all.prefix { row in
      guard let top = row.headerBox.top(in: rows.scroller) else { return true }
      return top + Double(row.headerBox.height + (row.view.isVisible ? row.view.height : 0)) / 2 < y
    }.count
  }

  /// Moves the lane to a slot between two others; its present place counts as a slot. Each drag is undone
  /// separately.
  private func move(_ row: PlotRow, to slot: Int) {
    guard let from = rows.all.firstIndex(where: { $0 === row }), slot != from, slot != from + 1 else {
      return
    }
    diagram.lanes.endChange()
    diagram.lanes.move(row.view.plot, by: slot > from ? slot - 1 - from : slot - from)
    diagram.lanes.endChange()
  }

  private func show(_ slot: Int?, of dragged: PlotRow) {
    let rows = rows.all
    dragged.headerBox.setCursor(slot == nil ? nil : "grabbing")
    for (index, row) in rows.enumerated() {
      row.headerBox.mark("dragged", slot != nil && row === dragged)
      row.headerBox.mark("drop-above", slot == index)
      for widget in [row.view, row.headerBox] as [Widget] { widget.mark("drop-below", false) }
    }
    guard slot == rows.count, let last = rows.last else { return }
    (last.view.isVisible ? last.view : last.headerBox as Widget).mark("drop-below", true)
  }
}

extension Widget {
  fileprivate func mark(_ styleClass: String, _ isSet: Bool) {
    if isSet { addStyleClass(styleClass) } else { removeStyleClass(styleClass) }
  }
}
