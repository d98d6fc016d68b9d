// PlaybackEngine.swift
// What is wanted, what is heard, and at which position. One lock guards all three; it is held only for
// moments, never while samples are read. The main thread gives orders and asks for the position. The engine's
// thread (PlaybackFeeder, one for each set of voices) makes epochs and starts them. Outputs must not call
// back while the engine calls them.

import Synchronization
import WaveformCore

/// Plays one recording, or one set of voices, at a time through an output.
final class PlaybackEngine: Sendable {
  let configuration: PlaybackConfiguration
  /// Seconds of the monotonic clock.
  let now: @Sendable () -> Double
  let volume = VolumeControl()
  let state: Mutex<State>
  let listener = Mutex<(@Sendable (PlayerEvent) -> Void)?>(nil)

  /// The epoch that an output pulls from.
  struct Playing {
    let epoch: Epoch
    var clock: HeardClock
    /// Frames of the output that must be played before sound reaches the place where the playhead was already
    /// drawn.
    let playedAtFloor: Double
    /// When it began, in seconds of the monotonic clock.
    let began: Double
  }

  struct State {
    var order = PlaybackOrder()
    var feeder: (any EngineThread)?
    var playing: Playing?
    /// Epochs that an output may still hold.
    var retired: [Epoch] = []
    /// The position while nothing plays; during playback the last one that was reported.
    var position = 0.0
    var output: any AudioOutput
    /// Counts calls of `start`, so that events of an earlier one can be told apart.
    var starts = 0
    var lost: AudioOutputError?
    /// Since when a seek is waiting for its samples.
    var soughtSince = 0.0
    var isStalled = false
  }

  let real: any AudioOutput
  let silent: any AudioOutput

  init(
    output: any AudioOutput, silent: any AudioOutput, configuration: PlaybackConfiguration,
    now: @escaping @Sendable () -> Double
  ) {
    real = output
    self.silent = silent
    self.configuration = configuration
    self.now = now
    state = Mutex(State(output: output))
  }

  // MARK: Orders

  /// Takes another recording; playback ends. Does not wait for reads of the old one.
  func load(_ feeder: (any EngineThread)?) {
    let last = state.withLock { state in
      halt(&state)
      state.order.length = 0
      state.order.loop = nil
      state.position = 0
      defer { state.feeder = feeder }
      return state.feeder
    }
    last?.close(for: feeder)
  }

  /// - Parameter frame: clamped to the recording.
  func start(at frame: Double) {
    let frame = frame.isNaN ? 0 : min(max(0, frame), 0x1p52)
    change { state in
      state.order.task = .play
      state.order.from = frame
      state.order.epochGeneration += 1
      state.order.startGeneration += 1
      state.position = frame
      state.soughtSince = now()
    }
  }

  func stop() {
    let wasStalled = state.withLock { state in
      if state.order.task == .play { state.position = position(in: &state, at: now()) }
      halt(&state)
      defer { state.isStalled = false }
      return state.isStalled
    }
    if wasStalled { tell(.stalled(false)) }
  }

  private func halt(_ state: inout State) {
    let isHeard = state.playing != nil
    state.order.task = .nothing
    state.order.from = nil
    state.order.epochGeneration += 1
    state.order.startGeneration += 1
    retire(&state)
    if isHeard { state.output.stop() }
    state.feeder?.wakeUp()
  }

  func setSpeed(_ speed: Double) {
    change { state in
      guard speed != state.order.speed else { return }
      state.order.speed = speed
      if state.order.task == .play { state.order.epochGeneration += 1 }
    }
  }

  func scrub(at frame: Double) {
    change { state in
      guard state.order.task != .play, frame.isFinite else { return }
      if state.order.task == .nothing {
        state.order.epochGeneration += 1
        state.order.startGeneration += 1
        state.order.task = .scrub
      }
      state.order.grainGeneration += 1
      state.order.grainFrame = frame
    }
  }

  /// Stops the output when no grain was wanted for a while.
  func endScrubbing(_ order: PlaybackOrder) {
    state.withLock { state in
      if state.order.startGeneration == order.startGeneration,
        state.order.grainGeneration == order.grainGeneration
      {
        halt(&state)
      }
    }
  }

