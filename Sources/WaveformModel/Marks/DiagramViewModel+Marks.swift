// DiagramViewModel+Marks.swift
// Marks together with the selection, the playhead and the view.

import Marks
import WaveformCore

extension DiagramViewModel {
  /// Marks the selection, or without one the playhead.
  public func addMark() {
    let range = selection?.range ?? playheadFrame..<playheadFrame
    if marks.add(over: range) { navigation.reveal(Double(range.lowerBound)) }
  }

  /// Selects a mark: the range that it stands for, or for a point the playhead.
  public func select(_ mark: Mark) {
    marks.select(mark.id)
    let range = marks.axisRange(of: mark)
    if mark.isPoint {
      clearSelection()
    } else {
      select(Selection(range))
      settleSelection()
    }
    transport.jump(to: Double(range.lowerBound))
  }

  /// Selects the next mark behind the selected one or the playhead, or the one before.
  public func selectMark(forward: Bool) {
    guard let document = marks.document else { return }
    let now = marks.selected.flatMap { document.mark($0)?.mark }
    let place = Int(marks.placement.position(ofAxis: playhead).rounded())
    // The playhead may have moved on since the mark was selected.
    let isThere = now.map { marks.axisRange(of: $0).lowerBound == playheadFrame } ?? false
    guard let mark = document.neighbour(of: isThere ? now : nil, at: place, forward: forward) else { return }
    select(mark)
    let range = marks.axisRange(of: mark)
    for end in [range.upperBound, range.lowerBound] { navigation.reveal(Double(end)) }
  }
}
