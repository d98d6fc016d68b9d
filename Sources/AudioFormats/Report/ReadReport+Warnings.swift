// ReadReport+Warnings.swift
// The sentences about a recording that differs from the promise of its header.

import HostIO
import SystemPackage
import WaveformCore

extension ReadReport {
  /// Compares what was read with what was promised.
  package init(
    _ description: AudioDescription, frames: Int, nonFiniteSamples: Int, cause: AudioFileError?,
    jumpsWereExact: Bool = true, gaps: [FrameRange] = [], doubts: [FrameRange] = [],
    mistakenParts: OggParts? = nil
  ) {
    var promised = description.framesPromised
    // Containers that count in packets or milliseconds have kept the promise when it is nearly right.
    if let claim = promised, abs(claim - frames) <= description.promiseTolerance { promised = frames }
    var warnings: [String] = []
    func time(_ frames: Int) -> String {
      Timecode(frames: frames, sampleRate: description.sampleRate).text
    }
    let missing = max(0, (promised ?? 0) - frames)
    // Doubts behind the last frame are covered by the sentence about missing frames; without missing frames they move
    // to the last frame.
    let doubts = doubts.compactMap { doubt in
      doubt.lowerBound < frames
        ? doubt.lowerBound..<min(doubt.upperBound, frames) : missing > 0 ? nil : max(0, frames - 1)..<frames
    }
    warnings += Self.sentences(about: gaps, sampleRate: description.sampleRate, end: Self.silenced)
    warnings += Self.sentences(about: doubts, sampleRate: description.sampleRate, end: Self.doubtful)
    if let cause {
      warnings.append(
        "The recording could be read up to \(time(frames)) only: \(cause.detail ?? "the device failed").")
    }
    if missing > 0, let promised {
      let share = Double(missing) / Double(promised) * 100
      let percent = share < 1 ? "less than 1" : share > 99 ? "more than 99" : String(Int(share.rounded()))
      warnings.append(
        "The recording is cut off or damaged from \(time(frames)) on: \(time(missing)) of \(time(promised)) "
          + "(\(percent) %) are missing.")
    } else if description.isCutOff {
      warnings.append(
        "The recording is cut off at \(time(frames)): its end is missing, and nobody can say how much of it.")
    } else if let promised, frames > promised {
      warnings.append(
        "The recording is \(time(frames - promised)) longer than its header says; all of it is shown.")
    } else if promised == nil, description.promiseTolerance == 0, cause == nil,
      description.container != .mpeg, !description.isFirstOfSeveral
    {
      warnings.append(
        "The header does not say how long the recording is; it may not have been closed properly. "
          + "All \(time(frames)) that were found are shown.")
    }
    if description.isFirstOfSeveral {
      warnings.append("Only the first of several recordings in this file is shown.")
    }
    if let parts = mistakenParts {
      let lost = parts.allFrames.map { max(0, $0 - frames) } ?? 0
      warnings.append(
        "This file was put together from \(parts.frames.count) recordings that bear the same serial number, so "
          + "that they cannot be told apart: "
          + (lost > 0
            ? "about \(time(lost)) of it is not shown." : "what follows the first one may be wrong."))
    }
    if let next = description.following {
      let channels = next.channels == 1 ? "1 channel" : "\(next.channels) channels"
      warnings.append(
        "At \(time(frames)) another recording begins (\(channels), \(next.sampleRate) Hz). It does not fit "
          + "this one (\(description.channels == 1 ? "1 channel" : "\(description.channels) channels"), "
          + "\(description.sampleRate) Hz), and is not shown.")
    }
    if let sentence = Self.sentence(aboutNonFinite: nonFiniteSamples) { warnings.append(sentence) }
    self.init(
      frames: frames, framesPromised: promised, nonFiniteSamples: nonFiniteSamples,
      isComplete: missing == 0 && cause == nil && gaps.isEmpty && doubts.isEmpty && !description.isCutOff
        && !description.isFirstOfSeveral
        && description.following == nil && mistakenParts == nil,
      warnings: warnings, cause: cause,
      seeking: jumpsWereExact ? description.seeking : .forwardOnly, gaps: gaps, doubts: doubts)
    sampleRate = description.sampleRate
  }

  /// The sentences about damage in a part of the recording.
  ///
  /// - Parameter nonFinite: samples of the part that are no numbers; nil: those that were read.
  package func warnings(in range: FrameRange, nonFinite: Int? = nil) -> [String] {
    func within(_ ranges: [FrameRange]) -> [FrameRange] { ranges.filter { $0.overlaps(range) } }
    return Self.sentences(about: within(gaps), sampleRate: sampleRate, end: Self.silenced)
      + Self.sentences(about: within(doubts), sampleRate: sampleRate, end: Self.doubtful)
      + [Self.sentence(aboutNonFinite: nonFinite ?? nonFiniteSamples)].compactMap { $0 }
  }

  private static let silenced = "are damaged and shown as silence."
  private static let doubtful = "may be wrong: something is damaged there."

  private static func sentence(aboutNonFinite count: Int) -> String? {
    switch count {
    case 0: nil
    case 1: "1 sample is not a number or infinite; there is a gap in its place."
    default: "\(count) samples are not numbers or infinite; there are gaps in their place."
    }
  }

  /// Where the recording is damaged, and for how long; up to three places are listed one by one.
  private static func sentences(about gaps: [FrameRange], sampleRate: Int, end: String) -> [String] {
    func seconds(_ frames: Int) -> String {
      let hundredths = max(1, (Double(frames) / Double(sampleRate) * 100).rounded())
      return hundredths < 1e15
        ? "\(Int(hundredths) / 100).\(Int(hundredths) / 10 % 10)\(Int(hundredths) % 10) s" : "very much"
    }
    func time(_ frame: Int) -> String { Timecode(frames: frame, sampleRate: sampleRate).text }
    if gaps.count <= 3 {
      return gaps.map { "\(seconds($0.count)) at \(time($0.lowerBound)) \(end)" }
    }
    let all = gaps.reduce(0) { $0 + $1.count }
    return [
      "\(seconds(all)) in \(gaps.count) places from \(time(gaps[0].lowerBound)) to "
        + "\(time(gaps[gaps.count - 1].upperBound)) \(end)"
    ]
  }

  /// The error for a recording without a single readable frame.
  package static func nothing(in description: AudioDescription, path: FilePath) -> AudioFileError {
    (description.framesPromised ?? 1) > 0
      ? AudioFileError(.damaged, path: path) : AudioFileError(.noAudio, path: path)
  }
}
