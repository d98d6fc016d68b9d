// RowTable.swift
// A table whose rows are made as they come into view, so that a hundred thousand cost no more than a hundred. Rows are
// numbers; several can be selected; columns are sorted by whoever fills the rows.

import CGtk

/// A `GtkColumnView`, in what scrolls it.
@MainActor public final class RowTable: Widget {
  private var parts: Parts!

  /// - Parameter sorted: the column by which the rows are sorted at first, ascending.
  public convenience init(_ columns: [Column], sorted: Int) {
    let scroller = gtk_scrolled_window_new()!
    self.init(UnsafeMutableRawPointer(scroller))
    parts = Parts(columns)
    let givesWay = columns.contains { $0.importance > 0 }
    gtk_scrolled_window_set_policy(
      opaque, givesWay ? GTK_POLICY_EXTERNAL : GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
    gtk_scrolled_window_set_child(opaque, parts.view.widget)
    parts.sort(by: sorted)
    parts.follow(
      vertical: NativeObject(UnsafeMutableRawPointer(gtk_scrolled_window_get_vadjustment(opaque)!)),
      horizontal: NativeObject(UnsafeMutableRawPointer(gtk_scrolled_window_get_hadjustment(opaque)!)))
  }

  /// What is written in the rows; set it before there are any.
  public var contents: Contents? {
    get { parts.contents }
    set { parts.contents = newValue }
  }

  /// The table itself, without what scrolls it: it gets the keys.
  public var view: Widget { parts.view }

  /// Replaces rows by others. The selection of the others stays.
  public func replace(_ rows: RowDifference) {
    guard rows.removed > 0 || rows.added > 0 else { return }
    parts.follow { parts.model.replace(at: rows.start, removed: rows.removed, added: rows.added) }
  }

  /// The rows in view, as they were after the last layout; nil before the first one.
  public var rowsInView: Range<Int>? { parts.rowsInView }

  /// Writes all rows in view again.
  public func refresh() { parts.fillAll() }

  /// Writes those rows that are seen again of which something has changed.
  public func refreshChanged() { parts.fillChanged() }

  /// Writes a row again if it is in view.
  public func refresh(_ row: Int) { parts.fillAll { $0 == row } }

  /// The rows that are selected. Setting them tells nobody.
  public var selectedRows: [Int] {
    get { parts.selectedRows }
    set { parts.select(newValue) }
  }

  /// Scrolls as little as needed to show a row.
  public func scroll(to row: Int) {
    gtk_widget_activate_action_variant(parts.list, "list.scroll-to-item", g_variant_new_uint32(guint32(row)))
  }

  /// Gives the focus to a row, or to the table while the row does not exist.
  public func focus(_ row: Int) {
    guard let cell = parts.cell(row, column: 0), let own = parts.row(around: cell) else {
      gtk_widget_grab_focus(parts.list)
      return
    }
    gtk_widget_grab_focus(own)
  }

  /// The row at a place in the table.
  public func row(at point: Point) -> Int? {
    guard var found = gtk_widget_pick(parts.view.widget, point.x, point.y, GTK_PICK_DEFAULT) else {
      return nil
    }
    while found != parts.view.widget {
      if let cell = parts.cells.values.first(where: { cell in
        cell.child == found || parts.row(around: cell) == found
          || gtk_widget_get_parent(cell.child) == found
      }) {
        return parts.place(of: cell)
      }
      guard let parent = gtk_widget_get_parent(found) else { return nil }
      found = parent
    }
    return nil
  }

  /// Where a text is drawn, in logical pixels of another widget of the window; nil while it is not.
  public func place(ofRow row: Int, column: Int, in other: Widget) -> Rect? {
    guard let cell = parts.cell(row, column: column), let around = gtk_widget_get_parent(cell.child) else {
      return nil
    }
    var bounds = graphene_rect_t()
    guard gtk_widget_compute_bounds(around, other.widget, &bounds) != 0 else { return nil }
    return Rect(
      x: Double(bounds.origin.x), y: Double(bounds.origin.y), width: Double(bounds.size.width),
      height: Double(bounds.size.height))
  }
}

/// A text or a picture of a row in view.
private struct Cell {
  /// The `GtkListItem`, which knows the row.
  let item: OpaquePointer
  let column: Int
  let child: UnsafeMutablePointer<GtkWidget>
  /// What it shows: `RowTable.Contents.revision`.
  var revision: Int?
}

/// What the handlers of a table need. They must not hold its wrapper, which would keep itself alive.
@MainActor private final class Parts {
  let view: Widget
  let model = RowModel()
  var contents: RowTable.Contents?
  /// The texts and pictures of all rows in view, by their `GtkListItem`.
  var cells: [OpaquePointer: Cell] = [:]
  /// Pictures that GTK keeps for rows, by their `GtkListItem`.
  private var pictures: [OpaquePointer: RowPicture] = [:]
  private let selection: OpaquePointer
  private var columns: [OpaquePointer] = []
  private let wanted: [RowTable.Column]
  private var room: RowTableRoom?
  /// Of columns with an extent: the least that they need.
  private var widths: [Int: Int] = [:]
  /// True while the program changes the rows or the selection.
  private var isFollowing = false
  /// The column that was asked to compare two rows first.
  private var asked: Int?

