// VoiceMixTests.swift
// Which waveforms are heard: every mix of mute and solo, and what the player is told of several waveforms.

import Playback
import Testing
import WaveformCore

@testable import WaveformModel

@MainActor @Suite struct `Several waveforms that are heard` {
  private let player = RecordingPlayer()
  private let diagram: DiagramViewModel

  init() { diagram = DiagramViewModel(player: player) }

  @Test func `solo wins over mute, and several solos are heard together`() {
    for count in 0...4 {
      for bits in 0..<1 << (2 * count) {
        let lanes = (0..<count).map {
          VoiceMix.Lane(isMuted: bits >> (2 * $0) & 1 == 1, isSoloed: bits >> (2 * $0 + 1) & 1 == 1)
        }
        let gains = VoiceMix(lanes).gains
        #expect(gains.count == count)
        for (lane, gain) in zip(lanes, gains) {
          let isHeard = lanes.contains(where: \.isSoloed) ? lane.isSoloed : !lane.isMuted
          #expect(gain == (isHeard ? 1 : 0))
        }
      }
    }
  }

  @Test func `of a pair one is heard, or the one minus the other, as far as the original is heard`() {
    let expected: [ListeningChoice: [Float]] = [.original: [1, 0], .clean: [0, 1], .residue: [1, -1]]
    for choice in ListeningChoice.allCases {
      for bits in 0..<16 {
        let lane = VoiceMix.Lane(isMuted: bits & 1 == 1, isSoloed: bits & 2 == 2)
        let other = VoiceMix.Lane(isMuted: bits & 4 == 4, isSoloed: bits & 8 == 8)
        // What was decided about the clean one alone is of no account.
        for clean in [VoiceMix.Lane(), VoiceMix.Lane(isMuted: true), VoiceMix.Lane(isSoloed: true)] {
          let pair = VoiceMix.Pair(original: 2, clean: 0, choice: choice)
          let gains = VoiceMix([clean, other, lane], pairs: [pair]).gains
          let heard = VoiceMix([other, lane]).gains
          #expect(gains[1] == heard[0])
          #expect([gains[2], gains[0]] == expected[choice]!.map { $0 * heard[1] })
        }
      }
    }
  }

