// FLACSeekTableTests.swift
// The seek table of a FLAC file that is written, as metaflac reads it: each point names a frame that is there.

import AudioExport
import AudioFormats
import Foundation
import HostIO
import SystemPackage
import Testing

@testable import AudioFormats

@Suite struct FLACSeekTableTests {
  let folder = TestFolder()
  private static let rate = 8000

  /// Writes so many seconds of a quiet tone.
  private func write(seconds: Int, channels: Int = 1, _ format: ExportFormat = .flac16) throws -> FilePath {
    let path = folder.file("\(seconds)-\(channels).flac")
    let writer = try AudioFileWriter(
      OutputFile(path, notOver: []), format: format, layout: .usual(channels), sampleRate: Self.rate)
    let second = (0..<Self.rate * channels).map { Float($0 / channels % 100) / 1000 }
    for _ in 0..<seconds { try second.withUnsafeBufferPointer { try writer.write($0) } }
    try writer.finish()
    return path
  }

  /// The points of the table: their first samples and offsets.
  private func points(_ path: FilePath) throws -> [(sample: Int, offset: Int, count: Int)] {
    let text = try Tool.output("metaflac", ["--list", "--block-type=SEEKTABLE", path.string])
    return text.split(separator: "\n").compactMap { line -> (Int, Int, Int)? in
      // "    point 0: sample_number=0, stream_offset=0, frame_samples=4096"
      guard line.contains("sample_number=") else { return nil }
      let numbers = line.split(separator: "=").dropFirst().compactMap { Int($0.prefix { $0.isNumber }) }
      return numbers.count == 3 ? (numbers[0], numbers[1], numbers[2]) : nil
    }
  }

  /// The byte with which the first frame begins.
  private func firstFrame(_ bytes: [UInt8]) -> Int {
    var offset = 4
    while true {
      let size = Int(bytes[offset + 1]) << 16 | Int(bytes[offset + 2]) << 8 | Int(bytes[offset + 3])
      let isLast = bytes[offset] & 0x80 != 0
      offset += 4 + size
      if isLast { return offset }
    }
  }

  @Test(arguments: [(1, 1), (65, 2), (2399, 1), (2600, 1), (6100, 1)])
  func `each point names a frame, and they lie evenly`(seconds: Int, channels: Int) throws {
    let path = try write(seconds: seconds, channels: channels)
    try Tool.run("flac", ["-s", "-t", path.string])
    let points = try points(path)
    let bytes = contents(path), first = firstFrame(bytes)
    for point in points {
      let frame = try #require(bytes.withUnsafeBytes { FLACFrame($0, at: first + point.offset) }, "\(point)")
      #expect(frame.number * 4096 == point.sample && frame.blockSize == point.count, "\(point)")
    }
    let gaps = zip(points.dropFirst(), points).map { $0.sample - $1.sample }
    // At ten seconds, or twice, four times that for long ones; a frame has half a second.
    let distance = gaps.first ?? 0
    #expect(points.first?.sample == 0 && gaps.allSatisfy { abs($0 - distance) <= 2 * 4096 }, "\(gaps)")
    #expect(points.count > max(0, min(seconds / 11, 110)) && points.count <= 240, "\(points.count)")
    let last = points.last?.sample ?? 0
    #expect(seconds * Self.rate - last <= max(distance, 10 * Self.rate) + 2 * 4096, "\(last)")
    // What room is left is padding, in which others write tags.
    let list = try Tool.output("metaflac", ["--list", path.string])
    #expect(points.count == 240 || list.contains("type: 1 (PADDING)"), "\(list)")
    try Tool.run("metaflac", ["--set-tag=TITLE=new", path.string])
    try Tool.run("flac", ["-s", "-t", path.string])
  }
}