  init(_ wanted: [RowTable.Column]) {
    self.wanted = wanted
    selection = gtk_multi_selection_new(OpaquePointer(g_object_ref(model.raw)))
    view = Widget(UnsafeMutableRawPointer(gtk_column_view_new(selection)!))
    for (index, column) in wanted.enumerated() { add(column, index) }
    let changed = NativeObject(UnsafeMutableRawPointer(selection))
    _ = changed.attach(
      "selection-changed",
      unsafeBitCast(callRange as @convention(c) (Data, guint, guint, Data) -> Void, to: GCallback.self),
      Box<@MainActor () -> Void> { [weak self] in
        guard let self, !isFollowing else { return }
        contents?.selected(selectedRows)
      })
    _ = view.attach(
      "activate",
      unsafeBitCast(callRow as @convention(c) (Data, guint, Data) -> Void, to: GCallback.self),
      Box<@MainActor (Int) -> Void> { [weak self] in self?.contents?.activated($0) })
    let sorter = NativeObject(UnsafeMutableRawPointer(gtk_column_view_get_sorter(view.opaque)!))
    _ = sorter.attach(
      "changed", unsafeBitCast(callChange as @convention(c) (Data, gint, Data) -> Void, to: GCallback.self),
      Box<@MainActor () -> Void> { [weak self] in self?.sortingChanged() })
  }

  /// The part of the view that scrolls.
  var list: UnsafeMutablePointer<GtkWidget> { gtk_widget_get_last_child(view.widget) }

  private func add(_ column: RowTable.Column, _ index: Int) {
    let factory = NativeObject(owned: UnsafeMutableRawPointer(gtk_signal_list_item_factory_new()!))
    let item = unsafeBitCast(
      callItem as @convention(c) (Data, OpaquePointer?, Data) -> Void, to: GCallback.self)
    _ = factory.attach(
      "setup", item,
      Box<@MainActor (OpaquePointer) -> Void> { [weak self] item in
        if let size = column.picture {
          let picture = RowPicture(width: size.width, height: size.height)
          self?.pictures[item] = picture
          return gtk_list_item_set_child(item, picture.widget)
        }
        let label = gtk_label_new(nil)!
        let own = OpaquePointer(label)
        gtk_label_set_xalign(own, column.isNumeric && column.extent != nil ? 1 : 0)
        gtk_label_set_single_line_mode(own, 1)
        if column.isWide || column.extent != nil { gtk_label_set_ellipsize(own, PANGO_ELLIPSIZE_END) }
        if column.isNumeric { gtk_widget_add_css_class(label, "numeric") }
        gtk_list_item_set_child(item, label)
      })
    _ = factory.attach(
      "bind", item,
      Box<@MainActor (OpaquePointer) -> Void> { [weak self] item in
        guard let child = gtk_list_item_get_child(item) else { return }
        let cell = Cell(item: item, column: index, child: child)
        self?.cells[item] = cell
        self?.fill(cell)
      })
    _ = factory.attach(
      "unbind", item, Box<@MainActor (OpaquePointer) -> Void> { [weak self] in self?.cells[$0] = nil })
    _ = factory.attach(
      "teardown", item, Box<@MainActor (OpaquePointer) -> Void> { [weak self] in self?.pictures[$0] = nil })
    // The column takes over the factory.
    let made = gtk_column_view_column_new(column.title, OpaquePointer(g_object_ref(factory.raw)))!
    gtk_column_view_column_set_expand(made, column.isWide ? 1 : 0)
    if column.picture == nil { addSorter(to: made, index) }
    gtk_column_view_append_column(view.opaque, made)
    columns.append(made)
    // The view holds it from now on.
    g_object_unref(UnsafeMutableRawPointer(made))
  }

  private func addSorter(to column: OpaquePointer, _ index: Int) {
    let question = Box<@MainActor () -> Void> { [weak self] in self?.asked = self?.asked ?? index }
    let sorter = NativeObject(
      owned: UnsafeMutableRawPointer(gtk_custom_sorter_new(callCompare, question.retained, releaseBox)!))
    gtk_column_view_column_set_sorter(column, sorter.raw.assumingMemoryBound(to: GtkSorter.self))
  }

  func fill(_ cell: Cell) {
    let row = place(of: cell)
    guard let contents, row < model.count else { return }
    cells[cell.item]?.revision = contents.revision(row)
    if let picture = pictures[cell.item] {
      let item = cell.item
      picture.draw = { [weak self] width in
        // By the row that it stands for then.
        self?.contents?.picture(Int(gtk_list_item_get_position(item)), width)
      }
    } else {
      gtk_label_set_markup(OpaquePointer(cell.child), contents.text(row, cell.column))
      Widget(UnsafeMutableRawPointer(cell.child)).setTooltip(contents.tooltip(row))
    }
    guard cell.column == 0, let around = self.row(around: cell) else { return }
    // GTK 4.18 fills a row before anybody owns it.
    Widget.of(around).setAccessibleLabel(contents.spoken(row))
  }

