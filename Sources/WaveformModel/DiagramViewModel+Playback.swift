// DiagramViewModel+Playback.swift
// The playhead: playing, pausing, moving. Time comes from the clock, when to look at it from the view; what is
// shown is decided here, in whole device pixels.

import Playback
import WaveformCore

extension DiagramViewModel {
  public func togglePlayback() { isPlaying ? pause() : play() }

  /// Plays from the playhead; from the start when it stands at the end, or behind what is looped.
  public func play() {
    guard !isPlaying, length > 0, sampleRate > 0 else { return }
    if playhead >= Double(loop?.upperBound ?? length) {
      playhead = Double(loop?.lowerBound ?? 0)
      placements += 1
    }
    sound.forgetFailure()
    player.start(at: playhead, rate: Double(sampleRate))
    hasLetGo = false
    isPlaying = true
    follow()
  }

  /// Plays from the start of the selection on, also when it plays already; without one, from the playhead.
  public func playSelection() {
    if let selection, !selection.isEmpty {
      movePlayhead(to: Double(selection.range.lowerBound))
      reveal(playhead)
    }
    if isPlaying {
      hasLetGo = false
      follow()
    } else {
      play()
    }
  }

  /// Stops where it is, to the frame.
  public func pause() {
    guard isPlaying else { return }
    player.stop()
    isPlaying = false
    if sound.isStalled { sound.isStalled = false }
    playhead = min(player.position, Double(length))
    placements += 1
  }

  /// Puts the playhead at `frame`; playing goes on from there.
  public func movePlayhead(to frame: Double) {
    playhead = min(max(frame, 0), Double(length))
    placements += 1
    if isPlaying { player.start(at: playhead, rate: Double(sampleRate)) }
  }

  /// Puts the playhead at `frame` and lets it be seen.
  public func jump(to frame: Double) {
    movePlayhead(to: frame)
    reveal(playhead)
  }

  /// Moves the playhead by device pixels, from frame to frame where these are wider.
  public func step(byPixels pixels: Int) {
    guard let viewport, pixels != 0 else { return }
    let from = isPlaying ? player.position : playhead
    let way = Double(pixels) * viewport.framesPerPixel
    if abs(way) >= 1 { return jump(to: from + way) }
    jump(to: way > 0 ? from.rounded(.down) + 1 : from.rounded(.up) - 1)
  }

  /// The steps that the playhead takes at this zoom; nil while nothing is open.
  public var steps: PlayheadSteps? {
    guard let viewport, sampleRate > 0 else { return nil }
    return PlayheadSteps(grid: viewport.grid, rate: Double(sampleRate) * speed, loop: loop)
  }

  /// Takes over where the clock will be at `time` (seconds of the monotonic clock), if that is another pixel.
  ///
  /// - Returns: how many pixels the playhead moved; 0 when nothing has to be drawn. Observers are not told.
  @discardableResult
  public func advancePlayhead(to time: Double) -> Int {
    guard isPlaying, let steps else { return 0 }
    let position = player.position(at: time)
    if position >= Double(length) {
      player.stop()
      isPlaying = false
      let crossed = steps.pixel(at: Double(length)) - steps.pixel(at: playhead)
      playhead = Double(length)
      placements += 1
      return crossed
    }
    let crossed = steps.pixel(at: position) - steps.pixel(at: playhead)
    guard crossed != 0 else { return 0 }
    steppedPlayhead = position
    follow()
    return crossed
  }

  /// Keeps the view with the playhead, in the way that was chosen; not while a zoom is on its way, which ends so.
  func follow() {
    guard !hasLetGo, transition == nil, let viewport else { return }
    let next =
      switch followMode {
      case .page: viewport.paged(to: playhead)
      case .centered: viewport.centered(on: playhead)
      case .off: viewport
      }
    if next != viewport { self.viewport = next }
  }
}
