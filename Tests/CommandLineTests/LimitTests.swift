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

  @Test(arguments: [32, 64, 128, 200, 256, 257])
  func `few open files are enough`(count: Int) throws {
    try make()
    for suffix in Self.suffixes {
      let outcome = Program.shell("ulimit -n \(count); $CLI info a.\(suffix)", in: folder)
      #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(count), \(suffix): \(outcome.errors)")
    }
  }

  @Test(arguments: ["-v 60000", "-v 120000", "-v 200000", "-d 20000"])
  func `too little memory is no damage`(limit: String) throws {
    try make()
    for suffix in Self.suffixes {
      let outcome = Program.shell("ulimit \(limit); $CLI info a.\(suffix)", in: folder)
      let isTold = outcome.errors.lowercased().contains("memory")
      #expect(outcome.status == 0 || isTold, "\(limit), \(suffix): \(outcome)")
      #expect(!outcome.errors.contains("damaged"), "\(limit), \(suffix): \(outcome)")
    }
  }

  @Test func `a decoder of another build is not spoken to, and that is told`() throws {
    try make()
    // What a decoder does that meets a word it does not know.
    let refusal = "case $1 in --build) exit 124;; esac; exit 1\n"
    let path = folder.write(Array("#!/bin/sh\n\(refusal)".utf8), as: "decoder")
    #expect(chmod(path, 0o700) == 0)
    let real = URL(fileURLWithPath: Program.path).deletingLastPathComponent().path + "/barline-decoder"
    #expect(Program.shell("'\(real)' --build another", in: folder).status == 124)
    for suffix in Self.suffixes where suffix != "wav" {
      let outcome = Program.shell("BARLINE_DECODER=\"$PWD/decoder\" $CLI info a.\(suffix)", in: folder)
      #expect(outcome.status == 1 && outcome.errors.contains("another version of Barline"), "\(outcome)")
    }
  }

  @Test func `without proc what needs it not works`() throws {
    try make()
    let script = "bwrap --dev-bind / / --tmpfs /proc -- $CLI"
    // Not everybody may have a name space of his own.
    guard Program.shell("bwrap --dev-bind / / --tmpfs /proc -- true", in: folder).status == 0 else { return }
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
