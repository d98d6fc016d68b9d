// SpectrumModelTests.swift
// The spectrum of a diagram: when it is made, what it is of, and what it is compared with.

import AudioFormats
import Foundation
import HostIO
import ModelTestSupport
import Playback
import Spectral
import Synchronization
import SystemPackage
import Testing
import WaveformCore

@testable import SpectrumView
@testable import WaveformModel

@MainActor @Suite final class SpectrumModelTests {
  private let clock = ManualClock()
  private let diagram: DiagramViewModel
  private let model: SpectrumModel
  private let folder = NSTemporaryDirectory() + "barline-spectrum-\(UUID().uuidString)"

  init() {
    diagram = DiagramViewModel(player: clock)
    model = SpectrumModel(diagram)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// Two seconds of 1 kHz, then two of 3 kHz, at 8 kHz; in "b.wav" the other way round.
  private func open(_ names: String...) async throws {
    diagram.navigation.setWidth(700)
    for name in names {
      let samples = (0..<32_000).map { frame in
        Int16(
          16_384 * sin(2 * .pi * ((frame < 16_000) == (name != "b.wav") ? 1000 : 3000) * Double(frame) / 8000)
        )
      }
      let path = try writeWave(samples, rate: 8000, to: name, in: folder)
      diagram.lanes.insert(PlotViewModel(path: path))
    }
    try await wait { diagram.plots.allSatisfy(\.isComplete) }
  }

  private var loudest: Double? {
    model.subject?.spectrum.map { (Double($0.loudestBin) * $0.step).rounded() }
  }

  @Test func `nothing is computed before anybody looks, and of the whole without a selection`() async throws {
    try await open("a.wav")
    diagram.select(Selection(0..<8000))
    #expect(model.subject == nil && model.csv == nil)
    diagram.clearSelection()
    model.isShown = true
    try await wait { model.subject?.spectrum != nil && model.subject?.progress == nil }
    let spectrum = try #require(model.subject?.spectrum)
    #expect(model.subject?.stretch == .everything && model.subject?.problem == nil)
    for frequency in [1000.0, 3000] {
      // Half of full scale, half of the time.
      #expect(abs(spectrum.mean[spectrum.bin(of: frequency)] + 9.03) < 0.1)
      #expect(abs(spectrum.peak[spectrum.bin(of: frequency)] + 6.02) < 0.01)
    }
    #expect(model.csv == spectrum.csv)
    model.isShown = false
    #expect(model.subject == nil)
  }

  @Test func `it follows the selection while it is drawn`() async throws {
    try await open("a.wav")
    model.isShown = true
    for (range, frequency) in [(0..<8000, 1000.0), (20_000..<30_000, 3000), (100..<101, 1000)] {
      diagram.select(Selection(range), isDraft: true)
      try await wait { model.subject?.stretch == .selection && loudest == frequency }
    }
    #expect(model.subject?.spectrum?.count == 1, "one window about a single frame")
    model.isShown = false
    diagram.select(Selection(20_000..<30_000))
    #expect(model.subject == nil)
    model.isShown = true
    try await wait { loudest == 3000 }
  }

  @Test func `while it is played it is about the playhead, and peaks are held`() async throws {
    try await open("a.wav")
    diagram.select(Selection(20_000..<30_000))
    model.isShown = true
    try await wait { loudest == 3000 }
    diagram.transport.play()
    clock.advance(by: 1)
    model.hear(at: diagram.transport.heard)
    try await wait { model.subject?.stretch == .heard && loudest == 1000 }
    let first = try #require(model.subject?.spectrum)
    #expect(first.peak[first.bin(of: 3000)] < -40, "what is held begins with playing")
    clock.advance(by: 2)
    model.hear(at: diagram.transport.heard)
    try await wait { loudest == 3000 }
    let held = try #require(model.subject?.spectrum)
    #expect(held.mean[held.bin(of: 1000)] < -40 && held.peak[held.bin(of: 1000)] > -7)
    diagram.transport.pause()
    model.hear(at: diagram.transport.heard)
    #expect(model.subject?.stretch == .heard && model.subject?.progress == 0, "still that of what was heard")
    try await wait { model.subject?.stretch == .selection && model.subject?.progress == nil }
    #expect(try #require(model.subject?.spectrum).peak[held.bin(of: 1000)] < -40 && loudest == 3000)
  }

  @Test func `it is compared with a curve that somebody else knows`() async throws {
    let keeper = Keeper()
    diagram.lanes.companions.attach(keeper)
    try await open("a.wav")
    model.isShown = true
    try await wait { model.subject?.spectrum != nil && model.subject?.progress == nil }
    #expect(model.comparisons.map(\.comparison) == [.none])
    keeper.level = -60
    #expect(model.comparisons.map(\.comparison) == [.none, .reference("flat")])
    #expect(model.comparisons.last?.name == "Flat")
    model.comparison = .reference("flat")
    #expect(model.compared?.name == "Flat" && model.compared?.sampleRate == 16_000)
    #expect(Set(model.compared?.levels ?? []) == [-60])
    #expect(model.compared?.levels.count == model.subject?.spectrum?.mean.count, "of the same format")
    keeper.level = -50
    #expect(model.compared?.levels.first == -60, "nobody has said so")
    diagram.events.send(.referencesChanged)
    #expect(model.compared?.levels.first == -50)
    keeper.level = nil
    diagram.events.send(.referencesChanged)
    #expect(model.compared == nil)
    keeper.level = -40
    diagram.events.send(.referencesChanged)
    #expect(model.compared?.levels.first == -40, "it is the one that was chosen")
  }

  @Test func `two waveforms are compared`() async throws {
    try await open("a.wav", "b.wav")
    let second = diagram.plots[1]
    model.isShown = true
    diagram.select(Selection(0..<8000))
    try await wait { model.subject?.spectrum != nil && model.subject?.progress == nil }
    let names = model.choices
    #expect(names.map(\.name) == ["a.wav", "b.wav"])
    #expect(model.comparisons.map(\.comparison) == [.none, .waveform(names[1].waveform)])
    model.comparison = .waveform(names[1].waveform)
    try await wait { model.compared != nil && model.subject?.progress == nil }
    func loudest(_ levels: [Double]?) -> Int? {
      levels.flatMap { all in all.indices.max { all[$0] < all[$1] } }
    }
    let spectrum = try #require(model.subject?.spectrum)
    #expect(spectrum.loudestBin == spectrum.bin(of: 1000))
    #expect(loudest(model.compared?.levels) == spectrum.bin(of: 3000) && model.compared?.name == "b.wav")
    // Both stay what they are when the files are read again.
    model.choice = names[1].waveform
    model.comparison = .waveform(names[0].waveform)
    diagram.reloader.reload()
    try await wait { diagram.plots.allSatisfy(\.isComplete) && diagram.plots[1] !== second }
    try await wait { model.subject?.name == "b.wav" && model.compared?.name == "a.wav" }
    diagram.lanes.remove(diagram.plots[0])
    #expect(model.comparison == .none && model.compared == nil && model.subject?.name == "b.wav")
  }

  @Test func `the level of a band is that of what it holds`() async throws {
    let band = try #require(FrequencyBand(low: 2500, high: 3500))
    let tones = (0..<32_000).map { frame in
      let time = 2 * .pi * Double(frame) / 8000
      return Int16(32_768 * (0.5 * sin(1000 * time) + 0.25 * sin(3000 * time)))
    }
    diagram.navigation.setWidth(1000)
    diagram.lanes.insert(PlotViewModel(path: try writeWave(tones, rate: 8000, to: "tones.wav", in: folder)))
    try await wait { diagram.plots.allSatisfy(\.isComplete) }
    model.isShown = true
    var selection = Selection(8000..<16_000)
    selection.band = band
    diagram.select(selection)
    diagram.settleSelection()
    try await wait { model.subject?.stretch == .selection && model.subject?.progress == nil }
    let spectrum = try #require(model.subject?.spectrum)
    #expect(model.band == band)
    // Sines of a half and of a quarter of full scale.
    #expect(abs(spectrum.level(in: band) + 15.05) < 0.02)
    #expect(abs(spectrum.level(in: FrequencyBand(low: 0, high: 4000)!) + 8.06) < 0.02)
    #expect(spectrum.level(in: FrequencyBand(low: 1600, high: 2400)!) < -80)
    diagram.clearSelection()
    #expect(model.band == nil)
  }

  @Test func `the spectrum is that of the last sound, and stays while the picture is held`() async throws {
    let gate = DispatchSemaphore(value: 0), turn = 96_000
    diagram.navigation.setWidth(600)
    let stereo = CaptureFormat(
      StreamFormat(sampleRate: 48_000, speakers: [.frontLeft, .frontRight]), .float)
    // 1 kHz, and from `turn` on, when it may go on, 3 kHz.
    let tones = SuppliedCapture(stereo) { first, buffer in
      usleep(500)
      if first == turn { gate.wait() }
      for frame in first..<first + buffer.count / 2 {
        let value = Float(sin(2 * .pi * (frame < turn ? 1000.0 : 3000) * Double(frame) / 48_000) / 2)
        (buffer[2 * (frame - first)], buffer[2 * (frame - first) + 1]) = (value, value)
      }
      return buffer.count / 2
    }
    try diagram.hear(tones, as: "Tones")
    try await wait { (diagram.plots.first?.framesRead ?? 0) > 48_000 }
    #expect(model.subject == nil, "nobody looks")
    var loudest: Double? { model.subject?.spectrum.map { Double($0.loudestBin) * $0.step } }
    model.isShown = true
    try await wait { diagram.plots[0].framesRead > turn - 3000 }
    gate.signal()
    try await wait { loudest.map { abs($0 - 3000) < 30 } == true }
    #expect(
      model.subject?.stretch == .heard && model.subject?.isLive == true && model.subject?.progress == nil)
    // Half of full scale.
    let spectrum = try #require(model.subject?.spectrum)
    #expect(abs(spectrum.mean[spectrum.bin(of: 3000)] + 6) < 0.5)
    diagram.navigation.hold(true)
    let held = model.subject?.spectrum, frames = diagram.plots[0].framesRead
    try await wait { diagram.plots[0].framesRead > frames + 24_000 }
    #expect(model.subject?.spectrum == held)
    diagram.navigation.hold(false)
    try await wait { model.subject?.spectrum != held }
    // A selection is what is asked for then.
    diagram.select(Selection(10_000..<40_000))
    diagram.settleSelection()
    try await wait { model.subject?.progress == nil && loudest.map { abs($0 - 1000) < 30 } == true }
    #expect(model.subject?.stretch == .selection && model.subject?.isLive == false)
    diagram.clearSelection()
    try await wait { loudest.map { abs($0 - 3000) < 30 } == true }
    model.isShown = false
    #expect(model.subject == nil)
    diagram.removeAll()
  }

