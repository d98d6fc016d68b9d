// TimecodeTests.swift
// Time as people read it, against the plain sum.

import Testing
import WaveformCore

struct TimecodeTests {
  @Test func `hours appear when there are any`() {
    #expect(Timecode(milliseconds: 0).text == "0:00.000")
    #expect(Timecode(milliseconds: 9_999).text == "0:09.999")
    #expect(Timecode(milliseconds: 61_001).text == "1:01.001")
    #expect(Timecode(milliseconds: 3_599_999).text == "59:59.999")
    #expect(Timecode(milliseconds: 3_600_000).text == "1:00:00.000")
    #expect(Timecode(milliseconds: 3_660_050).text == "1:01:00.050")
    #expect(Timecode(milliseconds: 360_000_000).text == "100:00:00.000")
    #expect(Timecode(milliseconds: 754_321).clock == "12:34")
    #expect(Timecode(milliseconds: -1).text == "0:00.000")
  }

  @Test func `every second of ten hours is written as it is counted`() {
    for seconds in 0..<36_000 {
      let parts = Timecode(milliseconds: seconds * 1000 + 999).clock.split(separator: ":").compactMap {
        Int($0)
      }
      #expect(parts.reduce(0) { $0 * 60 + $1 } == seconds && parts.count == (seconds < 3600 ? 2 : 3))
      #expect(parts.dropFirst().allSatisfy { $0 < 60 })
    }
  }

  @Test(arguments: [1, 2, 3, 7, 999, 1000, 8000, 11_025, 44_100, 48_000, 192_000])
  func `a position is never shown later than it is, nor a millisecond early`(sampleRate: Int) {
    for frames in Array(0..<300) + [
      sampleRate - 1, sampleRate, sampleRate + 1, 7200 * sampleRate - 1, 1 << 50,
    ] {
      let shown = Timecode(frames: frames, sampleRate: sampleRate).milliseconds
      // In parts of a millisecond of which a frame has 1000.
      let place = Int128(frames) * 1000, rate = Int128(sampleRate)
      #expect(Int128(shown) * rate <= place && place < (Int128(shown) + 1) * rate, "\(frames)")
    }
  }

  @Test func `no length is too long`() {
    #expect(Timecode(frames: .max, sampleRate: 1).milliseconds == .max)
    #expect(Timecode(frames: .max, sampleRate: 1000).milliseconds == .max)
    #expect(Timecode(frames: .max, sampleRate: 44_100).text == "58096321723:42:03.714")
    #expect(Timecode(frames: .max, sampleRate: .max).milliseconds == 1000)
    #expect(Timecode(frames: .max - 1, sampleRate: .max).milliseconds == 999)
    #expect(Timecode(frames: -5, sampleRate: 1).milliseconds == 0)
    // The last second that fits is 9,223,372,036,854,775; 0.9 more of it does not.
    #expect(Timecode(frames: 92_233_720_368_547_759, sampleRate: 10).milliseconds == .max)
  }
}
