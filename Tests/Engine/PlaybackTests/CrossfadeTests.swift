// CrossfadeTests.swift
// Seams of loops that are crossfaded on request.

import Foundation
import Testing
import WaveformCore

@testable import Playback

@Suite struct `Crossfaded loops` {
  /// 5 ms are 40 frames at 8 kHz.
  private func play(_ loop: Range<Int>, rounds: Int, fades: Bool) -> [Float] {
    let source = ToneSource(sampleRate: 8000) { Float(sin(Double($0) * 0.05)) }
    let rig = Rig(source, length: 10_000, ring: 300, first: 70, piece: 90)
    rig.player.crossfadesLoop = fades
    rig.player.loop = loop
    rig.start(at: Double(loop.lowerBound))
    var samples: [Float] = []
    while samples.count < loop.count * rounds { samples += rig.hear(50) }
    return Array(samples.prefix(loop.count * rounds))
  }

  @Test func `a seam that would click does not, and the start follows as it is`() {
    for loop in [1000..<1260, 1003..<1391, 500..<4000] {
      let plain = play(loop, rounds: 3, fades: false)
      let faded = play(loop, rounds: 3, fades: true)
      let steps = { (samples: [Float]) in zip(samples, samples.dropFirst()).map { abs($0 - $1) }.max()! }
      #expect(steps(plain) > 0.2)
      #expect(steps(faded) < 0.11)
      for round in 0..<3 {
        let start = round * loop.count
        #expect(faded[start..<start + loop.count - 40] == plain[start..<start + loop.count - 40])
        #expect(faded[start..<start + loop.count] == faded[0..<loop.count])
      }
    }
  }

  @Test func `before the recording's start there is silence to fade from`() {
    let faded = play(0..<800, rounds: 2, fades: true)
    #expect(abs(faded[799]) < 0.01)
    #expect(faded[800] == 0)
  }

  @Test func `a loop of a few frames fades over half of it`() {
    for count in 1...20 {
      let faded = play(1000..<1000 + count, rounds: 20, fades: true)
      for frame in 0..<count - count / 2 { #expect(faded[frame] == Float(sin(Double(1000 + frame) * 0.05))) }
      #expect(faded[count..<2 * count] == faded[0..<count])
    }
  }
}
