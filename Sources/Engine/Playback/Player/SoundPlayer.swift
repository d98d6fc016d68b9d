// SoundPlayer.swift
// The player with sound. Used on one thread, which gives orders to the engine and asks it for the position;
// it never waits for samples or for a sound server.

import HostIO
import WaveformCore

/// Plays recordings through an output.
public final class SoundPlayer: Player {
  private let engine: PlaybackEngine

  /// - Parameter output: used by this player only.
  public convenience init(output: any AudioOutput) {
    self.init(
      PlaybackEngine(
        output: output, silent: SilentOutput(), configuration: PlaybackConfiguration(),
        now: { MonotonicTime.now }))
  }

  init(_ engine: PlaybackEngine) { self.engine = engine }

  deinit { engine.load(nil) }

  public func load(_ voices: [PlayerVoice], sampleRate: Int) {
    engine.load(voices.isEmpty ? nil : PlaybackFeeder(VoiceSet(voices, sampleRate: max(1, sampleRate))))
  }

  public func setGains(_ gains: [Float]) {
    engine.state.withLock { $0.feeder }?.voices.gains.set(gains)
    // Only at another speed may gains need a new epoch.
    if engine.order.speed != 1 { engine.change { _ in } }
  }

  public func level(at time: Double) -> Float { engine.level(at: time) }

  public var now: Double { engine.now() }
  public var isRunning: Bool { engine.isRunning }

  /// - Parameter rate: ignored: the rate of the loaded time axis counts.
  public func start(at frame: Double, rate: Double) { engine.start(at: frame) }
  public func stop() { engine.stop() }
  public func position(at time: Double) -> Double { engine.position(at: time) }

  public var length: Int {
    get { engine.order.length }
    set { engine.change { $0.order.length = newValue } }
  }
  public var loop: FrameRange? {
    get { engine.order.loop }
    set { engine.change { $0.order.loop = newValue } }
  }
  public var crossfadesLoop: Bool {
    get { engine.order.crossfadesLoop }
    set { engine.change { $0.order.crossfadesLoop = newValue } }
  }
  public var speed: Double {
    get { engine.order.speed }
    set { engine.setSpeed(min(max(newValue, 0.25), 3)) }
  }

  public var volume = 1.0 { didSet { setAmplitude() } }
  public var isMuted = false { didSet { setAmplitude() } }
  private func setAmplitude() {
    engine.volume.amplitude = isMuted ? 0 : Float(min(max(volume, 0), 1))
  }

  public func scrub(at frame: Double) { engine.scrub(at: frame) }
  public func reconnect() { engine.reconnect() }

  public var onEvent: (@Sendable (PlayerEvent) -> Void)? {
    get { engine.currentListener }
    set { engine.listen(newValue) }
  }
}
