// TakeTests.swift
// A recording by itself: it lies on the disk before it is told, and a disk that fails late is told too.

import AudioFormats
import Foundation
import HostIO
import Playback
import Synchronization
import SystemPackage
import Testing

@testable import Capture

struct TakeTests {
  private func take(
    _ path: FilePath, _ log: Log<Take.Event>, sync: @escaping @Sendable (Int32) throws(Errno) -> Void
  ) -> Take {
    Take(
      path, of: CaptureFormat(stereo, .float),
      disk: TakeDisk(freeBytes: { _ in nil }, secondsPerSync: 0.01, sync: sync),
      makeFile: TakeFormat.wav.makeFile, onEvent: log.took)
  }

  private func append(_ frames: Int, to take: Take) {
    let samples = [Float](repeating: 0.25, count: 2 * frames)
    samples.withUnsafeBufferPointer { take.append($0) }
  }

  /// The files' lengths when they were synced.
  private final class Synced: Sendable {
    let sizes = Mutex<[Int]>([])
    func sync(_ descriptor: Int32) {
      var status = stat()
      fstat(descriptor, &status)
      let size = Int(status.st_size)
      sizes.withLock { $0.append(size) }
    }
  }

  @Test func `it lies on the disk when it is told, and the most of it before`() throws {
    let folder = Folder(), path = folder.file("a.wav"), log = Log<Take.Event>(), disk = Synced()
    let take = take(path, log) { disk.sync($0) }
    take.begin()
    try eventually("a sync before the end") {
      append(480, to: take)
      return !disk.sizes.withLock { $0.isEmpty }
    }
    take.end()
    try eventually("a file") { !log.all.isEmpty }
    guard case .finished(let result) = try #require(log.all.first) else { return #expect(Bool(false)) }
    let size = try Data(contentsOf: URL(fileURLWithPath: path.string)).count
    #expect(disk.sizes.withLock { $0.last } == size && size > result.frames * 8)
  }

  @Test(arguments: [false, true])
  func `a disk that fails late ends the recording with a failure, never with success`(atTheEnd: Bool) throws {
    let folder = Folder(), path = folder.file("a.wav"), log = Log<Take.Event>()
    let take = take(path, log) { (_) throws(Errno) in throw .diskQuotaExceeded }
    take.begin()
    append(480, to: take)
    if atTheEnd { take.end() }
    try eventually("the end") {
      append(480, to: take)
      return !log.all.isEmpty
    }
    guard case .failed(let error, let result) = try #require(log.all.first) else {
      return #expect(Bool(false), "\(log.all)")
    }
    #expect(error.code == .writeFailed && error.detail?.contains("may lack the last seconds") == true)
    #expect(result.frames >= 480 && log.all.count == 1)
    #expect(try read(path).samples.count == 2 * result.frames)
  }
  @Test func `a folder that does not answer holds up nobody, and is told without a file`() throws {
    let folder = Folder(), path = folder.file("a.wav"), log = Log<Take.Event>()
    let answer = Wakeup(), hasAnswered = Mutex(false), isThere = Mutex(true)
    func take() -> Take {
      Take(
        path, of: CaptureFormat(stereo, .float),
        makeFile: { (path, format) throws(AudioFileError) in
          answer.wait(seconds: 5)
          hasAnswered.withLock { $0 = true }
          guard isThere.withLock({ $0 }) else { throw AudioFileError(.writeFailed, path: path) }
          return try TakeFormat.wav.makeFile(path, format)
        }, onEvent: log.took)
    }
    let first = take()
    first.begin()
    append(480, to: first)
    first.end()
    #expect(!hasAnswered.withLock { $0 } && log.all.isEmpty)
    answer.post()
    try eventually("a file") { log.all.count == 1 }
    #expect(try read(path).samples.count == 960)
    isThere.withLock { $0 = false }
    let second = take()
    second.begin()
    append(480, to: second)
    answer.post()
    try eventually("a refusal") { log.all.count == 2 }
    guard case .refused = log.all[1] else { return #expect(Bool(false), "\(log.all[1])") }
    #expect(second.waiting == 0)
  }
}
