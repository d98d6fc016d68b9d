// SpectrogramModelTests.swift
// The spectra that lanes show: when they are made, which stand in for which, and what ends their making.

import AudioFormats
import Foundation
import Playback
import Recording
import Spectral
import Synchronization
import SystemPackage
import Testing
import WaveformCore

@testable import WaveformModel

@MainActor @Suite struct SpectrogramModelTests {
  private let diagram = DiagramViewModel(player: ManualClock())
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("spectra-\(UUID())").path

  /// A sine at half of full scale in the left channel from the first second on, silence in the right one, at 8 kHz.
  private func open(seconds: Int = 20, cycles: Double = 1000) async throws -> PlotViewModel {
    let rate = 8000
    let samples = (0..<seconds * rate).flatMap { frame -> [Int16] in
      let value = frame < rate ? 0 : 16_384 * sin(2 * .pi * cycles * Double(frame) / Double(rate))
      return [Int16(value.rounded()), 0]
    }
    let path = try writeWave(samples, channels: 2, rate: rate, to: "tone.wav", in: folder)
    diagram.navigation.setWidth(700)
    let plot = PlotViewModel(path: path)
    diagram.lanes.insert(plot)
    try await wait { plot.isComplete }
    diagram.spectrograms.settings = SpectrogramSettings(windowLength: 0.032)
    return plot
  }

  private func remove() { try? FileManager.default.removeItem(atPath: folder) }

  @Test func `nothing is made before anybody looks`() async throws {
    defer { remove() }
    let plot = try await open()
    let grid = PixelGrid(framesPerPixel: 200)
    plot.prepareSpectrogram(columns: 0..<700, of: grid)
    try await Task.sleep(for: .milliseconds(30))
    #expect(plot.spectrogram(of: .channel(0), grid: grid, first: 0, count: 700) == nil)
    diagram.spectrograms.setShown(true, plot)
    try await wait { plot.spectrogram(of: .channel(0), grid: grid, first: 0, count: 700) != nil }
    diagram.spectrograms.setShown(false, plot)
    #expect(plot.spectrogram(of: .channel(0), grid: grid, first: 0, count: 700) == nil)
  }

  @Test(arguments: [0.25, 20, 100, 128, 500, 3000])
  func `exact columns: the right one, the right bin, the right level`(
    framesPerPixel: Double
  ) async throws {
    defer { remove() }
    let plot = try await open()
    diagram.spectrograms.setShown(true, plot)
    let grid = PixelGrid(framesPerPixel: framesPerPixel)
    let begin = grid.pixel(ofFrame: 8000), first = max(0, begin - 100), count = 200
    plot.prepareSpectrogram(columns: first..<first + count, of: grid)
    try await wait { plot.isSpectrogramExact(of: .channel(0), grid: grid, first: first, count: count) }
    let left = try #require(plot.spectrogram(of: .channel(0), grid: grid, first: first, count: count))
    #expect(left.bins == 129 && left.count == count)
    for column in 0..<count {
      let frames = grid.frames(ofPixel: first + column).clamped(toLength: plot.length)
      let steps = left.steps[column * 129..<(column + 1) * 129]
      // A window reaches 128 frames to either side of a centre, and the nearest centre may lie 64 frames off.
      if frames.upperBound + 200 < 8000 || frames.lowerBound >= plot.length {
        #expect(steps.allSatisfy { $0 == 0 }, "\(column)")
      } else if frames.lowerBound - 200 > 8000, frames.upperBound + 200 < plot.length {
        #expect(steps.indices.max { steps[$0] < steps[$1] } == steps.startIndex + 32)
        #expect((SpectrumStep.level(steps[steps.startIndex + 32]) + 6.02).magnitude < 0.26)
      }
    }
    let mixed = plot.spectrogram(of: .mixed(0..<2), grid: grid, first: first, count: count)
    #expect(mixed == left, "the right channel is silent")
    let right = plot.spectrogram(of: .channel(1), grid: grid, first: first, count: count)
    #expect(right?.steps.allSatisfy { $0 == 0 } == true)
  }

