// OnsetSearchTests.swift
// Beginnings of sounds in a file that is longer than what is searched at a time.

import AudioFormats
import CSndfile
import Recording
import Testing
import WaveformCore

struct OnsetSearchTests {
  let folder = TestFolder()

  @Test(arguments: [SF_FORMAT_WAV | SF_FORMAT_PCM_16, SF_FORMAT_FLAC | SF_FORMAT_PCM_24])
  func `onsets are found in pieces, from everywhere and in both directions`(format: Int) throws {
    let path = folder.file("bursts"), length = 400_000
    // Some lie beside the borders of the pieces, and between two there are pieces without any.
    let starts = [1000, 65_530, 131_072, 131_300, 339_999]
    var samples = [Float](repeating: 0, count: length * 2)
    for (number, start) in starts.enumerated() {
      for frame in start..<start + 100 { samples[frame * 2 + number % 2] = frame % 2 == 0 ? 0.5 : -0.5 }
    }
    #expect(TestSound.write(samples, to: path, format: format, channels: 2, sampleRate: 44_100))
    let source = FileSampleSource(path: path, description: EventLog.reading(path).description!)
    // What begins 50 ms after another sound's beginning, no louder, is part of that.
    let onsets = [1000, 65_530, 131_072, 339_999]
    #expect(try source.onsets(in: 0..<length, length: length) == onsets)
    #expect(try source.onsets(in: 1001..<131_073, length: length) == [65_530, 131_072])
    for frame in [0, 999, 1000, 1001, 65_530, 131_000, 339_998, 339_999, 399_999, 400_000] {
      let next = try source.onset(beside: frame, isForward: true, length: length)
      #expect(next == onsets.first { $0 > frame }, "\(frame)")
      let before = try source.onset(beside: frame, isForward: false, length: length)
      #expect(before == onsets.last { $0 < frame }, "\(frame)")
    }
    var asked = 0
    let some = try source.onsets(in: 0..<length, length: length) {
      asked += 1
      return asked < 2
    }
    #expect(some == [1000, 65_530], "a search that was given up gives what it had")
  }
}
