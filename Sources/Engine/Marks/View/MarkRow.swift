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

  /// Marks that can be told apart.
  public private(set) var items: [Item] = []
  /// Pixels that are full of short marks.
  public private(set) var runs: [Range<Int>] = []

  /// Marks that are shorter and nearer to each other than so many device pixels are drawn as one.
  private static let least = 4

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
    // Places in the tier, and the pixels where they begin: marks themselves are copied for what is drawn alone.
    var found: [(place: Int, start: Int, isCrowded: Bool)] = []
    func pixel(_ frame: Int) -> Int { grid.nearestEdge(toFrame: Double(frame)) }
    var count = 0
    tier.forEachPlace(touching: left..<left + 1) { place in
      let first = tier.marks[place].range.lowerBound
      if first < left, tier.marks[place].id != draft?.id { found.append((place, pixel(first), false)) }
      count += 1
      return count < Self.mostFromBefore
    }
    var place = tier.place(from: left)
    let end = tier.place(from: right)
    while place < end {
      // The first mark of the next pixel.
      let start = pixel(tier.marks[place].range.lowerBound)
      let beyond = Int((grid.position(ofPixel: start) + grid.framesPerPixel / 2).rounded(.up))
      let next = max(place + 1, tier.place(from: beyond))
      if tier.marks[next - 1].range.lowerBound == tier.marks[place].range.lowerBound {
        for place in tier.marks.together(place..<next, besides: draft) { found.append((place, start, false)) }
      } else if tier.marks[place].id != draft?.id {
        found.append((place, start, true))
      }
      place = next
    }
    for (index, each) in found.enumerated() {
      let start = each.start
      let end = max(start, pixel(tier.marks[each.place].range.upperBound))
      let next = index + 1 < found.count ? found[index + 1].start : width
      if end - start < Self.least, each.isCrowded || next - start < Self.least {
        // The last of a run goes on to its own end only.
        let reach = max(start + 1, next - start < Self.least ? next : end)
        if let last = runs.last, last.upperBound >= start {
          runs[runs.count - 1] = last.lowerBound..<max(last.upperBound, reach)
        } else {
          runs.append(start..<reach)
        }
      } else {
        let mark = tier.marks[each.place]
        let room = mark.isPoint ? next - start : min(end, max(next, start)) - max(0, start)
        items.append(Item(mark: mark, start: start, end: end, room: each.isCrowded ? 0 : max(0, room)))
      }
    }
    guard let draft else { return }
    let (start, finish) = (pixel(draft.range.lowerBound), pixel(draft.range.upperBound))
    let room = draft.isPoint ? width - start : finish - max(0, start)
    items.append(Item(mark: draft, start: start, end: max(start, finish), room: max(0, room)))
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

extension [Mark] {
  /// Those that stand for marks that no zoom parts, as they begin at one frame: the longest range, and the last point,
  /// which is drawn over it and taken before it.
  ///
  /// - Complexity: O(log n)
  fileprivate func together(_ places: Range<Int>, besides draft: Mark?) -> [Int] {
    // Points come before ranges.
    var low = places.lowerBound, high = places.upperBound
    while low < high {
      let middle = (low + high) / 2
      if self[middle].isPoint { low = middle + 1 } else { high = middle }
    }
    return [low..<places.upperBound, places.lowerBound..<low].compactMap { group in
      guard let last = group.last, self[last].id == draft?.id else { return group.last }
      return group.dropLast().last
    }
  }
}
