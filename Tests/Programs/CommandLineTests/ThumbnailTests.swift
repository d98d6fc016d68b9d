// ThumbnailTests.swift
// barline-cli thumbnail, called by the line of data/barline.thumbnailer as a file manager calls it: in the open, and in
// bubblewrap without network, home and any place to write but the picture's.

import Foundation
import Glibc
import TestSupport
import Testing

@testable import WaveformDrawing

/// Whether bubblewrap can make a sandbox here: it may be missing, or the kernel may forbid it.
private let hasSandbox = (try? Sandbox.run(["/usr/bin/true"])) == 0

private enum Sandbox {
  /// Runs a program that sees the system read-only, with an empty /tmp.
  ///
  /// - Parameter places: more of bubblewrap's options.
  /// - Returns: its exit status.
  static func run(_ command: [String], places: [String] = []) throws -> Int32 {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments =
      ["bwrap", "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--tmpfs", "/home"]
      + ["--unshare-all", "--die-with-parent"] + places + command
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus
  }
}

@Suite struct ThumbnailTests {
  let folder = TestFolder()
  private var caches: String { folder.path + "/caches" }

  /// The values of a file of the desktop.
  private static func entries(_ name: String) throws -> [String: String] {
    let file = ManualTests.root.appendingPathComponent("data/" + name)
    let text = try String(contentsOf: file, encoding: .utf8)
    var entries: [String: String] = [:]
    for line in text.split(separator: "\n") where !line.hasPrefix("#") && entries["Actions"] == nil {
      guard let sign = line.firstIndex(of: "=") else { continue }
      entries[String(line[..<sign])] = String(line[line.index(after: sign)...])
    }
    return entries
  }

  /// The arguments of barline-cli in the line that a file manager runs.
  private static func arguments(_ file: String, _ picture: String, size: Int) throws -> [String] {
    let line = try #require(try entries("barline.thumbnailer")["Exec"])
    let words = line.split(separator: " ").map { word in
      switch word {
      case "%i": file
      case "%o": picture
      case "%s": String(size)
      case "%u": "file://" + file
      default: String(word)
      }
    }
    #expect(words.first == "barline-cli" && !words.contains { $0.hasPrefix("%") })
    return Array(words.dropFirst())
  }

  private func thumbnail(_ file: String, size: Int = 128, paths: String? = nil) throws -> Outcome {
    let arguments = try Self.arguments(file, folder.path + "/out.png", size: size)
    return Program.run(arguments.map { Array($0.utf8) }, in: folder.path, caches: caches, paths: paths)
  }

  private func picture() throws -> ImageSurface { try ImageSurface(png: folder.bytes("out.png")) }

  /// A second of a loud tone and a second of silence.
  private func recording(_ name: String = "half and half.wav") -> String {
    let tone = (0..<8000).map { Int16(20_000 * sin(Double($0) * 0.3)) }
    return folder.write(WaveFile(tone + [Int16](repeating: 0, count: 8000)).bytes, as: name)
  }

  /// The opaque pixels of the columns `columns`.
  private func ink(_ picture: ImageSurface, _ columns: Range<Int>) -> Int {
    columns.reduce(0) { sum, x in sum + (0..<picture.height).count { picture.pixel(x, $0) >> 24 > 127 } }
  }

  @Test(arguments: [128, 256, 512, 1024])
  func `a file manager gets what is heard, on a transparent ground`(size: Int) throws {
    let outcome = try thumbnail(recording(), size: size)
    #expect(outcome.status == 0 && outcome.output.isEmpty && outcome.errors.isEmpty, "\(outcome.errors)")
    let picture = try picture()
    #expect(picture.width == size && picture.height == size)
    #expect(picture.pixel(0, 0) == 0 && picture.pixel(size - 1, size / 2) == 0)
    let (loud, silent) = (ink(picture, 0..<size / 2 - 8), ink(picture, size / 2 + 8..<size))
    #expect(loud > 5 * silent && silent > 0, "\(loud) \(silent)")
    #expect(Set(folder.names) == ["half and half.wav", "out.png"], "and no cache")
  }

  @Test func `it is offered for every kind of sound that the window opens`() throws {
    let entry = try Self.entries("barline.thumbnailer")
    #expect(entry["TryExec"] == "barline-cli")
    let types = { (text: String?) in Set((text ?? "").split(separator: ";").map(String.init)) }
    let opened = types(try Self.entries("org.barline.Barline.desktop")["MimeType"])
    // What a desktop entry names the program becomes the one for where there is no other: never for folders and films.
    #expect(opened == types(entry["MimeType"]).union(["application/x-barline-project"]))
    #expect(!opened.isEmpty && types(entry["MimeType"]).allSatisfy { $0.hasPrefix("audio/") })
  }

