// VoiceMixer.swift
// Adds up the voices of a ring, each with its gain. Used on an output's thread only, where nothing may be
// late: it allocates no memory after its beginning, and never waits.
// The gains are set by one thread and taken over by the output's. Sound without a lock: the version is odd
// while gains are written, and another one afterwards. The reader compares it before and after, and keeps its
// old gains when it has changed, so that gains that belong together change together.

import Synchronization

/// Adds up the voices of an epoch.
struct VoiceMixer {
  private let gains: VoiceGains
  private let ramps: UnsafeMutablePointer<GainRamp>
  private let taken: UnsafeMutablePointer<Float>
  private var version = -1
  /// Frames in which a voice reaches another gain.
  private let way: Int

  /// - Parameter sampleRate: of the output; another gain is reached in 5 ms.
  init(_ gains: VoiceGains, sampleRate: Int) {
    self.gains = gains
    way = max(1, sampleRate / 200)
    ramps = .allocate(capacity: gains.count)
    taken = .allocate(capacity: gains.count)
    taken.initialize(repeating: 1, count: gains.count)
    // Begins with the wanted gains; if they are being written just now, it approaches them.
    _ = gains.take(into: taken, known: &version)
    for voice in 0..<gains.count {
      (ramps + voice).initialize(to: GainRamp(gain: version < 0 ? 1 : taken[voice]))
    }
  }

  /// Frees its memory; it must not be used afterwards.
  func deallocate() {
    ramps.deallocate()
    taken.deallocate()
  }

  /// Takes frames out of `ring` and puts their sum into `buffer`. A single voice at a gain of 1 does not
  /// change by a bit; a voice at a gain of 0 costs nothing.
  ///
  /// - Returns: how many frames there were; the rest of `buffer` is not changed.
  mutating func mix(_ ring: FrameRing, into buffer: UnsafeMutableBufferPointer<Float>) -> Int {
    if gains.take(into: taken, known: &version) {
      for voice in 0..<gains.count { ramps[voice].aim(at: taken[voice], over: way) }
    }
    let channels = ring.channels
    if gains.count == 1 {
      let count = ring.read(into: buffer)
      ramps[0].apply(
        to: UnsafeMutableBufferPointer(rebasing: buffer[..<(count * channels)]), channels: channels)
      return count
    }
    guard var sum = buffer.baseAddress else { return 0 }
    return ring.read(buffer.count / channels) { samples, frames in
      sum.update(repeating: 0, count: frames * channels)
      for voice in 0..<gains.count {
        ramps[voice].add(
          samples + voice * ring.samplesPerVoice, to: sum, frames: frames, channels: channels)
      }
      sum += frames * channels
    }
  }
}

/// The wanted gains.
final class VoiceGains: @unchecked Sendable {
  let count: Int
  private let bits: UnsafeMutablePointer<Atomic<UInt32>>
  private let version = Atomic<Int>(0)

  /// All gains are 1.
  init(count: Int) {
    self.count = count
    bits = .allocate(capacity: count)
    for voice in 0..<count { (bits + voice).initialize(to: Atomic(Float(1).bitPattern)) }
  }

  deinit {
    bits.deinitialize(count: count)
    bits.deallocate()
  }

  /// Called by one thread at a time.
  ///
  /// - Parameter gains: one for each voice, in their order; missing ones, and those that are not a number,
  ///   are 1.
  func set(_ gains: [Float]) {
    version.wrappingAdd(1, ordering: .sequentiallyConsistent)
    for voice in 0..<count {
      let gain = voice < gains.count && gains[voice].isFinite ? gains[voice] : 1
      bits[voice].store(gain.bitPattern, ordering: .sequentiallyConsistent)
    }
    version.wrappingAdd(1, ordering: .sequentiallyConsistent)
  }

  /// All gains and their version, which changes with each `set`.
  var current: (gains: [Float], version: Int) {
    withUnsafeTemporaryAllocation(of: Float.self, capacity: count) { gains in
      gains.initialize(repeating: 1)
      var version = -1
      while !take(into: gains.baseAddress!, known: &version) {}
      return (Array(gains), version)
    }
  }

  /// Copies the gains if they are newer than the version `known`.
  ///
  /// - Parameter gains: room for all.
  /// - Returns: false when there are no newer ones, or they are being written; the contents of `gains` are
  ///   then undefined.
  func take(into gains: UnsafeMutablePointer<Float>, known: inout Int) -> Bool {
    let now = version.load(ordering: .sequentiallyConsistent)
    guard now != known, now % 2 == 0 else { return false }
    for voice in 0..<count {
      gains[voice] = Float(bitPattern: bits[voice].load(ordering: .sequentiallyConsistent))
    }
    guard version.load(ordering: .sequentiallyConsistent) == now else { return false }
    known = now
    return true
  }
}
