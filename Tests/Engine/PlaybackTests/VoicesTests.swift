// VoicesTests.swift
// Several recordings at once: every sample of their sum, wherever they begin and end, at whatever rate.

import AudioFormats
import Foundation
import HostIO
import SystemPackage
import Testing
import WaveformCore

@testable import Playback

/// Voices of ramps, and what they must add up to.
struct Ramps {
  /// Frames of a ramp, the frame of the axis where it begins, and its gain.
  struct Part {
    let frames: Int, offset: Int
    let gain: Float
  }
  let parts: [Part]

  init(_ parts: [(Int, Int, Float)]) {
    self.parts = parts.map { Part(frames: $0.0, offset: $0.1, gain: $0.2) }
  }

  var voices: [PlayerVoice] {
    parts.map { PlayerVoice(source: RampSource(frames: $0.frames), offset: $0.offset) }
  }
  var gains: [Float] { parts.map(\.gain) }

  func sum(_ frame: Int) -> Float {
    var sum: Float = 0
    for part in parts {
      let own = frame - part.offset
      if own >= 0, own < part.frames { sum += RampSource.sample(own) * part.gain }
    }
    return sum
  }

  func rig(length: Int, ring: Int = 64, first: Int = 16, piece: Int = 24) -> Rig {
    let rig = Rig(
      voices, sampleRate: 1024, length: length, sizes: Rig.small(ring: ring, first: first, piece: piece))
    rig.player.setGains(gains)
    return rig
  }
}

@Suite struct Voices {
  private static let sets: [Ramps] = [
    Ramps([(200, 0, 1), (200, 0, 1)]),
    Ramps([(150, 0, 1), (60, 40, -2), (500, -100, 0.5)]),
    Ramps([(50, 100, 1), (30, -20, 3)]),
    Ramps([(300, -50, 2)]),
    Ramps(
      (0..<16).map { number -> (Int, Int, Float) in (40 + 17 * number, 9 * number - 30, Float(number % 5) - 2)
      }),
  ]

  @Test(arguments: sets.indices)
  func `they add up to the sample, silent before they begin and after they end`(set: Int) {
    let ramps = Self.sets[set]
    for (ring, piece) in [(16, 5), (64, 24), (33, 100)] {
      for block in [1, 7, 16] {
        let rig = ramps.rig(length: 250, ring: ring, first: 3, piece: piece)
        rig.start(at: 13)
        var next = 13
        while next < 250 {
          let frames = min(block, 250 - next)
          #expect(rig.hear(frames) == (next..<next + frames).map(ramps.sum))
          next += frames
          #expect(rig.player.position == Double(next))
        }
        #expect(rig.hear(20) == Array(repeating: 0, count: 20))
        #expect(rig.events == [])
      }
    }
  }

  @Test(arguments: sets.indices)
  func `loops and seeks hold for all of them`(set: Int) {
    let ramps = Self.sets[set]
    for loop in [30..<31, 35..<52, 10..<200] {
      let rig = ramps.rig(length: 250)
      rig.player.loop = loop
      for (number, start) in [0, 36, loop.upperBound, 5].enumerated() {
        rig.player.start(at: Double(start), rate: 1024)
        rig.output.waitForStart(number + 1)
        let expected = path(from: start, loop: loop, length: 250, count: 180)
        var samples: [Float] = []
        while samples.count < 180 { samples += rig.hear(18) }
        #expect(Array(samples.prefix(expected.count)) == expected.map(ramps.sum))
        #expect(samples.dropFirst(expected.count).allSatisfy { $0 == 0 })
      }
    }
  }

  @Test func `a seam fades in all of them alike`() {
    let ramps = Self.sets[1]
    let alone = ramps.parts.indices.map { index -> [Float] in
      let part = ramps.parts[index]
      let rig = Ramps([(part.frames, part.offset, part.gain)]).rig(length: 250)
      rig.player.crossfadesLoop = true
      rig.player.loop = 40..<140
      rig.start(at: 50)
      return (0..<30).flatMap { _ in rig.hear(10) }
    }
    let rig = ramps.rig(length: 250)
    rig.player.crossfadesLoop = true
    rig.player.loop = 40..<140
    rig.start(at: 50)
    let together = (0..<30).flatMap { _ in rig.hear(10) }
    for frame in together.indices {
      let sum: Float = alone.reduce(0) { $0 + $1[frame] }
      #expect(abs(together[frame] - sum) < 1e-3)
    }
  }

