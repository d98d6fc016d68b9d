// DiagramViewModel+Selecting.swift
// What commands and the pointer select, and what they do with the selection.

import WaveformCore

extension DiagramViewModel {
  public func selectAll() {
    guard length > 0 else { return }
    select(Selection(0..<length))
    settleSelection()
  }

  /// Selects what lies between two silences, or the silence itself: see `SoundStretch`.
  ///
  /// - Parameters:
  ///   - frame: a place on the time axis.
  ///   - channels: those of `plot` that decide what is silent.
  public func selectSound(around frame: Int, of plot: PlotViewModel, channels: [Int]) {
    let placement = placement(of: plot)
    let place = Int(placement.position(ofAxis: Double(frame)).rounded(.down))
    guard let found = plot.sound(around: place, channels: channels) else { return }
    select(Selection(placement.axisFrames(within: found)))
    settleSelection()
  }

  /// Selects a stretch, or nothing at a place without a frame, and puts the playhead at its start.
  func go(to axis: FrameRange) {
    if axis.isEmpty {
      clearSelection()
    } else {
      select(Selection(axis))
      settleSelection()
    }
    transport.jump(to: Double(axis.lowerBound))
  }

  /// Moves the nearer edge of the selection to `frame`, as the beginning of a drag. Without a selection, selects from
  /// the playhead to `frame`.
  public func extendSelection(to frame: Int) { select(presentSelection.extended(to: frame)) }

  /// Moves the selection's moving end to the start or the end of the recording.
  public func extendSelection(toEnd: Bool) { extendHead { _ in toEnd ? length : 0 } }

  /// Shows the selection as large as it fits; a second call goes back to the view before.
  public func toggleSelectionZoom() { navigation.toggleZoom(to: selection?.range) }

  /// Pauses, or plays: the selection, from the playhead where that is in it, and without a selection from the playhead
  /// to the end.
  public func togglePlayback() {
    guard !isPlaying else { return transport.pause() }
    guard let stretch = playedSelection else { return transport.play() }
    if !stretch.holds(playhead) { transport.jump(to: Double(stretch.lowerBound)) }
    transport.play(stretch)
  }

  /// Plays the selection from its start, even if playback is running; without a selection, from the playhead to the end.
  public func playSelection() {
    guard let stretch = playedSelection else { return playOn() }
    transport.pause()
    transport.jump(to: Double(stretch.lowerBound))
    transport.play(stretch)
  }

  /// Plays from a frame of the time axis to the end of the recording, even if playback is running elsewhere; nil: from
  /// the playhead.
  public func play(from frame: Int?) {
    if isPlaying, transport.stretch != nil { transport.pause() }
    if let frame { transport.jump(to: Double(frame)) }
    playOn()
  }

  private func playOn() {
    if isPlaying { navigation.followAgain() } else { transport.play() }
  }

  private var playedSelection: FrameRange? { selection.flatMap { $0.isEmpty ? nil : $0.range } }

  /// Moves the selection's moving end, and keeps it in view. Without a selection it starts from the playhead.
  func extendHead(_ change: (Int) -> Int) {
    var next = presentSelection
    next.head = change(next.head)
    // It is turned over rather than lost, unless it began there: at the playhead.
    if next.isEmpty, next.anchor != presentFrame {
      next.head += (next.head - presentSelection.head).signum()
    }
    select(next)
    if let selection { navigation.reveal(Double(selection.head)) }
    navigation.letGoOutOfView()
    settleSelection(isNudge: true)
  }

  /// The selection; an empty one where commands act when there is none.
  var presentSelection: Selection {
    let now = presentFrame
    return selection ?? Selection(anchor: now, head: now)
  }
}