  @Test(arguments: [100.0, 600, 3500])
  func `bars are tinted by their frequencies, at every zoom, exact or not`(cycles: Double) async throws {
    defer { remove() }
    let plot = try await open(cycles: cycles)
    let wanted: UInt8 = cycles < 250 ? 0 : cycles < 2500 ? 3 : 6
    let unknown = plot.tints(of: .channel(0), grid: PixelGrid(framesPerPixel: 9), first: 0, count: 4)
    #expect(unknown == [UInt8](repeating: SpectralBalance.none, count: 4), "nobody has asked")
    diagram.spectrograms.setShown(true, plot)
    try await wait { diagram.spectrograms.progress(of: plot) == nil && plot.spectrogramRevision > 1 }
    for framesPerBar in [8, 60, 300, 384, 1500, 9000] as [Double] {
      let grid = PixelGrid(framesPerPixel: framesPerBar)
      let begin = grid.pixel(ofFrame: 8000), first = max(0, begin - 100), count = 200
      let before = plot.tints(of: .channel(0), grid: grid, first: first, count: count)
      plot.prepareSpectrogram(columns: first..<first + count, of: grid)
      try await wait { plot.isSpectrogramExact(of: .channel(0), grid: grid, first: first, count: count) }
      let tints = plot.tints(of: .channel(0), grid: grid, first: first, count: count)
      for column in 0..<count {
        let frames = grid.frames(ofPixel: first + column).clamped(toLength: plot.length)
        if frames.lowerBound - 2300 > 8000, frames.upperBound + 2300 < plot.length, !frames.isEmpty {
          #expect(before[column] == wanted && tints[column] == wanted, "\(framesPerBar), \(column)")
        } else if frames.upperBound + 200 < 8000 || frames.lowerBound >= plot.length {
          #expect(tints[column] == SpectralBalance.none)
        }
      }
      let silent = plot.tints(of: .channel(1), grid: grid, first: first, count: count)
      #expect(silent.allSatisfy { $0 == SpectralBalance.none })
      #expect(plot.tints(of: .mixed(0..<2), grid: grid, first: first, count: count) == tints)
    }
  }

  @Test func `until a picture is exact the spectra of the whole stand in`() async throws {
    defer { remove() }
    let plot = try await open()
    diagram.spectrograms.setShown(true, plot)
    let grid = PixelGrid(framesPerPixel: 230)
    try await wait { plot.spectrogram(of: .channel(0), grid: grid, first: 0, count: 690) != nil }
    try await wait { diagram.spectrograms.progress(of: plot) == nil }
    #expect(!plot.isSpectrogramExact(of: .channel(0), grid: grid, first: 0, count: 690))
    let columns = try #require(plot.spectrogram(of: .channel(0), grid: grid, first: 0, count: 690))
    #expect(SpectrumStep.level(columns.steps[400 * 129 + 32]) > -6.5)
    #expect(columns.steps[2 * 129..<3 * 129].allSatisfy { $0 == 0 } && columns.unknown.isEmpty)
  }

  @Test func `another window makes everything anew`() async throws {
    defer { remove() }
    let plot = try await open()
    diagram.spectrograms.setShown(true, plot)
    let grid = PixelGrid(framesPerPixel: 100)
    // Superseded at any moment, also before anything has come.
    for length in [0.032, 0.064, 0.128, 0.016, 0.064] {
      diagram.spectrograms.settings.windowLength = length
      plot.prepareSpectrogram(columns: 0..<700, of: grid)
      if length == 0.128 { try await Task.sleep(for: .milliseconds(5)) }
    }
    try await wait { plot.isSpectrogramExact(of: .channel(0), grid: grid, first: 0, count: 700) }
    let columns = try #require(plot.spectrogram(of: .channel(0), grid: grid, first: 0, count: 700))
    #expect(columns.bins == 257 && SpectrumStep.level(columns.steps[300 * 257 + 64]) > -6.5)
    let before = plot.spectrogramRevision
    diagram.spectrograms.settings.window = .kaiser
    #expect(plot.spectrogramRevision > before)
    #expect(plot.spectrogram(of: .channel(0), grid: grid, first: 0, count: 700) == nil)
  }

  @Test func `a length that is the same number of frames keeps what was made`() async throws {
    defer { remove() }
    let plot = try await open()
    diagram.spectrograms.setShown(true, plot)
    let grid = PixelGrid(framesPerPixel: 100)
    func isExact() -> Bool {
      plot.isSpectrogramExact(of: .channel(0), grid: grid, first: 0, count: 700)
    }
    plot.prepareSpectrogram(columns: 0..<700, of: grid)
    try await wait { isExact() && diagram.spectrograms.progress(of: plot) == nil }
    let before = plot.spectrogramRevision
    for milliseconds in 33...36 {
      diagram.spectrograms.settings.windowLength = Double(milliseconds) / 1000
      #expect(isExact() && plot.spectrogramRevision == before)
      #expect(diagram.spectrograms.progress(of: plot) == nil)
    }
    diagram.spectrograms.settings.windowLength = 0.064
    #expect(!isExact())
  }

