// SoundShapeTests.swift
// How a sound is told in words.

import Testing
import WaveformModel

@Suite struct SoundShapeTests {
  @Test(
    arguments: [
      (48000, 1, nil, "48 kHz · Mono"), (44100, 2, 44100 * 65, "44.1 kHz · Stereo · 1:05.000"),
      (11025, 6, 11025, "11.025 kHz · 6 channels · 0:01.000"), (8, 1, 8, "8 Hz · Mono · 0:01.000"),
      (999, 2, nil, "999 Hz · Stereo"), (1000, 1, nil, "1 kHz · Mono"), (0, 0, nil, "0 Hz · 0 channels"),
    ] as [(Int, Int, Int?, String)])
  func `rate, channels and length in one line`(rate: Int, channels: Int, length: Int?, text: String) {
    #expect(SoundShape(sampleRate: rate, channels: channels, length: length).text == text)
  }

  @Test func `a length is rounded, and never called nothing`() {
    // Half a millisecond and more, as in the readouts; two frames are 0.042 ms.
    #expect(SoundShape(sampleRate: 48000, channels: 1, length: 48_024).text.hasSuffix("0:01.001"))
    #expect(!SoundShape(sampleRate: 48000, channels: 1, length: 2).text.hasSuffix("0:00.000"))
  }
}
