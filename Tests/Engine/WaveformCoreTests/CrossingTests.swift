// CrossingTests.swift
// Zero crossings of slices, found in the plainest way and compared.

import Testing
import WaveformCore

@Suite struct `Zero crossings` {
  @Test(arguments: 1...3) func `the nearest ones on both sides are found`(channels: Int) {
    var state: UInt64 = UInt64(channels)
    let frames = 60, start = 1000
    let samples = (0..<frames * channels).map { _ -> Float in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return [-1, -0.5, 0, 0.5, 1][Int(state >> 33) % 5]
    }
    let slice = SampleSlice(range: start..<start + frames, channels: channels, samples: samples)
    let signs = (0..<frames).map { samples[$0 * channels..<($0 + 1) * channels].reduce(0, +) < 0 }
    let crossings = (1..<frames).filter { signs[$0] != signs[$0 - 1] }.map { $0 + start }
    #expect(crossings.count > 10)
    for frame in start - 5..<start + frames + 5 {
      #expect(slice.crossing(from: frame, isForward: true) == crossings.first { $0 > frame })
      #expect(slice.crossing(from: frame, isForward: false) == crossings.last { $0 < frame })
    }
  }

  @Test func `silence and what does not change its sign have none`() {
    for samples in [[Float](repeating: 0, count: 10), [0, 1, 0, 2], [-1, -2, -1], [], [1]] {
      let slice = SampleSlice(range: 0..<samples.count, channels: 1, samples: samples)
      for frame in -1...11 {
        #expect(slice.crossing(from: frame, isForward: true) == nil)
        #expect(slice.crossing(from: frame, isForward: false) == nil)
      }
    }
  }
}
