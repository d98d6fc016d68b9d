// ListeningModelTests.swift
// What a window that listens knows, with a source that gives its sound at the machine's speed.

import AudioFormats
import Capture
import Foundation
import HostIO
import ModelTestSupport
import Playback
import Recording
import Synchronization
import SystemPackage
import Testing
import WaveformCore

@testable import Listening
@testable import WaveformModel

@MainActor @Suite final class `A diagram that listens` {
  private let diagram: DiagramViewModel
  private let listening: ListeningModel

  init() {
    diagram = DiagramViewModel(player: ManualClock())
    listening = diagram.listening
  }

  private static let stereo = CaptureFormat(
    StreamFormat(sampleRate: 48_000, speakers: [.frontLeft, .frontRight]), .float)

  /// A constant that goes after so many frames, but not before it may.
  private func input(frames: Int, gate: DispatchSemaphore? = nil) -> SuppliedCapture {
    SuppliedCapture(Self.stereo) { first, buffer in
      usleep(200)
      if first + buffer.count / 2 > frames { gate?.wait() }
      buffer.update(repeating: 0.25)
      return min(buffer.count / 2, max(0, frames - first))
    }
  }

  /// Gives exactly what a test tells.
  private final class Told: CaptureInput {
    private struct Calls {
      var onBlock: (@Sendable (UnsafeBufferPointer<Float>) -> Int)?
      var onEvent: (@Sendable (CaptureEvent) -> Void)?
    }
    private let calls = Mutex(Calls())

    func start(
      _ device: String?, onBlock: @escaping @Sendable (UnsafeBufferPointer<Float>) -> Int,
      onEvent: @escaping @Sendable (CaptureEvent) -> Void
    ) {
      calls.withLock {
        $0.onBlock = onBlock
        $0.onEvent = onEvent
      }
    }
    func choose(_ device: String?) {}
    func stop() {}

    func tell(_ event: CaptureEvent) { calls.withLock { $0.onEvent }?(event) }
    func give(_ frames: Int, of value: Float = 0.25) {
      [Float](repeating: value, count: 2 * frames).withUnsafeBufferPointer {
        _ = calls.withLock { $0.onBlock }?($0)
      }
    }
  }

  private static func folder() -> FilePath {
    let path = FilePath(NSTemporaryDirectory()).appending("barline-take-\(UInt32.random(in: 0...(.max)))")
    mkdir(path.string, 0o700)
    return path
  }

