// LimitTests.swift
// A system that gives little, or lacks something: what can work works, and what cannot is told by its own cause, never as a
// fault of the file.

import Foundation
import Testing

@Suite struct LimitTests {
  let folder = TestFolder()

  /// One recording for each way to decode: in this process, by libraries in a locked one, by ffmpeg.
  private static let suffixes = ["wav", "flac", "mp3", "m4a"]

  private func make() throws {
    let script = """
      "$CLI" generate pink --duration 1 -o a.wav && "$CLI" generate pink --duration 1 -o a.flac &&
      "$CLI" generate pink --duration 1 -o a.mp3 && ffmpeg -nostdin -v error -i a.wav a.m4a
      """
    try #require(Program.shell(script, in: folder).status == 0)
  }

  @Test func `too few open files are told`() throws {
    try make()
    let outcome = Program.shell("ulimit -n 10; $CLI info a.flac", in: folder)
    #expect(outcome.status == 1 && outcome.errors.contains("too many files are open"), "\(outcome)")
  }

  @Test(arguments: [32, 64, 128, 200, 256, 257])
  func `few open files are enough`(count: Int) throws {
    try make()
    for suffix in Self.suffixes {
      let outcome = Program.shell("ulimit -n \(count); $CLI info a.\(suffix)", in: folder)
      #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(count), \(suffix): \(outcome.errors)")
    }
  }

  @Test(arguments: ["-v 60000", "-v 120000", "-v 200000", "-v 270000", "-v 280000", "-d 20000", "-d 43000"])
  func `too little memory is no damage`(limit: String) throws {
    try make()
    for suffix in Self.suffixes {
      let outcome = Program.shell("ulimit \(limit); $CLI info a.\(suffix)", in: folder)
      let isTold = outcome.errors.lowercased().contains("memory")
      #expect(outcome.status == 0 || isTold, "\(limit), \(suffix): \(outcome)")
      #expect(!outcome.errors.contains("damaged"), "\(limit), \(suffix): \(outcome)")
    }
  }

  @Test func `a decoder that was replaced is not spoken to, and that is told`() throws {
    try make()
    let real = URL(fileURLWithPath: Program.path).deletingLastPathComponent().path + "/barline-decoder"
    // An update, while the first file is decoded.
    let path = folder.write(
      Array("#!/bin/sh\ntouch -d 2001-01-01 \"$0\"\nexec '\(real)' \"$@\"\n".utf8), as: "decoder")
    #expect(chmod(path, 0o700) == 0)
    let outcome = Program.shell(
      "BARLINE_DECODER=\"$PWD/decoder\" $CLI info a.flac a.mp3 a.flac a.mp3", in: folder)
    #expect(outcome.status == 1, "\(outcome)")
    #expect(outcome.errorLines.allSatisfy { $0.contains("another version of Barline") }, "\(outcome)")
    #expect(!outcome.errorLines.isEmpty, "\(outcome)")
  }

  @Test func `a manifest in a pipe waits for its reader, but not for ever`() throws {
    try make()
    let peaks = "$CLI peaks a.wav b.wav --output-dir out --no-cache --manifest pipe"
    let read = Program.shell(
      "ln a.wav b.wav; mkfifo pipe; (sleep 0.5; exec timeout 20 cat pipe > read) & \(peaks); status=$?; wait; exit $status",
      in: folder)
    #expect(
      read.status == 0
        && String(decoding: folder.bytes("read"), as: UTF8.self).split(separator: "\n").count == 2, "\(read)")
    // More lines than a pipe holds, and a reader who takes his time.
    let many = (0..<600).map { "a\($0).wav" }
    let links = many.map { "ln -s a.wav \($0)" }.joined(separator: "; ")
    let slow = Program.shell(
      "\(links); (sleep 2; exec timeout 20 cat pipe > read) < /dev/null & exec 3<>pipe; "
        + "$CLI info -q \(many.joined(separator: " ")) --manifest pipe > /dev/null; status=$?; exec 3>&-; wait; exit $status",
      in: folder)
    #expect(
      slow.status == 0
        && String(decoding: folder.bytes("read"), as: UTF8.self).split(separator: "\n").count == 600,
      "\(slow.errors)")
    let nobody = Program.shell(peaks.replacing("out --no", with: "other --no"), in: folder)
    #expect(nobody.status == 4 && nobody.errors.contains("pipe"), "\(nobody)")
  }

  private static let withoutProc = "bwrap --dev-bind / / --tmpfs /proc --"

  @Test(
    .enabled(
      if: Program.shell("\(withoutProc) true", in: TestFolder()).status == 0,
      "not everybody may have a name space of his own"))
  func `without proc what needs it not works`() throws {
    try make()
    #expect(symlink(Program.path, folder.path + "/link") == 0)
    let script = "\(Self.withoutProc) ./link"
    for suffix in ["wav", "flac", "mp3"] {
      let outcome = Program.shell("\(script) info a.\(suffix)", in: folder)
      #expect(outcome.status == 0 && outcome.output.contains("a.\(suffix)"), "\(suffix): \(outcome)")
      let peaks = Program.shell("\(script) peaks a.\(suffix) -o \(suffix).dat", in: folder)
      #expect(peaks.status == 0 && folder.bytes("\(suffix).dat").count > 20, "\(suffix): \(peaks)")
    }
    let outcome = Program.shell("\(script) info a.m4a", in: folder)
    #expect(outcome.status == 0 || outcome.errors.contains("/proc"), "\(outcome)")
  }
}
