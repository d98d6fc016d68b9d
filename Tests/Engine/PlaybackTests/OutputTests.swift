// OutputTests.swift
// Outputs that are lost and found again, that nobody hears, that keep what they take; volume; grains.

import Foundation
import Synchronization
import Testing
import WaveformCore

@testable import Playback

@Suite struct `Outputs` {
  private let gone = AudioOutputError(.serverGone, "gone")

  @Test func `when the output is lost time goes on silently from the same place, and back again`() {
    let rig = Rig(RampSource(frames: 1000), length: 1000)
    rig.player.loop = 0..<900
    rig.start(at: 10)
    _ = rig.hear(33)
    rig.output.tell(.failed(gone))
    rig.silent.waitForStart(1)
    #expect(rig.player.position == 43)
    #expect(rig.output.stopCount == 1)
    #expect(rig.silent.pull(10) == RampSource.samples(43..<53))
    rig.silent.hear(10, at: rig.time.now)
    #expect(rig.player.position == 53)
    #expect(rig.events.count == 1 && rig.events[0].hasPrefix("outputLost("))

    rig.player.reconnect()
    rig.output.waitForStart(2)
    #expect(rig.silent.stopCount == 1)
    #expect(rig.events.count == 1)
    rig.output.tell(.began)
    #expect(rig.hear(5) == RampSource.samples(53..<58))
    #expect(rig.player.position == 58)
    rig.waitForEvents(2)
    #expect(rig.events[1] == "outputRestored")
    // What the lost start still has to say is of no interest.
    rig.player.start(at: 500, rate: 1000)
    rig.output.waitForStart(3)
    #expect(rig.hear(5) == RampSource.samples(500..<505))
  }

  @Test func `an output that was lost before it told anything is taken to have been heard`() {
    let rig = Rig(RampSource(frames: 1000), length: 1000)
    rig.start(at: 10)
    _ = rig.output.pull(33)
    rig.time.now += 20 / 1024
    rig.output.tell(.failed(gone))
    rig.silent.waitForStart(1)
    #expect(rig.player.position == 30)
    #expect(rig.silent.pull(10) == RampSource.samples(30..<40))
  }

  @Test func `the playhead waits where it was drawn when sound begins anew behind it`() {
    let source = RampSource(frames: 1000)
    let rig = Rig(source, length: 1000)
    rig.start(at: 100)
    _ = rig.hear(40)
    // Full, so that the next 20 frames wake nobody.
    rig.output.waitForReady(64)
    _ = rig.output.pull(20)
    let asked = source.readCount
    source.hold(true)
    // What is ready goes beyond this loop.
    rig.player.loop = 0..<162
    source.waitForRead(after: asked)
    // While the new beginning, at 140, is read: drawn for a moment that is yet to come.
    #expect(rig.player.position(at: rig.time.now + 16 / 1024) == 156)
    source.hold(false)
    rig.output.waitForStart(2)
    #expect(rig.player.position == 156)
    #expect(rig.hear(10) == RampSource.samples(140..<150))
    #expect(rig.player.position == 156)
    #expect(rig.hear(10) == RampSource.samples(150..<160))
    #expect(rig.player.position == 160)
    #expect(rig.hear(4) == RampSource.samples([160, 161, 0, 1]))
    #expect(rig.player.position == 2)
  }

  @Test func `the playhead does not go back where sound begins anew at the end`() {
    let rig = Rig(RampSource(frames: 1000), length: 1000)
    rig.start(at: 10)
    _ = rig.hear(33)
    _ = rig.output.pull(20)
    // Drawn between two frames; the new beginning is a whole one.
    #expect(rig.player.position(at: rig.time.now + 16.25 / 1024) == 59.25)
    rig.player.length = 59
    rig.output.tell(.failed(gone))
    rig.silent.waitForStart(1)
    #expect(rig.player.position == 59.25)
    #expect(rig.silent.pull(10, patiently: false) == Array(repeating: 0, count: 10))
    rig.silent.hear(10, at: rig.time.now)
    #expect(rig.player.position == 59.25)
  }

  @Test func `an output that fails at once, and fails again, is lost again`() {
    let rig = Rig(RampSource(frames: 1000), length: 1000)
    rig.output.failsAtOnce = gone
    rig.player.start(at: 7, rate: 1000)
    rig.silent.waitForStart(1)
    #expect(rig.silent.pull(3) == RampSource.samples(7..<10))
    rig.silent.hear(3, at: rig.time.now)
    rig.player.reconnect()
    rig.silent.waitForStart(2)
    #expect(rig.silent.pull(3) == RampSource.samples(10..<13))
    rig.waitForEvents(2)
    #expect(rig.events.allSatisfy { $0.hasPrefix("outputLost(") })
    rig.output.failsAtOnce = nil
    rig.player.reconnect()
    rig.output.waitForStart(3)
    #expect(rig.output.pull(3) == RampSource.samples(10..<13))
  }

