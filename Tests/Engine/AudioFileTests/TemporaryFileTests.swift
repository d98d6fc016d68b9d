// TemporaryFileTests.swift
// Files that take their name when they are complete: what is seen before, and what killed processes have left.

import Foundation
import Glibc
import SystemPackage
import Testing

@testable import HostIO

@Suite struct TemporaryFileTests {
  let folder = TestFolder()

  private var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path.string)) ?? []).sorted()
  }

  private func file(_ bytes: [UInt8], mayBeUnnamed: Bool, mode: mode_t = 0o600) throws -> TemporaryFile {
    var file = try TemporaryFile(in: folder.path, mode: mode, mayBeUnnamed: mayBeUnnamed)
    try bytes.withUnsafeBytes { try file.write($0) }
    return file
  }

  @Test(arguments: [true, false]) func `the name appears with the whole file, and replaces another`(
    mayBeUnnamed: Bool
  ) throws {
    let path = folder.file("a")
    for bytes: [UInt8] in [[1, 2, 3], [4]] {
      let file = try file(bytes, mayBeUnnamed: mayBeUnnamed, mode: 0o640)
      #expect(contents(path) != bytes)
      try file.take(name: path)
      #expect(contents(path) == bytes && names == ["a"])
    }
    var status = stat()
    #expect(stat(path.string, &status) == 0 && status.st_mode & 0o777 == 0o640 && status.st_nlink == 1)
  }

  @Test(arguments: [true, false]) func `one that was given up leaves nothing`(mayBeUnnamed: Bool) throws {
    do { _ = try file([1], mayBeUnnamed: mayBeUnnamed) }
    #expect(names == [])
    // Not over a folder.
    mkdir(folder.file("b").string, 0o700)
    #expect(throws: Errno.isDirectory) {
      try file([1], mayBeUnnamed: mayBeUnnamed).take(name: folder.file("b"))
    }
    #expect(names == ["b"])
  }

  @Test func `it has no name before, and where it must have one that says whose it is`() throws {
    do {
      let unnamed = try file([1], mayBeUnnamed: true)
      #expect(names == [])
      _ = unnamed.number
    }
    let named = try file([1], mayBeUnnamed: false)
    #expect(names.map(TemporaryName.owner(of:)) == [.init(process: getpid(), isOfThisPlace: true)])
    _ = named.number
  }

  // MARK: Leftovers

  /// The number of a process that has ended.
  private static func endedProcess() throws -> pid_t {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/true")
    try process.run()
    process.waitUntilExit()
    return process.processIdentifier
  }

  /// A file as it was left long ago.
  @discardableResult private func leave(_ name: String, isOld: Bool = true) -> FilePath {
    let path = folder.write([1], as: name)
    let times = [timespec](repeating: timespec(tv_sec: 1_000_000_000, tv_nsec: 0), count: 2)
    if isOld { #expect(utimensat(AT_FDCWD, path.string, times, 0) == 0) }
    return path
  }

  @Test func `only unfinished files of processes that are gone are swept`() throws {
    let gone = try Self.endedProcess()
    leave(".barline-\(gone)-1")
    // One that ended here just now.
    leave(".barline-\(gone)-\(UInt64(TemporaryName.place) << 32 | 1)", isOld: false)
    let kept = [
      ".barline-\(getpid())-1", ".barline-\(gone)-2-3", ".barline-\(gone)", ".barline-\(gone)-x",
      ".barline--1",
      ".barline-marks.json", "a.barline-\(gone)-1",
    ]
    for name in kept { leave(name) }
    let young = ".barline-\(gone)-4", locked = ".barline-\(gone)-5", link = ".barline-\(gone)-6"
    let place = ".barline-\(gone)-7"
    // Another program may have just begun to write it.
    leave(young, isOld: false)
    // Somebody whose number means another process here, as in a container.
    let held = open(leave(locked).string, O_RDWR | O_CLOEXEC)
    defer { close(held) }
    Leftovers.hold(held)
    #expect(symlink("a.barline-\(gone)-1", folder.file(link).string) == 0)
    mkdir(folder.file(place).string, 0o700)
    Leftovers.sweep(folder.path)
    #expect(names == (kept + [young, locked, link, place]).sorted())
  }

  @Test func `who writes in a folder for the first time sweeps it`() throws {
    leave(".barline-\(try Self.endedProcess())-1")
    try file([1], mayBeUnnamed: true).take(name: folder.file("a"))
    #expect(names == ["a"])
  }

  // MARK: Entries

  @Test(.enabled(if: geteuid() == 0, "only root gives files to others"))
  func `an entry of another user is not believed`() throws {
    let entries = EntryFolder(folder.path, suffix: ".x")
    let path = folder.write([1, 2], as: "a.x")
    #expect(entries.contents(path, limit: 2) == [1, 2] && entries.contents(path, limit: 1) == nil)
    #expect(chown(path.string, geteuid() + 1, getgid()) == 0)
    #expect(entries.open(path) == nil && entries.contents(path, limit: 2) == nil)
  }
}