  func fillAll(_ isWanted: (Int) -> Bool = { _ in true }) {
    for cell in cells.values where isWanted(place(of: cell)) { fill(cell) }
  }

  func fillChanged() {
    guard let contents, let rows = room?.rows?.clamped(to: 0..<model.count) else { return }
    let revisions = rows.map(contents.revision)
    for cell in cells.values {
      let row = place(of: cell)
      if rows.contains(row), revisions[row - rows.lowerBound] != cell.revision { fill(cell) }
    }
  }

  // MARK: Room

  /// Tells which rows are in view, and shows those columns for which there is room.
  func follow(vertical: NativeObject, horizontal: NativeObject) {
    let room = RowTableRoom(vertical, horizontal, count: { [weak self] in self?.model.count ?? 0 })
    room.onRows = { [weak self] in
      self?.fillChanged()
      self?.contents?.seen($0)
    }
    room.onWidth = { [weak self] in self?.fit($0) }
    self.room = room
    for (index, column) in wanted.enumerated() {
      guard let width = RowTableRoom.width(of: column, index, in: view) else { continue }
      widths[index] = width
      gtk_column_view_column_set_fixed_width(columns[index], gint(width))
    }
  }

  var rowsInView: Range<Int>? { room?.rows }

  private func fit(_ width: Int) {
    for (column, own) in zip(columns, RowTableRoom.layout(wanted, widths, in: width)) {
      let isShown = own != nil
      if (gtk_column_view_column_get_visible(column) != 0) != isShown {
        gtk_column_view_column_set_visible(column, isShown ? 1 : 0)
      }
      // GTK 4.8 counts the width of a hidden column as well.
      if own != 0, own ?? 0 != Int(gtk_column_view_column_get_fixed_width(column)) {
        gtk_column_view_column_set_fixed_width(column, gint(own ?? 0))
      }
    }
  }

  func place(of cell: Cell) -> Int { Int(gtk_list_item_get_position(cell.item)) }

  func cell(_ row: Int, column: Int) -> Cell? {
    cells.values.first { $0.column == column && place(of: $0) == row }
  }

  /// The widget of the whole row, which gets the focus.
  func row(around cell: Cell) -> UnsafeMutablePointer<GtkWidget>? {
    gtk_widget_get_parent(cell.child).flatMap { gtk_widget_get_parent($0) }
  }

  // MARK: Selection

  func follow(_ change: () -> Void) {
    isFollowing = true
    change()
    isFollowing = false
  }

  var selectedRows: [Int] {
    let set = gtk_selection_model_get_selection(selection)!
    defer { gtk_bitset_unref(set) }
    var rows: [Int] = []
    var iterator = GtkBitsetIter()
    var row: guint = 0
    var isValid = gtk_bitset_iter_init_first(&iterator, set, &row) != 0
    while isValid {
      rows.append(Int(row))
      isValid = gtk_bitset_iter_next(&iterator, &row) != 0
    }
    return rows
  }

  func select(_ rows: [Int]) {
    let set = gtk_bitset_new_empty()!, all = gtk_bitset_new_range(0, guint(model.count))!
    for row in rows { gtk_bitset_add(set, guint(row)) }
    follow { _ = gtk_selection_model_set_selection(selection, set, all) }
    gtk_bitset_unref(set)
    gtk_bitset_unref(all)
  }

  // MARK: Sorting

  func sort(by column: Int) {
    follow { gtk_column_view_sort_by_column(view.opaque, columns[column], GTK_SORT_ASCENDING) }
  }

  /// Before GTK 4.10 a view does not say by which column it is sorted: it is asked to compare two things, and each column
  /// says that the first one is less.
  private func sortingChanged() {
    guard !isFollowing, let sorter = gtk_column_view_get_sorter(view.opaque) else { return }
    let one = RowModel(), other = RowModel()
    asked = nil
    let order = gtk_sorter_compare(sorter, one.raw, other.raw)
    if let asked { contents?.sorted(asked, order.rawValue < 0) }
    asked = nil
  }
}

private func callItem(_: Data, _ item: OpaquePointer?, _ data: Data) {
  let closure = UncheckedSendable((Box<@MainActor (OpaquePointer) -> Void>.closure(data), item))
  MainActor.assumeIsolated { closure.value.0(closure.value.1!) }
}

private func callRange(_: Data, _: guint, _: guint, _ data: Data) { callPlain(data) }
private func callChange(_: Data, _: gint, _ data: Data) { callPlain(data) }

private func callPlain(_ data: Data) {
  let closure = UncheckedSendable(Box<@MainActor () -> Void>.closure(data))
  MainActor.assumeIsolated { OwnTime.count(closure.value) }
}

private func callRow(_: Data, _ row: guint, _ data: Data) {
  let closure = UncheckedSendable(Box<@MainActor (Int) -> Void>.closure(data))
  MainActor.assumeIsolated { closure.value(Int(row)) }
}

private func callCompare(_: gconstpointer?, _: gconstpointer?, _ data: gpointer?) -> gint {
  callPlain(data)
  return -1
}
