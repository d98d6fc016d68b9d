// FileChangeTests.swift
// What two looks at a file mean, the whole table; and what a watch sees of real files.

import Foundation
import HostIO
import Synchronization
import SystemPackage
import Testing

@Suite struct FileChangeTests {
  private static let old = FileState(device: 1, inode: 2, byteCount: 1000, modified: 50)

  /// Every way in which a file can look, and what it means.
  private static let table: [(FileState, keepsBytes: Bool?, FileChange)] = {
    var rows: [(FileState, Bool?, FileChange)] = []
    for (size, time) in [
      (999, 50), (999, 51), (0, 51), (1000, 50), (1000, 49), (1000, 51), (1001, 50), (5000, 51),
    ] {
      for keeps in [nil, true, false] as [Bool?] {
        let same = FileState(device: 1, inode: 2, byteCount: size, modified: time)
        let meaning: FileChange =
          switch (size, time, keeps) {
          case (..<1000, _, _): .truncated(by: 1000 - size)
          case (1000, 50, _): .unchanged
          case (1000, _, true): .touched
          case (1000, _, _): .rewritten
          case (_, _, false): .rewritten
          default: .grown(by: size - 1000)
          }
        rows.append((same, keeps, meaning))
        for (device, inode) in [(1, 3), (2, 2), (7, 7)] as [(UInt64, UInt64)] {
          var other = same
          (other.device, other.inode) = (device, inode)
          rows.append((other, keeps, .replaced))
        }
      }
    }
    return rows
  }()

  @Test func `every difference has one meaning`() {
    #expect(Self.table.count == 96)
    for (new, keepsBytes, meaning) in Self.table {
      #expect(
        FileChange(from: Self.old, to: new, keepsBytes: keepsBytes) == meaning,
        "\(new), \(String(describing: keepsBytes))")
      var hidden = new
      hidden.isReadable = false
      #expect(FileChange(from: Self.old, to: hidden, keepsBytes: keepsBytes) == .permissionLost)
      #expect(FileChange(from: Self.old, to: nil, keepsBytes: keepsBytes) == .deleted)
    }
  }

  // MARK: Real files

  let folder = TestFolder()

  /// A watched file of 100,000 bytes, what is said about it, and a way to wait for that.
  private final class Watched {
    private final class Log: Sendable {
      let changes = Mutex<[FileChange]>([])
      let told = DispatchSemaphore(value: 0)
      let looked = DispatchSemaphore(value: 0)
    }

    let path: FilePath
    let bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
    private let log = Log()
    private let watch: FileWatch

    init(_ folder: TestFolder) throws {
      path = folder.write(bytes, as: "a.raw")
      watch = FileWatch(
        path: path, since: try #require(FileState(of: path)), looked: { [log] in log.looked.signal() }
      ) { [log] change in
        log.changes.withLock { $0.append(change) }
        log.told.signal()
      }
      // What is there must have been seen before it changes.
      #expect(log.looked.wait(timeout: .now() + 20) == .success)
    }

    func says(_ change: FileChange) -> Bool {
      while log.changes.withLock({ $0.last }) != change {
        if log.told.wait(timeout: .now() + 10) == .timedOut { return false }
      }
      return true
    }

    var everything: [FileChange] { log.changes.withLock { $0 } }

    /// Writes in place, from `offset` on.
    func write(_ bytes: [UInt8], at offset: Int) {
      let file = path.withPlatformString { open($0, O_WRONLY) }
      #expect(pwrite(file, bytes, bytes.count, offset) == bytes.count)
      close(file)
    }

    /// Gives the file a time that it has never had.
    func touch(_ seconds: Int) {
      var times = [timespec(tv_sec: seconds, tv_nsec: 0), timespec(tv_sec: seconds, tv_nsec: 0)]
      #expect(path.withPlatformString { utimensat(AT_FDCWD, $0, &times, 0) } == 0)
    }

    func rename(from other: FilePath) {
      #expect(other.withPlatformString { from in path.withPlatformString { Glibc.rename(from, $0) } } == 0)
    }

    func rename(to other: FilePath) {
      #expect(path.withPlatformString { from in other.withPlatformString { Glibc.rename(from, $0) } } == 0)
    }
  }

  @Test func `growth is told with its size, also when the header changes with it`() throws {
    let watched = try Watched(folder)
    watched.write([9, 9, 9], at: 0)
    watched.write([UInt8](repeating: 5, count: 1234), at: 100_000)
    #expect(watched.says(.grown(by: 1234)), "\(watched.everything)")
  }

  @Test func `a file that became longer with other bytes in it was written anew`() throws {
    let watched = try Watched(folder)
    watched.write([UInt8](repeating: 5, count: 120_000), at: 0)
    #expect(watched.says(.rewritten), "\(watched.everything)")
  }

  @Test func `other bytes of the same length are noticed`() throws {
    let watched = try Watched(folder)
    watched.write([UInt8](repeating: 5, count: 100_000), at: 0)
    watched.touch(1_000_000)
    #expect(watched.says(.rewritten), "\(watched.everything)")
  }

  @Test func `a file that was cut is told with what is missing`() throws {
    let watched = try Watched(folder)
    #expect(watched.path.withPlatformString { truncate($0, 60_000) } == 0)
    #expect(watched.says(.truncated(by: 40_000)), "\(watched.everything)")
  }

  @Test func `a file that was only touched is told apart`() throws {
    let watched = try Watched(folder)
    watched.touch(1_000_000)
    #expect(watched.says(.touched), "\(watched.everything)")
  }

  @Test func `a file that was renamed over is another one`() throws {
    let watched = try Watched(folder)
    watched.rename(from: folder.write([1, 2, 3], as: "new.tmp"))
    #expect(watched.says(.replaced), "\(watched.everything)")
  }

  @Test func `a file that went away and came back is what it was`() throws {
    let watched = try Watched(folder)
    watched.rename(to: folder.file("elsewhere"))
    #expect(watched.says(.deleted), "\(watched.everything)")
    watched.rename(from: folder.file("elsewhere"))
    #expect(watched.says(.unchanged), "\(watched.everything)")
    unlinkFile(watched.path)
    #expect(watched.says(.deleted), "\(watched.everything)")
  }

  @Test func `what comes longer after it was gone is another file, though it may have its number`() throws {
    let watched = try Watched(folder)
    watched.rename(to: folder.file("elsewhere"))
    #expect(watched.says(.deleted), "\(watched.everything)")
    folder.write(watched.bytes + [5, 5, 5], to: folder.file("elsewhere"))
    watched.rename(from: folder.file("elsewhere"))
    #expect(watched.says(.replaced), "\(watched.everything)")
  }

  @Test func `the name in a folder that is a link leads to the file`() throws {
    let real = folder.write([1, 2, 3, 4], as: "real")
    let link = folder.file("link")
    #expect(real.withPlatformString { from in link.withPlatformString { symlink(from, $0) } } == 0)
    let (looked, told) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let watch = FileWatch(path: link, since: try #require(FileState(of: real)), looked: { looked.signal() }) {
      if $0 == .deleted { told.signal() }
    }
    looked.wait()
    unlinkFile(real)
    #expect(told.wait(timeout: .now() + 10) == .success)
    watch.cancel()
  }
}
