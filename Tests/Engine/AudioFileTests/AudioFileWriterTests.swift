// AudioFileWriterTests.swift
// Files that are written are read again: bit for bit where that can be, and nothing stays behind of those that are not
// finished.

import AudioDecoding
import AudioExport
import AudioFormats
import Foundation
import HostIO
import SystemPackage
import Testing

@Suite struct AudioFileWriterTests {
  let folder = TestFolder()

  private func write(
    _ samples: [Float], as name: String, _ format: ExportFormat, channels: Int = 2, sampleRate: Int = 44_100
  ) throws -> FilePath {
    let path = folder.file(name)
    let writer = try AudioFileWriter(
      OutputFile(path, notOver: folder.file("none")), format: format, layout: .usual(channels),
      sampleRate: sampleRate)
    // In uneven blocks.
    var rest = samples[...]
    while !rest.isEmpty {
      try Array(rest.prefix(1234 * channels)).withUnsafeBufferPointer { try writer.write($0) }
      rest = rest.dropFirst(1234 * channels)
    }
    try writer.finish()
    return path
  }

  private func read(_ path: FilePath) throws -> (AudioDescription, [Float]) {
    var reader = try AudioFileReader(path: path)
    let buffer = UnsafeMutableBufferPointer<Float>.allocate(capacity: 4096 * reader.description.channels)
    defer { buffer.deallocate() }
    var samples: [Float] = []
    while case let count = try reader.read(into: buffer), count > 0 {
      samples += buffer[..<(count * reader.description.channels)]
    }
    return (reader.description, samples)
  }

  @Test(arguments: [ExportFormat.wav16, .wav24, .wav32, .wavFloat, .flac16, .flac24])
  func `what can be kept sample by sample comes back bit for bit`(format: ExportFormat) throws {
    let step: Float = format == .wav16 || format == .flac16 ? 32_768 : 8_388_608
    let samples = TestSound.tones(frames: 10_000, channels: 2).map { ($0 * step).rounded() / step }
    let (description, found) = try read(write(samples, as: "a.\(format.suffixes[0])", format))
    #expect(found == samples)
    #expect(description.channels == 2 && description.sampleRate == 44_100)
  }

