// PeakBuilder.swift
// The only writer of a pyramid: takes interleaved blocks of any size on the reader's thread, reduces whole
// bins and folds them into all coarser levels at once. Frames are always reduced in the same runs, whatever
// the blocks were and on whichever thread. So neither block sizes nor threads change anything, not even the
// rounding of a sum.

/// Builds all zoom levels of a `PeakPyramid` in one pass.
public final class PeakBuilder<Sample: PeakSample> {
  public let pyramid: PeakPyramid<Sample>

  /// Frames that are reduced together. Larger bins of level 0 are made of several such runs.
  public static var framesPerRun: Int { 256 }

  private let channels: Int
  /// The number of runs in a bin of level 0, and in the unfinished one.
  private let runsPerBin: Int
  private var openRuns = 0
  private let openBin: UnsafeMutablePointer<PeakSums<Sample>>
  /// The samples of a bin that is not full yet.
  private let carry: UnsafeMutablePointer<Sample>
  private var carriedFrames = 0
  /// The most runs that are reduced and folded together: not more than fit in a chunk. So there is always a
  /// coarser level behind one that is given up in the middle of a run.
  private let runsAtOnce: Int
  /// Results of the kernel, and room for the unfinished bin of every level.
  private let fresh: UnsafeMutablePointer<PeakSums<Sample>>
  private let recorder: MarkRecorder
  private var found: [FoundMark] = []
  private let open: UnsafeMutablePointer<PeakSums<Sample>>
  /// The number of bins in the unfinished bin of every level, and of bins written. Pointers like the rest:
  /// the runtime checks every access to a variable property of a class, which costs more than folding a bin.
  private let openChildren: UnsafeMutablePointer<Int>
  private let written: UnsafeMutablePointer<Int>
  private let levels: [PeakLevel<Sample>]
  private let slots: UnsafeMutablePointer<PeakLevel<Sample>.Slots>
  private var finest = 0
  private var frames = 0
  private var nonFinite = 0
  private var isFinished = false

  /// - Parameter pyramid: a new pyramid; this builder becomes its only writer.
  public init(_ pyramid: PeakPyramid<Sample>) {
    self.pyramid = pyramid
    channels = pyramid.channels
    recorder = MarkRecorder(pyramid.marks)
    runsPerBin = pyramid.baseFramesPerBin / Self.framesPerRun
    openBin = .allocate(capacity: channels)
    openBin.initialize(repeating: PeakSums(), count: channels)
    let levelCount = pyramid.levels.count
    carry = .allocate(capacity: Self.framesPerRun * channels)
    runsAtOnce = Swift.min(64, pyramid.levels[0].binsPerChunk)
    fresh = .allocate(capacity: runsAtOnce * channels)
    fresh.initialize(repeating: PeakSums(), count: runsAtOnce * channels)
    open = .allocate(capacity: levelCount * channels)
    open.initialize(repeating: PeakSums(), count: levelCount * channels)
    openChildren = .allocate(capacity: levelCount)
    openChildren.initialize(repeating: 0, count: levelCount)
    written = .allocate(capacity: levelCount)
    written.initialize(repeating: 0, count: levelCount)
    levels = pyramid.levels
    slots = .allocate(capacity: levelCount)
    for (level, target) in levels.enumerated() { (slots + level).initialize(to: target.slots) }
  }

  deinit {
    carry.deallocate()
    openBin.deallocate()
    fresh.deallocate()
    open.deallocate()
    openChildren.deallocate()
    written.deallocate()
    slots.deallocate()
  }

  /// Takes in the next frames and publishes the bins that they complete.
  ///
  /// - Parameter block: interleaved samples; a multiple of the channel count, of any length.
  /// - Complexity: O(`block.count`)
  public func append(_ block: UnsafeBufferPointer<Sample>) {
    precondition(!isFinished && block.count % channels == 0)
    guard var position = block.baseAddress else { return }
    let framesPerRun = Self.framesPerRun
    var left = block.count / channels
    if carriedFrames > 0 {
      let taken = Swift.min(left, framesPerRun - carriedFrames)
      (carry + carriedFrames * channels).update(from: position, count: taken * channels)
      carriedFrames += taken
      position += taken * channels
      left -= taken
      if carriedFrames == framesPerRun {
        addRuns(carry, count: 1)
        carriedFrames = 0
      }
    }
    while left >= framesPerRun {
      let count = Swift.min(left / framesPerRun, runsAtOnce)
      addRuns(position, count: count)
      position += count * framesPerRun * channels
      left -= count * framesPerRun
    }
    if left > 0 {
      carry.update(from: position, count: left * channels)
      carriedFrames = left
    }
    publish()
  }

