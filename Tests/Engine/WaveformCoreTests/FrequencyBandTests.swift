// FrequencyBandTests.swift
// Bands of frequencies in lanes and as text.

import Testing
import WaveformCore

struct FrequencyBandTests {
  private func band(_ low: Double, _ high: Double) -> FrequencyBand { FrequencyBand(low: low, high: high)! }

  @Test func `a band lies between two places of a lane, whichever is the upper one`() {
    #expect(FrequencyBand(between: 1234.56, and: 99.949, sampleRate: 8000) == band(99.9, 1235))
    #expect(FrequencyBand(between: -3, and: 9000, sampleRate: 8000) == band(0, 4000))
    #expect(FrequencyBand(between: 500, and: 500.01, sampleRate: 8000) == nil)
    #expect(FrequencyBand(between: 4100, and: 5000, sampleRate: 8000) == nil)
    #expect(FrequencyBand(between: .nan, and: 5000, sampleRate: 8000) == nil)
  }

  @Test func `it covers the rows of its frequencies, and its edges can be found there`() {
    let axis = FrequencyAxis(scale: .linear, height: 400, sampleRate: 8000)
    #expect(band(1000, 2000).rows(on: axis) == 200..<300)
    #expect(band(1000, 1001).rows(on: axis)?.count == 1)
    #expect(band(0, 4000).rows(on: axis) == 0..<400)
    let close = FrequencyAxis(
      scale: .linear, range: FrequencyRange(low: 1500, high: 2500), height: 100, sampleRate: 8000)
    #expect(band(1000, 2000).rows(on: close) == 50..<100)
    #expect(band(100, 1500).rows(on: close) == nil && band(2500, 3000).rows(on: close) == nil)
    #expect(band(1000, 2000).edge(near: 203, tolerance: 4, on: axis) == .high)
    #expect(band(1000, 2000).edge(near: 297, tolerance: 4, on: axis) == .low)
    #expect(band(1000, 2000).edge(near: 250, tolerance: 4, on: axis) == nil)
  }

  @Test func `it is written as short as it can be read`() {
    let spaces: (String) -> String = { String($0.map { $0 == "\u{202F}" || $0 == "\u{2009}" ? " " : $0 }) }
    #expect(spaces(band(300, 3000).text) == "300 Hz – 3 kHz")
    #expect(spaces(band(1200, 3415).text) == "1.2 – 3.42 kHz")
    #expect(spaces(band(0, 82.4).text) == "0 – 82.4 Hz")
    #expect(spaces(band(999.4, 999.6).text) == "999 Hz – 1 kHz")
    #expect(spaces(band(20, 20_050).text) == "20 Hz – 20.05 kHz")
    #expect(spaces(band(440, 880).notes) == "A4 – A5")
    #expect(band(0, 880).notes.isEmpty)
  }
}
