// MeasureBlock.swift
// What is kept of 100 ms of one channel: sums and extremes, of which every measure of a longer stretch is made.

/// One channel over the part of a recording that a block of the grid covers.
package struct MeasureBlock: Equatable, Sendable {
  /// Frames; fewer than a whole block's at both ends of a stretch.
  package var frames = 0
  /// Sum of squares behind the K-weighting.
  package var energy = 0.0
  /// The same of each fifth of a block: the largest momentary loudness is looked for in steps of 20 ms, because tones of
  /// 400 ms may begin anywhere (EBU Tech 3341, cases 13 and 14).
  package var fifths = Fifths()
  /// Sum of squares, sum, and, in the first channel of a pair, the sum of the products of both; full scale 1.
  package var squares = 0.0, sum = 0.0, product = 0.0
  /// The smallest and the largest finite sample; `low > high` when there is none.
  package var low = Float.infinity, high = -Float.infinity
  /// The largest magnitude between samples and of them.
  package var truePeak: Float = 0
  /// Samples in runs at full scale, and such runs that begin here (`MarkKind`).
  package var clipped: Int32 = 0, clips: Int32 = 0
  /// Samples in runs of digital silence.
  package var silent: Int32 = 0
  /// Samples that are no finite number; they count as 0.
  package var nonFinite: Int32 = 0
  /// Samples below 0 behind one that is not, and the other way round.
  package var crossings: Int32 = 0

  /// Five numbers, in place.
  package typealias Fifths = SIMD8<Float>
  package static let fifthCount = 5

  package init() {}

  /// Takes in the frames that follow.
  package mutating func add(_ next: MeasureBlock) {
    frames += next.frames
    energy += next.energy
    fifths += next.fifths
    squares += next.squares
    sum += next.sum
    product += next.product
    if next.low < low { low = next.low }
    if next.high > high { high = next.high }
    if next.truePeak > truePeak { truePeak = next.truePeak }
    clipped += next.clipped
    clips += next.clips
    silent += next.silent
    nonFinite += next.nonFinite
    crossings += next.crossings
  }

  /// The largest magnitude of a sample.
  package var samplePeak: Float { low > high ? 0 : max(-low, high) }
}
