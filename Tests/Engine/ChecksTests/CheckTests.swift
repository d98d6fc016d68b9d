// CheckTests.swift
// Where findings lie and what they say, frame by frame: across the seams of blocks, in several channels, and at bounds.

import AudioFormats
import Checks
import Foundation
import Marks
import SystemPackage
import TestSupport
import Testing
import WaveformCore

@Suite struct CheckTests {
  let folder = TestFolder()

  private func check(
    _ samples: [Float], channels: Int = 1, rate: Int = 8000, _ profile: String = ""
  ) throws -> RecordingCheck {
    let path = folder.write(wav(samples, channels: channels, rate: rate), as: "a.wav")
    return try RecordingCheck.run(
      path, options: OpenOptions(), profile: CheckProfile(reading: Array(profile.utf8)))
  }

  /// Noise that is loud everywhere.
  private func noise(_ frames: Int, seed: UInt64 = 1, level: Float = 0.5) -> [Float] {
    var numbers = RandomNumbers(seed: seed)
    return (0..<frames).map { _ in numbers.number(-level...level) + 0.001 }
  }

  private func finding(_ kind: CheckKind, _ check: RecordingCheck) -> Finding? {
    check.findings.first { $0.kind == kind }
  }

  @Test func `noise has no fault`() throws {
    #expect(try check(noise(40_000)).findings.isEmpty)
    let stereo = zip(noise(40_000), noise(40_000, seed: 2)).flatMap { [$0, $1] }
    #expect(try check(stereo, channels: 2).findings.isEmpty)
  }

  /// Blocks have 4,096 frames, and come from readings of 65,536.
  @Test(arguments: [4000, 4033, 4064, 4090, 4095, 4096, 4097, 8191, 65_500, 65_535, 65_536, 65_540])
  func `a dropout and a clipped run are found where they are, on whatever seam they lie`(start: Int) throws {
    for length in [64, 65, 200] {
      var samples = noise(70_000)
      for frame in start..<start + length { samples[frame] = 0 }
      let found = try check(samples)
      #expect(finding(.dropouts, found)?.places == [start..<start + length])
      #expect(found.findings.count == 1)
    }
    var samples = noise(70_000)
    for frame in start..<start + 5 { samples[frame] = 1 }
    #expect(finding(.clipped, try check(samples))?.places == [start..<start + 5])
    #expect(finding(.clipped, try check(samples, "clipped.samples = 6")) == nil)
  }

