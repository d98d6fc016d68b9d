// ProbePlan.swift
// Which places a preview reads, and in which order: soon over the whole length, then more and more densely. A pure
// value.

import AudioFormats

/// The places of the probes in a recording.
public struct ProbePlan: Hashable, Sendable {
  /// Frames of the recording, as far as known.
  public let length: Int
  /// Frames that are decoded at each place.
  public let framesPerProbe: Int

  /// Probes in all: one for each column of a usual window. A power of two, so that every round is evenly spaced.
  public static let count = 1024
  /// Numbers of probes after which a new preview is shown: the probes of each round lie between those of the rounds
  /// before.
  public static let rounds = [128, 256, 512, 1024]

  /// - Parameter channels: with very many channels, a probe has fewer frames.
  public init(length: Int, channels: Int) {
    self.length = length
    framesPerProbe = max(32, min(4096, 32_768 / max(channels, 1)))
  }

  /// The stretch of the recording, one of `count` equal ones, in which probe `index` lies: `index` with its bits
  /// reversed.
  public static func slot(ofProbe index: Int) -> Int {
    var slot = 0
    var bit = 1
    while bit < count {
      slot = slot << 1 | (index & bit == 0 ? 0 : 1)
      bit <<= 1
    }
    return slot
  }

  /// The first frame of probe `index`: in the middle of its stretch.
  public func firstFrame(ofProbe index: Int) -> Int {
    // Counted in halves of a stretch. A length from a header is divided first, so nothing overflows.
    let halves = 2 * Self.slot(ofProbe: index) + 1
    let (whole, rest) = length.quotientAndRemainder(dividingBy: 2 * Self.count)
    let middle = whole * halves + rest * halves / (2 * Self.count)
    return max(0, min(middle - framesPerProbe / 2, length - framesPerProbe))
  }

  /// True when reading takes long enough for a preview: about 0.3 s or more.
  ///
  /// - Parameter isPlain: true when samples are stored uncompressed.
  public static func isWorthwhile(_ description: AudioDescription, isPlain: Bool) -> Bool {
    let frames = description.expectedFrames
    if isPlain { return description.byteCount >= 2_000_000_000 && frames > 0 }
    // Samples that two cores decode in 0.3 s: FLAC some 100 million, MP3 and Vorbis 40 to 70, Opus 15.
    return frames >= (description.isLossy ? 24_000_000 : 64_000_000) / description.channels
  }
}
