// LoudnessCurve.swift
// Loudness over time, made of the blocks of 100 ms. A value that grows at its end; only what is visible is ever computed.

import Glibc
import WaveformCore

/// Momentary and short-term loudness of a recording, in steps of a block.
public struct LoudnessCurve: Equatable, Sendable {
  /// The lengths of the two windows of EBU Tech 3341.
  public enum Window: Sendable, CaseIterable {
    /// 400 ms, 3 s.
    case momentary, shortTerm

    var blocks: Int { self == .momentary ? Loudness.momentary : Loudness.shortTerm }
  }

  private let framesPerBlock: Int
  /// The mean square behind the filter of each block, all channels together, summed up from the beginning.
  private var sums: [Double] = [0]

  public init(framesPerBlock: Int) { self.framesPerBlock = framesPerBlock }

  /// That of everything that was measured.
  public init(_ blocks: MeasuredBlocks) {
    self.init(framesPerBlock: blocks.shape.framesPerBlock)
    append(blocks.energies.blocks)
  }

  /// Blocks that are known.
  public var count: Int { sums.count - 1 }

  /// Adds blocks at the end.
  public mutating func append(_ energies: [Double]) {
    sums.reserveCapacity(sums.count + energies.count)
    for energy in energies { sums.append(sums[sums.count - 1] + energy) }
  }

  public static func == (one: LoudnessCurve, other: LoudnessCurve) -> Bool {
    // What is known never changes.
    one.framesPerBlock == other.framesPerBlock && one.count == other.count
      && one.sums.last == other.sums.last
  }

  /// The loudness of the window whose middle is nearest to a frame, in LUFS, −∞ for silence; nil where no whole window fits.
  public func value(_ window: Window, at frame: Int) -> Double? {
    let index = Int((Double(frame) / Double(framesPerBlock) - Double(window.blocks) / 2).rounded())
    guard index >= 0, index + window.blocks <= count else { return nil }
    return Self.loudness(energy(index, window))
  }

  /// The line in the pixels `first ..< first + count` of a grid, and as far beyond that it reaches both edges. Each value
  /// stands in the middle of the time that it is of.
  ///
  /// - Complexity: O(blocks in view)
  public func points(_ window: Window, grid: PixelGrid, first: Int, count: Int) -> [LoudnessPoint] {
    let places = self.count - window.blocks + 1
    guard places > 0, count > 0 else { return [] }
    let size = Double(framesPerBlock), middle = Double(window.blocks) / 2
    // In pixels from the left edge.
    func x(_ index: Int) -> Double {
      ((Double(index) + middle) * size - grid.origin) / grid.framesPerPixel - Double(first)
    }
    func index(atPixel pixel: Int) -> Int {
      let place = (grid.position(ofPixel: first + pixel) / size - middle).rounded(.up)
      return Int(min(max(place, 0), Double(places)))
    }
    guard grid.framesPerPixel > size else {
      let from = max(index(atPixel: 0) - 1, 0), to = min(index(atPixel: count) + 1, places)
      guard from < to else { return [] }
      return (from..<to).map { index in
        let value = Self.loudness(energy(index, window))
        return LoudnessPoint(x: x(index), first: value, low: value, high: value, last: value)
      }
    }
    var points: [LoudnessPoint] = []
    points.reserveCapacity(count)
    var start = index(atPixel: 0)
    for pixel in 0..<count {
      let end = index(atPixel: pixel + 1)
      if start < end {
        var low = Double.infinity, high = -Double.infinity
        for index in start..<end {
          let energy = energy(index, window)
          if energy < low { low = energy }
          if energy > high { high = energy }
        }
        points.append(
          LoudnessPoint(
            x: Double(pixel) + 0.5, first: Self.loudness(energy(start, window)), low: Self.loudness(low),
            high: Self.loudness(high), last: Self.loudness(energy(end - 1, window))))
      }
      start = end
    }
    return points
  }

  /// A difference of sums: below −100 LUFS it is what rounding has left of something louder.
  private func energy(_ index: Int, _ window: Window) -> Double {
    let energy = (sums[index + window.blocks] - sums[index]) / Double(window.blocks)
    return energy > 1e-10 ? energy : 0
  }

  private static func loudness(_ energy: Double) -> Double { KWeighting.loudness(energy) ?? -.infinity }
}
