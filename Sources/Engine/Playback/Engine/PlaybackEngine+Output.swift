// PlaybackEngine+Output.swift
// Losing an output and finding it again. Outputs report on their own threads; the engine's thread acts.

/// Losing an output and finding it again.
extension PlaybackEngine {
  /// Handles an event of the output, which belongs to its `start` of this number. On the engine's thread.
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
        // It continues from the last place that was heard.
        if state.order.task != .nothing { state.order.epochGeneration += 1 }
        return .outputLost(error)
      case .suspended(let isSuspended): return .suspended(isSuspended)
      case .underrun: return nil
      case .report(var report):
        state.playing?.epoch.complete(&report)
        return .report(report)
      }
    }
    if let told { tell(told) }
  }

  /// Sets the position from an output that may give no more timings; if it never gave one, as if everything
  /// had been heard at once.
  private func takeLastPosition(in state: inout State) {
    let now = now()
    if let playing = state.playing, state.output.timing == nil, !playing.clock.isInformed {
      state.playing!.clock.update(OutputTiming(heard: 0, time: playing.began))
    }
    state.position = position(in: &state, at: now)
  }

  /// Tries the real output again from the present place; a failure is reported again.
  func reconnect() {
    change { state in
      guard state.lost != nil, state.output !== real else { return }
      state.position = position(in: &state, at: now())
      if state.playing != nil { state.output.stop() }
      state.output = real
      if state.order.task != .nothing { state.order.epochGeneration += 1 }
    }
  }

  /// Requests a new epoch from the present place, because the frames that are ready are no longer right.
  func restart(_ order: PlaybackOrder) {
    state.withLock { if $0.order.epochGeneration == order.epochGeneration { $0.order.epochGeneration += 1 } }
  }

  func listen(_ listener: (@Sendable (PlayerEvent) -> Void)?) { self.listener.withLock { $0 = listener } }
  var currentListener: (@Sendable (PlayerEvent) -> Void)? { listener.withLock { $0 } }

  func tell(_ event: PlayerEvent) { currentListener?(event) }
}