  @Test(arguments: sets.indices)
  func `a mix that is written down is what is heard, from whatever frame`(set: Int) throws {
    let ramps = Self.sets[set]
    for start in [0, 13, 120] {
      let mix = HeardMix(ramps.voices, gains: ramps.gains, sampleRate: 1024, range: start..<250)
      var written: [Float] = []
      while try mix.next({ written += $0 }) != nil {}
      #expect(written == (start..<250).map(ramps.sum))
      let rig = ramps.rig(length: 250)
      rig.start(at: Double(start))
      #expect((start..<250).flatMap { _ in rig.hear(1) } == written)
    }
  }

  @Test(arguments: [(8000, 12_000), (12_000, 8000), (8000, 8000)])
  func `it has the channels and the rate of what is heard`(from: Int, axis: Int) throws {
    let stereo = RampSource(frames: 3000, channels: 2, sampleRate: from)
    let voices = {
      [
        PlayerVoice(source: RandomSource(sampleRate: axis), offset: 7),
        PlayerVoice(source: stereo, layout: .usual(2)),
      ]
    }
    let mix = HeardMix(voices(), gains: [1, -1], sampleRate: axis, range: 0..<9000)
    var written: [Float] = []
    while try mix.next({ written += $0 }) != nil {}
    let rig = Rig(voices(), sampleRate: axis, length: 9000, sizes: .init())
    rig.player.setGains([1, -1])
    rig.start(at: 0)
    #expect(rig.hear(9000) == written && written.count == 18_000)
  }

  @Test func `a mix is not written where playback is silent because of an error`() {
    let broken = RampSource(frames: 1000)
    broken.fail(true)
    let voices = [PlayerVoice(source: RampSource(frames: 1000)), PlayerVoice(source: broken)]
    let mix = HeardMix(voices, gains: [1, 1], sampleRate: 1024, range: 0..<1000)
    #expect(throws: AudioFileError.self) { while try mix.next({ _ in }) != nil {} }
  }

  @Test func `a mono voice lies in the middle of a stereo one, whichever comes first`() {
    for isMonoFirst in [true, false] {
      let mono = PlayerVoice(source: RampSource(frames: 100), offset: 10)
      let stereo = PlayerVoice(source: RampSource(frames: 100, channels: 2), layout: .usual(2))
      let rig = Rig(
        isMonoFirst ? [mono, stereo] : [stereo, mono], sampleRate: 1024, length: 110, sizes: Rig.small())
      rig.start(at: 0)
      #expect(rig.output.format?.speakers == [.frontLeft, .frontRight])
      let expected = (0..<110).flatMap { frame -> [Float] in
        let side = frame < 100 ? RampSource.sample(frame) : 0
        let middle = frame >= 10 ? RampSource.sample(frame - 10) : 0
        return [middle + side, middle - side]
      }
      #expect((0..<11).flatMap { _ in rig.hear(10) } == expected)
    }
  }

  @Test func `more channels than there are loudspeakers are mixed, each voice for itself`() {
    let layout = SpeakerLayouts.flac(6)
    let voices = (0..<3).map {
      PlayerVoice(source: RampSource(frames: 300, channels: 6), layout: layout, offset: $0)
    }
    let rig = Rig(voices, sampleRate: 1024, length: 300, sizes: Rig.small())
    rig.output.accept = { StreamFormat(sampleRate: $0.sampleRate, speakers: [.frontLeft, .frontRight]) }
    rig.player.setGains([1, 0, -1])
    rig.start(at: 10)
    let mix = ChannelMix(from: voices[0].speakers, to: [.frontLeft, .frontRight])
    let first = mix.apply(to: RampSource.samples(10..<60, channels: 6))
    let last = mix.apply(to: RampSource.samples(8..<58, channels: 6))
    #expect(rig.hear(50) == zip(first, last).map { $0 - $1 })
  }

