// PreviewTests.swift
// What stands in for columns that have not been read: the model's choice between bins and preview.

import AudioFormats
import HostIO
import SystemPackage
import Testing
import WaveformCore

@testable import WaveformModel

@MainActor @Suite struct `A preview` {
  static let length = 256 * 1000
  let plot = PlotViewModel(path: FilePath("/nowhere"))
  let pyramid = PeakPyramid<Int16>(channels: 1, expectedFrames: length)
  let builder: PeakBuilder<Int16>

  init() {
    builder = PeakBuilder(pyramid)
    plot.receive(
      .opened(
        AudioDescription(
          container: .wav, encoding: Encoding(.pcm, bits: 16), layout: .usual(1), sampleRate: 44_100,
          framesPromised: Self.length, isFloat: false, isLossy: false, seeking: .exact,
          byteCount: Self.length), .int16(pyramid)))
  }

  /// Exact samples of 0.5.
  private func read(_ frames: Int) {
    let samples = [Int16](repeating: 16_384, count: frames)
    samples.withUnsafeBufferPointer { builder.append($0) }
    plot.receive(.progress(framesRead: pyramid.framesRead))
  }

  /// Probes at every 1,000 frames: of 0.25, or what `level` makes of their place.
  private func lookAhead(every step: Int = 1000, level: (Int) -> Float = { _ in 0.25 }) {
    let probes = stride(from: 0, to: Self.length, by: step).map { place in
      [Float](repeating: level(place), count: 100).withUnsafeBufferPointer {
        PeakPreview.Probe(firstFrame: place, channels: 1, samples: $0)
      }
    }
    plot.receive(.preview(PeakPreview(length: Self.length, probes: probes)))
  }

  private func highs(_ columns: WaveformColumns?) -> [Float?]? {
    columns.map { columns in (0..<columns.count).map { columns.isEmpty(at: $0) ? nil : columns.high[$0] } }
  }

  private func preview(_ grid: PixelGrid, _ columns: Range<Int>, limit: Double = 1e9) -> [Float?]? {
    highs(
      plot.previewColumns(
        channel: 0, grid: grid, first: columns.lowerBound, count: columns.count, limit: limit))
  }

  @Test func `without a preview there are no such columns`() {
    read(2560)
    #expect(preview(PixelGrid(framesPerPixel: 2560), 0..<100) == nil)
    #expect(plot.previewCount == 0)
  }

  @Test(arguments: 0...12)
  func `a column is either exact or of the preview`(bins: Int) {
    lookAhead()
    if bins > 0 { read(256 * bins) }
    let grid = PixelGrid(framesPerPixel: 1024)  // four bins
    let exact = highs(plot.columns(channel: 0, grid: grid, first: 0, count: 250))!
    let stand = preview(grid, 0..<250)!
    let whole = bins / 4
    #expect(stand[..<whole].allSatisfy { $0 == nil }, "exact columns have no preview")
    #expect(exact[..<whole].allSatisfy { $0 == 0.5 })
    // The column in which reading has arrived is the preview's, though some of its bins are known.
    #expect(stand[whole...].allSatisfy { $0 == 0.25 })
    #expect((exact[whole] != nil) == (bins % 4 > 0))
  }

  @Test func `tiles before and behind the place of reading agree with the whole`() {
    lookAhead()
    read(256 * 402)
    let grid = PixelGrid(framesPerPixel: 1024)
    let whole = preview(grid, 0..<250)!
    #expect(preview(grid, 0..<100) == nil, "all exact")
    #expect(preview(grid, 90..<110) == Array(whole[90..<110]))
    #expect(preview(grid, 200..<250) == Array(whole[200..<250]))
  }

  @Test func `however far it is read, each column shows the probes of its own place`() {
    lookAhead { Float($0) / Float(Self.length) }
    let grid = PixelGrid(framesPerPixel: 1024)
    let all = preview(grid, 0..<250)!
    #expect(all[0]! < all[100]! && all[100]! < all[200]!)
    read(256 * 402)
    #expect(preview(grid, 0..<250)! == [Float?](repeating: nil, count: 100) + all[100...])
    #expect(preview(grid, 90..<110)! == [Float?](repeating: nil, count: 10) + all[100..<110])
  }

  @Test func `a recording in the making has no preview, not even one that was on its way`() {
    lookAhead()
    #expect(plot.preview != nil)
    let state = FileState(device: 1, inode: 1, byteCount: 1, modified: 1)
    plot.receive(.following(framesRead: pyramid.framesRead, state))
    #expect(plot.preview == nil && plot.previewCount == 0)
    lookAhead()
    #expect(plot.preview == nil && plot.previewCount == 0)
  }

  @Test func `zoomed in too far for its probes it shows nothing`() {
    lookAhead()
    #expect(preview(PixelGrid(framesPerPixel: 256), 500..<600, limit: 999) == nil, "not even at its probes")
    #expect(preview(PixelGrid(framesPerPixel: 256), 500..<600, limit: 1000) != nil)
    #expect(plot.isPreviewWhole(limit: 1000) && !plot.isPreviewWhole(limit: 900))
  }

  @Test func `a denser preview is another one, and complete there is none`() {
    lookAhead(every: 8000)
    #expect(plot.previewCount == 1)
    lookAhead()
    #expect(plot.previewCount == 2)
    read(Self.length)
    builder.finish()
    plot.receive(
      .finished(
        ReadReport(
          frames: Self.length, framesPromised: Self.length, nonFiniteSamples: 0, isComplete: true,
          warnings: [], seeking: .exact)))
    #expect(plot.preview == nil && plot.previewCount == 0)
    #expect(preview(PixelGrid(framesPerPixel: 1024), 0..<250) == nil)
    lookAhead()
    #expect(plot.preview == nil, "one that was on its way")
  }
}
