// FeederWork.swift
// The making of one epoch. Used on the engine's thread only.

import WaveformCore

/// The present work of the engine's thread.
struct FeederWork {
  /// The generation of the order that this is for.
  let generation: Int
  private let feeder: PlaybackFeeder
  private let epoch: Epoch
  private var chain: FrameChain
  private let piece: Int
  /// The version of the gains with which voices were added up; nil when the output adds them up.
  private let mixedVersion: Int?
  private var hasFailed = false

  /// Makes the beginning of an epoch and starts it.
  ///
  /// - Returns: nil when another order has come meanwhile.
  init?(_ order: PlaybackOrder, by feeder: PlaybackFeeder, for engine: PlaybackEngine) {
    generation = order.epochGeneration
    self.feeder = feeder
    let source = feeder.voices.source
    let wanted = feeder.voices.format
    let (format, position) = engine.state.withLock { state in
      (state.output.acceptedFormat(for: wanted), engine.position(in: &state, at: engine.now()))
    }
    let loop = order.reachableLoop
    let start = Self.start(order, heard: position, in: loop)
    let sizes = engine.configuration
    piece = sizes.piece(source.sampleRate)
    var reader = UnrolledReader(source: source, length: order.length, from: start, loop: loop)
    reader.setFade(order)
    let mixed = order.speed != 1 && feeder.hasManyChannels ? feeder.voices.gains.current : nil
    mixedVersion = mixed?.version
    chain = FrameChain(
      reader: reader, speed: order.speed, voices: feeder.voices.speakers, gains: mixed?.gains, format: format)
    epoch = Epoch(
      format: format, capacity: sizes.ringFrames(format.sampleRate), rate: chain.rate, frame: start,
      loop: loop, gains: mixed == nil ? feeder.voices.gains : VoiceGains(count: 1), volume: engine.volume,
      feeder: feeder.wake)
    let first = sizes.firstPiece(source.sampleRate)
    let enough = min(sizes.firstPiece(format.sampleRate), epoch.ring.capacity)
    let began = engine.now()
    while epoch.ring.free > 0, !feeder.isOver(order, for: engine) {
      if !make(piece: first, for: engine) { break }
      if epoch.ring.available >= enough, engine.now() - began >= sizes.patience { break }
    }
    guard engine.begin(epoch, for: order, by: feeder) else { return nil }
  }

  /// Takes over what has changed, and makes frames until there is no more room.
  ///
  /// - Returns: false when it must be called again at once.
  mutating func serve(_ order: PlaybackOrder, for engine: PlaybackEngine) -> Bool {
    // The clock needs a timing a few times a second, even if no other thread asks for the position.
    let heard = engine.state.withLock { engine.heard(in: &$0, at: engine.now()) }
    guard adapt(to: order, heard: heard, for: engine) else { return false }
    if let mixedVersion, mixedVersion != feeder.voices.gains.current.version {
      engine.restart(order)
      return false
    }
    // At most the size of the ring in one call: an output may take frames as fast as they are made.
    let end = epoch.ring.writtenCount + epoch.ring.capacity
    while epoch.ring.free > 0, epoch.ring.writtenCount < end {
      if !make(piece: piece, for: engine) { return true }
      if engine.order.changeCount != order.changeCount
        || engine.order.epochGeneration != order.epochGeneration
      {
        return false
      }
    }
    epoch.askForMore()
    return true
  }

  /// - Returns: false at the end of the recording.
  private mutating func make(piece: Int, for engine: PlaybackEngine) -> Bool {
    let count = chain.next(min(epoch.ring.free, piece), piece: piece) { [epoch] in
      _ = epoch.write($0, count: $1)
    }
    if let failure = chain.reader.failure, !hasFailed {
      hasFailed = true
      // Errors of a recording that has been replaced are ignored.
      if engine.state.withLock({ $0.feeder === feeder }) { engine.tell(.failed(failure)) }
    }
    epoch.complete(count == 0)
    return count > 0
  }

  /// Adopts a changed length or loop in the same epoch, if the frames that are ready stay right.
  ///
  /// - Returns: false when a new epoch is needed.
  private mutating func adapt(
    to order: PlaybackOrder, heard: Double, for engine: PlaybackEngine
  ) -> Bool {
    let loop = order.reachableLoop
    let isMore = order.length > chain.reader.length || loop != chain.reader.loop
    if isMore, chain.isFinished, !chain.isPlain {
      engine.restart(order)
      return false
    }
    chain.reader.length = order.length
    if loop != chain.reader.loop {
      let count = chain.reader.count
      guard let ahead = epoch.straightAhead(heard: heard, to: count),
        let next = Self.cursor(from: ahead.start, to: ahead.end, in: loop)
      else {
        engine.restart(order)
        return false
      }
      chain.reader.setLoop(loop, at: next)
      epoch.setLoop(loop, at: count, frame: next, heard: heard)
    }
    chain.reader.setFade(order)
    return true
  }

  /// Where to begin: at the frame of a seek, else at the frame that is heard. A frame before the end of the
  /// loop belongs to it.
  private static func start(_ order: PlaybackOrder, heard: Double, in loop: FrameRange?) -> Int {
    if let from = order.from { return Int(from) }
    let frame = Int(heard.rounded())
    guard let loop, heard < Double(loop.upperBound), frame == loop.upperBound else { return frame }
    return loop.lowerBound
  }

  /// The next frame to read, when those from `start` up to `end` are ready and the loop becomes `loop`.
  ///
  /// - Returns: nil when the new loop would have jumped before `end`.
  static func cursor(from start: Double, to end: Int, in loop: FrameRange?) -> Int? {
    guard let loop, start < Double(loop.upperBound) else { return end }
    if end == loop.upperBound { return loop.lowerBound }
    return end < loop.upperBound ? end : nil
  }
}
