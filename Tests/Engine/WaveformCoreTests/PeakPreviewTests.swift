// PeakPreviewTests.swift
// Which probe a column of a preview shows, and when it shows none.

import Testing
@testable import WaveformCore

struct PeakPreviewTests {
  /// Probes of 10 frames whose highest sample tells them apart.
  private func preview(at places: [Int], length: Int) -> PeakPreview {
    PeakPreview(
      length: length,
      probes: places.map { place in
        let level = Float(place) / 1000
        let samples = [Float](repeating: level, count: 10).enumerated().map { $0 == 3 ? -$1 : $1 }
        return samples.withUnsafeBufferPointer {
          PeakPreview.Probe(firstFrame: place, channels: 1, samples: $0)
        }
      })
  }

  private func highs(
    _ preview: PeakPreview, _ framesPerPixel: Double, _ columns: Range<Int>, limit: Double = 1e9
  ) -> [Float?] {
    let columns = preview.columns(
      channel: 0, grid: PixelGrid(framesPerPixel: framesPerPixel), first: columns.lowerBound,
      count: columns.count, limit: limit)
    return (0..<columns.count).map { columns.isEmpty(at: $0) ? nil : columns.high[$0] }
  }

  @Test func `a column without a probe shows the nearest one`() {
    let probes = preview(at: [500, 95, 295], length: 600)
    // Middles at 100, 300 and 505; columns of 50 frames have theirs at 25, 75, …
    #expect(
      highs(probes, 50, 0..<12) == [
        0.095, 0.095, 0.095, 0.095, 0.295, 0.295, 0.295, 0.295, 0.5, 0.5, 0.5, 0.5,
      ])
  }

  @Test func `a column with several probes shows all of them`() {
    let probes = preview(at: [85, 185, 285, 385], length: 400)
    #expect(highs(probes, 200, 0..<2) == [0.185, 0.385])
    let columns = probes.columns(
      channel: 0, grid: PixelGrid(framesPerPixel: 400), first: 0, count: 1, limit: 1e9)
    #expect(columns.low == [-0.385] && columns.high == [0.385])
    let squares = [0.085, 0.185, 0.285, 0.385].map { $0 * $0 }
    #expect(abs(Double(columns.rms[0]) - (squares.reduce(0, +) / 4).squareRoot()) < 1e-6)
  }

  @Test func `between probes that lie too far apart there is nothing`() {
    let probes = preview(at: [95, 295, 395, 795], length: 1000)
    // Middles at 100, 300, 400, 800; gaps of 100 are narrow enough. A probe that stands alone shows nothing.
    #expect(
      highs(probes, 50, 0..<20, limit: 120)
        == [0.095, 0.095, 0.095, nil, nil, nil, 0.295, 0.395, 0.395]
        + [Float?](repeating: nil, count: 11))
    #expect(probes.widestGap == 400)
  }

  @Test func `nothing is shown before the beginning and beyond the end`() {
    let probes = preview(at: [0, 90], length: 100)
    let columns = highs(probes, 10, -3..<14)
    #expect(columns.prefix(3).allSatisfy { $0 == nil } && columns.suffix(4).allSatisfy { $0 == nil })
    #expect(columns.dropFirst(3).dropLast(4).allSatisfy { $0 != nil })
  }

  @Test func `without a probe there is nothing at all`() {
    #expect(highs(PeakPreview(length: 100, probes: []), 10, 0..<10, limit: 50).allSatisfy { $0 == nil })
    #expect(PeakPreview(length: 100, probes: []).widestGap == 100)
  }

  @Test func `what is not finite is left out of a probe`() {
    let samples: [Float] = [0.5, .nan, -.infinity, 0.25, -0.5, .infinity]
    let probe = samples.withUnsafeBufferPointer {
      PeakPreview.Probe(firstFrame: 7, channels: 2, samples: $0)
    }
    #expect(probe.frames == 7..<10)
    #expect(probe.sums.map(\.count) == [2, 1])
    #expect(probe.sums.map(\.low) == [-0.5, 0.25] && probe.sums.map(\.high) == [0.5, 0.25])
  }
}