  @Test func `what was chosen goes with the waveforms`() async throws {
    try await open("a.wav", "b.wav")
    model.isShown = true
    model.choice = model.choices[1].waveform
    model.comparison = .waveform(model.choices[0].waveform)
    #expect(model.subject?.name == "b.wav")
    diagram.removeAll()
    #expect(model.subject == nil && model.choice == nil && model.comparison == .none)
  }

  @Test func `what grows is read on, and the curve is that of the whole`() async throws {
    let format = SpectrumFormat(SpectrogramSettings(), sampleRate: 8000)
    let reads = Reads()
    let source = NoiseSource(length: 300_001, reads)
    func read(
      _ range: FrameRange, after past: StretchReading.Progress? = nil
    ) async throws -> (progress: StretchReading.Progress, spectrum: StretchSpectrum) {
      let found = Found()
      let reading = try #require(
        StretchReading(
          range, of: source, name: "x", length: range.upperBound, channels: [0], format, after: past
        ) { found.answers.append($0) })
      try await wait { found.whole != nil }
      return (reading.progress, try #require(found.whole))
    }
    let first = try await read(0..<100_000)
    let grown = try await read(100_000..<300_001, after: first.progress)
    #expect(reads.frames.withLock { $0 } == 300_001, "nothing is read twice")
    let whole = try await read(0..<300_001)
    #expect(grown.spectrum.count == whole.spectrum.count)
    // The windows are paired differently.
    #expect(zip(grown.spectrum.mean, whole.spectrum.mean).allSatisfy { abs($0 - $1) < 1e-3 })
  }

