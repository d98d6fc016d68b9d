// MeasuredBlocks.swift
// The blocks of a stretch, and the measures that they add up to. A value.

import WaveformCore

/// What a `MeasureBuilder` has made of a stretch of a recording.
public struct MeasuredBlocks: Equatable, Sendable {
  public let shape: MeasureShape
  /// The frames that were measured.
  public let range: FrameRange
  /// Block by block, channel by channel; the first and the last may be partial.
  package let blocks: [MeasureBlock]

  package init(shape: MeasureShape, range: FrameRange, blocks: [MeasureBlock]) {
    self.shape = shape
    self.range = range
    self.blocks = blocks
  }

  package init<Sample>(_ builder: MeasureBuilder<Sample>) {
    self.init(shape: builder.shape, range: builder.start..<builder.end, blocks: builder.blocks)
  }

  /// Behind the filter, of all channels together.
  var energies: Energies { Energies(together: blocks[...], shape) }

  /// The measures of the whole stretch.
  public var measures: Measures { Measures(shape, frames: range.count, blocks[...], sums: []) }

  /// The measures of the whole blocks in `range`, with those of `rims` added to all but loudness.
  ///
  /// - Parameters:
  ///   - range: lies in `self.range`.
  ///   - rims: what lies in `range` and in no whole block of it.
  package func measures(of range: FrameRange, rims: [MeasuredBlocks]) -> Measures {
    Measures(
      shape, frames: range.count, blocks[indices(of: wholeBlocks(in: range))], sums: rims.flatMap(\.blocks))
  }

  /// Those of some channels.
  ///
  /// - Parameter channels: not empty, in ascending order.
  /// - Complexity: O(blocks)
  package func picking(_ channels: [Int]) -> MeasuredBlocks {
    guard channels != Array(0..<shape.channels) else { return self }
    let rows = stride(from: 0, to: blocks.count, by: shape.channels)
    return MeasuredBlocks(
      shape: shape.picking(channels), range: range,
      blocks: rows.flatMap { row in channels.map { blocks[row + $0] } })
  }

  /// The frames of whole blocks of the grid in a range; empty when there is none.
  package func wholeBlocks(in range: FrameRange) -> FrameRange {
    let size = shape.framesPerBlock
    let first = (range.lowerBound + size - 1) / size * size
    // The last block of a recording is whole, however short it is.
    let last = range.upperBound == self.range.upperBound ? range.upperBound : range.upperBound / size * size
    return first < last ? first..<last : range.lowerBound..<range.lowerBound
  }

  /// Where the blocks lie that make up `range`.
  private func indices(of range: FrameRange) -> Range<Int> {
    guard !range.isEmpty else { return 0..<0 }
    let size = shape.framesPerBlock, base = self.range.lowerBound / size
    return (range.lowerBound / size - base) * shape.channels..<((range.upperBound - 1) / size + 1 - base)
      * shape.channels
  }
}
