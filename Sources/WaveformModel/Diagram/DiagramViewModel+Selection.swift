// DiagramViewModel+Selection.swift
// Marking stretches of time by keys, and what is done with what is marked.

import WaveformCore

extension DiagramViewModel {
  public func selectAll() { if length > 0 { select(Selection(0..<length)) } }

  /// Moves the nearer edge of the selection to `frame`; without one, selects from the playhead to there.
  public func extendSelection(to frame: Int) {
    select(presentSelection.extended(to: frame))
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

  /// Shows the selection as large as it fits; a second time goes back to where the view was.
  public func toggleSelectionZoom() { navigation.toggleZoom(to: selection?.range) }

  /// Plays from the start of the selection on, also when it plays already; without one, from the playhead.
  public func playSelection() {
    if let selection, !selection.isEmpty { transport.jump(to: Double(selection.range.lowerBound)) }
    if isPlaying { navigation.followAgain() } else { transport.play() }
  }

  /// Selects the quietest steady stretch that has been read of the waveform whose noise is reduced, and shows it.
  public func selectNoise() {
    guard let found = noise.findQuietStretch() else { return }
    select(Selection(found))
    settleSelection()
    for end in [found.upperBound, found.lowerBound] { navigation.reveal(Double(end)) }
  }

  private func extendHead(_ change: (Int) -> Int) {
    var next = presentSelection
    next.head = change(next.head)
    select(next)
    if let selection { navigation.reveal(Double(selection.head)) }
    navigation.letGoOutOfView()
    settleSelection()
  }

  /// What is selected; an empty stretch at the playhead where that is nothing.
  private var presentSelection: Selection {
    selection ?? Selection(anchor: Int(playhead.rounded()), head: Int(playhead.rounded()))
  }
}
