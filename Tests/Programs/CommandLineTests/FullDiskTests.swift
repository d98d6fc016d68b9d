// FullDiskTests.swift
// A file that could not be written whole is no success, whatever its encoder says, and the old one stays. What is full is
// a limit of the process: everybody may set one, and every file system knows it.

import AudioExport
import Testing

@Suite struct FullDiskTests {
  let folder = TestFolder()

  /// One suffix of each format of sound that is written.
  private static let suffixes = Set(ExportFormat.allCases.map { $0.suffixes[0] }).sorted()

  /// - Parameter limit: the most bytes that a file may have, in blocks of 512; nil: any number.
  private func generate(_ name: String, limit: Int?) -> Outcome {
    let script =
      "trap '' XFSZ; ulimit -f \(limit.map(String.init) ?? "unlimited"); "
      + "exec '\(Program.path)' generate pink --duration 20 -o '\(folder.path)/\(name)'"
    return Program.run(["-c", script].map { Array($0.utf8) }, in: folder.path, program: "/bin/sh")
  }

  @Test(arguments: suffixes)
  func `a file that found no room is no success, and the old one stays`(suffix: String) {
    let name = "out.\(suffix)"
    #expect(generate(name, limit: nil).status == 0)
    let size = folder.bytes(name).count
    #expect(size > 8192)
    let old = folder.write([1, 2, 3], as: name)
    // The head, the middle, and the last bytes, which an encoder writes when it is closed. One block holds what is said.
    for limit in [1, size / 1024, (size - 1) / 512] {
      let outcome = generate(name, limit: limit)
      #expect(outcome.status == 4, "\(limit) of \(size / 512) blocks")
      #expect(
        outcome.errorLines.count == 1 && outcome.errors.contains("\(old): cannot be written: File too large"),
        "\(outcome.errors)")
      #expect(folder.bytes(name) == [1, 2, 3] && folder.names == [name], "\(limit): \(folder.names)")
    }
    // The smallest limit under which it is whole.
    #expect(generate(name, limit: (size + 511) / 512).status == 0)
    #expect(folder.bytes(name).count == size)
  }
}
