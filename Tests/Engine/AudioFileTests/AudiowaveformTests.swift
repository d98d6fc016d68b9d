// AudiowaveformTests.swift
// Peaks as audiowaveform writes them, against a plain reading of its documentation.

import CSndfile
import Foundation
import HostIO
import Recording
import SystemPackage
import TestSupport
import Testing

@Suite struct AudiowaveformTests {
  let folder = TestFolder()

  /// The definition, without any haste.
  private func expected(_ samples: [Int16], channels: Int, framesPerPixel: Int, split: Bool) -> [Int16] {
    let frames = samples.count / channels
    return stride(from: 0, to: frames, by: framesPerPixel).flatMap { first -> [Int16] in
      let bin = first..<min(first + framesPerPixel, frames)
      let lanes =
        split
        ? (0..<channels).map { channel in bin.map { Int(samples[$0 * channels + channel]) } }
        : [
          bin.map { frame in (0..<channels).reduce(0) { $0 + Int(samples[frame * channels + $1]) } / channels
          }
        ]
      return lanes.flatMap { [Int16($0.min()!), Int16($0.max()!)] }
    }
  }

  @Test func `bins equal the definition for all shapes`() {
    var random: UInt32 = 7
    for channels in 1...8 {
      for frames in [1, 7, 8, 9, 256, 300, 700] {
        let samples: [Int16] = (0..<frames * channels).map { _ in
          random = random &* 1_664_525 &+ 1_013_904_223
          // Extremes often: they are where sums overflow.
          return random >> 28 == 0 ? .min : random >> 28 == 1 ? .max : Int16(truncatingIfNeeded: random >> 12)
        }
        for framesPerPixel in [2, 16, 31, 48, 256] {
          for split in [false, true] {
            for block in [1, 64, 1000] {
              var builder = AudiowaveformBuilder(
                channels: channels, sampleRate: 8000, framesPerPixel: framesPerPixel, splitChannels: split)
              for first in stride(from: 0, to: frames, by: block) {
                let part = Array(samples[first * channels..<min(first + block, frames) * channels])
                part.withUnsafeBufferPointer { builder.append($0) }
              }
              let peaks = builder.finish()
              let isEqual =
                peaks.values
                == expected(samples, channels: channels, framesPerPixel: framesPerPixel, split: split)
              #expect(
                isEqual, "\(channels) channels, \(frames) frames, \(framesPerPixel), split \(split), \(block)"
              )
            }
          }
        }
      }
    }
  }

  @Test func `the files are those of the documentation`() {
    let mono = AudiowaveformPeaks(
      sampleRate: 48_000, framesPerPixel: 512, channels: 1, values: [-255, 256, -32_768, 32_767])
    #expect(
      mono.dat() == [1, 0, 0, 0, 0, 0, 0, 0, 0x80, 0xBB, 0, 0, 0, 2, 0, 0, 2, 0, 0, 0]
        + [0x01, 0xFF, 0x00, 0x01, 0x00, 0x80, 0xFF, 0x7F])
    #expect(
      mono.dat(bits: .eight) == [1, 0, 0, 0, 1, 0, 0, 0, 0x80, 0xBB, 0, 0, 0, 2, 0, 0, 2, 0, 0, 0]
        + [0, 1, 0x80, 0x7F])
    let stereo = AudiowaveformPeaks(
      sampleRate: 8000, framesPerPixel: 2, channels: 2, values: [-10, 0, 7, 1000])
    #expect(
      stereo.dat() == [2, 0, 0, 0, 0, 0, 0, 0, 0x40, 0x1F, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0]
        + [0xF6, 0xFF, 0, 0, 7, 0, 0xE8, 3])
    #expect(
      String(decoding: stereo.json(), as: UTF8.self)
        == #"{"version":2,"channels":2,"sample_rate":8000,"samples_per_pixel":2,"bits":16,"length":1,"data":[-10,0,7,1000]}"#
        + "\n")
    #expect(
      String(decoding: mono.json(bits: .eight), as: UTF8.self).hasSuffix(
        #""length":2,"data":[0,1,-128,127]}"# + "\n"))
  }

  @Test(arguments: [
    SF_FORMAT_WAV | SF_FORMAT_PCM_24, SF_FORMAT_OGG | SF_FORMAT_VORBIS, SF_FORMAT_OGG | SF_FORMAT_OPUS,
  ])
  func `samples become 16 bits as libsndfile makes them`(format: Int) throws {
    let path = folder.file("sound")
    let tones = TestSound.tones(frames: 20_000, channels: 2)
    #expect(TestSound.write(tones, to: path, format: format, channels: 2, sampleRate: 48_000))
    let found = try AudiowaveformPeaks.read(path, framesPerPixel: 100, splitChannels: true).peaks.values
    #expect(found == expected(TestSound.decodeInt16(path), channels: 2, framesPerPixel: 100, split: true))
  }

  @Test(.timeLimit(.minutes(1)), arguments: [257, 1000, 100_000, 1 << 23])
  func `bins of every size are those of one thread`(framesPerPixel: Int) throws {
    let samples = (0..<300_123).map { Int16(truncatingIfNeeded: $0 &* 40_503 >> 3) }
    let path = folder.write(WaveFile(samples).bytes, as: "long.wav")
    let found = try AudiowaveformPeaks.read(path, framesPerPixel: framesPerPixel, splitChannels: true).peaks
      .values
    #expect(found == expected(samples, channels: 1, framesPerPixel: framesPerPixel, split: true))
  }

  @Test func `float files are cut off towards zero, and stop at full scale`() throws {
    let path = folder.file("float.wav")
    let samples: [Float] = [0.5, -0.5, 1, -1, 1.5, -1.5, .nan, 0]
    TestSound.write(samples, to: path, format: SF_FORMAT_WAV | SF_FORMAT_FLOAT, channels: 1)
    let (peaks, report) = try AudiowaveformPeaks.read(path, framesPerPixel: 2, splitChannels: false)
    #expect(peaks.values == [-16_383, 16_383, -32_767, 32_767, -32_768, 32_767, 0, 0])
    #expect(report.nonFiniteSamples == 1)
  }

  @Test func `an output file is written whole or not at all`() throws {
    let input = folder.write(WaveFile([1, 2, 3]).bytes, as: "in.wav")
    symlink(input.string, folder.file("link.wav").string)
    for same in ["in.wav", "link.wav"] {
      #expect(throws: AudioFileError.self) { try OutputFile(folder.file(same), notOver: input) }
    }
    #expect(throws: AudioFileError.self) { try OutputFile(folder.path, notOver: input) }
    #expect(throws: AudioFileError.self) { try OutputFile("/dev/null", notOver: input) }
    #expect(throws: AudioFileError.self) { try OutputFile(folder.file("no/where.dat"), notOver: input) }
    let long = folder.file(String(repeating: "n", count: 255))
    try OutputFile(long, notOver: input).write([1, 2, 3])
    #expect(contents(long) == [1, 2, 3])
    try OutputFile(long, notOver: input).write([4])
    #expect(contents(long) == [4])
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path.string).count == 3)
  }
}
