// LevelFactsTests.swift
// What tags say of the level of samples goes when the samples are others, is said, and all the rest stays.

import AudioFormats
import Foundation
import HostIO
import SystemPackage
import TestSupport
import Testing
import WaveformCore

@testable import AudioExport

@Suite struct LevelFactsTests {
  let folder = TestFolder()

  private static let facts = [
    "REPLAYGAIN_TRACK_GAIN": "-7.25 dB", "replaygain_track_peak": "0.988", "R128_TRACK_GAIN": "-512",
    "MP3GAIN_MINMAX": "100,200",
  ]

  @Test(arguments: ["a.flac", "a.ogg", "a.opus", "a.mp3", "a.mka", "a.wv"])
  func `gains of other samples are left out, whatever is written`(name: String) throws {
    let tags = (Self.facts.map { $0 } + [(key: "TITLE", value: "kept")]).flatMap {
      ["-metadata", "\($0.key)=\($0.value)"]
    }
    let rate = 48_000
    let path = TestMedia.encode(
      TestMedia.noise(frames: rate, channels: 1), channels: 1, sampleRate: rate, tags, as: name, in: folder)
    let whole = RecordingMetadata(path: path, options: OpenOptions())
    let count = whole.tags.count { RecordingMetadata.isAboutLevel($0.name) }
    #expect(count == Self.facts.count, "\(whole.tags)")
    let other = whole.forOtherSamples()
    #expect(other.losses.contains(.levels(count)))
    #expect(other.tags == whole.tags.filter { !RecordingMetadata.isAboutLevel($0.name) })
    for format in ExportFormat.allCases {
      let copy = folder.file("copy.\(format.suffixes[0])")
      let writer = try AudioFileWriter(
        OutputFile(copy, notOver: path), format: format, layout: .usual(1), sampleRate: rate, metadata: other)
      try [Float](repeating: 0.1, count: rate).withUnsafeBufferPointer { try writer.write($0) }
      try writer.finish()
      #expect(writer.loss?.english.contains("\(count) figures of its level") == true, "\(format)")
      let found = RecordingMetadata(path: copy, options: OpenOptions())
      #expect(found.tags.contains { $0.name == "TITLE" && $0.value == "kept" }, "\(format)")
      #expect(!found.tags.contains { RecordingMetadata.isAboutLevel($0.name) }, "\(format)")
      let text = String(decoding: contents(copy).filter { 32..<127 ~= $0 }, as: UTF8.self).uppercased()
      #expect(!text.contains("REPLAYGAIN") && !text.contains("R128_"), "\(format)")
    }
  }

  @Test func `volumes of ID3 and the loudness of a broadcast description go`() throws {
    var metadata = RecordingMetadata()
    func text(_ name: String) -> [UInt8] {
      let words = name.utf16.flatMap { word -> [UInt8] in [UInt8(word & 0xFF), UInt8(word >> 8)] }
      return [1, 0xFF, 0xFE] + words
    }
    metadata.frames = [
      .init(name: "RVA2", bytes: [1, 2, 3]), .init(name: "TXXX", bytes: text("replaygain_album_gain")),
      .init(name: "TXXX", bytes: text("mood")),
    ]
    metadata.otherFrames = 1
    var chunk = [UInt8](repeating: 0, count: 602)
    chunk[346] = 2
    for (index, value) in [-2300, 700, -100, 0x7FFF, -1800].enumerated() {
      let bits = UInt16(bitPattern: Int16(value))
      chunk.replaceSubrange(412 + 2 * index..<414 + 2 * index, with: [UInt8(bits & 0xFF), UInt8(bits >> 8)])
    }
    metadata.chunks = [.init(name: "bext", bytes: chunk)]
    let other = metadata.forOtherSamples()
    #expect(other.frames == [metadata.frames[2]] && other.otherFrames == 0)
    let found = try #require(BroadcastDescription(other.chunks[0].bytes))
    #expect(BroadcastDescription(chunk)?.loudness?.integrated == -23 && found.loudness == nil)
    // One volume, and four figures of loudness.
    #expect(other.losses == [.levels(5)])
    // What says nothing of it loses nothing.
    #expect(other.forOtherSamples().losses == other.losses)
    chunk.replaceSubrange(412..<422, with: [UInt8](repeating: 0, count: 10))
    metadata.chunks = [.init(name: "bext", bytes: chunk)]
    metadata.frames = []
    #expect(metadata.forOtherSamples() == metadata)
  }
}
