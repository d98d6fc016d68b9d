// DiagramViewModel+Marks.swift
// Marks together with the selection, the playhead and the view.

import Marks
import WaveformCore
import WaveformModel

extension DiagramViewModel {
  /// Marks the selection, or without one what is heard now, else the playhead.
  func addMark() {
    let now = presentFrame
    guard marks.add(over: selection?.range ?? now..<now, band: selection?.band) else { return }
    // What is heard goes on, and the view with it, or not: that was chosen.
    if let range = selection?.range {
      navigation.reveal(Double(range.lowerBound))
    } else if !isPlaying, !live.isComing {
      navigation.reveal(Double(now))
    }
  }

  /// Selects a mark: the range that it stands for, or for a point the playhead.
  func select(_ mark: Mark) {
    marks.select(mark.id)
    let range = marks.axisRange(of: mark)
    if mark.isPoint {
      clearSelection()
    } else {
      select(marks.extent(of: mark))
      settleSelection()
    }
    transport.jump(to: Double(range.lowerBound))
  }

  /// Selects a mark, and shows as much of it as there is room for.
  func show(_ mark: Mark) {
    select(mark)
    let range = marks.axisRange(of: mark)
    for end in [range.upperBound, range.lowerBound] { navigation.reveal(Double(end)) }
  }

  /// Selects the next mark behind the selected one or the playhead, or the one before.
  func selectMark(forward: Bool) {
    guard let document = marks.document else { return }
    let now = marks.selectedMark
    // The playhead may have moved on since the mark was selected.
    let isThere = now.map { marks.axisRange(of: $0).lowerBound == playheadFrame } ?? false
    let next = document.neighbour(of: isThere ? now : nil, at: placeOfPlayhead, forward: forward)
    if let next { show(next) }
  }

  /// Ends naming a mark, and names the next one above the waveform, or the one before.
  ///
  /// - Returns: false when there is none.
  @discardableResult func nameNext(after name: String, isForward: Bool) -> Bool {
    let next = marks.selectedMark.flatMap {
      marks.document?.neighbour(of: $0, at: $0.range.lowerBound, forward: isForward)
    }
    marks.endNaming(name)
    guard let next else { return false }
    show(next)
    marks.beginNaming(next.id)
    return true
  }

  /// Makes two of the selected range, at the playhead.
  ///
  /// - Returns: false when the playhead does not stand within it.
  @discardableResult func splitMark() -> Bool { marks.splitSelected(at: placeOfPlayhead) }

  /// Where the playhead stands in the recording that has the marks.
  private var placeOfPlayhead: Int { Int(marks.placement.position(ofAxis: playhead).rounded()) }
}
