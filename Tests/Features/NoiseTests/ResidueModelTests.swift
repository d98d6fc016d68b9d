// ResidueModelTests.swift
// What was taken away, as a picture and a figure: against the samples themselves, while settings and view change.

import AudioFormats
import HostIO
import Spectral
import Synchronization
import SystemPackage
import Testing
import WaveformCore

@testable import Noise
@testable import WaveformModel

@MainActor @Suite struct `What was taken away`: CleanedDiagram {
  let diagram = DiagramViewModel(player: RecordingPlayer())
  private let residue = ResidueModel()

  private func cleaned(_ recording: NoisyRecording) async throws {
    try await open(recording)
    try await takeProfile()
    try await wait { noise.plot?.isComplete == true }
  }

  private func look() { residue.look(at: ResidueSubject(diagram)) }

  /// The largest magnitudes of original − clean, part by part: a part begins with the first frame that is not before its
  /// share of the range.
  private func levels(_ recording: NoisyRecording, of range: FrameRange) throws -> [Float] {
    let clean = try recording.reduced(noise.profile!, noise.settings)
    let taken = zip(recording.samples, clean).map { abs($0 - $1) }, channels = recording.channels
    let edges = (0...ResidueReport.parts).map {
      range.lowerBound + Int((Double($0 * range.count) / Double(ResidueReport.parts)).rounded(.up))
    }
    return zip(edges, edges.dropFirst()).map { taken[$0 * channels..<$1 * channels].max() ?? 0 }
  }

  @Test func `its peaks are those of the samples, of the whole and of what is in view`() async throws {
    let recording = try NoisyRecording()
    try await cleaned(recording)
    residue.isShown = true
    look()
    try await wait { residue.report != nil }
    #expect(try residue.report?.levels == levels(recording, of: 0..<noise.plot!.length))
    #expect(residue.report?.loss == .little && residue.problem == nil)
    let taken = try #require(residue.report?.taken)
    #expect(taken.hum == nil && abs(Double(taken.noise ?? 0) - noise.settings.reduction) < 4, "\(taken)")
    diagram.navigation.zoom(by: 3)
    let before = residue.report
    look()
    let range = ResidueSubject(diagram)!.range
    #expect(range.count < noise.plot!.length && residue.report == before, "the one before stays meanwhile")
    try await wait { residue.report != before }
    #expect(try residue.report?.levels == levels(recording, of: range))
  }

  @Test func `it follows the settings when the clean waveform is complete`() async throws {
    let recording = try NoisyRecording()
    try await cleaned(recording)
    residue.isShown = true
    look()
    try await wait { residue.report != nil }
    let before = residue.report
    noise.settings.reduction = 6
    look()
    #expect(residue.report == before)
    try await wait { noise.plot?.isComplete == true }
    look()
    try await wait { residue.report != before }
    #expect(try residue.report?.levels == levels(recording, of: 0..<noise.plot!.length))
  }

  @Test func `nothing is read while nobody looks, and nothing is known without a clean waveform`()
    async throws
  {
    let source = CountingSource(), clean = CountingSource()
    #expect(ResidueSubject(diagram) == nil)
    try await cleaned(try NoisyRecording())
    look()
    // One that was asked later, and is seen, has read everything.
    let seen = ResidueModel()
    seen.isShown = true
    seen.look(at: ResidueSubject(diagram))
    try await wait { seen.report != nil }
    #expect(residue.report == nil)
    residue.isShown = true
    try await wait { residue.report == seen.report }
    diagram.lanes.remove(noise.plot!)
    look()
    #expect(residue.report == nil)
    // Given up between two blocks.
    var looks = 0
    let report = try ResidueReport.read(source, clean, 0..<source.length, floor: 0, profile: nil) {
      looks += 1
      return looks < 3
    }
    #expect(report == nil && source.reads == 2)
  }

