// LaneTests.swift
// Which channels share a lane, what is drawn of them, and how far lanes are raised.

import TestSupport
import Testing

@testable import WaveformCore

struct LaneTests {
  /// Random columns; every fifth or so is empty.
  static func columns(count: Int, seed: UInt64) -> WaveformColumns {
    var random = RandomNumbers(seed: seed)
    var columns = WaveformColumns(count: count)
    for column in 0..<count where random.next() % 5 > 0 {
      let values = (0..<7).map { _ in Float(Int(random.next() % 4001) - 2000) / 1700 }
      columns.low[column] = values.min()!
      columns.high[column] = values.max()!
      columns.rms[column] = (values.map { $0 * $0 }.reduce(0, +) / 7).squareRoot()
      columns.meanMagnitude[column] = values.map(\.magnitude).reduce(0, +) / 7
    }
    return columns
  }

  @Test func `every channel stands in one lane, in order`() {
    for mode in ChannelMode.allCases {
      for channels in 0...9 {
        let lanes = mode.lanes(channels: channels)
        #expect(lanes.flatMap(\.channels) == Array(0..<channels))
        switch mode {
        case .separate: #expect(lanes.count == channels)
        case .mixed: #expect(lanes.count == min(channels, 1))
        case .mirrored: #expect(lanes.count == (channels + 1) / 2)
        }
        if channels == 1 { #expect(lanes == [.channel(0)]) }
      }
    }
  }

  @Test func `over another waveform each channel lies in a lane that is there`() {
    for mode in ChannelMode.allCases {
      for base in 0...9 {
        let below = mode.lanes(channels: base).count
        for channels in 0...9 {
          let own = mode.lanes(channels: channels)
          let lanes = mode.lanes(channels: channels, over: base)
          #expect(lanes.count <= below)
          if channels == base { #expect(lanes == own) }
          if channels == 1 { #expect(lanes == Array(repeating: .channel(0), count: below)) }
          if own.count > 1, below == 1 { #expect(lanes == [.mixed(0..<channels)]) }
          if own.count > 1, below > 1 { #expect(lanes == Array(own.prefix(below))) }
        }
      }
    }
  }

  @Test func `a lane has the marks of all its channels, mirrored each on its own side`() {
    let marks: [[ColumnMarks]] = [
      [.clippedHigh, .clippedLow, .silent, []], [], [[], .clippedHigh, [.silent, .brief], .clippedLow],
    ]
    let of = { (lane: LaneContent) in lane.marks { marks[$0] } }
    #expect(of(.channel(0)) == marks[0] && of(.channel(1)) == [])
    #expect(
      of(.mixed(0..<3)) == [.clippedHigh, [.clippedLow, .clippedHigh], [.silent, .brief], .clippedLow])
    #expect(
      of(.mirrored(above: 0, below: 2))
        == [.clippedHigh, [.clippedHigh, .clippedLow], [.silent, .brief], .clippedLow])
    #expect(
      of(.mirrored(above: 2, below: 0)) == [
        .clippedLow, [.clippedHigh, .clippedLow], [.silent, .brief], .clippedHigh,
      ])
    #expect(of(.mirrored(above: 1, below: 0)) == [.clippedLow, .clippedLow, .silent, []])
    #expect(of(.mixed(1..<2)) == [])
  }

  @Test func `lanes are named after their channels`() {
    let names = ["L", "R", "C"]
    let label = { (lane: LaneContent) in lane.label { names[$0] } }
    #expect(ChannelMode.separate.lanes(channels: 3).map(label) == ["L", "R", "C"])
    #expect(ChannelMode.mirrored.lanes(channels: 3).map(label) == ["L / R", "C"])
    #expect(ChannelMode.mixed.lanes(channels: 3).map(label) == ["Mix"])
    #expect(ChannelMode.mixed.lanes(channels: 1).map { $0.label { _ in nil } } == [nil])
  }

  @Test func `a mix is the envelope of all channels, with the loudness of all samples`() {
    let channels = (1...3).map { Self.columns(count: 300, seed: $0) }
    let mixed = WaveformColumns.mixed(channels)
    #expect(!mixed.isMirrored)
    for column in 0..<300 {
      let known = channels.filter { !$0.isEmpty(at: column) }
      #expect(mixed.isEmpty(at: column) == known.isEmpty)
      guard !known.isEmpty else { continue }
      #expect(mixed.low[column] == known.map { $0.low[column] }.min())
      #expect(mixed.high[column] == known.map { $0.high[column] }.max())
      let squares = known.map { $0.rms[column] * $0.rms[column] }.reduce(0, +) / Float(known.count)
      #expect(abs(mixed.rms[column] - squares.squareRoot()) < 1e-6)
      let mean = known.map { $0.meanMagnitude[column] }.reduce(0, +) / Float(known.count)
      #expect(abs(mixed.meanMagnitude[column] - mean) < 1e-6)
    }
    #expect(WaveformColumns.mixed([channels[0]]) == channels[0])
  }

  @Test func `mirrored, one channel's magnitude is above the axis and the other's below`() {
    let (above, below) = (Self.columns(count: 300, seed: 4), Self.columns(count: 300, seed: 5))
    let mirrored = WaveformColumns.mirrored(above: above, below: below)
    for column in 0..<300 {
      let empty = (above.isEmpty(at: column), below.isEmpty(at: column))
      #expect(mirrored.isEmpty(at: column) == (empty.0 && empty.1))
      guard !mirrored.isEmpty(at: column) else { continue }
      #expect(mirrored.high[column] == (empty.0 ? 0 : max(above.high[column], -above.low[column])))
      #expect(-mirrored.low[column] == (empty.1 ? 0 : max(below.high[column], -below.low[column])))
    }
    #expect(mirrored.rms == above.rms && mirrored.below?.rms == below.rms)
    #expect(mirrored.below?.meanMagnitude == below.meanMagnitude)
  }

  @Test func `the halves of mirrored columns are as tall as each channel by itself`() {
    let (above, below) = (Self.columns(count: 200, seed: 6), Self.columns(count: 200, seed: 7))
    let mirrored = WaveformColumns.mirrored(above: above, below: below)
    for unit in AmplitudeScale.Unit.allCases {
      for height in [2, 9, 120] {
        let geometry = BarGeometry(height: height, amplitude: AmplitudeScale(unit: unit, gain: 0.9))
        let half = Int16(geometry.halfHeight)
        let (both, upper, lower) = (
          geometry.barSpans(mirrored), geometry.barSpans(above), geometry.barSpans(below)
        )
        let peaks = geometry.peakSpans(mirrored)
        for loudness in EnvelopeLoudness.allCases {
          let inner = geometry.loudnessSpans(mirrored, loudness, within: peaks)
          for column in 0..<200 where !mirrored.isEmpty(at: column) {
            #expect(both.tops[column] == (above.isEmpty(at: column) ? half - 1 : upper.tops[column]))
            #expect(both.bottoms[column] == (below.isEmpty(at: column) ? half + 1 : lower.bottoms[column]))
            #expect(peaks.tops[column] <= inner.tops[column])
            #expect(inner.bottoms[column] <= peaks.bottoms[column])
            #expect(inner.tops[column] < inner.bottoms[column])
            // Loudness is below the peak, so that its own rows are those drawn.
            let wanted = Int16(geometry.y(of: mirrored.loudness(loudness)[column]))
            if wanted < inner.bottoms[column] - 1 { #expect(inner.tops[column] == wanted) }
          }
        }
      }
    }
  }

  @Test func `columns cut from a mirrored lane stay mirrored`() {
    var mirrored = WaveformColumns.mirrored(
      above: Self.columns(count: 9, seed: 8), below: Self.columns(count: 9, seed: 9))
    mirrored.clear(3)
    mirrored.insertEmpty(2)
    #expect(mirrored.count == 11 && mirrored.below?.rms.count == 11)
    #expect(mirrored.below?.meanMagnitude.count == 11)
    for column in [0, 1, 5] {
      #expect(mirrored.isEmpty(at: column) && mirrored.below?.rms[column] == 0)
    }
  }

  @Test func `lanes are raised one by one or together, within their range`() {
    var gains = LaneGains()
    #expect(gains.isUnchanged)
    gains.change(by: 6)
    #expect(gains[0] == 6 && gains[7] == 6)
    gains.change(lane: 1, by: 3)
    #expect(gains[0] == 6 && gains[1] == 9 && !gains.isUnchanged)
    gains.change(by: -9)
    #expect(gains[0] == -3 && gains[1] == 0)
    gains.change(by: -1000)
    #expect(gains[0] == -12 && gains[1] == -12)
    gains.change(lane: 1, by: 1000)
    #expect(gains[0] == -12 && gains[1] == 60)
    gains.forgetLanes()
    #expect(gains[1] == -12)
    gains.change(by: 12)
    #expect(gains.isUnchanged)
  }

  @Test func `bars are named by width and gap`() {
    for width in BarMetrics.widths {
      for gap in BarMetrics.gaps {
        let metrics = BarMetrics(width: width, gap: gap)
        #expect(BarMetrics(name: metrics.name) == metrics)
        #expect(BarMetrics(clampingWidth: width, gap: gap) == metrics)
      }
    }
    for name in ["", "2", "2+", "+1", "0+1", "9+1", "2+5", "2+-1", "2+1+1", "a+b"] {
      #expect(BarMetrics(name: name) == nil, "\(name)")
    }
    #expect(BarMetrics(clampingWidth: 0, gap: -1).name == "1+0")
    #expect(BarMetrics(clampingWidth: 99, gap: 99).name == "8+4")
  }
}
