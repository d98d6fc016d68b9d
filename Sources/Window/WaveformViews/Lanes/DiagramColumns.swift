// DiagramColumns.swift
// The columns beside the waveforms: equally wide in all lanes and beside the ruler, so that times stand below each other.

import GtkBridge

/// The columns left and right of the waveforms.
@MainActor struct DiagramColumns {
  let left = DiagramColumn(), right = DiagramColumn()
}

/// Widgets that are as wide as the widest of them wants to be.
///
/// A size group of the toolkit would do the same, but with each new member it lays out all others again, and there may be
/// hundreds of lanes.
@MainActor final class DiagramColumn {
  private var members: [ObjectIdentifier: (widget: Widget, wish: Int)] = [:]
  private var width = 0

  /// Adds a widget, or takes notice that it wants another width.
  ///
  /// - Parameter wish: in logical pixels.
  func adopt(_ widget: Widget, wish: Int) {
    let known = members.updateValue((widget, wish), forKey: ObjectIdentifier(widget))
    guard known?.wish != wish else { return }
    fit()
    if known == nil { widget.setLeastWidth(width) }
  }

  func remove(_ widget: Widget) {
    members[ObjectIdentifier(widget)] = nil
    widget.setLeastWidth(nil)
    fit()
  }

  private func fit() {
    let widest = members.values.map(\.wish).max() ?? 0
    guard widest != width else { return }
    width = widest
    for member in members.values { member.widget.setLeastWidth(width) }
  }
}