  @Test func `a pause is no dropout, nor is silence at an end`() throws {
    var faded = noise(20_000)
    for frame in 9900..<10_300 { faded[frame] *= Float(frame >= 10_000 && frame < 10_200 ? 0 : 0.001) }
    var long = noise(20_000)
    for frame in 8000..<12_000 { long[frame] = 0 }
    for samples in [faded, long] { #expect(finding(.dropouts, try check(samples)) == nil) }
    #expect(finding(.dropouts, try check(long, "dropouts.most = 1")) != nil)
    let ends = [Float](repeating: 0, count: 500) + noise(20_000) + [Float](repeating: 0, count: 500)
    #expect(try check(ends).findings.isEmpty)
  }

  @Test func `silence at both ends has its length`() throws {
    let quiet = noise(4000, level: 0.0002).map { $0 - 0.001 }
    let samples =
      [Float](repeating: 0, count: 8000) + quiet + noise(20_000) + quiet
      + [Float](repeating: 0, count: 16_000)
    let found = try check(samples, "digital-silence.most = 0.99\nsilence.most = 1.49")
    let digital = found.findings.filter { $0.kind == .digitalSilence }
    #expect(digital.flatMap(\.places).map(\.lowerBound) == [0, 36_000])
    #expect(found.findings.filter { $0.kind == .silence }.flatMap(\.places) == [0..<12_000, 32_000..<52_000])
    #expect(try check(samples, "digital-silence.most = 2\nsilence.most = off").findings.isEmpty)
  }

  @Test func `channels are told by their numbers and names`() throws {
    let sound = noise(20_000), other = noise(20_000, seed: 3)
    let dead = finding(.deadChannel, try check(sound.flatMap { [$0, 0] }, channels: 2))
    #expect(dead?.channel == 1 && dead?.english == "holds nothing but digital silence")
    let same = try check(
      sound.indices.flatMap { [sound[$0], other[$0], sound[$0]] }, channels: 3)
    #expect(same.findings.map(\.kind) == [.identicalChannels] && same.findings.first?.channel == 2)
    let turned = try check(sound.flatMap { [$0, -$0] }, channels: 2)
    #expect(turned.findings.map(\.kind) == [.invertedChannel] && turned.findings.first?.value ?? 0 < -0.99)
    // A silent recording has no dead channels.
    #expect(try check([Float](repeating: 0, count: 2000), channels: 2).findings.map(\.kind) == [.silent])
  }

  @Test func `a rate that promises more than there is is a note`() throws {
    // Every second sample is interpolated between those of half the rate.
    let slow = noise(20_000)
    let kernel = (-63...63).map { index -> Double in
      let x = Double(index) / 2
      let window = 0.42 + 0.5 * cos(.pi * Double(index) / 64) + 0.08 * cos(2 * .pi * Double(index) / 64)
      return (x == 0 ? 1 : sin(.pi * x) / (.pi * x)) * window
    }
    var fast = [Float](repeating: 0, count: 2 * slow.count)
    for frame in 64..<fast.count - 64 {
      var sum = 0.0
      for (place, weight) in kernel.enumerated() where (frame + place - 63) % 2 == 0 {
        sum += weight * Double(slow[(frame + place - 63) / 2])
      }
      // What begins at once holds every frequency.
      fast[frame] = Float(sum) * 0.7 * min(1, Float(min(frame, fast.count - frame) - 64) / 500)
    }
    let found = try check(fast, rate: 48_000)
    let bandwidth = finding(.bandwidth, found)
    #expect(bandwidth?.severity == .note && found.worst == .note)
    #expect((bandwidth?.value ?? 0) > 11_500 && (bandwidth?.value ?? 0) < 14_000)
    #expect(finding(.bandwidth, try check(slow, rate: 48_000)) == nil)
  }

  @Test func `bounds of level and length`() throws {
    let sound = noise(40_000)
    for (line, kind) in [
      ("loudness.least = -5", CheckKind.loudness), ("loudness.most = -30", .loudness),
      ("true-peak.most = -20", .truePeak), ("length.least = 6", .length), ("length.most = 4", .length),
    ] { #expect(try check(sound, line).findings.map(\.kind) == [kind], "\(line)") }
    #expect(try check(sound, "length.most = 5\nlength.least = 5").findings.isEmpty)
    let offset = finding(.dc, try check(sound.map { $0 * 0.9 + 0.03 }))
    #expect(((offset?.value ?? 0) - 0.03).magnitude < 0.01 && offset?.channel == 0)
    #expect(try check(sound, "length.most = 4\nlength = off").findings.isEmpty)
    #expect(try check(sound, "length.most = 4\nlength = error").worst == .error)
  }

  @Test func `hum is found by its frequency, not by being low`() throws {
    var numbers = RandomNumbers(seed: 4)
    func sound(_ frequency: Double) -> [Float] {
      (0..<32_000).map { frame in
        numbers.number(-0.002...0.002) + 0.01 * Float(sin(2 * .pi * frequency * Double(frame) / 8000))
      }
    }
    for (frequency, mains) in [(50.0, 50), (60, 60), (60.3, 60), (49.8, 50)] {
      let found = finding(.hum, try check(sound(frequency)))
      #expect(found?.english.hasPrefix("\(mains) Hz of the mains at −4") == true && found?.channel == 0)
    }
    // Notes: G and B of the lowest octaves.
    for frequency in [49.0, 61.7, 55, 98] {
      #expect(finding(.hum, try check(sound(frequency))) == nil, "\(frequency)")
    }
    // Where it stops, it is no hum.
    let half = sound(50).enumerated().map { $0.offset < 16_000 ? $0.element : numbers.number(-0.002...0.002) }
    #expect(finding(.hum, try check(half)) == nil)
  }

  @Test func `the worst comes first`() throws {
    var samples = noise(40_000).flatMap { [$0, Float(0)] }
    for frame in 100..<110 { samples[2 * frame] = 1 }
    let found = try check(samples, channels: 2)
    #expect(found.findings.map(\.kind) == [.deadChannel, .clipped] && found.worst == .error)
  }

  @Test func `of very many places only the first are listed`() throws {
    let samples = (0..<40_000).map { Float($0 % 8 < 4 ? 1 : -0.9) }
    let found = finding(.clipped, try check(samples))
    #expect(found?.count == 5000 && found?.places.count == 1000)
  }

  // MARK: bext

  private func broadcast(_ change: (inout BroadcastChunk) -> Void) throws -> [String] {
    var bext = BroadcastChunk.announcement
    change(&bext)
    let path = folder.write(wav(noise(40_000), bext: bext.bytes), as: "b.wav")
    return try RecordingCheck.run(path, options: OpenOptions(), profile: CheckProfile()).findings.map(
      \.english)
  }

  @Test func `a broadcast description is held against its rules`() throws {
    #expect(try broadcast { _ in } == [])
    #expect(
      try broadcast {
        $0.date = "2024:12:31"; $0.time = "23.59.59"; $0.version = 1
      } == [])
    #expect(
      try broadcast {
        $0.date = ""; $0.time = ""
      } == [])
    #expect(try broadcast { $0.date = "2023-02-29" } == ["OriginationDate is no date: “2023-02-29”"])
    #expect(try broadcast { $0.time = "1:2:3" } == ["OriginationTime is no time: “1:2:3”"])
    #expect(try broadcast { $0.version = 3 } == ["there is no Version 3"])
    #expect(try broadcast { $0.reserved = 1 } == ["what Version 2 reserves is not 0"])
    #expect(try broadcast { $0.history = "made by hand" }.count == 1)
    let told = try broadcast { $0.loudness[0] = -2300 }
    #expect(told.count == 1 && told[0].hasPrefix("LoudnessValue is −23.0 LUFS, but "))
    // Programs that do not measure.
    #expect(try broadcast { $0.loudness = [0, 0, 0, 0, 0] } == [])
  }