  /// Changes the order, and wakes the thread that carries it out.
  func change(_ body: (inout State) -> Void) {
    let feeder = state.withLock { state in
      body(&state)
      state.order.changeCount += 1
      return state.order.task == .nothing ? nil : state.feeder
    }
    feeder?.begin(self)
  }

  // MARK: Where it is

  var order: PlaybackOrder { state.withLock { $0.order } }
  var isRunning: Bool { state.withLock { $0.order.task == .play && $0.feeder != nil } }

  /// The frame that is heard at `time`; cheap enough for every frame of the display.
  func position(at time: Double) -> Double {
    let now = now()
    let (frame, change): (Double, Bool?) = state.withLock { state in
      guard state.order.task == .play else { return (state.position, nil) }
      return (position(in: &state, at: time), stallChange(in: &state, now: now))
    }
    if let change { tell(.stalled(change)) }
    return frame
  }

  func position(in state: inout State, at time: Double) -> Double {
    guard state.order.from == nil, state.playing != nil else { return state.position }
    let heard = heard(in: &state, at: time)
    let place = state.playing!.epoch.place(heard: heard)
    // The playhead waits where it is drawn until sound reaches that place; silence does not count.
    if place.played < state.playing!.playedAtFloor { return state.position }
    state.position = place.frame
    return place.frame
  }

  /// Frames of the epoch that have been heard at `time`, but not more than were rendered.
  func heard(in state: inout State, at time: Double) -> Double {
    guard state.playing != nil else { return 0 }
    if let timing = state.output.timing { state.playing!.clock.update(timing) }
    return min(state.playing!.clock.heard(at: time), Double(state.playing!.epoch.renderedCount))
  }

  /// The level at `time`: 0…1; 0 when nothing is heard.
  func level(at time: Double) -> Float {
    state.withLock { state in
      guard state.playing != nil, state.output === real else { return 0 }
      let heard = heard(in: &state, at: time)
      return state.playing!.epoch.level(heard: heard)
    }
  }

  /// Whether listeners must be told that samples do not come in time (true), or come again (false); nil: no
  /// change.
  private func stallChange(in state: inout State, now: Double) -> Bool? {
    var isStalled = false
    if state.order.from != nil {
      isStalled = now - state.soughtSince > 0.4
    } else if let epoch = state.playing?.epoch, !epoch.isAtEnd {
      isStalled = Double(epoch.framesOfSilence) > 0.1 * Double(epoch.format.sampleRate)
    }
    guard isStalled != state.isStalled else { return nil }
    state.isStalled = isStalled
    return isStalled
  }

  // MARK: Epochs

  /// Starts an epoch if it is still wanted.
  ///
  /// - Returns: false when it is not.
  func begin(_ epoch: Epoch, for order: PlaybackOrder, by feeder: any EngineThread) -> Bool {
    state.withLock { state in
      guard state.feeder === feeder, state.order.startGeneration == order.startGeneration else {
        return false
      }
      // After a seek this is a fraction of a frame; otherwise it is how far the playhead was drawn ahead of
      // the sound.
      let ahead = ((state.order.from ?? state.position) - epoch.place(heard: 0).frame) / epoch.rate
      let rate = Double(epoch.format.sampleRate)
      retire(&state)
      state.playing = Playing(
        epoch: epoch, clock: HeardClock(rate: rate),
        playedAtFloor: ahead < 0.2 * rate ? ahead : 0, began: now())
      state.order.from = nil
      state.starts += 1
      let number = state.starts
      state.output.start(epoch.format, from: epoch) { [weak feeder] in feeder?.note($0, ofStart: number) }
      return true
    }
  }

  /// An output may be about to call an epoch that is over. It is kept until nothing else holds it, so that
  /// the output's thread never frees it.
  private func retire(_ state: inout State) {
    state.retired = state.retired.indices.compactMap {
      isKnownUniquelyReferenced(&state.retired[$0]) ? nil : state.retired[$0]
    }
    if let playing = state.playing { state.retired.append(playing.epoch) }
    state.playing?.epoch.retire()
    state.playing = nil
  }
}
