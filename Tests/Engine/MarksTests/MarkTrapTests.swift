// MarkTrapTests.swift
// What stands in real files of marks and no parser expects, one by one; and the sentences for what is no such file.

import Foundation
import HostIO
import SystemPackage
import Testing
import WaveformCore

@testable import Marks

@Suite struct MarkTrapTests {
  private func ranges(_ reading: MarkReading) -> [Range<Int>] { reading.document.flat().map(\.range) }
  private func names(_ reading: MarkReading) -> [String] { reading.document.flat().map(\.name) }

  @Test func `labels with commas, other line ends, a byte order mark and no end`() throws {
    let plain = try MarkFileKind.audacity.read("1.5\t2\ta\n3\t3\tb\n", rate: 10)
    for text in [
      "1,5\t2,0\ta\r\n3\t3\tb\r\n", "\u{FEFF}1.5\t2\ta\n3\t3\tb\n", "1.5\t2\ta\r3\t3\tb\r",
      "\n\n1.5\t2\ta\n \t \n3\t3\tb\n",
      " 1.5 \t 2 \ta\n3e0\t30e-1\tb\n",
    ] {
      let reading = try MarkFileKind.audacity.read(text, rate: 10)
      #expect(reading.document.content == plain.document.content && reading.remarks.isEmpty, "\(text)")
    }
    let cut = try MarkFileKind.audacity.read("1.5\t2\ta\n3\t3\tb", rate: 10)
    #expect(cut.document.content == plain.document.content && cut.remarks.count == 1)
  }

  @Test func `frequencies without a limit, with commas and Windows' line ends`() throws {
    let reading = try MarkFileKind.audacity.read(
      "1\t2\ta\r\n\\\t-1.000000\t2000,5\r\n3\t4\tb\r\n\\\t500\t-1\r\n5\t6\t\\\r\n", rate: 10)
    let bands = reading.document.flat().map(\.band)
    #expect(bands[0] == FrequencyBand(low: 0, high: 2000.5) && bands[2] == nil)
    // A name may be a backslash.
    #expect(names(reading) == ["a", "b", "\\"] && reading.remarks.isEmpty)
    #expect(bands[1]?.low == 500 || bands[1]?.high == 500)
  }

