// MeasureTaker.swift
// Measures a recording on several threads. What a filter gives depends on what it has heard before, so each thread lets its
// filters hear the beginning of its part without measuring it, and that beginning is measured in order, when the part
// before is there.

import Measures
import WaveformCore

/// Builds blocks of measures in the reading pass.
final class MeasureTaker<Sample: PeakSample>: RecordingTaker {
  private let builder: MeasureBuilder<Sample>
  /// Gets the loudness of blocks as soon as they are whole.
  private let feed: LoudnessFeed?
  private var blocksFed = 0

  init(_ builder: MeasureBuilder<Sample>, feed: LoudnessFeed? = nil) {
    self.builder = builder
    self.feed = feed
  }

  var blocks: MeasuredBlocks { MeasuredBlocks(builder) }

  /// That of peaks, so that both share a division.
  var framesPerRun: Int { PeakBuilder<Sample>.framesPerRun }

  /// A part of a recording.
  struct Part {
    /// The first samples, which are to be measured in order.
    let head: [Sample]
    /// What was measured behind them; nil when they are all.
    let rest: MeasureBuilder<Sample>?
  }

  func reduce(_ samples: UnsafePointer<Sample>, runs: Int, from frame: Int) -> Part {
    let shape = builder.shape, frames = runs * framesPerRun
    // A short part is not worth filters of its own.
    let lead = frames < 2 * shape.memory ? frames : shape.memory
    let head = Array(UnsafeBufferPointer(start: samples, count: lead * shape.channels))
    guard lead < frames else { return Part(head: head, rest: nil) }
    let rest = MeasureBuilder<Sample>(shape, from: frame + lead, counts: false)
    rest.prime(samples, frames: lead)
    rest.append(samples + lead * shape.channels, frames: frames - lead)
    return Part(head: head, rest: rest)
  }

  func append(_ part: Part) {
    part.head.withUnsafeBufferPointer {
      if let first = $0.baseAddress { builder.append(first, frames: $0.count / builder.shape.channels) }
    }
    if let rest = part.rest { builder.append(rest) }
    feedLoudness()
  }

  func append(samples: UnsafeBufferPointer<Sample>) {
    guard let first = samples.baseAddress else { return }
    builder.append(first, frames: samples.count / builder.shape.channels)
    feedLoudness()
  }

  private func feedLoudness() {
    guard let feed else { return }
    let energies = builder.energies(from: blocksFed)
    blocksFed += energies.count
    feed.put(energies)
  }

  func finish() {}

  var nonFiniteSamples: Int { builder.nonFiniteSamples }
}
