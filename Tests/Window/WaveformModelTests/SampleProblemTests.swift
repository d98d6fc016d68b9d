// SampleProblemTests.swift
// What is said when the samples of a close view cannot be read.

import AudioFormats
import HostIO
import Playback
import Synchronization
import SystemPackage
import Testing
import WaveformCore
import WaveformModel

/// A source that fails until it is told not to.
private final class FailingSource: SampleSource {
  let path: FilePath = "/nowhere"
  let channels: Int
  let sampleRate: Int
  let failure: Mutex<AudioFileError?>
  private let reads = Atomic<Int>(0)
  var readCount: Int { reads.load(ordering: .relaxed) }

  init(_ description: AudioDescription, failure: AudioFileError) {
    channels = description.channels
    sampleRate = description.sampleRate
    self.failure = Mutex(failure)
  }

  func read(_ range: FrameRange) throws(AudioFileError) -> SampleSlice {
    reads.add(1, ordering: .relaxed)
    if let failure = failure.withLock({ $0 }) { throw failure }
    return SampleSlice(
      range: range, channels: channels, samples: [Float](repeating: 0.5, count: range.count * channels))
  }

  func cancel() {}
}

@MainActor @Suite struct `A close view without samples` {
  private let diagram = DiagramViewModel(player: ManualClock())

  /// A plot that is looked at closely, and its source.
  private func look(failing code: AudioFileError.Code) async throws -> (PlotViewModel, FailingSource) {
    var source: FailingSource?
    let plot = PlotViewModel(path: Recordings.speech) { path, _, description in
      source = FailingSource(
        description, failure: AudioFileError(code, path: path, detail: "2 GB are missing"))
      return source!
    }
    diagram.navigation.setWidth(1000)
    diagram.lanes.insert(plot)
    try await wait { plot.isComplete }
    return (plot, try #require(source))
  }

  private func prepare(_ plot: PlotViewModel) {
    let viewport = Viewport(length: plot.length, width: 1000).zoomed(by: 1e9, around: 500)
    plot.prepare(visible: viewport.visibleFrames, grid: viewport.grid)
  }

  @Test func `the reason and what can be done are told once, and no more when the samples come`() async throws
  {
    let (plot, source) = try await look(failing: .noSpace)
    #expect(plot.sampleProblem == nil)
    prepare(plot)
    try await wait { plot.sampleProblem != nil }
    let told = try #require(plot.sampleProblem)
    #expect(told.contains("speech.wav") && told.contains("2 GB are missing") && told.contains("Make room"))
    // With other numbers it is still the same problem: whoever closed the notice shall not see it again.
    source.failure.withLock { $0 = AudioFileError(.noSpace, path: plot.path, detail: "1 GB are missing") }
    // A third read begins only after the second one has been dealt with.
    try await wait {
      prepare(plot)
      return source.readCount >= 3
    }
    #expect(plot.sampleProblem == told)
    source.failure.withLock { $0 = nil }
    try await wait {
      prepare(plot)
      return plot.revision > 0
    }
    #expect(plot.sampleProblem == nil)
  }

  @Test func `exact spectra that cannot be had are told of as well, and coarse ones stand in`() async throws {
    let (plot, _) = try await look(failing: .readFailed)
    let grid = PixelGrid(framesPerPixel: 100)
    plot.prepareSpectrogram(columns: 0..<100, of: grid)
    #expect(diagram.spectrograms.problem(of: plot) == nil)
    diagram.spectrograms.setShown(true, plot)
    plot.prepareSpectrogram(columns: 0..<100, of: grid)
    try await wait { diagram.spectrograms.problem(of: plot) != nil }
    #expect(diagram.spectrograms.problem(of: plot)?.contains("speech.wav") == true)
    try await wait { diagram.spectrograms.progress(of: plot) == nil }
    #expect(plot.spectrogram(of: .channel(0), grid: grid, first: 0, count: 100) != nil)
  }
}
