// EarlyEndTests.swift
// What is made of a clean waveform whose samples end before they were promised to says so. Each has a twin that is whole.

import AudioFormats
import HostIO
import Measures
import Recording
import Spectral
import Testing
import WaveformCore

@testable import AudioExport
@testable import Compare
@testable import Noise
@testable import WaveformModel

@MainActor @Suite struct `Clean samples that end early`: CleanedDiagram {
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
    let answer = try await measured(clean)
    switch answer {
    case .success(let measures): #expect(!isGone && measures.frames == clean.length)
    case .failure(let problem): #expect(isGone && problem.text.contains("Reload it to measure it."))
    }
  }

  private func measured(_ plot: PlotViewModel) async throws -> Result<Measures, MeasuresModel.Problem> {
    var answer: Result<Measures, MeasuresModel.Problem>?
    diagram.measures.ask(for: plot) { answer = $0.map(\.measures) }
    try await wait { answer != nil }
    return answer!
  }
}
