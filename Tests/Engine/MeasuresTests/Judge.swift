// Judge.swift
// libebur128 as the judge, and what both are given: samples, whole or cut into pieces.

import CEbur128
import Glibc
import WaveformCore

@testable import Measures

/// Samples that are to be measured.
struct Sound {
  var channels: Int
  var rate: Int
  /// Interleaved.
  var samples: [Float]

  var frames: Int { samples.count / channels }

  /// Tones one after the other, the same in all channels unless told otherwise.
  ///
  /// - Parameters:
  ///   - steps: level in dB below full scale, and seconds.
  ///   - gains: what is added to the level in each channel; nil: silence.
  static func tones(
    _ steps: [(level: Double, seconds: Double)], hertz: Double = 1000, rate: Int = 48_000,
    gains: [Double?] = [0, 0]
  ) -> Sound {
    var sound = Sound(channels: gains.count, rate: rate, samples: [])
    var frame = 0
    for step in steps {
      for _ in 0..<Int((step.seconds * Double(rate)).rounded()) {
        let value = sin(2 * .pi * hertz * Double(frame) / Double(rate))
        for gain in gains {
          sound.samples.append(gain.map { Float(value * pow(10, (step.level + $0) / 20)) } ?? 0)
        }
        frame += 1
      }
    }
    return sound
  }

  /// Noise whose level wanders, so that gates and windows have something to decide.
  static func noise(
    channels: Int, rate: Int, frames: Int, using random: inout some RandomNumberGenerator
  ) -> Sound {
    var sound = Sound(channels: channels, rate: rate, samples: [])
    sound.samples.reserveCapacity(frames * channels)
    var level: Float = 0.3
    var last: Float = 0
    for frame in 0..<frames {
      if frame % (rate / 3 + 1) == 0 { level = pow(10, Float.random(in: -4...(-0.3), using: &random)) }
      for _ in 0..<channels {
        // Half white, half low: true peaks need both.
        last = 0.9 * last + 0.1 * Float.random(in: -1...1, using: &random)
        sound.samples.append(level * (0.5 * Float.random(in: -1...1, using: &random) + 2 * last))
      }
    }
    return sound
  }

  var shape: MeasureShape { MeasureShape(channels: channels, sampleRate: rate) }

  /// Our measures, by blocks of any sizes.
  func measured(pieces: [Int] = [.max]) -> MeasuredBlocks {
    let builder = MeasureBuilder<Float>(shape)
    samples.withUnsafeBufferPointer { samples in
      var frame = 0, turn = 0
      while frame < frames {
        let count = min(frames - frame, pieces[turn % pieces.count])
        builder.append(samples.baseAddress! + frame * channels, frames: count)
        frame += count
        turn += 1
      }
    }
    return MeasuredBlocks(builder)
  }

  var measures: Measures { measured().measures }
}

/// What libebur128 says about a sound.
struct Judgement {
  var integrated, momentaryMax, shortTermMax, range: Double
  /// In dB; of each channel.
  var truePeaks: [Double]

  init(_ sound: Sound) {
    var state = ebur128_init(
      UInt32(sound.channels), UInt(sound.rate),
      Int32(
        EBUR128_MODE_M.rawValue | EBUR128_MODE_S.rawValue | EBUR128_MODE_I.rawValue
          | EBUR128_MODE_LRA.rawValue
          | EBUR128_MODE_TRUE_PEAK.rawValue))
    defer { ebur128_destroy(&state) }
    // Both maxima are looked for as ours are: in steps of a fifth of a block, and of a block.
    let size = sound.shape.framesPerBlock
    var moment = -Double.infinity, term = -Double.infinity
    var value = 0.0
    sound.samples.withUnsafeBufferPointer { samples in
      var frame = 0
      for step in 1... {
        let end = (step * size + 4) / 5
        let count = min(end, sound.frames) - frame
        ebur128_add_frames_float(state, samples.baseAddress! + frame * sound.channels, count)
        frame += count
        guard frame == end else { break }
        // Ours are of whole blocks.
        if step >= 20, frame <= sound.frames / size * size {
          ebur128_loudness_momentary(state, &value)
          moment = max(moment, value)
        }
        if step >= 150, step % 5 == 0 {
          ebur128_loudness_shortterm(state, &value)
          term = max(term, value)
        }
      }
    }
    momentaryMax = moment
    shortTermMax = term
    ebur128_loudness_global(state, &value)
    integrated = value
    ebur128_loudness_range(state, &value)
    range = value
    truePeaks = []
    for channel in 0..<sound.channels {
      ebur128_true_peak(state, UInt32(channel), &value)
      truePeaks.append(20 * log10(value))
    }
  }
}
