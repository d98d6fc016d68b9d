// SpeedTests.swift
// Speeds and rates: where each click of a recording is heard, against where it is said to be.

import AudioFormats
import Foundation
import Testing
import WaveformCore

@testable import Playback

@Suite struct `Speeds and rates` {
  /// Pulls `frames`, and finds where each click in them is heard.
  ///
  /// - Returns: how far the worst lies from where the epoch says that it is, in seconds of the output, and how many
  ///   clicks there are.
  private func clicks(_ rig: Rig, interval: Int, frames: Int) -> (worst: Double, count: Int) {
    let samples = rig.hear(frames)
    let channels = rig.output.format!.channels
    let loud = stride(from: 0, to: samples.count, by: channels).map { abs(samples[$0]) }
    let epoch = rig.output.epoch!
    let reach = Int(Double(interval) / epoch.rate / 3)
    var worst = 0.0
    var count = 0
    // By the epoch's own word a click is here.
    for place in reach..<max(reach, frames - reach) {
      let frame = epoch.place(heard: Double(place)).frame - 12
      let rest = frame - (frame / Double(interval)).rounded() * Double(interval)
      guard rest >= -epoch.rate / 2, rest < epoch.rate / 2 else { continue }
      let around = place - reach..<place + reach
      let peak = around.max { loud[$0] < loud[$1] }!
      #expect(loud[peak] > 0.05)
      worst = max(worst, Double(abs(peak - place)) / Double(rig.output.format!.sampleRate))
      count += 1
    }
    return (worst, count)
  }

  @Test(arguments: [0.25, 0.5, 0.8, 1.5, 2, 3])
  func `every click is heard where it is said to be, within 10 ms`(speed: Double) {
    for (channels, start) in [(1, 0), (2, 3_001)] {
      let source = ClickSource(channels: channels, interval: 20_000)
      let rig = Rig(source, length: 20_000 * 30, sizes: PlaybackConfiguration())
      rig.player.speed = speed
      rig.start(at: Double(start))
      let frames = Int(20_000 * 7 / speed)
      let found = clicks(rig, interval: 20_000, frames: frames)
      #expect((6...7).contains(found.count))
      #expect(found.worst < 0.01)
      #expect(abs(rig.player.position - Double(start) - Double(rig.output.pulled) * speed) < 1e-2)
    }
  }

  @Test(arguments: [(44_100, 48_000), (96_000, 44_100), (8_000, 48_000), (192_000, 48_000)])
  func `at another rate every click is where it is said to be, within 1 ms`(from: Int, to: Int) {
    let source = ClickSource(sampleRate: from, interval: from / 2)
    let rig = Rig(source, length: from * 30, sizes: PlaybackConfiguration())
    rig.output.accept = { StreamFormat(sampleRate: to, speakers: $0.speakers) }
    rig.start(at: 17)
    let found = clicks(rig, interval: from / 2, frames: to * 3)
    #expect((5...6).contains(found.count))
    #expect(found.worst < 0.001)
  }

  @Test func `both at once, in a loop, stay true for a hundred rounds`() {
    let source = ClickSource(sampleRate: 44_100, interval: 4_410)
    let rig = Rig(source, length: 441_000, sizes: PlaybackConfiguration())
    rig.output.accept = { StreamFormat(sampleRate: 48_000, speakers: $0.speakers) }
    rig.player.speed = 1.5
    rig.player.loop = 8_820..<13_230
    rig.start(at: 8_820)
    // 105 rounds of 0.1 s, half again as fast.
    let found = clicks(rig, interval: 4_410, frames: 48_000 * 7)
    #expect((103...105).contains(found.count))
    #expect(found.worst < 0.01)
  }

