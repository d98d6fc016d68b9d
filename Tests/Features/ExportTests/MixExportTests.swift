// MixExportTests.swift
// The mix of what is heard, as a file: which waveforms are in it, which samples, and what is told of losses.

import AudioExport
import Foundation
import HostIO
import ModelTestSupport
import Synchronization
import SystemPackage
import Testing
import WaveformCore

@testable import Export
@testable import WaveformModel

@MainActor @Suite struct MixExportTests: NoisyDiagram {
  let diagram = DiagramViewModel(player: RecordingPlayer())
  private let first: NoisyRecording, second: NoisyRecording

  init() throws {
    first = try NoisyRecording()
    second = try NoisyRecording(channels: 1, seconds: 3)
  }

  /// Both recordings in lanes of their own, the second one moved.
  private func openBoth(offset: Int = 0) async throws -> PlotViewModel {
    try await open(first)
    let other = PlotViewModel(path: second.path)
    diagram.lanes.add(other)
    try await wait { other.isComplete }
    diagram.lanes.change(other, .shifted(lane: 0)) { $0.offset = offset }
    return other
  }

  private func mix() throws -> ExportViewModel {
    let model = try #require(ExportViewModel(diagram))
    model.source = try #require(model.sources.firstIndex { $0.name.hasPrefix("Mix") })
    model.kind = .sound(.wavFloat)
    return model
  }

  /// The samples that are written, and what is told of losses.
  private func exported(_ model: ExportViewModel) throws -> (samples: [Float], losses: [String]) {
    let path = FilePath(first.folder.path).appending("mix-\(UUID().uuidString).wav")
    let told = Mutex<[String]>(["nothing was told"])
    model.export(to: path) { event in
      if case .finished(let losses) = event { told.withLock { $0 = losses } }
      if case .failed(let error) = event { told.withLock { $0 = [error.message] } }
    }.runNow()
    guard FileManager.default.fileExists(atPath: path.string) else { return ([], told.withLock { $0 }) }
    return (try WrittenSound(at: path).samples, told.withLock { $0 })
  }

  /// Both, the mono one on both sides.
  private func sum(_ range: FrameRange, offset: Int, gains: (Float, Float) = (1, 1)) -> [Float] {
    range.flatMap { frame in
      (0..<2).map { channel in
        let own = frame - offset
        let a = frame * 2 < first.samples.count ? first.samples[frame * 2 + channel] : 0
        let b = second.samples.indices.contains(own) ? second.samples[own] : 0
        return a * gains.0 + b * gains.1
      }
    }
  }

  @Test func `there is one only where several are open and something sounds`() async throws {
    try await open(first)
    #expect(diagram.mixChoice == nil)
    let other = PlotViewModel(path: second.path)
    diagram.lanes.add(other)
    #expect(diagram.mixChoice == nil, "it is still being read")
    try await wait { other.isComplete }
    #expect(diagram.mixChoice != nil)
    for plot in diagram.plots { diagram.lanes.change(plot, .muted) { $0.isMuted = true } }
    #expect(diagram.mixChoice == nil)
  }

  @Test(arguments: [0, 20_000, -5000])
  func `all that sounds is added up where it lies`(offset: Int) async throws {
    let other = try await openBoth(offset: offset)
    let length = diagram.length
    let model = try mix()
    #expect(!model.isSelectionOnly && model.summary.contains("Stereo"))
    let whole = try exported(model)
    #expect(whole.samples == sum(0..<length, offset: offset))
    #expect(whole.losses.isEmpty, "\(whole.losses)")
    diagram.select(Selection(6000..<23_456))
    #expect(try exported(try mix()).samples == sum(6000..<23_456, offset: offset))
    diagram.lanes.change(other, .soloed) { $0.isSoloed = true }
    diagram.clearSelection()
    let alone = try mix()
    #expect(alone.summary.contains("Mono"))
    let end = 3 * NoisyRecording.rate + offset
    #expect(
      try exported(alone).samples
        == (0..<end).map { second.samples.indices.contains($0 - offset) ? second.samples[$0 - offset] : 0 })
  }

  @Test func `samples that are too loud for the format are told of`() async throws {
    let third = try NoisyRecording()
    _ = try await openBoth()
    let more = PlotViewModel(path: third.path)
    diagram.lanes.add(more)
    try await wait { more.isComplete }
    let model = try mix()
    let samples = try exported(model).samples
    let over = samples.count { abs($0) > 1 }
    #expect(over > 0)
    #expect(try exported(model).losses.isEmpty, "floats keep them")
    model.kind = .sound(.wav24)
    let limited = try exported(model)
    #expect(limited.losses.count == 1 && limited.losses[0].hasPrefix("\(over) samples are louder"))
    #expect(limited.samples.allSatisfy { abs($0) <= 1 })
  }

  @Test func `another rate is told of, and becomes that of the axis`() async throws {
    diagram.navigation.setWidth(500)
    try await open(first)
    let speech = PlotViewModel(path: Recordings.speech)
    diagram.lanes.add(speech)
    try await wait { speech.isComplete }
    let model = try mix()
    #expect(model.sources[model.source].sampleRate == NoisyRecording.rate)
    #expect(model.summary.contains("“speech.wav” is converted from"), "\(model.summary)")
    #expect(try exported(model).samples.count == diagram.length * 2)
  }

  @Test func `a file that changed is no mix with silence in it`() async throws {
    _ = try await openBoth()
    let model = try mix()
    let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: second.path.string))
    try handle.truncate(atOffset: 4000)
    try handle.close()
    let result = try exported(model)
    #expect(result.samples.isEmpty && result.losses.count == 1, "\(result.losses)")
  }
}
