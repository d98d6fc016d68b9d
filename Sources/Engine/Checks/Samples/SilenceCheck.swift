// SilenceCheck.swift
// Recordings of nothing, and silence at both ends: digital, where every sample is 0, and what nobody hears.

import Localization
import Measures
import WaveformCore

/// Finds where sound begins and ends.
final class SilenceCheck: SampleCheck {
  /// The frames between the first and the last that reach a level.
  private struct Edges {
    let level: Float
    private(set) var first: Int?
    private(set) var end = 0

    init(level: Float) { self.level = level }

    mutating func take(_ block: CheckedBlock) {
      let size = CheckedBlock.framesPerSum, count = block.range.count
      let parts = 0..<(count + size - 1) / size
      func frames(_ part: Int) -> Range<Int> { part * size..<min((part + 1) * size, count) }
      if first == nil, let part = parts.first(where: { block.peak(ofSum: $0) >= level }) {
        first = frames(part).first { block.peak(ofFrame: $0) >= level }.map { block.range.lowerBound + $0 }
      }
      if let part = parts.last(where: { block.peak(ofSum: $0) >= level }),
        let last = frames(part).last(where: { block.peak(ofFrame: $0) >= level })
      {
        end = block.range.lowerBound + last + 1
      }
    }
  }

  private var digital = Edges(level: .leastNonzeroMagnitude)
  private var near: Edges

  init(_ profile: CheckProfile) { near = Edges(level: profile.magnitude(.silenceLevel)) }

  func take(_ block: CheckedBlock) {
    digital.take(block)
    near.take(block)
  }

  func findings(in recording: CheckedRecording) -> [Finding] {
    let profile = recording.profile, whole = 0..<recording.frames
    let peak = recording.measures.whole.samplePeak
    guard let peak, peak >= profile.number(.silentLevel) else {
      let sentence =
        peak.map { Sentence("nothing is to be heard: the largest sample has \(Levels.text($0)) dBFS") }
        ?? Sentence("nothing but digital silence")
      return [Finding(.silent, sentence, places: [whole], value: peak)]
    }
    return ends(digital, recording, most: profile.bound(.digitalSilenceMost)) { place, isStart in
      let time = recording.text(ofSeconds: place.count)
      return Finding(
        .digitalSilence,
        isStart
          ? Sentence("begins with \(time) s of digital silence")
          : Sentence("ends with \(time) s of digital silence"), places: [place],
        value: recording.seconds(place.count))
    }
      + ends(near, recording, most: profile.bound(.silenceMost)) { place, isStart in
        let time = recording.text(ofSeconds: place.count)
        let level = Levels.text(profile.number(.silenceLevel))
        return Finding(
          .silence,
          isStart
            ? Sentence("begins with \(time) s below \(level) dBFS")
            : Sentence("ends with \(time) s below \(level) dBFS"),
          places: [place], value: recording.seconds(place.count))
      }
  }

  /// The findings about the ends that are longer than a bound, in seconds.
  private func ends(
    _ edges: Edges, _ recording: CheckedRecording, most: Double?,
    _ finding: (_ place: FrameRange, _ isStart: Bool) -> Finding
  ) -> [Finding] {
    guard let most else { return [] }
    // Without any sound the whole is the beginning.
    let places =
      [(0..<(edges.first ?? recording.frames), true)]
      + (edges.first == nil ? [] : [(edges.end..<recording.frames, false)])
    return places.filter { !$0.0.isEmpty && recording.seconds($0.0.count) > most }.map { finding($0.0, $0.1) }
  }
}

/// How levels are written.
enum Levels {
  static func text(_ decibels: Double) -> String { MeasureItem.text(decibels, decimals: 1) }
}
