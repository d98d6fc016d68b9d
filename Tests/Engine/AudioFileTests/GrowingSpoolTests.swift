// GrowingSpoolTests.swift
// Samples that are appended by one thread and read by others.

import Foundation
import SystemPackage
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

  @Test func `where there is no room nothing is written, and the folder is named`() {
    defer { try? FileManager.default.removeItem(at: folder) }
    let error = #expect(throws: AudioFileError.self) { try append(0..<10, to: spool(freeBytes: 1000)) }
    #expect(error?.code == .noSpace && error?.detail?.contains("spool-") == true)
  }
}
