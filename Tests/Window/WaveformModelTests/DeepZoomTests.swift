// DeepZoomTests.swift
// A plot's picture close up: from bins to exact columns to curves, with sources that are in the test's hands.

import AudioFormats
import HostIO
import Playback
import Recording
import Synchronization
import SystemPackage
import Testing
import WaveformCore

@testable import WaveformModel

/// A source of samples that counts what is read; at frame f of channel c stands f mod 1,000, falling with c.
private final class CountedSource: SampleSource {
  let path: FilePath = "/nowhere"
  let channels: Int
  let sampleRate = 44_100
  let access: SampleAccess
  let reads = Mutex<[FrameRange]>([])
  /// Times that a loader said that what is seen has arrived.
  let arrivals = Mutex(0)
  /// Held by a test that wants reads to wait.
  let gate = Mutex(())
  let length: Int

  init(channels: Int, length: Int, access: SampleAccess = .direct) {
    self.channels = channels
    self.length = length
    self.access = access
  }

  func read(_ range: FrameRange) throws(AudioFileError) -> SampleSlice {
    gate.withLock { _ in }
    reads.withLock { $0.append(range) }
    let range = range.clamped(toLength: length)
    var samples: [Float] = []
    samples.reserveCapacity(range.count * channels)
    for frame in range {
      let value = Float(frame % 1000) / 1000
      for channel in 1...channels { samples.append(value / Float(channel)) }
    }
    return SampleSlice(range: range, channels: channels, samples: samples)
  }

  func cancel() {}
}

@MainActor @Suite struct `The samples around the view` {
  private let source = CountedSource(channels: 2, length: 10_000_000)

  private func loader() -> SampleLoader {
    SampleLoader(source: source) { [source] in
      source.arrivals.withLock { $0 += 1 }
    } failed: { _ in
    }
  }

  private var reads: [FrameRange] { source.reads.withLock { $0 } }

  @Test func `what is seen is read first, and alone; then as much to both sides`() async throws {
    let loader = loader()
    loader.request(5_000_000..<5_001_000, length: source.length)
    try await wait { loader.slice(holding: 5_000_000..<5_001_000, length: source.length) != nil }
    #expect(reads == [5_000_000..<5_001_000] && source.arrivals.withLock { $0 } == 1)
    loader.request(5_000_000..<5_001_000, length: source.length)
    try await wait { loader.slice(holding: 4_999_000..<5_002_000, length: source.length) != nil }
    #expect(reads.dropFirst() == [4_999_000..<5_000_000, 5_001_000..<5_002_000])
    // Nothing that is seen came with it.
    #expect(source.arrivals.withLock { $0 } == 1)
    loader.request(5_000_000..<5_001_000, length: source.length)
    #expect(reads.count == 3)
  }

  @Test func `while it moves, what lies ahead is there before it is seen`() async throws {
    let loader = loader()
    var view = 5_000_000..<5_001_000
    loader.request(view, length: source.length)
    try await wait { loader.slice(holding: view, length: source.length) != nil }
    for step in 1...40 {
      view = 5_000_000 + step * 100..<5_001_000 + step * 100
      if step > 3 { #expect(loader.slice(holding: view, length: source.length) != nil, "step \(step)") }
      loader.request(view, length: source.length)
      // As long as it takes to read what was asked for, if anything was.
      try await wait { loader.isIdle }
    }
    #expect(reads.allSatisfy { $0.lowerBound >= 5_000_000 }, "nothing behind it is read")
    // Every frame once.
    #expect(reads.reduce(0) { $0 + $1.count } == reads.last!.upperBound - 5_000_000)
  }

  @Test func `a place seen before is still there, and all of it is bounded`() async throws {
    let loader = loader()
    let places = (0..<30).map { $0 * 300_000..<$0 * 300_000 + 200_000 }
    for place in places {
      loader.request(place, length: source.length)
      try await wait { loader.slice(holding: place, length: source.length) != nil }
    }
    let kept = places.filter { loader.slice(holding: $0, length: source.length) != nil }
    #expect(kept.count == SampleLoader.limit / 400_000 && kept.last == places.last)
  }

  @Test func `only the latest wish is remembered while a read lasts`() async throws {
    let loader = loader()
    source.gate.withLock { _ in
      for place in 0..<50 { loader.request(place * 100_000..<place * 100_000 + 500, length: source.length) }
    }
    try await wait { loader.slice(holding: 4_900_000..<4_900_500, length: source.length) != nil }
    #expect(reads.count <= 2)
  }

  @Test func `what arrives is what the source has, joined without a seam`() async throws {
    let loader = loader()
    for first in [2000, 2500, 1800, 1000, 4000] {
      let view = first..<first + 1000
      loader.request(view, length: 4500)
      try await wait { loader.slice(holding: view, length: 4500) != nil && loader.isIdle }
      let slice = try #require(loader.slice(holding: view, length: 4500))
      for frame in slice.range.clamped(toLength: 4500) {
        #expect(slice.sample(channel: 1, frame: frame) == Float(frame % 1000) / 2000)
      }
    }
  }
}

@MainActor @Suite struct `The edges of columns` {
  private func reader(_ source: CountedSource) -> ColumnReader { ColumnReader(source: source) {} }

