// RowTableRoom.swift
// What room a table has: which of its rows are in view, and for which of its columns there is width. Told after the
// layout that changed it, because a layout must not begin another.

import CGtk

/// Follows the adjustments of what scrolls a table.
@MainActor final class RowTableRoom {
  var onRows: (Range<Int>) -> Void = { _ in }
  var onWidth: (Int) -> Void = { _ in }

  private let vertical: NativeObject, horizontal: NativeObject
  private let count: () -> Int
  /// The rows in view; nil before the first layout.
  private(set) var rows: Range<Int>?
  private var width = 0
  private var isDue = false

  init(_ vertical: NativeObject, _ horizontal: NativeObject, count: @escaping () -> Int) {
    self.vertical = vertical
    self.horizontal = horizontal
    self.count = count
    for adjustment in [vertical, horizontal] {
      for signal in ["value-changed", "changed"] {
        adjustment.connect(signal) { [weak self] in self?.lookSoon() }
      }
    }
  }

  private func lookSoon() {
    guard !isDue else { return }
    isDue = true
    Task { [weak self] in
      self?.isDue = false
      self?.look()
    }
  }

  private func look() {
    let width = Int(gtk_adjustment_get_page_size(native(horizontal)))
    if width > 0, width != self.width {
      self.width = width
      onWidth(width)
    }
    // All rows are equally high.
    let count = count(), upper = gtk_adjustment_get_upper(native(vertical))
    let page = gtk_adjustment_get_page_size(native(vertical))
    guard count > 0, upper > 0, page > 0 else { return }
    let height = upper / Double(count), top = gtk_adjustment_get_value(native(vertical))
    let first = min(max(Int(top / height), 0), count - 1)
    let last = min(Int(((top + page) / height).rounded(.up)), count)
    let seen = first..<max(first + 1, last)
    guard seen != rows else { return }
    rows = seen
    onRows(seen)
  }

  private func native(_ object: NativeObject) -> UnsafeMutablePointer<GtkAdjustment> {
    object.raw.assumingMemoryBound(to: GtkAdjustment.self)
  }

  // MARK: Columns

  /// How wide a column is with its title, in logical pixels; nil: what is in view decides. Titles of numbers are set at
  /// the end, as numbers are.
  static func width(of column: RowTable.Column, _ index: Int, in view: Widget) -> Int? {
    guard let extent = column.extent else { return nil }
    var title = gtk_widget_get_first_child(gtk_widget_get_first_child(view.widget))
    for _ in 0..<index { title = gtk_widget_get_next_sibling(title) }
    if column.isNumeric, let box = gtk_widget_get_first_child(title) {
      gtk_widget_set_halign(box, GTK_ALIGN_END)
    }
    var least: gint = 0
    if let title { gtk_widget_measure(title, GTK_ORIENTATION_HORIZONTAL, -1, &least, nil, nil, nil) }
    let own =
      switch extent {
      case .text(let text): Int(TextLayout(text, for: view).size.x.rounded(.up))
      case .picture(let width, _, _): width
      }
    // Room for the arrow of the column that is sorted by, and for the padding of cells.
    return max(Int(least) + arrow, own + padding)
  }

  private static let arrow = 20, padding = 20
  /// The least width of the column that gets what is left.
  private static let name = 130

  /// How wide columns are; nil for those that are left out, 0 for the one that gets what is left.
  ///
  /// - Parameter widths: what columns need at least; none for the one that gets what is left.
  static func layout(_ columns: [RowTable.Column], _ widths: [Int: Int], in width: Int) -> [Int?] {
    var layout = columns.indices.map { columns[$0].importance == 0 ? widths[$0] ?? 0 : nil }
    var left = width - layout.reduce(0) { $0 + ($1 == 0 ? name : $1 ?? 0) }
    for index in columns.indices.sorted(by: { columns[$0].importance < columns[$1].importance })
    where layout[index] == nil {
      guard let needed = widths[index], needed <= left else { break }
      left -= needed
      layout[index] = needed
    }
    // Pictures get half of what is left then.
    for (index, column) in columns.enumerated() {
      guard let own = layout[index], let most = column.picture?.most, left > 0 else { continue }
      layout[index] = min(own + left / 2, max(own, most + padding))
    }
    return layout
  }
}
