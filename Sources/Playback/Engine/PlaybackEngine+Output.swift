// PlaybackEngine+Output.swift
// What becomes of the output: lost, found again. Outputs tell on threads of their own; the engine's thread acts.

/// Losing an output and finding it again.
extension PlaybackEngine {
  /// What happened to the output since its `start` of that number. On the engine's thread.
  func take(_ event: AudioOutputEvent, ofStart number: Int) {
    let told: PlayerEvent? = state.withLock { state in
      guard number == state.starts else { return nil }
      switch event {
      case .began:
        guard state.lost != nil, state.output === real else { return nil }
        state.lost = nil
        return .outputRestored
      case .failed(let error):
        guard state.output === real else { return nil }
        if state.order.task == .play { takeLastPosition(in: &state) }
        state.output.stop()
        state.output = silent
        state.lost = error
        // From the place where it was heard last.
        if state.order.task != .nothing { state.order.epochGeneration += 1 }
        return .outputLost(error)
      case .suspended(let isSuspended): return .suspended(isSuspended)
      case .underrun: return nil
      }
    }
    if let told { tell(told) }
  }

  /// Where it is, from an output that may not tell any more: if it never did, as if it had been heard at once.
  private func takeLastPosition(in state: inout State) {
    let now = now()
    if let playing = state.playing, state.output.timing == nil, !playing.clock.isInformed {
      state.playing!.clock.update(OutputTiming(heard: 0, time: playing.began))
    }
    state.position = position(in: &state, at: now)
  }

  /// Tries the real output again from the present place; when it is not heard, that is told once more.
  func reconnect() {
    change { state in
      guard state.lost != nil, state.output !== real else { return }
      state.position = position(in: &state, at: now())
      if state.playing != nil { state.output.stop() }
      state.output = real
      if state.order.task != .nothing { state.order.epochGeneration += 1 }
    }
  }

  /// Makes an epoch anew from the present place: what was ready no longer holds.
  func restart(_ order: PlaybackOrder) {
    state.withLock { if $0.order.epochGeneration == order.epochGeneration { $0.order.epochGeneration += 1 } }
  }

  func listen(_ listener: (@Sendable (PlayerEvent) -> Void)?) { self.listener.withLock { $0 = listener } }
  var currentListener: (@Sendable (PlayerEvent) -> Void)? { listener.withLock { $0 } }

  func tell(_ event: PlayerEvent) { currentListener?(event) }
}
