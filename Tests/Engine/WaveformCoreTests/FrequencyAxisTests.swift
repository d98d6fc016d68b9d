// FrequencyAxisTests.swift

import Testing
import WaveformCore

struct FrequencyAxisTests {
  private static let heights = [1, 2, 7, 64, 300, 601, 2000]

  @Test(arguments: FrequencyScale.allCases)
  func `rows and frequencies are inverse to each other`(scale: FrequencyScale) {
    for rate in [8000, 44_100, 192_000] {
      let axis = FrequencyAxis(scale: scale, height: 500, sampleRate: rate)
      for y in stride(from: 0.0, through: 500, by: 12.5) {
        #expect(abs(axis.y(of: axis.frequency(atY: y)) - y) < 1e-6)
      }
      #expect(abs(axis.frequency(atY: 0) - Double(rate) / 2) < 1e-6)
    }
  }

  @Test(arguments: FrequencyScale.allCases)
  func `every bin within the range lies on a row, and no row is without a bin`(scale: FrequencyScale) {
    for height in Self.heights {
      for bins in [2, 33, 1025, 32_769] {
        let axis = FrequencyAxis(scale: scale, height: height, sampleRate: 44_100)
        let rows = axis.binsOfRows(bins: bins)
        #expect(rows.count == height)
        #expect(rows.allSatisfy { !$0.isEmpty && $0.lowerBound >= 0 && $0.upperBound <= bins })
        // From the top downwards nothing is left out between two rows.
        for (upper, lower) in zip(rows, rows.dropFirst()) {
          #expect(lower.upperBound >= upper.lowerBound - (upper.count == 1 ? 1 : 0))
          #expect(lower.lowerBound <= upper.lowerBound)
        }
        #expect(rows[0].upperBound == bins)
        let perBin = 22_050 / Double(bins - 1)
        let lowest = Int((axis.range.low / perBin).rounded())
        #expect(rows[height - 1].lowerBound <= max(lowest, 0) + 1)
      }
    }
  }

  @Test func `a tone's bin lies on the row of its frequency`() {
    for scale in FrequencyScale.allCases {
      let axis = FrequencyAxis(scale: scale, height: 400, sampleRate: 48_000)
      let rows = axis.binsOfRows(bins: 1025)
      for frequency in [100.0, 440, 1000, 5000, 20_000] {
        let bin = Int((frequency / 24_000 * 1024).rounded())
        let holding = rows.indices.filter { rows[$0].contains(bin) }
        let row = Int(axis.y(of: Double(bin) * 24_000 / 1024))
        #expect(holding.contains { abs($0 - row) <= 1 }, "\(scale) \(frequency)")
      }
    }
  }

  @Test func `a linear axis has as many bins in every row`() {
    let rows = FrequencyAxis(scale: .linear, height: 256, sampleRate: 44_100).binsOfRows(bins: 1025)
    #expect(rows.dropFirst().allSatisfy { $0.count == 4 })
  }

  @Test func `a semitone has the same height everywhere`() {
    let axis = FrequencyAxis(scale: .notes, height: 880, sampleRate: 44_100)
    let heights = (30..<120).map {
      axis.y(of: Pitch.frequency(of: Double($0))) - axis.y(of: Pitch.frequency(of: Double($0 + 1)))
    }
    #expect(heights.allSatisfy { abs($0 - heights[0]) < 1e-6 })
  }

  @Test(arguments: FrequencyScale.allCases)
  func `a zoom keeps the frequency under the pointer, and ends at the edges`(scale: FrequencyScale) {
    let axis = FrequencyAxis(scale: scale, height: 300, sampleRate: 44_100)
    let range = axis.zoomed(by: 3, aroundY: 120)
    let closer = FrequencyAxis(scale: scale, range: range, height: 300, sampleRate: 44_100)
    #expect(abs(closer.frequency(atY: 120) - axis.frequency(atY: 120)) < 0.01)
    #expect(closer.range.low > axis.range.low && closer.range.high < axis.range.high)
    #expect(closer.zoomed(by: 1e-9, aroundY: 10) == nil)
    #expect(axis.panned(byRows: 100) == nil)
    var far = closer
    for _ in 0..<100 {
      far = FrequencyAxis(
        scale: scale, range: far.zoomed(by: 2, aroundY: 0), height: 300, sampleRate: 44_100)
    }
    #expect(far.range.high > far.range.low)
    #expect(far.range.high <= axis.range.high)
  }

  @Test func `a pan moves what is seen by rows, and stops at the edge`() {
    let range = FrequencyRange(low: 1000, high: 2000)
    let axis = FrequencyAxis(scale: .linear, range: range, height: 100, sampleRate: 44_100)
    #expect(axis.panned(byRows: 10) == FrequencyRange(low: 1100, high: 2100))
    let bottom = FrequencyAxis(
      scale: .linear, range: axis.panned(byRows: -1000), height: 100, sampleRate: 44_100)
    #expect(bottom.range == FrequencyRange(low: 0, high: 1000))
  }

  @Test func `above half the sample rate there is nothing`() {
    let range = FrequencyRange(low: 0, high: 20_000)
    let axis = FrequencyAxis(scale: .linear, range: range, height: 200, sampleRate: 8000)
    let rows = axis.binsOfRows(bins: 129)
    #expect(rows[0..<159].allSatisfy { $0.isEmpty })
    #expect(rows[161...].allSatisfy { !$0.isEmpty })
    #expect(rows[199].contains(0))
  }

