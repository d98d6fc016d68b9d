// ScrubTests.swift
// Grains: which part of the recording they are, and that they neither click nor queue up.

import Foundation
import Testing

@testable import Playback

@Suite struct `Scrubbing` {
  /// A rig whose grains have 70 frames, 12 of them rising.
  private func rig() -> Rig { Rig(RampSource(frames: 5000, sampleRate: 1000), length: 5000) }

  @Test func `a grain is the recording around the frame, and rises and falls`() {
    let rig = rig()
    rig.player.scrub(at: 1000)
    rig.output.waitForStart(1)
    #expect(!rig.player.isRunning)
    let samples = rig.output.pull(100)
    let plain = RampSource.samples(965..<1035)
    #expect(Array(samples[12..<58]) == Array(plain[12..<58]))
    #expect(samples[0] == 0 && samples[69] == 0)
    for frame in 0..<11 {
      #expect(samples[frame] < samples[frame + 1])
      #expect(samples[69 - frame] < samples[68 - frame])
    }
    #expect(samples[70...].allSatisfy { $0 == 0 })
  }

  @Test func `grains that come faster than they are heard replace each other`() {
    let rig = rig()
    rig.player.scrub(at: 1000)
    rig.output.waitForStart(1)
    for frame in stride(from: 1100, through: 2000, by: 100) { rig.player.scrub(at: Double(frame)) }
    rig.settle()
    var samples = rig.output.pull(60)
    // Its end is near: the newest is made.
    rig.output.waitForReady(70)
    samples += rig.output.pull(140)
    #expect(samples[30] == RampSource.sample(995))
    #expect(samples[100] == RampSource.sample(1995))
    #expect(samples[140...].allSatisfy { $0 == 0 })
    #expect(rig.output.startCount == 1)
  }

  @Test func `at the edges of the recording grains are shorter`() {
    for (frame, range) in [(0, 0..<70), (10, 0..<70), (4990, 4955..<5000), (9999, 4965..<5000)] {
      let rig = rig()
      rig.player.scrub(at: Double(frame))
      rig.output.waitForStart(1)
      let samples = rig.output.pull(100)
      #expect(samples[20] == RampSource.sample(range.lowerBound + 20))
      #expect(samples[range.count...].allSatisfy { $0 == 0 })
    }
  }

  @Test func `after the last grain the output is given back`() {
    let rig = rig()
    rig.player.scrub(at: 1000)
    rig.output.waitForStart(1)
    rig.settle()
    rig.time.now += 1
    rig.engine.state.withLock { $0.feeder }?.wakeUp()
    rig.output.waitForStop(1)
    #expect(!rig.output.isPulling)
    rig.player.scrub(at: 2000)
    rig.output.waitForStart(2)
    #expect(rig.output.pull(100)[30] == RampSource.sample(1995))
  }

  @Test func `playing takes over from grains, and grains leave playing alone`() {
    let rig = rig()
    rig.player.scrub(at: 1000)
    rig.output.waitForStart(1)
    rig.player.start(at: 50, rate: 1000)
    rig.output.waitForStart(2)
    rig.player.scrub(at: 3000)
    rig.settle()
    #expect(rig.hear(100) == RampSource.samples(50..<150))
    #expect(rig.player.position == 150)
    #expect(rig.output.startCount == 2)
  }

  @Test func `grains come at the output's rate too`() {
    let rig = rig()
    rig.output.accept = { StreamFormat(sampleRate: 2000, speakers: $0.speakers) }
    rig.player.scrub(at: 1000)
    rig.output.waitForStart(1)
    let samples = rig.output.pull(200)
    #expect(abs(samples[70] - RampSource.sample(1000)) < 5)
    #expect(samples[140...].allSatisfy { $0 == 0 })
  }
}
