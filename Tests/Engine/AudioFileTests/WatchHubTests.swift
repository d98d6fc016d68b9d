// WatchHubTests.swift
// Many watches at once: one descriptor of the kernel, and nobody hears of, or waits for, somebody else's file.

import Foundation
import HostIO
import Synchronization
import SystemPackage
import Testing

@Suite struct WatchHubTests {
  let folder = TestFolder()

  /// A watched file, and what became known of it.
  private final class Watched: Sendable {
    private final class Log: Sendable {
      let looks = Mutex(0)
      let changes = Mutex<[FileChange]>([])
    }

    let path: FilePath
    private let log = Log()
    private let watch: FileWatch

    /// - Parameter looked: called by each look.
    init(_ path: FilePath, looked: @escaping @Sendable () -> Void = {}) throws {
      self.path = path
      watch = FileWatch(path: path, since: try #require(FileState(of: path))) { [log] in
        log.looks.withLock { $0 += 1 }
        looked()
      } onChange: { [log] change in
        log.changes.withLock { $0.append(change) }
      }
    }

    var looks: Int { log.looks.withLock { $0 } }
    var changes: [FileChange] { log.changes.withLock { $0 } }
    var hasLooked: Bool { TestMedia.eventually { looks > 0 } }

    func says(_ change: FileChange) -> Bool { TestMedia.eventually { changes.last == change } }

    /// Writes at the end.
    func grow(by count: Int) {
      let file = path.withPlatformString { open($0, O_WRONLY | O_APPEND) }
      #expect(write(file, [UInt8](repeating: 5, count: count), count) == count)
      close(file)
    }

    func cancel() { watch.cancel() }
  }

  private func watched(_ count: Int) throws -> [Watched] {
    // All are written before one is watched: those that share a folder hear of it together.
    let paths = (0..<count).map { folder.write([1, 2, 3, 4], as: "\($0).raw") }
    return try paths.map { try Watched($0) }
  }

  /// The descriptors of inotify that watch something in the folder; GLib may have one for its own purposes.
  private func descriptors() throws -> [String] {
    var inodes: Set<UInt64> = []
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path.string) {
      inodes.insert(try #require(FileState(of: folder.file(name))).inode)
    }
    return try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").filter { name in
      let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(name)")
      guard target == "anon_inode:inotify",
        let lines = try? String(contentsOfFile: "/proc/self/fdinfo/\(name)", encoding: .utf8)
      else { return false }
      // inotify wd:1 ino:9e7e sdev:800013 …, the numbers in base 16
      return lines.split(separator: "\n").contains { line in
        line.hasPrefix("inotify ")
          && line.split(separator: " ").contains { field in
            field.hasPrefix("ino:") && UInt64(field.dropFirst(4), radix: 16).map(inodes.contains) == true
          }
      }
    }
  }

  @Test func `two hundred watches take one descriptor, and each hears of its own file only`() throws {
    let files = try watched(200)
    for file in files { #expect(file.hasLooked) }
    #expect(try descriptors().count == 1)

    // By the second change, whoever listened to the first one has looked.
    for index in [77, 78] {
      files[index].grow(by: 1)
      #expect(files[index].says(.grown(by: 1)))
    }
    let isPolled = try #require(FileState(of: files[0].path)).device >> 8 & 0xFFF == 0  // tmpfs, for instance
    for (index, file) in files.enumerated() where index != 77 && index != 78 {
      #expect(file.changes.isEmpty)
      #expect(file.looks == 1 || isPolled, "\(index) looked \(file.looks) times")
    }

    for (index, file) in files.enumerated() where index != 77 && index != 78 { file.grow(by: index + 1) }
    for (index, file) in files.enumerated() where index != 77 && index != 78 {
      #expect(file.says(.grown(by: index + 1)), "\(index): \(file.changes)")
    }

    for file in files { file.cancel() }
    #expect(TestMedia.eventually { (try? self.descriptors()) == [] }, "nothing is watched any more")
  }

  @Test func `a look that never returns holds up no other watch`() throws {
    let isOver = DispatchSemaphore(value: 0)
    let hanging = try Watched(folder.write([1, 2, 3, 4], as: "dead.raw")) { isOver.wait() }
    #expect(hanging.hasLooked)
    let others = try watched(2)
    for file in others { #expect(file.hasLooked) }
    hanging.grow(by: 9)
    others[0].grow(by: 1)
    #expect(others[0].says(.grown(by: 1)))
    hanging.cancel()
    others[1].grow(by: 2)
    #expect(others[1].says(.grown(by: 2)))
    #expect(hanging.changes == [])
    isOver.signal()
  }

  @Test func `who begins to watch a file while another watch of it ends hears of it all the same`() throws {
    var files = try watched(8)
    for _ in 0..<20 {
      files = try files.map { file in
        let next = try Watched(file.path)
        file.cancel()
        return next
      }
    }
    for file in files { #expect(file.hasLooked) }
    for (index, file) in files.enumerated() { file.grow(by: index + 1) }
    for (index, file) in files.enumerated() {
      #expect(file.says(.grown(by: index + 1)), "\(index): \(file.changes)")
    }
  }

  @Test func `a folder that was removed and made again tells of its files`() throws {
    let inner = folder.file("inner")
    func make() -> Bool { inner.withPlatformString { mkdir($0, 0o700) } == 0 }
    #expect(make())
    let path = folder.write([1, 2, 3, 4], as: "inner/a.raw")
    let file = try Watched(path)
    #expect(file.hasLooked)
    try FileManager.default.removeItem(atPath: inner.string)
    #expect(file.says(.deleted))
    #expect(make())
    _ = folder.write([1, 2, 3, 4, 5], as: "inner/a.raw")
    #expect(file.says(.replaced), "\(file.changes)")
  }
}
