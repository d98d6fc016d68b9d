// CheckedBlock.swift
// Some frames of a recording as the checks see them, with what several of them want to know: extremes, and runs of
// clipping and digital silence. Unsafe: what the pointers mean lives while the checks look at the block.

import AudioFormats
import Measures
import WaveformCore

/// A part of a run of clipped or silent samples in one channel.
struct FoundRun {
  let kind: MarkKind
  let channel: Int
  /// In frames of the recording. The first part of a run has all of it that was seen up to now, also in earlier blocks.
  let frames: FrameRange
  /// False for what goes on from the part before.
  let isNew: Bool
}

/// Interleaved samples in full scale ±1, in order.
struct CheckedBlock {
  let samples: UnsafePointer<Float>
  /// Where they lie in the recording; never empty.
  let range: FrameRange
  let channels: Int
  /// Of each 256 frames, channel by channel; the last ones are of the rest.
  let sums: UnsafePointer<PeakSums<Float>>
  let runs: [FoundRun]

  static var framesPerSum: Int { PeakBuilder<Float>.framesPerRun }

  /// The largest magnitude of any channel in the frames of a sum; 0 where nothing is finite.
  func peak(ofSum index: Int) -> Float {
    var peak: Float = 0
    for channel in 0..<channels {
      let sum = sums[index * channels + channel]
      if sum.low <= sum.high { peak = max(peak, max(sum.high, -sum.low)) }
    }
    return peak
  }

  /// The largest magnitude of any channel in a frame, counted from the first of the block.
  func peak(ofFrame frame: Int) -> Float {
    var peak: Float = 0
    for channel in 0..<channels {
      let magnitude = samples[frame * channels + channel].magnitude
      if magnitude > peak, magnitude < .infinity { peak = magnitude }
    }
    return peak
  }
}

/// Looks at the samples of a recording, block by block; one thread at a time.
protocol SampleCheck: AnyObject {
  func take(_ block: CheckedBlock)
  /// What was found; called once, behind the last block.
  func findings(in recording: CheckedRecording) -> [Finding]
}

/// What is known of a recording at its end.
struct CheckedRecording {
  let frames: Int
  let sampleRate: Int
  /// What the channels stand for.
  let layout: ChannelLayout
  let blocks: MeasuredBlocks
  let measures: Measures
  let profile: CheckProfile

  init(frames: Int, sampleRate: Int, layout: ChannelLayout, blocks: MeasuredBlocks, profile: CheckProfile) {
    self.frames = frames
    self.sampleRate = sampleRate
    self.layout = layout
    self.blocks = blocks
    measures = blocks.measures
    self.profile = profile
  }

  func seconds(_ frames: Int) -> Double { Double(frames) / Double(sampleRate) }

  /// "1.25", with a point in every language: the same is in files.
  func text(ofSeconds frames: Int) -> String { MeasureItem.text(seconds(frames), decimals: 2) }
}

/// Cuts blocks of any size into small ones, which stay in the nearest cache while all checks look at them.
final class BlockCutter {
  private let channels: Int
  private let most: Int
  private let sums: UnsafeMutablePointer<PeakSums<Float>>
  private var tally: RunTally
  private var found: [FoundMark] = []
  private(set) var frames = 0

  init(channels: Int) {
    self.channels = channels
    // Whole sums, 16 KiB where that is possible.
    most = max(
      CheckedBlock.framesPerSum, 4096 / channels / CheckedBlock.framesPerSum * CheckedBlock.framesPerSum)
    sums = .allocate(capacity: most / CheckedBlock.framesPerSum * channels)
    sums.initialize(repeating: PeakSums(), count: most / CheckedBlock.framesPerSum * channels)
    tally = RunTally(channels: channels, from: 0)
  }

  deinit { sums.deallocate() }

  /// Calls `body` with each part of what follows.
  func cut(_ samples: UnsafeBufferPointer<Float>, _ body: (CheckedBlock) -> Void) {
    guard var place = samples.baseAddress else { return }
    var left = samples.count / channels
    while left > 0 {
      let count = min(left, most)
      reduce(place, count)
      found.removeAll(keepingCapacity: true)
      MarkFinder.find(in: place, frames: count, channels: channels, sums: sums, after: 0, into: &found)
      var runs: [FoundRun] = []
      tally.append(found, frames: count) { kind, channel, frames, isNew in
        runs.append(FoundRun(kind: kind, channel: channel, frames: frames, isNew: isNew))
      }
      body(
        CheckedBlock(
          samples: place, range: frames..<frames + count, channels: channels, sums: sums, runs: runs))
      frames += count
      place += count * channels
      left -= count
    }
  }

  private func reduce(_ samples: UnsafePointer<Float>, _ frames: Int) {
    let size = CheckedBlock.framesPerSum, whole = frames / size, rest = frames % size
    if whole > 0 {
      _ = Float.reduce(samples, binCount: whole, framesPerBin: size, channels: channels, into: sums)
    }
    if rest > 0 {
      _ = Float.reduce(
        samples + whole * size * channels, binCount: 1, framesPerBin: rest, channels: channels,
        into: sums + whole * channels)
    }
  }
}
