// FileSampleSourceTests.swift
// Random access gives the same samples as decoding from the start, for every way of seeking.

import CSndfile
import Dispatch
import HostIO
import Recording
import Synchronization
import SystemPackage
import TestSupport
import Testing
import WaveformCore

@Suite struct FileSampleSourceTests {
  let folder = TestFolder()

  static func read(_ path: FilePath, _ range: FrameRange) -> SampleSlice? {
    guard let description = EventLog.reading(path).description else { return nil }
    return try? FileSampleSource(path: path, description: description).read(range)
  }

  @Test(arguments: [
    SF_FORMAT_WAV | SF_FORMAT_PCM_16, SF_FORMAT_FLAC | SF_FORMAT_PCM_16, SF_FORMAT_OGG | SF_FORMAT_VORBIS,
    SF_FORMAT_OGG | SF_FORMAT_OPUS, SF_FORMAT_MPEG | SF_FORMAT_MPEG_LAYER_III,
    SF_FORMAT_WAV | SF_FORMAT_IMA_ADPCM,
  ])
  func `ranges equal the full decoding`(format: Int) throws {
    let path = folder.file("sound")
    let tones = TestSound.tones(frames: 150_000, channels: 2)
    guard TestSound.write(tones, to: path, format: format, channels: 2, sampleRate: 48_000) else {
      Issue.record("libsndfile cannot write \(String(format, radix: 16))")
      return
    }
    let all = TestSound.decodeFloat(path)
    let length = all.count / 2
    let source = FileSampleSource(path: path, description: EventLog.reading(path).description!)
    var random = UInt64(format)
    for _ in 0..<60 {
      random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let first = Int(random >> 33) % length
      let range = first..<min(length, first + Int(random >> 20) % 3000 + 1)
      let slice = try source.read(range)
      #expect(slice.range == range)
      let isEqual = slice.range.allSatisfy { frame in
        (0..<2).allSatisfy { abs(slice.sample(channel: $0, frame: frame) - all[frame * 2 + $0]) < 1e-6 }
      }
      #expect(isEqual, "\(range)")
    }
    #expect(try source.read(length - 5..<length + 100).range == length - 5..<length)
    #expect(try source.read(length + 5..<length + 100).range.isEmpty)
    #expect(try source.read(-10..<10).range == 0..<10)
    #expect(try source.read(0..<Int.max / 4).range == 0..<length)
  }

  @Test(arguments: [
    SF_FORMAT_PCM_U8, SF_FORMAT_PCM_16, SF_FORMAT_PCM_24, SF_FORMAT_PCM_32, SF_FORMAT_FLOAT, SF_FORMAT_DOUBLE,
    SF_FORMAT_ULAW, SF_FORMAT_ALAW,
  ])
  func `an unclosed WAV file can be read anywhere`(encoding: Int) throws {
    for channels in 1...3 {
      let whole = folder.file("whole.wav")
      let tones = TestSound.tones(frames: 9000, channels: channels)
      #expect(TestSound.write(tones, to: whole, format: SF_FORMAT_WAV | encoding, channels: channels))
      let all = TestSound.decodeFloat(whole)
      var bytes = contents(whole)
      let data = bytes.indices.first { Array(bytes[$0...].prefix(4)) == Array("data".utf8) }!
      let size = bytes[data + 4..<data + 8].reversed().reduce(0) { $0 << 8 | Int($1) }
      bytes.replaceSubrange(data + 4..<data + 8, with: [0, 0xFF, 0xFF, 0xFF])
      // What may stand behind the samples cannot be told from them.
      bytes.removeSubrange((data + 8 + size)...)
      let path = folder.write(bytes, as: "open.wav")
      let description = try #require(EventLog.reading(path).description)
      #expect(description.expectedFrames == 9000)
      let source = FileSampleSource(path: path, description: description)
      for range in [8990..<9000, 0..<9000, 0..<1, 4321..<8765, 1..<2, 8999..<9100, 0..<20_000] {
        let slice = try source.read(range)
        let expected = range.clamped(to: 0..<9000)
        try #require(slice.range == expected, "\(range)")
        let isEqual = expected.allSatisfy { frame in
          (0..<channels).allSatisfy {
            slice.sample(channel: $0, frame: frame) == all[frame * channels + $0]
          }
        }
        #expect(isEqual, "\(channels) channels, \(range)")
      }
      #expect(try source.read(9000..<9100).range.isEmpty)
    }
  }

  @Test func `several threads may read at once`() {
    let samples = (0..<50_000).map { Int16(truncatingIfNeeded: $0 * 31) }
    let path = folder.write(WaveFile(samples).bytes, as: "threads.wav")
    let source = FileSampleSource(path: path, description: EventLog.reading(path).description!)
    let wrong = Atomic<Int>(0)
    DispatchQueue.concurrentPerform(iterations: 200) { index in
      let first = index * 241
      let slice = try? source.read(first..<first + 100)
      let isRight = (first..<first + 100).allSatisfy {
        slice?.sample(channel: 0, frame: $0) == Float(samples[$0]) / 32_768
      }
      if !isRight { wrong.add(1, ordering: .relaxed) }
    }
    #expect(wrong.load(ordering: .relaxed) == 0)
  }

  @Test func `a file that is gone is an error`() {
    let path = folder.write(WaveFile([1, 2, 3]).bytes, as: "gone.wav")
    let description = EventLog.reading(path).description!
    unlinkFile(path)
    #expect(throws: AudioFileError.self) {
      try FileSampleSource(path: path, description: description).read(0..<3)
    }
  }
}