  @Test func `what came to nothing is tried again at the next look`() async throws {
    let source = CountingSource()
    source.isClosed.store(true, ordering: .releasing)
    let subject = ResidueSubject(
      plot: 1, job: 0, isComplete: true, range: 0..<1000, floor: 0, profile: nil, clean: source,
      residue: source)
    residue.isShown = true
    residue.look(at: subject)
    try await wait { source.refusals.load(ordering: .acquiring) > 0 }
    source.isClosed.store(false, ordering: .releasing)
    try await wait {
      residue.look(at: subject)
      return residue.report != nil
    }
    #expect(residue.report?.peak == 0.5 && residue.problem == nil)
  }

  @Test func `of a long stretch thirty seconds are read, evenly`() throws {
    let length = 40_000_000, rate = 44_100
    let plan = ResiduePlan(1000..<1000 + length, channels: 2, sampleRate: rate)
    #expect(plan.drawn.count == ResidueReport.parts)
    #expect(plan.measured.allSatisfy { $0.count == rate / 2 }, "as much as the meter asks for")
    #expect((plan.measured + plan.drawn).reduce(0) { $0 + $1.count } <= ResiduePlan.seconds * rate)
    for stretches in [plan.measured, plan.drawn] {
      #expect(stretches.count > 10)
      #expect(
        stretches.allSatisfy {
          (1000..<1000 + length).contains($0.lowerBound) && $0.upperBound <= 1000 + length
        })
      let gaps = zip(stretches, stretches.dropFirst()).map { $1.lowerBound - $0.lowerBound }
      #expect(gaps.max()! - gaps.min()! <= 1)
    }
    let short = ResiduePlan(7..<100_000, channels: 2, sampleRate: rate)
    #expect(short.measured.first?.lowerBound == 7 && short.measured.last?.upperBound == 100_000)
    #expect(zip(short.measured, short.measured.dropFirst()).allSatisfy { $0.upperBound == $1.lowerBound })
    #expect(short.drawn.isEmpty)
    let wide = ResiduePlan(0..<length, channels: 64, sampleRate: 192_000)
    #expect((wide.measured + wide.drawn).reduce(0) { $0 + $1.count } * 64 <= ResiduePlan.samples)
    #expect(wide.measured.count == 1)
    #expect(wide.measured[0].count > 2 * ShortTimeFormat(sampleRate: 192_000).size)
  }

  @Test(arguments: [1, 7, 239, 241]) func `few frames have as many parts`(count: Int) throws {
    let source = CountingSource()
    let report = try ResidueReport.read(source, source, 100..<100 + count, floor: 0, profile: nil) { true }
    #expect(report?.levels.count == min(count, ResidueReport.parts) && report?.share == nil)
    #expect(report?.levels.allSatisfy { $0 == 0.5 } == true)
  }

  @Test func `samples that end too early, and an error, are no residue`() throws {
    let source = CountingSource()
    let end = source.length - 10..<source.length + 10
    #expect(try ResidueReport.read(source, source, end, floor: 0, profile: nil) { true } == nil)
  }

  @Test func `words change at their bounds`() {
    func loss(_ share: Double?) -> ResidueReport.Loss? {
      ResidueReport(levels: [], share: share, taken: NoiseTaken()).loss
    }
    #expect(loss(nil) == nil && loss(0) == .little && loss(ResidueReport.bounds.some) == .some)
    #expect(loss(ResidueReport.bounds.much) == .much && loss(1) == .much)
  }
}

/// Half of full scale everywhere.
private final class CountingSource: SampleSource, @unchecked Sendable {
  let path: FilePath = "/nowhere"
  let channels = 1, sampleRate = 8000, length = 1 << 20
  /// One thread at a time.
  private(set) var reads = 0
  /// True while it gives nothing, as one does that nobody wants any more.
  let isClosed = Atomic(false), refusals = Atomic(0)

  func read(_ range: FrameRange) throws(AudioFileError) -> SampleSlice {
    if isClosed.load(ordering: .acquiring) {
      refusals.add(1, ordering: .releasing)
      return SampleSlice(range: 0..<0, channels: 1, samples: [])
    }
    reads += 1
    let range = range.clamped(toLength: length)
    return SampleSlice(range: range, channels: 1, samples: Array(repeating: 0.5, count: range.count))
  }

  func cancel() {}
}
