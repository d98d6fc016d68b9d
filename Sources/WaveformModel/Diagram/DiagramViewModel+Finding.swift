// DiagramViewModel+Finding.swift
// From the selection, or the playhead, to the next place of a kind: it is selected, played from and shown.

import WaveformCore

/// What can be looked for.
public enum Findable: CaseIterable, Sendable {
  case clipping, silence

  fileprivate var kinds: [MarkKind] { self == .clipping ? [.clippedHigh, .clippedLow] : [.silent] }
}

extension DiagramViewModel {
  /// Selects the next place of a kind, or the one before.
  ///
  /// - Parameter plot: the waveform; nil: the first one.
  /// - Returns: false when there is none further on in what has been read.
  @discardableResult public func select(
    next findable: Findable, of plot: PlotViewModel? = nil, isForward: Bool
  ) -> Bool {
    guard let plot = plot ?? plots.first(where: { !$0.isComputed }), let marks = plot.peaks?.marks else {
      return false
    }
    let placement = placement(of: plot), range = selection?.range ?? playheadFrame..<playheadFrame
    let start = isForward ? range.upperBound : range.lowerBound
    let position = placement.position(ofAxis: Double(start))
    // On an axis of another rate a frame lies between two of the recording.
    let frame = Int(isForward ? position.rounded(.down) : position.rounded(.up))
    guard let place = marks.place(of: findable.kinds, beside: frame, isForward: isForward) else {
      return false
    }
    let found = placement.axisRange(ofFrames: place)
    select(Selection(found))
    settleSelection()
    transport.jump(to: Double(found.lowerBound))
    for end in [found.upperBound, found.lowerBound] { navigation.reveal(Double(end)) }
    return true
  }
}

extension LanePlacement {
  /// The stretch of the time axis that frames of the recording cover, at least one frame.
  fileprivate func axisRange(ofFrames frames: FrameRange) -> FrameRange {
    let start = Int(axisPosition(of: Double(frames.lowerBound)).rounded(.down))
    return start..<max(start + 1, Int(axisPosition(of: Double(frames.upperBound)).rounded(.up)))
  }
}
