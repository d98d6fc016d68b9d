// ComparisonTests.swift
// Two recordings that are compared: their difference, how it follows what is moved, what is heard, and undo.

import AudioFormats
import Foundation
import ModelTestSupport
import SystemPackage
import Testing
import WaveformCore

@testable import Compare
@testable import WaveformModel

/// Two recordings in a folder of their own: noise that is the same in every run, and the same later, changed.
@MainActor final class ComparedFiles {
  static let rate = 8000, frames = 3 * 8000
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent("pair-\(UUID().uuidString)").path
  let first: [Int16]

  init() {
    var state: UInt32 = 5
    first = (0..<Self.frames).map { _ in
      state = state &* 1_664_525 &+ 1_013_904_223
      return Int16(truncatingIfNeeded: Int(state >> 18) - 8192)
    }
  }

  isolated deinit { try? FileManager.default.removeItem(atPath: folder) }

  func write(_ samples: [Int16], _ name: String, channels: Int = 1, rate: Int = rate) throws -> FilePath {
    try writeWave(samples, channels: channels, rate: rate, to: name, in: folder)
  }
}

@MainActor @Suite struct `Two recordings that are compared` {
  private let player = RecordingPlayer()
  private let diagram: DiagramViewModel
  private let files = ComparedFiles()
  private var comparison: Comparison { diagram.comparison }

  init() { diagram = DiagramViewModel(player: player) }

  private func open(_ paths: FilePath...) async throws {
    diagram.navigation.setWidth(500)
    for path in paths { diagram.lanes.insert(PlotViewModel(path: path)) }
    try await wait { diagram.plots.allSatisfy(\.isComplete) }
  }

  private func completed() async throws {
    for _ in 0..<2 {
      // The last wish may still wait for the first picture of the one before.
      try await wait { comparison.plot?.isComplete == true }
      for _ in 0..<20 { await Task.yield() }
    }
  }

  private func difference() throws -> [Float] {
    let slice = try #require(comparison.plot?.source).read(0..<ComparedFiles.frames * 2)
    return slice.withSamples { Array($0) }
  }

  /// B − A by hand, on the frames of A.
  private func expected(_ second: [Int16], at offset: Int, factor: Float = 1) -> [Float] {
    files.first.indices.map { frame in
      let other = second.indices.contains(frame - offset) ? Float(second[frame - offset]) / 32_768 : 0
      return factor * other - Float(files.first[frame]) / 32_768
    }
  }

  @Test func `a recording minus itself is digital silence`() async throws {
    let path = try files.write(files.first, "a.wav")
    try await open(path, try files.write(files.first, "b.wav"))
    comparison.compareOnlyPair()
    try await completed()
    #expect(try difference() == [Float](repeating: 0, count: files.first.count))
    #expect(comparison.plot?.peak == 0 && comparison.plot?.length == ComparedFiles.frames)
    let plot = try #require(comparison.plot)
    #expect(diagram.lanes.rows.map(\.count) == [1, 1, 1] && diagram.plots.last === plot, "a lane of its own")
    #expect(!plot.settings.isOver && diagram.lanes.hasSeveralRecordings)
  }

  @Test func `the difference follows where B is moved, and what is drawn is what is read`() async throws {
    let second = files.first.reversed() as [Int16]
    try await open(try files.write(files.first, "a.wav"), try files.write(second, "b.wav"))
    comparison.compareOnlyPair()
    try await completed()
    #expect(try difference() == expected(second, at: 0))
    for offset in [700, -1300, 40_000] {
      diagram.lanes.change(diagram.plots[1], .shifted(lane: 2)) { $0.offset = offset }
      try await completed()
      #expect(try difference() == expected(second, at: offset))
      #expect(comparison.offset == Double(offset))
    }
    diagram.lanes.change(diagram.plots[1], .shifted(lane: 2)) { $0.offset = 0 }
    // A itself is moved: the difference stays over it.
    diagram.lanes.change(diagram.plots[0], .shifted(lane: 1)) { $0.offset = 500 }
    try await completed()
    let wanted = expected(second, at: -500)
    #expect(try difference() == wanted)
    let plot = try #require(comparison.plot)
    #expect(plot.settings.offset == 500)
    let columns = plot.columns(channel: 0, grid: PixelGrid(framesPerPixel: 256), first: 0, count: 90)
    for column in 0..<90 {
      let part = wanted[column * 256..<(column + 1) * 256]
      #expect(columns.high[column] == part.max() && columns.low[column] == part.min())
    }
  }

