// EarlyEndTests.swift
// Samples of a window that end before they were promised to: what is made of them says so. Each has a twin that is whole.

import AudioFormats
import Functions
import HostIO
import Recording
import Spectral
import Synchronization
import Testing
import WaveformCore

@testable import AudioExport
@testable import WaveformModel

@MainActor @Suite struct `Samples of a window that end early`: NoisyDiagram {
  let diagram = DiagramViewModel(player: RecordingPlayer())

  /// The first frame that is missing; nil when nothing is said to be.
  private func missing(_ body: () throws -> Void) -> Int? {
    do {
      try body()
      return nil
    } catch {
      return ((error as? AudioFileError)?.cause as? EarlyEnd)?.frame
    }
  }

  /// Two channels of noise that is the same in every run.
  private func hiss(_ frames: Int) -> [Float] {
    var state: UInt64 = 5
    return (0..<frames * 2).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return (Float(state >> 40) / Float(1 << 24) * 2 - 1) * 0.02
    }
  }

  @Test(arguments: [20_000, 19_999, 12_000, 0])
  func `a reduction that is read forwards is whole, or tells what is missing`(end: Int) throws {
    let length = 20_000, samples = hiss(length)
    let profile = try NoiseProfile(
      SampleSlice(range: 0..<4000, channels: 2, samples: Array(samples[..<8000])), sampleRate: 8000)
    let source = ReducedSource(
      NoisySource(Array(samples[..<(end * 2)])), length: length, profile, NoiseReductionSettings())
    var result: [Float] = []
    let told = missing {
      for first in stride(from: 0, to: length, by: 1000) {
        try source.read(first..<first + 1000).withSamples { result += $0 }
      }
    }
    #expect(told == (end < length ? end : nil))
    guard end == length else { return }
    let stream = NoiseReductionStream(
      try NoiseReducer(profile, settings: NoiseReductionSettings(), channels: 2, sampleRate: 8000))
    var expected: [Float] = []
    samples.withUnsafeBufferPointer { stream.append($0) { expected += $0 } }
    stream.finish { expected += $0 }
    let worst = zip(result, expected).map { abs($0 - $1) }.max() ?? 1
    #expect(result.count == expected.count && worst < 1e-6)
  }

  @Test func `a part of a mix is read whole, or tells what is missing`() throws {
    let signal = try FunctionSignal("t", sampleRate: 8000, frames: 1000)
    let options = OpenOptions(function: signal)
    for length in [1000, 1010] {
      let source = HeardPart.whole(signal.path, options, signal.audioDescription, length: length)
      #expect(try source.read(0..<1000).range == 0..<1000)
      #expect(missing { _ = try source.read(900..<1100) } == (length > 1000 ? 1000 : nil))
      #expect(source.path == signal.path)
    }
  }

  @Test func `an exported difference is whole, or tells what is missing`() async throws {
    // Longer than a block.
    let recording = try NoisyRecording(seconds: 10)
    try await open(recording)
    try await takeProfile()
    try await wait { noise.plot?.isComplete == true }
    let clean = try #require(noise.plot)
    let pair = ComparedPair(first: clean, second: diagram.plots[0])
    let copy = try #require(ComparedCopy(pair, LaidPair(pair, PairAdjustment(), diagram.lanes)))
    let source = ExportSource(difference: copy, name: "Difference")
    func written(atMost most: Int = .max) throws -> (frames: Int, report: ReadReport?) {
      var frames = 0
      let report = try source.run(0, { true }) { samples in
        frames += samples.count / 2
        return frames < most
      }
      return (frames, report)
    }
    let whole = try written()
    #expect(whole.frames == copy.length && whole.report?.frames == copy.length)
    let part = try written(atMost: 1)
    #expect(part.frames < copy.length && part.report?.frames == part.frames, "no more was wanted")
    #expect(try source.run(0, { false }) { _ in true } == nil, "it was cancelled")
    clean.source?.cancel()
    #expect(missing { _ = try written() } == 0)
  }

  @Test(arguments: [true, false])
  func `a clean waveform whose samples are gone is not measured, and it is said why`(isGone: Bool)
    async throws
  {
    let recording = try NoisyRecording()
    try await open(recording)
    try await takeProfile()
    try await wait { noise.plot?.isComplete == true }
    let clean = try #require(noise.plot)
    if isGone { clean.source?.cancel() }
    diagram.measures.isShown = true
    var subject: MeasuresModel.Subject? { diagram.measures.subjects.first { $0.plot == clean.number } }
    try await wait { subject?.problem != nil || subject?.measures != nil }
    #expect((subject?.measures == nil) == isGone)
    #expect((subject?.problem?.contains("Reload it to measure it.") == true) == isGone)
  }

  @Test(arguments: [200_000, 199_999, 65_536, 0])
  func `spectra of a recording that has ended are complete, or are not called so`(end: Int) async throws {
    let length = 200_000
    let growing = GrowingSpectra(
      SpectrumFormat(SpectrogramSettings(), sampleRate: 8000), of: NoisySource(hiss(end)))
    let answer = Mutex<Bool?>(nil)
    growing.grow(to: length, isLast: true) { isWhole in answer.withLock { $0 = isWhole } }
    try await wait { answer.withLock { $0 } != nil }
    #expect(answer.withLock { $0 } == (end == length))
    #expect(growing.frames == end && growing.pyramid.isComplete == (end == length))
  }
}
