// FunctionWaveformTests.swift
// Functions as lines: ends, gaps, the rectangle they are normalised to; and the tapered sine against Foundation's.

import Foundation
import Testing

@testable import WaveformCore

struct FunctionWaveformTests {
  typealias Place = FunctionWaveform.Place

  @Test(arguments: 1...1_025)
  func `both ends are drawn, and every step between them`(steps: Int) {
    let waveform = FunctionWaveform(over: -4...8, steps: steps, limit: 16) { $0 }
    let lines = waveform.lines
    #expect(lines.count == 1 && lines[0].count == steps + 1)
    #expect(lines[0].first == Place(x: 0, y: 0.625) && lines[0].last == Place(x: 1, y: 0.25))
    let widths = zip(lines[0], lines[0].dropFirst()).map { $1.x - $0.x }
    #expect(widths.allSatisfy { abs($0 - 1 / Double(steps)) < 1e-12 })
  }

  @Test func `one step is a line from end to end, and fewer are no less`() {
    for steps in [1, 0, -1, Int.min] {
      let lines = FunctionWaveform(over: 0...1, steps: steps) { $0 == 0 ? 1 : -1 }.lines
      #expect(lines == [[Place(x: 0, y: 0), Place(x: 1, y: 1)]])
    }
  }

  @Test func `the function is asked for the very ends, of wide domains too`() {
    for domain in [0.1...0.7, -1e308...1e308, -2...2] {
      let lines = FunctionWaveform(over: domain, steps: 7) { x in
        x == domain.lowerBound || x == domain.upperBound ? 1 : 0
      }.lines
      #expect(lines.count == 1 && lines[0].map(\.y) == [0, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0])
    }
  }

  @Test func `a domain of one number is a dot in the middle`() {
    #expect(FunctionWaveform(over: 3...3, steps: 10) { $0 - 3 }.lines == [[Place(x: 0.5, y: 0.5)]])
  }

  @Test func `values beyond the limit run along the edge`() {
    let lines = FunctionWaveform(over: -2...2, steps: 4, limit: 0.5) { $0 }.lines
    #expect(lines == [[0, 0.25, 0.5, 0.75, 1].enumerated().map { Place(x: $1, y: [1, 1, 0.5, 0, 0][$0]) }])
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func `where there is no finite value the line is broken`(bad: Double) {
    let lines = { (holes: Set<Double>) in
      FunctionWaveform(over: 0...4, steps: 4) { holes.contains($0) ? bad : 0 }.lines.map {
        $0.map { $0.x * 4 }
      }
    }
    #expect(lines([2]) == [[0, 1], [3, 4]])
    #expect(lines([0, 4]) == [[1, 2, 3]])
    #expect(lines([1, 3]) == [[0], [2], [4]])
    #expect(lines([0, 1, 2, 3, 4]).isEmpty)
  }

  @Test func `the sine is that of the C library`() {
    for index in -20_000...20_000 {
      let x = Double(index) * 0.013
      #expect(abs(sine(x) - sin(x)) < 1e-12)
    }
    #expect(abs(sine(1e6) - sin(1e6)) < 1e-9)
    #expect(sine(.infinity).isNaN && sine(.nan).isNaN && sine(-.infinity).isNaN)
    #expect(sine(0) == 0)
  }

  @Test func `the tapered sine is its formula`() {
    for (a, k, t) in [(1.0, 6.0, 0.0), (2, 1, 40 * .pi), (0.3, 20, 17.5)] {
      let wave = TaperedSine(amplitude: a, frequency: k, phase: t)
      for x in stride(from: -2.0, through: 2, by: 0.01) {
        #expect(abs(wave(x) - a * sin(k * x - t) * pow(4 / (4 + pow(x, 4)), 4)) < 1e-12)
      }
    }
    #expect(abs(TaperedSine(frequency: 0.5 * .pi)(1) - pow(0.8, 4)) < 1e-12)
    #expect(abs(TaperedSine(frequency: 1, taper: 1)(2) - sin(2) / 17) < 1e-12)
  }

  @Test func `the wave lies still at its ends, and never leaves its amplitude`() {
    for t in stride(from: 0.0, to: 2 * .pi, by: 0.1) {
      let line = SineFigure(TaperedSine(phase: t)).waveforms(steps: 200)[0].lines[0]
      #expect(abs(line.first!.y - 0.5) < 0.001 && abs(line.last!.y - 0.5) < 0.001)
      #expect(line.allSatisfy { (0...1).contains($0.y) })
    }
  }

  @Test func `the curves of a figure are one wave at different heights`() {
    let figure = SineFigure(TaperedSine(phase: 1), attenuations: [1, -2, 4])
    let heights = figure.waveforms(steps: 50).map { $0.lines[0].map { 1 - 2 * $0.y } }
    #expect(heights.count == 3)
    for index in 0...50 {
      #expect(abs(heights[1][index] + heights[0][index] / 2) < 1e-12)
      #expect(abs(heights[2][index] - heights[0][index] / 4) < 1e-12)
    }
  }
}

struct ActivityFigureTests {
  @Test func `the wave grows with what is done, breathes, and fills no more than its height`() {
    func tallest(_ progress: Double?) -> Double {
      stride(from: 0.0, to: 5, by: 0.01).map {
        SineFigure.activity(after: $0, progress: progress).wave.amplitude
      }
      .max()!
    }
    #expect(tallest(0) < tallest(0.5) && tallest(0.5) < tallest(1) && tallest(1) <= 1)
    #expect(tallest(nil) <= 1 && tallest(7) == tallest(1) && tallest(-1) == tallest(0))
    #expect(SineFigure.activity(after: 1) != SineFigure.activity(after: 1.1))
  }

  @Test func `silence is a straight line that does not change, full scale fills the height`() {
    for level: Float in [0, -1, .nan, 0.003] {
      let figure = SineFigure.level(level, after: 3)
      #expect(figure.wave.amplitude == 0 && figure == SineFigure.level(level, after: 4))
    }
    #expect(SineFigure.level(1, after: 0).wave.amplitude == 1)
    #expect(SineFigure.level(7, after: 0).wave.amplitude == 1)
    #expect(abs(SineFigure.level(0.063_096, after: 0).wave.amplitude - 0.5) < 1e-3)
    #expect(SineFigure.level(0.5, after: 3) != SineFigure.level(0.5, after: 4))
  }
}
