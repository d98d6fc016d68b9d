// DiagramViewModel+Selection.swift
// Marking stretches of time, by pointer and by keys.

import WaveformCore

extension DiagramViewModel {
  /// Replaces the selection; an empty one stays while it is being drawn up.
  ///
  /// - Parameter isDraft: true while a new one is being drawn up: a loop takes it when it is settled.
  public func select(_ selection: Selection?, isDraft: Bool = false) {
    isDrawingSelection = isDraft
    let next = selection?.clamped(toLength: length)
    if next != self.selection { self.selection = next }
  }

  /// Ends a drag: a selection without frames is none.
  public func settleSelection() {
    isDrawingSelection = false
    if selection?.isEmpty == true { selection = nil }
    adoptLoop()
  }

  public func selectAll() { if length > 0 { select(Selection(0..<length)) } }

  public func clearSelection() { if selection != nil { selection = nil } }

  /// Moves the nearer edge of the selection to `frame`; without one, selects from the playhead to there.
  public func extendSelection(to frame: Int) {
    let base = selection ?? Selection(anchor: Int(playhead.rounded()), head: Int(playhead.rounded()))
    select(base.extended(to: frame))
    settleSelection()
  }

  /// Moves the selection's moving end by device pixels, by a frame at least, and keeps it in view; without a
  /// selection it begins at the playhead.
  public func extendSelection(byPixels pixels: Int) {
    guard let viewport, pixels != 0 else { return }
    let way = Int((Double(pixels) * viewport.framesPerPixel).rounded())
    extendHead { $0 + (way == 0 ? pixels.signum() : way) }
  }

  /// Moves the selection's moving end to the start or the end of the recording.
  public func extendSelection(toEnd: Bool) { extendHead { _ in toEnd ? length : 0 } }

  private func extendHead(_ change: (Int) -> Int) {
    let start = Int(playhead.rounded())
    var next = selection ?? Selection(anchor: start, head: start)
    next.head = change(next.head)
    select(next)
    if let selection { reveal(Double(selection.head)) }
    letGoOutOfView()
    settleSelection()
  }
}
