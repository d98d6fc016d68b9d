// ClippingCheck.swift
// Runs of samples at full scale (`MarkKind`).

import Localization
import WaveformCore

/// Finds clipping, channel by channel.
final class ClippingCheck: SampleCheck {
  private let least: Int
  /// Of each channel those at the upper and those at the lower end: either side is told in its order.
  private var found: [PlaceList]
  /// The last run of each channel at the upper and at the lower end of full scale; it may go on.
  private var open: [FrameRange?]

  init(channels: Int, _ profile: CheckProfile) {
    least = Int(profile.number(.clippedSamples))
    found = Array(repeating: PlaceList(), count: 2 * channels)
    open = Array(repeating: nil, count: 2 * channels)
  }

  func take(_ block: CheckedBlock) {
    for run in block.runs where run.kind != .silent {
      let list = 2 * run.channel + (run.kind == .clippedHigh ? 0 : 1)
      if run.isNew {
        close(list)
        open[list] = run.frames
      } else if let start = open[list]?.lowerBound {
        open[list] = start..<run.frames.upperBound
      }
    }
  }

  private func close(_ list: Int) {
    if let run = open[list], run.count >= least { found[list].add(run) }
    open[list] = nil
  }

  func findings(in recording: CheckedRecording) -> [Finding] {
    for list in open.indices { close(list) }
    let both = stride(from: 0, to: found.count, by: 2).map { found[$0].merged(with: found[$0 + 1]) }
    return both.enumerated().filter { $0.element.count > 0 }.map { channel, found in
      Finding(
        .clipped,
        Sentence(
          "at full scale in \(found.count) place, for \(found.longest) samples at most",
          plural: "at full scale in \(found.count) places, for \(found.longest) samples at most",
          count: found.count
        ),
        found, channel: channel, value: Double(found.frames))
    }
  }
}
