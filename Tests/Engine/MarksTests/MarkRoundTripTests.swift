// MarkRoundTripTests.swift
// Marks through every format and back: equal to the frame, or to what the format says that it cannot hold.

import Testing
import WaveformCore

@testable import Marks

@Suite struct MarkRoundTripTests {
  /// What names hold that formats stumble over.
  private static let names = [
    "word", "two words", " space around ", "„Anführung“ 🎵 日本語", "comma, semicolon; colon:", "\"quoted\"",
    "it's \"\"", "#1 = \\n",
    "-->", "a <b> & c", "&amp;", "[CHAPTER]", "1", "NOTE", "0.5", "\\", "=", "M1", "<exists>", "e\u{301}",
    "=1+1", "+1", "-1", "@x", "'=1", "''-", "'", "'s",
  ]
  private static let count = 2000

  private func expectSame(_ document: MarkDocument, _ kind: MarkFileKind, losses: Int = 0) throws {
    let written = try #require(kind.written(document))
    #expect(written.losses.count == losses, "\(kind): \(written.losses)")
    let reading = try kind.read(written.bytes, rate: document.sampleRate)
    #expect(reading.remarks.isEmpty, "\(kind): \(reading.remarks)")
    #expect(reading.document.content == document.content, "\(kind)")
  }

  @Test(arguments: [8000, 44_100, 48_000, 192_000, 705_600, 1_000_000_000])
  func `a table and our own format hold everything`(rate: Int) throws {
    let document = MarkDocument.random(
      seed: 1, tiers: 4, marks: Self.count, rate: rate, names: Self.names + ["", "a\nb", "a\tb"])
    for kind in [MarkFileKind.barline, .csv, .tsv] { try expectSame(document, kind) }
  }

  @Test func `ten thousand marks come back from each format`() throws {
    let document = MarkDocument.random(
      seed: 2, tiers: 1, marks: 10_000, overlapping: false, kinds: [.points, .ranges])
    for kind in MarkFileKind.allCases where kind.isWritable && kind != .wav {
      guard kind != .srt, kind != .webvtt, kind != .textgrid, kind != .textgridShort else { continue }
      try expectSame(document, kind)
    }
    let ranges = MarkDocument.random(seed: 3, tiers: 1, marks: 10_000, overlapping: false, kinds: [.ranges])
    for kind in [MarkFileKind.textgrid, .textgridShort] { try expectSame(ranges, kind) }
  }

  @Test(arguments: [8000, 44_100, 96_000, 1_000_000_000])
  func `labels of Audacity hold frequencies and the frame`(rate: Int) throws {
    let document = MarkDocument.random(
      seed: 4, tiers: 1, marks: Self.count, rate: rate, kinds: [.points, .ranges, .bands],
      names: Self.names + [""])
    for kind in [MarkFileKind.audacity, .raven] { try expectSame(document, kind) }
  }

  @Test(arguments: [11_025, 44_100, 384_000])
  func `a TextGrid holds tiers of points and tiers of ranges`(rate: Int) throws {
    let names = Self.names + ["two\nlines", "\"", "!"]
    var document = MarkDocument.random(
      seed: 5, tiers: 3, marks: Self.count, rate: rate, overlapping: false, kinds: [.ranges], names: names)
    let points = MarkDocument.random(
      seed: 6, tiers: 1, marks: 100, rate: rate, kinds: [.points], names: names + [""])
    document.add(points.tiers[0].marks, to: document.addTier("points"))
    document.addTier("empty")
    for kind in [MarkFileKind.textgrid, .textgridShort] { try expectSame(document, kind) }
  }

  @Test func `chapters and markers hold names of all kinds`() throws {
    let document = MarkDocument.random(
      seed: 7, tiers: 1, marks: Self.count, kinds: [.points, .ranges], names: Self.names + [""])
    try expectSame(document, .reaper)
    let lines = MarkDocument.random(
      seed: 8, tiers: 1, marks: Self.count, kinds: [.points, .ranges], names: Self.names + ["", "a\nb\\\n\n"])
    try expectSame(lines, .chapters)
    try expectSame(lines, .ffmetadata)
    let notes = MarkDocument.random(
      seed: 9, tiers: 1, marks: Self.count, kinds: [.points, .ranges, .notes], names: Self.names)
    try expectSame(notes, .ffmetadata)
  }

