// DropSign.swift
// Three places that are offered to a file while it is dragged over a lane, in words: a drop says before the release where
// the file will lie. Released elsewhere in the lane, it goes into a lane below.

import GtkBridge
import Resources

/// The places in a row, over the lane under the pointer. It takes no events: the lane does.
@MainActor final class DropSign {
  /// The places from left to right.
  enum Choice: Int, CaseIterable { case below, over, instead }

  let widget: Widget
  private let labels: [Widget]

  /// Of a label, and between two, in logical pixels, as the interface has them.
  private static let width = 112.0, gap = 6.0, height = 32.0

  init() {
    let builder = Builder(Resources.dropSign)
    widget = builder.get("drop_sign")
    widget.runLeftToRight()
    labels = ["drop_below", "drop_over", "drop_instead"].map { builder.get($0) }
  }

  /// The place under the pointer.
  ///
  /// - Parameters:
  ///   - point: in the area in whose middle the row stands.
  ///   - width: of the area.
  ///   - top: of the row in the area.
  static func choice(at point: Point, areaWidth width: Double, top: Double) -> Choice {
    let count = Double(Choice.allCases.count)
    let whole = count * Self.width + (count - 1) * gap
    let x = point.x - (width - whole) / 2
    guard (0..<whole).contains(x), (top..<top + height).contains(point.y) else { return .below }
    return Choice(rawValue: Int(x / (Self.width + gap))) ?? .below
  }

  /// Where the row begins in a lane.
  static func top(ofLane top: Double, height: Double) -> Double { top + max(0, height / 4 - Self.height / 2) }

  /// - Parameter top: from the top of what the row lies over.
  func show(_ choice: Choice, top: Double) {
    widget.set("margin-top", Int(max(0, top)))
    for (index, label) in labels.enumerated() {
      if index == choice.rawValue { label.addStyleClass("chosen") } else { label.removeStyleClass("chosen") }
    }
    widget.isVisible = true
  }

  func hide() { widget.isVisible = false }
}