  @Test func `a view that moves on supersedes what was asked for`() async throws {
    defer { remove() }
    let plot = try await open()
    diagram.spectrograms.setShown(true, plot)
    for zoom in 1...40 {
      plot.prepareSpectrogram(columns: 0..<700, of: PixelGrid(framesPerPixel: 100 + Double(zoom)))
      if zoom % 7 == 0 { try await Task.sleep(for: .milliseconds(1)) }
    }
    let grid = PixelGrid(framesPerPixel: 140)
    try await wait { plot.isSpectrogramExact(of: .channel(0), grid: grid, first: 0, count: 700) }
    let other = PixelGrid(framesPerPixel: 101)
    #expect(!plot.isSpectrogramExact(of: .channel(0), grid: other, first: 0, count: 700))
  }

  @Test func `where the whole would show blocks, what is only decoded in order is exact too`() async throws {
    let plot = PlotViewModel(path: Recordings.music)
    diagram.navigation.setWidth(700)
    diagram.lanes.insert(plot)
    try await wait { plot.isComplete }
    diagram.spectrograms.setShown(true, plot)
    try await wait { diagram.spectrograms.progress(of: plot) == nil && plot.spectrogramRevision > 1 }
    let grid = PixelGrid(framesPerPixel: 1900)
    try await wait {
      plot.prepareSpectrogram(columns: 0..<1900, of: grid)
      return plot.isSpectrogramExact(of: .channel(0), grid: grid, first: 0, count: 1900)
    }
  }

  @Test func `the bound of tiles holds, but for those in view`() {
    let format = SpectrumFormat(SpectrogramSettings(), sampleRate: 8000)
    var cache = SpectrumTileCache()
    func request(_ zoom: Int) -> SpectrumRequest {
      SpectrumRequest(
        format: format, grid: PixelGrid(framesPerPixel: Double(zoom)), columns: 0..<640, length: 1 << 30)
    }
    func tile(_ number: Int) -> SpectrumTile {
      SpectrumTile(
        format: format, number: number, length: 1 << 30, end: 1 << 20, isExact: true,
        rows: Array(repeating: 0, count: 64),
        channels: 1, steps: [UInt8](repeating: 1, count: SpectrumTileCache.limit / 15))
    }
    for zoom in 1...4 {
      cache.keep(request(zoom))
      for number in 0..<10 { cache.add(tile(number), request(zoom)) }
      #expect((0..<10).allSatisfy { cache.exact($0, request(zoom)) != nil })
    }
    let held = (1...4).reduce(0) { sum, zoom in sum + (0..<10).count { cache.exact($0, request(zoom)) != nil }
    }
    #expect(held <= 15 && cache.exact(0, request(1)) == nil)
  }

  @Test(arguments: [20, 5]) func `spectra of another file are not shown as those of the waveform`(
    seconds: Int
  ) async throws {
    defer { remove() }
    let plot = try await open()
    let noise = (0..<seconds * 8000 * 2).map { Int16(truncatingIfNeeded: $0 * 12_345) }
    let other = try writeWave(noise, channels: 2, rate: 8000, to: "other.wav", in: folder)
    try #require(rename(other.string, plot.path.string) == 0)
    diagram.spectrograms.setShown(true, plot)
    let grid = PixelGrid(framesPerPixel: 200)
    plot.prepareSpectrogram(columns: 0..<700, of: grid)
    try await wait { diagram.spectrograms.problem(of: plot) != nil }
    #expect(diagram.spectrograms.problem(of: plot)?.contains("tone.wav") == true)
    #expect(plot.spectrogram(of: .channel(0), grid: grid, first: 0, count: 700) == nil)
  }

  @Test func `of waveforms that nobody sees nothing is made or kept`() async throws {
    defer { remove() }
    let plot = try await open()
    let other = PlotViewModel(path: plot.path), grid = PixelGrid(framesPerPixel: 230)
    diagram.lanes.add(other)
    try await wait { other.isComplete }
    diagram.spectrograms.setShown(true, other)
    func columns() -> SpectrogramColumns? {
      other.spectrogram(of: .channel(0), grid: grid, first: 0, count: 9)
    }
    try await wait { columns() != nil }
    diagram.lanes.remove(other)
    #expect(columns() == nil)
    other.prepareSpectrogram(columns: 0..<9, of: grid)
    diagram.lanes.undo()
    try await wait { columns() != nil }
    diagram.lanes.draw(.spectrogram)
    #expect(diagram.spectrograms.isWanted(plot) && diagram.spectrograms.isWanted(other))
    diagram.lanes.change(other, .hidden) { $0.isHidden = true }
    #expect(diagram.spectrograms.isWanted(plot) && !diagram.spectrograms.isWanted(other))
  }