  @Test func `a source of another format begins a waveform of its own, until something is recorded`()
    async throws
  {
    let folder = Self.folder()
    defer { try? FileManager.default.removeItem(atPath: folder.string) }
    let input = Told()
    let other = CaptureFormat(StreamFormat(sampleRate: 96_000, speakers: [.mono]), .bits24)
    func device(_ name: String, _ format: CaptureFormat) -> CaptureDevice {
      CaptureDevice(name: name, title: name, isMonitor: false, isDefault: name == "a", format: format)
    }
    listening.begin(input, device: nil)
    input.tell(.devices([device("a", Self.stereo), device("b", other), device("c", Self.stereo)]))
    try await wait { listening.devices.count == 3 }
    #expect(!listening.beginsAnew(with: "b") && listening.formatText == nil)
    input.tell(.opened(Self.stereo, device: "a"))
    try await wait { listening.title == "a" }
    #expect(listening.beginsAnew(with: "b") && !listening.beginsAnew(with: "c"))
    #expect(listening.formatText == "48 kHz · Stereo · floating point")
    input.give(4800)
    try await wait { listening.canRecord }
    listening.record(folder.appending("a.flac"), as: .flac)
    #expect(!listening.beginsAnew(with: "b"))
    input.give(48_000)
    try await wait { listening.recordedFrames == 48_000 }
    listening.choose("b")
    input.tell(.opened(CaptureFormat(Self.stereo.stream, .bits24), device: "b"))
    listening.stopRecording()
    try await wait { listening.outcome != nil }
    #expect(listening.outcome?.text.hasSuffix("a.flac”, 48 kHz · Stereo · 24 bits.") == true)
    try await wait { listening.title == "b" }
    #expect(!listening.beginsAnew(with: "b"))
    #expect(
      listening.formatText
        == "48 kHz · Stereo · 24 bits, as this waveform began; the source has 96 kHz · Mono · 24 bits")
    diagram.removeAll()
    #expect(listening.outcome == nil && listening.formatText == nil && listening.chosen == nil)
  }

  @Test func `the diagram is told whether sound comes, up to where, and whether it is recorded`() async throws
  {
    let folder = Self.folder()
    defer { try? FileManager.default.removeItem(atPath: folder.string) }
    let input = Told(), live = diagram.live
    #expect(!live.isOn && !live.isComing && diagram.presentFrame == 0)
    listening.begin(input, device: nil)
    #expect(live.isOn && !live.isComing)
    input.tell(.opened(Self.stereo, device: "a"))
    try await wait { live.isComing }
    input.give(4800)
    try await wait { listening.canRecord }
    #expect(diagram.presentFrame == 4800)
    listening.record(folder.appending("a.wav"), as: .wav)
    #expect(live.isRecorded)
    input.tell(.failed(CaptureError(.deviceGone, "It has gone.")))
    try await wait { !live.isComing }
    #expect(live.isOn && live.isRecorded && diagram.presentFrame == diagram.playheadFrame)
    listening.stopRecording()
    try await wait { listening.outcome != nil }
    #expect(live.isOn && !live.isRecorded)
    diagram.removeAll()
    #expect(!live.isOn && !live.isComing)
  }

  @Test func `after one that could not begin another one can`() async throws {
    let full = SpoolPlace(folders: ["/var/tmp"], freeBytes: { _ in 0 })
    listening.begin(Told(), device: "a", in: full)
    #expect(listening.problem?.contains("cannot be kept") == true && diagram.plots.isEmpty)
    listening.begin(input(frames: .max), device: nil)
    #expect(listening.problem == nil && listening.chosen == nil)
    try await wait { listening.canRecord }
    #expect(diagram.plots.count == 1)
    diagram.removeAll()
  }

  @Test func `a source that sleeps is told, and so is its recording`() async throws {
    let folder = Self.folder()
    defer { try? FileManager.default.removeItem(atPath: folder.string) }
    let input = Told()
    listening.begin(input, device: nil)
    input.tell(.opened(Self.stereo, device: "a"))
    input.give(4800)
    try await wait { listening.canRecord }
    listening.record(folder.appending("a.wav"), as: .wav)
    input.tell(.suspended(true))
    try await wait { listening.notice?.hasPrefix("The source sleeps") == true }
    input.tell(.suspended(false))
    try await wait { listening.notice == nil }
    listening.stopRecording()
    try await wait { listening.outcome != nil }
    #expect(listening.outcome?.text.contains("that time is missing") == true)
    diagram.removeAll()
  }

  @Test func `a block that comes late does not leave the meter standing when the source has gone`()
    async throws
  {
    let input = Told()
    diagram.navigation.setWidth(600)
    listening.begin(input, device: nil)
    input.tell(.opened(Self.stereo, device: "a"))
    input.tell(.failed(CaptureError(.deviceGone, "It has gone.")))
    try await wait { listening.problem != nil }
    input.give(4800)
    // Whole bins are told.
    try await wait { diagram.heardFrames ?? 0 > 4000 }
    input.give(4800)
    try await wait { diagram.heardFrames ?? 0 > 9000 }
    #expect(listening.level.channels.isEmpty)
    diagram.removeAll()
  }

  @Test func `what is heard is a waveform that grows, and stays when the source has gone`() async throws {
    diagram.navigation.setWidth(600)
    let gate = DispatchSemaphore(value: 0)
    listening.begin(input(frames: 100_000, gate: gate), device: nil)
    try await wait { listening.title == "Supplied" }
    gate.signal()
    let plot = try #require(diagram.plots.first)
    #expect(plot.isHeard && !plot.isComputed && plot.settings.name == "Supplied")
    try await wait { listening.problem != nil }
    // The rest is less than a pixel, 2,400 frames, and a bin.
    try await wait { plot.framesRead > 97_000 }
    #expect(plot.isFollowing && diagram.length == 30 * 48_000)
    #expect(listening.level.channels.allSatisfy { $0 == 0 })
    #expect(diagram.heardFrames == plot.framesRead && !listening.canRecord)
    #expect(listening.gigabytesPerHour == 1.3824)
    // Everything that reads files reads what was heard.
    let source = try #require(plot.source)
    let slice = try await Task.detached { try source.read(50_000..<50_010) }.value
    #expect(slice.range == 50_000..<50_010 && slice.sample(channel: 1, frame: 50_005) == 0.25)
    #expect(plot.stem == "Supplied" && plot.folder == nil, "files that are made of it have a name")
    diagram.removeAll()
    #expect(!listening.isOn && diagram.heardFrames == nil)
  }

  @Test func `a recording is told with its length and place, and one that cannot begin with the cause`()
    async throws
  {
    let folder = Self.folder()
    defer { try? FileManager.default.removeItem(atPath: folder.string) }
    listening.begin(input(frames: .max), device: nil)
    try await wait { listening.canRecord }
    listening.record(folder.appending("nowhere/a.wav"), as: .wav)
    try await wait { listening.outcome?.hasFailed == true }
    #expect(listening.outcome?.path == nil && listening.recording == nil)
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

  // MARK: Spectra

  /// 1 kHz, and from `turn` on 3 kHz. It waits at each of `gates`, in frames, until it may go on.
  private func tones(turn: Int, gates: Set<Int>, end: Int = .max, gate: DispatchSemaphore) -> SuppliedCapture
  {
    SuppliedCapture(Self.stereo) { first, buffer in
      usleep(500)
      let count = min(buffer.count / 2, max(0, end - first))
      if gates.contains(first) { gate.wait() }
      for frame in first..<first + count {
        let value = Float(sin(2 * .pi * (frame < turn ? 1000.0 : 3000) * Double(frame) / 48_000) / 2)
        (buffer[2 * (frame - first)], buffer[2 * (frame - first) + 1]) = (value, value)
      }
      return count
    }
  }

  /// The frequency at which each column is loudest; nil where nothing is known.
  private func tones(of plot: PlotViewModel, _ grid: PixelGrid, _ columns: Range<Int>) -> [Double?] {
    guard
      let found = plot.spectrogram(
        of: .channel(0), grid: grid, first: columns.lowerBound, count: columns.count)
    else { return columns.map { _ in nil } }
    let step = 24_000 / Double(found.bins - 1)
    return columns.indices.map { column in
      let levels = found.steps[column * found.bins..<(column + 1) * found.bins]
      return levels.max().flatMap {
        $0 > 0 ? Double(levels.firstIndex(of: $0)! - levels.startIndex) * step : nil
      }
    }
  }

  @Test func `the spectrogram has a column for each pixel that is heard, at once, and none is coarse`()
    async throws
  {
    let gate = DispatchSemaphore(value: 0)
    let turn = 240_000, pause = 24_000, end = turn + 2 * pause
    diagram.navigation.setWidth(600)
    listening.begin(
      tones(turn: turn, gates: Set(stride(from: pause, through: end, by: pause)), gate: gate), device: nil)
    try await wait { diagram.plots.first?.isFollowing == true }
    let plot = diagram.plots[0], grid = PixelGrid(framesPerPixel: 800)
    diagram.spectrograms.setShown(true, plot)
    // All columns up to the last one are there with the sound, and are those of the tone.
    for frames in stride(from: pause, through: turn, by: pause) {
      try await wait { plot.framesRead > frames - 3000 }
      // A worker catches up with what was heard before anybody looked.
      let columns = 0..<grid.pixel(ofFrame: plot.framesRead - 1) + 1
      if frames == pause { try await wait { !self.tones(of: plot, grid, columns).contains(nil) } }
      let wrong = zip(columns, tones(of: plot, grid, columns)).filter { abs(($1 ?? 0) - 1000) > 30 }
      #expect(wrong.isEmpty, "\(wrong) of \(columns.count)")
      gate.signal()
    }
    gate.signal()
    try await wait { plot.framesRead > end - 3000 }
    // No column has something of both tones but those whose window has.
    let size = diagram.spectrograms.settings.size(sampleRate: 48_000)
    for (column, tone) in tones(of: plot, grid, 0..<grid.pixel(ofFrame: plot.framesRead - 1)).enumerated() {
      let frame = column * 800
      if frame + 800 + size / 2 + 512 < turn { #expect(abs((tone ?? 0) - 1000) < 30, "\(column)") }
      if frame - size / 2 - 512 > turn { #expect(abs((tone ?? 0) - 3000) < 30, "\(column)") }
    }
    // They are known to be exact, so that tiles of them are kept, up to where sound is still to come.
    #expect(plot.isSpectrogramExact(of: .channel(0), grid: grid, first: 66, count: 66))
    #expect(!plot.isSpectrogramExact(of: .channel(0), grid: grid, first: 330, count: 66))
    for _ in 0..<3 { gate.signal() }
    diagram.removeAll()
  }
}