  @Test func `a tone keeps its pitch at another speed and at another rate`() {
    for (speed, rate) in [(0.5, 44_100), (2.0, 44_100), (1.0, 48_000), (1.5, 32_000)] {
      let source = ToneSource(sampleRate: 44_100) { Float(sin(Double($0) * 2 * .pi * 441 / 44_100)) }
      let rig = Rig(source, length: 441_000, sizes: PlaybackConfiguration())
      rig.output.accept = { StreamFormat(sampleRate: rate, speakers: $0.speakers) }
      rig.player.speed = speed
      rig.start(at: 44_100)
      _ = rig.output.pull(rate / 5)
      var samples: [Float] = []
      while samples.count < rate { samples += rig.output.pull(rate / 10) }
      let rises = zip(samples, samples.dropFirst()).filter { $0 < 0 && $1 >= 0 }.count
      #expect(abs(rises - 441) <= 2, "\(speed) \(rate): \(rises)")
      #expect(samples.map(abs).max()! < 1.2 && samples.map(abs).max()! > 0.8)
    }
  }

  @Test(arguments: [0.25, 0.5, 1, 1.5, 3], [44_100, 48_000])
  func `all is heard up to the end, and the playhead stands there`(speed: Double, rate: Int) {
    let source = ToneSource(sampleRate: 44_100) { _ in 0.5 }
    let rig = Rig(source, length: 20_000, sizes: PlaybackConfiguration())
    rig.output.accept = { StreamFormat(sampleRate: rate, speakers: $0.speakers) }
    rig.player.speed = speed
    rig.start(at: 5_000)
    let frames = Int((15_000 / speed * Double(rate) / 44_100).rounded(.up))
    var samples: [Float] = []
    while samples.count < frames + 5_000 { samples += rig.output.pull(500) }
    rig.output.hear(Double(frames - 2), at: rig.time.now)
    #expect(rig.player.position < 20_000)
    rig.time.now += 1
    #expect(rig.player.position == 20_000)
    #expect(samples[frames...].allSatisfy { $0 == 0 })
    // The last 20 ms fade where a window ends.
    #expect(samples[(frames / 2)..<frames - 1500].allSatisfy { $0 > 0.2 })
  }

  @Test func `a length that grows after a stretched end goes on there`() {
    let source = ClickSource(interval: 5_000)
    let rig = Rig(source, length: 20_000, sizes: PlaybackConfiguration())
    rig.player.speed = 2
    rig.start(at: 15_000)
    _ = rig.hear(5_000)
    #expect(rig.player.position == 20_000)
    rig.player.length = 200_000
    rig.output.waitForStart(2)
    _ = rig.hear(1_000)
    #expect(abs(rig.player.position - 22_000) < 1)
  }

  @Test func `another speed goes on from where it is heard, and speed 1 leaves samples as they are`() {
    let rig = Rig(RampSource(frames: 200_000, sampleRate: 44_100), length: 200_000, sizes: .init())
    rig.start(at: 1_000)
    #expect(rig.hear(500) == RampSource.samples(1_000..<1_500))
    for (number, speed) in [0.5, 3, 1].enumerated() {
      let before = rig.player.position
      rig.player.speed = speed
      rig.output.waitForStart(2 + number)
      #expect(rig.player.position == before)
      let samples = rig.hear(400)
      #expect(abs(rig.player.position - before - 400 * speed) < 0.51)
      if speed == 1 {
        let frame = Int(before.rounded())
        #expect(samples == RampSource.samples(frame..<frame + 400))
      }
    }
    rig.player.speed = 100
    #expect(rig.player.speed == 3)
    rig.player.speed = 0
    #expect(rig.player.speed == 0.25)
  }

  @Test func `channels go to fewer loudspeakers`() {
    let layout = SpeakerLayouts.flac(6)
    let rig = Rig(RampSource(frames: 300, channels: 6), length: 300, layout: layout)
    rig.output.accept = { StreamFormat(sampleRate: $0.sampleRate, speakers: [.frontLeft, .frontRight]) }
    rig.player.loop = 20..<60
    rig.start(at: 10)
    let mix = ChannelMix(
      from: layout.places, to: [.frontLeft, .frontRight])
    var samples: [Float] = []
    while samples.count < 200 { samples += rig.hear(20) }
    let frames = path(from: 10, loop: 20..<60, length: 300, count: 100)
    #expect(samples == mix.apply(to: RampSource.samples(frames, channels: 6)))
    #expect(rig.player.position == Double(path(from: 10, loop: 20..<60, length: 300, count: 101).last!))
  }
}