  @Test func `what the cache knows is drawn without the samples, and the cache stays as it was`() throws {
    // More than three minutes of noise, so that it takes some time to read; and what is read in no time is not kept.
    let path = folder.path + "/long.m4a"
    let noise = (0..<441_000).map { Int16(truncatingIfNeeded: $0 &* $0 &* 40_503 >> 9) >> 3 }
    let part = folder.write(WaveFile(noise, rate: 44_100).bytes, as: "part.wav")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments =
      ["ffmpeg", "-nostdin", "-v", "error", "-stream_loop", "11", "-i", part, "-c:a", "alac", path]
    try process.run()
    process.waitUntilExit()
    let old = [timespec(tv_sec: 1_000_000_000, tv_nsec: 7), timespec(tv_sec: 1_000_000_000, tv_nsec: 7)]
    #expect(utimensat(AT_FDCWD, path, old, 0) == 0)
    #expect(try thumbnail(path).status == 0 && !folder.names.contains("caches"), "nothing is kept")
    let read = folder.bytes("out.png")

    let render = ["render", path, "-o", folder.path + "/a.png"].map { Array($0.utf8) }
    #expect(Program.run(render, in: folder.path, caches: caches).status == 0)
    let peaks = caches + "/barline/peaks"
    let name = try #require(try FileManager.default.contentsOfDirectory(atPath: peaks).first)
    let entry = peaks + "/" + name
    #expect(utimensat(AT_FDCWD, entry, old, 0) == 0)
    // Where there is no ffmpeg, nobody can decode it.
    let nowhere = folder.path + "/none"
    #expect(try thumbnail(path, paths: nowhere).status == 0 && folder.bytes("out.png") == read)
    var status = stat()
    #expect(stat(entry, &status) == 0 && status.st_mtim.tv_sec == 1_000_000_000, "it is not marked as used")

    #expect(truncate(entry, 1000) == 0)
    #expect(try thumbnail(path, paths: nowhere).status == 1, "neither entry nor samples")
    #expect(stat(entry, &status) == 0, "who looks only, does not clean up")
  }

  @Test func `the status tells a bad recording from a bad place`() throws {
    let text = folder.write(Array("no sound".utf8), as: "a.wav")
    for path in [text, folder.path + "/none.wav", folder.path] {
      let outcome = try thumbnail(path)
      #expect(outcome.status == 1 && outcome.errorLines.count == 1, "\(outcome.errors)")
      #expect(!folder.names.contains("out.png"))
    }
    let path = recording()
    func run(_ arguments: String...) -> Outcome {
      Program.run(arguments.map { Array($0.utf8) }, in: folder.path, caches: caches)
    }
    let nowhere = run("thumbnail", path, "/nowhere/out.png")
    #expect(nowhere.status == 4 && nowhere.errorLines.count == 1, "\(nowhere.errors)")
    let sound = folder.bytes("half and half.wav")
    #expect(run("thumbnail", path, path).status == 4 && folder.bytes("half and half.wav") == sound)
    for size in ["0", "15", "4000", "large"] {
      #expect(run("thumbnail", "--size", size, path, folder.path + "/out.png").status == 2)
    }
    #expect(run("thumbnail", path).status == 2 && !folder.names.contains("out.png"))
  }

  @Test(.enabled(if: hasSandbox, "bubblewrap is missing or not allowed here"), arguments: ["wav", "m4a"])
  func `it works in a sandbox where only the picture can be written`(suffix: String) throws {
    var path = recording()
    if suffix != "wav" {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments = ["ffmpeg", "-nostdin", "-v", "error", "-i", path, folder.path + "/a.m4a"]
      try process.run()
      process.waitUntilExit()
      path = folder.path + "/a.m4a"
    }
    #expect(mkdir(folder.path + "/pictures", 0o700) == 0)
    let inFolder = folder.path + "/pictures/out.png"
    #expect(
      try Sandbox.run(
        [Program.path] + Self.arguments(path, inFolder, size: 256),
        places: ["--bind", folder.path + "/pictures", folder.path + "/pictures"]) == 0)
    let alone = folder.write([], as: "out.png")
    #expect(
      try Sandbox.run(
        [Program.path] + Self.arguments(path, alone, size: 256), places: ["--bind", alone, alone]) == 0)
    #expect(try picture().width == 256 && folder.bytes("out.png") == folder.bytes("pictures/out.png"))
    #expect(
      try Sandbox.run([Program.path] + Self.arguments(path, folder.path + "/b.png", size: 256)) == 4,
      "where nothing can be written")
  }
}