  @Test func `subtitles hold milliseconds, and say so`() throws {
    // In milliseconds nothing is lost.
    let exact = MarkDocument.random(
      seed: 10, tiers: 1, marks: Self.count, rate: 1000, kinds: [.ranges],
      names: Self.names + ["", "two\nlines"])
    for kind in [MarkFileKind.srt, .webvtt] { try expectSame(exact, kind) }
    let points = MarkDocument.random(
      seed: 11, tiers: 1, marks: Self.count, rate: 1000, kinds: [.points], names: Self.names)
    try expectSame(points, .srt)
    let fine = MarkDocument.random(seed: 12, tiers: 1, marks: Self.count, kinds: [.ranges], names: Self.names)
    for kind in [MarkFileKind.srt, .webvtt] {
      let written = try #require(kind.written(fine))
      #expect(written.losses.count { $0.contains("milliseconds") } == 1, "\(written.losses)")
      let back = try kind.read(written.bytes).document.tiers[0].marks
      #expect(back.count == fine.count)
      for (one, other) in zip(fine.tiers[0].marks, back) {
        #expect(abs(one.range.lowerBound - other.range.lowerBound) <= 23, "half a millisecond")
        #expect(abs(one.range.upperBound - other.range.upperBound) <= 23 + 44)
      }
    }
  }

  @Test func `what a format cannot hold is said`() throws {
    var document = MarkDocument(sampleRate: 44_100)
    let words = document.addTier("words", color: 5), other = document.addTier("other")
    let band = FrequencyBand(low: 100, high: 200)
    func mark(_ range: Range<Int>, _ name: String, _ note: String = "", _ band: FrequencyBand? = nil) -> Mark
    {
      Mark(id: Mark.ID(number: 0), range: range, name: name, note: note, band: band)
    }
    document.add(
      [mark(-50..<100, "a\nb", "note", band), mark(-9 ..< -2, "gone"), mark(5..<5, "")], to: words)
    document.add([mark(10..<40, ""), mark(20..<60, "x"), mark(30..<70, "y\n\nz\0")], to: other)
    let expected: [MarkFileKind: [String]] = [
      .barline: [], .csv: ["colours", "replaced"], .tsv: ["colours", "replaced"],
      .audacity: ["2 tiers", "notes", "lines", "replaced"],
      .raven: ["2 tiers", "notes", "lines", "begins there", "outside"],
      .reaper: ["2 tiers", "notes", "bands", "lines", "begins there", "outside"],
      .srt: ["2 tiers", "notes", "bands", "begins there", "outside", "milliseconds", "empty lines"],
      .webvtt: [
        "2 tiers", "notes", "bands", "begins there", "outside", "milliseconds", "empty lines", "points",
      ],
      .textgrid: ["colours", "notes", "bands", "without a name", "do not overlap", "replaced"],
      .ffmetadata: ["2 tiers", "bands", "begins there", "outside", "replaced"],
      .chapters: ["2 tiers", "notes", "bands", "begins there", "outside"],
    ]
    for (kind, parts) in expected {
      let losses = try #require(kind.written(document)).losses
      for part in parts { #expect(losses.contains { $0.contains(part) }, "\(kind): \(part) of \(losses)") }
      #expect(losses.allSatisfy { $0.hasSuffix(".") })
      if parts.isEmpty { #expect(losses.isEmpty) }
    }
  }

  @Test func `overlapping ranges stand in further tiers of a TextGrid, and none is lost`() throws {
    let document = MarkDocument.random(seed: 13, tiers: 1, marks: 500, kinds: [.ranges])
    let written = try #require(MarkFileKind.textgrid.written(document))
    let back = try MarkFileKind.textgrid.read(written.bytes).document
    #expect(back.tiers.count > 1)
    #expect(back.flat().map(\.range) == document.flat().map(\.range))
    for tier in back.tiers {
      for (one, next) in zip(tier.marks, tier.marks.dropFirst()) {
        #expect(one.range.upperBound <= next.range.lowerBound)
      }
    }
  }
}
