// MeasureBuilder.swift
// Makes blocks of samples that come in order. Owned by one thread at a time. Two builders may work on two stretches of a
// recording at once: the later one is given what comes before its stretch, and the earlier one takes over its blocks.

import WaveformCore

/// Measures interleaved samples, block by block.
///
/// Blocks lie on a grid from frame 0. All but sums that are rounded is the same however the samples are cut, and whichever
/// builder measures them; sums differ by 10⁻¹³ at most of what they are.
package final class MeasureBuilder<Sample: PeakSample> {
  package let shape: MeasureShape
  /// The first frame that is measured, and the one behind the last.
  package let start: Int
  package private(set) var end: Int
  /// From that of `start` on; the last one may be unfinished.
  package private(set) var blocks: [MeasureBlock] = []

  /// Samples of all channels that were no finite number.
  package private(set) var nonFiniteSamples = 0

  private let pairs: [PairFilter]
  private let sums: UnsafeMutablePointer<PeakSums<Sample>>
  private var tally: RunTally?
  /// Runs that were found, counted from `start`, where another builder will count them.
  private var found: [FoundMark] = []

  /// Frames that are measured together: they fit into the nearest cache.
  private static var most: Int { 2048 }
  private static var framesPerSum: Int { PeakBuilder<Sample>.framesPerRun }

  /// - Parameters:
  ///   - start: where the samples lie in the recording.
  ///   - counts: false when runs will be counted by the builder that takes over the blocks.
  ///   - hears: false leaves out loudness and true peaks, which are three fifths of the work.
  package init(_ shape: MeasureShape, from start: Int = 0, counts: Bool = true, hears: Bool = true) {
    self.shape = shape
    self.start = start
    end = start
    pairs = stride(from: 0, to: shape.channels, by: 2).map {
      PairFilter(shape, first: $0, room: Self.most, hears: hears)
    }
    sums = .allocate(capacity: (Self.most / Self.framesPerSum + 1) * shape.channels)
    sums.initialize(
      repeating: PeakSums(), count: (Self.most / Self.framesPerSum + 1) * shape.channels)
    tally = counts ? RunTally(channels: shape.channels, from: start) : nil
  }

  deinit { sums.deallocate() }

  /// Lets the filters hear what lies before `start`: at least `shape.memory` frames of it, or all. Runs that begin there
  /// count as far as they lie behind `start`.
  package func prime(_ samples: UnsafePointer<Sample>, frames: Int) {
    precondition(end == start)
    if tally != nil { tally = RunTally(channels: shape.channels, from: start - frames) }
    hear(samples, frames: frames) { place, count in
      for pair in pairs {
        pair.take(place, frames: count, channels: shape.channels, mayHoldGaps: true)
        pair.skip(count)
      }
    }
  }

  /// Looks at what lies behind the last frame, at least 64 frames or all: runs that go on there may be long enough.
  package func finish(before samples: UnsafePointer<Sample>, frames: Int) {
    hear(samples, frames: frames) { _, _ in }
    tally = nil
  }

  /// Looks for runs in frames that are not measured.
  private func hear(
    _ samples: UnsafePointer<Sample>, frames: Int, _ body: (UnsafePointer<Sample>, Int) -> Void
  ) {
    var place = samples, left = frames
    while left > 0 {
      let count = min(left, Self.most)
      body(place, count)
      if tally != nil {
        _ = reduce(place, count)
        found.removeAll(keepingCapacity: true)
        find(place, count, after: 0)
        self.count(found, frames: count)
      }
      place += count * shape.channels
      left -= count
    }
  }

  /// Measures the next frames.
  ///
  /// - Complexity: O(`frames`)
  package func append(_ samples: UnsafePointer<Sample>, frames: Int) {
    var place = samples, left = frames
    while left > 0 {
      let room = shape.framesPerBlock - end % shape.framesPerBlock
      let count = min(left, min(room, Self.most))
      measure(place, count)
      place += count * shape.channels
      left -= count
    }
  }

  /// Takes over what another builder has measured from `end` on.
  package func append(_ next: MeasureBuilder) {
    precondition(next.start == end)
    if next.end == next.start { return }
    let first = block(of: end)
    for (index, block) in next.blocks.enumerated() {
      let place = first * shape.channels + index
      if place < blocks.count { blocks[place].add(block) } else { blocks.append(block) }
    }
    end = next.end
    count(next.found, frames: next.end - next.start)
    nonFiniteSamples += next.nonFiniteSamples
    for (pair, other) in zip(pairs, next.pairs) { pair.goOn(from: other) }
  }

  /// The energies behind the filter of whole blocks, all channels together, that are final; from the given one on. None
  /// where loudness cannot be measured.
  package func energies(from block: Int) -> [Double] {
    let whole = end / shape.framesPerBlock - start / shape.framesPerBlock
    guard block < whole else { return [] }
    return Energies(together: blocks[block * shape.channels..<whole * shape.channels], shape).blocks
  }

  /// The index in `blocks` of the block that holds a frame, if it is the first channel's.
  private func block(of frame: Int) -> Int { frame / shape.framesPerBlock - start / shape.framesPerBlock }

  private func measure(_ samples: UnsafePointer<Sample>, _ frames: Int) {
    let first = block(of: end) * shape.channels
    while blocks.count < first + shape.channels { blocks.append(MeasureBlock()) }
    let gaps = reduce(samples, frames)
    nonFiniteSamples += gaps
    for channel in 0..<shape.channels { add(channel, frames, to: &blocks[first + channel]) }
    for pair in pairs {
      pair.take(samples, frames: frames, channels: shape.channels, mayHoldGaps: gaps > 0)
      pair.measure(frames, into: &blocks, at: first + pair.first, from: end % shape.framesPerBlock)
    }
    if tally == nil {
      find(samples, frames, after: end - start)
      end += frames
    } else {
      found.removeAll(keepingCapacity: true)
      find(samples, frames, after: 0)
      end += frames
      count(found, frames: frames)
    }
  }

  /// - Returns: samples that are no finite number.
  private func reduce(_ samples: UnsafePointer<Sample>, _ frames: Int) -> Int {
    let size = Self.framesPerSum, whole = frames / size, rest = frames % size
    var gaps = 0
    if whole > 0 {
      gaps += Sample.reduce(
        samples, binCount: whole, framesPerBin: size, channels: shape.channels, into: sums)
    }
    if rest > 0 {
      gaps += Sample.reduce(
        samples + whole * size * shape.channels, binCount: 1, framesPerBin: rest, channels: shape.channels,
        into: sums + whole * shape.channels)
    }
    return gaps
  }

  private func find(_ samples: UnsafePointer<Sample>, _ frames: Int, after before: Int) {
    MarkFinder.find(
      in: samples, frames: frames, channels: shape.channels, sums: sums, after: before, into: &found)
  }

  /// Adds what `reduce` has found in one channel.
  private func add(_ channel: Int, _ frames: Int, to block: inout MeasureBlock) {
    var all = PeakSums<Sample>()
    for row in 0..<(frames - 1) / Self.framesPerSum + 1 { all.add(sums[row * shape.channels + channel]) }
    block.frames += frames
    block.nonFinite += Int32(frames - all.count)
    block.squares += all.squares * Double(Sample.unit) * Double(Sample.unit)
    guard all.count > 0 else { return }
    block.low = min(block.low, all.low.asFloat * Sample.unit)
    block.high = max(block.high, all.high.asFloat * Sample.unit)
    block.truePeak = max(block.truePeak, block.samplePeak)
  }

  /// Counts runs in the blocks; call it when these hold them.
  private func count(_ found: [FoundMark], frames: Int) {
    let (channels, size) = (shape.channels, shape.framesPerBlock)
    tally?.append(found, frames: frames) { kind, channel, run, isNew in
      if isNew, kind != .silent, start..<end ~= run.lowerBound {
        blocks[block(of: run.lowerBound) * channels + channel].clips += 1
      }
      let run = run.clamped(to: start..<end)
      var frame = run.lowerBound
      while frame < run.upperBound {
        let next = min(run.upperBound, (frame / size + 1) * size)
        let place = block(of: frame) * channels + channel
        if kind == .silent {
          blocks[place].silent += Int32(next - frame)
        } else {
          blocks[place].clipped += Int32(next - frame)
        }
        frame = next
      }
    }
  }
}
