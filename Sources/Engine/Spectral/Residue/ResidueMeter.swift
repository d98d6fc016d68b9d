// ResidueMeter.swift
// Tells how much of what noise reduction took away belongs to the sound that it kept. Takes windows of both; one thread at
// a time. What is kept of a window are three numbers for each frequency.

import Glibc
import WaveformCore

/// Measures the residue of noise reduction against the clean sound.
///
/// Both are cut into windows of about 46 ms (Hann, half overlapping) and third octaves from 100 Hz up. R is a bin of the
/// residue, C of the clean sound, X = C + R of the original, g the least gain; sums go over the windows and bins of a band,
/// products over all channels. K = C − gX is what is kept beyond the floor: the noise that stays on purpose correlates with
/// that which went, and is no sound. Sound is found in a band in two ways, and the larger share counts:
///
/// - *in phase:* (Σ Re R K*)² / (Σ|R|² Σ|K|²), the share of the residue's power that is a scaled copy of what is kept
///   (coherent output power: Bendat and Piersol, "Random Data", 4th edition, 6.1.4; its real part alone, because gains
///   turn no phase);
/// - *louder where something is kept:* a gain G that hides the sound leaves no copy of it. N is the mean of |X|² of each bin
///   in the quarter of the windows with the least |K|² (over five windows), and in all where that is less than a hundredth
///   of its mean. In the others the residue would have (1 − G)² N if it were noise: Σ (|R|² cos(R, C) − (1 − G)² N) / Σ|R|².
///
/// Bands count by Σ|R|² to the power of 0.3, as their loudness (S. S. Stevens, "On the psychophysical law", 1957): else a
/// rumble would hide what happens to consonants. Sound of which nothing at all is kept is not found.
public final class ResidueMeter {
  private let bands: [Range<Int>]
  private let size: Int, bins: Int
  private let floor: Double
  private let weights: [Float]
  private let transform: RealPairTransform
  private var cells = ResidueCells()

  /// Seconds of a window, and of the shortest sound that says something.
  static let window = 0.046, least = 0.4
  private static let lowest = 100.0

  /// - Parameters:
  ///   - sampleRate: frames per second.
  ///   - floor: the least gain of noise reduction, as an amplitude, 0…1.
  public init(sampleRate: Int, floor: Double) {
    self.floor = min(max(floor, 0), 1)
    let rate = Double(max(sampleRate, 1))
    // Headers may promise any rate.
    size = 1 << min(max(6, Int(log2(Self.window * rate).rounded())), 17)
    bins = size / 2 + 1
    weights = SpectrumFormat(size: size, overlap: 2, window: .hann).weights.map { Float($0) }
    transform = RealPairTransform(size: size)
    let (size, bins) = (Double(size), bins)
    let edges = (0...30).map { third in
      min(Int((Self.lowest * pow(2, Double(third) / 3) * size / rate).rounded()), bins)
    }
    bands = zip(edges, edges.dropFirst()).compactMap { $0 < $1 ? max($0, 1)..<$1 : nil }.filter {
      !$0.isEmpty
    }
    leastWindows = Int((Self.least * rate / (size / 2)).rounded(.up))
  }

  private let leastWindows: Int

  /// Adds a stretch. Windows lie within it, so each stretch should have many of them, as one of half a second has.
  ///
  /// - Parameters:
  ///   - residue, clean: of the same frames and channels; what one has more than the other is left out.
  /// - Complexity: O(n log n); 12 bytes are kept for each frame.
  public func append(residue: SampleSlice, clean: SampleSlice) {
    let channels = min(residue.channels, clean.channels)
    let frames = min(residue.range.count, clean.range.count)
    guard frames >= size else { return }
    residue.withSamples { residueSamples in
      clean.withSamples { cleanSamples in
        for start in stride(from: 0, through: frames - size, by: size / 2) {
          cells.beginWindow(bins: bins)
          for channel in 0..<channels {
            for index in 0..<size {
              let frame = start + index, weight = weights[index]
              transform.first[index] = weight * Self.tame(residueSamples[frame * residue.channels + channel])
              transform.second[index] = weight * Self.tame(cleanSamples[frame * clean.channels + channel])
            }
            transform.transform()
            for bin in 1..<bins { cells.add(transform.products(bin), at: bin) }
          }
        }
      }
    }
    cells.endStretch()
  }

  /// What is not finite counts as nothing, and what is louder than 120 dB above full scale as that: squares stay finite.
  private static func tame(_ sample: Float) -> Float { sample.isFinite ? min(max(sample, -1e6), 1e6) : 0 }

  /// The share of the residue that belongs to what is kept, 0…1; nil where nothing was taken away, or there is too little
  /// sound to tell.
  public var share: Double? {
    guard cells.count >= leastWindows else { return nil }
    var sum = 0.0, total = 0.0
    for band in bands {
      let band = ResidueBand(cells, band, floor: floor)
      guard band.power > 0 else { continue }
      let weight = pow(band.power, 0.3)
      sum += weight * max(band.copiedShare, band.louderShare)
      total += weight
    }
    return total > 0 ? min(sum / total, 1) : nil
  }
}
