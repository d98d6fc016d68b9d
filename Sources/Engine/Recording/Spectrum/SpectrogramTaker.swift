// SpectrogramTaker.swift
// Makes the coarse spectra of a recording on several threads, in the pass that reads it.

import Spectral
import WaveformCore

/// Fills a pyramid of spectra in the reading pass.
final class SpectrogramTaker<Sample: PeakSample>: RecordingTaker {
  private let builder: SpectrogramBuilder<Sample>
  private let channels: Int

  init(_ pyramid: SpectrogramPyramid) {
    builder = SpectrogramBuilder(pyramid)
    channels = pyramid.channels
  }

  var framesPerRun: Int { builder.framesPerRun }

  func reduce(
    _ samples: UnsafePointer<Sample>, runs: Int, from frame: Int
  ) -> SpectrogramBuilder<Sample>.Part {
    builder.reduce(samples, frames: runs * framesPerRun, from: frame)
  }

  func append(_ part: SpectrogramBuilder<Sample>.Part) { builder.append(part) }

  func append(samples: UnsafeBufferPointer<Sample>) {
    guard let first = samples.baseAddress else { return }
    builder.append(first, frames: samples.count / channels)
  }

  func finish() { builder.finish() }

  /// Samples that are not finite count as silence; whoever makes peaks of them counts them.
  var nonFiniteSamples: Int { 0 }
}