  @Test func `gain and polarity are part of the difference, and steps of undo`() async throws {
    let second = files.first.map { -($0 / 2) }
    try await open(try files.write(files.first, "a.wav"), try files.write(second, "b.wav"))
    comparison.compareOnlyPair()
    try await completed()
    for gain in [1.0, 3.0, 6.0] { comparison.raise(to: gain) }
    try await completed()
    let factor = Float(pow(10, 6.0 / 20))
    for (found, wanted) in zip(try difference(), expected(second, at: 0, factor: factor)) {
      #expect(abs(found - wanted) < 1e-6)
    }
    comparison.invert(true)
    try await completed()
    // −(−a / 2) · 1.995 − a: what is left lies 52 dB below, but for the odd samples that were halved.
    #expect(try #require(comparison.plot?.peak) < 0.0008)
    #expect(diagram.lanes.undoChange == .compared(.adjusted))
    diagram.lanes.undo()
    #expect(comparison.adjustment == PairAdjustment(), "changes that follow each other are one step")
    try await completed()
    #expect(try difference() == expected(second, at: 0))
    diagram.lanes.redo()
    #expect(comparison.adjustment.isInverted && comparison.adjustment.gain == 6)
  }

  @Test func `B follows A where they are kept aligned, in one step`() async throws {
    try await open(try files.write(files.first, "a.wav"), try files.write(files.first, "b.wav"))
    comparison.compareOnlyPair()
    try await completed()
    let job = comparison.plot?.restartCount
    comparison.keepsAligned = true
    diagram.lanes.change(diagram.plots[0], .shifted(lane: 1)) { $0.offset = 321 }
    #expect(diagram.plots.map(\.settings.offset) == [321, 321, 321])
    #expect(comparison.plot?.restartCount == job, "nothing differs from before")
    diagram.lanes.undo()
    #expect(diagram.plots.map(\.settings.offset) == [0, 0, 0])
  }

