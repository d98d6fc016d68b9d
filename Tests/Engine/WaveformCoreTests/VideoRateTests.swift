// VideoRateTests.swift
// Time code against a counter that goes through every video frame of a day, as SMPTE ST 12-1 counts.

import Testing
import WaveformCore

/// Hours, minutes, seconds and frames, counted one video frame after the other.
private struct Counter {
  let nominal: Int
  let drops: Bool
  var hours = 0, minutes = 0, seconds = 0, frames = 0

  mutating func advance() {
    frames += 1
    guard frames == nominal else { return }
    (frames, seconds) = (0, seconds + 1)
    guard seconds == 60 else { return }
    (seconds, minutes) = (0, minutes + 1)
    if minutes == 60 { (minutes, hours) = (0, hours + 1) }
    // Labels 00 and 01 are left out at the start of each minute, but not of minutes 0, 10, 20, 30, 40 and 50.
    if drops, minutes % 10 != 0 { frames = 2 }
  }

  var label: Int { ((hours * 60 + minutes) * 60 + seconds) * nominal + frames }

  var text: String {
    func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
    return "\(two(hours)):\(two(minutes)):\(two(seconds))\(drops ? ";" : ":")\(two(frames))"
  }
}

struct VideoRateTests {
  @Test(arguments: VideoRate.allCases)
  func `every video frame of a day has the label that a counter gives it`(rate: VideoRate) {
    var counter = Counter(nominal: rate.nominal, drops: rate.dropsLabels)
    let frames = rate.dropsLabels ? 24 * 6 * 17_982 : 24 * 3600 * rate.nominal
    for index in 0..<frames {
      let label = rate.label(ofVideoFrame: index)
      if label != counter.label || rate.videoFrame(ofLabel: label) != index {
        Issue.record("\(index): \(label), not \(counter.label), and back \(rate.videoFrame(ofLabel: label))")
        return
      }
      // Writing takes longer: around the minutes, and now and then.
      if counter.seconds % 59 == 0 || index % 97 == 0 {
        guard rate.text(ofLabel: label) == counter.text else {
          Issue.record("\(rate.text(ofLabel: label)), not \(counter.text)")
          return
        }
      }
      counter.advance()
    }
    #expect(counter.text.hasPrefix("24:00:00") && counter.frames == 0, "a day ends with its last label")
  }

  @Test func `the first label of a minute is followed by what SMPTE counts`() {
    let drop = VideoRate.ntscDrop
    let text = { drop.text(ofLabel: drop.label(ofVideoFrame: $0)) }
    #expect(text(1799) == "00:00:59;29")
    #expect(text(1800) == "00:01:00;02")
    #expect(text(17_981) == "00:09:59;29")
    #expect(text(17_982) == "00:10:00;00")
    #expect(text(107_892) == "01:00:00;00")
    #expect(VideoRate.ntsc.text(ofLabel: 1800) == "00:01:00:00")
  }

  @Test func `a label that is left out leads to the next one`() {
    let drop = VideoRate.ntscDrop
    #expect(drop.videoFrame(ofLabel: 1800) == 1800 && drop.videoFrame(ofLabel: 1801) == 1800)
    #expect(drop.videoFrame(ofLabel: 1802) == 1800 && drop.videoFrame(ofLabel: 18_000) == 17_982)
  }

  @Test func `drop-frame labels keep to the clock, the others fall behind`() {
    let hour = 3600 * 48_000
    let label = { (rate: VideoRate) in
      rate.label(ofVideoFrame: rate.videoFrame(at: hour, sampleRate: 48_000))
    }
    // An hour is 107,892.1 video frames of 29.97.
    #expect(label(.ntscDrop) == 3600 * 30)
    #expect(label(.ntsc) == 107_892)
    #expect(VideoRate.ntsc.text(ofLabel: label(.ntsc)) == "00:59:56:12")
    #expect(label(.thirty) == 3600 * 30)
    #expect(label(.pal25) == 3600 * 25 && label(.film24) == 3600 * 24)
  }

  @Test(
    arguments: VideoRate.allCases,
    [1, 7, 23, 24, 25, 29, 30, 999, 8000, 11_025, 44_100, 48_000, 48_048, 192_000])
  func `a video frame begins with the first frame that it is shown for`(rate: VideoRate, sampleRate: Int) {
    for index in Array(0..<3000) + [107_891, 107_892, 2_589_407, 2_589_408] {
      let first = Int(rate.start(ofVideoFrame: Double(index), sampleRate: sampleRate).rounded(.up))
      // At less than one frame to a video frame some are never shown.
      let shown = rate.videoFrame(at: first, sampleRate: sampleRate)
      let next = Int(rate.start(ofVideoFrame: Double(index + 1), sampleRate: sampleRate).rounded(.up))
      if next > first, shown != index { Issue.record("\(shown), not \(index), at \(first)") }
      if first > 0, rate.videoFrame(at: first - 1, sampleRate: sampleRate) >= index {
        Issue.record("\(index) is shown before \(first)")
      }
    }
  }

  @Test func `no length is too long`() {
    for rate in VideoRate.allCases {
      #expect(rate.videoFrame(at: .max, sampleRate: 1) == .max)
      #expect(rate.videoFrame(at: -5, sampleRate: 1) == 0)
      #expect(rate.videoFrame(at: .max, sampleRate: .max) >= 0)
      #expect(!rate.text(ofLabel: rate.label(ofVideoFrame: .max)).isEmpty)
    }
    #expect(VideoRate.thirty.text(ofLabel: 30 * 360_000) == "100:00:00:00")
  }
}
