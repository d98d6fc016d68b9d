// DropoutCheck.swift
// Digital silence in the middle of sound: what a sound card or a network leaves where it lost samples. A pause ends and
// begins quietly; a dropout has sound right before and right behind it.

import Localization
import WaveformCore

/// Finds dropouts, channel by channel.
final class DropoutCheck: SampleCheck {
  /// A run of zeros, and the level of the sound before it.
  private struct Run {
    var frames: FrameRange
    let before: Float
  }

  private let channels: Int
  /// Frames on either side that tell whether there is sound.
  private let context: Int
  private let longest: Int
  private let level: Float
  private var found: [PlaceList]
  private var open: [Run?]
  /// The last samples of the blocks before.
  private var tail: [Float] = []
  private var tailStart = 0

  init(channels: Int, sampleRate: Int, _ profile: CheckProfile) {
    self.channels = channels
    context = max(8, sampleRate / 200)
    longest = profile.bound(.dropoutsMost).map { Int($0 * Double(sampleRate)) } ?? .max
    level = profile.magnitude(.dropoutsLevel)
    found = Array(repeating: PlaceList(), count: channels)
    open = Array(repeating: nil, count: channels)
  }

  func take(_ block: CheckedBlock) {
    for run in block.runs where run.kind == .silent {
      if run.isNew {
        close(run.channel, block, before: run.frames.lowerBound)
        // Nothing is lost at the beginning that anybody could tell.
        guard run.frames.lowerBound > 0 else { continue }
        open[run.channel] = Run(
          frames: run.frames,
          before: level(of: run.channel, run.frames.lowerBound - context..<run.frames.lowerBound, block))
      } else if let start = open[run.channel]?.frames.lowerBound {
        open[run.channel]!.frames = start..<run.frames.upperBound
      }
    }
    for channel in 0..<channels {
      if let run = open[channel], run.frames.upperBound + context <= block.range.upperBound {
        close(channel, block, before: run.frames.upperBound + context)
      }
    }
    keep(block)
  }

  /// Decides about a run, by the sound that follows it up to a frame.
  private func close(_ channel: Int, _ block: CheckedBlock?, before end: Int) {
    guard let run = open[channel] else { return }
    open[channel] = nil
    guard run.frames.count <= longest, run.before >= level else { return }
    let behind = run.frames.upperBound..<min(end, run.frames.upperBound + context)
    if level(of: channel, behind, block) >= level { found[channel].add(run.frames) }
  }

  /// The root of the mean square of some frames, as far as they are at hand; 0 for none.
  private func level(of channel: Int, _ wanted: FrameRange, _ block: CheckedBlock?) -> Float {
    var sum: Float = 0, count = 0
    let kept = wanted.clamped(to: tailStart..<tailStart + tail.count / channels)
    for frame in kept {
      let sample = tail[(frame - tailStart) * channels + channel]
      sum += sample * sample
    }
    count += kept.count
    if let block {
      let present = wanted.clamped(to: block.range)
      for frame in present {
        let sample = block.samples[(frame - block.range.lowerBound) * channels + channel]
        sum += sample * sample
      }
      count += present.count
    }
    // What is not finite makes no dropout.
    return count > 0 && sum.isFinite ? (sum / Float(count)).squareRoot() : 0
  }

  /// Keeps the end of a block: a run is known when it has 64 samples, and the sound before it is wanted then.
  private func keep(_ block: CheckedBlock) {
    let wanted = context + 64, count = block.range.count
    let new = UnsafeBufferPointer(
      start: block.samples + max(0, count - wanted) * channels, count: min(count, wanted) * channels)
    if count >= wanted { tail.removeAll(keepingCapacity: true) }
    tail.append(contentsOf: new)
    if tail.count > wanted * channels { tail.removeFirst(tail.count - wanted * channels) }
    tailStart = block.range.upperBound - tail.count / channels
  }

  func findings(in recording: CheckedRecording) -> [Finding] {
    for channel in 0..<channels {
      if let run = open[channel], run.frames.upperBound < recording.frames {
        close(channel, nil, before: recording.frames)
      }
    }
    return found.enumerated().filter { $0.element.count > 0 }.map { channel, found in
      let longest = recording.text(ofSeconds: found.longest)
      return Finding(
        .dropouts,
        Sentence(
          "digital silence within sound in \(found.count) place, for \(longest) s at most",
          plural: "digital silence within sound in \(found.count) places, for \(longest) s at most",
          count: found.count),
        found, channel: channel)
    }
  }
}