  @Test func `an event of an earlier start means nothing`() {
    let rig = Rig(RampSource(frames: 1000), length: 1000)
    rig.start(at: 7)
    let old = rig.output.teller!
    rig.start(at: 100)
    old(.failed(gone))
    rig.settle()
    rig.player.loop = 0..<999
    rig.settle()
    #expect(rig.events == [])
    #expect(rig.hear(10) == RampSource.samples(100..<110))
  }

  @Test func `a server that stops the stream is told of`() {
    let rig = Rig(RampSource(frames: 1000), length: 1000)
    rig.start(at: 7)
    rig.output.tell(.suspended(true))
    rig.waitForEvents(1)
    rig.output.tell(.suspended(false))
    rig.waitForEvents(2)
    #expect(rig.events == ["suspended(true)", "suspended(false)"])
  }

  @Test func `volume and mute are reached without a step, and do not begin anew`() {
    let rig = Rig(ToneSource(sampleRate: 8000) { _ in 1 }, length: 1_000_000, ring: 800)
    rig.start(at: 0)
    var samples = rig.output.pull(200)
    #expect(samples.allSatisfy { $0 == 1 })
    for change in [{ $0.volume = 0.25 }, { $0.isMuted = true }, { $0.isMuted = false }, { $0.volume = 7 }]
      as [(SoundPlayer) -> Void]
    {
      change(rig.player)
      samples += rig.output.pull(200)
    }
    for (before, after) in zip(samples, samples.dropFirst()) { #expect(abs(before - after) < 0.0126) }
    #expect([399, 599, 799, 999].map { samples[$0] } == [0.25, 0, 0.25, 1])
    #expect(rig.player.volume == 7 && !rig.player.isMuted)
    #expect(rig.output.startCount == 1)
  }

  @Test func `epochs end neither while an output holds them nor with it`() {
    let rig = Rig(RampSource(frames: 1000), length: 1000)
    weak var first: Epoch?
    var held: Epoch?
    rig.start(at: 7)
    first = rig.output.epoch
    held = first
    for frame in 0..<5 { rig.start(at: Double(frame)) }
    rig.settle()
    held = nil
    // The engine's reference is the last.
    #expect(first != nil)
    rig.start(at: 0)
    #expect(first == nil)
    _ = held
  }

  @Test func `a player that goes takes its output, its source and its thread along`() {
    let source = RampSource(frames: 1000)
    let output = FakeOutput()
    var player: SoundPlayer? = SoundPlayer(output: output)
    player?.load([PlayerVoice(source: source)], sampleRate: 1024)
    player?.length = 1000
    player?.start(at: 0, rate: 1000)
    output.waitForStart(1)
    player = nil
    #expect(output.stopCount == 1)
    #expect(source.wasCancelled)
  }

  @Test func `the silent output takes frames and lets time pass`() {
    let silent = SilentOutput()
    let counter = Counter()
    silent.start(StreamFormat(sampleRate: 8000, speakers: [.mono]), from: counter) { _ in }
    counter.wait(for: 1600)
    let first = silent.timing!
    counter.wait(for: 4000)
    let second = silent.timing!
    // By its own time, not by a stopwatch.
    #expect(abs(second.heard - first.heard - (second.time - first.time) * 8000) < 1e-3)
    #expect(Double(counter.count) > first.heard)
    silent.stop()
    #expect(silent.timing == nil)
  }

  @Test func `a player on the silent output comes to its end`() {
    let player = SoundPlayer(output: SilentOutput())
    player.load([PlayerVoice(source: RampSource(frames: 3000, sampleRate: 8000))], sampleRate: 8000)
    player.length = 3000
    player.start(at: 1000, rate: 8000)
    var last = 0.0
    while last < 3000 {
      let next = player.position
      #expect(next >= last && next <= 3000)
      last = next
      sched_yield()
    }
  }

  @Test func `a file output takes all of it, exactly`() {
    let output = FileOutput(frames: 300_000)
    let player = SoundPlayer(output: output)
    let source = RampSource(frames: 200_000, channels: 2, sampleRate: 44_100)
    player.load([PlayerVoice(source: source)], sampleRate: 44_100)
    player.length = 200_000
    player.loop = 1_000..<150_000
    player.start(at: 500, rate: 44_100)
    output.waitUntilFull()
    let frames = path(from: 500, loop: 1_000..<150_000, length: 200_000, count: 300_000)
    #expect(output.samples == RampSource.samples(frames, channels: 2))
    #expect(output.format == StreamFormat(sampleRate: 44_100, speakers: [.frontLeft, .frontRight]))
  }
}

/// Counts what is pulled.
private final class Counter: FrameProvider {
  private let frames = Mutex(0)
  private let more = DispatchSemaphore(value: 0)
  var count: Int { frames.withLock { $0 } }

  func render(into buffer: UnsafeMutableBufferPointer<Float>) {
    frames.withLock { $0 += buffer.count }
    more.signal()
  }

  func wait(for count: Int) { while self.count < count { more.wait() } }
}
