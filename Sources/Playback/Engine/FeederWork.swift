// FeederWork.swift
// One epoch in the making. Used on the engine's thread only.

import WaveformCore

/// What the engine's thread is at.
struct FeederWork {
  /// Of the order that this is for.
  let generation: Int
  private let feeder: PlaybackFeeder
  private let epoch: Epoch
  private var chain: FrameChain
  private let piece: Int
  /// Which gains voices were added up with; nil when the output does that.
  private let mixedVersion: Int?
  private var hasFailed = false

  /// Makes the beginning of an epoch and lets it be heard.
  ///
  /// - Returns: nil when another order has come in between.
  init?(_ order: PlaybackOrder, by feeder: PlaybackFeeder, for engine: PlaybackEngine) {
    generation = order.epochGeneration
    self.feeder = feeder
    let source = feeder.source
    let wanted = feeder.format
    let (format, position) = engine.state.withLock { state in
      (state.output.acceptedFormat(for: wanted), engine.position(in: &state, at: engine.now()))
    }
    let loop = order.reachableLoop
    let start = Self.start(order, heard: position, in: loop)
    let sizes = engine.configuration
    piece = sizes.piece(source.sampleRate)
    var reader = UnrolledReader(source: source, length: order.length, from: start, loop: loop)
    reader.setFade(order)
    let mixed = order.speed != 1 && feeder.hasManyChannels ? feeder.gains.current : nil
    mixedVersion = mixed?.version
    chain = FrameChain(
      reader: reader, speed: order.speed, voices: feeder.voices, gains: mixed?.gains, format: format)
    epoch = Epoch(
      format: format, capacity: sizes.ringFrames(format.sampleRate), rate: chain.rate, frame: start,
      loop: loop, gains: mixed == nil ? feeder.gains : VoiceGains(count: 1), volume: engine.volume,
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
  /// - Returns: false when there is more to be done at once.
  mutating func serve(_ order: PlaybackOrder, for engine: PlaybackEngine) -> Bool {
    // However seldom somebody asks where it is, the clock is told a few times a second.
    let heard = engine.state.withLock { engine.heard(in: &$0, at: engine.now()) }
    guard adapt(to: order, heard: heard, for: engine) else { return false }
    if let mixedVersion, mixedVersion != feeder.gains.current.version {
      engine.restart(order)
      return false
    }
    // No more than the ring holds at a time: an output may take frames as fast as they are made.
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

  /// - Returns: false at the end of what there is.
  private mutating func make(piece: Int, for engine: PlaybackEngine) -> Bool {
    let count = chain.next(min(epoch.ring.free, piece), piece: piece) { [epoch] in
      _ = epoch.write($0, count: $1)
    }
    if let failure = chain.reader.failure, !hasFailed {
      hasFailed = true
      // Of a recording that has been replaced nobody wants to know.
      if engine.state.withLock({ $0.feeder === feeder }) { engine.tell(.failed(failure)) }
    }
    epoch.complete(count == 0)
    return count > 0
  }

  /// Another length or loop goes on in the same epoch as long as it changes nothing that is ready to be heard.
  ///
  /// - Returns: false when an epoch must be made anew.
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

  /// Where to begin: the frame that is sought, or else the one that is heard, which belongs to the loop as long as
  /// it does not lie behind it.
  private static func start(_ order: PlaybackOrder, heard: Double, in loop: FrameRange?) -> Int {
    if let from = order.from { return Int(from) }
    let frame = Int(heard.rounded())
    guard let loop, heard < Double(loop.upperBound), frame == loop.upperBound else { return frame }
    return loop.lowerBound
  }

  /// The frame that follows when those from `start` up to `end` are ready and the loop becomes `loop`.
  ///
  /// - Returns: nil when the loop would have led elsewhere before.
  static func cursor(from start: Double, to end: Int, in loop: FrameRange?) -> Int? {
    guard let loop, start < Double(loop.upperBound) else { return end }
    if end == loop.upperBound { return loop.lowerBound }
    return end < loop.upperBound ? end : nil
  }
}
