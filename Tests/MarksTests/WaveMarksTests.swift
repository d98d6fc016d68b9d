// WaveMarksTests.swift
// Cue points of WAV files, and copies of recordings with others.

import AudioFormats
import Foundation
import HostIO
import SystemPackage
import Testing
import WaveformCore

@testable import Marks

/// WAV files, byte by byte.
enum WaveFiles {
  static func number(_ value: Int, _ size: Int = 4) -> [UInt8] { TextBytes.little(value, size) }

  /// 16-bit mono at 8000 Hz with a chunk that nobody knows, and an odd one.
  static func wave(frames: Int, marks: MarkDocument? = nil, loops: [Range<Int>] = [], is64: Bool = false)
    -> [UInt8]
  {
    let samples = (0..<frames).flatMap { number($0 * 317, 2) }
    var chunks = WaveCues.chunk(
      "fmt ", number(1, 2) + number(1, 2) + number(8000) + number(16_000) + number(2, 2) + number(16, 2))
    chunks += WaveCues.chunk("odd ", [1, 2, 3])
    chunks += is64 ? Array("data".utf8) + number(0xFFFF_FFFF) + samples : WaveCues.chunk("data", samples)
    if let marks { chunks += WaveMarks.write(marks, loops: loops).bytes }
    if !loops.isEmpty {
      var sampler = [UInt8](repeating: 0, count: 28) + number(loops.count) + number(0)
      for (index, loop) in loops.enumerated() {
        sampler +=
          number(100 + index) + number(0) + number(loop.lowerBound) + number(loop.upperBound - 1) + number(0)
          + number(0)
      }
      chunks += WaveCues.chunk("smpl", sampler)
    }
    chunks += WaveCues.chunk("LIST", Array("INFOINAM".utf8) + number(2) + [65, 0])
    if is64 {
      let sizes = number(chunks.count + 40, 8) + number(samples.count, 8) + number(frames, 8) + number(0)
      return Array("RF64".utf8) + number(0xFFFF_FFFF) + Array("WAVE".utf8) + WaveCues.chunk("ds64", sizes)
        + chunks
    }
    return Array("RIFF".utf8) + number(chunks.count + 4) + Array("WAVE".utf8) + chunks
  }

  /// The bytes of a chunk; nil when there is none.
  static func content(_ name: String, of file: [UInt8]) -> [UInt8]? {
    (try? WaveChunks(file))?.all.first { $0.name == name }.map {
      Array(file[$0.offset + 8..<$0.offset + 8 + $0.size])
    }
  }
}

@Suite struct WaveMarksTests {
  private let folder: FilePath = {
    let path = NSTemporaryDirectory() + "barline-marks-\(UInt32.random(in: 0...(.max)))"
    try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    return FilePath(path)
  }()

  private func copied(_ file: [UInt8], _ document: MarkDocument) throws -> (bytes: [UInt8], losses: [String])
  {
    let recording = folder.appending("in.wav"), output = folder.appending("out.wav")
    try Data(file).write(to: URL(fileURLWithPath: recording.string))
    let losses = try MarkFile.write(
      document, intoCopyOf: recording, at: OutputFile(output, notOver: recording))
    let bytes = try FileContents.read(output, limit: 1 << 24)
    try FileManager.default.removeItem(atPath: folder.string)
    return (bytes, losses)
  }

  @Test func `ten thousand cue points come back, and no sample changes`() throws {
    let document = MarkDocument.random(
      seed: 51, tiers: 1, marks: 10_000, rate: 8000, kinds: [.points, .ranges, .notes])
    let file = WaveFiles.wave(frames: 1001)
    let (copy, losses) = try copied(file, document)
    #expect(losses.isEmpty)
    let back = try WaveMarks.read(copy, rate: nil)
    #expect(
      back.document.content == document.content && back.document.sampleRate == 8000
        && back.document.length == 1001)
    for name in ["fmt ", "odd ", "data", "LIST"] {
      #expect(WaveFiles.content(name, of: copy) == WaveFiles.content(name, of: file))
    }
    #expect(copy.number(at: 4, size: 4, bigEndian: false) == copy.count - 8)
  }

  @Test func `old cue points go, loops stay and are no cue points`() throws {
    var old = MarkDocument(sampleRate: 8000)
    old.apply(try #require(old.adding(5..<9, name: "old")).change)
    let file = WaveFiles.wave(frames: 100, marks: old, loops: [10..<20])
    var document = try WaveMarks.read(file, rate: nil).document
    #expect(
      document.tiers.map(\.name) == ["Marks", "Loops"] && document.tiers[1].marks.map(\.range) == [10..<20])
    document.apply(try #require(document.renaming(document.tiers[0].marks[0].id, to: "new")))
    let (copy, losses) = try copied(file, document)
    #expect(losses.count == 1 && losses[0].contains("loop"))
    #expect(try WaveMarks.read(copy, rate: nil).document.content == document.content)
    #expect(WaveFiles.content("smpl", of: copy) == WaveFiles.content("smpl", of: file))
  }

  @Test func `a file for more than 4 GB keeps its sizes right`() throws {
    var document = MarkDocument(sampleRate: 8000)
    document.apply(try #require(document.adding(5..<9, name: "a")).change)
    let (copy, _) = try copied(WaveFiles.wave(frames: 100, is64: true), document)
    #expect(WaveFiles.content("ds64", of: copy)?.number(at: 0, size: 8, bigEndian: false) == copy.count - 8)
    #expect(try WaveMarks.read(copy, rate: nil).document.content == document.content)
  }

  @Test func `what would not be the same recording is not copied`() throws {
    let file = WaveFiles.wave(frames: 100), document = MarkDocument(sampleRate: 8000)
    for damaged in [
      Array(file.dropLast(60)), Array("RIFX".utf8) + file.dropFirst(4),
      Array("fLaC".utf8) + file.dropFirst(4),
      Array(file[..<20]),
    ] { #expect(throws: MarkFileError.self) { try WaveCopyPlan.plan(damaged, with: document) } }
  }

  @Test func `marks outside of what WAV can count are said`() throws {
    var document = MarkDocument(sampleRate: 8000)
    let tier = document.addTier("a")
    for range in [-5..<9, -9 ..< -5, 5..<1 << 32, 0..<Int(UInt32.max)] {
      document.apply(
        try #require(document.adding(range, name: "\0x", band: FrequencyBand(low: 1, high: 2), to: tier))
          .change)
    }
    let written = WaveMarks.write(document, loops: [])
    for part in ["tier", "begins there", "outside", "replaced", "bands"] {
      #expect(written.losses.contains { $0.contains(part) }, "\(part) of \(written.losses)")
    }
  }

  @Test func `a rate that is asked for decides the frames`() throws {
    var document = MarkDocument(sampleRate: 8000)
    document.apply(try #require(document.adding(8000..<16_000, name: "a")).change)
    let file = WaveFiles.wave(frames: 100, marks: document)
    #expect(try WaveMarks.read(file, rate: 44_100).document.tiers[0].marks[0].range == 44_100..<88_200)
  }
}
