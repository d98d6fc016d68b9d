// RowTable+Contents.swift
// What a table is made of, and who fills its rows. Values.

@MainActor extension RowTable {
  public struct Column {
    let title: String
    /// True for digits of equal width.
    let isNumeric: Bool
    /// True for the column that gets what room is left; its texts are shortened.
    let isWide: Bool
    /// Decides how wide the column is; nil: what is in view decides.
    var extent: Extent?
    /// Where there is no room for all columns, those with the highest number go first; 0: stays.
    var importance = 0

    /// How wide a column is, whatever is in view.
    public enum Extent: Equatable, Sendable {
      /// As a text that stands for the longest ones; longer ones are shortened.
      case text(String)
      /// As pictures of this size, in logical pixels; up to `most` when there is room.
      case picture(width: Int, most: Int, height: Int)
    }

    public init(_ title: String, isNumeric: Bool = false, isWide: Bool = false) {
      self.title = title
      self.isNumeric = isNumeric
      self.isWide = isWide
    }

    /// A column that is as wide as `extent` wherever the rows are.
    public init(_ title: String, _ extent: Extent, isNumeric: Bool = false, importance: Int = 0) {
      self.init(title, isNumeric: isNumeric)
      self.extent = extent
      self.importance = importance
    }

    var picture: (width: Int, most: Int, height: Int)? {
      if case .picture(let width, let most, let height) = extent { (width, most, height) } else { nil }
    }
  }

  /// What is written in the rows, and who is told what.
  public struct Contents {
    /// The text of a row in a column, with Pango's markup.
    public var text: (_ row: Int, _ column: Int) -> String
    /// The row as it is read aloud.
    public var spoken: (_ row: Int) -> String
    /// What is drawn of a row in a column of pictures, in a width of logical pixels.
    public var picture: (_ row: Int, _ width: Int) -> RenderNode? = { _, _ in nil }
    /// What is told of a row when the pointer rests on its text; nil: nothing.
    public var tooltip: (_ row: Int) -> String? = { _ in nil }
    /// A number that changes with what the row shows, and is no other row's: `refreshChanged` needs it.
    public var revision: (_ row: Int) -> Int = { _ in 0 }
    /// Called with the rows in view, when they are others.
    public var seen: (Range<Int>) -> Void = { _ in }
    /// Called when the user selects rows.
    public var selected: ([Int]) -> Void = { _ in }
    /// Called when a row is double-clicked, or Enter is pressed.
    public var activated: (Int) -> Void = { _ in }
    /// Called when the user chooses a column to sort by.
    public var sorted: (_ column: Int, _ isAscending: Bool) -> Void = { _, _ in }

    public init(
      text: @escaping (_ row: Int, _ column: Int) -> String, spoken: @escaping (_ row: Int) -> String
    ) {
      self.text = text
      self.spoken = spoken
    }
  }
}
