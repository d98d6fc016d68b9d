// CapturedOggTests.swift
// Ogg streams as they are captured and as damage leaves them: positions that count from somewhere else, or that nobody
// can believe. The samples count; what a position says of silence is believed as far as bytes lie between.

import CSndfile
import Foundation
import SystemPackage
import Testing
import WaveformCore

@testable import AudioDecoding
@testable import AudioFormats
@testable import Recording

@Suite struct CapturedOggTests {
  let folder = TestFolder()
  private static let frames = 400_000
  private static let codecs = [SF_FORMAT_VORBIS, SF_FORMAT_OPUS]

  private func whole(_ codec: Int) throws -> [UInt8] {
    let path = folder.file("whole-\(codec).ogg")
    try #require(
      TestSound.write(
        TestSound.tones(frames: Self.frames, channels: 2), to: path, format: SF_FORMAT_OGG | codec,
        channels: 2,
        sampleRate: 48_000))
    return contents(path)
  }

  /// The pages of a file, each with its bytes.
  static func pages(_ file: [UInt8]) -> [(page: OggPage, bytes: [UInt8])] {
    var pages: [(OggPage, [UInt8])] = []
    var walk = OggWalk(file)
    while let (page, start) = walk.page(), let end = page.end {
      pages.append((page, Array(walk.bytes[start..<end])))
    }
    return pages
  }

  /// A page with the checksum that it should have.
  static func sealed(_ page: [UInt8]) -> [UInt8] {
    var page = page
    let sum = page.withUnsafeBytes { OggChecksum.of($0) }
    withUnsafeBytes(of: sum.littleEndian) { page.replaceSubrange(22..<26, with: $0) }
    return page
  }

  /// The same pages with other positions; nil leaves one as it is.
  static func repositioned(_ file: [UInt8], _ position: (_ granule: Int, _ index: Int) -> Int?) -> [UInt8] {
    pages(file).enumerated().flatMap { index, item -> [UInt8] in
      guard let granule = item.page.granule, granule > 0, let new = position(granule, index) else {
        return item.bytes
      }
      var bytes = item.bytes
      withUnsafeBytes(of: Int64(new).littleEndian) { bytes.replaceSubrange(6..<14, with: $0) }
      return sealed(bytes)
    }
  }

  /// Everything in a file, unless it is more than `limit` frames: then there is no end.
  private func samples(_ path: FilePath, limit: Int) throws -> (samples: [Float], report: ReadReport) {
    var reader = try AudioFileReader(path: path)
    let room = UnsafeMutableBufferPointer<Float>.allocate(capacity: 8000)
    defer { room.deallocate() }
    var all: [Float] = []
    while case let count = try reader.read(into: room), count > 0 {
      all += room[..<(count * 2)]
      try #require(reader.position <= limit, "more frames than so few bytes can hold")
    }
    return (all, reader.report(frames: reader.position, nonFiniteSamples: 0, cause: nil))
  }

  @Test(arguments: codecs) func `a captured stream is whole, whatever its positions count from`(
    codec: Int
  ) throws {
    let bytes = try whole(codec)
    let (expected, _) = try samples(folder.write(bytes, as: "a.ogg"), limit: 2 * Self.frames)
    for origin in [3 * 3600 * 48_000, 1 << 31, 1 << 40] {
      let path = folder.write(Self.repositioned(bytes) { granule, _ in granule + origin }, as: "captured.ogg")
      let (found, report) = try samples(path, limit: 2 * Self.frames)
      let isEqual = found == expected
      #expect(isEqual, "\(origin): \(found.count / 2) frames")
      #expect(
        report.isComplete && report.warnings == [] && report.gaps == [], "\(origin): \(report.warnings)")
      let log = EventLog.reading(path)
      #expect(log.report?.frames == Self.frames && log.report?.warnings == [], "\(origin)")
      #expect(
        log.peaks.map { columns($0, channel: 0).high }
          == extremes(expected, channels: 2, channel: 0).map(\.upperBound))
      for first in [300_000, 5, 150_000] {
        let slice = try #require(FileSampleSourceTests.read(path, first..<first + 500))
        #expect(
          (first..<first + 500).allSatisfy { slice.sample(channel: 1, frame: $0) == expected[2 * $0 + 1] },
          "\(origin), \(first)")
      }
    }
  }

  @Test(arguments: codecs) func `headers and the second half are the second half, not silence before it`(
    codec: Int
  ) throws {
    let bytes = try whole(codec)
    let (expected, _) = try samples(folder.write(bytes, as: "a.ogg"), limit: 2 * Self.frames)
    let pages = Self.pages(bytes)
    let heads = pages.prefix { ($0.page.granule ?? 0) == 0 }
    let half = heads.count + (pages.count - heads.count) / 2
    let path = folder.write(
      heads.flatMap(\.bytes) + pages[half...].flatMap(\.bytes), as: "half.ogg")
    let (found, report) = try samples(path, limit: 2 * Self.frames)
    #expect((Self.frames / 3..<Self.frames * 2 / 3).contains(found.count / 2), "\(found.count / 2)")
    #expect(report.gaps == [], "\(report.gaps)")
    // A decoder that begins in the middle takes a while to be itself.
    let settled = 2 * 96_000
    let isEqual = found.suffix(settled) == expected.suffix(settled)
    #expect(isEqual)
    #expect(EventLog.reading(path).report?.frames == found.count / 2)
  }

  @Test(arguments: codecs) func `a position that cannot be is said, and makes no silence without end`(
    codec: Int
  ) throws {
    let bytes = try whole(codec)
    let (expected, _) = try samples(folder.write(bytes, as: "a.ogg"), limit: 2 * Self.frames)
    let count = Self.pages(bytes).count
    for place in [count / 2, count - 1] {
      for bit in [31, 36, 40, 50, 55, 62] {
        for isLasting in [false, true] {
          let path = folder.write(
            Self.repositioned(bytes) { granule, index in
              index == place || isLasting && index > place ? granule + 1 << bit : nil
            }, as: "jump.ogg")
          let (found, report) = try samples(path, limit: 3 * Self.frames)
          let isEqual = found == expected
          #expect(isEqual || !report.isComplete || !report.warnings.isEmpty, "\(place), \(bit), \(isLasting)")
          let log = EventLog.reading(path)
          #expect(
            log.report?.frames == found.count / 2 && log.report?.warnings == report.warnings,
            "\(place), \(bit), \(isLasting)")
        }
      }
    }
  }

  @Test(arguments: codecs) func `positions that go back lose nothing without a word`(codec: Int) throws {
    let bytes = try whole(codec)
    let (expected, _) = try samples(folder.write(bytes, as: "a.ogg"), limit: 2 * Self.frames)
    let half = Self.pages(bytes).count / 2
    for step in [1000, 50_000, 200_000] {
      let path = folder.write(
        Self.repositioned(bytes) { granule, index in index >= half ? max(1, granule - step) : nil },
        as: "back.ogg")
      let (found, report) = try samples(path, limit: 2 * Self.frames)
      let isEqual = found == expected
      #expect(isEqual || !report.warnings.isEmpty, "\(step): \(found.count / 2) frames")
      #expect(EventLog.reading(path).report?.frames == found.count / 2, "\(step)")
    }
  }

  @Test(arguments: codecs) func `a recording whose last page does not say that it is the last is complete`(
    codec: Int
  ) throws {
    let pages = Self.pages(try whole(codec))
    try #require(pages.last?.page.isLast == true)
    let bytes = pages.enumerated().flatMap { index, item -> [UInt8] in
      var page = item.bytes
      if index == pages.count - 1 { page[5] &= ~4 }
      return Self.sealed(page)
    }
    let report = EventLog.reading(folder.write(bytes, as: "open.ogg")).report
    #expect(report?.isComplete == true, "\(report?.warnings ?? [])")
    // Opus says by that page how much of its last packet counts.
    #expect(codec == SF_FORMAT_OPUS || report?.warnings == [])
    #expect(abs((report?.frames ?? 0) - Self.frames) <= 8192)
  }

  @Test func `a file of nothing but beginnings of pages comes to an end`() throws {
    let heads = Self.pages(try whole(SF_FORMAT_VORBIS)).prefix { ($0.page.granule ?? 0) == 0 }.flatMap(
      \.bytes)
    let bomb = (0..<900_000).flatMap { _ in Array("OggS".utf8) }
    let log = EventLog()
    PeakReader(path: folder.write(heads + bomb, as: "bomb.ogg")) { log.take($0) }.start()
    #expect(log.waitForEnd(seconds: 60))
    #expect(log.report.map { !$0.isComplete } ?? (log.error != nil))
  }
}
