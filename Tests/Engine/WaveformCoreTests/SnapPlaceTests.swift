// SnapPlaceTests.swift
// Which of several places near an edge it takes.

import Testing
import WaveformCore

struct SnapPlaceTests {
  private func nearest(_ frame: Int, _ places: [(Int, SnapPlace.Kind)], framesPerPoint: Double = 10) -> Int? {
    SnapPlace.nearest(
      to: frame, of: places.map { SnapPlace(frame: $0, kind: $1, name: "") }, framesPerPoint: framesPerPoint
    )?.frame
  }

  @Test(arguments: SnapPlace.Kind.allCases) func `a place draws from its reach on`(kind: SnapPlace.Kind) {
    let reach = Int(kind.reach * 10)
    for distance in [-reach, -1, 0, 5, reach] { #expect(nearest(1000 + distance, [(1000, kind)]) == 1000) }
    for distance in [-reach - 1, reach + 1] { #expect(nearest(1000 + distance, [(1000, kind)]) == nil) }
    #expect(kind.reach <= SnapPlace.farthestReach)
  }

  @Test func `marks come before ticks and ticks before crossings, however near these are`() {
    let kinds = SnapPlace.Kind.allCases
    for (index, first) in kinds.enumerated() {
      for second in kinds[(index + 1)...] {
        #expect(nearest(1000, [(1001, second), (1030, first)]) == 1030, "\(first) and \(second)")
      }
    }
    #expect(nearest(1000, [(1079, .mark), (950, .tick), (1000, .crossing)]) == 1079)
    #expect(nearest(1000, [(1081, .mark), (950, .tick), (1001, .crossing)]) == 1001)
  }

  @Test func `of one kind the nearest is taken`() {
    #expect(nearest(1000, [(990, .onset), (1005, .onset), (1040, .onset)]) == 1005)
    #expect(nearest(1000, []) == nil)
  }
}
