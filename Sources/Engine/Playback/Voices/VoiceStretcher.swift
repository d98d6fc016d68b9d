// VoiceStretcher.swift
// Stretches several voices side by side. Used on one thread.
//
// Each voice has its own stretcher. Within one stretcher all channels follow the phase of the loudest, so an
// inaudible voice would change the others. How much comes out depends only on what went in and on the speed,
// so the voices stay together; only frames that all of them have are passed on.

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
  /// - Returns: the frames that are ready.
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
