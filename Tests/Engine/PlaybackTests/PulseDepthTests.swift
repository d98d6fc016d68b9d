// PulseDepthTests.swift
// How much sound the server keeps: little while nothing is late, more before sound has a gap, little again after calm.

import Testing

@testable import Playback

@Suite struct PulseDepthTests {
  @Test func `nothing grows while everything is in time`() {
    var depth = PulseDepth()
    let changes = (0..<1000).count { depth.note(lateness: 0.01, at: Double($0)) }
    #expect(changes == 0 && depth.seconds == PulseDepth.least)
  }

  @Test func `lateness that leaves sound grows it before there is a gap`() {
    var depth = PulseDepth()
    // The server still had 30 of 60 ms.
    let hasGrown = depth.note(lateness: 0.03, at: 0)
    #expect(hasGrown && depth.seconds == 0.32)
    let grewAgain = depth.note(lateness: 0.03, at: 1)
    #expect(!grewAgain, "enough for this")
    let grewFar = depth.note(lateness: 0.5, at: 2)
    #expect(grewFar && depth.seconds == PulseDepth.most)
    let grewBeyond = depth.note(lateness: 10, at: 3)
    #expect(!grewBeyond, "there is a limit")
  }

  @Test func `every lateness leaves nearly twice as much`() {
    for milliseconds in 0...400 {
      var depth = PulseDepth()
      let lateness = Double(milliseconds) / 1000
      _ = depth.note(lateness: lateness, at: 0)
      #expect(depth.seconds == PulseDepth.most || PulseDepth.request(of: depth.seconds) >= lateness * 2.85)
    }
  }

  @Test func `it shrinks step by step after calm, not after lateness that it is needed for`() {
    var depth = PulseDepth()
    _ = depth.note(lateness: 0.1, at: 0)
    #expect(depth.seconds == 0.64)
    var shrunk: [Double] = []
    for second in 1...200 where depth.note(lateness: second < 100 ? 0.03 : 0, at: Double(second)) {
      shrunk.append(depth.seconds)
    }
    #expect(shrunk == [0.32, 0.16])
    #expect(depth.seconds == PulseDepth.least)
    _ = depth.note(lateness: 0.03, at: 1000)
    let changes = (1001...1200).count { depth.note(lateness: 0.012, at: Double($0)) }
    #expect(changes == 0 && depth.seconds == 0.32, "half would be just enough: it stays")
  }

  @Test func `a buffer that is still filling says nothing about lateness`() {
    var watch = PulseWatch()
    watch.begin(at: 10)
    let grew = [10.1, 12, 12.5].map { watch.wrote(kept: 0.01, at: $0) }
    #expect(grew == [false, true, false], "it fills at first, and again when it has become deeper")
    #expect(watch.depth.seconds > PulseDepth.least)
  }

  @Test func `a report has the worst of its time, and the next one begins anew`() {
    var watch = PulseWatch()
    watch.begin(at: 0)
    watch.asked(at: 2)
    watch.asked(at: 2.5)
    watch.answered(at: 2.75)
    _ = watch.woke(lateBy: 0.004, at: 3)
    _ = watch.woke(lateBy: 0.002, at: 3)
    _ = watch.wrote(kept: 0.09, at: 4)
    _ = watch.wrote(kept: 0.1, at: 5)
    let isDue = [5.0, 14, 16].map { watch.isReportDue(at: $0) }
    #expect(isDue == [false, false, true], "ten seconds after the first look")
    let report = watch.takeReport(at: 16)
    #expect(report.serverLate == 0.75 && report.outputLate == 0.004 && report.leastKept == 0.09)
    #expect(report.gaps == 0 && report.depth == PulseDepth.least)
    _ = watch.ranOut(at: 17)
    let next = watch.takeReport(at: 17)
    #expect(next.gaps == 1 && next.leastKept == nil && next.serverLate == 0 && next.depth > report.depth)
    #expect(next.number == report.number + 1)
  }
}
