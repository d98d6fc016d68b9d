// WaveMarksTests.swift
// Cue points of WAV files, and copies of recordings with others.

import Foundation
import HostIO
import SystemPackage
import TestSupport
import Testing
import WaveformCore

@testable import Marks

/// WAV files, of whose bytes none are written by what is tested.
enum WaveFiles {
  /// 16-bit mono at 8000 Hz with a chunk that nobody knows, and an odd one.
  static func wave(frames: Int, marks: MarkDocument? = nil, loops: [Range<Int>] = [], is64: Bool = false)
    -> [UInt8]
  {
    var file = WaveFile(
      (0..<frames).map { Int16(truncatingIfNeeded: $0 * 317) }, before: [RIFFChunk("odd ", [1, 2, 3])])
    if is64 { file.form = .rf64 }
    if let marks { file.after += chunks(marks.tiers.flatMap(\.marks)) }
    if !loops.isEmpty { file.after.append(sampler(loops)) }
    file.after.append(.list("INFO", [RIFFChunk("INAM", [65, 0])]))
    return file.bytes
  }

  /// Cue points, numbered from 1, with their names, notes and lengths.
  private static func chunks(_ marks: [Mark]) -> [RIFFChunk] {
    let numbered = marks.enumerated().map { (number: $0 + 1, mark: $1) }
    func text(_ name: String, _ number: Int, _ text: String) -> RIFFChunk {
      RIFFChunk(name, little(number) + Array(text.utf8) + [0])
    }
    let names = numbered.map { text("labl", $0.number, $0.mark.name) }
    let notes = numbered.filter { !$0.mark.note.isEmpty }.map { text("note", $0.number, $0.mark.note) }
    let regions = numbered.filter { !$0.mark.range.isEmpty }.map {
      RIFFChunk(
        "ltxt", little($0.number) + little($0.mark.range.count) + Array("rgn ".utf8) + little(0, 8))
    }
    return [
      .cues(numbered.map { ($0.number, $0.mark.range.lowerBound) }),
      .list("adtl", names + notes + regions),
    ]
  }

  /// Nothing but loops, of which the last frame is named: nine fields of 4 bytes, then six for each loop.
  private static func sampler(_ loops: [Range<Int>]) -> RIFFChunk {
    let each = loops.enumerated().flatMap {
      [100 + $0, 0, $1.lowerBound, $1.upperBound - 1, 0, 0].flatMap { little($0) }
    }
    return RIFFChunk("smpl", little(0, 28) + little(loops.count) + little(0) + each)
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
