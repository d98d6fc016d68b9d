// SelectionTests.swift
// What is selected, edge by edge: the small space of positions is tested whole.

import Testing
import WaveformCore

struct SelectionTests {
  static let all = (0...6).flatMap { anchor in (0...6).map { Selection(anchor: anchor, head: $0) } }

  @Test func `the range does not depend on the direction of the drag`() {
    for selection in Self.all {
      let reversed = Selection(anchor: selection.head, head: selection.anchor)
      #expect(selection.range == reversed.range)
      #expect(selection.range.count == abs(selection.anchor - selection.head))
      #expect(selection.isEmpty == selection.range.isEmpty)
      #expect(Selection(selection.range).range == selection.range)
    }
  }

  @Test func `a grabbed edge moves, the other stays`() {
    for selection in Self.all {
      for edge in [Selection.Edge.start, .end] {
        let grabbed = selection.grabbed(at: edge)
        #expect(grabbed.range == selection.range)
        #expect(grabbed.head == (edge == .start ? selection.range.lowerBound : selection.range.upperBound))
        var moved = grabbed
        moved.head = 100
        #expect(moved.range.upperBound == 100 && moved.range.lowerBound == grabbed.anchor)
      }
    }
  }

  @Test func `extending moves the nearer edge`() {
    for selection in Self.all {
      for frame in 0...8 {
        let extended = selection.extended(to: frame)
        let (lower, upper) = (selection.range.lowerBound, selection.range.upperBound)
        #expect(extended.head == frame)
        let kept = abs(frame - lower) < abs(frame - upper) ? upper : lower
        #expect(extended.anchor == kept)
        #expect(extended.range == min(kept, frame)..<max(kept, frame))
      }
    }
  }

  @Test func `an edge is found within its tolerance, the nearer one first`() {
    let viewport = Viewport(length: 1000, width: 100)  // ten frames a pixel
    for lower in stride(from: 0, through: 1000, by: 50) {
      for upper in stride(from: lower, through: 1000, by: 50) {
        let selection = Selection(anchor: upper, head: lower)
        for x in 0...100 {
          for tolerance in [0.0, 3, 4.5] {
            let toStart = abs(lower / 10 - x)
            let toEnd = abs(upper / 10 - x)
            let expected: Selection.Edge? =
              Double(min(toStart, toEnd)) > tolerance ? nil : toStart < toEnd ? .start : .end
            #expect(selection.edge(near: Double(x), tolerance: tolerance, in: viewport) == expected)
          }
        }
      }
    }
  }

  @Test func `a selection never leaves its recording`() {
    for selection in Self.all {
      for length in 0...7 {
        let clamped = selection.clamped(toLength: length)
        #expect(Array(clamped.range) == selection.range.filter { $0 < length })
        // An edge that lies in the recording or at its end stays, and the others are at the end.
        for (edge, old) in [(clamped.anchor, selection.anchor), (clamped.head, selection.head)] {
          #expect(edge == ((0...length).contains(old) ? old : length))
        }
        #expect((clamped.anchor <= clamped.head) == (selection.anchor <= selection.head) || clamped.isEmpty)
      }
    }
    #expect(Selection(anchor: -5, head: 20).clamped(toLength: 10).range == 0..<10)
  }
}