  @Test func `they are forgotten when the recordings go`() async throws {
    defer { remove() }
    let plot = try await open()
    diagram.spectrograms.setShown(true, plot)
    diagram.removeAll()
    #expect(!diagram.spectrograms.isShown(plot))
    #expect(plot.spectrogram(of: .channel(0), grid: PixelGrid(framesPerPixel: 9), first: 0, count: 9) == nil)
  }
}

extension SpectrogramModelTests {
  /// A file that grows by a second in each pause of its reader, and waits at one of them for the test.
  private final class Growth: Sendable {
    let gate = DispatchSemaphore(value: 0)
    private let state = Mutex((milliseconds: 0, pauses: 0))
    private let path: FilePath
    private let pieces: [[UInt8]]

    init(_ path: FilePath, _ pieces: [[UInt8]]) {
      self.path = path
      self.pieces = pieces
    }

    var following: Following {
      Following(
        isExpected: true, now: { [self] in state.withLock { $0.milliseconds } },
        pause: { [self] milliseconds in
          let pause = state.withLock {
            $0.milliseconds += milliseconds
            $0.pauses += 1
            return $0.pauses
          }
          if pause == pieces.count / 2 { gate.wait() }
          guard pause <= pieces.count, let file = FileHandle(forWritingAtPath: path.string) else { return }
          file.seekToEndOfFile()
          file.write(Data(pieces[pause - 1]))
          try? file.close()
        })
    }
  }

  @Test func `spectra of a recording that is being written grow with it`() async throws {
    defer { remove() }
    let rate = 8000
    let samples = (0..<20 * rate).flatMap { frame -> [Int16] in
      let value = 16_384 * sin(2 * .pi * (500 + Double(frame) / 100) * Double(frame) / Double(rate))
      return [Int16(value.rounded()), Int16(truncatingIfNeeded: frame)]
    }
    let whole = try writeWave(samples, channels: 2, rate: rate, to: "whole.wav", in: folder)
    let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: whole.string)))
    // A recorder that has not written the lengths yet.
    var head = Array(bytes[..<(44 + 4 * rate)])
    for place in [4, 5, 6, 7, 40, 41, 42, 43] { head[place] = 255 }
    let path = FilePath(folder + "/growing.wav")
    try Data(head).write(to: URL(fileURLWithPath: path.string))
    let growth = Growth(
      path,
      stride(from: head.count, to: bytes.count, by: 4 * rate).map {
        Array(bytes[$0..<min($0 + 4 * rate, bytes.count)])
      })
    diagram.navigation.setWidth(700)
    diagram.spectrograms.settings = SpectrogramSettings(windowLength: 0.032)
    diagram.lanes.insert(
      PlotViewModel(PlotOrigin(path: path, options: OpenOptions(), following: growth.following)))
    // The reloader may replace it when the file has become another one.
    var plot: PlotViewModel { diagram.plots[0] }
    diagram.spectrograms.setShown(true, plot)
    let grid = PixelGrid(framesPerPixel: 2048)
    func column(_ number: Int) -> [UInt8]? {
      plot.spectrogram(of: .channel(0), grid: grid, first: number, count: 1)?.steps
    }
    // While the file waits for the test.
    try await wait { plot.isFollowing && column(10) != nil }
    #expect(column(70) == nil)
    let part = try #require(plot.spectrogram(of: .channel(0), grid: grid, first: 0, count: 79))
    #expect(part.unknown.contains(70) && !part.unknown.contains(10), "which is not silence")
    growth.gate.signal()
    try await wait { plot.isComplete && column(70) != nil }
    let other = PlotViewModel(path: whole)
    diagram.lanes.insert(other)
    diagram.spectrograms.setShown(true, other)
    try await wait { other.isComplete && diagram.spectrograms.progress(of: other) == nil }
    try await wait { other.spectrogram(of: .channel(0), grid: grid, first: 78, count: 1) != nil }
    try await wait { column(78) != nil }
    #expect(plot.length == other.length)
    for number in 0..<78 {
      let wanted = other.spectrogram(of: .channel(0), grid: grid, first: number, count: 1)!.steps
      let found = try #require(column(number))
      #expect(zip(found, wanted).allSatisfy { abs(Int($0) - Int($1)) <= 1 }, "\(number)")
    }
  }
}
