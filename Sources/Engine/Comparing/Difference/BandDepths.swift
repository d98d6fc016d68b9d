// BandDepths.swift
// The null depth of octaves, from transforms of stretches that follow each other. One thread; owns its transform.
// Unsafe: reads and writes the buffers of `RealPairTransform` within its size.

import Spectral
import WaveformCore

/// Gathers the energies of octaves.
///
/// The bands lie around 1000 · 2ⁿ Hz, as in IEC 61260; the lowest holds everything below 44 Hz, the uppermost ends at half
/// of the rate. Windows of Hann do not overlap: over many of them that leaves nothing out but chance. What is shorter than a
/// window lies in the middle of one, so that nothing that differs is left out.
final class BandDepths {
  private let transform: RealPairTransform
  private let taper: [Float]
  private let edges: [Double]
  /// The first bin of each band, and the end of the last one.
  private let bins: [Int]
  private var sums: [DepthSums]

  init(sampleRate: Int) {
    var size = 4_096
    // No longer than the blocks that come.
    while size < sampleRate / 16, size < 65_536 { size *= 2 }
    transform = RealPairTransform(size: size)
    taper = HannWindow.weights(size).map { Float($0) }
    let highest = Double(sampleRate) / 2
    var edges = [0.0], edge = 1000 / 32 * 2.0.squareRoot()
    while edge < highest {
      edges.append(edge)
      edge *= 2
    }
    self.edges = edges + [highest]
    bins = edges.map { Int(($0 / Double(sampleRate) * Double(size)).rounded(.up)) } + [size / 2 + 1]
    sums = Array(repeating: DepthSums(), count: edges.count)
  }

  /// Adds a block: its whole windows, and what is left of it.
  ///
  /// - Parameters:
  ///   - a, b: interleaved, equally many frames.
  func add(_ a: UnsafeBufferPointer<Float>, _ b: UnsafeBufferPointer<Float>, channels: Int) {
    let size = transform.size, frames = a.count / channels
    for from in stride(from: 0, to: frames, by: size) {
      for channel in 0..<channels {
        addWindow(
          a, b, first: from * channels + channel, stride: channels, count: min(size, frames - from))
      }
    }
  }

  private func addWindow(
    _ a: UnsafeBufferPointer<Float>, _ b: UnsafeBufferPointer<Float>, first: Int, stride: Int,
    count: Int
  ) {
    let size = transform.size
    var energy: (a: Float, difference: Float) = (0, 0), index = first
    let margin = (size - count) / 2
    if count < size {
      transform.first.update(repeating: 0, count: size)
      transform.second.update(repeating: 0, count: size)
    }
    for place in margin..<margin + count {
      let value = a[index], difference = b[index] - value
      // NaN as well.
      guard abs(difference) < .infinity, abs(value) < .infinity else { return }
      transform.first[place] = value * taper[place]
      transform.second[place] = difference * taper[place]
      energy = (energy.a + value * value, energy.difference + difference * difference)
      index += stride
    }
    guard energy.a > 0 || energy.difference > 0 else { return }
    // Both go through one transform, whose rounding is that of the louder one.
    let louder = energy.a > 0 && energy.difference > 0 ? (energy.a / energy.difference).squareRoot() : 1
    let scale = louder.isFinite ? louder : 1
    for place in 0..<size { transform.second[place] *= scale }
    transform.transform()
    for band in sums.indices {
      var found = DepthSums()
      for bin in bins[band]..<max(bins[band], bins[band + 1]) {
        let mirror = (size - bin) & (size - 1)
        let (re, im) = (Double(transform.real[bin]), Double(transform.imaginary[bin]))
        let (mirroredRe, mirroredIm) = (Double(transform.real[mirror]), Double(transform.imaginary[mirror]))
        let a = (re: re + mirroredRe, im: im - mirroredIm)
        let d = (re: (im + mirroredIm) / Double(scale), im: (mirroredRe - re) / Double(scale))
        let b = (re: a.re + d.re, im: a.im + d.im)
        found.a += a.re * a.re + a.im * a.im
        found.b += b.re * b.re + b.im * b.im
        if energy.difference > 0 { found.difference += d.re * d.re + d.im * d.im }
      }
      sums[band].add(found)
    }
  }

  var bands: [DifferenceReport.Band] {
    sums.indices.compactMap { band in
      FrequencyBand(low: edges[band], high: edges[band + 1]).map {
        DifferenceReport.Band(frequencies: $0, nullDepth: sums[band].decibels)
      }
    }
  }
}
