// PlaybackFeeder.swift
// The engine's thread: reads what is played and makes epochs of it. There is one for each set of voices; the
// first order starts it. It sleeps while nothing plays, and while enough frames are ready. A read may never
// return: the thread is then abandoned, and the next set of voices has its own.

import AudioFormats
import HostIO
import Synchronization

/// Carries out the orders for one recording, or for several that are heard together.
final class PlaybackFeeder: EngineThread {
  let voices: VoiceSet
  let wake = Wakeup()
  /// The number of the last change of the order that was carried out.
  private let served = Atomic<Int>(-1)
  var servedChange: Int { served.load(ordering: .acquiring) }
  private let isBegun = Atomic<Bool>(false)
  private let isClosed = Atomic<Bool>(false)
  private let events = Mutex<[(AudioOutputEvent, start: Int)]>([])

  init(_ voices: VoiceSet) { self.voices = voices }

  /// True when stretching each voice separately would take too long: stereo takes a sixth of a core. Then
  /// voices are added up first, and playback begins anew when their gains change.
  var hasManyChannels: Bool { voices.speakers.count > 1 && voices.source.channels > 4 }

  func wakeUp() { wake.post() }

  func begin(_ engine: PlaybackEngine) {
    if !isBegun.exchange(true, ordering: .acquiringAndReleasing) {
      _ = BackgroundThread.start { [self] in run(engine) }
    }
    wake.post()
  }

  func close(for next: (any EngineThread)?) {
    isClosed.store(true, ordering: .releasing)
    // What goes on being heard in another way must stay readable.
    let kept = next?.voices.sources.map(\.origin) ?? []
    for source in voices.sources where !kept.contains(where: { $0 === source.origin }) { source.cancel() }
    wake.post()
  }

  func note(_ event: AudioOutputEvent, ofStart number: Int) {
    events.withLock { $0.append((event, number)) }
    wake.post()
  }

  private func newEvents() -> [(AudioOutputEvent, start: Int)] {
    events.withLock { events in
      let all = events
      events = []
      return all
    }
  }

  private func run(_ engine: PlaybackEngine) {
    var work: FeederWork?
    var grains: GrainWork?
    var begun = -Double.infinity
    while !isClosed.load(ordering: .acquiring) {
      for (event, start) in newEvents() { engine.take(event, ofStart: start) }
      let order = engine.order
      if order.task != .play { work = nil }
      if order.task != .scrub { grains = nil }
      var patience: Double?
      switch order.task {
      case .nothing: break
      case .play:
        if order.epochGeneration != work?.generation {
          let early = begun + engine.configuration.pace - MonotonicTime.now
          if early > 0, work != nil, order.from == nil {
            wake.wait(seconds: early)
            continue
          }
          work = FeederWork(order, by: self, for: engine)
          begun = MonotonicTime.now
        }
        // Another order may have come meanwhile, or be needed.
        guard work?.serve(order, for: engine) ?? false else { continue }
      case .scrub:
        if order.epochGeneration != grains?.generation { grains = GrainWork(order, by: self, for: engine) }
        guard grains != nil else { continue }
        patience = grains!.serve(order, for: engine)
      }
      served.store(order.changeCount, ordering: .releasing)
      wake.wait(seconds: patience)
    }
  }

  /// True when the work for `order` is no longer wanted.
  func isOver(_ order: PlaybackOrder, for engine: PlaybackEngine) -> Bool {
    isClosed.load(ordering: .acquiring)
      || engine.state.withLock { $0.order.startGeneration != order.startGeneration }
  }
}