  @Test func `a ring keeps voices apart at every size of ring and piece`() {
    for voices in 1...3 {
      for capacity in 1...7 {
        for piece in 1...8 {
          let ring = FrameRing(capacity: capacity, channels: 2, voices: voices)
          var next = 0
          var expected = 0
          for _ in 0..<20 {
            let frames = (next..<next + piece).flatMap { frame in
              (0..<voices * 2).map { Float(frame * 10 + $0) }
            }
            next += frames.withUnsafeBufferPointer { ring.write($0) }
            let count = ring.read(5) { samples, frames in
              for voice in 0..<voices {
                for index in 0..<frames * 2 {
                  let sample = samples[voice * ring.samplesPerVoice + index]
                  #expect(sample == Float((expected + index / 2) * 10 + voice * 2 + index % 2))
                }
              }
              expected += frames
            }
            #expect(count == min(5, next - expected + count))
          }
        }
      }
    }
  }

  @Test func `a voice that cannot be read is told of, once`() {
    let broken = RampSource(frames: 1000)
    broken.fail(true)
    let voices = [PlayerVoice(source: RampSource(frames: 1000)), PlayerVoice(source: broken)]
    let rig = Rig(voices, sampleRate: 1024, length: 1000, sizes: Rig.small())
    rig.start(at: 0)
    _ = rig.hear(200)
    #expect(rig.player.position == 200)
    #expect(rig.events.count == 1)
    #expect(rig.events[0].hasPrefix("failed("))
  }

  @Test func `a source that stays goes on being read when others come or go`() {
    let kept = RampSource(frames: 1000), dropped = RampSource(frames: 1000)
    let rig = Rig(
      [PlayerVoice(source: kept), PlayerVoice(source: dropped)], sampleRate: 1024, length: 1000,
      sizes: Rig.small())
    rig.start(at: 0)
    _ = rig.hear(30)
    rig.player.load([PlayerVoice(source: kept)], sampleRate: 1024)
    #expect(!kept.wasCancelled && dropped.wasCancelled)
    rig.player.length = 1000
    rig.player.start(at: 30, rate: 1024)
    rig.output.waitForStart(2)
    #expect(rig.hear(30) == RampSource.samples(30..<60))
    rig.player.load([], sampleRate: 1024)
    #expect(kept.wasCancelled && !rig.player.isRunning)
  }

  @Test func `grains are of all voices`() {
    let ramps = Ramps([(5000, 0, 1), (5000, 100, -2)])
    let rig = ramps.rig(length: 5000)
    rig.player.scrub(at: 1000)
    rig.output.waitForStart(1)
    let samples = rig.output.pull(100)
    #expect(samples[40] == ramps.sum(1000 - 71 / 2 + 40))
    #expect(samples[0] == 0 && samples[80...].allSatisfy { $0 == 0 })
  }

  // MARK: Rates

  private static let rates = [
    (44_100, 48_000), (48_000, 44_100), (96_000, 44_100), (8_000, 48_000), (22_050, 44_100), (44_100, 44_099),
  ]

  /// A bump every tenth of a second, smooth enough for either rate: its top says where it is, to a part of a frame.
  private static func bumps(_ seconds: Double) -> Float {
    let rest = (seconds * 10 - (seconds * 10).rounded()) / 10
    let share = rest / 0.001
    return Float(exp(-share * share))
  }

  @Test(arguments: rates)
  func `a voice of another rate lies where it belongs on the axis`(from: Int, axis: Int) {
    let source = ToneSource(sampleRate: from) { Self.bumps(Double($0) / Double(from)) }
    for (start, offset) in [(0, 0), (12_345, 0), (30_001, 777), (100, -55_555)] {
      let rig = Rig(
        [PlayerVoice(source: source, offset: offset)], sampleRate: axis, length: axis * 30, sizes: .init())
      rig.start(at: Double(start))
      let samples = rig.hear(axis / 2)
      var worst: Float = 0
      // Before its first frame there is nothing to convert from.
      for frame in max(0, offset + 200 - start)..<samples.count {
        let expected = Self.bumps(Double(start + frame - offset) / Double(axis))
        worst = max(worst, abs(samples[frame] - expected))
      }
      // A frame beside its place it would be off by a hundredth at the least.
      #expect(worst < 0.002, "from \(start), offset \(offset)")
    }
  }

