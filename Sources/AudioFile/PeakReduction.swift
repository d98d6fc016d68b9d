// PeakReduction.swift
// Peaks as several threads make them: runs are reduced on any of them, and folded into the pyramid in order.

import WaveformCore

/// The sums of some runs. Sound: the memory is written once, before anybody else sees it.
final class ReducedRuns<Sample: PeakSample> {
  let sums: UnsafeMutablePointer<PeakSums<Sample>>
  let count: Int
  let nonFinite: Int

  init(_ samples: UnsafePointer<Sample>, count: Int, channels: Int) {
    self.count = count
    sums = .allocate(capacity: max(1, count * channels))
    sums.initialize(repeating: PeakSums(), count: count * channels)
    nonFinite = Sample.reduce(
      samples, binCount: count, framesPerBin: PeakBuilder<Sample>.framesPerRun, channels: channels, into: sums
    )
  }

  deinit { sums.deallocate() }
}

/// Builds a pyramid from what several threads have reduced.
final class PeakReduction<Sample: PeakSample>: SegmentReduction {
  private let builder: PeakBuilder<Sample>

  init(_ builder: PeakBuilder<Sample>) { self.builder = builder }

  var framesPerRun: Int { PeakBuilder<Sample>.framesPerRun }

  func reduce(_ samples: UnsafePointer<Sample>, runs: Int) -> ReducedRuns<Sample> {
    ReducedRuns(samples, count: runs, channels: builder.pyramid.channels)
  }

  func append(_ part: ReducedRuns<Sample>) {
    builder.append(runs: part.sums, count: part.count, nonFinite: part.nonFinite)
  }

  func append(rest: UnsafeBufferPointer<Sample>) { builder.append(rest) }
}
