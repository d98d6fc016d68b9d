// FunctionReadingTests.swift
// A formula where others have a file: peaks, samples, measures and spectra are those of a file with the same samples.

import AudioDecoding
import AudioExport
import AudioFormats
import Foundation
import Functions
import HostIO
import Recording
import SystemPackage
import Testing
import WaveformCore

@Suite struct FunctionReadingTests {
  private let signal: FunctionSignal
  private let options: OpenOptions

  init() throws {
    // Long enough for several threads, with what is not finite and what is beyond full scale.
    signal = try FunctionSignal(
      "sin(2*pi*440*t)*1.5; n % 1000 == 7 ? 1/0 : noise(1)", sampleRate: 48_000, frames: 300_001)
    options = OpenOptions(function: signal)
  }

  private var all: [Float] {
    var samples = [Float](repeating: 0, count: signal.frames * signal.channels)
    _ = samples.withUnsafeMutableBufferPointer { signal.fill($0, from: 0) }
    return samples
  }

  @Test func `it is opened as what it is`() throws {
    let description = try AudioFileReader(path: signal.path, options: options).description
    #expect(description.channels == 2 && description.sampleRate == 48_000 && description.isFloat)
    #expect(description.expectedFrames == signal.frames && description.seeking == .exact)
    #expect(description.fileState == nil && description.formatText == "function, 32-bit float")
    #expect(signal.path.displayName == "sin(2*pi*440*t)*1.5; n % 1000 == 7 ? 1∕0 : noise(1)")
  }

  @Test func `its peaks are those of its samples`() throws {
    let log = EventLog()
    PeakReader(path: signal.path, options: options) { log.take($0) }.readNow()
    let report = try #require(log.report), peaks = try #require(log.peaks)
    let expected = PeakPyramid<Float>(channels: 2, expectedFrames: signal.frames)
    let builder = PeakBuilder(expected)
    all.withUnsafeBufferPointer { builder.append($0) }
    builder.finish()
    #expect(report.frames == signal.frames && report.isComplete)
    // One in a thousand frames, from the eighth on.
    #expect(report.nonFiniteSamples == (signal.frames - 8) / 1000 + 1)
    for channel in 0..<2 {
      let one = columns(peaks, channel: channel), other = columns(.float(expected), channel: channel)
      #expect(one.count == other.count && one.count > signal.frames / 1000)
      #expect(one.low.map(\.bitPattern) == other.low.map(\.bitPattern))
      #expect(one.high.map(\.bitPattern) == other.high.map(\.bitPattern))
    }
  }

  @Test func `any range has its samples, from a source and from a reader`() throws {
    let all = all
    let (description, source) = try SampleSources.open(signal.path, options: options)
    #expect(description.channels == source.channels && source.access == .direct)
    var reader = try AudioFileReader(path: signal.path, options: options)
    for range in [0..<1, 511..<513, 70_000..<140_001, 300_000..<300_001, 300_000..<400_000, -5..<3] {
      let known = range.clamped(to: 0..<signal.frames)
      let slice = try source.read(range)
      #expect(slice.range == known)
      let expected = all[(known.lowerBound * 2)..<(known.upperBound * 2)].map(\.bitPattern)
      #expect(slice.withSamples { $0.map(\.bitPattern) } == expected)
      var buffer = [Float](repeating: 0, count: known.count * 2)
      #expect(try reader.seek(toFrame: known.lowerBound))
      #expect(try buffer.withUnsafeMutableBufferPointer { try reader.read(into: $0) } == known.count)
      #expect(buffer.map(\.bitPattern) == expected)
    }
    #expect(try source.read(400_000..<500_000).range.isEmpty)
    source.cancel()
    #expect(try source.read(0..<1000).range.isEmpty)
  }

  @Test func `its measures are those of a file with the same samples`() throws {
    let finite = try FunctionSignal("db(-20)*sin(2*pi*1000*t)", sampleRate: 48_000, frames: 96_000)
    let measured = try #require(
      try RecordingMeasures.read(finite.path, options: OpenOptions(function: finite)))
    #expect(measured.blocks.range == 0..<96_000 && measured.findings.isEmpty)
    let path = FilePath(NSTemporaryDirectory()).appending("barline-function-\(UUID().uuidString).wav")
    defer { unlinkFile(path) }
    let source = try ExportSource(finite)
    _ = try AudioExport(
      source, range: nil, path: path,
      writer: { () throws(AudioFileError) in
        try AudioFileWriter(
          try OutputFile(path, notOver: []), format: .wavFloat, layout: .usual(1), sampleRate: 48_000,
          metadata: RecordingMetadata())
      }, event: { _ in }
    ).run()
    let ofFile = try #require(try RecordingMeasures.read(path))
    #expect(measured.blocks == ofFile.blocks)
  }
}
