// VoiceGainTests.swift
// Mute, solo, original, clean and residue: gains that change while it is heard, and how loud it then is.

import AudioFormats
import Foundation
import Synchronization
import Testing
import WaveformCore

@testable import Playback

/// A voice that is the same all the time.
private func constant(_ value: Float) -> PlayerVoice {
  PlayerVoice(source: ToneSource(sampleRate: 8000) { _ in value })
}

@Suite struct `Gains` {
  private func rig(_ values: [Float]) -> Rig {
    var sizes = PlaybackConfiguration()
    sizes.ringFrames = { _ in 800 }
    return Rig(values.map(constant), sampleRate: 8000, length: 1_000_000, sizes: sizes)
  }

  @Test(arguments: [[0.5, -0.25], [0.5], [0.125, 0.5, -0.75, 0.25]] as [[Float]])
  func `a change goes straight from one sum to the other within 5 ms, and begins nothing anew`(
    values: [Float]
  ) {
    let rig = rig(values)
    rig.start(at: 0)
    var gains = values.map { _ in Float(1) }
    var last = values.reduce(0, +)
    #expect(rig.output.pull(100).allSatisfy { $0 == last })
    for round in 0..<12 {
      gains = gains.indices.map { Float((round + $0 * 3) % 5 - 2) / 2 }
      rig.player.setGains(gains)
      let target = zip(values, gains).reduce(0) { $0 + $1.0 * $1.1 }
      let samples = rig.output.pull(37) + rig.output.pull(63)
      let step = abs(target - last) / 40
      for (before, after) in zip([last] + samples, samples) {
        #expect(abs(after - before) <= step + 1e-6)
        #expect((after - before) * (target - last) >= -1e-6)
      }
      #expect(samples[39...].allSatisfy { $0 == target })
      last = target
    }
    #expect(rig.output.startCount == 1)
  }

  @Test func `a change in the middle of another one turns where it is`() {
    let rig = rig([1, 0.5])
    rig.start(at: 0)
    _ = rig.output.pull(10)
    rig.player.setGains([0, 1])
    var samples = rig.output.pull(20)
    rig.player.setGains([1, 0])
    samples += rig.output.pull(60)
    for (before, after) in zip(samples, samples.dropFirst()) { #expect(abs(before - after) < 0.05) }
    #expect(samples.last == 1)
  }

  @Test func `gains are there from the first frame on, and those that are missing are 1`() {
    let rig = rig([0.5, 0.25, 0.125])
    rig.player.setGains([0, -1, .nan])
    rig.start(at: 0)
    #expect(rig.output.pull(50).allSatisfy { $0 == -0.125 })
    rig.player.setGains([])
    rig.start(at: 0)
    #expect(rig.output.pull(50).allSatisfy { $0 == 0.875 })
    // Those of other recordings do not stay.
    rig.player.setGains([0, 0, 0, 0, 0])
    rig.player.load([constant(0.5), constant(0.25)], sampleRate: 8000)
    rig.player.length = 1000
    rig.start(at: 0)
    #expect(rig.output.pull(50).allSatisfy { $0 == 0.75 })
  }

  @Test(arguments: [0.5, 1, 2], [44_100, 48_000])
  func `what is left between two that are the same is silence, to the bit`(speed: Double, rate: Int) {
    let voices = [RandomSource(sampleRate: 44_100), RandomSource(sampleRate: 44_100)]
      .map { PlayerVoice(source: $0) }
    let rig = Rig(voices, sampleRate: 44_100, length: 441_000, sizes: .init())
    rig.output.accept = { StreamFormat(sampleRate: rate, speakers: $0.speakers) }
    rig.player.speed = speed
    rig.player.setGains([1, 0])
    rig.start(at: 500)
    let original = (0..<10).flatMap { _ in rig.output.pull(1000) }
    #expect(original.contains { abs($0) > 0.1 })
    rig.player.setGains([1, -1])
    _ = rig.output.pull(rate / 200)
    #expect((0..<10).flatMap { _ in rig.output.pull(1000) }.allSatisfy { $0 == 0 })
    rig.player.setGains([0, 1])
    _ = rig.output.pull(rate / 200)
    #expect(rig.output.pull(1000).contains { abs($0) > 0.1 })
    #expect(rig.output.startCount == 1)
  }

  @Test func `the residue is the one minus the other, to the bit`() {
    let original = RandomSource(sampleRate: 8000)
    let clean = ToneSource(sampleRate: 8000) { Float(sin(Double($0) / 9)) * 0.3 }
    let sources: [any SampleSource] = [original, clean]
    let alone = sources.map { source -> [Float] in
      let rig = Rig(source, length: 8000, sizes: .init())
      rig.start(at: 77)
      return rig.hear(2000)
    }
    let rig = Rig(
      [PlayerVoice(source: original), PlayerVoice(source: clean)], sampleRate: 8000, length: 8000,
      sizes: .init())
    rig.player.setGains([1, -1])
    rig.start(at: 77)
    #expect(rig.hear(2000) == zip(alone[0], alone[1]).map { $0 - $1 })
  }

  @Test func `those that belong together are taken over together`() {
    let gains = VoiceGains(count: 500)
    let isDone = Atomic<Bool>(false)
    Thread.detachNewThread {
      var value: Float = 0
      while !isDone.load(ordering: .relaxed) {
        value += 1
        gains.set((0..<500).map { _ in value })
        if value > 1e6 { value = 0 }
      }
    }
    withUnsafeTemporaryAllocation(of: Float.self, capacity: 500) { taken in
      taken.initialize(repeating: 1)
      var known = -1
      var count = 0
      while count < 2000 {
        guard gains.take(into: taken.baseAddress!, known: &known) else { continue }
        count += 1
        #expect(taken.allSatisfy { $0 == taken[0] })
      }
    }
    isDone.store(true, ordering: .relaxed)
  }
}

@Suite struct `Levels` {
  /// A sine at 44.1 kHz, a voice for each amplitude.
  private func rig(_ amplitudes: [Float], frames: Int = 441_000) -> Rig {
    let voices = amplitudes.map { amplitude in
      PlayerVoice(
        source: ToneSource(sampleRate: 44_100) {
          $0 < frames ? Float(sin(Double($0) * 2 * .pi * 441 / 44_100)) * amplitude : 0
        })
    }
    return Rig(voices, sampleRate: 44_100, length: 441_000, sizes: .init())
  }

