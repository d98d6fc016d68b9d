// GrainWork.swift
// Scrubbing: plays short grains of the recording, one after the other, while the ruler is dragged. Used on
// the engine's thread only.

import WaveformCore

/// The grains of one drag.
struct GrainWork {
  /// The generation of the order that this is for.
  let generation: Int
  private let feeder: PlaybackFeeder
  private let epoch: Epoch
  /// The last grain that was made, and when.
  private var grain = 0
  private var time = 0.0
  /// In seconds: the length of a grain, its rise and fall, and the idle time after which the output is
  /// stopped.
  private static let duration = 0.07
  private static let edge = 0.012
  private static let rest = 0.5

  /// Makes and starts the first grain.
  ///
  /// - Returns: nil when another order has come meanwhile.
  init?(_ order: PlaybackOrder, by feeder: PlaybackFeeder, for engine: PlaybackEngine) {
    generation = order.epochGeneration
    self.feeder = feeder
    let format = engine.state.withLock { $0.output.acceptedFormat(for: feeder.voices.format) }
    epoch = Epoch(
      format: format, capacity: 3 * Self.frames(format.sampleRate), rate: 1, frame: 0, loop: nil,
      gains: feeder.voices.gains, volume: engine.volume, feeder: feeder.wake)
    make(order, for: engine)
    guard engine.begin(epoch, for: order, by: feeder) else { return nil }
  }

  private static func frames(_ sampleRate: Int) -> Int { max(2, Int(duration * Double(sampleRate))) }

  /// Makes the newest grain when the last one is nearly over; skips those in between.
  ///
  /// - Returns: seconds until it must be called again.
  mutating func serve(_ order: PlaybackOrder, for engine: PlaybackEngine) -> Double {
    let ready = Double(epoch.ring.available) / Double(epoch.format.sampleRate)
    if order.grainGeneration != grain {
      if ready > Self.duration / 4 { return ready - Self.duration / 4 }
      make(order, for: engine)
      return Self.duration / 2
    }
    let left = time + Self.rest - engine.now()
    if left <= 0 { engine.endScrubbing(order) }
    return max(left, 0.05)
  }

  private mutating func make(_ order: PlaybackOrder, for engine: PlaybackEngine) {
    grain = order.grainGeneration
    time = engine.now()
    let source = feeder.voices.source
    let frames = Self.frames(source.sampleRate)
    let start = max(0, Int(max(0, min(order.grainFrame, Double(order.length)))) - frames / 2)
    let end = min(order.length, start + frames)
    var chain = FrameChain(
      reader: UnrolledReader(source: source, length: end, from: start, loop: nil), speed: 1,
      voices: feeder.voices.speakers, gains: nil, format: epoch.format)
    var samples: [Float] = []
    while chain.next(frames, piece: frames, { piece, _ in samples += piece }) > 0 {}
    Self.window(&samples, format: epoch.format, voices: feeder.voices.speakers.count)
    samples.withUnsafeBufferPointer { _ = epoch.write($0, count: 0) }
    epoch.complete()
  }

  /// Fades a grain in and out, so that it does not click.
  static func window(_ samples: inout [Float], format: StreamFormat, voices: Int) {
    let channels = format.channels * voices
    let frames = samples.count / channels
    let edge = min(frames / 2, Int(Self.edge * Double(format.sampleRate)))
    for frame in 0..<edge {
      let gain = UnrolledReader.rise(Double(frame) / Double(edge))
      for channel in 0..<channels {
        samples[frame * channels + channel] *= gain
        samples[(frames - 1 - frame) * channels + channel] *= gain
      }
    }
  }
}
