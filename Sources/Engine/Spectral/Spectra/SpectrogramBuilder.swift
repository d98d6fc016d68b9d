// SpectrogramBuilder.swift
// Fills a pyramid from the samples of a recording. Parts of it can be reduced on other threads: of each part the transforms
// whose windows lie within it are computed there, and those across its ends in order, when the part before is there.
// Unsafe: planes have as many numbers as stands where they are made, and kernels may write `Spectrograph.room` more.

import WaveformCore

/// Builds a pyramid. One thread at a time, but for `reduce`.
package final class SpectrogramBuilder<Sample: PeakSample>: @unchecked Sendable {
  package let pyramid: SpectrogramPyramid
  private let format: SpectrumFormat
  private let channels: Int
  private let pool: SpectrographPool
  private let spectrograph: Spectrograph
  /// The last samples of each channel; `start` is the frame of the first, which may lie before the recording.
  private let planes: [SpectrumNumbers]
  private var start: Int
  /// Frames so far.
  package private(set) var end = 0
  /// The transform that comes next.
  private var next = 0
  /// The largest powers so far of the column to which `next` belongs, for each channel.
  private let column: [SpectrumNumbers]
  private var steps: [UInt8]
  /// Where each transform is kept by itself, and the numbers for one; nil: nowhere.
  private let recent: RecentTransforms?
  private let alone: SpectrumNumbers

  /// - Parameter recent: gets the transforms of what is appended as samples.
  package init(_ pyramid: SpectrogramPyramid, recent: RecentTransforms? = nil) {
    self.pyramid = pyramid
    self.recent = recent
    alone = SpectrumNumbers(pyramid.format.paddedBins)
    format = pyramid.format
    channels = pyramid.channels
    pool = SpectrographPool(format)
    spectrograph = Spectrograph(format)
    let capacity = Self.capacity(format)
    planes = (0..<pyramid.channels).map { _ in SpectrumNumbers(capacity) }
    start = -format.size / 2
    column = (0..<pyramid.channels).map { [format] _ in SpectrumNumbers(format.columnNumbers) }
    steps = [UInt8](repeating: 0, count: format.columnSteps * pyramid.channels)
  }

  private static func capacity(_ format: SpectrumFormat) -> Int { max(5 * format.size, 16_384) }

  /// Frames of a part are a multiple of this: whole columns, and much longer than a window.
  package var framesPerRun: Int {
    let column = pyramid.hopsPerColumn * format.hop
    return (8 * format.size + column - 1) / column * column
  }

  /// What is known of a part without its neighbours.
  package struct Part {
    let start: Int, end: Int
    /// The first and the last frames, interleaved, for the windows across the ends.
    let head: [Sample], tail: [Sample]
    /// The transforms whose windows lie within the part, and the largest powers of each column, channel by channel.
    let transforms: Range<Int>
    let columns: [SpectrumNumbers]
  }

  /// Computes the transforms within a part. Any thread.
  ///
  /// - Parameters:
  ///   - samples: interleaved, a multiple of `framesPerRun` frames: none where a recording ends before its time.
  ///   - start: the first frame, a multiple of `framesPerRun`.
  package func reduce(_ samples: UnsafePointer<Sample>, frames: Int, from start: Int) -> Part {
    guard frames > 0 else {
      return Part(start: start, end: start, head: [], tail: [], transforms: 0..<0, columns: [])
    }
    let size = format.size, hop = format.hop, end = start + frames
    // Before the recording there is silence.
    let lead = start == 0 ? size / 2 : 0
    let first = start == 0 ? 0 : (start + size / 2 + hop - 1) / hop
    let transforms = first..<(end - size / 2) / hop + 1
    let perColumn = pyramid.hopsPerColumn
    let firstColumn = start / (hop * perColumn)
    var powers: [SpectrumNumbers] = []
    pool.lend { spectrograph in
      let plane = SpectrumNumbers(lead + frames)
      powers = (0..<frames / (hop * perColumn) * channels).map { _ in SpectrumNumbers(format.columnNumbers) }
      for channel in 0..<channels {
        spectrograph.takeIn(samples + channel, count: frames, step: channels, into: plane.first + lead)
        for column in 0..<powers.count / channels {
          let range = (firstColumn + column) * perColumn..<(firstColumn + column + 1) * perColumn
          spectrograph.fold(
            transforms.clamped(to: range), of: plane.first, from: start - lead,
            into: powers[column * channels + channel].first)
        }
      }
    }
    let all = UnsafeBufferPointer(start: samples, count: frames * channels)
    return Part(
      start: start, end: end, head: Array(all.prefix((size - 1) * channels)),
      tail: Array(all.suffix(size * channels)), transforms: transforms, columns: powers)
  }

  /// Adds the next part.
  package func append(_ part: Part) {
    precondition(part.start == end)
    guard part.end > part.start else { return }
    // So many that just those windows are whole that the part lacks.
    if part.start > 0 {
      part.head.withUnsafeBufferPointer { append($0.baseAddress!, frames: $0.count / channels) }
    }
    precondition(next == part.transforms.lowerBound)
    let perColumn = pyramid.hopsPerColumn
    let firstColumn = part.start / (format.hop * perColumn)
    while next < part.transforms.upperBound {
      let index = next / perColumn
      for channel in 0..<channels {
        spectrograph.raise(
          column[channel].first, to: part.columns[(index - firstColumn) * channels + channel].first)
      }
      advance(to: min(part.transforms.upperBound, (index + 1) * perColumn))
    }
    start = part.end - format.size
    end = start
    part.tail.withUnsafeBufferPointer { take($0.baseAddress!, frames: format.size) }
  }

  /// Adds the next samples: interleaved, any number of frames.
  ///
  /// - Parameter isRecent: true when `recent` keeps their transforms, which takes twice as long.
  package func append(_ samples: UnsafePointer<Sample>, frames: Int, isRecent: Bool = false) {
    var done = 0
    while done < frames {
      let piece = min(frames - done, room)
      take(samples + done * channels, frames: piece)
      done += piece
      transform(before: .max, isRecent: isRecent)
      dropOld()
    }
  }

  /// Call it once, after the last samples.
  package func finish() {
    // Behind the recording there is silence.
    let length = end, count = format.count(length: length)
    var left = format.size / 2
    while left > 0 {
      let piece = min(left, room)
      for plane in planes { (plane.first + (end - start)).update(repeating: 0, count: piece) }
      end += piece
      left -= piece
      transform(before: count)
      dropOld()
    }
    if next % pyramid.hopsPerColumn > 0 { flush() }
    pyramid.finish(length: length)
  }

  private var room: Int { Self.capacity(format) - (end - start) }

  private func take(_ samples: UnsafePointer<Sample>, frames: Int) {
    for channel in 0..<channels {
      spectrograph.takeIn(
        samples + channel, count: frames, step: channels, into: planes[channel].first + (end - start))
    }
    end += frames
  }

  /// Computes the transforms whose windows are whole.
  private func transform(before limit: Int, isRecent: Bool = false) {
    guard end >= format.size / 2 else { return }
    let last = min((end - format.size / 2) / format.hop + 1, limit), perColumn = pyramid.hopsPerColumn
    if isRecent, let recent {
      while next < last {
        transformAlone(for: recent)
        advance(to: next + 1)
      }
    }
    while next < last {
      let stop = min(last, (next / perColumn + 1) * perColumn)
      for channel in 0..<channels {
        spectrograph.fold(
          next..<stop, of: planes[channel].first, from: start, into: column[channel].first)
      }
      advance(to: stop)
    }
  }

  /// Computes the next transform by itself, and adds it to the column.
  private func transformAlone(for recent: RecentTransforms) {
    for channel in 0..<channels {
      alone.first.update(repeating: 0, count: format.columnNumbers)
      spectrograph.fold(next..<next + 1, of: planes[channel].first, from: start, into: alone.first)
      spectrograph.raise(column[channel].first, to: alone.first)
      steps.withUnsafeMutableBufferPointer {
        spectrograph.steps(alone.first, into: $0.baseAddress! + channel * format.columnSteps)
      }
    }
    steps.withUnsafeBufferPointer { recent.append(next, $0) }
  }

  private func advance(to transform: Int) {
    next = transform
    if next % pyramid.hopsPerColumn == 0 { flush() }
  }

  /// Gives the column to the pyramid, and begins the next one.
  private func flush() {
    steps.withUnsafeMutableBufferPointer { steps in
      for channel in 0..<channels {
        spectrograph.steps(column[channel].first, into: steps.baseAddress! + channel * format.columnSteps)
        column[channel].first.update(repeating: 0, count: format.columnNumbers)
      }
      pyramid.append(UnsafeBufferPointer(steps))
    }
  }

  /// Keeps what the next window needs.
  private func dropOld() {
    let needed = min(next * format.hop - format.size / 2, end)
    guard needed > start else { return }
    for plane in planes { plane.first.update(from: plane.first + (needed - start), count: end - needed) }
    start = needed
  }
}

/// Numbers that begin as 0, and room that kernels may overwrite. Sound: written by one thread at a time.
package final class SpectrumNumbers: @unchecked Sendable {
  package let first: UnsafeMutablePointer<Float>

  package init(_ count: Int) {
    first = .allocate(capacity: count + Spectrograph.room)
    first.initialize(repeating: 0, count: count + Spectrograph.room)
  }

  deinit { first.deallocate() }
}
