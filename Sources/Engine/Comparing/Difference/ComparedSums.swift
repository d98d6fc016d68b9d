// ComparedSums.swift
// What the pass over two recordings gathers, block by block. A value; its memory is bounded.

import WaveformCore

/// Gathers what a `DifferenceReport` tells.
struct ComparedSums {
  private let overlap: FrameRange
  private let framesPerStep: Int
  private var first: Int?, last: Int?
  private var worst: DifferenceReport.Place?
  private var stretches: IdenticalStretches
  private var steps: [DepthSums]
  private let bands: BandDepths

  init(_ overlap: FrameRange, sampleRate: Int, channels: Int) {
    self.overlap = overlap
    let most = DifferenceReport.mostSteps
    framesPerStep = max(1, sampleRate, (overlap.count + most - 1) / most)
    steps = Array(repeating: DepthSums(), count: (overlap.count + framesPerStep - 1) / framesPerStep)
    stretches = IdenticalStretches(shortest: sampleRate / 10, most: DifferenceReport.mostStretches)
    bands = BandDepths(sampleRate: sampleRate)
  }

  /// Adds the next frames.
  ///
  /// - Parameters:
  ///   - a, b: the same range and channels.
  mutating func add(_ a: SampleSlice, _ b: SampleSlice) {
    let channels = a.channels, range = a.range
    a.withSamples { a in
      b.withSamples { b in
        bands.add(a, b, channels: channels)
        var frame = range.lowerBound
        while frame < range.upperBound {
          let step = (frame - overlap.lowerBound) / framesPerStep
          let end = min(range.upperBound, overlap.lowerBound + (step + 1) * framesPerStep)
          var sums = DepthSums()
          for frame in frame..<end {
            let index = (frame - range.lowerBound) * channels
            var isSame = true
            for channel in 0..<channels {
              let x = a[index + channel], y = b[index + channel]
              sums.add(x, y)
              if x == y || x.bitPattern == y.bitPattern { continue }
              isSame = false
              note(frame, channel, y - x)
            }
            stretches.add(frame, isSame: isSame)
          }
          steps[step].add(sums)
          frame = end
        }
      }
    }
  }

  @inline(__always)
  private mutating func note(_ frame: Int, _ channel: Int, _ difference: Float) {
    if first == nil { first = frame }
    last = frame
    let magnitude = difference.isFinite ? abs(difference) : .infinity
    if magnitude > worst?.magnitude ?? 0 {
      worst = DifferenceReport.Place(frame: frame, channel: channel, magnitude: magnitude)
    }
  }

  /// - Parameter isComparable: false when B cannot be A, whatever its samples are.
  consuming func report(lengthA: Int, lengthB: Int, isComparable: Bool) -> DifferenceReport {
    var whole = DepthSums()
    for step in steps { whole.add(step) }
    return DifferenceReport(
      lengthA: lengthA, lengthB: lengthB, overlap: overlap, isIdentical: isComparable && first == nil,
      first: first, last: last, worst: worst, identicalFrames: stretches.frames,
      identicalStretches: stretches.finish(at: overlap.upperBound), nullDepth: whole.decibels,
      bands: bands.bands,
      depths: steps.map { $0.decibels.map { Float($0) } }, framesPerStep: framesPerStep)
  }
}
