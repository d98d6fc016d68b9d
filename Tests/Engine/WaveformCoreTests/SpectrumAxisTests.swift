// SpectrumAxisTests.swift
// Where frequencies and levels stand, and that no line of a hum is lost between pixels.

import Testing
import WaveformCore

struct SpectrumAxisTests {
  let axis = SpectrumAxis(width: 240, height: 80, sampleRate: 44_100, levels: [-61, -90])

  @Test func `edges are 20 Hz and half the rate, and octaves are equally wide`() {
    #expect(abs(axis.x(ofFrequency: 20)) < 1e-9 && abs(axis.x(ofFrequency: 22_050) - 240) < 1e-9)
    let octaves = [20.0, 200, 2000].map { axis.x(ofFrequency: $0 * 2) - axis.x(ofFrequency: $0) }
    #expect(abs(octaves[0] - octaves[1]) < 1e-9 && abs(octaves[1] - octaves[2]) < 1e-9)
    for x in stride(from: 0.0, through: 240, by: 7) {
      #expect(abs(axis.x(ofFrequency: axis.frequency(atX: x)) - x) < 1e-6)
    }
    #expect(axis.frequencies == [100, 1000, 10_000])
    #expect(SpectrumAxis(width: 1, height: 1, sampleRate: 8000, levels: []).frequencies == [100, 1000])
  }

  @Test func `the loudest level fits in, and what is too soft lies at the lower edge`() {
    #expect(axis.top == -60 && axis.levels == [-80, -100, -120])
    #expect(axis.y(ofLevel: -60) == 0 && axis.y(ofLevel: -100) == 40 && axis.y(ofLevel: -200) == 80)
    #expect(SpectrumAxis(width: 1, height: 1, sampleRate: 1, levels: [300]).top == 20)
  }

  @Test(arguments: [1, 7, 100, 500, 1023])
  func `a single loud bin is seen, wherever it is`(bin: Int) {
    var spectrum = [Double](repeating: -130, count: 1025)
    spectrum[bin] = -60
    let heights = axis.heights(of: spectrum)
    #expect(heights.count == 241)
    // Bins of the lowest octaves are wider than pixels: their peak may lie between two.
    #expect(heights.min()! < (bin < 10 ? 12 : 1))
    let place = axis.x(ofFrequency: Double(bin) * 22_050 / 1024)
    #expect(abs(Double(heights.firstIndex(of: heights.min()!)!) - place) <= 1.5)
  }
}