  @Test func `A, B and difference are heard by gains alone`() async throws {
    try await open(try files.write(files.first, "a.wav"), try files.write(files.first, "b.wav"))
    comparison.compareOnlyPair()
    try await completed()
    diagram.transport.play()
    comparison.raise(to: 6)
    comparison.invert(true)
    let loads = player.loads.count, factor = -Float(pow(10, 6.0 / 20))
    #expect(player.loads.last?.count == 3)
    for (choice, gains) in [
      (SoundChoice.second, [0, factor, 0]), (.difference, [0, 0, 1]), (.first, [1, 0, 0]),
    ] {
      diagram.hear(choice)
      #expect(player.gains == gains)
    }
    try await completed()
    #expect(player.loads.count == loads && player.isRunning, "nothing is read anew, and nothing stops")
    #expect(comparison.sound.choice == .first)
    diagram.lanes.remove(try #require(comparison.plot))
    #expect(comparison.pair == nil && player.gains == [1, 1], "each is heard by itself again")
    diagram.lanes.undo()
    #expect(comparison.pair != nil && comparison.adjustment.isInverted)
    try await completed()
  }

  @Test func `the louder one is lowered by what it is louder`() async throws {
    // Loudness is defined from 48 kHz filters; a tone of a second and more is enough for its gates.
    let tone = (0..<48_000 * 2).map { Int16(8000 * sin(Double($0) * 0.13)) }
    try await open(
      try files.write(tone, "a.wav", rate: 48_000),
      try files.write(tone.map { $0 / 4 }, "b.wav", rate: 48_000))
    comparison.compareOnlyPair()
    comparison.sound.match(true)
    try await wait { comparison.sound.match != nil }
    let match = try #require(comparison.sound.match), quarter = 20 * log10(0.25)
    #expect(abs(match.first - quarter) < 0.05 && match.second == 0)
    #expect(abs(player.gains[0] - 0.25) < 0.002)
    // Raised by as much, B is as loud as A.
    comparison.raise(to: -quarter)
    #expect(abs(try #require(comparison.sound.match).first) < 0.05)
    comparison.sound.match(false)
    #expect(comparison.sound.match == nil && player.gains[0] == 1)
  }

  @Test func `in a blind test X is heard as A or B is, and the answer is counted`() async throws {
    try await open(try files.write(files.first, "a.wav"), try files.write(files.first, "b.wav"))
    comparison.compareOnlyPair()
    try await completed()
    comparison.sound.choose(.blind)
    #expect(comparison.sound.choice == .first, "without a test there is no X")
    comparison.sound.testBlindly(true)
    for trial in 1...20 {
      comparison.sound.choose(.blind)
      let hidden = try #require(comparison.sound.test?.hidden)
      #expect(player.gains == (hidden == .first ? [1, 0, 0] : [0, 1, 0]))
      #expect(diagram.plots.allSatisfy(diagram.voices.isAudible), "lanes do not tell by being paler")
      comparison.sound.answer(hidden)
      #expect(comparison.sound.test?.right == trial && comparison.sound.choice == .blind)
    }
    comparison.exchange()
    #expect(comparison.sound.test == nil, "answers were about others")
    #expect(diagram.plots.map(diagram.voices.isAudible) == [false, true, false])
  }

  @Test(arguments: 0..<6)
  func `a change supersedes what is being computed, and the last one counts`(seed: UInt64) async throws {
    let second = files.first.reversed() as [Int16]
    try await open(try files.write(files.first, "a.wav"), try files.write(second, "b.wav"))
    comparison.compareOnlyPair()
    var state = seed &* 77_777 &+ 3
    for turn in 0..<6 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      for _ in 0..<state >> 58 { await Task.yield() }
      diagram.lanes.change(diagram.plots[1], .shifted(lane: 2)) { $0.offset = turn * 100 + 7 }
    }
    try await completed()
    #expect(try difference() == expected(second, at: 507))
    #expect(comparison.plot?.earlier.isEmpty == true)
    #expect(comparison.plot?.peak == expected(second, at: 507).map(\.magnitude).max())
  }

  @Test func `the difference goes with one of the two, and comes back with it`() async throws {
    try await open(try files.write(files.first, "a.wav"), try files.write(files.first, "b.wav"))
    comparison.compareOnlyPair()
    try await completed()
    weak let plot = comparison.plot
    diagram.lanes.remove(diagram.plots[1])
    #expect(comparison.pair == nil && diagram.plots.count == 1)
    try await wait { plot == nil }
    diagram.lanes.undo()
    #expect(comparison.pair != nil)
    try await completed()
    #expect(diagram.plots.count == 3)
    diagram.removeAll()
    #expect(comparison.pair == nil && diagram.plots.isEmpty)
  }

