// MarkDocumentTests.swift
// Edits and their inverses; the marks that touch a stretch against a plain search.

import TestSupport
import Testing
import WaveformCore

@testable import Marks

@Suite struct MarkDocumentTests {
  @Test func `each edit is taken back, and made again`() throws {
    var random = RandomNumbers(seed: 21)
    var document = MarkDocument.random(seed: 22, tiers: 3, marks: 300)
    document.length = 44_100 * 1000
    var made: [MarkChange] = [], states = [document]
    for step in 0..<400 {
      let marks = document.tiers.flatMap(\.marks)
      let some = Set(
        (0...random.below(5)).compactMap { _ in marks.isEmpty ? nil : marks[random.below(marks.count)].id })
      let one = try #require(marks.isEmpty ? Mark.ID(number: 0) : marks[random.below(marks.count)].id)
      let tier = document.tiers[random.below(document.tiers.count)].id
      let start = random.below(40_000_000), other = random.below(5_000_000)
      let change: MarkChange? =
        switch random.below(11) {
        case 0, 1, 2: document.adding(start..<start + other, name: "new \(step)", to: tier)?.change
        case 3: document.renaming(one, to: "name \(step)")
        case 4: document.moving(some, by: other - 2_000_000)
        case 5: document.resizing(one, to: start..<start + other)
        case 6:
          document.splitting(
            one, at: document.mark(one).map { ($0.mark.range.lowerBound + $0.mark.range.upperBound) / 2 } ?? 0
          )
        case 7: document.merging(some)
        case 8: document.removing(some)
        case 9: document.moving(some, to: tier)
        default:
          random.below(3) == 0 && document.tiers.count > 1
            ? document.removingTier(tier)
            : random.below(2) == 0
              ? document.addingTier("tier \(step)").change
              : document.changingTier(tier, name: "\(step)", color: 7)
        }
      guard let change else { continue }
      document.apply(change)
      for tier in document.tiers {
        for (one, next) in zip(tier.marks, tier.marks.dropFirst()) { #expect(Mark.precedes(one, next)) }
      }
      made.append(change)
      states.append(document)
    }
    #expect(made.count > 250)
    for index in made.indices.reversed() {
      document.apply(made[index].inverted)
      #expect(document.tiers == states[index].tiers)
    }
    for index in made.indices {
      document.apply(made[index])
      #expect(document.tiers == states[index + 1].tiers)
    }
  }

  @Test func `the marks that touch a stretch are those of a plain search`() {
    var random = RandomNumbers(seed: 31)
    for (count, seed) in [(1, 1), (2, 2), (31, 3), (32, 4), (33, 5), (1024, 6), (1025, 7), (3000, 8)] {
      var document = MarkDocument.random(seed: UInt64(seed), tiers: 1, marks: count)
      // Some that reach far over the others.
      let tier = document.tiers[0].id
      if let change = document.adding(5..<44_100 * 900, to: tier)?.change { document.apply(change) }
      if let change = document.adding(0..<0, to: tier)?.change { document.apply(change) }
      let marks = document.tiers[0].marks
      let end = (marks.map(\.range.upperBound).max() ?? 0) + 100
      for _ in 0..<200 {
        let start = random.below(end + 1000) - 500
        let range = start..<start + 1 + random.below(random.below(2) == 0 ? 100 : end)
        let plain = marks.filter { mark in
          mark.isPoint
            ? range.contains(mark.range.lowerBound)
            : mark.range.lowerBound < range.upperBound && mark.range.upperBound > range.lowerBound
        }
        #expect(document.tiers[0].marks(touching: range) == plain)
      }
      #expect(document.tiers[0].marks(touching: 7..<7).isEmpty)
    }
    #expect(MarkDocument(sampleRate: 1).tiers.isEmpty)
  }

  @Test func `a mark moves no further than the recording goes`() throws {
    var document = MarkDocument(sampleRate: 100, length: 1000)
    let (change, id) = try #require(document.adding(100..<200, name: "a"))
    document.apply(change)
    #expect(document.tiers.map(\.name) == [MarkTier.plainName])
    for (frames, start) in [(-500, 0), (5000, 900), (50, 900)] {
      document.apply(document.moving([id], by: frames) ?? MarkChange())
      #expect(document.mark(id)?.mark.range == start..<start + 100)
    }
    #expect(document.moving([id], by: 0) == nil)
    #expect(document.splitting(id, at: 900) == nil && document.merging([id]) == nil)
    #expect(document.renaming(id, to: "a") == nil)
  }

  @Test func `a merged mark reaches over all, and keeps what was written`() throws {
    var document = MarkDocument(sampleRate: 100)
    let tier = document.addTier("a")
    for (range, name) in [(0..<10, "one"), (50..<60, ""), (5..<80, "two")] {
      document.apply(
        try #require(
          document.adding(range, name: name, note: name, band: FrequencyBand(low: 1, high: 9), to: tier)
        ).change)
    }
    document.apply(try #require(document.merging(Set(document.tiers[0].marks.map(\.id)))))
    let mark = try #require(document.tiers[0].marks.first)
    #expect(document.count == 1 && mark.range == 0..<80 && mark.name == "one two" && mark.note == "one\ntwo")
    #expect(mark.band == FrequencyBand(low: 1, high: 9))
  }

  @Test func `a document of another rate has the same times`() {
    let document = MarkDocument.random(seed: 41, tiers: 2, marks: 100, rate: 44_100)
    let fine = document.converted(to: MarkDocument.highestRate)
    #expect(fine.converted(to: 44_100).content == document.content)
    #expect(fine.tiers[0].marks[0].range.lowerBound > document.tiers[0].marks[0].range.lowerBound)
  }

  @Test func `times are written with the digits that bring back the frame, and no more`() {
    let clock = MarkClock(sampleRate: 44_100)
    for (frame, text) in [
      (0, "0.000000"), (44_100, "1.000000"), (1, "0.000023"), (-1, "-0.000023"), (22_050, "0.500000"),
    ] {
      #expect(clock.seconds(frame) == text)
    }
    #expect(MarkClock(sampleRate: MarkDocument.highestRate).seconds(1) == "0.000000001")
    #expect(MarkClock(sampleRate: 3).clock(3 * 3661 + 2) == "1:01:01.667")
    for rate in [1, 3, 8000, 44_100, 767_999, 999_999_999] {
      let clock = MarkClock(sampleRate: rate)
      var random = RandomNumbers(seed: UInt64(rate))
      for _ in 0..<2000 {
        let frame = random.below(Mark.furthest >> random.below(40)) * (random.below(2) == 0 ? 1 : -1)
        #expect(clock.frame(seconds: Array(clock.seconds(frame).utf8)) == frame)
        #expect(clock.frame(clock: Array(clock.clock(frame).utf8)) == frame)
      }
    }
    for text in [
      "", ".", "-", "1.2.3", "nan", "inf", "1e99", "0x10", "1 2", "99999999999999999999", "1e", "--1", "٣",
    ] {
      #expect(clock.frame(seconds: Array(text.utf8)) == nil, "\(text)")
    }
    for (text, frame) in [
      (" 1.5 ", 66_150), ("1,5", 66_150), ("+2", 88_200), (".5", 22_050), ("5.", 220_500), ("1e-3", 44),
      ("15E-1", 66_150),
    ] {
      #expect(clock.frame(seconds: Array(text.utf8)) == frame, "\(text)")
    }
  }
}
