// MarkFuzzTests.swift
// Every cut and thousands of random damages of each format, the same in every run: a document or an error, never a trap,
// and never half a list for the whole where the file shows it. BARLINE_FUZZ multiplies the number (make fuzz).

import Foundation
import HostIO
import TestSupport
import Testing

@testable import Marks

@Suite struct MarkFuzzTests {
  private static let examples: [(String, MarkFileKind)] = [
    ("audacity.txt", .audacity), ("praat-long.TextGrid", .textgrid), ("praat-short.TextGrid", .textgrid),
    ("praat-utf16be.TextGrid", .textgrid), ("praat-utf16le.TextGrid", .textgrid), ("raven.txt", .raven),
    ("reaper.csv", .reaper),
    ("subrip.srt", .srt), ("webvtt.vtt", .webvtt), ("ffmpeg.ffmetadata", .ffmetadata),
    ("podcast.chapters.json", .chapters),
    ("elan.eaf", .elan), ("spreadsheet.csv", .csv), ("barline.json", .barline),
  ]

  private func bytes(_ name: String) throws -> [UInt8] {
    try FileContents.read(example(name), limit: 1 << 20)
  }

  @Test(arguments: MarkFuzzTests.examples)
  func `no cut is taken for the whole`(name: String, kind: MarkFileKind) throws {
    let file = try bytes(name)
    let whole = try MarkFileKind.read(file, named: kind, rate: 44_100).0.document.content
    for count in 0..<file.count {
      guard let reading = try? MarkFileKind.read(Array(file[..<count]), named: kind, rate: 44_100).0 else {
        continue
      }
      // A list of lines that is cut behind a whole line looks like a shorter list.
      let isList = count > 0 && [0x0A, 0x0D].contains(file[count - 1]) || count == 0
      // Only white space may be missing.
      let isWhole = reading.document.content == whole
      #expect(isList || isWhole || !reading.remarks.isEmpty, "\(name) cut to \(count)")
      if [.textgrid, .elan, .barline, .chapters].contains(kind) {
        #expect(isWhole, "\(name) cut to \(count)")
      }
    }
  }

  @Test(arguments: MarkFuzzTests.examples)
  func `damaged files are refused or possible`(name: String, kind: MarkFileKind) throws {
    let count = Campaign.inputs(2000)
    let seed = try bytes(name)
    var random = RandomNumbers(seed: UInt64(seed.count)), refused = 0
    for _ in 0..<count {
      var damaged = seed
      for _ in 0...random.below(4) { Self.damage(&damaged, &random) }
      guard let reading = try? MarkFileKind.read(damaged, named: kind, rate: 44_100).0 else {
        refused += 1
        continue
      }
      for tier in reading.document.tiers {
        for mark in tier.marks {
          #expect(mark.range.lowerBound >= -Mark.furthest && mark.range.upperBound <= Mark.furthest)
        }
      }
      // What is read can be written in every format, and in our own comes back.
      guard random.below(20) == 0 else { continue }
      for kind in MarkFileKind.allCases { _ = kind.written(reading.document) }
      let written = BarlineMarks.write(reading.document).bytes
      #expect(try MarkFileKind.barline.read(written).document.content == reading.document.content)
    }
    #expect(refused > count / 50 && refused < count, "\(name): \(refused) of \(count)")
  }

  private static let pieces = [
    "\"", "\\", "\n", "\r", "\t", ",", ";", ":", "-->", "<", ">", "&", "=", "{", "}", "[", "]", "0", "-",
    "1e308", "9223372036854775808",
    "99999999999999999999999", "-1", "nan", "\0", "\u{FEFF}", "<exists>", "[CHAPTER]", "<![CDATA[", "<!--",
    "é",
  ]

  private static func damage(_ bytes: inout [UInt8], _ random: inout RandomNumbers) {
    guard !bytes.isEmpty else { return bytes.append(0x20) }
    let place = random.below(bytes.count)
    switch random.below(6) {
    case 0: bytes[place] ^= 1 << UInt8(random.below(8))
    case 1: bytes.replaceSubrange(place..<place, with: pieces[random.below(pieces.count)].utf8)
    case 2:
      bytes.replaceSubrange(
        place..<min(bytes.count, place + 1 + random.below(4)), with: pieces[random.below(pieces.count)].utf8)
    case 3: bytes.removeSubrange(place..<min(bytes.count, place + 1 + random.below(30)))
    case 4:
      let part = Array(bytes[place..<min(bytes.count, place + 1 + random.below(80))])
      bytes.insert(contentsOf: part, at: random.below(bytes.count + 1))
    default: bytes.removeSubrange(place...)
    }
  }

  @Test func `damaged WAV files are refused or possible`() throws {
    var document = MarkDocument(sampleRate: 8000)
    let tier = document.addTier(MarkTier.plainName)
    for index in 0..<5 {
      let change = document.adding(
        index * 10..<index * 11, name: "mark \(index)", note: index == 2 ? "note" : "", to: tier)
      document.apply(try #require(change).change)
    }
    let file = WaveFiles.wave(frames: 100, marks: document, loops: [3..<20])
    #expect(try WaveMarks.read(file, rate: nil).document.count == 6)
    for count in 0..<file.count {
      let reading = try? WaveMarks.read(Array(file[..<count]), rate: nil)
      #expect(reading.map { !$0.remarks.isEmpty } ?? true, "cut to \(count)")
    }
    var random = RandomNumbers(seed: 99), refused = 0
    let count = Campaign.inputs(3000)
    for _ in 0..<count {
      var damaged = file
      for _ in 0...random.below(3) {
        let place = random.below(damaged.count)
        damaged[place] = [0, 0xFF, 0x7F, UInt8(random.below(256))][random.below(4)]
      }
      if (try? WaveMarks.read(damaged, rate: 44_100)) == nil { refused += 1 }
      _ = try? WaveCopyPlan.plan(damaged, with: document)
    }
    #expect(refused > count / 50 && refused < count, "\(refused)")
  }
}
