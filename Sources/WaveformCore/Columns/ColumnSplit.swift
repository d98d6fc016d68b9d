// ColumnSplit.swift
// What an exact column is made of: the bins that lie wholly in it, and the frames beside them that it shares bins
// with its neighbours for. A pure value.

/// The frames of one column, divided at the edges of bins.
public struct ColumnSplit: Equatable, Sendable {
  /// Bins that lie wholly in the column; the last bin of the recording counts as whole however short it is.
  public let bins: Range<Int>
  /// Those of them that count as parts.
  public let opened: [Int]
  /// Frames of the column that are part of no other bin, in their order: none, one stretch or two, and those of the
  /// opened bins.
  public let parts: [FrameRange]

  /// - Parameters:
  ///   - frames: of the column.
  ///   - framesPerBin: greater than 0.
  ///   - length: of the recording.
  ///   - opened: bins whose frames count as parts.
  public init(frames: FrameRange, framesPerBin: Int, length: Int, opened: Set<Int> = []) {
    let frames = frames.clamped(toLength: length)
    let first = (frames.lowerBound + framesPerBin - 1) / framesPerBin
    let last = (frames.upperBound + (frames.upperBound == length ? framesPerBin - 1 : 0)) / framesPerBin
    guard first <= last else {
      // Within one bin.
      bins = first..<first
      self.opened = []
      parts = frames.isEmpty ? [] : [frames]
      return
    }
    bins = first..<last
    let head = frames.lowerBound..<Swift.min(first * framesPerBin, frames.upperBound)
    let tail = Swift.min(last * framesPerBin, frames.upperBound)..<frames.upperBound
    self.opened = opened.isEmpty ? [] : bins.filter(opened.contains)
    let within = self.opened.map { $0 * framesPerBin..<Swift.min(($0 + 1) * framesPerBin, length) }
    parts = ([head] + within + [tail]).filter { !$0.isEmpty }
  }

  /// Runs of bins that are taken as they are.
  public var closed: [Range<Int>] {
    let edges = [bins.lowerBound - 1] + opened + [bins.upperBound]
    return zip(edges, edges.dropFirst()).map { $0 + 1..<$1 }.filter { !$0.isEmpty }
  }
}