  /// Python's `wave` knows no other, and stands for small players.
  @Test(arguments: [(1, 1), (2, 1), (3, 0xFFFE), (6, 0xFFFE)])
  func `16 bits of one or two channels are plain PCM`(channels: Int, tag: Int) throws {
    let samples = TestSound.tones(frames: 1000, channels: channels).map { ($0 * 32_768).rounded() / 32_768 }
    let path = try write(samples, as: "a.wav", .wav16, channels: channels)
    let bytes = contents(path)
    let format = try #require(bytes.firstRange(of: Array("fmt ".utf8))?.lowerBound)
    #expect(Int(bytes[format + 8]) | Int(bytes[format + 9]) << 8 == tag && (tag != 1 || format == 12))
    #expect(try read(path).1 == samples)
    guard tag == 1 else { return }
    let script =
      "import sys, wave; w = wave.open(sys.argv[1]); print(w.getnchannels(), w.getnframes(), w.getsampwidth())"
    #expect(try Tool.output("python3", ["-c", script, path.string]) == "\(channels) 1000 2\n")
    let info = try Tool.output("sndfile-info", [path.string])
    #expect(
      info.contains("Frames      : 1000") && !info.contains("***") && !info.contains("should be"), "\(info)")
  }

  @Test(arguments: [ExportFormat.wav16, .flac16])
  func `what lies between the steps of 16 bits is dithered`(format: ExportFormat) throws {
    // A sine of a third of a step vanishes without dither, and is heard with it.
    let step: Float = 1 / 32_768
    let count = 200_000
    let wave = (0..<count).map { sin(2 * .pi * Float($0 % 100) / 100) }
    let (_, found) = try read(
      write(wave.map { $0 * step / 3 }, as: "a.\(format.suffixes[0])", format, channels: 1))
    let errors = zip(found, wave).map { ($0 - $1 * step / 3) / step }
    let amplitude = zip(found, wave).reduce(0) { $0 + Double($1.0 * $1.1) } / Double(count) * 2 * 32_768
    let power = errors.reduce(0) { $0 + Double($1 * $1) } / Double(count)
    // The error has no mean and the power of 1/4 of a step squared: 1/12 of rounding and 2/12 of the noise.
    #expect(abs(amplitude - 1.0 / 3) < 0.01)
    #expect(abs(power - 0.25) < 0.01)
    #expect(abs(errors.reduce(0) { $0 + Double($1) }) / Double(count) < 0.005)
    // Equal exports are equal bytes.
    let (_, again) = try read(
      write(wave.map { $0 * step / 3 }, as: "b.\(format.suffixes[0])", format, channels: 1))
    #expect(again == found)
  }

  @Test func `digital silence stays silent, whatever comes before it`() throws {
    let step: Float = 1 / 32_768
    let samples = (0..<10_000).map { $0 < 5000 ? Float($0 % 3) * step / 2 : 0 }
    let (_, found) = try read(write(samples, as: "a.wav", .wav16))
    #expect(found[..<5000].contains { $0 != 0 })
    #expect(found[6000...].allSatisfy { $0 == 0 })
  }

  @Test func `floats beyond full scale stay, integers stop there`() throws {
    let samples: [Float] = [0, 1, -1, 1.5, -1.5, .nan, 0.25, -0.25]
    let (_, floats) = try read(write(Array(samples[..<5]), as: "a.wav", .wavFloat, channels: 1))
    #expect(floats == Array(samples[..<5]))
    let (_, integers) = try read(write(samples, as: "b.wav", .wav16, channels: 1))
    let most: Float = 32_767 / 32_768
    let expected: [Float] = [0, most, -1, most, -1, 0, 0.25, -0.25]
    #expect(integers == expected)
  }

  @Test(arguments: [ExportFormat.vorbis, .mp3, .opus])
  func `what loses comes back as long as it was, and nearly as it was`(format: ExportFormat) throws {
    let rate = format == .opus ? 48_000 : 44_100
    let samples = (0..<rate).map { sin(Float($0) * 0.05) * 0.5 }
    let path = try write(samples, as: "a.\(format.suffixes[0])", format, channels: 1, sampleRate: rate)
    let (description, found) = try read(path)
    #expect(description.sampleRate == rate)
    #expect(abs(found.count - samples.count) <= 1200)
    let power = found.reduce(0) { $0 + $1 * $1 } / Float(found.count)
    #expect(abs(power - 0.125) < 0.01)
  }

  @Test(arguments: [ExportFormat.vorbis, .mp3, .opus])
  func `no sample is too wild for an encoder`(format: ExportFormat) throws {
    let rate = 48_000
    for wild in [Float.nan, .infinity, -.infinity, .greatestFiniteMagnitude, -1e30, 1e6] {
      var samples = (0..<rate).map { sin(Float($0) * 0.05) * 0.5 }
      for index in [10, 20_000, 20_001, 30_000] { samples[index] = wild }
      let path = try write(samples, as: "a.\(format.suffixes[0])", format, channels: 1, sampleRate: rate)
      let (_, found) = try read(path)
      #expect(abs(found.count - samples.count) <= 1200, "\(wild)")
      #expect(found.allSatisfy { $0.isFinite }, "\(wild)")
      guard !wild.isFinite else { continue }
      // What is none is silent, and disturbs nothing else.
      let power = found.reduce(0) { $0 + $1 * $1 } / Float(found.count)
      #expect(abs(power - 0.125) < 0.01, "\(wild)")
    }
  }

  @Test func `a file that is not finished leaves what was there, and nothing else`() throws {
    let path = folder.write(Array("old".utf8), as: "a.wav")
    do {
      let writer = try AudioFileWriter(
        OutputFile(path, notOver: folder.file("none")), format: .wav16, layout: .usual(1), sampleRate: 8000)
      try [Float](repeating: 0.5, count: 100_000).withUnsafeBufferPointer { try writer.write($0) }
      // What is written has no name, or one that is hidden.
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path.string)
      #expect(names.allSatisfy { $0 == "a.wav" || $0.hasPrefix(".barline-") })
      #expect(contents(path) == Array("old".utf8))
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path.string) == ["a.wav"])
    #expect(contents(path) == Array("old".utf8))
  }

  @Test func `a full disk is said, and nothing stays behind`() throws {
    let full = FilePath("/dev/full")
    #expect(throws: AudioFileError.self) { try OutputFile(full, notOver: folder.file("none")) }
  }

  @Test(arguments: [
    (ExportFormat.opus, 2, 44_100), (.mp3, 3, 44_100), (.mp3, 2, 96_000), (.flac16, 9, 44_100),
    (.vorbis, 2, 4000),
  ])
  func `what a format cannot hold is refused with what can be done`(
    format: ExportFormat, channels: Int, sampleRate: Int
  ) throws {
    let error = try #require(throws: AudioFileError.self) {
      try write([], as: "a.\(format.suffixes[0])", format, channels: channels, sampleRate: sampleRate)
    }
    #expect(error.reason.contains("choose"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path.string).isEmpty)
  }

  @Test func `the suffix says the format`() {
    #expect(ExportFormat("a.WAV", .bits16) == .wav16)
    #expect(ExportFormat("a.wav", .float) == .wavFloat && ExportFormat("a.wav", .bits24) == .wav24)
    #expect(ExportFormat("a.flac", .float) == .flac24 && ExportFormat("a.flac", .bits24) == .flac24)
    #expect(ExportFormat("a.ogg", .float) == .vorbis)
    #expect(ExportFormat("a.b", .float) == nil && ExportFormat("a", .float) == nil)
  }
}
