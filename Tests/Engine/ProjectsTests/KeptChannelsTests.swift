// KeptChannelsTests.swift
// The channels and the frequencies of a selection as they are kept.

import HostIO
import Testing
import WaveformCore

@testable import Projects

struct KeptChannelsTests {
  @Test func `selected channels come back, and impossible ones are ignored`() throws {
    var view = KeptView()
    view.selection = 10..<20
    view.selectedChannels = [0: [1], 3: [0, 2]]
    #expect(KeptView(view.json) == view)
    view.selectedChannels = nil
    #expect(KeptView(view.json) == view)
    let lane = { (number: Int, channels: [Int]) in
      JSONText.object([("lane", .number(number)), ("channels", .list(channels.map { .number($0) }))])
    }
    let json = JSONText.object([
      (
        "selection",
        .object([
          ("start", .number(1)), ("end", .number(2)),
          ("lanes", .list([lane(-1, [1]), lane(2, [2, 0, 2, 5000, 1]), lane(1, []), .number(3)])),
        ])
      )
    ])
    #expect(KeptView(json).selectedChannels == [2: [0, 1]])
  }

  @Test func `selected frequencies come back, and impossible ones are ignored`() throws {
    var view = KeptView()
    view.selection = 10..<20
    view.selectedBand = FrequencyBand(low: 82.4, high: 3415)
    #expect(KeptView(view.json) == view)
    for (low, high) in [(100.0, 100.0), (200, 100), (-1, 100)] {
      let json = JSONText.object([
        (
          "selection",
          .object([
            ("start", .number(1)), ("end", .number(2)), ("low", .decimal(low)), ("high", .decimal(high)),
          ])
        )
      ])
      #expect(KeptView(json).selection == 1..<2 && KeptView(json).selectedBand == nil)
    }
  }
}
