// ClickFormat.swift
// How sound is cut up to look for clicks, and how far above the rest one must stand. A pure value.

import Glibc

/// Blocks and thresholds of click repair.
///
/// The numbers were chosen on 14 recordings (speech, music, drums) in three kinds of crackle from 0 to 20 dB; see
/// docs/performance.md.
struct ClickFormat: Sendable {
  /// Weights of the model; 32 gained no more.
  static let order = 24
  /// Samples on both sides of a block that are known to its model only by what foretells them: whole vectors.
  static let margin = 24
  /// The part of a stretch that clicks take up at most: where more stands out, the sound is like that.
  static let largestShare = 0.08
  /// Samples on both sides of a click that say how loud the surroundings are, and the part of them that is not louder. More
  /// than half: where a sound begins, the louder side counts.
  static let beside = 64, surroundings = 0.6

  /// Samples of a part of a stretch that has a level of its own.
  static let levelled = 64

  /// Samples from one block to the next: about 34 ms, but enough for a model. A multiple of eight.
  let hop: Int
  /// Samples on either side that belong to the stretch from which a model is made. A multiple of eight.
  let context: Int
  /// Samples between the two ends of a click, at most, half of them: short clicks first, so that two are not taken for
  /// one; then those that are long and smooth, of which only the ends stand out. Powers of two less one.
  let reaches: (short: Int, long: Int)
  /// The longest click, in samples: about 6 ms.
  let longest: Int
  /// Samples from the beginning of a click on in which it may ring on: half of that.
  let tail: Int
  /// How many times a click exceeds the median of its stretch, at least.
  let threshold: Float
  /// A click goes on as long as this part of the threshold is exceeded: three times the median.
  var edge: Float { 3 / threshold }

  /// - Parameters:
  ///   - sampleRate: frames per second, > 0.
  ///   - amount: 0, where nothing is found, to 1: from the clearest clicks only, 16 times the median, over 5 times at a
  ///     half, to 3 times, where some sharp sounds are taken for clicks.
  init(sampleRate: Int, amount: Double) {
    let wanted = 1500 * max(sampleRate, 1) / 44_100
    hop = max(256, wanted / 8 * 8)
    context = max(256, wanted / 16 * 8)
    // 0.7 ms at 44.1 kHz, 2 ms at 8 kHz, where less is too few samples.
    var long = 15
    while 2 * (long + 1) * 1000 <= sampleRate { long = 2 * long + 1 }
    reaches = (7, long)
    tail = max(48, sampleRate * 3 / 1000)
    longest = 2 * tail
    let middle = 5.0, least = 3.0, most = 16.0
    threshold = Float(
      amount <= 0
        ? .infinity
        : amount <= 0.5 ? most * pow(middle / most, 2 * amount) : middle * pow(least / middle, 2 * amount - 1)
    )
  }

  /// Samples of a stretch.
  var size: Int { hop + 2 * context }
  /// Samples between what has come in and what has gone out, at most.
  var delay: Int { hop + context }
}
