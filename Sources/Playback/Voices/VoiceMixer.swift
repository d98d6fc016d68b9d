// VoiceMixer.swift
// Adds up the voices that a ring holds, each with its gain. Used on an output's thread only, where nothing may be late:
// it takes no memory after its beginning, and waits for nobody.

/// The voices of an epoch on their way to one sound.
struct VoiceMixer {
  private let gains: VoiceGains
  private let ramps: UnsafeMutablePointer<GainRamp>
  private let taken: UnsafeMutablePointer<Float>
  private var version = -1
  /// Frames in which a voice comes to another gain.
  private let way: Int

  /// - Parameter sampleRate: of the output; another gain is reached in 5 ms.
  init(_ gains: VoiceGains, sampleRate: Int) {
    self.gains = gains
    way = max(1, sampleRate / 200)
    ramps = .allocate(capacity: gains.count)
    taken = .allocate(capacity: gains.count)
    taken.initialize(repeating: 1, count: gains.count)
    // It begins with what is wanted; if that is being written just now, it goes there.
    _ = gains.take(into: taken, known: &version)
    for voice in 0..<gains.count {
      (ramps + voice).initialize(to: GainRamp(gain: version < 0 ? 1 : taken[voice]))
    }
  }

  /// Ends it: nobody uses it any more.
  func deallocate() {
    ramps.deallocate()
    taken.deallocate()
  }

  /// Takes frames out of `ring` and lays their sum into `buffer`. A single voice at a gain of 1 stays what it is, to
  /// the bit; at a gain of 0 a voice costs nothing.
  ///
  /// - Returns: how many frames those were; the rest of `buffer` is as it was.
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
