// GivingWay.swift
// A row in which the least important widgets give way while there is not room for all. A box would share what there is
// among them: too little for any one, and empty.

import CGtk

extension BoxWidget {
  /// Lays out the children of a row, from left to right in every language. Those in `order` are left out when there is no
  /// room for them, the last one first; there is always room for the others. What is left over is given to the first child
  /// that expands.
  ///
  /// - Parameters:
  ///   - order: children, the most important one first.
  ///   - spacing: between children that are there, in logical pixels.
  public func letGiveWay(_ order: [Widget], spacing: Int) {
    for (index, child) in order.enumerated() {
      g_object_set_data(child.object, importanceKey, UnsafeMutableRawPointer(bitPattern: index + 1))
    }
    g_object_set_data(object, spacingKey, UnsafeMutableRawPointer(bitPattern: spacing))
    gtk_widget_set_layout_manager(widget, gtk_custom_layout_new(nil, measureRow, allocateRow))
  }
}

private let importanceKey = "barline-importance", spacingKey = "barline-spacing"

private typealias WidgetPointer = UnsafeMutablePointer<GtkWidget>

/// A number that was kept with a widget; 0 when there is none.
private func number(_ key: String, of widget: WidgetPointer?) -> Int {
  let object = UnsafeMutableRawPointer(widget)?.assumingMemoryBound(to: GObject.self)
  return Int(bitPattern: g_object_get_data(object, key))
}

/// A child that takes part in the layout.
private struct Place {
  let child: WidgetPointer
  let minimum: Int, natural: Int
  /// 1 for the most important one that gives way; 0: never gives way.
  let importance: Int
  /// Nil when it has given way.
  var width: Int?

  static func all(in row: WidgetPointer?) -> [Place] {
    var places: [Place] = []
    var next = gtk_widget_get_first_child(row)
    while let child = next {
      next = gtk_widget_get_next_sibling(child)
      guard gtk_widget_should_layout(child) != 0 else { continue }
      var (minimum, natural): (gint, gint) = (0, 0)
      gtk_widget_measure(child, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, &natural, nil, nil)
      places.append(
        Place(
          child: child, minimum: Int(minimum), natural: Int(natural),
          importance: number(importanceKey, of: child)))
    }
    return places
  }
}

private func measureRow(
  _ row: WidgetPointer?, _ orientation: GtkOrientation, _: gint, _ minimum: UnsafeMutablePointer<gint>?,
  _ natural: UnsafeMutablePointer<gint>?, _: UnsafeMutablePointer<gint>?, _: UnsafeMutablePointer<gint>?
) {
  let places = Place.all(in: row)
  let sizes: (Int, Int)
  if orientation == GTK_ORIENTATION_HORIZONTAL {
    let spacing = number(spacingKey, of: row)
    let fixed = places.filter { $0.importance == 0 }
    sizes = (
      fixed.reduce(0) { $0 + $1.minimum } + max(fixed.count - 1, 0) * spacing,
      places.reduce(0) { $0 + $1.natural } + max(places.count - 1, 0) * spacing
    )
  } else {
    let heights = places.map { place in
      var height: gint = 0
      gtk_widget_measure(place.child, GTK_ORIENTATION_VERTICAL, -1, nil, &height, nil, nil)
      return Int(height)
    }
    // The same with any width: the window does not jump when something gives way.
    sizes = (heights.max() ?? 0, heights.max() ?? 0)
  }
  minimum?.pointee = gint(sizes.0)
  natural?.pointee = gint(sizes.1)
}

private func allocateRow(_ row: WidgetPointer?, _ width: gint, _ height: gint, _: gint) {
  let spacing = number(spacingKey, of: row)
  var places = Place.all(in: row)
  // What never gives way gets all that it wants, unless that is too much.
  let fixed = places.indices.filter { places[$0].importance == 0 }
  var room = Int(width) - max(fixed.count - 1, 0) * spacing - fixed.reduce(0) { $0 + places[$1].minimum }
  for index in fixed {
    let more = min(places[index].natural - places[index].minimum, max(room, 0))
    places[index].width = places[index].minimum + more
    room -= more
  }
  for index in places.indices.filter({ places[$0].importance > 0 })
    .sorted(by: { places[$0].importance < places[$1].importance })
  {
    let needed = places[index].natural + spacing
    guard needed <= room else { continue }
    places[index].width = places[index].natural
    room -= needed
  }
  var x = 0
  for place in places {
    gtk_widget_set_child_visible(place.child, place.width == nil ? 0 : 1)
    guard var own = place.width else { continue }
    if room > 0, gtk_widget_compute_expand(place.child, GTK_ORIENTATION_HORIZONTAL) != 0 {
      own += room
      room = 0
    }
    var allocation = GtkAllocation(x: gint(x), y: 0, width: gint(own), height: height)
    gtk_widget_size_allocate(place.child, &allocation, -1)
    x += own + spacing
  }
}