  @Test(arguments: [
    "audacity.txt", "praat-long.TextGrid", "praat-short.TextGrid", "raven.txt", "reaper.csv", "elan.eaf",
    "subrip.srt", "webvtt.vtt", "podcast.chapters.json", "spreadsheet.csv", "ffmpeg.ffmetadata",
  ])
  func `every example is the same with other line ends, a byte order mark and in UTF-16`(name: String) throws
  {
    let bytes = Array(try #require(try? Data(contentsOf: URL(fileURLWithPath: example(name).string))))
    let kind = MarkFileKind(named: example(name))
    let (plain, found) = try MarkFileKind.read(bytes, named: kind, rate: 48_000)
    let text = String(decoding: bytes, as: UTF8.self)
    let units = Array(text.utf16), windows = text.replacing("\n", with: "\r\n")
    var variants = [("a mark", [0xEF, 0xBB, 0xBF] + bytes)]
    // In these a line end may be a part of a name.
    if kind != .ffmetadata { variants.append(("returns", Array(windows.utf8))) }
    variants.append(("big", [0xFE, 0xFF] + units.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }))
    variants.append(("little", [0xFF, 0xFE] + units.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }))
    for (variant, bytes) in variants {
      let (reading, again) = try MarkFileKind.read(bytes, named: kind, rate: 48_000)
      #expect(again == found && reading.document.content == plain.document.content, "\(name) with \(variant)")
      #expect(reading.remarks == plain.remarks, "\(name) with \(variant)")
    }
  }

  /// praat#1002 and #2894, readtextgrid#11, praatIO#34, Praat-textgrids#16: what Praat takes and line-by-line parsers do not.
  @Test func `TextGrids of ELAN and other programs: no spaces, no colons, tabs, −0, a line end in front`()
    throws
  {
    let text = """
      File type = "ooTextFile"
      Object class = "TextGrid"

      xmin = -0
      xmax = 3.0
      tiers? <exists>
      size = 1
      item []:
      \titem[1]:
      \t\tclass = "IntervalTier"
      \t\tname = "K̲'ay"
      \t\txmin = -0
      \t\txmax = 3.0
      \t\tintervals: size = 2
      \t\tintervals [1]
      \t\t\txmin = -0
      \t\t\txmax = 1.5
      \t\t\ttext = "
      _K"
      \t\tintervals [2]
      \t\t\txmin = 1.5
      \t\t\txmax = 2.5
      \t\t\ttext = "say ""item [3]: 7"" ! no comment"
      """
    let reading = try MarkFileKind.textgrid.read(text, rate: 10)
    #expect(reading.document.tiers.map(\.name) == ["K̲'ay"])
    #expect(names(reading) == ["\n_K", "say \"item [3]: 7\" ! no comment"])
    #expect(ranges(reading) == [0..<15, 15..<25])
  }

  @Test func `labels without a name, before the beginning, turned round and out of order`() throws {
    let reading = try MarkFileKind.audacity.read(
      "5\t4\tturned\n-2\t-1\tearly\n3\t3\t\n0\t1\n2\t3\ta\tb\n", rate: 10)
    #expect(ranges(reading) == [-20 ..< -10, 0..<10, 20..<30, 30..<30, 40..<50])
    #expect(names(reading) == ["early", "", "a\tb", "", "turned"])
    #expect(reading.remarks.count == 1 && reading.remarks[0].contains("line 1"))
  }

  @Test func `text that is not UTF-8 is read as Windows wrote it`() throws {
    let reading = try MarkFileKind.audacity.read(Array("1\t2\tcaf".utf8) + [0xE9, 0x80, 0x0A])
    #expect(names(reading) == ["café€"] && reading.remarks.count == 1)
  }

  @Test func `an error names its line`() {
    let cases: [(MarkFileKind, String, Int?)] = [
      (.audacity, "1\t2\ta\n1\tx\tb\n", 2), (.audacity, "1\t2\ta\r\n\r\nno label\r\n", 3),
      (.audacity, "\\\t1\t2\n", 1),
      (.audacity, "1\t2\ta\n\\\t1\n", 2), (.audacity, "1\t2\ta\n1\t2\tb\0c\n", 2),
      (.audacity, "1\tinf\ta\n", 1),
      (.audacity, "1\t1e99\ta\n", 1), (.srt, "1\n00:00:01,000 -> 00:00:02,000\nx\n", 1),
      (.srt, "1\n00:61:01,000 --> 00:00:02,000\nx\n", 2),
      (.srt, "1\n00:00:01,000 --> \n", 2), (.webvtt, "00:01.000 --> 00:02.000\nx\n", 1),
      (.webvtt, "WEBVTTX\n\n", 1),
      (.webvtt, "WEBVTT\n\nid\nx\n", 3), (.webvtt, "WEBVTT\n00:01.000 --> 00:02.000\nx\n", 2),
      (.textgrid, "hello", 1), (.textgrid, "\"ooTextFile\"\n\"PitchTier\"\n", 2),
      (.textgrid, "\"ooTextFile\" \"TextGrid\" 0 1 <exists> 1 \"IntervalTier\" \"a\" 0 1 1\n0 \"x\"", 2),
      (.textgrid, "\"ooTextFile\" \"TextGrid\" 0 1 <exists> 0\n \"IntervalTier\"", 2),
      (.textgrid, "\"ooTextFile\" \"TextGrid\"\n0 1 <exists> 1\n\"IntervalTier\" \"a", 3),
      (.csv, "a,b\n1,2\n", 1), (.csv, "Start,End\n1,2\nx,2\n", 3), (.csv, "Start,Name\n1,\"open\n\n", 2),
      (.csv, "Start,Low,High\n1,-5,2\n", 2), (.reaper, "#,Name,Start\nX1,a,1\n", 2),
      (.reaper, "#,Name,Start\nM1,a,1.1.00\n", 2), (.reaper, "#,Name,Start\n\nM1,a,00:00:01:12\n", 3),
      (.ffmetadata, "x", 1), (.ffmetadata, ";FFMETADATA1\n[CHAPTER]\nSTART=1\n[CHAPTER]\n", 2),
      (.ffmetadata, ";FFMETADATA1\n[CHAPTER]\nTIMEBASE=1/0\n", 3),
      (.ffmetadata, ";FFMETADATA1\n[CHAPTER]\nSTART=1\nEND=1x\n", 4),
      (.barline, "{\n\"format\": \"barline-marks\",\n\"version\": 1,\n\"tiers\": [}\n", 4),
      (.barline, "{}", nil),
      (.chapters, "{\"chapters\": [{\"title\": \"a\"}]}", nil), (.chapters, "{\"chapters\": 1}", nil),
      (.elan, "<a/>", 1), (.elan, "<ANNOTATION_DOCUMENT>\n<TIER>\n</ANNOTATION_DOCUMENT>", 3),
      (.elan, "<ANNOTATION_DOCUMENT>\n<HEADER TIME_UNITS=\"NTSC-frames\"/></ANNOTATION_DOCUMENT>", 2),
      (.elan, "<!DOCTYPE x [<!ENTITY a \"b\">]>", 1),
      (.elan, "<ANNOTATION_DOCUMENT>\n\n&x;</ANNOTATION_DOCUMENT>", 3),
    ]
    for (kind, text, line) in cases {
      let problem = kind.problem(text)
      #expect(problem != nil && problem?.line == line, "\(kind) “\(text)”: \(problem?.reason ?? "read")")
      #expect(problem?.reason.hasSuffix(".") == false)
    }
  }

  @Test func `times of subtitles beyond 99 hours, without hours, with settings`() throws {
    let long = try MarkFileKind.srt.read("7\n123:00:00,000 --> 123:00:01,5\nx\n\n", rate: 10)
    #expect(ranges(long) == [123 * 36_000..<123 * 36_000 + 15])
    // A number may be missing, or a text; and a line of the text may be a number.
    let odd = try MarkFileKind.srt.read(
      "00:00:01,000 --> 00:00:02,000\n3\n\n\n2\n00:00:03.000 --> 00:00:04.000 X1:1\n\n", rate: 10)
    #expect(names(odd) == ["3", ""] && ranges(odd) == [10..<20, 30..<40])
    let vtt = try MarkFileKind.webvtt.read(
      "\u{FEFF}WEBVTT\tx\r\n\r\nNOTE 00:01 --> 00:02\r\n\r\n00:01.000 --> 100:00:02.000 line:0\r\na\r\n\r\n",
      rate: 10)
    #expect(ranges(vtt) == [10..<3_600_020])
  }

  @Test func `a TextGrid with gaps, overlaps, comments and texts of several lines`() throws {
    let text = """
      "ooTextFile short"
      "TextGrid" ! a "comment
      0 10 <exists> 1 "IntervalTier" "a
      b" 0 10 3
      0 2 "x ""y""
      z" 5 7 " " 6 9 "over"
      """
    let reading = try MarkFileKind.textgrid.read(text, rate: 10)
    #expect(reading.document.tiers.map(\.name) == ["a\nb"])
    #expect(names(reading) == ["x \"y\"\nz", " ", "over"] && ranges(reading) == [0..<20, 50..<70, 60..<90])
    #expect(
      try MarkFileKind.textgrid.read("\"ooTextFile\" \"TextGrid\" 0 10 <absent>").document.tiers.isEmpty)
    #expect(MarkFileKind.textgrid.problem("ooBinaryFile\u{8}TextGrid")?.problem.contains("binary") == true)
  }

  @Test func `tables of others: headers in many words, units, no header`() throws {
    let cases: [(String, [Range<Int>], [String])] = [
      ("Begin Time (s)\tEnd Time (s)\tSpecies\n1\t2\tx\n", [10..<20], ["x"]),
      ("onset,duration,label\n1.5,0.5,x\n", [15..<20], ["x"]),
      ("start_ms;end_ms;text\n1500;2000;\"x;y\"\n", [15..<20], ["x;y"]),
      ("startFrame,endFrame,name\n15,20,x\n", [15..<20], ["x"]),
      ("1.5,2,x\n3,4,\n", [15..<20, 30..<40], ["x", ""]),
      ("1.5,x\n", [15..<15], ["x"]), ("Time,Value,Name\n0:01.5,7,x\n", [15..<15], ["x"]),
      ("Start,End,Name\n1,,point\n\n,,\n2,3\n", [10..<10, 20..<30], ["point", ""]),
    ]
    for (text, ranges, names) in cases {
      let kind: MarkFileKind = text.contains("\t") ? .tsv : .csv
      let reading = try kind.read(text, rate: 10)
      #expect(self.ranges(reading) == ranges && self.names(reading) == names, "\(text)")
    }
  }

  @Test func `the content decides where the name does not`() throws {
    let texts: [(String, MarkFileKind?, MarkFileKind)] = [
      ("Selection\tView\tChannel\tBegin Time (s)\tEnd Time (s)\n1\ta\t1\t1\t2\n", .audacity, .raven),
      ("#,Name,Start,End,Length\nM1,a,1,,\n", .csv, .reaper), ("WEBVTT\n\n", nil, .webvtt),
      ("{\"chapters\": []}", .barline, .chapters), (";FFMETADATA1\n", .audacity, .ffmetadata),
      ("File type = \"ooTextFile\"\nObject class = \"TextGrid\"\n0 1 <absent>", nil, .textgrid),
      ("1\t2\ta\n", .audacity, .audacity),
    ]
    for (text, named, kind) in texts {
      #expect(try MarkFileKind.read(Array(text.utf8), named: named, rate: 10).1 == kind)
    }
    #expect(throws: MarkFileError.self) { try MarkFileKind.read(Array("hello".utf8), named: nil, rate: 10) }
    let suffixes: [(String, MarkFileKind?)] = [
      ("a.txt", .audacity), ("a.WAV", .wav), ("a.TextGrid", .textgrid), ("a.csv", .csv), ("a.tsv", .tsv),
      ("a.srt", .srt),
      ("a.vtt", .webvtt), ("a.ffmetadata", .ffmetadata), ("a.json", .barline), ("a.chapters.json", .chapters),
      ("a.eaf", .elan), ("a.mp3", nil), ("txt", nil),
    ]
    for (name, kind) in suffixes { #expect(MarkFileKind(named: .init(name)) == kind) }
  }

  @Test func `a later version and impossible marks are refused`() {
    func problem(_ tiers: String, version: Int = 1, rate: String = "44100") -> String? {
      MarkFileKind.barline.problem(
        "{\"format\": \"barline-marks\", \"version\": \(version), \"sampleRate\": \(rate), \"tiers\": \(tiers)}"
      )?.problem
    }
    #expect(problem("[]") == nil)
    #expect(problem("[]", version: 2)?.contains("later") == true)
    #expect(problem("[]", rate: "0") != nil && problem("[]", rate: "1e9") == nil && problem("{}") != nil)
    for mark in [
      "{}", "{\"start\": 1.5}", "{\"start\": 9, \"end\": 8}", "{\"start\": 1, \"low\": 5}",
      "{\"start\": 1e300}",
    ] {
      #expect(
        problem("[{\"name\": \"a\", \"marks\": [{\"start\": 1}, \(mark)]}]")?.contains("mark 2 of tier 1")
          == true, "\(mark)")
    }
  }
}
