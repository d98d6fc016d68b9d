// MarkRowTests.swift
// What is drawn of a tier: every visible mark has its pixel, and no view costs more than it has pixels.

import Testing
import WaveformCore

@testable import Marks

@Suite struct MarkRowTests {
  @Test func `each pixel with a mark shows one, at every zoom`() {
    let document = MarkDocument.random(seed: 61, tiers: 1, marks: 3000, rate: 1000)
    let tier = document.tiers[0]
    for (framesPerPixel, origin) in [(1.0, 0.0), (7.5, 1000.25), (100, 50_000), (3000, 0), (0.25, 2000)] {
      let grid = PixelGrid(framesPerPixel: framesPerPixel, origin: origin), width = 700
      let row = MarkRow(tier, grid: grid, width: width)
      #expect(row.items.count <= width + 65)
      for (one, next) in zip(row.runs, row.runs.dropFirst()) { #expect(one.upperBound < next.lowerBound) }
      let drawn = Set(row.items.map(\.start) + row.runs.flatMap { Array($0) })
      for mark in tier.marks {
        let pixel = grid.nearestEdge(toFrame: Double(mark.range.lowerBound))
        if (0..<width).contains(pixel), Double(mark.range.lowerBound) < grid.position(ofPixel: width) {
          #expect(drawn.contains(pixel), "\(framesPerPixel): \(mark.range)")
        }
      }
      for item in row.items {
        #expect(item.end >= item.start && item.room >= 0)
        #expect(grid.nearestEdge(toFrame: Double(item.mark.range.lowerBound)) == item.start)
      }
    }
  }

  @Test func `a mark that began before the view is there, and a dragged one at its new place`() throws {
    var document = MarkDocument(sampleRate: 10)
    let tier = document.addTier("a")
    for range in [0..<10_000, 500..<500, 600..<700] {
      document.apply(try #require(document.adding(range, to: tier)).change)
    }
    let grid = PixelGrid(framesPerPixel: 1, origin: 400)
    let row = MarkRow(document.tiers[0], grid: grid, width: 400)
    #expect(row.items.map(\.start) == [-400, 100, 200] && row.items.map(\.end) == [9600, 100, 300])
    #expect(row.mark(at: 50, tolerance: 5)?.part == .whole)
    #expect(row.mark(at: 101, tolerance: 5)?.item.mark.isPoint == true)
    #expect(row.mark(at: 202, tolerance: 5)?.part == .start && row.mark(at: 298, tolerance: 5)?.part == .end)
    #expect(row.mark(at: 250, tolerance: 5)?.part == .whole)
    var draft = document.tiers[0].marks[2]
    draft.range = 650..<750
    let dragged = MarkRow(document.tiers[0], grid: grid, width: 400, draft: draft)
    #expect(dragged.items.map(\.start) == [-400, 100, 250] && dragged.items.last?.mark == draft)
    #expect(MarkRow(document.tiers[0], grid: grid, width: 0).items.isEmpty)
  }

  /// The row of a tier with these marks, at one pixel for each frame or another zoom.
  private func row(_ ranges: [FrameRange], zoom: Double = 1, draft: ((inout Mark) -> Void)? = nil) throws -> (
    row: MarkRow, marks: [Mark]
  ) {
    var document = MarkDocument(sampleRate: 10)
    let tier = document.addTier("a")
    for range in ranges { document.apply(try #require(document.adding(range, to: tier)).change) }
    let marks = document.tiers[0].marks
    var moved = marks.last
    if let draft { draft(&moved!) }
    let grid = PixelGrid(framesPerPixel: zoom, origin: 600)
    let row = MarkRow(document.tiers[0], grid: grid, width: 1000, draft: draft == nil ? nil : moved)
    return (row, marks)
  }

  @Test(arguments: [0.25, 1, 10])
  func `of points at one frame the last can be seen and taken at every zoom`(zoom: Double) throws {
    let (row, marks) = try row([700..<700, 700..<700, 700..<700], zoom: zoom)
    let item = try #require(row.items.first)
    #expect(row.items.count == 1 && item.mark == marks[2] && row.runs.isEmpty && item.room > 500)
    #expect(row.mark(at: item.start + 1, tolerance: 4)?.item.mark == marks[2])
    // While it is dragged away the one before it is seen in its place.
    let dragged = try self.row([700..<700, 700..<700, 700..<700], zoom: zoom) { $0.range = 720..<720 }.row
    #expect(dragged.items.map(\.mark.range.lowerBound) == [700, 720])
    #expect(dragged.items[0].mark == marks[1])
  }

  @Test func `of marks that begin at one frame the longest range and the last point can be taken`() throws {
    let (row, marks) = try row([700..<800, 700..<700, 700..<750, 700..<700])
    #expect(row.items.map(\.mark) == [marks[3], marks[1]] && row.runs.isEmpty)
    #expect(row.mark(at: 101, tolerance: 5)?.item.mark == marks[1], "the point, by its flag")
    #expect(row.mark(at: 150, tolerance: 5)?.item.mark == marks[3])
    #expect(row.mark(at: 198, tolerance: 5)?.part == .end)
    // The one that is dragged is not drawn where it was as well.
    let dragged = try self.row([700..<700, 700..<800]) { $0.range = 900..<950 }.row
    #expect(dragged.items.map(\.mark.range) == [700..<700, 900..<950])
  }

  @Test func `what begins on one pixel but can be parted is drawn as one`() throws {
    let row = try row([700..<700, 701..<701], zoom: 10).row
    #expect(row.items.isEmpty && row.runs == [10..<11])
  }

  @Test func `the neighbours of a place are found in all tiers`() throws {
    let document = MarkDocument.random(seed: 62, tiers: 3, marks: 90, rate: 1000)
    let all = document.tiers.flatMap(\.marks).sorted(by: Mark.precedes)
    var mark: Mark? = nil, found: [Mark] = []
    while let next = document.neighbour(of: mark, at: -1, forward: true) {
      found.append(next)
      mark = next
    }
    #expect(found == all)
    var back: [Mark] = []
    while let next = document.neighbour(of: mark, at: 0, forward: false) {
      back.append(next)
      mark = next
    }
    #expect(back == all.dropLast().reversed())
    let place = all[40].range.lowerBound
    #expect(
      document.neighbour(of: nil, at: place, forward: true) == all.first { $0.range.lowerBound > place })
    #expect(
      document.neighbour(of: nil, at: place, forward: false) == all.last { $0.range.lowerBound < place })
  }

  @Test func `what two programs did to the same marks is brought together`() throws {
    let base = MarkDocument.random(seed: 63, tiers: 2, marks: 40)
    var ours = base, theirs = base
    ours.apply(try #require(ours.adding(5..<6, name: "ours", to: ours.tiers[0].id)).change)
    ours.apply(try #require(ours.removing([ours.tiers[1].marks[3].id])))
    theirs.apply(try #require(theirs.adding(7..<8, name: "theirs", to: theirs.tiers[1].id)).change)
    theirs.apply(try #require(theirs.renaming(theirs.tiers[0].marks[9].id, to: "renamed")))
    let new = theirs.addingTier("new tier")
    theirs.apply(new.change)
    theirs.apply(try #require(theirs.adding(1..<2, name: "x", to: new.id)).change)
    let merged = ours.adopting(theirs, since: base)
    #expect(merged.count == 40 + 1 - 1 + 1 + 1)
    for name in ["ours", "theirs", "renamed", "x"] {
      #expect(merged.flat().contains { $0.name == name }, "\(name)")
    }
    #expect(!merged.tiers[1].marks.contains { $0.hasContent(of: base.tiers[1].marks[3]) })
    #expect(ours.adopting(base, since: base).content == ours.content)
    #expect(base.adopting(theirs, since: base).content.count == theirs.content.count)
  }
}