  @Test(arguments: [SampleAccess.direct, .forward])
  func `all columns of a view that stands still become known`(access: SampleAccess) async throws {
    let source = CountedSource(channels: 2, length: 1_000_000, access: access)
    let reader = reader(source)
    let grid = PixelGrid(framesPerPixel: 1234.5)
    reader.request(10..<300, of: grid, framesPerBin: 256, length: source.length)
    try await wait { reader.parts?.holds(10..<300) == true }
    let parts = try #require(reader.parts)
    for column in 10..<300 {
      let frames = parts.split(of: column).parts.flatMap { Array($0) }
      let sums = try #require(parts[column])
      #expect(sums[0].count == frames.count && sums[1].count == frames.count)
      let places = frames.map { $0 % 1000 }
      let high: Float = places.max().map { Float($0) / 1000 } ?? -.infinity
      let low: Float = places.min().map { Float($0) / 2000 } ?? .infinity
      #expect(sums[0].high == high && sums[1].low == low)
    }
    let starts = source.reads.withLock { $0.map(\.lowerBound) }
    if access == .forward { #expect(starts == starts.sorted()) } else { #expect(starts != starts.sorted()) }
    // The same view again costs nothing; one moved a little only what is new.
    let before = source.reads.withLock { $0.count }
    reader.request(10..<300, of: grid, framesPerBin: 256, length: source.length)
    reader.request(20..<310, of: grid, framesPerBin: 256, length: source.length)
    try await wait { reader.parts?.holds(20..<310) == true }
    let new = source.reads.withLock { $0[before...].map(\.lowerBound).min()! }
    #expect(new >= 299 * 1234)
  }

  @Test func `a view that moves reads nothing`() async throws {
    let source = CountedSource(channels: 1, length: 10_000_000)
    let reader = reader(source)
    for step in 0..<20 {
      reader.request(
        step..<step + 500, of: PixelGrid(framesPerPixel: 1000), framesPerBin: 256, length: source.length)
    }
    #expect(source.reads.withLock { $0.isEmpty })
    reader.stop()
  }

  @Test func `nothing is read before a source can go to places`() async throws {
    let source = CountedSource(channels: 1, length: 1_000_000, access: .notYet)
    let reader = reader(source)
    reader.request(0..<100, of: PixelGrid(framesPerPixel: 1000), framesPerBin: 256, length: source.length)
    #expect(reader.isWaiting)
    try await wait { !reader.isWaiting }
    #expect(source.reads.withLock { $0.isEmpty } && reader.parts?.count == 0)
  }
}

@MainActor @Suite struct `The picture of a plot` {
  private let diagram = DiagramViewModel(player: ManualClock())

  @Test(arguments: [0.02, 0.2, 0.4, 0.6, 1, 2, 17.7, 255, 256, 300.5, 1001, 5555])
  func `is exact to the frame at every zoom, and a curve close up`(framesPerPixel: Double) async throws {
    let plot = PlotViewModel(path: Recordings.speech)
    diagram.navigation.setWidth(1000)
    diagram.lanes.insert(plot)
    try await wait { plot.isComplete }
    let description = try #require(plot.description)
    let all = try SampleSources.source(path: Recordings.speech, description: description)
      .read(0..<plot.length)
    let grid = PixelGrid(framesPerPixel: framesPerPixel)
    let last = Int(Double(plot.length) / framesPerPixel)
    let first = max(0, last / 2 - 100)
    let columns = first..<min(first + 200, last + 2)
    let visible = grid.firstFrame(ofPixel: first)..<grid.firstFrame(ofPixel: columns.upperBound)
    try await wait {
      plot.prepare(visible: visible.clamped(toLength: plot.length), grid: grid)
      plot.prepare(columns: columns, of: grid, over: grid)
      return plot.isExact(grid: grid, first: first, count: columns.count)
    }
    let shown = plot.columns(channel: 0, grid: grid, first: first, count: columns.count)
    let exact = try #require(
      all.columns(channel: 0, grid: grid, first: first, count: columns.count, length: plot.length))
    #expect(shown.low == exact.low && shown.high == exact.high)
    let curve = plot.curve(channel: 0, grid: grid, first: first, count: 50, margin: 4, scale: 1)
    #expect((curve != nil) == (framesPerPixel <= 2))
    #expect(
      curve
        == all.curve(
          channel: 0, grid: grid, first: first, count: 50, margin: 4, scale: 1, length: plot.length)
        || curve == nil)
  }

  @Test func `stands on bins until samples are there`() async throws {
    let plot = PlotViewModel(path: Recordings.speech)
    diagram.navigation.setWidth(1000)
    diagram.lanes.insert(plot)
    try await wait { plot.isComplete }
    let grid = PixelGrid(framesPerPixel: 0.1)
    #expect(!plot.isExact(grid: grid, first: 50_000, count: 100))
    #expect(plot.curve(channel: 0, grid: grid, first: 50_000, count: 100, margin: 4, scale: 1) == nil)
    let columns = plot.columns(channel: 0, grid: grid, first: 50_000, count: 100)
    #expect((0..<100).allSatisfy { !columns.isEmpty(at: $0) })
  }
}