  @Test func `the difference is measured, and measured again when it is another one`() async throws {
    try await open(try files.write(files.first, "a.wav"), try files.write(files.first, "b.wav"))
    comparison.compareOnlyPair()
    try await completed()
    let plot = try #require(comparison.plot)
    let silence = try #require(await diagram.measures.measures(of: plot)).whole.samplePeak
    #expect(silence == nil || silence == -.infinity, "silence")
    comparison.raise(to: 20 * log10(2))
    try await completed()
    let loudest = 20 * log10(Double(try #require(comparison.plot?.peak)))
    let peak = try #require(await diagram.measures.measures(of: plot)?.whole.samplePeak)
    #expect(abs(peak - loudest) < 0.01)
  }

  @Test
  func `a file that is read again keeps the difference's lane, and a blind test while nothing has changed`()
    async throws
  {
    let path = try files.write(files.first, "b.wav")
    try await open(try files.write(files.first, "a.wav"), path)
    comparison.compareOnlyPair()
    try await completed()
    comparison.raise(to: 3)
    try await completed()
    let lane = try #require(comparison.plot)
    diagram.lanes.change(lane, .renamed) { $0.name = "What is left" }
    let settings = lane.settings
    comparison.sound.testBlindly(true)
    comparison.sound.answer(try #require(comparison.sound.test?.hidden))
    // The same bytes with a later time, then other ones.
    for (samples, count) in [(files.first, 1), (files.first.map { $0 / 2 }, 2)] {
      _ = try files.write(samples, "b.wav")
      diagram.reloader.reload()
      try await wait { diagram.reloader.reloadCount >= 2 * count && diagram.plots.allSatisfy(\.isComplete) }
      try await completed()
      #expect(comparison.plot?.settings == settings && comparison.adjustment.gain == 3)
      #expect(comparison.sound.test?.right == (count == 1 ? 1 : nil))
      #expect((comparison.sound.ending == nil) == (count == 1))
    }
    let factor = Float(pow(10, 3.0 / 20))
    for (found, wanted) in zip(try difference(), expected(files.first.map { $0 / 2 }, at: 0, factor: factor))
    {
      #expect(abs(found - wanted) < 1e-6)
    }
    #expect(comparison.sound.ending?.contains("b.wav") == true && comparison.sound.choice == .first)
    comparison.sound.testBlindly(true)
    #expect(comparison.sound.ending == nil)
  }

  @Test func `undo brings back what was chosen for the difference's lane`() async throws {
    try await open(try files.write(files.first, "a.wav"), try files.write(files.first, "b.wav"))
    comparison.compareOnlyPair()
    try await completed()
    let lane = try #require(comparison.plot)
    lane.gains = LaneGains(common: 12, own: [:])
    comparison.sound.choose(.difference)
    diagram.lanes.change(lane, .muted) { $0.isMuted = true }
    #expect(player.gains == [0, 0, 0])
    diagram.lanes.remove(lane)
    diagram.lanes.undo()
    // It is not there before both have been looked at; it has its look all the same.
    #expect(comparison.comparedLanes?.look?.settings.isMuted == true)
    try await completed()
    let back = try #require(comparison.plot)
    #expect(back !== lane && back.settings.isMuted && back.gains == lane.gains)
    comparison.sound.choose(.difference)
    #expect(player.gains == [0, 0, 0])
    // The step before it was about a lane that is gone.
    diagram.lanes.undo()
    #expect(!back.settings.isMuted && player.gains == [0, 0, 1])
    diagram.lanes.redo()
    #expect(back.settings.isMuted && player.gains == [0, 0, 0] && back.gains == lane.gains)
  }

  @Test func `a gain that is done again holds for the difference that has come back`() async throws {
    try await open(try files.write(files.first, "a.wav"), try files.write(files.first, "b.wav"))
    comparison.compareOnlyPair()
    try await completed()
    let lane = try #require(comparison.plot)
    diagram.lanes.raise(of: lane, by: 6)
    for _ in 0..<2 { diagram.lanes.undo() }
    #expect(comparison.plot == nil)
    for _ in 0..<2 { diagram.lanes.redo() }
    try await completed()
    #expect(comparison.plot?.gains.common == 6)
    diagram.lanes.undo()
    #expect(comparison.plot?.gains.isUnchanged == true)
  }

  @Test func `a blind test ends when one of both cannot be read again`() async throws {
    let path = try files.write(files.first, "b.wav")
    try await open(try files.write(files.first, "a.wav"), path)
    comparison.compareOnlyPair()
    try await completed()
    comparison.sound.testBlindly(true)
    comparison.sound.answer(try #require(comparison.sound.test?.hidden))
    unlink(path.string)
    diagram.reloader.reload()
    try await wait { diagram.reloader.failure != nil }
    #expect(comparison.sound.test == nil && comparison.sound.choice == .first)
    let ending = try #require(comparison.sound.ending)
    #expect(ending.contains("“b.wav” could not be read again") && ending.contains("1 of 1"))
  }

  @Test func `B is laid where it belongs, in one step of undo`() async throws {
    // B is A from its 777th sample on, half as loud and upside down.
    let second = files.first.dropFirst(777).map { (sample: Int16) -> Int16 in -(sample / 2) }
    try await open(try files.write(files.first, "a.wav"), try files.write(second, "b.wav"))
    comparison.compareOnlyPair()
    try await completed()
    comparison.align()
    try await wait { !comparison.search.isRunning }
    let found = try #require(comparison.search.found)
    #expect(found.isSure && diagram.plots[1].settings.offset == 777 && comparison.offset == 777)
    #expect(comparison.adjustment.isInverted && abs(comparison.adjustment.gain - 6.02) < 0.02)
    #expect(player.loads.last?.map(\.offset) == [0, 777, 0], "it is heard where it lies")
    try await completed()
    let rest = try difference().dropFirst(777)
    // Halves of integers were cut: up to one step of 16 bits, and what a hundredth of a dB leaves of full level.
    let allowed: Float = 2 / 32_768 + 0.25 * 0.0025
    #expect(try #require(rest.lazy.map(\.magnitude).max()) < allowed)
    diagram.lanes.undo()
    #expect(diagram.plots[1].settings.offset == 0 && comparison.adjustment == PairAdjustment())
    #expect(comparison.search.found == nil, "what was found holds no more")
    diagram.lanes.redo()
    #expect(diagram.plots[1].settings.offset == 777 && comparison.adjustment.isInverted)
  }

  /// Two channels of A, which B has in the other order, one of them a quarter as loud, the other upside down, 777 later.
  private func openApart() async throws {
    let left = files.first, right = Array(files.first.reversed())
    let first = zip(left, right).flatMap { [$0, $1] }
    let second = zip(left, right).dropFirst(777).flatMap { [-$1, $0 / 4] }
    try await open(
      try files.write(first, "a.wav", channels: 2), try files.write(second, "b.wav", channels: 2))
  }

  @Test func `channels that stand apart are each taken back, kept, exchanged and undone`() async throws {
    try await openApart()
    comparison.compareOnlyPair()
    try await completed()
    comparison.align()
    try await wait { !comparison.search.isRunning }
    #expect(comparison.offset == 777 && comparison.adjustment.channels.map(\.source) == [1, 0])
    let gain = comparison.adjustment.gain
    #expect(abs(gain - 6.02) < 0.05, "between 12 and 0 dB: \(gain)")
    try await completed()
    let rest = try difference().dropFirst(2 * 777)
    // Quarters of integers were cut: up to four steps of 16 bits, and what a hundredth of a dB leaves of full level.
    #expect(try #require(rest.lazy.map(\.magnitude).max()) < 4 / 32_768 + 0.25 * 0.0025)
    // The same the other way round, from a project as well.
    let other = DiagramViewModel(player: RecordingPlayer())
    // As the feature does with each window: it has to be there before the project.
    _ = other.comparison
    other.open(diagram.project, cache: nil)
    try await wait { other.comparison.plot?.isComplete == true }
    #expect(other.comparison.adjustment == comparison.adjustment)
    let aligned = comparison.adjustment
    comparison.exchange()
    try await completed()
    let exchanged = try difference()
    #expect(try #require(exchanged.lazy.map(\.magnitude).max()) < 1 / 32_768 + 0.25 * 0.0025)
    diagram.lanes.undo()
    #expect(comparison.adjustment == aligned)
    comparison.resetChannels()
    #expect(comparison.adjustment.channels.isEmpty && comparison.adjustment.gain == aligned.gain)
    try await completed()
    let apart = try difference().dropFirst(2 * 777)
    #expect(try #require(apart.lazy.map(\.magnitude).max()) > 0.1, "by number, nothing cancels")
    diagram.lanes.undo()
    #expect(comparison.adjustment == aligned)
  }

  @Test func `channels that a recording does not have are not compared`() async throws {
    try await open(try files.write(files.first, "a.wav"), try files.write(files.first, "b.wav"))
    comparison.compareOnlyPair()
    try await completed()
    var kept = try #require(diagram.project.comparison)
    kept.gain = 0
    kept.channels = [1, 0].map { .init(source: $0, gain: 12, isInverted: true) }
    comparison.end()
    comparison.restore(kept, diagram.plots[0], diagram.plots[1])
    try await completed()
    #expect(comparison.adjustment.channels.isEmpty, "a single one has no other")
    #expect(try difference().allSatisfy { $0 == 0 })
  }

  @Test func `what has nothing to do with A is not moved, and it is said`() async throws {
    try await open(
      try files.write(files.first, "a.wav"), try files.write(.init(repeating: 0, count: 8000), "b.wav"))
    comparison.compareOnlyPair()
    try await completed()
    comparison.align()
    try await wait { !comparison.search.isRunning }
    let found = try #require(comparison.search.found)
    #expect(!found.isSure && found.doubt != nil && diagram.plots[1].settings.offset == 0)
    #expect(diagram.lanes.undoChange == .compared(.begun), "nothing is to be undone")
  }

  @Test func `where the two differ is told, gone to and marked`() async throws {
    var second = files.first
    for frame in 9000..<9100 { second[frame] &+= 64 }
    second[9050] &+= 2000
    try await open(try files.write(files.first, "a.wav"), try files.write(second, "b.wav"))
    comparison.compareOnlyPair()
    comparison.differences.isWanted = true
    try await wait { comparison.differences.agreement != nil }
    #expect(comparison.differences.agreement == .different && comparison.differences.nullDepth != nil)
    let expected: [(DifferencePlace.Kind, FrameRange)] = [
      (.first, 9000..<9000), (.last, 9099..<9099), (.worst, 9050..<9050), (.identical, 0..<9000),
      (.identical, 9100..<ComparedFiles.frames),
    ]
    #expect(comparison.differences.places == expected.map { DifferencePlace(kind: $0, frames: $1) })
    let depths = try #require(comparison.differences.depths)
    // The second from its 8,000th sample on differs, and no other.
    #expect(depths.steps.map { $0 != nil } == [false, true, false])
    #expect(depths.columns(1) == [depths.steps[1]] && depths.columns(500) == depths.steps)
    #expect(depths.bands.last?.high == 4000 && depths.bands.allSatisfy { ($0.level ?? 0) < 0 })
    diagram.showDifference(inStep: 1)
    #expect(diagram.playheadFrame == 8000)
    diagram.show(comparison.differences.places[2])
    #expect(diagram.playheadFrame == 9050 && diagram.selection == nil)
    diagram.show(comparison.differences.places[4])
    #expect(diagram.selection?.range == 9100..<ComparedFiles.frames)
    try await wait { diagram.marks.document != nil }
    diagram.markDifferences()
    let marked = diagram.marks.tiers.flatMap(\.marks).map(\.range)
    #expect(Set(marked) == Set(expected.map(\.1)))
    // Aligned in another way, the list holds no more.
    comparison.raise(to: 1)
    #expect(comparison.differences.agreement == nil && comparison.differences.places.isEmpty)
    #expect(comparison.differences.depths == nil)
    try await wait { comparison.differences.agreement == .different }
  }

  @Test func `recordings that are the same are called so`() async throws {
    try await open(try files.write(files.first, "a.wav"), try files.write(files.first, "b.wav"))
    comparison.compareOnlyPair()
    comparison.differences.isWanted = true
    try await wait { comparison.differences.agreement == .identical }
    #expect(comparison.differences.places.isEmpty && comparison.differences.nullDepth == nil)
    diagram.lanes.change(diagram.plots[1], .shifted(lane: 2)) { $0.offset = ComparedFiles.frames }
    try await wait { comparison.differences.agreement == .apart }
  }

  @Test func `a project keeps what is compared, and how`() async throws {
    try await open(try files.write(files.first, "a.wav"), try files.write(files.first, "b.wav"))
    comparison.compare(diagram.plots[1], diagram.plots[0])
    comparison.raise(to: -3)
    comparison.invert(true)
    let project = diagram.project
    #expect(project.lanes.count == 2, "the difference is in no file")
    let other = DiagramViewModel(player: RecordingPlayer())
    // As the feature does with each window: it has to be there before the project.
    _ = other.comparison
    other.open(project, cache: nil)
    try await wait { other.comparison.plot?.isComplete == true }
    #expect(other.comparison.adjustment == comparison.adjustment)
    #expect(other.comparison.pair?.first === other.plots[1] && other.project.comparison == project.comparison)
    #expect(other.lanes.undoChange == nil)
  }
}
