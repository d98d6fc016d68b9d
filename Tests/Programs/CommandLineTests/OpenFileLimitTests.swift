// OpenFileLimitTests.swift
// How many files barline-cli may open: looked at by a child that stands in for ffprobe.

import Foundation
import Glibc
import Testing

@Suite struct OpenFileLimitTests {
  let folder = TestFolder()

  /// A Matroska file by its first bytes, of which only ffmpeg knows.
  private func start(_ limits: String) throws -> [Substring] {
    let file = folder.write([0x1A, 0x45, 0xDF, 0xA3] + [UInt8](repeating: 0, count: 5000), as: "a.mkv")
    let probe = """
      #!/bin/sh
      awk '/^Max open files/ { print $4 }' /proc/$PPID/limits > '\(folder.path)/seen'
      exit 1
      """
    let program = folder.write(Array(probe.utf8), as: "ffprobe")
    #expect(chmod(program, 0o700) == 0 && chmod(folder.write(Array(probe.utf8), as: "ffmpeg"), 0o700) == 0)
    let outcome = Program.shell(
      "\(limits); BARLINE_UNLOCKED=1 PATH=\"$PWD:$PATH\" $CLI info \(file)", in: folder)
    #expect(outcome.status == 1, "\(outcome)")
    return String(decoding: folder.bytes("seen"), as: UTF8.self).split(separator: "\n")
  }

  @Test func `the soft limit is raised to the hard one`() throws {
    #expect(try start("ulimit -Sn 200; ulimit -Hn 300") == ["300"])
  }

  @Test(.enabled(if: Self.hardLimit > 65_536, "a machine that allows so many"))
  func `it is not raised beyond what is of use`() throws {
    #expect(try start("ulimit -Sn 200") == ["65536"])
  }

  private static var hardLimit: Int {
    var limit = rlimit()
    getrlimit(Int32(RLIMIT_NOFILE.rawValue), &limit)
    return Int(clamping: limit.rlim_max)
  }
}
