// VoiceGains.swift
// How loud each voice is: set by one thread, taken over by an output's, which must never wait.
// Sound without a lock: the version is odd while gains are written, and another one afterwards. Who reads looks at it
// before and after, and does without when it has changed: those that belong together change together.

import Synchronization

/// The gains that are wanted.
final class VoiceGains: @unchecked Sendable {
  let count: Int
  private let bits: UnsafeMutablePointer<Atomic<UInt32>>
  private let version = Atomic<Int>(0)

  /// All are 1.
  init(count: Int) {
    self.count = count
    bits = .allocate(capacity: count)
    for voice in 0..<count { (bits + voice).initialize(to: Atomic(Float(1).bitPattern)) }
  }

  deinit {
    bits.deinitialize(count: count)
    bits.deallocate()
  }

  /// By one thread at a time.
  ///
  /// - Parameter gains: one for each voice, in their order; those that are missing, or no number, are 1.
  func set(_ gains: [Float]) {
    version.wrappingAdd(1, ordering: .sequentiallyConsistent)
    for voice in 0..<count {
      let gain = voice < gains.count && gains[voice].isFinite ? gains[voice] : 1
      bits[voice].store(gain.bitPattern, ordering: .sequentiallyConsistent)
    }
    version.wrappingAdd(1, ordering: .sequentiallyConsistent)
  }

  /// All gains, and which they are: another number when one has been set since.
  var current: (gains: [Float], version: Int) {
    withUnsafeTemporaryAllocation(of: Float.self, capacity: count) { gains in
      gains.initialize(repeating: 1)
      var version = -1
      while !take(into: gains.baseAddress!, known: &version) {}
      return (Array(gains), version)
    }
  }

  /// Takes over gains that are newer than those of the version `known`.
  ///
  /// - Parameter gains: room for all.
  /// - Returns: false when there are none, or when they are being written: then `gains` mean nothing.
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
