// LoudnessCurveTests.swift
// Loudness over time, against windows of blocks that are added up alone, and what of it is drawn.

import Glibc
import TestSupport
import Testing
import WaveformCore

@testable import Measures

struct LoudnessCurveTests {
  private static func blocks(_ seconds: Int) -> (Sound, MeasuredBlocks) {
    var random = RandomNumbers(seed: 3)
    let sound = Sound.noise(channels: 2, rate: 8000, frames: 8000 * seconds + 321, using: &random)
    return (sound, sound.measured())
  }

  /// The loudness of the mean of a window's energies, which the blocks give (ITU-R BS.1770-5, annex 1, formula 2).
  private func expected(_ blocks: MeasuredBlocks, _ first: Int, _ count: Int) -> Double {
    let energies = blocks.energies.blocks[first..<first + count]
    return -0.691 + 10 * log10(energies.reduce(0, +) / Double(count))
  }

  @Test func `its largest values are those of the measures`() throws {
    let (_, blocks) = Self.blocks(20)
    let curve = LoudnessCurve(blocks)
    let points = curve.points(.shortTerm, grid: PixelGrid(framesPerPixel: 50_000), first: 0, count: 4)
    let most = try #require(points.map(\.high).max())
    #expect((most - (blocks.measures.whole.loudness.shortTermMax ?? 0)).magnitude < 1e-9)
  }

  @Test(arguments: LoudnessCurve.Window.allCases, [1.0, 37.3, 799, 800, 801, 4001.7, 60_000])
  func `a pixel has what of the values falls into it, and a line reaches both edges`(
    window: LoudnessCurve.Window, framesPerPixel: Double
  ) {
    let (_, blocks) = Self.blocks(12)
    let curve = LoudnessCurve(blocks), count = window == .momentary ? 4 : 30
    let middles = (0...curve.count - count).map { (Double($0) + Double(count) / 2) * 800 }
    for origin in [0.0, -999.5, 31_234.25] {
      let grid = PixelGrid(framesPerPixel: framesPerPixel, origin: origin)
      for (first, width) in [(0, 100), (-5, 7), (40, 1), (3, 500)] {
        let points = curve.points(window, grid: grid, first: first, count: width)
        let left = grid.position(ofPixel: first), right = grid.position(ofPixel: first + width)
        let inside = middles.indices.filter { left <= middles[$0] && middles[$0] < right }
        guard framesPerPixel > 800 else {
          // One more on either side.
          let from = max((inside.first ?? middles.firstIndex { $0 >= left } ?? middles.count) - 1, 0)
          let to = min(
            (inside.last.map { $0 + 1 } ?? middles.firstIndex { $0 >= left } ?? middles.count) + 1,
            middles.count)
          #expect(points.count == max(0, to - from))
          for (point, index) in zip(points, from..<max(from, to)) {
            #expect((point.x - (middles[index] - left) / framesPerPixel).magnitude < 1e-6)
            #expect((point.first - expected(blocks, index, count)).magnitude < 1e-6)
          }
          continue
        }
        var next = 0
        for pixel in 0..<width {
          let start = grid.position(ofPixel: first + pixel), end = grid.position(ofPixel: first + pixel + 1)
          let values = middles.indices.filter { start <= middles[$0] && middles[$0] < end }
            .map { expected(blocks, $0, count) }
          guard !values.isEmpty else { continue }
          let point = points[next]
          next += 1
          #expect(point.x == Double(pixel) + 0.5)
          for (found, wanted) in [
            (point.first, values.first!), (point.last, values.last!), (point.low, values.min()!),
            (point.high, values.max()!),
          ] { #expect((found - wanted).magnitude < 1e-6) }
        }
        #expect(next == points.count)
      }
    }
  }

  @Test func `it grows block by block, and silence after sound is silent`() {
    let (sound, blocks) = Self.blocks(6)
    let whole = LoudnessCurve(blocks)
    let builder = MeasureBuilder<Float>(sound.shape)
    var curve = LoudnessCurve(framesPerBlock: 800)
    sound.samples.withUnsafeBufferPointer { samples in
      for start in stride(from: 0, to: sound.frames, by: 1234) {
        builder.append(samples.baseAddress! + 2 * start, frames: min(1234, sound.frames - start))
        curve.append(builder.energies(from: curve.count))
        #expect(curve.count == min(sound.frames, start + 1234) / 800)
      }
    }
    #expect(curve == whole)
    curve.append(Array(repeating: 0, count: 40))
    #expect(curve.value(.momentary, at: 80 * 800) == -.infinity)
    #expect(curve.value(.shortTerm, at: 100) == nil && curve.value(.momentary, at: 1600) != nil)
  }
}
