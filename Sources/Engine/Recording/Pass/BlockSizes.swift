// BlockSizes.swift
// How much the reader reads at once: little at first, so that the first peaks show soon, then enough to make system
// calls cheap. Peaks do not depend on it.

/// The sizes of the blocks in which a recording is read, in frames.
public struct BlockSizes: Sendable {
  private let frames: @Sendable (_ index: Int, _ bytesPerFrame: Int) -> Int

  /// - Parameter frames: the size of block `index` (from 0) in frames; values below 1 count as 1.
  public init(_ frames: @escaping @Sendable (_ index: Int, _ bytesPerFrame: Int) -> Int) {
    self.frames = frames
  }

  /// 16 KiB at first, twice as much every fourth block, 256 KiB in the end.
  public static let growing = BlockSizes { index, bytesPerFrame in
    (16_384 << min(index / 4, 4)) / max(bytesPerFrame, 1)
  }

  /// Blocks of one size.
  public static func constant(_ frames: Int) -> BlockSizes { BlockSizes { _, _ in frames } }

  /// The size of block `index` in frames; at least 1.
  public func frames(ofBlock index: Int, bytesPerFrame: Int) -> Int { max(1, frames(index, bytesPerFrame)) }
}