  private func level(_ rig: Rig) -> Float { rig.player.level(at: rig.time.now) }
  private let root = Float(0.5).squareRoot()

  @Test func `a sine is as loud as it is, whatever the volume`() {
    let rig = rig([0.5])
    #expect(level(rig) == 0)
    rig.start(at: 0)
    rig.output.hear(0, at: rig.time.now)
    _ = rig.output.pull(4410)
    #expect(level(rig) == 0, "rendered, and not heard yet")
    _ = rig.hear(4410)
    #expect(abs(level(rig) - 0.5 * root) < 0.005)
    rig.player.volume = 0.1
    rig.player.isMuted = true
    _ = rig.hear(4410)
    #expect(abs(level(rig) - 0.5 * root) < 0.005)
    rig.player.stop()
    #expect(level(rig) == 0)
  }

  @Test func `it is the level of the sum, after gains`() {
    let rig = rig([0.5, 0.25])
    rig.start(at: 0)
    for (gains, amplitude) in [
      ([1, 1], 0.75), ([0, 1], 0.25), ([1, -1], 0.25), ([0, 0], 0), ([1.5, 0], 0.75),
    ]
      as [([Float], Float)]
    {
      rig.player.setGains(gains)
      _ = rig.hear(6000)
      #expect(abs(level(rig) - amplitude * root) < 0.005)
    }
    rig.player.setGains([4, 0])
    _ = rig.hear(6000)
    #expect(level(rig) == 1, "no more than 1")
  }

  @Test(arguments: [1, 7, 50, 333])
  func `the loudest channel counts, in blocks of any size, and what is over is over`(block: Int) {
    let meter = LevelMeter(StreamFormat(sampleRate: 2000, speakers: [.frontLeft, .frontRight]))
    var buffer = (0..<block).flatMap { _ in [0.25, -0.5] as [Float] }
    for _ in 0..<20_000 / block { buffer.withUnsafeMutableBufferPointer { meter.count($0) } }
    #expect(meter.level(around: 19_000) == 0.5)
    #expect(meter.level(around: 100) == 0, "longer ago than is kept")
    buffer = Array(repeating: 0, count: 2 * block)
    for _ in 0..<2000 / block { buffer.withUnsafeMutableBufferPointer { meter.count($0) } }
    #expect(meter.level(around: 19_500) == 0.5)
    #expect(meter.level(around: 21_000) == 0)
  }

  @Test func `it follows what is heard, not what was rendered`() {
    let rig = rig([0.5], frames: 22_050)
    rig.start(at: 0)
    for _ in 0..<10 { _ = rig.output.pull(4410) }
    rig.output.hear(11_025, at: rig.time.now)
    #expect(abs(level(rig) - 0.5 * root) < 0.005)
    rig.output.hear(40_000, at: rig.time.now + 0.1)
    rig.output.hear(40_000.5, at: rig.time.now + 0.2)
    rig.time.now += 1
    #expect(level(rig) == 0)
  }

  @Test func `when the output is lost nothing is heard`() {
    let rig = rig([0.5])
    rig.start(at: 0)
    _ = rig.hear(4410)
    rig.output.tell(.failed(AudioOutputError(.serverGone, "gone")))
    rig.silent.waitForStart(1)
    rig.silent.hear(0, at: rig.time.now)
    _ = rig.silent.pull(4410)
    rig.silent.hear(4410, at: rig.time.now + 0.1)
    rig.time.now += 0.1
    #expect(level(rig) == 0)
  }
}
