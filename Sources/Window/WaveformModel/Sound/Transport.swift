// Transport.swift
// Plays, pauses and moves the playhead; tells the player what to loop, how fast and how loud, and takes its
// events. Time comes from the player's clock, and the view says when to look at it. Where the playhead is
// shown is decided here, in whole device pixels.

import Observation
import Playback
import WaveformCore

/// Plays the waveforms of a diagram.
@Observable @MainActor public final class Transport {
  @ObservationIgnored public let player: any Player
  /// True when the selection is repeated, or without one the whole recording.
  public private(set) var isLooping = false
  /// The stretch that is repeated now.
  public private(set) var loop: FrameRange?
  /// The stretch at whose end playback ends by itself; nil: at the end of the recording. Only during playback.
  public private(set) var stretch: FrameRange?
  /// The frequencies that are heard alone, or would be if playback began; nil: all.
  public private(set) var band: FrequencyBand?
  /// What is selected.
  @ObservationIgnored private var selection: Selection?
  public private(set) var speed = 1.0
  /// As the control shows it, 0…1; the amplitude is its cube.
  public private(set) var volume = 1.0
  public private(set) var isMuted = false
  /// True while the playhead is dragged along the ruler.
  public private(set) var isScrubbing = false
  /// What plays again after that; the stretch is that of `play`.
  @ObservationIgnored private var scrubbed: (isPlaying: Bool, stretch: FrameRange?) = (false, nil)
  /// How sound was delivered lately; for a trace.
  public private(set) var soundReport: SoundReport?
  /// The state of the output.
  public private(set) var sound = SoundState()
  private let head: Playhead
  private let lanes: LaneList
  private let voices: Voices
  private let navigation: Navigation

  init(
    _ player: any Player, moving head: Playhead, _ voices: Voices, of lanes: LaneList,
    _ navigation: Navigation
  ) {
    self.player = player
    self.head = head
    self.voices = voices
    self.lanes = lanes
    self.navigation = navigation
    player.onEvent = { [weak self] event in
      // This may be any thread: hop to the main actor.
      Task { @MainActor in self?.receive(event) }
    }
  }

  /// Where playback is or will start, in frames: see `Playhead.frame`.
  public var playhead: Double { head.frame }
  /// Where it is heard now, which is more exact than the playhead; nil while nothing is played.
  public var heard: Double? { isPlaying ? player.position : nil }
  /// Counts how often the playhead was placed. An observer needs it, because the playhead may return to the
  /// place it knows after steps of which it was not told.
  public var placementCount: Int { head.placementCount }
  public var isPlaying: Bool { head.isPlaying }

  /// Frames per second of the time axis.
  private var rate: Double { Double(lanes.sampleRate) }
  private var length: Double { Double(lanes.length) }
  /// The frame at which playback ends.
  public var end: Int { min(stretch?.upperBound ?? lanes.length, lanes.length) }

  // MARK: Playing

  /// Plays from the playhead; from the start when the playhead is at the end, or behind the loop.
  ///
  /// - Parameter stretch: holds the playhead, and playback ends with it unless there is a loop; nil: with the recording.
  public func play(_ stretch: FrameRange? = nil) {
    guard !isPlaying, length > 0, rate > 0 else { return }
    setStretch(loop == nil ? stretch : nil)
    choose(band(whilePlaying: true))
    if playhead >= loop.map({ Double($0.upperBound) }) ?? length {
      head.place(at: Double(loop?.lowerBound ?? 0))
    }
    sound.forgetFailure()
    // What was kept so as not to interrupt the sound is not needed any more.
    adoptVoices()
    player.start(at: playhead, rate: rate)
    head.setPlaying(true)
    navigation.followAgain()
  }

  /// Stops playback at the present frame.
  public func pause() {
    guard isPlaying else { return }
    player.stop()
    settle(at: min(player.position, Double(end)))
    if sound.isStalled { sound.isStalled = false }
  }

  /// What is true once the player has stopped.
  private func settle(at frame: Double) {
    head.setPlaying(false)
    head.place(at: frame)
    setStretch(nil)
    choose(band(whilePlaying: false))
  }

  /// Puts the playhead at `frame`; playback continues from there.
  public func movePlayhead(to frame: Double) {
    head.place(at: min(max(frame, 0), length))
    if let stretch, !stretch.holds(playhead) {
      setStretch(nil)
      choose(band(whilePlaying: isPlaying))
    }
    if isPlaying { player.start(at: playhead, rate: rate) }
  }

  /// Puts the playhead at `frame` and makes it visible.
  public func jump(to frame: Double) {
    movePlayhead(to: frame)
    navigation.reveal(playhead)
  }

  /// Moves the playhead by device pixels, or by frames where these are wider.
  public func step(byPixels pixels: Int) {
    guard let viewport = navigation.viewport, pixels != 0 else { return }
    let from = isPlaying ? player.position : playhead
    let way = Double(pixels) * viewport.framesPerPixel
    if abs(way) >= 1 { return jump(to: from + way) }
    jump(to: way > 0 ? from.rounded(.down) + 1 : from.rounded(.up) - 1)
  }

  /// The steps of the playhead at this zoom; nil while nothing is open.
  public var steps: PlayheadSteps? {
    guard let viewport = navigation.viewport, rate > 0 else { return nil }
    return PlayheadSteps(grid: viewport.grid, rate: rate * speed, loop: loop)
  }