  @Test func `a stretch that is shorter than it was is told`() async throws {
    let format = SpectrumFormat(SpectrogramSettings(), sampleRate: 8000)
    let source = NoiseSource(length: 100_000)
    let found = Found()
    let reading = StretchReading(
      0..<200_000, of: source, name: "x", length: 200_000, channels: [0], format, after: nil
    ) { found.answers.append($0) }
    try await wait { !found.answers.isEmpty }
    #expect(reading != nil)
    var text = ""
    if case .failed(let sentence) = found.answers.last { text = sentence }
    #expect(text == "“x” is not what it was when it was opened. Reload it to see its spectrum.")
  }

  @Test func `a stretch that nobody wants any more is left`() async throws {
    let format = SpectrumFormat(SpectrogramSettings(), sampleRate: 8000)
    let found = Found(), reads = Reads()
    var source: NoiseSource? = NoiseSource(length: 100_000, reads)
    weak let thread = source
    try reads.gate.withLock { _ in
      let reading = StretchReading(
        0..<100_000, of: try #require(source), name: "x", length: 100_000, channels: [0], format, after: nil
      ) { found.answers.append($0) }
      #expect(reading != nil)
      source = nil
    }
    try await wait { thread == nil }
    #expect(reads.frames.withLock { $0 } <= 1 << 16 && found.answers.isEmpty)
  }