  @Test func `several pairs are heard as one each, and the solo of one silences the others`() {
    // Two pairs, and a waveform by itself: original, clean, original, clean, alone.
    for bits in 0..<64 {
      let lanes = [0, 2, 4].map { VoiceMix.Lane(isMuted: bits >> $0 & 1 == 1, isSoloed: bits >> $0 & 2 == 2) }
      let heard = VoiceMix(lanes).gains
      for choice in ListeningChoice.allCases {
        let pairs = [0, 2].map { VoiceMix.Pair(original: $0, clean: $0 + 1, choice: choice) }
        let mix = VoiceMix(
          [lanes[0], .init(isSoloed: true), lanes[1], .init(isMuted: true), lanes[2]], pairs: pairs)
        let (original, clean) = choice.gains
        #expect(
          mix.gains == [
            heard[0] * original, heard[0] * clean, heard[1] * original, heard[1] * clean, heard[2],
          ])
      }
    }
  }

  private func open(_ count: Int) async throws {
    diagram.navigation.setWidth(500)
    for number in 0..<count {
      diagram.lanes.insert(PlotViewModel(path: number % 2 == 0 ? Recordings.speech : Recordings.music))
    }
    try await wait { diagram.plots.allSatisfy(\.isComplete) }
  }

  @Test func `the player gets all of them, on the axis of the diagram`() async throws {
    try await open(3)
    let voices = try #require(player.loads.last)
    #expect(voices.count == 3)
    for (voice, plot) in zip(voices, diagram.plots) {
      #expect(voice.source === plot.source)
      #expect(voice.layout == plot.description?.layout)
    }
    #expect(player.axisRate == diagram.sampleRate && diagram.sampleRate > 0)
    #expect(player.gains == [1, 1, 1])
    #expect(player.length == diagram.length)
  }

  @Test func `another one goes on with what plays, at the same place`() async throws {
    try await open(1)
    diagram.transport.play()
    player.advance(by: 2)
    diagram.lanes.insert(PlotViewModel(path: Recordings.music))
    try await wait { diagram.plots.allSatisfy(\.isComplete) }
    #expect(player.loads.map(\.count) == [1, 2])
    #expect(diagram.isPlaying && player.isRunning)
    #expect(abs(player.position - 2 * Double(diagram.sampleRate)) < 1e-6)
  }

  @Test func `mute, solo, a name and the order of lanes change gains at most`() async throws {
    try await open(3)
    let loads = player.loads.count
    let plots = diagram.plots
    diagram.transport.play()
    diagram.lanes.change(plots[0], .muted) { $0.isMuted = true }
    #expect(player.gains == [0, 1, 1])
    diagram.lanes.change(plots[0], .soloed) { $0.isSoloed = true }
    #expect(player.gains == [1, 0, 0])
    diagram.lanes.change(plots[2], .soloed) { $0.isSoloed = true }
    #expect(player.gains == [1, 0, 1])
    diagram.lanes.move(plots[2], by: -2)
    diagram.lanes.change(plots[1], .renamed) { $0.name = "Music" }
    diagram.lanes.change(plots[1], .hidden) { $0.isHidden = true }
    #expect(player.gains == [1, 0, 1])
    for _ in 0..<5 { diagram.lanes.undo() }
    #expect(player.gains == [0, 1, 1])
    diagram.lanes.undo()
    #expect(player.gains == [1, 1, 1])
    #expect(player.loads.count == loads && player.isRunning)
  }

  @Test func `a waveform is heard where it lies, one that is dragged when it is let go`() async throws {
    try await open(2)
    let plots = diagram.plots
    diagram.transport.play()
    player.advance(by: 1)
    diagram.lanes.change(plots[1], .shifted(lane: 0)) { $0.offset = -500 }
    #expect(player.loads.last?.map(\.offset) == [0, -500])
    let loads = player.loads.count
    for offset in 1..<20 {
      diagram.lanes.change(plots[1], .dragged(lane: 1)) { $0.offset = offset * 100 }
    }
    #expect(player.loads.count == loads)
    diagram.lanes.endChange()
    #expect(player.loads.count == loads + 1 && player.loads.last?.map(\.offset) == [0, 1900])
    #expect(player.isRunning && abs(player.position - Double(diagram.sampleRate)) < 1e-6)
    diagram.lanes.undo()
    #expect(player.loads.last?.map(\.offset) == [0, -500])
  }

  @Test func `one that is taken out is not heard, and is heard again when that is undone`() async throws {
    try await open(2)
    let plots = diagram.plots
    diagram.transport.play()
    diagram.lanes.remove(plots[0])
    #expect(player.loads.last?.map { $0.source === plots[1].source } == [true])
    #expect(player.isRunning && player.axisRate == diagram.sampleRate)
    let before = plots[0].source
    diagram.lanes.undo()
    let voices = try #require(player.loads.last)
    #expect(voices.count == 2 && voices[0].source === plots[0].source)
    #expect(voices[0].source !== before, "the player had cancelled it")
  }

  @Test func `original, clean and residue are gains, and nothing begins anew`() async throws {
    try await open(3)
    let loads = player.loads.count
    diagram.transport.play()
    let pair = SoundPair(original: diagram.plots[0], clean: diagram.plots[2])
    diagram.voices.compare([pair], .clean)
    #expect(player.gains == [0, 1, 1])
    diagram.voices.compare([pair], .residue)
    #expect(player.gains == [1, 1, -1])
    diagram.voices.compare([pair], .original)
    #expect(player.gains == [1, 1, 0])
    #expect(player.loads.count == loads && player.isRunning)
    diagram.voices.compare([SoundPair(original: diagram.plots[0], clean: diagram.plots[1])], .original)
    #expect(player.gains == [1, 0, 1])
    diagram.voices.compare([], .original)
    #expect(player.gains == [1, 1, 1] && diagram.voices.pairs.isEmpty)
  }

  @Test func `a file that cannot be read keeps nobody from being heard`() async throws {
    diagram.navigation.setWidth(500)
    diagram.lanes.insert(PlotViewModel(path: Recordings.path("nothing.wav")))
    diagram.lanes.insert(PlotViewModel(path: Recordings.speech))
    try await wait { diagram.plots.allSatisfy(\.isComplete) }
    #expect(player.loads.last?.map { $0.source === diagram.plots[1].source } == [true])
    diagram.removeAll()
    #expect(player.loads.last?.isEmpty == true)
  }
}
