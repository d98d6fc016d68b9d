// NoiseReductionTests.swift
// From a selected noise to a clean waveform: what comes out, what supersedes what, and what is left behind.

import AudioFormats
import Foundation
import HostIO
import Projects
import Recording
import Spectral
import Synchronization
import SystemPackage
import Testing
import WaveformCore

@testable import Noise
@testable import WaveformModel

@MainActor @Suite struct `Noise reduction`: CleanedDiagram {
  let diagram = DiagramViewModel(player: RecordingPlayer())

  @Test func `what nobody has changed follows the standard, and reset goes back to it`() async throws {
    let recording = try NoisyRecording()
    try await open(recording)
    noise.standard = NoiseReductionSettings(reduction: 31, sensitivity: 5, smoothing: 4)
    #expect(noise.settings == noise.standard && noise.kept.isUnchanged)
    #expect(diagram.project.noise.isEmpty, "it is no part of a project")
    noise.settings.reduction = 12
    #expect(!noise.kept.isUnchanged && noise.kept.settings.reduction == 12)
    noise.standard.reduction = 24
    #expect(noise.settings.reduction == 12, "what was chosen stays")
    noise.reset()
    #expect(noise.settings == noise.standard && noise.settings.reduction == 24)
    // What was never chosen for a recording does not come back with it.
    let kept = KeptNoise(profile: nil, settings: .init(), isClean: false, listening: "")
    noise.restore(kept, for: diagram.plots[0])
    #expect(noise.settings.reduction == 24)
    try await takeProfile()
    noise.standard.reduction = 40
    #expect(noise.settings.reduction == 24, "the clean recording stays as it is")
  }

  private func completed() async throws {
    try await wait { noise.plot?.isComplete == true }
  }

  private func all(_ source: (any SampleSource)?) throws -> [Float] {
    let slice = try #require(source).read(0..<1_000_000)
    return slice.withSamples { Array($0) }
  }

  @Test(arguments: [1, 2, 3])
  func `the clean samples are those of one pass over the whole, bit for bit`(channels: Int) async throws {
    let recording = try NoisyRecording(channels: channels)
    try await open(recording)
    try await takeProfile()
    try await completed()
    let plot = try #require(noise.plot)
    #expect(plot.framesRead == 4 * NoisyRecording.rate && plot.length == plot.framesRead)
    let clean = try all(noise.cleanSource)
    #expect(try clean == recording.reduced(noise.profile!, noise.settings))
    // What is drawn is what is heard.
    let columns = plot.columns(channel: 0, grid: PixelGrid(framesPerPixel: 256), first: 0, count: 20)
    for column in 0..<20 {
      let part = (column * 256..<(column + 1) * 256).map { clean[$0 * channels] }
      #expect(columns.high[column] == part.max() && columns.low[column] == part.min())
    }
    let residue = try all(noise.residueSource)
    #expect(residue == zip(recording.samples, clean).map { $0 - $1 })
  }

  @Test func `original, clean and residue are heard by gains alone`() async throws {
    let recording = try NoisyRecording()
    try await open(recording)
    try await takeProfile()
    try await completed()
    let player = try #require(diagram.transport.player as? RecordingPlayer)
    let loads = player.loads.count
    #expect(player.loads.last?.count == 2)
    for (listening, gains) in [
      (ListeningChoice.clean, [Float(0), 1]), (.residue, [1, -1]), (.original, [1, 0]),
    ] {
      noise.listening = listening
      #expect(player.gains == gains)
    }
    #expect(player.loads.count == loads, "nothing is read anew")
    noise.listening = .residue
    noise.discard()
    #expect(player.loads.last?.count == 1 && player.gains == [1])
  }

  @Test func `without reduction nothing changes`() async throws {
    let recording = try NoisyRecording()
    try await open(recording)
    noise.settings.reduction = 0
    try await takeProfile()
    try await completed()
    let clean = try all(noise.cleanSource)
    #expect(clean.count == recording.samples.count)
    #expect(zip(clean, recording.samples).allSatisfy { abs($0 - $1) < 1e-6 })
  }

