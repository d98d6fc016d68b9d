// LevelCheck.swift
// What follows from the measures alone: length, DC offset, loudness and true peak against the bounds of the profile. A
// pure function.

import Localization
import Measures
import WaveformCore

enum LevelCheck {
  static func findings(in recording: CheckedRecording) -> [Finding] {
    let profile = recording.profile, whole = recording.measures.whole
    return length(recording) + offsets(recording)
      + bounds(
        .loudness, whole.loudness.integrated, least: profile.bound(.loudnessLeast),
        most: profile.bound(.loudnessMost)
      ) { value, bound, isLess in
        isLess
          ? Sentence("the loudness is \(value) LUFS, less than \(bound)")
          : Sentence("the loudness is \(value) LUFS, more than \(bound)")
      }
      + bounds(.loudnessRange, whole.loudness.range, most: profile.bound(.loudnessRangeMost)) {
        value, bound, _ in
        Sentence("the loudness range is \(value) LU, more than \(bound)")
      }
      + bounds(.truePeak, whole.truePeak, most: profile.bound(.truePeakMost)) { value, bound, _ in
        Sentence("the true peak is \(value) dBTP, more than \(bound)")
      }
  }

  private static func length(_ recording: CheckedRecording) -> [Finding] {
    let profile = recording.profile
    return bounds(
      .length, recording.seconds(recording.frames), least: profile.bound(.lengthLeast),
      most: profile.bound(.lengthMost)
    ) { value, bound, isLess in
      isLess
        ? Sentence("lasts \(value) s, less than \(bound)") : Sentence("lasts \(value) s, more than \(bound)")
    }
  }

  private static func bounds(
    _ kind: CheckKind, _ value: Double?, least: Double? = nil, most: Double?,
    _ sentence: (_ value: String, _ bound: String, _ isLess: Bool) -> Sentence
  ) -> [Finding] {
    guard let value else { return [] }
    let isLess = least.map { value < $0 } ?? false
    guard let bound = isLess ? least : most.flatMap({ value > $0 ? $0 : nil }) else { return [] }
    // As many decimals as tell them apart.
    func texts(_ decimals: Int) -> [String] {
      [value, bound].map { MeasureItem.text($0, decimals: decimals) }
    }
    let told = (1...3).lazy.map(texts).first { $0[0] != $0[1] } ?? texts(3)
    return [Finding(kind, sentence(told[0], told[1], isLess), value: value)]
  }

  /// Channels whose mean is far from 0, all the time: that of a drum is so as well, but only where it sounds.
  private static func offsets(_ recording: CheckedRecording) -> [Finding] {
    guard let most = recording.profile.bound(.dcMost) else { return [] }
    let blocks = recording.blocks.blocks, channels = recording.measures.channels
    return channels.enumerated().compactMap { channel, measures in
      let means = stride(from: channel, to: blocks.count, by: channels.count).filter { blocks[$0].frames > 0 }
        .map { blocks[$0].sum / Double(blocks[$0].frames) }.sorted()
      guard means.count >= fewestBlocks, let offset = measures.dcOffset, offset.magnitude > most,
        means[means.count / 2] * (offset < 0 ? -1 : 1) > most
      else { return nil }
      let percent = MeasureItem.text(offset * 100, decimals: 2)
      return Finding(
        .dc, Sentence("the mean is not 0, but \(percent) percent of full scale"), channel: channel,
        value: offset)
    }
  }

  /// Blocks of 100 ms, or of 100 frames below 1 kHz; the mean of a shorter sound says nothing.
  private static let fewestBlocks = 5
}
