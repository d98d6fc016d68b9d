// VoiceStretcher.swift
// Stretches voices that lie side by side. Used on one thread.
//
// Each voice has a stretcher of its own: channels in one stretcher are held to the phase of the loudest among them, so
// that a voice which is not heard would change those that are. How much comes out for what goes in depends on the
// speed alone, so that they stay together; and only what all of them have made goes on.

/// Makes several voices longer or shorter, in step.
final class VoiceStretcher {
  private let stretchers: [TimeStretcher]
  private let channels: [Int]
  private let width: Int
  private var made: [[Float]]

  /// - Parameter channels: of each voice.
  init(sampleRate: Int, channels: [Int], speed: Double) {
    self.channels = channels
    width = channels.reduce(0, +)
    stretchers = channels.map { TimeStretcher(sampleRate: sampleRate, channels: $0, speed: speed) }
    made = channels.map { _ in [] }
  }

  /// - Parameter input: interleaved frames of all voices.
  /// - Returns: what has become ready.
  func process(_ input: [Float]) -> [Float] {
    if stretchers.count == 1 { return stretchers[0].process(input) }
    let frames = input.count / width
    var first = 0
    for (voice, count) in channels.enumerated() {
      let own = [Float](unsafeUninitializedCapacity: frames * count) { part, size in
        for frame in 0..<frames {
          for channel in 0..<count { part[frame * count + channel] = input[frame * width + first + channel] }
        }
        size = frames * count
      }
      made[voice] += stretchers[voice].process(own)
      first += count
    }
    return takeTogether()
  }

  private func takeTogether() -> [Float] {
    let ready = channels.indices.map { made[$0].count / channels[$0] }.min() ?? 0
    let output = [Float](unsafeUninitializedCapacity: ready * width) { all, size in
      var first = 0
      for (voice, count) in channels.enumerated() {
        for frame in 0..<ready {
          for channel in 0..<count {
            all[frame * width + first + channel] = made[voice][frame * count + channel]
          }
        }
        first += count
      }
      size = ready * width
    }
    for (voice, count) in channels.enumerated() { made[voice].removeFirst(ready * count) }
    return output
  }
}
