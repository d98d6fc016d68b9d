// WaitingSamples.swift
// Samples of one channel that are not reduced: they pass as they are, when the other channels have come as far. One thread at
// a time.

/// The way of one channel past the short-time Fourier transform.
final class WaitingSamples {
  /// That of the other channels; nil where none is transformed.
  private let format: ShortTimeFormat?
  private var samples: [Float] = []
  /// Samples that came, and that were given on.
  private(set) var taken = 0
  private var given = 0

  init(_ format: ShortTimeFormat? = nil) { self.format = format }

  /// - Parameter next: `count` samples, `stride` apart.
  func append(_ next: UnsafePointer<Float>, _ count: Int, stride: Int) {
    for index in 0..<count { samples.append(next[index * stride]) }
    taken += count
  }

  /// Gives those on that the other channels give on: as many, with silence behind the last one.
  ///
  /// - Parameter end: how far those have come: pairs of windows, as for `ChannelSynthesis`; samples, where none is
  ///   transformed.
  /// - Returns: how many.
  func give(upTo end: Int, into target: UnsafeMutablePointer<Float>) -> Int {
    let last = format.map { ChannelSynthesis.samples(of: end, $0) } ?? end
    let count = last - given, known = min(count, samples.count)
    samples.withUnsafeBufferPointer {
      if let first = $0.baseAddress { target.update(from: first, count: known) }
    }
    (target + known).update(repeating: 0, count: count - known)
    samples.removeFirst(known)
    given = last
    return count
  }
}
