// RulerFormatTests.swift
// The ruler in every way to write time: labels increase, stand apart, and say what a readout says at their place.

import Testing
import WaveformCore

struct RulerFormatTests {
  @Test(arguments: TimeFormat.allCases, [44_100, 48_000])
  func `labels stand apart, and say the time of their place`(format: TimeFormat, rate: Int) {
    for length in [rate * 30, rate * 3700, rate * 86_400] {
      for width in [200, 1400] {
        var view = Viewport(length: length, width: width)
        while true {
          for spacing in [40, 104, 181] {
            for view in [view, view.panned(by: 12_345), view.panned(by: 1e9)] {
              guard check(view, rate, spacing, format) else { return }
            }
          }
          if view.isFinest { break }
          view = view.zoomed(by: 3.7, around: Double(width) / 3)
        }
      }
    }
  }

  private func check(_ view: Viewport, _ rate: Int, _ spacing: Int, _ format: TimeFormat) -> Bool {
    let ticks = RulerTicks(viewport: view, sampleRate: rate, labelSpacing: spacing, format: format).ticks
    var last: RulerTicks.Tick?
    for tick in ticks {
      guard let label = tick.label else { continue }
      guard let exact = frame(of: label, rate, format) else {
        Issue.record("\(label) is no time in \(format)")
        return false
      }
      // Where that is just between two pixels, at either.
      let place = view.pixel(ofFrame: exact - 0.001)...view.pixel(ofFrame: exact + 0.001)
      if !place.contains(tick.x) || tick.x - (last?.x ?? -spacing * 1000) < spacing {
        Issue.record("\(label) at \(tick.x) after \(last.debugDescription) in \(view), \(format), \(rate)")
        return false
      }
      last = tick
    }
    guard let first = ticks.first, first.x <= 0, first.label != nil,
      zip(ticks, ticks.dropFirst()).allSatisfy({ $0.x <= $1.x })
    else {
      Issue.record("\(ticks.first.debugDescription) in \(view), \(format)")
      return false
    }
    return true
  }

  /// Labels that are left out from the beginning to the first second of each minute: two in each minute but every tenth
  /// (SMPTE ST 12-1). Of two days, because a label may lie behind the end.
  private static let leftOut: [Int] = {
    var count = 0
    return (0...48 * 60).map { minute in
      if minute % 10 != 0 { count += 2 }
      return count
    }
  }()

  /// Where a label says that it stands, in frames; nil when no place has that label.
  private func frame(of label: String, _ rate: Int, _ format: TimeFormat) -> Double? {
    let plain = label.filter { $0 != "\u{202F}" }
    guard let video = format.videoRate else {
      if format == .frames { return Double(plain) }
      let seconds = plain.split(separator: ":").reduce(0.0) { $0 * 60 + (Double($1) ?? .nan) }
      return seconds.isNaN ? nil : seconds * Double(rate)
    }
    let parts = plain.split(separator: ".")
    let numbers = parts[0].split { $0 == ":" || $0 == ";" }.compactMap { Int($0) }
    guard numbers.count == 4, numbers[1] < 60, numbers[2] < 60, numbers[3] < video.nominal else { return nil }
    let minute = numbers[0] * 60 + numbers[1]
    if video.dropsLabels, minute % 10 != 0, numbers[2] == 0, numbers[3] < 2 { return nil }
    let pictures =
      (minute * 60 + numbers[2]) * video.nominal + numbers[3] - (video.dropsLabels ? Self.leftOut[minute] : 0)
    let part = parts.count > 1 ? Double("0." + parts[1]) ?? .nan : 0
    let isSlowed = video == .ntsc || video == .ntscDrop
    let perSecond = isSlowed ? 30 / 1.001 : Double(video.nominal)
    return (Double(pictures) + part) / perSecond * Double(rate)
  }

  @Test func `video frames are counted in parts of their second`() {
    // Three seconds, 1,000 pixels: a label each 100 pixels is one each 300 ms.
    let view = Viewport(length: 3 * 48_000, width: 1000)
    let labels = { (format: TimeFormat) in
      RulerTicks(viewport: view, sampleRate: 48_000, labelSpacing: 100, format: format).ticks.compactMap(
        \.label)
    }
    #expect(labels(.film24).prefix(3) == ["00:00:00:00", "00:00:00:12", "00:00:01:00"])
    #expect(labels(.pal25).prefix(3) == ["00:00:00:00", "00:00:01:00", "00:00:02:00"])
    #expect(labels(.thirty).prefix(3) == ["00:00:00:00", "00:00:00:10", "00:00:00:20"])
    #expect(labels(.frames).prefix(2) == ["0", "20\u{202F}000"])
    #expect(labels(.seconds).prefix(3) == ["0.0", "0.5", "1.0"])
  }

  @Test func `a minute without its first labels begins with the third`() {
    // From 55 s on, one label to a second; then the minute itself.
    let rate = 48_000
    let view = Viewport(length: 130 * rate, width: 26_000)
    let labels = RulerTicks(viewport: view, sampleRate: rate, labelSpacing: 150, format: .ntscDrop).ticks
      .compactMap(\.label)
    #expect(labels.contains("00:00:59;00") && labels.contains("00:01:00;02"))
    #expect(!labels.contains("00:01:00;00"))
    #expect(labels.contains("00:02:00;02"))
  }
}
