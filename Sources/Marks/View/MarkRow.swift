// MarkRow.swift
// What is drawn of a tier: the marks that are visible, and of those that fall on the same pixel one. A pure value, so that
// a hundred thousand marks cost as much as there are pixels.

import WaveformCore

/// The visible marks of a tier, from left to right.
public struct MarkRow: Equatable, Sendable {
  public struct Item: Equatable, Sendable {
    public let mark: Mark
    /// Device pixels from the left edge of the view; equal for a point. May lie outside of the view.
    public let start: Int, end: Int
    /// Pixels up to the next mark, for the name; 0 where other marks stand on the same pixel.
    public let room: Int
  }

  public private(set) var items: [Item] = []

  /// The most marks that began before the view and reach into it.
  private static let mostFromBefore = 64

  /// - Parameters:
  ///   - grid: the device pixels of the view in frames of the recording; pixel 0 is the left edge.
  ///   - width: of the view in device pixels.
  ///   - draft: a mark that is being dragged, with the place it has now.
  /// - Complexity: O(width · log n)
  public init(_ tier: MarkTier, grid: PixelGrid, width: Int, draft: Mark? = nil) {
    guard width > 0 else { return }
    let left = grid.firstFrame(ofPixel: 0), right = max(left + 1, grid.firstFrame(ofPixel: width))
    var found: [(mark: Mark, isCrowded: Bool)] = []
    var count = 0
    tier.forEachPlace(touching: left..<left + 1) { place in
      let mark = tier.marks[place]
      if mark.range.lowerBound < left, mark.id != draft?.id { found.append((mark, false)) }
      count += 1
      return count < Self.mostFromBefore
    }
    var place = tier.place(from: left)
    while place < tier.marks.count, case let mark = tier.marks[place], mark.range.lowerBound < right {
      // The first mark of the next pixel.
      let pixel = grid.nearestEdge(toFrame: Double(mark.range.lowerBound))
      let beyond = Int((grid.position(ofPixel: pixel) + grid.framesPerPixel / 2).rounded(.up))
      let next = max(place + 1, tier.place(from: beyond))
      if mark.id != draft?.id { found.append((mark, next > place + 1)) }
      place = next
    }
    if let draft { found.append((draft, false)) }
    let starts = found.map { grid.nearestEdge(toFrame: Double($0.mark.range.lowerBound)) }
    for (index, each) in found.enumerated() {
      let end = max(starts[index], grid.nearestEdge(toFrame: Double(each.mark.range.upperBound)))
      let next = index + 1 < found.count ? starts[index + 1] : width
      let room =
        each.mark.isPoint ? next - starts[index] : min(end, max(next, starts[index])) - max(0, starts[index])
      items.append(
        Item(mark: each.mark, start: starts[index], end: end, room: each.isCrowded ? 0 : max(0, room)))
    }
  }

  /// What of a mark is at a place.
  public enum Part: Sendable { case start, end, whole }

  /// The mark at a pixel, the last one of several; its edges are taken within `tolerance`, which points have as well.
  public func mark(at x: Int, tolerance: Int) -> (item: Item, part: Part)? {
    for item in items.reversed() {
      if item.mark.isPoint {
        // The flag stands behind the line.
        if item.start - tolerance <= x, x <= item.start + 2 * tolerance { return (item, .whole) }
        continue
      }
      guard item.start - tolerance <= x, x <= item.end + tolerance else { continue }
      // A short range has a middle as well.
      let grip = min(tolerance, (item.end - item.start) / 4)
      if x <= item.start + grip { return (item, .start) }
      if x >= item.end - grip { return (item, .end) }
      return (item, .whole)
    }
    return nil
  }
}
