// FoundPlace.swift
// A place of a recording that was looked for, and how a diagram comes to show it.

import WaveformCore

/// A place that was found.
package struct FoundPlace: Equatable, Sendable {
  /// In frames of the recording; empty for a point.
  package var frames: FrameRange
  /// In LUFS, of what is looked for by loudness.
  package var loudness: Double?

  package init(frames: FrameRange, loudness: Double? = nil) {
    self.frames = frames
    self.loudness = loudness
  }
}

extension DiagramViewModel {
  /// Selects a place of a recording and shows it; the playhead goes to a point.
  package func select(_ found: FoundPlace, of plot: PlotViewModel) {
    let placement = placement(of: plot)
    let axis =
      found.frames.isEmpty
      ? placement.axisPoint(ofFrame: found.frames.lowerBound) : placement.axisRange(ofFrames: found.frames)
    go(to: axis)
    for end in [axis.upperBound, axis.lowerBound] { navigation.reveal(Double(end)) }
    finder.remember(found.frames, on: selection?.range ?? axis, of: plot)
  }
}

extension LanePlacement {
  /// The stretch of the time axis that frames of the recording cover, at least one frame.
  fileprivate func axisRange(ofFrames frames: FrameRange) -> FrameRange {
    let start = Int(axisPosition(of: Double(frames.lowerBound)).rounded(.down))
    return start..<max(start + 1, Int(axisPosition(of: Double(frames.upperBound)).rounded(.up)))
  }

  /// The place of the time axis that is nearest to a frame of the recording.
  fileprivate func axisPoint(ofFrame frame: Int) -> FrameRange {
    let place = Int(axisPosition(of: Double(frame)).rounded())
    return place..<place
  }
}
