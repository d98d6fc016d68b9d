// ListeningTests.swift
// What a window that listens knows, with a source that gives its sound at the machine's speed.

import AudioFormats
import Capture
import Foundation
import HostIO
import Playback
import Synchronization
import SystemPackage
import Testing
import WaveformCore

@testable import WaveformModel

@MainActor @Suite struct `A diagram that listens` {
  private static let stereo = CaptureFormat(
    StreamFormat(sampleRate: 48_000, speakers: [.frontLeft, .frontRight]), .float)

  /// A constant that goes after so many frames.
  private func input(frames: Int) -> SuppliedCapture {
    SuppliedCapture(Self.stereo) { first, buffer in
      usleep(200)
      buffer.update(repeating: 0.25)
      return min(buffer.count / 2, max(0, frames - first))
    }
  }

  @Test func `what is heard is a waveform that grows, and stays when the source has gone`() async throws {
    let diagram = DiagramViewModel(player: ManualClock())
    diagram.navigation.setWidth(600)
    diagram.listening.begin(input(frames: 100_000), device: nil)
    let listening = diagram.listening
    try await wait { listening.title == "Supplied" }
    let plot = try #require(diagram.plots.first)
    #expect(plot.isHeard && !plot.isComputed && plot.settings.name == "Supplied")
    try await wait { listening.problem != nil }
    try await wait { plot.framesRead > 98_000 }
    #expect(plot.isFollowing && diagram.length == 30 * 48_000 && listening.levels.allSatisfy { $0 == 0 })
    #expect(diagram.heardFrames == plot.framesRead && !listening.canRecord)
    // Everything that reads files reads what was heard.
    let source = try #require(plot.source)
    let slice = try await Task.detached { try source.read(50_000..<50_010) }.value
    #expect(slice.range == 50_000..<50_010 && slice.sample(channel: 1, frame: 50_005) == 0.25)
    let export = try #require(ExportViewModel(diagram))
    #expect(export.suggestedName().hasPrefix("Supplied."))
    diagram.removeAll()
    #expect(!listening.isOn && diagram.heardFrames == nil)
  }

  @Test func `a recording is told with its length and place, and one that cannot begin with the cause`()
    async throws
  {
    let folder = FilePath(NSTemporaryDirectory()).appending("barline-take-\(UInt32.random(in: 0...(.max)))")
    mkdir(folder.string, 0o700)
    defer { try? FileManager.default.removeItem(atPath: folder.string) }
    let diagram = DiagramViewModel(player: ManualClock()), listening = diagram.listening
    listening.begin(input(frames: .max), device: nil)
    try await wait { listening.canRecord }
    listening.record(folder.appending("nowhere/a.wav"), as: .wav)
    #expect(listening.outcome?.hasFailed == true && listening.outcome?.path == nil)
    let path = folder.appending("a.wav")
    listening.record(path, as: .wav)
    #expect(listening.recording?.path == path)
    try await wait { listening.recordedFrames > 96_000 }
    #expect(listening.recordedTime == "0:02" || listening.recordedFrames > 144_000)
    listening.stopRecording()
    try await wait { listening.recording == nil }
    #expect(listening.outcomeCount == 2 && listening.outcome?.path == path)
    #expect(listening.outcome?.text.contains("\(folder.lastComponent!.string)/a.wav") == true)
    diagram.removeAll()
  }
}
