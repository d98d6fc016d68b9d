// LaneLayoutTests.swift
// Every number of lanes up to 40 in every height up to 500.

import Testing
import WaveformCore

struct LaneLayoutTests {
  @Test(arguments: [(1, 0), (24, 0), (24, 1), (40, 6), (7, 3)])
  func `lanes fill the view and never overlap`(minimumHeight: Int, gap: Int) {
    for count in 1...40 {
      for height in 1...500 {
        let layout = LaneLayout(count: count, viewHeight: height, minimumHeight: minimumHeight, gap: gap)
        let lane = layout.laneHeight
        #expect(lane >= minimumHeight)
        #expect(layout.contentHeight == layout.top(ofLane: count - 1, offset: 0) + lane)
        if count > 1 { #expect(layout.top(ofLane: 1, offset: 0) == lane + gap) }
        if layout.maximumOffset == 0 {
          // All fit: less than a pixel for each lane is left over.
          #expect(
            layout.contentHeight <= height && (lane == minimumHeight || height - layout.contentHeight < count)
          )
        } else {
          #expect(lane == minimumHeight && layout.contentHeight == height + layout.maximumOffset)
          #expect(layout.top(ofLane: count - 1, offset: layout.maximumOffset) + lane == height)
        }
      }
    }
  }

  @Test(arguments: [(1, 0), (24, 0), (24, 1), (40, 6), (7, 3)])
  func `the visible lanes are those that can be seen`(minimumHeight: Int, gap: Int) {
    for count in stride(from: 1, through: 40, by: 3) {
      for height in Array(gap + 1..<60) + [99, 100, 333, 500] {
        let layout = LaneLayout(count: count, viewHeight: height, minimumHeight: minimumHeight, gap: gap)
        let (lane, last) = (layout.laneHeight, layout.maximumOffset)
        for offset in Set((0...80).map { $0 * last / 80 } + [0, lane - 1, lane, lane + gap, lane + gap + 1])
        where offset <= last {
          let visible = layout.visibleLanes(offset: offset)
          var expected: [Int] = []
          var index = 0
          while index < count {
            let top = layout.top(ofLane: index, offset: offset)
            if top < height, top + lane > 0 { expected.append(index) }
            index += 1
          }
          if Array(visible) != expected {
            Issue.record("\(layout) at \(offset): \(visible) instead of \(expected)")
            return
          }
        }
      }
    }
  }

  @Test func `every place belongs to the nearest lane`() {
    for (count, height, gap) in [(1, 90, 0), (3, 301, 9), (5, 200, 4), (9, 120, 1)] {
      let layout = LaneLayout(count: count, viewHeight: height, minimumHeight: 40, gap: gap)
      for offset in [0, layout.maximumOffset / 2, layout.maximumOffset] {
        for y in -50..<height + 50 {
          let found = layout.lane(at: y, offset: offset)
          func distance(_ lane: Int) -> Int {
            let top = layout.top(ofLane: lane, offset: offset)
            return max(top - y, y - (top + layout.laneHeight - 1), 0)
          }
          #expect(distance(found) == (0..<count).map(distance).min()!)
        }
      }
    }
  }

  @Test func `nonsense becomes the least there can be`() {
    let layout = LaneLayout(count: 0, viewHeight: -3, minimumHeight: 0, gap: -1)
    #expect(layout.count == 1 && layout.laneHeight == 1 && layout.contentHeight == 1)
    #expect(layout.maximumOffset == 0 && layout.visibleLanes(offset: 0) == 0..<1)
    // An offset from before the window grew.
    #expect(
      LaneLayout(count: 3, viewHeight: 90, minimumHeight: 1, gap: 0).visibleLanes(offset: 1000) == 2..<3)
    #expect(
      LaneLayout(count: 3, viewHeight: 90, minimumHeight: 1, gap: 0).visibleLanes(offset: -1000) == 0..<1)
  }
}