  /// Moves the playhead to where the clock will be at `time` (seconds of the monotonic clock), if that is
  /// another pixel.
  ///
  /// - Returns: by how many pixels the playhead moved; 0 when nothing has to be drawn. Observers are not
  ///   told.
  @discardableResult
  public func advancePlayhead(to time: Double) -> Int {
    guard isPlaying, let steps else { return 0 }
    let position = player.position(at: time)
    let end = Double(end)
    let crossed = steps.pixel(at: min(position, end)) - steps.pixel(at: playhead)
    if position >= end {
      player.stop()
      settle(at: end)
    } else if crossed != 0 {
      head.step(to: position)
      navigation.follow()
    }
    return crossed
  }

  // MARK: Loop

  /// Turns looping on or off. See `setLoop(over:)`.
  func setLooping(_ isLooping: Bool) { self.isLooping = isLooping }

  /// Loops over `selected`, or without it over the whole. If playback is behind the loop, it moves to its
  /// start.
  private func setLoop(over selected: FrameRange?) {
    let length = lanes.length
    let next = isLooping && length > 0 ? selected ?? 0..<length : nil
    guard next != loop else { return }
    loop = next
    player.loop = next
    if let next, isPlaying, player.position >= Double(next.upperBound) {
      movePlayhead(to: Double(next.lowerBound))
      navigation.follow()
    }
  }

  // MARK: The selection

  /// Takes over what is selected: it is looped, what plays of it ends with it, and its frequencies are heard alone.
  ///
  /// - Returns: true when other frequencies are to be heard: see `adoptVoices`.
  func adopt(_ selection: Selection?) -> Bool {
    self.selection = selection
    if stretch != nil {
      let isWithin = selection?.range.holds(player.position) == true
      setStretch(isWithin && !isLooping ? selection?.range : nil)
    }
    setLoop(over: selection?.range)
    return takesOver(band(whilePlaying: isPlaying))
  }

  private func setStretch(_ stretch: FrameRange?) {
    guard stretch != self.stretch else { return }
    self.stretch = stretch
    player.length = end
  }

  /// The frequencies that are heard alone. They are selected where they are, and filter no other place: nothing, while
  /// something else is played.
  private func band(whilePlaying isPlaying: Bool) -> FrequencyBand? {
    guard let selection, let band = selection.band else { return nil }
    if isScrubbing { return selection.range.holds(playhead) ? band : nil }
    return !isPlaying || stretch == selection.range || loop == selection.range ? band : nil
  }

  private func choose(_ band: FrequencyBand?) { if takesOver(band) { adoptVoices() } }

  private func takesOver(_ band: FrequencyBand?) -> Bool {
    if band != self.band { self.band = band }
    return voices.choose(band)
  }

  // MARK: Speed and volume

  /// - Parameter speed: 1 is as recorded; clamped to `PlaybackSpeed.limits`.
  public func setSpeed(_ speed: Double) {
    let next = PlaybackSpeed.rounded(speed)
    guard next != self.speed else { return }
    self.speed = next
    player.speed = next
  }

  public func stepSpeed(up: Bool) { setSpeed(PlaybackSpeed.step(from: speed, up: up)) }

  /// - Parameter volume: 0…1 as a control shows it. The amplitude is its cube, as in sound servers, so that
  ///   equal steps sound equal.
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

  // MARK: Scrubbing

  /// Starts dragging the playhead; playback waits meanwhile.
  public func beginScrubbing() {
    guard !isScrubbing, length > 0 else { return }
    scrubbed = (isPlaying, stretch)
    pause()
    isScrubbing = true
  }

  /// Drags the playhead to `frame` and plays a grain there.
  public func scrub(to frame: Double) {
    guard isScrubbing else { return }
    let before = playhead
    movePlayhead(to: frame)
    choose(band(whilePlaying: false))
    if playhead != before { player.scrub(at: playhead) }
  }

  /// Ends the drag; playback continues.
  public func endScrubbing() {
    guard isScrubbing else { return }
    isScrubbing = false
    choose(band(whilePlaying: false))
    // Within the stretch that was played, it goes on to the end of that.
    if scrubbed.isPlaying, playhead < length {
      play(scrubbed.stretch.flatMap { $0.holds(playhead) ? $0 : nil })
    }
  }

  // MARK: What there is to play

  /// Gives the player the samples of all waveforms; playback continues with them.
  func adoptVoices() {
    let position = isPlaying ? player.position : nil
    guard voices.load() else { return }
    player.length = end
    player.loop = loop
    if let position { player.start(at: min(position, length), rate: rate) }
  }

  /// Tells the player the length of the time axis.
  func adoptLength() { player.length = end }

  /// Moves the playhead back to the end if it is beyond it.
  func limitPlayhead() { if playhead > length { head.correct(to: length) } }

  /// Takes everything from the player: the diagram is empty.
  func forget() {
    pause()
    voices.unload()
    sound = SoundState(lostOutputOf: sound)
    head.correct(to: 0)
  }

  // MARK: The player's events

  func receive(_ event: PlayerEvent) {
    switch event {
    case .outputLost(let error):
      sound.lostOutput = error
      sound.lossCount += 1
    case .outputRestored: sound.lostOutput = nil
    case .suspended(true):
      guard isPlaying else { return }
      pause()
      sound.suspensionCount += 1
    case .suspended(false): break
    case .stalled(let isStalled): sound.isStalled = isStalled
    case .report(let report):
      soundReport = report
    case .failed(let error):
      // While paused, errors of samples that have been replaced do not matter.
      guard isPlaying else { return }
      pause()
      sound.failure = "\(error.message) \(error.advice)"
    }
  }
}

extension FrameRange {
  /// True for a place from its first frame on, and before its end.
  func holds(_ place: Double) -> Bool { place >= Double(lowerBound) && place < Double(upperBound) }
}
