// RulerTicksTests.swift
// Ticks and labels from single frames to weeks.

import Testing
import WaveformCore

struct RulerTicksTests {
  static let rates = [8000, 44_100, 48_000, 192_000]

  /// A time as the ruler writes it, in microseconds.
  func microseconds(_ label: String) -> Int {
    let parts = label.split(separator: ".")
    let seconds = parts[0].split(separator: ":").reduce(0) { $0 * 60 + Int($1)! }
    guard parts.count > 1 else { return seconds * 1_000_000 }
    return seconds * 1_000_000 + Int(parts[1] + String(repeating: "0", count: 6 - parts[1].count))!
  }

  @Test(arguments: rates)
  func `labels increase, stand apart, and say the time of their place`(rate: Int) {
    for days in [0.0001, 0.01, 1, 60, 500] {
      let length = Int(days * 86_400 * Double(rate))
      for width in [1, 200, 1400] {
        var view = Viewport(length: length, width: width)
        while true {
          for spacing in [40, 90, 181] {
            for view in [view, view.panned(by: 12_345), view.panned(by: 1e9)] {
              check(view, rate: rate, spacing: spacing)
            }
          }
          if view.isFinest { break }
          view = view.zoomed(by: 1.9, around: Double(width) / 3)
        }
      }
    }
  }

  /// A ruler from ten o'clock on is the end of the ruler of a recording that is ten hours longer.
  @Test(arguments: TimeFormat.allCases)
  func `an origin is where the first frame lies on a longer ruler`(format: TimeFormat) {
    let rate = 48_000
    for origin in [0, 1, 48_000, 36_000 * rate, 36_000 * rate + 12_345, 86_399 * rate + 47_999] {
      let length = 90 * rate
      var view = Viewport(length: length, width: 900)
      while !view.isFinest {
        view = view.zoomed(by: 3.1, around: 300)
        let far = Viewport(length: length + origin, width: 900).placed(
          start: view.start + Double(origin), framesPerPixel: view.framesPerPixel)
        let ruler = RulerTicks(
          viewport: view, sampleRate: rate, labelSpacing: 100, format: format, origin: origin)
        let other = RulerTicks(viewport: far, sampleRate: rate, labelSpacing: 100, format: format)
        // Whole pixels begin elsewhere, so that one of them may be the next.
        let inside = ruler.ticks.filter { 3..<897 ~= $0.x }
        #expect(inside.count { $0.label != nil } > 1, "\(format) from \(origin) at \(view)")
        for tick in inside {
          let isThere = other.ticks.contains { abs($0.x - tick.x) <= 1 && $0.label == tick.label }
          #expect(isThere, "\(tick) from \(origin) at \(view) in \(format)")
        }
      }
    }
  }

  func check(_ view: Viewport, rate: Int, spacing: Int) {
    let ruler = RulerTicks(viewport: view, sampleRate: rate, labelSpacing: spacing)
    let ticks = ruler.ticks
    // At most six minor ticks to a label, one label before the view, one after.
    guard !ticks.isEmpty, ticks.count <= 6 * (view.width / spacing + 3) else {
      Issue.record("\(ticks.count) ticks in \(view) at \(rate)")
      return
    }
    var last: RulerTicks.Tick?
    var lastTime = -1
    for tick in ticks {
      guard let label = tick.label else { continue }
      let time = microseconds(label)
      let exact = Double(time) / 1e6 * Double(rate)
      // A label stands at its time; where that is just between two pixels, at either.
      let place = view.pixel(ofFrame: exact - 0.001)...view.pixel(ofFrame: exact + 0.001)
      if time <= lastTime || tick.x - (last?.x ?? -spacing * 1000) < spacing
        || !place.contains(tick.x)
      {
        Issue.record(
          "\(label) at \(tick.x) after \(last?.label ?? "") at \(last?.x ?? 0) in \(view) at \(rate)")
        return
      }
      (last, lastTime) = (tick, time)
    }
    #expect(zip(ticks, ticks.dropFirst()).allSatisfy { $0.x <= $1.x })
    // From the left edge or before it to the right edge, or the end of the recording.
    #expect(ticks[0].x <= 0 && ticks[0].label != nil)
    let minor = ruler.majorStep * Double(rate) / view.framesPerPixel
    #expect(Double(ticks[ticks.count - 1].x) + minor >= Double(view.width) - 1)
  }

  @Test func `a scrolled ruler has the same ticks at the same times`() {
    for factor in [1.0, 3, 50, 700, 9000] {
      let view = Viewport(length: 44_100 * 3600, width: 1000).zoomed(by: factor, around: 500)
      func absolute(_ view: Viewport) -> [Int: String?] {
        let ruler = RulerTicks(viewport: view, sampleRate: 44_100, labelSpacing: 80)
        return Dictionary(
          ruler.ticks.map { ($0.x + view.firstPixel, $0.label) }, uniquingKeysWith: { $0 ?? $1 })
      }
      let here = absolute(view)
      for pixels in [-900, -333, -1, 1, 2, 77, 500, 999] {
        let moved = view.panned(by: Double(pixels))
        let there = absolute(moved)
        let both = max(view.firstPixel, moved.firstPixel)..<min(view.firstPixel, moved.firstPixel) + 1000
        #expect(here.filter { both.contains($0.key) } == there.filter { both.contains($0.key) })
      }
    }
  }

  @Test func `steps are those that people count in`() {
    let expected: [(Double, Int, Double, String)] = [
      (44_100.0, 100, 100.0, "1:40"), (441, 100, 1, "0:01"), (44.1, 80, 0.1, "0:00.1"),
      (1, 80, 0.002, "0:00.002"),
      (44_100, 3601, 7200, "2:00:00"), (44_100 * 60, 60, 3600, "1:00:00"),
    ]
    for (framesPerPixel, spacing, least, label) in expected {
      let view = Viewport(length: Int(framesPerPixel * 20_000), width: 20_000)
      let ruler = RulerTicks(viewport: view, sampleRate: 44_100, labelSpacing: spacing)
      #expect(ruler.majorStep >= least)
      let labels = ruler.ticks.compactMap(\.label)
      #expect(labels.first?.hasPrefix("0:00") == true)
      if ruler.majorStep == least { #expect(labels[1] == label) }
    }
  }

  @Test(arguments: [1, 44_100, 192_000], [1 << 53, Int.max])
  func `the longest recording has few ticks`(rate: Int, length: Int) {
    for width in [1, 1000] {
      var view = Viewport(length: length, width: width)
      while true {
        let ruler = RulerTicks(viewport: view, sampleRate: rate, labelSpacing: 100)
        #expect(!ruler.ticks.isEmpty && ruler.ticks.count < 6 * (width / 100 + 3))
        if view.isFinest { break }
        view = view.zoomed(by: 37, around: Double(width))
      }
    }
  }
}
