// RecordingSummaryTests.swift
// What a row of a folder says is wrong with a recording: a hole is no missing end.

import HostIO
import Recording
import SystemPackage
import Testing

@Suite struct RecordingSummaryTests {
  let folder = TestFolder()

  private func flags(_ path: FilePath) throws -> RecordingSummary.Flags {
    try #require(try RecordingSummary.read(path, parts: 8, cache: nil) { true }).flags
  }

  @Test(arguments: [
    ("a.flac", ["-c:a", "flac"]), ("a.ogg", ["-c:a", "libvorbis"]), ("a.mp3", ["-c:a", "libmp3lame"]),
  ])
  func `a hole is damage, and an end that is missing is cut off`(name: String, options: [String]) throws {
    let samples = TestSound.tones(frames: 6 * 44_100, channels: 1).map { Int16($0 * 20_000) }
    let path = TestMedia.encode(samples, channels: 1, options, as: name, in: folder)
    #expect(try flags(path) == [])
    var bytes = contents(path)
    let middle = bytes.count / 2
    let cut = folder.write(Array(bytes[..<middle]), as: "cut-" + name)
    #expect(try flags(cut).contains(.cutOff))
    for index in middle..<middle + 3000 { bytes[index] = 0 }
    #expect(try flags(folder.write(bytes, as: "hole-" + name)) == .damaged)
  }
}
