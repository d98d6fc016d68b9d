// MarkLabelTests.swift
// The label of a whole recording, among its other marks.

import HostIO
import SystemPackage
import Testing

@testable import Marks

@Suite struct MarkLabelTests {
  @Test func `a label is a mark over all of the recording, in a tier of its own`() throws {
    var document = MarkDocument(sampleRate: 1000)
    #expect(document.label == nil)
    document = document.labelled(3, length: 5000)
    #expect(document.label == 3 && document.tiers.map(\.name) == [MarkDocument.labelTier])
    #expect(document.tiers[0].marks.map(\.range) == [0..<5000])
    document = document.labelled(7, length: 5000)
    #expect(document.label == 7 && document.count == 1)
    #expect(document.labelled(nil, length: 5000).tiers.isEmpty)
    #expect(document.labelled(nil, length: 5000).labelled(nil, length: 5000).label == nil)
  }

  @Test func `other marks stay, and what somebody wrote into the tier is no label`() throws {
    var document = MarkDocument(sampleRate: 1000)
    let words = document.addTier("Words")
    document.apply(try #require(document.adding(10..<20, name: "1", to: words)?.change))
    #expect(document.label == nil)
    let tier = document.addTier(MarkDocument.labelTier)
    document.apply(try #require(document.adding(0..<30, name: "good", to: tier)?.change))
    #expect(document.label == nil)
    let labelled = document.labelled(0, length: 100)
    #expect(labelled.label == 0 && labelled.count == 3)
    #expect(labelled.labelled(nil, length: 100).count == 2)
    #expect(labelled.labelled(nil, length: 100).tiers.map(\.name) == ["Words", MarkDocument.labelTier])
  }

  @Test func `a label stands in the file of marks as it is documented`() throws {
    let text = String(
      decoding: BarlineMarks.write(MarkDocument(sampleRate: 48_000).labelled(5, length: 96_000)).bytes,
      as: UTF8.self)
    #expect(text.contains(#""name": "Label""#) && text.contains(#""start": 0, "end": 96000, "name": "5""#))
  }
}
