// DiagramViewModel+Sound.swift
// What the player is told: what to loop, how fast, how loud; and what it tells of itself.

import Playback
import WaveformCore

extension DiagramViewModel {
  // MARK: Loop

  public func toggleLoop() {
    isLooping.toggle()
    adoptLoop()
  }

  /// The loop follows the selection, and is the whole without one. What plays behind it begins at its start.
  func adoptLoop() {
    // An edge that is dragged across the other: the loop stays until something is selected again, or nothing.
    guard !isDrawingSelection, selection?.isEmpty != true else { return }
    let selected = selection?.isEmpty == false ? selection?.range : nil
    let next = isLooping && length > 0 ? selected ?? 0..<length : nil
    guard next != loop else { return }
    loop = next
    player.loop = next
    if let next, isPlaying, player.position >= Double(next.upperBound) {
      movePlayhead(to: Double(next.lowerBound))
      follow()
    }
  }

  // MARK: Speed and volume

  /// - Parameter speed: 1 as it was recorded; brought within `PlaybackSpeed.limits`.
  public func setSpeed(_ speed: Double) {
    let next = PlaybackSpeed.rounded(speed)
    guard next != self.speed else { return }
    self.speed = next
    player.speed = next
  }

  public func stepSpeed(up: Bool) { setSpeed(PlaybackSpeed.step(from: speed, up: up)) }

  /// - Parameter volume: 0…1 as a control shows it. The amplitude is its cube, as sound servers have it: equal steps
  ///   sound equal.
  public func setVolume(_ volume: Double) {
    let next = volume.isFinite ? min(max(volume, 0), 1) : 1
    guard next != self.volume else { return }
    self.volume = next
    player.volume = next * next * next
  }

  public func setMuted(_ isMuted: Bool) {
    guard isMuted != self.isMuted else { return }
    self.isMuted = isMuted
    player.isMuted = isMuted
  }

  // MARK: Following

  /// Chooses how the view follows; it takes hold at once.
  public func follow(by mode: FollowMode) {
    if mode != followMode { followMode = mode }
    hasLetGo = false
    if isPlaying { follow() }
  }

  /// Takes hold again of a playhead that was let go; else the next way to follow.
  public func cycleFollowMode() {
    let isFree = isPlaying && hasLetGo && followMode != .off
    follow(by: isFree ? followMode : followMode.next)
  }

  // MARK: Scrubbing

  /// Begins to drag the playhead; what plays waits meanwhile.
  public func beginScrubbing() {
    guard !isScrubbing, length > 0 else { return }
    playsAfterScrubbing = isPlaying
    pause()
    isScrubbing = true
  }

  /// Drags the playhead to `frame` and lets it be heard.
  public func scrub(to frame: Double) {
    guard isScrubbing else { return }
    let before = playhead
    movePlayhead(to: frame)
    if playhead != before { player.scrub(at: playhead) }
  }

  /// Lets go of the playhead.
  public func endScrubbing() {
    guard isScrubbing else { return }
    isScrubbing = false
    if playsAfterScrubbing, playhead < Double(length) { play() }
  }

  // MARK: The player's events

  func receive(_ event: PlayerEvent) {
    switch event {
    case .outputLost(let error):
      sound.lostOutput = error
      sound.losses += 1
    case .outputRestored: sound.lostOutput = nil
    case .suspended(true):
      guard isPlaying else { return }
      pause()
      sound.suspensions += 1
    case .suspended(false): break
    case .stalled(let isStalled): sound.isStalled = isStalled
    case .failed(let error):
      // The samples of a reading that has been replaced are nobody's concern.
      guard isPlaying else { return }
      pause()
      sound.failure = "\(error.message) \(error.advice)"
    }
  }
}
