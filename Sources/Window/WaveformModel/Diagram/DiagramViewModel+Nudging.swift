// DiagramViewModel+Nudging.swift
// Small steps of an edge of the selection: the moving one. Without a selection it starts from the playhead.

import WaveformCore

/// A small step that has a length.
public enum NudgeStep: Sendable {
  case frame, millisecond
  /// Device pixels, > 0; at least a frame.
  case pixels(Int)
}

extension DiagramViewModel {
  /// Moves the selection's moving end, and keeps it in view.
  public func nudge(by step: NudgeStep, isForward: Bool) {
    guard let viewport, sampleRate > 0 else { return }
    let frames =
      switch step {
      case .frame: 1
      case .millisecond: max(1, Int((Double(sampleRate) / 1000).rounded()))
      case .pixels(let count): max(1, Int((Double(count) * viewport.framesPerPixel).rounded()))
      }
    extendHead { $0 + (isForward ? frames : -frames) }
  }

  /// Moves the selection's moving end to the next place at which a waveform crosses zero: as soon as that is known,
  /// unless something else is selected by then.
  ///
  /// - Parameter plot: the waveform; nil: the first one.
  public func nudgeToCrossing(of plot: PlotViewModel? = nil, isForward: Bool) {
    guard let plot = plot ?? plots.first(where: { $0.source != nil }) else { return }
    snapping.crossings.find { [weak self, weak plot] in
      guard let self, let plot, let source = plot.source, plot.sampleRate > 0 else { return nil }
      let placement = placement(of: plot), head = presentSelection.head
      let position = placement.position(ofAxis: Double(head))
      // Between two frames of the recording, as at another rate, both sides count.
      let frame = Int(isForward ? position.rounded(.down) : position.rounded(.up))
      let search = CrossingFinder.Search(
        source: source, frame: frame, length: plot.framesRead, isForward: isForward)
      return (
        search,
        { [weak self] crossing in
          guard let self, let crossing, presentSelection.head == head else { return }
          let next = Int(placement.axisPosition(of: Double(crossing)).rounded())
          extendHead { isForward ? max($0 + 1, next) : min($0 - 1, next) }
        }
      )
    }
  }

  /// Moves the selection's moving end to the next place at which a mark begins or ends.
  public func nudgeToMark(isForward: Bool) {
    let head = presentSelection.head
    let ends = marks.tiers.lazy.flatMap(\.marks).flatMap { mark in
      let range = self.marks.axisRange(of: mark)
      return [range.lowerBound, range.upperBound].filter { (0...self.length).contains($0) }
    }
    let next = isForward ? ends.filter { $0 > head }.min() : ends.filter { $0 < head }.max()
    if let next { extendHead { _ in next } }
  }

  /// Lets the other end of the selection move from now on.
  ///
  /// - Returns: the edge that moves; nil without a selection.
  @discardableResult
  public func exchangeEdges() -> Selection.Edge? {
    guard let present = selection, !present.isEmpty else { return nil }
    select(
      Selection(anchor: present.head, head: present.anchor, scope: present.scope, band: present.band))
    navigation.reveal(Double(present.anchor))
    return present.anchor < present.head ? .start : .end
  }
}