  @Test func `too short a stretch is refused with a reason, and what was there stays`() async throws {
    let recording = try NoisyRecording()
    try await open(recording)
    noise.takeProfile(of: diagram.selection?.range)
    #expect(noise.profile == nil && noise.problem?.contains("selected") == true)
    diagram.select(Selection(0..<300))
    noise.takeProfile(of: diagram.selection?.range)
    #expect(noise.profile == nil && noise.problem?.contains("at least") == true && noise.plot == nil)
    try await takeProfile()
    let profile = noise.profile
    diagram.select(Selection(0..<300))
    noise.takeProfile(of: diagram.selection?.range)
    #expect(noise.profile == profile && noise.problem != nil)
    try await completed()
  }

  @Test func `a stretch of noise is suggested as a selection`() async throws {
    let recording = try NoisyRecording()
    try await open(recording)
    diagram.selectNoise()
    try await wait { !noise.isBusy && diagram.selection != nil }
    let range = try #require(diagram.selection?.range)
    #expect(noise.remark == nil && noise.problem == nil)
    #expect(range.count >= NoisyRecording.rate / 2)
    #expect(range.upperBound <= 8600 || range.lowerBound >= 3 * 8000 - 600)
  }

  @Test func `where no stretch is noise alone, the noise is guessed, and that is said`() async throws {
    // Chords all the time, over noise.
    let recording = try NoisyRecording(sound: { frame in
      let chord = [0.13, 0.171, 0.197, 0.301, 0.43][frame / 1500 % 5]
      return 6000 * (sin(Double(frame) * chord) + sin(Double(frame) * chord * 2.5))
    })
    try await open(recording)
    diagram.selectNoise()
    try await wait { !noise.isBusy && noise.profile != nil }
    #expect(diagram.selection == nil && noise.problem == nil)
    #expect(noise.remark?.contains("guessed") == true, "\(noise.remark ?? "none")")
    #expect(noise.plot != nil && noise.listening == .clean)
    // A profile that somebody takes is no guess.
    try await takeProfile()
    #expect(noise.remark == nil)
  }