  /// Takes in runs that were reduced elsewhere by `PeakSample.reduce`, and publishes the bins that they
  /// complete. Must begin at the end of a run: not after an `append` that left a part of one.
  ///
  /// - Parameters:
  ///   - runs: `count × channels` sums, each over `framesPerRun` frames, run by run.
  ///   - nonFinite: the number of samples in them that were NaN or infinite.
  ///   - marks: what `reduce` found in them.
  /// - Complexity: O(`count`)
  public func append(
    runs: UnsafePointer<PeakSums<Sample>>, count: Int, nonFinite: Int, marks: [FoundMark]
  ) {
    precondition(!isFinished && carriedFrames == 0)
    self.nonFinite += nonFinite
    recorder.append(marks, frames: count * Self.framesPerRun)
    var first = 0
    while first < count {
      let part = Swift.min(runsAtOnce, count - first)
      fresh.update(from: runs + first * channels, count: part * channels)
      enter(part)
      first += part
    }
    publish()
  }

  /// Writes the last, partial bins and marks the pyramid complete. Nothing may be appended afterwards.
  public func finish() {
    guard !isFinished else { return }
    isFinished = true
    if carriedFrames > 0 {
      nonFinite += Sample.reduce(
        carry, binCount: 1, framesPerBin: carriedFrames, channels: channels, into: fresh)
      for channel in 0..<channels { openBin[channel].add(fresh[channel]) }
      found.removeAll(keepingCapacity: true)
      MarkFinder.find(
        in: carry, frames: carriedFrames, channels: channels, sums: fresh, after: 0, into: &found)
      recorder.append(found, frames: carriedFrames)
      frames += carriedFrames
      carriedFrames = 0
      openRuns += 1
    }
    if openRuns > 0 {
      close(openBin, into: fresh)
      openRuns = 0
      fold(binCount: 1, ofLevel: 0)
    }
    for level in 1..<levels.count where openChildren[level] > 0 {
      close(open + level * channels, into: fresh)
      openChildren[level] = 0
      fold(binCount: 1, ofLevel: level)
      if written[level] == 1 { break }  // one bin holds everything: coarser ones would repeat it
    }
    publish()
  }

  // MARK: Folding

  private func addRuns(_ samples: UnsafePointer<Sample>, count: Int) {
    found.removeAll(keepingCapacity: true)
    nonFinite += Self.reduce(samples, runs: count, channels: channels, into: fresh, found: &found)
    recorder.append(found, frames: count * Self.framesPerRun)
    enter(count)
  }

  /// Reduces whole runs of interleaved samples, and finds the marks in them; on any thread.
  ///
  /// - Parameters:
  ///   - samples: `count × framesPerRun × channels` samples.
  ///   - sums: room for `count × channels` results, run by run; overwritten.
  ///   - found: the marks are appended to it, for `append(runs:count:nonFinite:marks:)`.
  /// - Returns: how many samples were not finite.
  @_specialize(kind:full,where Sample == Int16)
  @_specialize(kind:full,where Sample == Float)
  public static func reduce(
    _ samples: UnsafePointer<Sample>, runs count: Int, channels: Int,
    into sums: UnsafeMutablePointer<PeakSums<Sample>>, found: inout [FoundMark]
  ) -> Int {
    var nonFinite = 0
    var run = 0
    while run < count {
      // A few at a time, so that marks are looked for while the samples are still in the nearest cache.
      let part = Swift.min(8, count - run)
      let from = samples + run * framesPerRun * channels
      let to = sums + run * channels
      nonFinite += Sample.reduce(
        from, binCount: part, framesPerBin: framesPerRun, channels: channels, into: to)
      MarkFinder.find(
        in: from, frames: part * framesPerRun, channels: channels, sums: to, after: run * framesPerRun,
        into: &found)
      run += part
    }
    return nonFinite
  }