  @Test func `another window length makes it anew`() async throws {
    try await open("a.wav")
    model.isShown = true
    try await wait { model.subject?.spectrum != nil }
    let before = try #require(model.subject?.spectrum?.format.size)
    diagram.spectrograms.settings.windowLength *= 4
    try await wait { model.subject?.spectrum?.format.size == 4 * before }
  }
}

/// What a reading has told.
@MainActor private final class Found {
  var answers: [StretchReading.Answer] = []

  var whole: StretchSpectrum? { if case .whole(let spectrum) = answers.last { spectrum } else { nil } }
}

/// What is read of a source.
private final class Reads: Sendable {
  let frames = Mutex(0)
  /// Held by a test that wants reads to wait.
  let gate = Mutex(())
}

/// Knows a curve that has the same level everywhere.
@MainActor private final class Keeper: ReferenceKeeper {
  var level: Double?

  var references: [ReferenceCurve] {
    guard let level else { return [] }
    return [
      ReferenceCurve(id: "flat", name: "Flat", sampleRate: 16_000) { format, _ in
        [Double](repeating: level, count: format.size / 2 + 1)
      }
    ]
  }
}

/// Noise at 8 kHz.
private final class NoiseSource: SampleSource {
  let path: FilePath = "/nowhere"
  let channels = 1, sampleRate = 8000
  private let length: Int, reads: Reads

  init(length: Int, _ reads: Reads = Reads()) {
    self.length = length
    self.reads = reads
  }

  func read(_ range: FrameRange) throws(AudioFileError) -> SampleSlice {
    reads.gate.withLock { _ in }
    let range = range.clamped(toLength: length)
    reads.frames.withLock { $0 += range.count }
    return SampleSlice(
      range: range, channels: 1, samples: range.map { Float(($0 &* 2_654_435_761) % 1000 - 500) / 1000 })
  }

  func cancel() {}
}
