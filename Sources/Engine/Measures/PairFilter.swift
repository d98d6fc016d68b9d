// PairFilter.swift
// One channel or two neighbours as numbers, and the filters over them: the loops are kernels (`SampleKernels`).
// Unsafe: the buffer holds `history` frames before those that are measured, and `room` of these.

import WaveformCore

/// The filters of up to two channels. Owned by one thread at a time.
final class PairFilter {
  /// The first of its channels, and how many there are: 1 or 2.
  let first: Int
  private let width: Int
  private let weighting: KWeighting?
  private let truePeak: TruePeakFilter?
  private let kernels = SampleKernels.best
  /// Numbers, the channels interleaved; those before `samples` were measured already.
  private let buffer: UnsafeMutablePointer<Float>
  private let samples: UnsafeMutablePointer<Float>
  private let room: Int
  private let blockFrames: Int
  /// State of the K-weighting: four numbers of each of two lanes.
  private let state: UnsafeMutablePointer<Double>
  /// False until a frame has been heard.
  private var hasHistory = false

  private static let history = TruePeakFilter.longest
  private static let states = 8
  /// State that is smaller fades to numbers so small that processors take a hundred times as long for them.
  private static let nothing = 1e-100

  init(_ shape: MeasureShape, first: Int, room: Int, hears: Bool) {
    self.first = first
    self.room = room
    blockFrames = shape.framesPerBlock
    width = min(2, shape.channels - first)
    weighting = hears ? KWeighting(sampleRate: shape.sampleRate) : nil
    truePeak = hears ? TruePeakFilter(sampleRate: shape.sampleRate) : nil
    let count = (Self.history + room) * width
    buffer = .allocate(capacity: count)
    buffer.initialize(repeating: 0, count: count)
    samples = buffer + Self.history * width
    state = .allocate(capacity: Self.states)
    state.initialize(repeating: 0, count: Self.states)
  }

  deinit {
    buffer.deallocate()
    state.deallocate()
  }

  /// Goes on where another filter of the same channels has come to.
  func goOn(from other: PairFilter) {
    buffer.update(from: other.buffer, count: Self.history * width)
    state.update(from: other.state, count: Self.states)
    hasHistory = other.hasHistory
  }

  /// Fetches the next frames.
  ///
  /// - Parameters:
  ///   - channels: of the recording.
  ///   - mayHoldGaps: false when all of them are finite numbers.
  func take<Sample: PeakSample>(
    _ from: UnsafePointer<Sample>, frames: Int, channels: Int, mayHoldGaps: Bool
  ) {
    precondition(frames <= room)
    if Sample.self == Int16.self {
      let from = UnsafeRawPointer(from).assumingMemoryBound(to: Int16.self)
      each(frames, channels) { samples[$0] = Float(from[$1]) * Int16.unit }
    } else {
      // The sum makes 0 of −0, which has another sign.
      let from = UnsafeRawPointer(from).assumingMemoryBound(to: Float.self)
      if mayHoldGaps {
        each(frames, channels) { samples[$0] = from[$1].isFinite ? from[$1] + 0 : 0 }
      } else {
        each(frames, channels) { samples[$0] = from[$1] + 0 }
      }
    }
  }

  /// Calls `body` with the index of every number, and that of its sample in the recording.
  @inline(__always)
  private func each(_ frames: Int, _ channels: Int, _ body: (Int, Int) -> Void) {
    if channels == width {
      for index in 0..<frames * width { body(index, index) }
    } else if width == 2 {
      for frame in 0..<frames {
        body(2 * frame, frame * channels + first)
        body(2 * frame + 1, frame * channels + first + 1)
      }
    } else {
      for frame in 0..<frames { body(frame, frame * channels + first) }
    }
  }

  /// Hears the frames that were fetched, without measuring them.
  func skip(_ frames: Int) {
    weigh(frames, from: 0) { _, _ in }
    advance(frames)
  }

  /// Measures the frames that were fetched.
  ///
  /// - Parameters:
  ///   - blocks: extremes have been entered already.
  ///   - place: the block of the first channel.
  ///   - start: where the frames lie in the block.
  func measure(_ frames: Int, into blocks: inout [MeasureBlock], at place: Int, from start: Int) {
    let count = frames * width
    weigh(frames, from: start) { fifth, energy in
      for channel in 0..<width {
        blocks[place + channel].energy += energy[channel]
        blocks[place + channel].fifths[fifth] += Float(energy[channel])
      }
    }
    withUnsafeTemporaryAllocation(of: Double.self, capacity: 3) { sums in
      sums.initialize(repeating: 0)
      withUnsafeTemporaryAllocation(of: Int.self, capacity: 2) { crossings in
        crossings.initialize(repeating: 0)
        kernels.scanSigns(samples, count, width, sums.baseAddress!, crossings.baseAddress!)
        for channel in 0..<width {
          // Nothing is before the first frame of all, not even a 0.
          let isFirst = !hasHistory && samples[channel] < 0
          blocks[place + channel].crossings += Int32(crossings[channel] - (isFirst ? 1 : 0))
          blocks[place + channel].sum += sums[channel]
        }
        if width == 2 { blocks[place].product += sums[2] }
      }
    }
    if let truePeak {
      withUnsafeTemporaryAllocation(of: Float.self, capacity: 2) { best in
        for channel in 0..<2 {
          best.initializeElement(at: channel, to: blocks[place + min(channel, width - 1)].truePeak)
        }
        kernels.raiseTruePeaks(
          samples, count, width, truePeak.coefficients, truePeak.half, truePeak.reach, best.baseAddress!)
        for channel in 0..<width { blocks[place + channel].truePeak = best[channel] }
      }
    }
    advance(frames)
  }

  /// Calls `body` with the energies of each fifth of a block that the frames have a part in.
  private func weigh(_ frames: Int, from start: Int, _ body: (_ fifth: Int, UnsafePointer<Double>) -> Void) {
    guard let weighting else { return }
    withUnsafeTemporaryAllocation(of: Double.self, capacity: 2) { energy in
      var done = 0
      while done < frames {
        let fifth = min((start + done) * MeasureBlock.fifthCount / blockFrames, MeasureBlock.fifthCount - 1)
        let count = min(frames - done, max(1, end(ofFifth: fifth) - start - done))
        energy.initialize(repeating: 0)
        kernels.weigh(
          samples + done * width, count, width, weighting.coefficients, state, energy.baseAddress!)
        body(fifth, energy.baseAddress!)
        done += count
      }
    }
    for index in 0..<Self.states where state[index].magnitude < Self.nothing { state[index] = 0 }
  }

  /// The first frame of a block behind one of its fifths.
  private func end(ofFifth fifth: Int) -> Int {
    ((fifth + 1) * blockFrames + MeasureBlock.fifthCount - 1) / MeasureBlock.fifthCount
  }

  /// Keeps the last frames as those before the next.
  private func advance(_ frames: Int) {
    // The ranges may overlap; `update` allows for that.
    buffer.update(from: buffer + frames * width, count: Self.history * width)
    hasHistory = true
  }
}