  /// Makes bins of the runs in `fresh`, and folds them.
  private func enter(_ count: Int) {
    frames += count * Self.framesPerRun
    guard runsPerBin > 1 else {
      fold(binCount: count, ofLevel: 0)
      return
    }
    var full = 0
    for run in 0..<count {
      for channel in 0..<channels { openBin[channel].add(fresh[run * channels + channel]) }
      openRuns += 1
      if openRuns == runsPerBin {
        close(openBin, into: fresh + full * channels)
        openRuns = 0
        full += 1
      }
    }
    fold(binCount: full, ofLevel: 0)
  }

  /// Writes the bins in `fresh`, and folds them into all coarser levels. Works level by level: bins that
  /// become full replace in `fresh` those that they were made of.
  @_specialize(kind:full,where Sample == Int16)
  @_specialize(kind:full,where Sample == Float)
  private func fold(binCount: Int, ofLevel first: Int) {
    var level = first
    var count = binCount
    while count > 0 {
      store(count, atLevel: level)
      level += 1
      if level == levels.count { return }
      count = gather(count, intoLevel: level)
    }
  }

  /// Adds bins of the level below to the unfinished bin of `level`.
  ///
  /// - Returns: how many bins became full; they are in `fresh` then.
  @inline(__always)
  private func gather(_ count: Int, intoLevel level: Int) -> Int {
    let factor = PeakPyramid<Sample>.levelFactor
    let room = open + level * channels
    var children = openChildren[level]
    var full = 0
    var bin = 0
    while bin < count {
      let next = fresh + bin * channels
      if children == 0, bin + factor <= count {
        // The usual case: whole bins. The same sums in the same order as below.
        let target = fresh + full * channels
        for channel in 0..<channels {
          var sums = next[channel]
          for child in 1..<factor { sums.add(next[child * channels + channel]) }
          target[channel] = sums
        }
        full += 1
        bin += factor
        continue
      }
      for channel in 0..<channels { room[channel].add(next[channel]) }
      children += 1
      bin += 1
      if children == factor {
        close(room, into: fresh + full * channels)
        children = 0
        full += 1
      }
    }
    openChildren[level] = children
    return full
  }

  /// Moves the sums of an unfinished bin away, and begins the next one.
  @inline(__always)
  private func close(
    _ room: UnsafeMutablePointer<PeakSums<Sample>>, into target: UnsafeMutablePointer<PeakSums<Sample>>
  ) {
    for channel in 0..<channels {
      target[channel] = room[channel]
      room[channel] = PeakSums()
    }
  }

  /// Writes the first `count` bins of `fresh`.
  @inline(__always)
  private func store(_ count: Int, atLevel level: Int) {
    var stored = 0
    while stored < count {
      guard level >= finest else { return }
      let target = slots[level]
      let index = written[level]
      if target.needsChunk(forBin: index) {
        makeRoom(atLevel: level)
        continue
      }
      let part = Swift.min(count - stored, target.room(fromBin: index))
      for channel in 0..<channels {
        let sums = fresh + stored * channels + channel
        let bins = target.bins(from: index, channel: channel)
        for bin in 0..<part { bins[bin] = sums[bin * channels].bin }
      }
      written[level] = index + part
      stored += part
    }
  }

  /// Allocates another chunk of `level`; gives up the finest level when the budget is used up.
  private func makeRoom(atLevel level: Int) {
    let isFull = pyramid.byteCount + levels[level].bytesPerChunk > pyramid.budget
    if isFull, finest + 1 < levels.count, written[finest + 1] > 0 {
      // The coarser level is complete up to here, so only resolution is lost.
      finest += 1
      pyramid.giveUpFinestLevel()
      if level < finest { return }
    }
    pyramid.addChunk(toLevel: level)
  }

  private func publish() {
    for level in finest..<levels.count where written[level] > 0 {
      levels[level].publish(count: written[level])
    }
    recorder.publish(isFinished: isFinished)
    // Whole bins of the finest level, which may have been given up meanwhile; at the end all frames.
    let readable = isFinished ? frames : written[finest] * pyramid.framesPerBin(ofLevel: finest)
    pyramid.publish(frames: readable, isComplete: isFinished, nonFinite: nonFinite)
  }
}