  @Test func `whatever a broadcast description holds, it is judged`() throws {
    var numbers = RandomNumbers(seed: 6)
    for length in Array(0...40) + [338, 346, 347, 348, 411, 412, 421, 422, 601, 602, 603, 700] {
      for _ in 0..<8 {
        let bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &numbers) }
        let path = folder.write(wav(noise(400), bext: bytes), as: "b.wav")
        let found = try RecordingCheck.run(path, options: OpenOptions(), profile: CheckProfile())
        #expect(length >= 602 || found.findings.contains { $0.kind == .bext })
      }
    }
  }

  // MARK: Marks

  @Test func `marks replace those of an earlier check, and no others`() throws {
    var samples = noise(40_000)
    for frame in 5000..<5100 { samples[frame] = 0 }
    let found = try check(samples)
    var kept = MarkDocument(sampleRate: 8000, length: 40_000)
    let words = kept.addTier("Words")
    kept.apply(try #require(kept.adding(7..<9, name: "hello", to: words)).change)
    let marked = found.marks(in: found.marks(in: kept))
    #expect(marked.tiers.map(\.name) == ["Words", "check"] && marked.tiers.map(\.marks.count) == [1, 1])
    let mark = try #require(marked.tiers.last?.marks.first)
    #expect(
      mark.range == 5000..<5100 && mark.name == "dropouts"
        && mark.note.hasPrefix("digital silence within sound in 1 place"))
    #expect(try check(noise(40_000)).marks(in: marked).tiers.map(\.name) == ["Words"])
    // Where the window looks for the marks of a recording that it opens.
    let bytes = try #require(MarkFileKind.barline.written(marked)?.bytes)
    _ = folder.write(bytes, as: "a.wav" + KeptMarks.suffix)
    let shown = try KeptMarks(of: folder.path.appending("a.wav")).load(rate: 8000)?.document
    #expect(shown?.tiers.map(\.name) == ["Words", "check"])
    #expect(shown?.tiers.last?.marks.first?.hasContent(of: mark) == true)
  }
}
