// ColumnSplit.swift
// What an exact column is made of: the bins that lie wholly in it, and the frames beside them that it shares bins
// with its neighbours for. A pure value.

/// The frames of one column, divided at the edges of bins.
public struct ColumnSplit: Equatable, Sendable {
  /// Bins that lie wholly in the column; the last bin of the recording counts as whole however short it is.
  public let bins: Range<Int>
  /// Frames of the column that are part of no such bin: none, one stretch or two.
  public let parts: [FrameRange]

  /// - Parameters:
  ///   - frames: of the column.
  ///   - framesPerBin: greater than 0.
  ///   - length: of the recording.
  public init(frames: FrameRange, framesPerBin: Int, length: Int) {
    let frames = frames.clamped(toLength: length)
    let first = (frames.lowerBound + framesPerBin - 1) / framesPerBin
    let last = (frames.upperBound + (frames.upperBound == length ? framesPerBin - 1 : 0)) / framesPerBin
    guard first <= last else {
      // Within one bin.
      bins = first..<first
      parts = frames.isEmpty ? [] : [frames]
      return
    }
    bins = first..<last
    let head = frames.lowerBound..<Swift.min(first * framesPerBin, frames.upperBound)
    let tail = Swift.min(last * framesPerBin, frames.upperBound)..<frames.upperBound
    parts = [head, tail].filter { !$0.isEmpty }
  }
}
