// PeakBuilder.swift
// The one writer of a pyramid: takes interleaved blocks of any size on the reader's thread, reduces whole bins
// and folds them into all coarser levels at once. A bin is always reduced in one go, whatever the blocks were,
// so that block sizes change nothing, not even the rounding of a sum.

/// Builds all zoom levels of a `PeakPyramid` in one pass.
public final class PeakBuilder<Sample: PeakSample> {
  public let pyramid: PeakPyramid<Sample>

  private let channels: Int
  private let framesPerBin: Int
  /// Samples of a bin that is not full yet.
  private let carry: UnsafeMutablePointer<Sample>
  private var carriedFrames = 0
  /// Bins that are reduced and folded in one go: never more than a chunk has, so that a level that is given up
  /// in the middle of a run always has a coarser one behind it.
  private let binsPerRun: Int
  /// Results of the kernel, and room for the unfinished bin of every level.
  private let fresh: UnsafeMutablePointer<PeakSums<Sample>>
  private let open: UnsafeMutablePointer<PeakSums<Sample>>
  /// Bins in the unfinished bin of every level, and bins written so far. Pointers like the rest: the runtime
  /// checks every access to a variable property of a class, which costs more than folding a bin.
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
    framesPerBin = pyramid.baseFramesPerBin
    let levelCount = pyramid.levels.count
    carry = .allocate(capacity: framesPerBin * channels)
    binsPerRun = Swift.min(64, pyramid.levels[0].binsPerChunk)
    fresh = .allocate(capacity: binsPerRun * channels)
    fresh.initialize(repeating: PeakSums(), count: binsPerRun * channels)
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
    var left = block.count / channels
    if carriedFrames > 0 {
      let taken = Swift.min(left, framesPerBin - carriedFrames)
      (carry + carriedFrames * channels).update(from: position, count: taken * channels)
      carriedFrames += taken
      position += taken * channels
      left -= taken
      if carriedFrames == framesPerBin {
        addBins(carry, count: 1)
        carriedFrames = 0
      }
    }
    while left >= framesPerBin {
      let count = Swift.min(left / framesPerBin, binsPerRun)
      addBins(position, count: count)
      position += count * framesPerBin * channels
      left -= count * framesPerBin
    }
    if left > 0 {
      carry.update(from: position, count: left * channels)
      carriedFrames = left
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
      fold(binCount: 1, ofLevel: 0)
      frames += carriedFrames
      carriedFrames = 0
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

  private func addBins(_ samples: UnsafePointer<Sample>, count: Int) {
    nonFinite += Sample.reduce(
      samples, binCount: count, framesPerBin: framesPerBin, channels: channels, into: fresh)
    fold(binCount: count, ofLevel: 0)
    frames += count * framesPerBin
  }

  /// Writes the bins that lie in `fresh`, and folds them into all coarser levels. A level at a time: bins that
  /// become full take the place in `fresh` of those that they were made from.
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
  /// - Returns: how many bins became full; they lie in `fresh` now.
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
        // The usual way: all of them are there. The same sums in the same order as below.
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

  /// Takes memory for another chunk of `level`; gives up the finest level when the budget is used up.
  private func makeRoom(atLevel level: Int) {
    let isFull = pyramid.byteCount + levels[level].bytesPerChunk > pyramid.budget
    if isFull, finest + 1 < levels.count, written[finest + 1] > 0 {
      // The coarser level is complete up to here, so nothing but resolution is lost.
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
    // Whole bins of the finest level, which may have been given up since; at the end every frame.
    let readable = isFinished ? frames : written[finest] * pyramid.framesPerBin(ofLevel: finest)
    pyramid.publish(frames: readable, isComplete: isFinished, nonFinite: nonFinite)
  }
}
