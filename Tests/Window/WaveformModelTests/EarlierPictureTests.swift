// EarlierPictureTests.swift
// A waveform that is computed anew: which picture is shown at which place, while the new one grows.

import AudioFormats
import Recording
import SystemPackage
import Testing
import WaveformCore

@testable import WaveformModel

/// A feed that a test speaks for.
private final class SilentFeed: PeakFeed {
  func start() {}
  func cancel() {}
  let samples: (any SampleSource)? = GrowingSpool(
    channels: 1, sampleRate: 8000, expectedFrames: 0, for: FilePath("/nowhere"))
}

@MainActor @Suite struct `A waveform that is computed anew` {
  static let length = 256 * 100
  private let plot = PlotViewModel(
    computedFrom: FilePath("/nowhere"), options: OpenOptions(), feed: { _ in SilentFeed() })
  private let grid = PixelGrid(framesPerPixel: 256)

  /// Begins, and computes so many frames of one level.
  private func compute(_ frames: Int, level: Float) {
    let pyramid = PeakPyramid<Float>(channels: 1, expectedFrames: Self.length)
    plot.receive(
      .opened(
        AudioDescription(
          container: .wav, encoding: Encoding(.float), layout: .usual(1), sampleRate: 8000,
          framesPromised: Self.length, isFloat: true, isLossy: false, seeking: .exact, byteCount: Self.length),
        .float(pyramid)))
    guard frames > 0 else { return }
    let builder = PeakBuilder(pyramid)
    [Float](repeating: level, count: frames).withUnsafeBufferPointer { builder.append($0) }
    plot.receive(.progress(framesRead: frames))
    guard frames == Self.length else { return }
    builder.finish()
    plot.receive(
      .finished(
        ReadReport(
          frames: frames, framesPromised: nil, nonFiniteSamples: 0, isComplete: true, warnings: [],
          seeking: .exact)))
  }

  private func look(_ frames: FrameRange, level: Float) {
    let probes = stride(from: frames.lowerBound, to: frames.upperBound, by: 256).map { first in
      [Float](repeating: level, count: 256).withUnsafeBufferPointer {
        PeakPreview.Probe(firstFrame: first, channels: 1, samples: $0)
      }
    }
    plot.receive(.preview(PeakPreview(length: Self.length, probes: probes)))
  }

  /// The levels of all columns; nil where there is nothing.
  private var levels: [Float?] {
    let columns = plot.columns(channel: 0, grid: grid, first: 0, count: 100)
    return (0..<100).map { columns.isEmpty(at: $0) ? nil : columns.high[$0] }
  }

  private func runs(_ parts: (Int, Float?)...) -> [Float?] {
    parts.flatMap { Array(repeating: $0.1, count: $0.0) }
  }

  @Test func `at first there is what has been computed, and what is looked at`() {
    plot.start()
    compute(0, level: 0)
    #expect(levels == runs((100, nil)))
    look(256 * 40..<256 * 60, level: 0.3)
    #expect(levels == runs((40, nil), (20, 0.3), (40, nil)))
    #expect(plot.previewColumns(channel: 0, grid: grid, first: 0, count: 100, limit: 1e9) == nil)
  }

  @Test func `the picture before stays, place by place`() {
    plot.start()
    compute(Self.length, level: 0.9)
    #expect(levels == runs((100, 0.9)))
    plot.startAgain()
    #expect(levels == runs((100, 0.9)), "before anything has come")
    compute(0, level: 0)
    look(256 * 40..<256 * 60, level: 0.3)
    #expect(levels == runs((40, 0.9), (20, 0.3), (40, 0.9)))
    compute(256 * 10, level: 0.2)
    #expect(levels == runs((10, 0.2), (30, 0.9), (20, 0.3), (40, 0.9)))
    plot.startAgain()
    #expect(levels == runs((10, 0.2), (30, 0.9), (20, 0.3), (40, 0.9)))
    compute(256 * 5, level: 0.1)
    #expect(levels == runs((5, 0.1), (5, 0.2), (30, 0.9), (20, 0.3), (40, 0.9)))
    for turn in 0..<20 {
      plot.startAgain()
      compute(256 * (turn % 4 + 1), level: 0.1)
      #expect(levels.last == 0.9 && !levels.contains(nil) && plot.earlier.count <= 3)
    }
    plot.startAgain()
    compute(Self.length, level: 0.5)
    #expect(levels == runs((100, 0.5)) && plot.earlier.isEmpty)
  }

  @Test func `eras tell pictures of the same place apart`() {
    plot.start()
    compute(Self.length, level: 0.9)
    let before = (plot.restartCount, plot.revision)
    plot.startAgain()
    #expect(
      plot.restartCount == before.0 + 1 && plot.revision > before.1 && !plot.isComplete
        && plot.length == Self.length)
  }
}