  @Test(arguments: 0..<12)
  func `a change supersedes what is being computed, and the last one counts`(seed: UInt64) async throws {
    let recording = try NoisyRecording()
    try await open(recording)
    try await takeProfile()
    var state = seed &* 77_777 &+ 3
    for turn in 0..<6 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      for _ in 0..<state >> 58 { await Task.yield() }
      if state >> 40 & 1 == 0 { try await Task.sleep(for: .milliseconds(Int(state >> 57 & 31))) }
      noise.settings.reduction = Double(turn * 5 + 3)
    }
    noise.settings.smoothing = 2
    let settings = noise.settings
    let expected = try recording.reduced(noise.profile!, settings)
    for _ in 0..<2 {
      // The last wish may still wait for the first picture of the one before.
      try await completed()
      for _ in 0..<20 { await Task.yield() }
    }
    #expect(try all(noise.cleanSource) == expected)
    #expect(noise.plot?.earlier.isEmpty == true)
    try await wait { recording.openSpools == 1 }
    noise.discard()
    #expect(diagram.plots.count == 1 && noise.plot == nil)
    try await wait { recording.openSpools == 0 }
  }

  @Test(arguments: [0, 1, 5, 20, 60])
  func `whenever it is given up, nothing is left behind`(milliseconds: Int) async throws {
    let recording = try NoisyRecording()
    try await open(recording)
    try await takeProfile()
    try await Task.sleep(for: .milliseconds(milliseconds))
    weak let plot = noise.plot
    diagram.removeAll()
    #expect(noise.profile == nil && noise.plot == nil && noise.cleanSource == nil)
    try await wait { recording.openSpools == 0 && plot == nil }
  }

  @Test func `a profile is kept, and used for another recording`() async throws {
    let recording = try NoisyRecording()
    try await open(recording)
    try await takeProfile()
    let file = FilePath(recording.folder.appendingPathComponent("a.noise-profile").path)
    noise.saveProfile(to: file)
    try await wait { !noise.isSaving }
    #expect(noise.problem == nil)
    let profile = noise.profile
    let other = DiagramViewModel(player: RecordingPlayer())
    other.noise.place = recording.place
    other.lanes.insert(PlotViewModel(path: recording.path))
    other.noise.loadProfile(from: file)
    try await wait { other.noise.plot?.isComplete == true }
    #expect(other.noise.profile == profile)
    try Data("Barline noise profile 1\nrate 8000\n".utf8).write(to: URL(fileURLWithPath: file.string))
    other.noise.loadProfile(from: file)
    try await wait { !other.noise.isBusy }
    #expect(other.noise.problem?.contains("a.noise-profile") == true && other.noise.profile == profile)
    // Over the file that is read: refused, and the profile stays.
    noise.saveProfile(to: recording.path)
    try await wait { !noise.isSaving }
    #expect(noise.problem?.contains("it is the file that is read") == true)
  }

  @Test func `a profile that is there before its recording has been opened waits for it`() async throws {
    let recording = try NoisyRecording()
    try await open(recording)
    try await takeProfile()
    let profile = try #require(noise.profile)
    let other = DiagramViewModel(player: RecordingPlayer())
    other.noise.place = recording.place
    let plot = PlotViewModel(path: recording.path)
    other.lanes.insert(plot)
    // In the same turn: nothing has been heard of the file yet.
    other.noise.restore(NoiseRecipe(profile: profile, settings: .init()), isClean: true, for: plot)
    #expect(plot.sampleRate == 0 && other.noise.problem == nil)
    try await wait { other.noise.plot?.isComplete == true }
  }

  @Test func `a profile of another rate is refused with a reason`() async throws {
    let recording = try NoisyRecording()
    try await open(recording)
    let file = FilePath(recording.folder.appendingPathComponent("b.noise-profile").path)
    let samples = (0..<44_100).map { sinf(Float($0 * $0)) }
    let profile = try NoiseProfile(
      SampleSlice(range: 0..<44_100, channels: 1, samples: samples), sampleRate: 44_100)
    try Data(profile.bytes).write(to: URL(fileURLWithPath: file.string))
    noise.loadProfile(from: file)
    try await wait { !noise.isBusy }
    #expect(noise.problem?.contains("44100 Hz") == true && noise.plot == nil)
  }

  @Test func `when the disk is full, it is said where there is no room`() async throws {
    let recording = try NoisyRecording()
    noise.place = SpoolPlace(folders: recording.place.testFolders, freeBytes: { _ in 1000 })
    diagram.lanes.insert(PlotViewModel(path: recording.path))
    try await wait { diagram.plots[0].isComplete }
    try await takeProfile()
    try await completed()
    #expect(noise.failure?.contains("no room for the clean samples") == true)
    try await wait { recording.openSpools == 0 }
  }

  @Test func `a clean waveform that the user took out comes back with the next change`() async throws {
    let recording = try NoisyRecording()
    try await open(recording)
    try await takeProfile()
    try await completed()
    let first = try #require(noise.plot)
    diagram.lanes.remove(first)
    noise.settings.reduction = 9
    try await completed()
    #expect(
      noise.plot !== first && diagram.plots.count == 2
        && diagram.lanes.base(of: noise.plot!) === diagram.plots[0])
    #expect(try all(noise.cleanSource) == recording.reduced(noise.profile!, noise.settings))
    try await wait { recording.openSpools == 1 }
    // It lies where the original lies, and is as tall.
    diagram.lanes.change(diagram.plots[0], .shifted(lane: 0)) { $0.offset = 500 }
    diagram.lanes.raise(lane: 0, of: diagram.plots[0], by: 6)
    diagram.look.isNormalized = true
    #expect(noise.plot?.settings.offset == 500 && noise.plot?.gains[0] == 6)
    #expect(diagram.normalization(of: noise.plot!) == diagram.normalization(of: diagram.plots[0]))
  }

  @Test func `a gain that is done again holds for the clean waveform that has come back as well`()
    async throws
  {
    let recording = try NoisyRecording()
    try await open(recording)
    try await takeProfile()
    try await completed()
    diagram.lanes.raise(by: 6)
    for _ in 0..<2 { diagram.lanes.undo() }
    #expect(noise.plot == nil && diagram.plots[0].gains.isUnchanged)
    for _ in 0..<2 { diagram.lanes.redo() }
    try await completed()
    #expect(diagram.plots[0].gains.common == 6 && noise.plot?.gains == diagram.plots[0].gains)
    diagram.lanes.undo()
    #expect(diagram.plots[0].gains.isUnchanged && noise.plot?.gains == diagram.plots[0].gains)
    #expect(try all(noise.cleanSource) == recording.reduced(noise.profile!, noise.settings))
  }

  @Test func `undo goes back through what was done to the clean waveform, and to before it`() async throws {
    let recording = try NoisyRecording()
    try await open(recording)
    diagram.lanes.change(diagram.plots[0], .renamed) { $0.name = "A" }
    try await takeProfile()
    try await completed()
    let clean = try #require(noise.plot)
    diagram.lanes.change(clean, .hidden) { $0.isHidden = true }
    diagram.lanes.undo()
    #expect(!clean.settings.isHidden && diagram.lanes.undoChange == .clean(.added))
    diagram.lanes.undo()
    #expect(diagram.plots.map(\.settings.name) == ["A"] && noise.plot == nil && noise.profile == nil)
    try await wait { recording.openSpools == 0 }
    diagram.lanes.undo()
    #expect(diagram.plots[0].settings.name == nil)
    diagram.lanes.redo()
    #expect(diagram.plots.map(\.settings.name) == ["A"])
    diagram.lanes.redo()
    try await completed()
    #expect(diagram.plots.map(\.settings.name) == ["A", "Clean"] && noise.listening == .clean)
    #expect(try all(noise.cleanSource) == recording.reduced(noise.profile!, noise.settings))
    diagram.lanes.redo()
    #expect(noise.plot?.settings.isHidden == false, "that was done to one that is gone")
    diagram.lanes.remove(try #require(noise.plot))
    #expect(diagram.plots.count == 1 && noise.plot == nil)
  }

  @Test func `the clean waveform stays with its original, and goes with it`() async throws {
    let recording = try NoisyRecording()
    try await open(recording)
    try await takeProfile()
    let (original, clean) = (diagram.plots[0], try #require(noise.plot))
    try await completed()
    #expect(
      !diagram.lanes.canRemove(original) && diagram.lanes.canRemove(clean)
        && !diagram.lanes.hasSeveralRecordings)
    diagram.lanes.remove(original)
    #expect(diagram.plots.count == 2, "the only recording stays")
    let others = (0..<2).map { _ in PlotViewModel(path: recording.path) }
    diagram.lanes.add(others[0])
    diagram.lanes.add(others[1], over: original)
    try await wait { others.allSatisfy(\.isComplete) }
    func order() -> [Int] {
      let all = [original, clean] + others
      return diagram.plots.map { plot in all.firstIndex { $0 === plot }! }
    }
    #expect(order() == [0, 1, 3, 2])
    diagram.lanes.change(clean, .shifted(lane: 0)) { $0.offset = 77 }
    #expect(clean.settings.offset == 0, "it does not leave its original")
    diagram.lanes.setOver(false, clean)
    diagram.lanes.move(clean, by: 1)
    #expect(order() == [2, 0, 1, 3])
    diagram.lanes.setOver(true, original)
    #expect(diagram.lanes.rows.count == 1 && diagram.lanes.base(of: clean) === original)
    diagram.lanes.change(original, .shifted(lane: 0)) { $0.offset = 300 }
    diagram.lanes.undo()
    #expect(clean.settings.offset == 0)
    diagram.lanes.remove(original)
    #expect(order() == [2, 3] && noise.plot == nil)
    try await wait { recording.openSpools == 0 }
    // It comes back with its original.
    diagram.lanes.undo()
    try await completed()
    #expect(diagram.plots.count == 4 && diagram.plots[2] === noise.plot && noise.plot !== clean)
    #expect(diagram.plots[1] === original && noise.listening == .clean)
    diagram.lanes.redo()
    #expect(order() == [2, 3])
    try await wait { recording.openSpools == 0 }
  }

  @Test func `while a file is read again, original and clean are still heard as one`() async throws {
    let recording = try NoisyRecording()
    try await open(recording)
    try await takeProfile()
    try await completed()
    let next = diagram.plots[0].successor(expectsGrowth: false, options: OpenOptions())
    var isPut = false
    next.events.listen(recording) { _, event in
      // It is open, and nothing of it has been read.
      guard event == .advanced, !isPut else { return }
      isPut = true
      diagram.lanes.replace(diagram.plots[0], with: next)
      let pair = diagram.voices.pairs.first
      #expect(pair?.original === next && pair?.clean === noise.plot)
    }
    next.start()
    try await wait { isPut && next.isComplete }
    next.events.stop(recording)
    try await completed()
    let clean = try #require(noise.plot)
    #expect(diagram.lanes.base(of: clean) === next && diagram.voices.pairs.first?.original === next)
  }

  @Test(arguments: [3, 4]) func `samples that end early are no clean recording`(seconds: Int) async throws {
    let recording = try NoisyRecording()
    try await open(recording)
    try await takeProfile()
    let failed = Atomic<Bool>(false), finished = Atomic<Bool>(false)
    let job = NoiseReductionJob(
      NoiseReductionJob.Request(
        path: recording.path, description: diagram.plots[0].description!, length: recording.samples.count / 2,
        profile: noise.profile!, settings: noise.settings, visible: 0..<0, place: recording.place),
      of: EndedSource(seconds: seconds),
      onEvent: { event in
        switch event {
        case .failed(let error): failed.store(error.isEarlyEnd, ordering: .relaxed)
        case .finished: finished.store(true, ordering: .relaxed)
        default: break
        }
      })
    job.start()
    try await wait { failed.load(ordering: .relaxed) || finished.load(ordering: .relaxed) }
    let hasFailed = failed.load(ordering: .relaxed)
    #expect(hasFailed == (seconds < 4), "the recording has four")
    job.cancel()
  }

  @Test func `a reading of the same file in its place keeps the clean waveform`() async throws {
    let recording = try NoisyRecording()
    try await open(recording)
    try await takeProfile()
    try await completed()
    let plot = noise.plot
    diagram.reloader.reload()
    try await wait { diagram.reloader.reloadCount == 1 && diagram.plots[0].isComplete }
    try await completed()
    #expect(noise.plot === plot && diagram.plots.count == 2)
    #expect(try all(noise.cleanSource) == recording.reduced(noise.profile!, noise.settings))
    try await wait { recording.openSpools == 1 }
  }
}

/// Samples that somebody has let go of after some seconds.
private final class EndedSource: SampleSource {
  let path: FilePath = "/nowhere"
  let channels = 2, sampleRate = NoisyRecording.rate
  private let seconds: Int
  init(seconds: Int) { self.seconds = seconds }
  func read(_ range: FrameRange) throws(AudioFileError) -> SampleSlice {
    let range = range.clamped(toLength: seconds * sampleRate)
    return SampleSlice(range: range, channels: 2, samples: Array(repeating: 0.1, count: range.count * 2))
  }
  func cancel() {}
}

extension SpoolPlace {
  /// For another place in the same folders.
  fileprivate var testFolders: [FilePath] { [FilePath("/tmp")] }
}
