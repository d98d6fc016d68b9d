// ClockTimeTests.swift
// Times in hours, minutes and seconds.

import Testing
import WaveformCore

@Suite struct `Clock times` {
  @Test(arguments: [
    ("90", 90), ("12.5", 12.5), (".5", 0.5), ("1:30", 90), ("1:02:03.250", 3723.25), ("0:00.000", 0),
  ]) func `seconds, minutes and hours`(text: String, seconds: Double) {
    #expect(ClockTime(text)?.seconds == seconds)
  }

  @Test(arguments: [
    "", ":", "1:60", "1:2:3:4", "1.5:00", "-1", "1 s", "nan", "1e3", "1:", "999999999999999999",
  ])
  func `anything else is none`(text: String) { #expect(ClockTime(text) == nil) }

  @Test func `what is written is read back`() {
    for milliseconds in [0, 1, 999, 59_999, 60_000, 3_600_000, 86_399_999] {
      let text = Timecode(milliseconds: milliseconds).text
      #expect(ClockTime(text)?.frame(sampleRate: 1000) == milliseconds)
    }
  }
}
