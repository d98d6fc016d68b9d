// ColumnPassTests.swift
// What columns are made of besides their bins, and samples that follow each other: each frame is read once, in order.

import Synchronization
import SystemPackage
import Testing
import WaveformCore

@testable import AudioFormats
@testable import HostIO
@testable import Recording

/// At frame f of channel c stands f mod 1,000, falling with c. Tells what is read.
private final class CountedSource: SampleSource {
  let path: FilePath = "/nowhere"
  let channels: Int
  let sampleRate = 44_100
  let access: SampleAccess
  /// Frames that are there.
  let length: Int
  let reads = Mutex<[FrameRange]>([])

  init(channels: Int, length: Int, access: SampleAccess = .forward) {
    self.channels = channels
    self.length = length
    self.access = access
  }

  func read(_ range: FrameRange) throws(AudioFileError) -> SampleSlice {
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

@Suite struct ColumnPassTests {
  private func parts(_ zoom: Double, length: Int) -> ColumnParts {
    ColumnParts(grid: PixelGrid(framesPerPixel: zoom), framesPerBin: 256, length: length)
  }

  @Test func `stretch after stretch goes once through a decoder that only goes forwards`() throws {
    let source = CountedSource(channels: 2, length: 3_000_000)
    var parts = parts(1234.5, length: source.length)
    for first in stride(from: -1, to: 2431, by: 256) {
      let columns = max(-1, first - 1)..<min(first + 256, 2431)
      parts.keep(columns)
      let unknown = columns.filter { parts[$0] == nil }
      try ColumnPass(parts: parts, columns: unknown, source: source).run {
        for (column, sums) in $0 { parts[column] = sums }
      }
      #expect(parts.holds(columns))
    }
    let reads = source.reads.withLock { $0 }
    #expect(zip(reads, reads.dropFirst()).allSatisfy { $0.upperBound <= $1.lowerBound })
  }

  @Test func `where the source ends early no column is known by half`() throws {
    let source = CountedSource(channels: 1, length: 500_000)
    var parts = parts(1000, length: 1_000_000)
    try ColumnPass(parts: parts, columns: Array(0..<1000), source: source).run {
      for (column, sums) in $0 { parts[column] = sums }
    }
    #expect(parts.count > 400 && parts.count < 500)
    for column in 0..<1000 where parts[column] != nil {
      let frames = parts.split(of: column).parts.reduce(0) { $0 + $1.count }
      #expect(parts[column]?[0].count == frames)
    }
  }

  @Test func `however many channels there are, reads are bounded`() throws {
    let source = CountedSource(channels: 512, length: 40_000)
    var parts = parts(300, length: source.length)
    try ColumnPass(parts: parts, columns: Array(0..<134), source: source).run {
      for (column, sums) in $0 { parts[column] = sums }
    }
    #expect(parts.holds(0..<134))
    #expect(source.reads.withLock { $0 }.allSatisfy { $0.count * 512 <= 5 << 20 })
  }

  @Test func `of ranges that overlap every frame is read once, and all is there`() throws {
    let source = CountedSource(channels: 2, length: 10_000)
    var slice: SampleSlice?
    for first in stride(from: 0, to: 10_000, by: 300) {
      let range = max(0, first - 70)..<min(first + 370, 10_000)
      let next = try source.read(range, keeping: slice)
      #expect(next.range == range)
      #expect(range.allSatisfy { next.sample(channel: 1, frame: $0) == Float($0 % 1000) / 2000 })
      slice = next
    }
    let reads = source.reads.withLock { $0 }
    #expect(reads.reduce(0) { $0 + $1.count } == 10_000)
    // Apart from what is kept there is nothing to join.
    #expect(try source.read(500..<600, keeping: slice).range == 500..<600)
  }
}