  @Test(arguments: rates)
  func `whatever is read first, a frame is what it is`(from: Int, axis: Int) throws {
    let source = RandomSource(sampleRate: from)
    let whole = try AxisConverter(source, to: axis).read(0..<60_000)
    let converter = AxisConverter(source, to: axis)
    var random = SystemRandomNumberGenerator()
    var worst: Float = 0
    var next = 0
    for _ in 0..<60 {
      let start = Bool.random(using: &random) ? next : Int.random(in: 0..<50_000, using: &random)
      next = min(60_000, start + Int.random(in: 1...3000, using: &random))
      let slice = try converter.read(start..<next)
      #expect(slice.range == start..<next)
      for frame in slice.range {
        worst = max(
          worst, abs(slice.sample(channel: 0, frame: frame) - whole.sample(channel: 0, frame: frame)))
      }
    }
    #expect(worst < 1e-4)
  }

  @Test func `a converted voice ends where it ends, and grows when it does`() throws {
    let source = RampSource(frames: 1000, sampleRate: 1000)
    let converter = AxisConverter(source, to: 1500)
    #expect(try converter.read(1400..<1600).range == 1400..<1500)
    #expect(try converter.read(1600..<1700).range == 1600..<1600)
    source.grow(to: 2000)
    #expect(try converter.read(1400..<1600).range == 1400..<1600)
    #expect(abs(try converter.read(1500..<1600).sample(channel: 0, frame: 1500) - 1001) < 1)
  }

  @Test(arguments: [0.5, 0.8, 2, 3])
  func `at another speed a voice is what it is alone, whatever others there are`(speed: Double) {
    let clicks = PlayerVoice(source: ClickSource(channels: 2, interval: 9000), offset: 1000)
    let noise = PlayerVoice(source: RandomSource(sampleRate: 44_100))
    let bumps = PlayerVoice(source: ToneSource(sampleRate: 44_100) { Self.bumps(Double($0) / 44_100) })
    var heard: [[Float]] = []
    for voices in [[clicks], [noise, clicks], [bumps, clicks, noise]] {
      let rig = Rig(voices, sampleRate: 44_100, length: 441_000, sizes: .init())
      rig.player.setGains(voices.map { $0 == clicks ? 1 : 0 })
      rig.player.speed = speed
      rig.start(at: 3000)
      heard.append((0..<20).flatMap { _ in rig.output.pull(1000) })
    }
    #expect(heard[0].contains { abs($0) > 0.1 })
    #expect(heard[0] == heard[1])
    #expect(heard[0] == heard[2])
  }
}

extension Voices {
  @Test
  func `more voices than can be stretched one by one are added up before, and change at the same place`() {
    let voices = [9000, 7000, 5000].map {
      PlayerVoice(source: ClickSource(channels: 2, interval: $0), offset: $0 % 1000)
    }
    let alone = Rig([voices[0]], sampleRate: 44_100, length: 441_000, sizes: .init())
    alone.player.speed = 2
    alone.start(at: 3000)
    let rig = Rig(voices, sampleRate: 44_100, length: 441_000, sizes: .init())
    rig.player.setGains([1, 0, 0])
    rig.player.speed = 2
    rig.start(at: 3000)
    let heard = (0..<20).flatMap { _ in rig.hear(1000) }
    #expect(heard.contains { abs($0) > 0.1 })
    #expect(heard == (0..<20).flatMap { _ in alone.hear(1000) })
    let position = rig.player.position
    rig.player.setGains([0, 0, 0])
    rig.output.waitForStart(2)
    #expect(abs(rig.player.position - position) < 1e-6)
    #expect(rig.hear(4000).allSatisfy { $0 == 0 })
    #expect(abs(rig.player.position - position - 8000) < 1)
    // At the speed of the recording they are apart again.
    rig.player.speed = 1
    rig.output.waitForStart(3)
    rig.player.setGains([1, 1, 1])
    rig.settle()
    #expect(rig.hear(20_000).contains { abs($0) > 0.1 })
    #expect(rig.output.startCount == 3)
  }
}

/// The same noise whenever it is read.
final class RandomSource: SampleSource {
  let path: FilePath = "/nowhere"
  let channels = 1
  let sampleRate: Int

  init(sampleRate: Int) { self.sampleRate = sampleRate }

  func read(_ range: FrameRange) throws(AudioFileError) -> SampleSlice {
    let samples = range.map { frame -> Float in
      var bits = UInt64(truncatingIfNeeded: frame) &* 0x9E37_79B9_7F4A_7C15
      bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
      return Float(bits >> 40) / Float(1 << 24) - 0.5
    }
    return SampleSlice(range: range, channels: 1, samples: samples)
  }

  func cancel() {}
}
