// CacheTests.swift
// barline-cli cache, and which commands use the peak cache: seen by taking the samples out of a file whose peaks are
// kept. Size, inode and date stay, so only a program that decodes notices.

import Foundation
import Glibc
import TestSupport
import Testing

@Suite struct CacheTests {
  let folder = TestFolder()
  private var caches: String { folder.path + "/caches" }
  private var entries: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: caches + "/barline/peaks")) ?? [])
  }

  private func run(_ arguments: String...) -> Outcome {
    Program.run(arguments.map { Array($0.utf8) }, in: folder.path, caches: caches)
  }

  /// Two minutes of integers that only ffmpeg reads, for which two programs are started: that takes longer than the
  /// tenth of a second from which on peaks are kept, however many cores there are.
  private func recording() throws -> String {
    let path = folder.path + "/long.m4a"
    let noise = (0..<441_000).map { Int16(truncatingIfNeeded: $0 &* $0 &* 40_503 >> 9) >> 3 }
    let part = folder.write(WaveFile(noise, rate: 44_100).bytes, as: "part.wav")
    defer { unlink(part) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "ffmpeg", "-nostdin", "-v", "error", "-stream_loop", "11", "-i", part, "-c:a", "alac", path,
    ]
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
    date(path)
    return path
  }

  /// It was not written to lately.
  private func date(_ path: String) {
    let times = [timespec(tv_sec: 1_000_000_000, tv_nsec: 7), timespec(tv_sec: 1_000_000_000, tv_nsec: 7)]
    #expect(utimensat(AT_FDCWD, path, times, 0) == 0)
  }

  @Test func `what was kept is used, and not with --no-cache`() throws {
    let path = try recording()
    let picture = ["render", path, "-o", folder.path + "/a.png", "--width", "300", "--height", "80"]
    // Where there is no ffmpeg, nobody can decode it.
    var paths: String?
    func call(_ arguments: [String]) -> Outcome {
      Program.run(arguments.map { Array($0.utf8) }, in: folder.path, caches: caches, paths: paths)
    }
    func render(_ options: String...) -> Outcome { call(picture + options) }
    func peaks(_ options: String...) -> Outcome {
      call(["peaks", path, "-o", folder.path + "/a.dat"] + options)
    }
    #expect(run("info", path).status == 0 && render("--no-cache").status == 0 && peaks().status == 0)
    #expect(entries.isEmpty, "none of these keeps anything")
    let decoded = (folder.bytes("a.png"), folder.bytes("a.dat"))
    #expect(render().status == 0 && folder.bytes("a.png") == decoded.0)
    #expect(entries.count == 1 && entries[0].hasSuffix(".peaks"))

    paths = folder.path + "/none"
    for name in ["a.png", "a.dat"] { unlink(folder.path + "/" + name) }
    #expect(call(["info", path]).status == 1, "its answer is never an old one")
    #expect(render("--no-cache").status == 1 && peaks("--no-cache").status == 1)
    #expect(!folder.names.contains("a.png") && !folder.names.contains("a.dat"))
    let hits = [render(), peaks()]
    #expect(hits.allSatisfy { $0.status == 0 && $0.output.isEmpty } && hits[1].errors.isEmpty)
    // The samples at the edges of columns cannot be had, and bins stand in for them; here they have the same picture.
    let warning = "the picture is exact to 256 frames only there"
    #expect(hits[0].errorLines.count == 1 && hits[0].errors.contains(warning), "\(hits[0].errors)")
    #expect(folder.bytes("a.png") == decoded.0)
    let close = render("--start", "60", "--end", "60.001")
    #expect(
      close.status == 0 && close.errors.contains("from 0:59.999 on could not be read"), "\(close.errors)")
    #expect(folder.bytes("a.png") != decoded.0)
    #expect(folder.bytes("a.dat") == decoded.1)
    #expect(peaks("--frames-per-pixel", "300").status == 1, "for this the samples are needed")
  }

  @Test func `cache says what there is, and empties it`() throws {
    let place = caches + "/barline/peaks"
    let none = "Folder:   \(place)\nEntries:  0\nSize:     0 bytes\n"
    let empty = run("cache")
    #expect(empty.status == 0 && empty.errors.isEmpty && empty.output == none)
    #expect(!folder.names.contains("caches"), "to look makes no folder")
    try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
    for (name, size) in [("1.peaks", 1000), ("2.peaks", 234), (".barline-7-7", 50), ("mine.txt", 9)] {
      _ = FileManager.default.createFile(atPath: place + "/" + name, contents: Data(count: size))
    }
    let full = "Folder:   \(place)\nEntries:  2\nSize:     1234 bytes\n"
    #expect(run("cache").output == full && run("cache").output == full, "to look deletes nothing")
    let cleared = run("cache", "--clear")
    #expect(cleared.status == 0 && cleared.errors.isEmpty)
    #expect(cleared.output == "Folder:   \(place)\nDeleted:  2\nFreed:    1234 bytes\n")
    #expect(entries == ["mine.txt"] && run("cache").output == none)
  }

  @Test func `without a folder there is no cache, which is no error`() throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: Program.path)
    process.arguments = ["cache", "--clear"]
    process.environment = [:]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    #expect(text == "There is no peak cache: neither XDG_CACHE_HOME nor HOME names a folder.\n")
    #expect(run("cache", "everything").status == 2 && run("cache", "--empty").status == 2)
  }
}
