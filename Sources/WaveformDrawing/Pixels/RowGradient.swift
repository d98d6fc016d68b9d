// RowGradient.swift
// A vertical gradient over a lane, rounded to one colour per row: a row is then as simple to fill as a flat
// colour, and looks the same whoever fills it.

/// Colours from the top of a lane to its bottom.
struct RowGradient {
  /// The colours between which it runs, at equal distances.
  let stops: [Color]
  /// One opaque pixel per row.
  let pixels: [UInt32]

  init(stops: [Color], rows: Int) {
    precondition(stops.count > 1)
    self.stops = stops
    pixels = (0..<max(rows, 0)).map { row in
      let position = (Double(row) + 0.5) / Double(rows) * Double(stops.count - 1)
      let index = min(Int(position), stops.count - 2)
      return stops[index].mixed(with: stops[index + 1], at: position - Double(index)).pixel
    }
  }
}
