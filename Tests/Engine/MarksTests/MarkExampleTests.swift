// MarkExampleTests.swift
// Files written by hand after the documents of the programs that make them (Examples): each opens without loss.

import Foundation
import SystemPackage
import Testing
import WaveformCore

@testable import Marks

/// A file of `Examples`.
func example(_ name: String) -> FilePath {
  let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Examples")
  return FilePath(folder.appendingPathComponent(name).path)
}

@Suite struct MarkExampleTests {
  /// Tiers, and marks as "name start end" in milliseconds.
  private func read(_ name: String, kind: MarkFileKind, remarks: Int = 0) throws -> [(String, [String])] {
    let (reading, found) = try MarkFile.read(example(name), rate: 48_000)
    #expect(found == kind)
    #expect(reading.remarks.count == remarks, "\(reading.remarks)")
    return reading.document.tiers.map { tier in
      (
        tier.name,
        tier.marks.map {
          "\($0.name) \($0.range.lowerBound / 48)" + ($0.isPoint ? "" : " \($0.range.upperBound / 48)")
        }
      )
    }
  }

  @Test func `Audacity's labels with frequencies`() throws {
    let tiers = try read("audacity.txt", kind: .audacity)
    #expect(tiers[0].1 == ["Point 1000", "Region 2500 4750", " 10125 12000"])
    let marks = try MarkFile.read(example("audacity.txt")).reading.document.tiers[0].marks
    #expect(marks.map(\.band) == [nil, FrequencyBand(low: 500, high: 2000), nil])
  }

  @Test(arguments: ["praat-long", "praat-short", "praat-utf16be", "praat-utf16le"])
  func `Praat's TextGrids in each encoding`(name: String) throws {
    let tiers = try read("\(name).TextGrid", kind: .textgrid)
    #expect(tiers.map(\.0) == ["Mary", "John", "bell"])
    #expect(tiers.map(\.1) == [["hello \"there\" 700 1600"], [], ["ding 1100", "d̃ɔŋ 1900"]])
    #expect(try MarkFile.read(example("\(name).TextGrid"), rate: 1000).reading.document.length == 2300)
  }

  @Test func `Raven's table, with one mark for the views of a selection`() throws {
    let tiers = try read("raven.txt", kind: .raven)
    #expect(tiers[0].1 == ["American \"Robin\" 1500 2250", " 4000 4125"])
  }

  @Test func `Reaper's markers and regions, in minutes or samples`() throws {
    let tiers = try read("reaper.csv", kind: .reaper)
    #expect(tiers[0].1 == ["Intro 1500", "Verse, first 10000 3740250", " 60000"])
    let samples = try MarkFile.read(example("reaper-samples.csv"), rate: 44_100).reading.document
    #expect(samples.tiers[0].marks.map(\.range) == [66_150..<66_150, 441_000..<882_000])
  }

  @Test func `subtitles of both kinds`() throws {
    #expect(
      try read("subrip.srt", kind: .srt)[0].1
        == ["First line\nsecond line 1500 4000", "<i>Long</i> 62345 360000000"])
    #expect(
      try read("webvtt.vtt", kind: .webvtt, remarks: 2)[0].1 == [
        "- Never drink liquid nitrogen. 1000 4000", " 11000 13000",
        "We are in New York & <here>\n- second line 3605250 3609000",
      ])
  }

  @Test func `chapters of both kinds`() throws {
    #expect(
      try read("ffmpeg.ffmetadata", kind: .ffmetadata)[0].1 == [
        "chapter #1 0 60000", "two\nlines= 60000 60010",
      ])
    #expect(
      try read("podcast.chapters.json", kind: .chapters, remarks: 1)[0].1
        == ["Intro 0", "Hearing Aids 168500", "Progress Report 260000 410125"])
  }

  @Test func `ELAN's annotations, with those that hang on others`() throws {
    let tiers = try read("elan.eaf", kind: .elan, remarks: 1)
    #expect(tiers.map(\.0) == ["K-Spch", "W-Spch", "W-POS"])
    #expect(
      tiers.map(\.1) == [
        ["so you go <out> & “up” 780 1590", " 1590 2340"], ["so 780 1185", "you 1185 1590"],
        ["pro 1185 1590"],
      ])
  }

  @Test func `a table of a spreadsheet, with other columns`() throws {
    let (reading, _) = try MarkFile.read(example("spreadsheet.csv"), rate: 44_100)
    // Frames in one column, milliseconds with a comma in another.
    #expect(reading.document.tiers[0].marks.map(\.range) == [66_172..<66_200])
    #expect(reading.document.tiers[0].marks[0].name == "a;b\"c")
    #expect(reading.remarks.contains { $0.contains("“Dauer”") })
  }

  @Test func `Barline's own file in its own rate`() throws {
    let document = try MarkFile.read(example("barline.json")).reading.document
    #expect(document.sampleRate == 44_100 && document.length == 1_764_000)
    #expect(document.tiers.map(\.name) == ["Words", "Empty"] && document.tiers.map(\.color) == [2, 1])
    let mark = document.tiers[0].marks[0]
    #expect(mark.note == "clear" && mark.band == FrequencyBand(low: 100.5, high: 4000))
  }
}
