// ReadReport+Warnings.swift
// The sentences about a recording that differs from the promise of its header.

import HostIO
import Localization
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
    // Where the end is lost, even an estimate tells how much of it. That of Matroska is the track's own; others are those of
    // the whole, whose pictures may go on, so a doubt about the last block is not enough for them.
    let isOwn = description.container == .webM || description.container == Container("matroska")
    let hasLostEnd = description.isCutOff || isOwn && doubts.contains { $0.upperBound >= frames }
    let tolerance =
      description.promiseTolerance == .max && hasLostEnd
      ? description.sampleRate / 2 : description.promiseTolerance
    // Containers that count in packets or milliseconds have kept the promise when it is nearly right.
    if let claim = promised,
      abs(claim - frames) <= tolerance || frames > claim && description.promiseTolerance == .max
    {
      promised = frames
    }
    var findings: [Sentence] = []
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
    findings += Self.sentences(about: gaps, sampleRate: description.sampleRate, areSilenced: true)
    findings += Self.sentences(about: doubts, sampleRate: description.sampleRate, areSilenced: false)
    if let cause {
      let why = cause.clause ?? AudioFileError.failedDevice
      findings.append(Sentence("The recording could be read up to \(time(frames)) only: \(why)."))
    }
    if missing > 0, let promised {
      let share = Double(missing) / Double(promised) * 100
      let percent =
        share < 1
        ? Sentence("less than 1")
        : share > 99 ? Sentence("more than 99") : Sentence(verbatim: String(Int(share.rounded())))
      findings.append(
        // What could not be read may be whole.
        cause != nil
          // Translators: %1$s and %2$s are times; %3$s is a number, “less than 1” or “more than 99”.
          ? Sentence("\(time(missing)) of \(time(promised)) (\(percent) %) are not shown.")
          // Translators: %1$s, %2$s and %3$s are times; %4$s is a number, “less than 1” or “more than 99”.
          : Sentence(
            """
            The recording is cut off or damaged from \(time(frames)) on: \(time(missing)) of \(time(promised)) \
            (\(percent) %) are missing.
            """))
    } else if description.isCutOff {
      findings.append(
        Sentence(
          "The recording is cut off at \(time(frames)): its end is missing, and nobody can say how much of it."
        ))
    } else if let promised, frames > promised {
      findings.append(
        // Translators: %1$s is a time, as “00:01.500000”.
        Sentence(
          "The recording is \(time(frames - promised)) longer than its header says; all of it is shown."))
    } else if promised == nil, description.promiseTolerance == 0, cause == nil,
      description.container != .mpeg, !description.isFirstOfSeveral
    {
      findings.append(
        // Translators: %1$s is a time, as “00:01.500000”.
        Sentence(
          """
          The header does not say how long the recording is; it may not have been closed properly. All \
          \(time(frames)) that were found are shown.
          """))
    }
    if description.isFirstOfSeveral {
      findings.append(Sentence("Only the first of several recordings in this file is shown."))
    }
    if let parts = mistakenParts {
      let lost = parts.allFrames.map { max(0, $0 - frames) } ?? 0
      let count = parts.frames.count
      findings.append(
        lost > 0
          // Translators: %1$s is a number, %2$s a time.
          ? Sentence(
            """
            This file was put together from \(count) recording that bears the same serial number, so that they cannot \
            be told apart: about \(time(lost)) of it is not shown.
            """,
            plural: """
              This file was put together from \(count) recordings that bear the same serial number, so that they \
              cannot be told apart: about \(time(lost)) of it is not shown.
              """, count: count)
          : Sentence(
            """
            This file was put together from \(count) recording that bears the same serial number, so that they cannot \
            be told apart: what follows the first one may be wrong.
            """,
            plural: """
              This file was put together from \(count) recordings that bear the same serial number, so that they \
              cannot be told apart: what follows the first one may be wrong.
              """, count: count))
    }
    if let next = description.following {
      func channels(_ count: Int) -> Sentence {
        Sentence("\(count) channel", plural: "\(count) channels", count: count)
      }
      findings.append(
        // Translators: %1$s is a time; %2$s and %4$s are “1 channel” or “6 channels”, %3$s and %5$s sample rates.
        Sentence(
          """
          At \(time(frames)) another recording begins (\(channels(next.channels)), \(next.sampleRate) Hz). It does \
          not fit this one (\(channels(description.channels)), \(description.sampleRate) Hz), and is not shown.
          """))
    }
    if let sentence = Self.sentence(aboutNonFinite: nonFiniteSamples) { findings.append(sentence) }
    self.init(
      frames: frames, framesPromised: promised, nonFiniteSamples: nonFiniteSamples,
      isComplete: missing == 0 && cause == nil && gaps.isEmpty && doubts.isEmpty && !description.isCutOff
        && !description.isFirstOfSeveral
        && description.following == nil && mistakenParts == nil,
      findings: findings, cause: cause,
      seeking: jumpsWereExact ? description.seeking : .forwardOnly, gaps: gaps, doubts: doubts)
    sampleRate = description.sampleRate
  }

  /// The sentences about damage in a part of the recording.
  ///
  /// - Parameter nonFinite: samples of the part that are no numbers; nil: those that were read.
  package func warnings(in range: FrameRange, nonFinite: Int? = nil) -> [String] {
    findings(in: range, nonFinite: nonFinite).map(\.localized)
  }

  /// The same with their English.
  package func findings(in range: FrameRange, nonFinite: Int? = nil) -> [Sentence] {
    func within(_ ranges: [FrameRange]) -> [FrameRange] { ranges.filter { $0.overlaps(range) } }
    return Self.sentences(about: within(gaps), sampleRate: sampleRate, areSilenced: true)
      + Self.sentences(about: within(doubts), sampleRate: sampleRate, areSilenced: false)
      + [Self.sentence(aboutNonFinite: nonFinite ?? nonFiniteSamples)].compactMap { $0 }
  }

  private static func sentence(aboutNonFinite count: Int) -> Sentence? {
    guard count > 0 else { return nil }
    return Sentence(
      "\(count) sample is not a number or infinite; there is a gap in its place.",
      plural: "\(count) samples are not numbers or infinite; there are gaps in their place.", count: count)
  }

  /// Where the recording is damaged, and for how long; up to three places are listed one by one.
  private static func sentences(about gaps: [FrameRange], sampleRate: Int, areSilenced: Bool)
    -> [Sentence]
  {
    func seconds(_ frames: Int) -> Sentence {
      let hundredths = max(1, (Double(frames) / Double(sampleRate) * 100).rounded())
      return hundredths < 1e15
        ? Sentence(
          verbatim: "\(Int(hundredths) / 100).\(Int(hundredths) / 10 % 10)\(Int(hundredths) % 10) s")
        : Sentence("very much")
    }
    func time(_ frame: Int) -> String { Timecode(frames: frame, sampleRate: sampleRate).text }
    if gaps.count <= 3 {
      return gaps.map { gap in
        let length = seconds(gap.count), start = time(gap.lowerBound)
        return areSilenced
          // Translators: %1$s is a length, as “0.25 s”; %2$s is the time at which it begins.
          ? Sentence("\(length) at \(start) are damaged and shown as silence.")
          // Translators: %1$s is a length, as “0.25 s”; %2$s is the time at which it begins.
          : Sentence("\(length) at \(start) may be wrong: something is damaged there.")
      }
    }
    let all = seconds(gaps.reduce(0) { $0 + $1.count }), count = gaps.count
    let (first, last) = (time(gaps[0].lowerBound), time(gaps[count - 1].upperBound))
    return [
      areSilenced
        // Translators: %1$s is a length, as “0.25 s”; %2$s is a number above three; %3$s and %4$s are times.
        ? Sentence(
          "\(all) in \(count) place from \(first) to \(last) are damaged and shown as silence.",
          plural: "\(all) in \(count) places from \(first) to \(last) are damaged and shown as silence.",
          count: count)
        // Translators: %1$s is a length, as “0.25 s”; %2$s is a number above three; %3$s and %4$s are times.
        : Sentence(
          "\(all) in \(count) place from \(first) to \(last) may be wrong: something is damaged there.",
          plural:
            "\(all) in \(count) places from \(first) to \(last) may be wrong: something is damaged there.",
          count: count)
    ]
  }

  /// The error for a recording without a single readable frame.
  package static func nothing(in description: AudioDescription, path: FilePath) -> AudioFileError {
    (description.framesPromised ?? 1) > 0
      ? AudioFileError(.damaged, path: path) : AudioFileError(.noAudio, path: path)
  }
}
