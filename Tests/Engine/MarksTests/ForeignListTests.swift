// ForeignListTests.swift
// Lists of other programs that are not quite as their formats have it: nothing of them is lost in silence.

import Testing

@testable import Marks

@Suite struct ForeignListTests {
  private func names(_ reading: MarkReading) -> [String] {
    reading.document.tiers.flatMap(\.marks).map(\.name)
  }

  private func ranges(_ reading: MarkReading) -> [Range<Int>] {
    reading.document.tiers.flatMap(\.marks).map(\.range)
  }

  // MARK: Subtitles

  private static let first = "00:00:01,000 --> 00:00:02,000\nfirst\n"
  private static let second = "00:00:03,000 --> 00:00:04,000\nsecond\nline\n"

  @Test(arguments: ["1\n\(first)2\n\(second)", "\(first)\(second)", "1\n\(first)2\n\(second)\n\n"])
  func `a subtitle ends where the next one begins`(text: String) throws {
    for kind in [MarkFileKind.srt, .webvtt] {
      let all = kind == .srt ? text : "WEBVTT\n\n" + text.replacing(",", with: ".")
      let reading = try kind.read(all, rate: 10)
      #expect(
        names(reading) == ["first", "second\nline"] && ranges(reading) == [10..<20, 30..<40], "\(kind)")
      #expect(
        reading.remarks.count == 1 && reading.remarks[0].contains("An empty line is missing"), "\(kind)")
    }
  }

  @Test func `an arrow and a number in a text are text`() throws {
    let text = "1\n\(Self.first)2\n-->\na --> b\n7\n\n2\n\(Self.second)"
    let reading = try MarkFileKind.srt.read(text, rate: 10)
    #expect(names(reading) == ["first\n2\n-->\na --> b\n7", "second\nline"] && reading.remarks.isEmpty)
  }

  @Test(arguments: [
    "1\n\(first)\n2\n00:00:02,000 -> 00:00:03,000\nlost\n\n3\n\(second)",
    "1\n\(first)\n2\n00:00:x2,000 --> 00:00:03,000\nlost\n\n3\n\(second)",
    "1\n\(first)\nstray\nlines\n\n3\n\(second)",
  ])
  func `one that is damaged does not take the others with it`(text: String) throws {
    for kind in [MarkFileKind.srt, .webvtt] {
      let head = kind == .srt ? "" : "WEBVTT\n\n"
      let reading = try kind.read(head + text.replacing(",", with: "."), rate: 10)
      #expect(names(reading) == ["first", "second\nline"], "\(kind)")
      let line =
        (text.contains("stray") ? 5 : text.contains("->") && !text.contains("x2") ? 5 : 6)
        + (kind == .srt ? 0 : 2)
      #expect(
        reading.remarks.count == 1 && reading.remarks[0].contains("line \(line):"),
        "\(kind): \(reading.remarks)")
    }
  }

  // MARK: Tables

  @Test(arguments: [
    "onset,offset,label\n0.5,1.0,a\n1.5,2.0,b\n", "onset_s,offset_s,label\n0.5,1.0,a\n1.5,2.0,b\n",
    "onset\tduration\ttrial_type\n0.5\t0.5\ta\n1.5\t0.5\tb\n",
    "Begin Time - ss.msec,End Time - ss.msec,Annotation\n0.5,1.0,a\n1.5,2.0,b\n",
    "Begin Time - hh:mm:ss.ms,End Time - hh:mm:ss.ms,Annotation\n00:00:00.500,00:00:01.000,a\n00:00:01.500,00:00:02.000,b\n",
    "Begin Time - msec,End Time - msec,Annotation\n500,1000,a\n1500,2000,b\n",
  ])
  func `names of columns come in pairs`(table: String) throws {
    let kind: MarkFileKind = table.contains("\t") ? .tsv : .csv
    let reading = try kind.read(table, rate: 10)
    #expect(ranges(reading) == [5..<10, 15..<20] && names(reading) == ["a", "b"] && reading.remarks.isEmpty)
  }

  /// A tier, mostly a participant, start, end and length in the forms that were ticked, and the text.
  @Test(arguments: [
    "words\tAnn\t00:00:00.500\t0.5\t00:00:01.000\t1.0\t00:00:00.500\t0.5\ta\nwords\t\t00:00:01.500\t1.5\t00:00:02.000\t2.0\t00:00:00.500\t0.5\tb: c: 1\n",
    "words\t\t00:00:00.500\t00:00:01.000\ta\nwords\t\t00:00:01.500\t00:00:02.000\tb: c: 1\n",
    "words\t0.5\t1.0\t0.5\ta\nwords\t1.5\t2.0\t0.5\tb: c: 1\n",
    "words\t0.5\t1.0\ta\nwords\t1.5\t2.0\tb: c: 1\n",
    "words\t\t500\t1000\t500\ta\nwords\t\t1500\t2000\t500\tb: c: 1\n",
  ])
  func `a table of ELAN without a header`(table: String) throws {
    for kind in [MarkFileKind.tsv, .audacity] {
      let reading = try kind.read(table, rate: 10)
      #expect(ranges(reading) == [5..<10, 15..<20] && names(reading) == ["a", "b: c: 1"], "\(kind)")
      #expect(reading.document.tiers.map(\.name) == ["words"])
      #expect(
        reading.remarks.count == 1 && reading.remarks[0].contains("as ELAN writes them"), "\(reading.remarks)"
      )
    }
  }

  @Test func `a word that is called as a column is begins a table of ELAN`() throws {
    let reading = try MarkFileKind.tsv.read(
      "time\t\t0.5\t1.0\t0.5\tfrom\ntime\t\t1.5\t2.0\t0.5\tstart\n", rate: 10)
    #expect(ranges(reading) == [5..<10, 15..<20] && names(reading) == ["from", "start"])
  }

  @Test(arguments: ["words\tx\ta\n", "words\t2.0\t1.0\ta\n", "words\t1\t1000\t2\t2000\ta\n", "words\n"])
  func `other tables without a header are refused`(table: String) {
    #expect(throws: MarkFileError.self) { try MarkFileKind.tsv.read(table, rate: 10) }
  }

  @Test func `an offset without an onset is no end`() throws {
    let reading = try MarkFileKind.csv.read("start,offset\n1,0.5\n", rate: 10)
    #expect(ranges(reading) == [10..<10] && reading.remarks.count == 1)
  }

  @Test func `no spreadsheet runs a name`() throws {
    var document = MarkDocument(sampleRate: 10)
    let names = ["=1+1", "+1", "-1", "@x", "\tx", "'=1", "''@", "'", "plain"]
    for name in names {
      let tier = document.addTier(name)
      document.add([Mark(id: Mark.ID(number: 0), range: 0..<1, name: name, note: name)], to: tier)
    }
    for (kind, delimiter) in [(MarkFileKind.csv, UInt8(ascii: ",")), (.tsv, 0x09)] {
      let written = try #require(kind.written(document)).bytes
      let rows = try DelimitedTable.rows(MarkText(written), delimiter: delimiter)
      for cell in rows.dropFirst().flatMap({ [$0.cells[0], $0.cells[1], $0.cells[4]] }) {
        #expect(!["=", "+", "-", "@", "\t"].contains { cell.hasPrefix($0) }, "\(kind): \(cell)")
      }
      let reading = try kind.read(written, rate: 10)
      #expect(reading.document.tiers.map(\.name) == names, "\(kind)")
      #expect(
        self.names(reading) == names && reading.document.tiers.flatMap(\.marks).map(\.note) == names,
        "\(kind)")
    }
  }

  // MARK: ELAN

  private func elan(_ media: String) -> String {
    """
    <ANNOTATION_DOCUMENT><HEADER TIME_UNITS="milliseconds">\(media)</HEADER><TIME_ORDER>
    <TIME_SLOT TIME_SLOT_ID="a" TIME_VALUE="1000"/><TIME_SLOT TIME_SLOT_ID="b" TIME_VALUE="1500"/></TIME_ORDER>
    <TIER TIER_ID="t"><ANNOTATION><ALIGNABLE_ANNOTATION ANNOTATION_ID="1" TIME_SLOT_REF1="a" TIME_SLOT_REF2="b">
    <ANNOTATION_VALUE>word</ANNOTATION_VALUE></ALIGNABLE_ANNOTATION></ANNOTATION></TIER></ANNOTATION_DOCUMENT>
    """
  }

  @Test func `the origin of a document moves its marks, and is told`() throws {
    let video = "<MEDIA_DESCRIPTOR MEDIA_URL=\"a\" MIME_TYPE=\"video/mp4\" TIME_ORIGIN=\"500\"/>"
    let sound = "<MEDIA_DESCRIPTOR MEDIA_URL=\"b\" MIME_TYPE=\"audio/x-wav\" TIME_ORIGIN=\"2000\"/>"
    let plain = "<MEDIA_DESCRIPTOR MEDIA_URL=\"c\" MIME_TYPE=\"audio/x-wav\"/>"
    for (media, start) in [
      (sound, 30), (video, 15), (video + sound, 30), (sound + video, 30), (plain + sound, 10), ("", 10),
    ] {
      let reading = try MarkFileKind.elan.read(elan(media), rate: 10)
      #expect(ranges(reading) == [start..<start + 5], "\(media)")
      #expect(reading.remarks.count == (start == 10 ? 0 : 1), "\(media)")
    }
    #expect(MarkFileKind.elan.problem(elan(sound.replacing("2000", with: "x")))?.line == 1)
  }
}
