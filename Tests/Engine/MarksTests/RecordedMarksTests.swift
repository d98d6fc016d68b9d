// RecordedMarksTests.swift
// Marks of a recording that was just made: cut to it, put behind its samples, and kept in a copy where their own file
// cannot be written.

import Foundation
import HostIO
import SystemPackage
import TestSupport
import Testing
import WaveformCore

@testable import Marks

@Suite struct RecordedMarksTests {
  private let folder: FilePath = {
    let path = NSTemporaryDirectory() + "barline-recorded-\(UInt32.random(in: 0...(.max)))"
    try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    return FilePath(path)
  }()

  private func write(_ bytes: [UInt8]) throws -> FilePath {
    let path = folder.appending("take-\(UInt32.random(in: 0...(.max))).wav")
    try Data(bytes).write(to: URL(fileURLWithPath: path.string))
    return path
  }

  @Test(arguments: [false, true]) func `they come behind the samples, which stay`(is64: Bool) throws {
    let before = WaveFiles.wave(frames: 4000, is64: is64), path = try write(before)
    let document = MarkDocument.random(
      seed: 5, tiers: 1, marks: 9, rate: 8000, overlapping: false, kinds: [.points, .ranges, .notes])
    #expect(try RecordedMarks.append(document, to: path) == [])
    let after = try FileContents.read(path, limit: 1 << 24)
    #expect(WaveFiles.content("data", of: after) == WaveFiles.content("data", of: before))
    let size =
      is64 ? after.number(at: 20, size: 8, bigEndian: false) : after.number(at: 4, size: 4, bigEndian: false)
    #expect(size == after.count - 8, "the length in the head")
    let reading = try MarkFile.read(path, rate: 8000).reading
    #expect(reading.document.content == document.content && reading.remarks == [])
  }

  @Test func `a file that is cut off stays as it is`() throws {
    let whole = WaveFiles.wave(frames: 4000), cut = Array(whole.dropLast(200)), path = try write(cut)
    #expect(throws: MarkError.self) {
      try RecordedMarks.append(MarkDocument.random(seed: 1, tiers: 1, marks: 3, rate: 8000), to: path)
    }
    #expect(try FileContents.read(path, limit: 1 << 24) == cut)
  }

  @Test func `a part has what touches it, cut at its ends`() {
    let document = MarkDocument.random(seed: 3, tiers: 3, marks: 60, rate: 100)
    let all = document.tiers.flatMap { tier in tier.marks.map { (tier.name, $0) } }
    let last = all.map(\.1.range.upperBound).max() ?? 0
    for start in stride(from: 0, to: last, by: 37) {
      let range = start..<start + 450
      let part = document.part(range)
      let wanted = all.compactMap { tier, mark -> String? in
        let (low, high) = (max(mark.range.lowerBound, start), min(mark.range.upperBound, range.upperBound))
        guard mark.isPoint ? low == high : low < high else { return nil }
        return "\(tier) \(mark.name) \(low - start)..<\(high - start)"
      }
      let found = part.tiers.flatMap { tier in tier.marks.map { "\(tier.name) \($0.name) \($0.range)" } }
      #expect(found.sorted() == wanted.sorted(), "\(range)")
      #expect(part.tiers.allSatisfy { !$0.marks.isEmpty })
    }
  }

  @Test func `a copy stands beside what cannot be written, and takes no other name`() throws {
    let recording = folder.appending("a.wav")
    let files = KeptMarks(of: recording) { _ in nil }
    let beside = folder.appending("a.wav.barline-marks.json")
    try Data("<<<<<<<".utf8).write(to: URL(fileURLWithPath: beside.string))
    let document = MarkDocument.random(seed: 8, tiers: 2, marks: 12)
    #expect(throws: AudioFileError.self) { try files.save(document) }
    let copies = try [files.keepCopy(document), files.keepCopy(document)]
    #expect(Set(copies.map(\.displayName)).count == 2)
    for copy in copies { #expect(try MarkFile.read(copy).reading.document.content == document.content) }
    #expect(try FileContents.read(beside, limit: 100) == Array("<<<<<<<".utf8))
  }
}
