// PeakTaker.swift
// Makes peaks on several threads: runs are reduced on any of them, and folded into the pyramid in order.

import WaveformCore

/// The sums of some runs, and the marks in them. Sound: the memory is written once, before another thread sees
/// it.
final class ReducedRuns<Sample: PeakSample> {
  let sums: UnsafeMutablePointer<PeakSums<Sample>>
  let count: Int
  let nonFinite: Int
  let marks: [FoundMark]

  init(_ samples: UnsafePointer<Sample>, count: Int, channels: Int) {
    self.count = count
    sums = .allocate(capacity: max(1, count * channels))
    sums.initialize(repeating: PeakSums(), count: count * channels)
    var found: [FoundMark] = []
    nonFinite = PeakBuilder.reduce(samples, runs: count, channels: channels, into: sums, found: &found)
    marks = found
  }

  deinit { sums.deallocate() }
}

/// Builds a pyramid from what several threads have reduced.
final class PeakTaker<Sample: PeakSample>: RecordingTaker {
  private let builder: PeakBuilder<Sample>

  init(_ builder: PeakBuilder<Sample>) { self.builder = builder }

  var framesPerRun: Int { PeakBuilder<Sample>.framesPerRun }

  func reduce(_ samples: UnsafePointer<Sample>, runs: Int, from frame: Int) -> ReducedRuns<Sample> {
    ReducedRuns(samples, count: runs, channels: builder.pyramid.channels)
  }

  func append(_ part: ReducedRuns<Sample>) {
    builder.append(runs: part.sums, count: part.count, nonFinite: part.nonFinite, marks: part.marks)
  }

  func append(samples: UnsafeBufferPointer<Sample>) { builder.append(samples) }

  func finish() { builder.finish() }

  var nonFiniteSamples: Int { builder.pyramid.nonFiniteSamples }
}
