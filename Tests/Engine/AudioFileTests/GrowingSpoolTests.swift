// GrowingSpoolTests.swift
// Samples that are appended by one thread and read by others.

import Foundation
import SystemPackage
import TestSupport
import Testing
import WaveformCore

@testable import HostIO
@testable import Recording

struct GrowingSpoolTests {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent("spool-\(UUID().uuidString)")
  let samples = (0..<60_000).map { Float($0) / 60_000 }

  private func spool(freeBytes: Int? = nil) -> GrowingSpool {
    GrowingSpool(
      channels: 3, sampleRate: 8000, expectedFrames: 20_000, for: FilePath("/some/recording.wav"),
      in: SpoolPlace(folders: [FilePath(folder.path)], step: 1000, freeBytes: { _ in freeBytes }))
  }

  private func append(_ range: Range<Int>, to spool: GrowingSpool) throws {
    try samples[range.lowerBound * 3..<range.upperBound * 3].withUnsafeBufferPointer { try spool.append($0) }
  }

  @Test func `what was appended is read at any place`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let spool = spool()
    try append(0..<1, to: spool)
    try append(1..<5000, to: spool)
    #expect(spool.frames == 5000 && spool.access == .notYet)
    try append(5000..<20_000, to: spool)
    spool.end()
    #expect(spool.access == .direct)
    for range in [0..<1, 4990..<5010, 0..<20_000, 19_999..<20_000] {
      let slice = try spool.read(range)
      #expect(
        slice.range == range
          && slice.sample(channel: 2, frame: range.upperBound - 1) == samples[range.upperBound * 3 - 1])
    }
    #expect(try spool.read(19_000..<30_000).range == 19_000..<20_000)
    #expect(try spool.read(20_000..<30_000).range.isEmpty)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }

  @Test func `who is early waits, and goes on with nothing when it is cancelled`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let spool = spool()
    let done = DispatchSemaphore(value: 0)
    let found = Monitor<[Int]>([])
    for range in [0..<10, 5000..<20_000] {
      Thread.detachNewThread {
        let slice = try? spool.read(range)
        found.withLock { $0.append(slice?.range.count ?? -1) }
        done.signal()
      }
    }
    try append(0..<100, to: spool)
    done.wait()
    #expect(found.withLock { $0 } == [10])
    spool.cancel()
    done.wait()
    #expect(found.withLock { $0 } == [10, 0])
    try append(100..<200, to: spool)
    #expect(spool.frames == 100)
    #expect(try spool.read(0..<10).range.isEmpty)
  }

  @Test(arguments: [true, false])
  func `what has 16 bits takes half the room where that is asked for, and all comes back as it was`(
    packs: Bool
  ) throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let spool = GrowingSpool(
      channels: 2, sampleRate: 8000, expectedFrames: 10_000, for: FilePath("/some/recording.wav"),
      in: SpoolPlace(folders: [FilePath(folder.path)], freeBytes: { _ in nil }), packs: packs)
    var random = RandomNumbers(seed: 4)
    var all: [Float] = [], narrow = 0
    for _ in 0..<200 {
      let isNarrow = Bool.random(using: &random)
      // Of both kinds, by one of a third that no integer says, or a zero with a sign.
      let odd: [Float] = isNarrow ? [] : Bool.random(using: &random) ? [1 / 3, 0] : [0, -0.0]
      let piece = (0..<2 * Int.random(in: 1...60, using: &random)).map { _ in
        Float(Int16.random(in: .min ... .max, using: &random)) / 32_768
      }
      try (piece + odd).withUnsafeBufferPointer { try spool.append($0) }
      all += piece + odd
      narrow += isNarrow ? piece.count : 0
    }
    spool.end()
    let length = all.count / 2
    #expect(spool.frames == length)
    for _ in 0..<500 {
      let first = Int.random(in: 0..<length, using: &random)
      let range = first..<Int.random(in: first...length, using: &random)
      let found = try spool.read(range).withSamples { $0.map(\.bitPattern) }
      #expect(found == all[range.lowerBound * 2..<range.upperBound * 2].map(\.bitPattern), "\(range)")
    }
    let bytes = 4 * all.count - (packs ? 2 * narrow : 0)
    #expect(openFiles(in: FilePath(folder.path)).map(\.size) == [bytes])
  }

  @Test func `whoever wants more than there is gets the reason, where that is not the end`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    for failure in [AudioFileError(.noSpace, path: "/full"), nil] {
      let spool = spool()
      try append(0..<100, to: spool)
      #expect(!spool.neverBegan)
      spool.end(failure)
      #expect(try spool.read(0..<100).range == 0..<100)
      guard failure != nil else {
        #expect(try spool.read(99..<101).range == 99..<100 && spool.access == .direct)
        continue
      }
      let error = #expect(throws: AudioFileError.self) { try spool.read(99..<101) }
      #expect(error?.code == .noSpace && spool.access == .notYet)
    }
    let empty = spool()
    empty.end(AudioFileError(.noSpace, path: "/full"))
    #expect(empty.neverBegan)
  }

  @Test func `where there is no room nothing is written, and the folder is named`() {
    defer { try? FileManager.default.removeItem(at: folder) }
    let error = #expect(throws: AudioFileError.self) { try append(0..<10, to: spool(freeBytes: 1000)) }
    #expect(error?.code == .noSpace && error?.detail?.contains("spool-") == true)
  }
}