  @Test(arguments: FrequencyScale.allCases, [8000, 44_100])
  func `an open edge is that of the recording`(scale: FrequencyScale, rate: Int) {
    func range(_ low: Double, _ high: Double) -> FrequencyRange {
      FrequencyAxis(
        scale: scale, range: FrequencyRange(low: low, high: high), height: 200, sampleRate: rate
      ).range
    }
    let whole = scale.whole(sampleRate: rate)
    #expect(range(0, .infinity) == whole)
    #expect(abs(range(1000, .infinity).low - 1000) < 1e-6 && range(1000, .infinity).high == whole.high)
    #expect(range(0, 2000).low == whole.low && abs(range(0, 2000).high - 2000) < 1e-6)
    let beyond = FrequencyAxis(
      scale: scale, range: FrequencyRange(low: 30_000, high: .infinity), height: 200, sampleRate: rate)
    #expect(beyond.binsOfRows(bins: 129).allSatisfy { $0.isEmpty })
  }

  @Test(arguments: [1, 2, 10, 100, 199]) func `slow recordings have their own frequencies`(rate: Int) {
    for scale in FrequencyScale.allCases {
      let axis = FrequencyAxis(scale: scale, height: 200, sampleRate: rate)
      #expect(axis.highest == Double(rate) / 2 && axis.range.high == axis.highest)
      #expect(axis.range.low < axis.range.high)
      #expect(axis.binsOfRows(bins: 33)[0].upperBound == 33)
      let ticks = FrequencyTicks(axis, labelHeight: 14).ticks
      #expect(ticks.allSatisfy { axis.range.low <= $0.frequency && $0.frequency <= axis.range.high })
    }
    let axis = FrequencyAxis(scale: .linear, height: 200, sampleRate: rate)
    #expect(abs(axis.y(of: Double(rate) / 4) - 100) < 1e-9)
    #expect(axis.binsOfRows(bins: 33)[100].allSatisfy { abs($0 - 16) <= 1 })
  }

  @Test func `harmonics are marked as far as they can be told apart`() {
    let linear = FrequencyAxis(scale: .linear, height: 240, sampleRate: 48_000)
    #expect(linear.harmonics(of: 5000, distance: 6) == [10_000, 15_000, 20_000])
    #expect(linear.harmonics(of: 500, distance: 6) == [])
    let log = FrequencyAxis(scale: .logarithmic, height: 240, sampleRate: 48_000)
    let rows = log.harmonics(of: 100, distance: 6).map(log.y)
    #expect(rows.count > 4 && zip(rows, rows.dropFirst()).allSatisfy { $0 - $1 >= 6 })
    #expect(log.harmonics(of: 0, distance: 6) == [])
  }

  @Test func `notes have names and cents`() {
    #expect(Pitch.text(of: 440) == "A4 +0\u{202F}ct")
    #expect(Pitch.text(of: 261.6256) == "C4 +0\u{202F}ct")
    #expect(Pitch.text(of: 450) == "A4 +39\u{202F}ct")
    #expect(Pitch.text(of: 430) == "A4 \u{2212}40\u{202F}ct")
    #expect(Pitch.name(of: 0) == "C\u{2212}1")
    #expect(Pitch.name(of: 127) == "G9")
    #expect(Pitch.text(of: 0) == "")
    #expect(FrequencyText.exact(440) == "440.0\u{202F}Hz")
    #expect(FrequencyText.exact(1234.4) == "1234\u{202F}Hz")
    #expect(FrequencyText.exact(12_345) == "12.34\u{202F}kHz")
    #expect(FrequencyText.label(2500) == "2.5k")
  }
}

struct FrequencyTicksTests {
  @Test(arguments: FrequencyScale.allCases)
  func `labels never touch, and ticks lie on their frequency's row`(scale: FrequencyScale) {
    for height in [1, 28, 64, 90, 200, 400, 800, 1600] {
      for rate in [8000, 44_100, 192_000] {
        for range in [nil, FrequencyRange(low: 300, high: 3000), FrequencyRange(low: 995, high: 1100)] {
          let axis = FrequencyAxis(scale: scale, range: range, height: height, sampleRate: rate)
          let ticks = FrequencyTicks(axis, labelHeight: 14, overhang: 4).ticks
          let labelled = ticks.filter { $0.label != nil }
          for (a, b) in zip(labelled, labelled.dropFirst()) { #expect(b.labelTop - a.labelTop >= 14) }
          #expect(ticks.allSatisfy { abs(Double($0.y) - axis.y(of: $0.frequency)) <= 1 })
          // Between 995 and 1100 Hz there is a single note.
          let least = scale == .notes && range?.low == 995 ? 1 : 2
          if height >= 90 { #expect(labelled.count >= least, "\(scale) \(height) \(rate)") }
          #expect(Set(labelled.map(\.label)).count == labelled.count)
        }
      }
    }
  }

  @Test func `a ruler shows round frequencies`() {
    let linear = FrequencyAxis(scale: .linear, height: 240, sampleRate: 48_000)
    let labels = FrequencyTicks(linear, labelHeight: 14).ticks.compactMap(\.label)
    #expect(labels.contains("10k") && labels.contains("20k") && labels.contains("0"))
    let log = FrequencyAxis(scale: .logarithmic, height: 300, sampleRate: 48_000)
    #expect(
      Set(FrequencyTicks(log, labelHeight: 14).ticks.compactMap(\.label)).isSuperset(of: ["100", "1k", "10k"])
    )
    let notes = FrequencyAxis(scale: .notes, height: 400, sampleRate: 48_000)
    #expect(FrequencyTicks(notes, labelHeight: 14).ticks.compactMap(\.label).contains("C4"))
  }
}
