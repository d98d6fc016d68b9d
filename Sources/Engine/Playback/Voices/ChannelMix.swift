// ChannelMix.swift
// Maps the channels of a recording to the loudspeakers of an output. A pure value.

import AudioFormats

/// A weight for every pair of channels.
struct ChannelMix: Equatable {
  private let inputs: Int
  /// One row for each output channel, one weight in it for each input channel.
  let weights: [[Float]]

  /// A channel goes to its own loudspeaker if there is one; otherwise to those on its side, or from the
  /// middle to both sides, 3 dB lower (ITU-R BS.775-4, annex 4). Without a subwoofer its channel is left out,
  /// as that standard says. No sum exceeds full scale.
  init(from source: [Speaker], to target: [Speaker]) {
    inputs = source.count
    var weights = Array(repeating: Array(repeating: Float(0), count: source.count), count: target.count)
    for (input, speaker) in source.enumerated() {
      if let same = target.firstIndex(of: speaker) {
        weights[same][input] = 1
        continue
      }
      if speaker.isLowFrequency, source.count > 1 { continue }
      let places = target.indices.filter { !target[$0].isLowFrequency }
      // Of two surround pairs an output may have the other one.
      if let other = speaker.otherSurround, !source.contains(other), let same = target.firstIndex(of: other) {
        weights[same][input] = 1
        continue
      }
      let side = speaker.side
      let near = places.filter { side != 0 && target[$0].side == side }
      let chosen = near.isEmpty ? places.filter { target[$0].isFront } : near
      let reached = chosen.isEmpty ? places : chosen
      for output in reached { weights[output][input] = speaker == .mono ? 1 : Float(0.5).squareRoot() }
    }
    self.weights = weights.map { row in
      let sum = row.reduce(0, +)
      return sum > 1 ? row.map { $0 / sum } : row
    }
  }

  /// Several voices side by side, each mapped to the loudspeakers as if it were alone.
  init(voices: [[Speaker]], to target: [Speaker]) {
    inputs = voices.reduce(0) { $0 + $1.count }
    var before = 0
    var weights: [[Float]] = []
    for voice in voices {
      let after = inputs - before - voice.count
      weights += ChannelMix(from: voice, to: target).weights.map {
        Array(repeating: 0, count: before) + $0 + Array(repeating: 0, count: after)
      }
      before += voice.count
    }
    self.weights = weights
  }

  /// Several voices side by side, each with its gain, added up for the loudspeakers.
  init(voices: [[Speaker]], gains: [Float], to target: [Speaker]) {
    inputs = voices.reduce(0) { $0 + $1.count }
    var weights: [[Float]] = target.map { _ in [] }
    for (voice, gain) in zip(voices, gains) {
      for (output, row) in ChannelMix(from: voice, to: target).weights.enumerated() {
        weights[output] += row.map { $0 * gain }
      }
    }
    self.weights = weights
  }

  /// - Parameter samples: interleaved input frames.
  func apply(to samples: [Float]) -> [Float] {
    let frames = samples.count / inputs
    var mixed = Array(repeating: Float(0), count: frames * weights.count)
    for (output, row) in weights.enumerated() {
      for (input, weight) in row.enumerated() where weight != 0 {
        for frame in 0..<frames {
          mixed[frame * weights.count + output] += samples[frame * inputs + input] * weight
        }
      }
    }
    return mixed
  }
}

extension Speaker {
  /// −1 on the left, 1 on the right, 0 in the middle. Unknown channels alternate between left and right.
  fileprivate var side: Int {
    switch self {
    case .frontLeft, .rearLeft, .sideLeft, .frontLeftOfCenter, .topFrontLeft, .topRearLeft, .wideLeft,
      .surroundDirectLeft, .topSideLeft, .bottomFrontLeft:
      -1
    case .frontRight, .rearRight, .sideRight, .frontRightOfCenter, .topFrontRight, .topRearRight, .wideRight,
      .surroundDirectRight, .topSideRight, .bottomFrontRight:
      1
    case .auxiliary(let number): number % 2 == 0 ? -1 : 1
    default: 0
    }
  }

  fileprivate var isFront: Bool {
    switch self {
    case .mono, .frontLeft, .frontRight, .frontCenter: true
    default: false
    }
  }
}
