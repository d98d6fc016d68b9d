// PeakCacheEntryTests.swift
// Entries as bytes: everything comes back; no damage gets through, and none ends the program.

import SystemPackage
import Testing
import WaveformCore

@testable import AudioFormats
@testable import Recording

struct PeakCacheEntryTests {
  /// With no property that is what it would be by itself.
  private static let description = AudioDescription(
    container: Container("ögg"), encoding: Encoding(Encoding.Codec("vörbis"), bits: 20),
    layout: .discrete(["L", "Rechts"]),
    sampleRate: 11_025, framesPromised: 5000, isFloat: false, isLossy: true, seeking: .unproven,
    byteCount: 777, isCutOff: true,
    isFirstOfSeveral: true, framesCounted: 5001,
    promiseTolerance: 7,
    audioTracks: [
      AudioTrack(
        label: "a", title: "A", language: nil, encoding: Encoding(.opus), channels: 6, sampleRate: 48_000),
      AudioTrack(
        label: "b", title: nil, language: "German", encoding: Encoding(.mp3), channels: 1, sampleRate: 8000),
    ], audioTrack: 1)

  private static func entry(
    _ description: AudioDescription = description, samples: Int = 10_000
  ) -> PeakCacheEntry {
    let pyramid = PeakPyramid<Int16>(channels: description.channels)
    let builder = PeakBuilder(pyramid)
    // Clipped and silent now and then.
    let noise = (0..<samples).map { index in
      index % 1000 < 8 ? .max : index / 500 % 9 == 4 ? 0 : Int16(truncatingIfNeeded: index &* 40_503 >> 3)
    }
    noise.withUnsafeBufferPointer { builder.append($0) }
    builder.finish()
    return PeakCacheEntry(
      key: [1, 2, 3], description: description,
      report: ReadReport(
        frames: pyramid.framesRead, framesPromised: 6000, nonFiniteSamples: 0, isComplete: true,
        warnings: ["eins", "two"], seeking: .forwardOnly, isFromCache: true),
      peaks: .int16(pyramid))
  }

  private static func bytes(_ entry: PeakCacheEntry) -> [UInt8] {
    var bytes: [UInt8] = []
    #expect(
      entry.write {
        bytes += $0
        return true
      })
    return bytes
  }

  @Test func `everything that is known about a recording comes back`() throws {
    let entry = Self.entry()
    let found = try #require(PeakCacheEntry(Self.bytes(entry), key: [1, 2, 3]))
    #expect(found.description == Self.description)
    #expect(String(describing: found.report) == String(describing: entry.report))
    // `fileState`, `following`, `gaps`, `doubts`, `sampleRate` and `readingTime` are not kept: known, or nothing that an
    // entry is made of.
    // A property that is added has to be written too: add it to the head and here, and raise the format version.
    #expect(Mirror(reflecting: found.description).children.count == 18)
    #expect(Mirror(reflecting: found.report).children.count == 14)
    #expect(Mirror(reflecting: found.description.audioTracks[0]).children.count == 6)
    #expect(found.peaks.marks.stored == entry.peaks.marks.stored && found.peaks.marks.stored.count > 2)
    #expect(found.peaks.marks.settledFrames == 5000)
    #expect(PeakCacheEntry(Self.bytes(entry), key: [1, 2, 4]) == nil, "the key is compared")
  }

  @Test func `no cut gets through`() {
    let good = Self.bytes(Self.entry())
    #expect(PeakCacheEntry(good) != nil)
    for length in 0..<good.count { #expect(PeakCacheEntry(Array(good[..<length])) == nil, "\(length) bytes") }
    #expect(PeakCacheEntry(good + [0]) == nil)
  }

  @Test func `no flipped bit gets through`() {
    var bytes = Self.bytes(Self.entry())
    for place in bytes.indices where place < 400 || place % 7 == 0 || place > bytes.count - 20 {
      for bit in 0..<8 {
        bytes[place] ^= 1 << bit
        #expect(PeakCacheEntry(bytes) == nil, "bit \(bit) of byte \(place)")
        bytes[place] ^= 1 << bit
      }
    }
    #expect(PeakCacheEntry(bytes) != nil)
  }

  @Test func `what gets past the checksum ends no program`() {
    let good = Self.bytes(Self.entry())
    var accepted = 0
    // The head and the beginning of the bins; the marks.
    for place in Array(0..<300) + Array(good.count - 400..<good.count - 8) {
      for value in [0, 1, 2, 0x7F, 0x80, 0xFF] as [UInt8] {
        var bad = good
        bad[place] = value
        guard let entry = PeakCacheEntry(bad, checksIntegrity: false) else { continue }
        accepted += 1
        for channel in 0..<min(entry.peaks.channels, 3) {
          let grid = PixelGrid(framesPerPixel: 300)
          _ = entry.peaks.columns(channel: channel, grid: grid, first: 0, count: 40)
          _ = entry.peaks.marks.columns(
            channel: channel, grid: grid, first: 0, count: 40, length: entry.peaks.framesRead)
        }
        _ = entry.description.expectedFrames + entry.report.missing
      }
    }
    #expect(accepted > 0)
  }

  @Test func `a length from the entry takes no memory that is not there`() {
    // A head of 4 GB, and a pyramid of 2⁶² frames.
    var bytes = Self.bytes(Self.entry())
    bytes.replaceSubrange(12..<16, with: [0xFF, 0xFF, 0xFF, 0xFF])
    #expect(PeakCacheEntry(bytes, checksIntegrity: false) == nil)
    var shape = PeakPyramidShape(
      channels: 2, baseFramesPerBin: 256, finestLevel: 0, levelCount: 1, frames: 1 << 62, nonFiniteSamples: 0)
    #expect(
      PeakPyramid<Int16>.restored(shape) { _ in
        Issue.record("asked for bins"); return true
      } == nil)
    shape.frames = .max
    shape.channels = 65_535
    #expect(shape.byteCount(of: Int16.self) == nil, "more than a number can say")
  }

  @Test func `marks that no recording has are damage`() throws {
    let bytes = Self.entry().peaks.marks.bytes
    func marks() -> PeakMarks { PeakPyramid<Int16>(channels: 2).marks }
    #expect(marks().restore(from: bytes, length: 5000))
    #expect(!marks().restore(from: bytes, length: 4000), "they end behind the recording")
    for length in 1..<bytes.count where length % 8 != 0 {
      #expect(!marks().restore(from: Array(bytes[..<length]), length: 5000), "\(length) bytes")
    }
    // The number of runs of the first list.
    var many = bytes
    many.replaceSubrange(24..<32, with: [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F])
    #expect(!marks().restore(from: many, length: 5000))
  }

  @Test func `a writer that is told to stop stops`() {
    for pieces in 0..<4 {
      var calls = 0
      #expect(
        !Self.entry().write { _ in
          calls += 1
          return calls <= pieces
        })
      #expect(calls == pieces + 1)
    }
  }
}
