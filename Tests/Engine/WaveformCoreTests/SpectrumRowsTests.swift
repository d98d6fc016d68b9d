// SpectrumRowsTests.swift

import Testing
@testable import WaveformCore

struct SpectrumRowsTests {
  @Test(arguments: FrequencyScale.allCases)
  func `each row has the loudest of its bins, however many columns and bins there are`(scale: FrequencyScale)
  {
    var random = SystemRandomNumberGenerator()
    for bins in [2, 15, 16, 17, 33, 1025] {
      for height in [1, 7, 100, 601] {
        for range in [nil, FrequencyRange(low: 900, high: 5000), FrequencyRange(low: 100, high: 90_000)] {
          let axis = FrequencyAxis(scale: scale, range: range, height: height, sampleRate: 48_000)
          let rows = SpectrumRows(axis, bins: bins), wanted = axis.binsOfRows(bins: bins)
          let steps = (0..<16 * bins).map { _ in UInt8.random(in: 0...255, using: &random) }
          let shown = rows.firstShown..<height
          #expect(wanted[..<rows.firstShown].allSatisfy { $0.isEmpty })
          for columns in [1, 15, 16] {
            // Nothing is written behind the rows.
            var levels = [UInt8](repeating: 7, count: shown.count * 16 + 1)
            rows.find(steps, columns: columns, rows: shown, into: &levels)
            for row in shown {
              for column in 0..<columns {
                let loudest = wanted[row].map { steps[column * bins + $0] }.max()
                #expect(levels[(row - shown.lowerBound) * 16 + column] == loudest, "\(bins), \(row)")
              }
              if row > shown.lowerBound { #expect(rows.isLikeAbove(row) == (wanted[row] == wanted[row - 1])) }
            }
            #expect(levels.last == 7)
          }
        }
      }
    }
  }
}
