// MarkFigure.swift
// What a row of marks is drawn as: plain shapes and names, in the colour of its tier. The strip of the window and a
// picture draw the same ones. Pure values.

/// A shape of a row, in logical pixels; x from the left edge of the view, y from the top of the row.
public enum MarkFigure: Equatable, Sendable {
  public struct Box: Equatable, Sendable {
    public let x: Double, y: Double, width: Double, height: Double
  }

  /// Filled with the colour of the tier.
  case area(Box, radius: Double, opacity: Double)
  /// A line around the selected one, in the colour of text.
  case border(Box, radius: Double)
  /// A name, in the colour of text: as much of it as has room.
  case name(String, x: Double, room: Double)

  /// Pixels from one row to the next, and of what is drawn of it.
  public static let rowHeight = 20.0, height = 18.0
}

extension MarkRow {
  /// What the row is drawn as, in order.
  ///
  /// - Parameters:
  ///   - width: of the view in logical pixels.
  ///   - scale: device pixels per logical pixel.
  ///   - selected: the marks that are selected.
  ///   - unnamed: the mark whose name is not drawn.
  public func figures(
    width: Double, scale: Double, selected: Set<Mark.ID> = [], unnamed: Mark.ID? = nil
  ) -> [MarkFigure] {
    var figures: [MarkFigure] = []
    func area(
      _ x: Double, _ width: Double, height: Double = MarkFigure.height, radius: Double = 0, _ opacity: Double
    ) {
      figures.append(
        .area(
          MarkFigure.Box(x: x, y: 0, width: width, height: height), radius: radius, opacity: opacity))
    }
    for run in runs { area(Double(run.lowerBound) / scale, Double(run.count) / scale, 0.5) }
    for item in items {
      let isSelected = selected.contains(item.mark.id)
      let x = Double(item.start) / scale, end = Double(item.end) / scale
      var textStart = max(x + 4, 4)
      if item.mark.isPoint {
        area(x, max(1, 1 / scale), 1)
        // The flag stands behind its line.
        guard item.room >= Int(8 * scale) else { continue }
        area(x, 7, height: 9, radius: 1.5, 1)
        textStart = x + 11
        if isSelected {
          figures.append(.border(MarkFigure.Box(x: x - 2, y: -1, width: 11, height: 12), radius: 2.5))
        }
      } else {
        let left = max(x, -2), body = max(min(end, width + 2) - left, 1)
        // Round corners cost a clip each, and are not seen of what is narrow.
        area(left, body, radius: body < 8 ? 0 : 3, isSelected ? 0.45 : 0.2)
        for edge in [x, end - 1] where edge >= 0 && body > 3 { area(edge, 1, 1) }
      }
      let room = (max(x, 0) + Double(item.room) / scale - textStart - 3).rounded(.down)
      guard room >= 20, !item.mark.name.isEmpty, item.mark.id != unnamed else { continue }
      figures.append(.name(item.mark.name, x: textStart, room: room))
    }
    return figures
  }
}
