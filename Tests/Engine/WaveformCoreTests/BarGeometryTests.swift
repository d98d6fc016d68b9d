// BarGeometryTests.swift
// Bars and columns on the device grid: whole pixels, inside the lane, mirrored about its middle.

import Testing

@testable import WaveformCore

struct BarGeometryTests {
  static let heights = Array(1...40) + [99, 100, 299, 300]
  static let levels: [Float] = [-1e30, -2, -1, -0.99, -0.5, -0.001, 0, 0.001, 0.5, 0.99, 1, 1.0001, 7, 1e30]

  /// Every pair low ≤ high of the levels above, one column each; every seventh column is empty.
  static let columns: WaveformColumns = {
    let pairs = levels.flatMap { low in levels.filter { $0 >= low }.map { (low, $0) } }
    var columns = WaveformColumns(count: pairs.count)
    for (index, pair) in pairs.enumerated() where index % 7 != 3 {
      (columns.low[index], columns.high[index]) = pair
      let least = pair.0 <= 0 && pair.1 >= 0 ? 0 : min(abs(pair.0), abs(pair.1))
      columns.rms[index] = (least + max(-pair.0, pair.1)) / 2
      columns.meanMagnitude[index] = least
    }
    return columns
  }()
  static let shown = (0..<columns.count).filter { !columns.isEmpty(at: $0) }

  @Test func `bars stand on the device grid, mirrored and inside the lane`() {
    for height in Self.heights {
      let geometry = BarGeometry(height: height)
      for metrics in [BarMetrics(width: 1, gap: 0), BarMetrics(scaleFactor: 1), BarMetrics(scaleFactor: 3)] {
        let bars = geometry.bars(Self.columns, metrics: metrics)
        #expect(bars.map(\.x) == Self.shown.map { $0 * metrics.pitch })
        #expect(metrics.pitch == metrics.width + metrics.gap)
        for (bar, column) in zip(bars, Self.shown) {
          #expect(bar.width == metrics.width && bar.height >= 2 && bar.height % 2 == 0)
          #expect(bar.y >= 0 && bar.y + bar.height <= geometry.height)
          #expect(bar.y + bar.height / 2 == geometry.halfHeight)
          let peak = max(Self.columns.high[column], -Self.columns.low[column])
          let exact = min(peak, 1) * Float(geometry.halfHeight)
          #expect(abs(Float(bar.height / 2) - max(exact, 1)) <= 0.5)
          if peak >= 1 { #expect(bar.y == 0 && bar.height == 2 * geometry.halfHeight) }
        }
      }
    }
  }

  @Test func `peaks and loudness lie in the lane, loudness within the peaks`() {
    for height in Self.heights {
      let geometry = BarGeometry(height: height)
      let peaks = geometry.peaks(Self.columns)
      let columns = Self.columns
      #expect(peaks.map(\.x) == Self.shown)
      for (rect, column) in zip(peaks, Self.shown) {
        #expect(rect.width == 1 && rect.height >= 1)
        #expect(rect.y >= 0 && rect.y + rect.height <= 2 * geometry.halfHeight)
        let top = geometry.y(of: columns.high[column])
        let bottom = geometry.y(of: columns.low[column])
        #expect(rect.y == min(top, 2 * geometry.halfHeight - 1) && rect.height == max(1, bottom - rect.y))
      }
      for loudness in [EnvelopeLoudness.rms, .meanMagnitude] {
        let rects = geometry.loudness(columns, loudness)
        #expect(rects.map(\.x) == Self.shown)
        for (rect, peak) in zip(rects, peaks) {
          #expect(rect.height >= 1 && rect.y >= peak.y && rect.y + rect.height <= peak.y + peak.height)
        }
      }
    }
  }

  @Test func `a constant level keeps its loudness`() {
    // The root of a mean square may be a hair below every sample; of the lowest integer it is one unit below.
    for value in [-1, -0.1, 0.1, 0.3, 1] as [Float] {
      var columns = WaveformColumns(count: 1)
      (columns.low, columns.high) = ([value], [value])
      let size = value.magnitude
      for loudness in [size.nextDown, size, size.nextUp, size * 32767 / 32768] {
        columns.rms = [loudness]
        #expect(BarGeometry(height: 100).loudness(columns, .rms).map(\.height) == [1])
      }
    }
  }

  @Test func `amplitude runs from the top to the bottom, symmetric about the middle`() {
    for height in Self.heights {
      let geometry = BarGeometry(height: height)
      #expect(geometry.height == max(height, 2) && geometry.halfHeight == geometry.height / 2)
      #expect(geometry.y(of: 1) == 0 && geometry.y(of: 0) == geometry.halfHeight)
      #expect(geometry.y(of: -1) == 2 * geometry.halfHeight && geometry.y(of: .infinity) == 0)
      for step in -100...100 {
        let value = Float(step) / 80
        #expect(geometry.y(of: value) + geometry.y(of: -value) == 2 * geometry.halfHeight)
        #expect(geometry.y(of: value) >= geometry.y(of: value + 0.0125))
      }
    }
  }

  @Test func `what leaves full scale is marked at its edge`() {
    let columns = Self.columns
    for height in [20, 21, 300] {
      let geometry = BarGeometry(height: height)
      let marks = geometry.overs(columns, width: 2, pitch: 3, thickness: 4)
      let above = Self.shown.filter { columns.high[$0] > 1 }
      let below = Self.shown.filter { columns.low[$0] < -1 }
      #expect(marks.filter { $0.y == 0 }.map(\.x) == above.map { $0 * 3 })
      #expect(marks.filter { $0.y != 0 }.map(\.x) == below.map { $0 * 3 })
      #expect(marks.allSatisfy { $0.width == 2 && $0.height == 4 })
      #expect(marks.allSatisfy { $0.y == 0 || $0.y + $0.height == 2 * geometry.halfHeight })
    }
  }

  @Test(arguments: [1, 1.25, 4.0 / 3, 1.5, 1.75, 2, 2.25, 3])
  func `at every scale bars and gaps are whole pixels, as far apart as can be`(factor: Double) {
    for width in BarMetrics.widths {
      for gap in BarMetrics.gaps {
        let chosen = BarMetrics(width: width, gap: gap), bars = chosen.scaled(by: factor)
        #expect(abs(Double(bars.pitch) - Double(chosen.pitch) * factor) <= 0.5)
        #expect(abs(Double(bars.width) - Double(width) * factor) <= 1)
        #expect(abs(Double(bars.gap) - Double(gap) * factor) <= 0.5)
        #expect(bars.width >= 1 && (bars.gap >= 1) == (gap >= 1))
        if factor == factor.rounded() { #expect(bars == chosen.scaled(by: Int(factor))) }
      }
    }
  }

  @Test func `the usual bars at the usual scales`() {
    let names = [1.25, 1.5, 1.75, 2, 2.25].map { BarMetrics(scaleFactor: 1).scaled(by: $0).name }
    #expect(names == ["3+1", "3+2", "3+2", "4+2", "5+2"])
  }

  @Test func `a bar covers the frames of its pixels and gap`() {
    let pixels = PixelGrid(framesPerPixel: 77.7)
    let bars = BarMetrics(scaleFactor: 2).grid(over: pixels)
    for bar in -5..<500 {
      #expect(abs(bars.firstFrame(ofPixel: bar) - pixels.firstFrame(ofPixel: 6 * bar)) <= 1)
    }
  }
}
