// NUTStreamTests.swift
// What ffmpeg writes into a pipe, taken apart: all samples, each block at its time, and nothing that is damaged on the way
// ends the process.

import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import AudioFormats

@Suite struct NUTStreamTests {
  let folder = TestFolder()

  /// What came out of a stream.
  struct Found {
    var starts: [(start: Int, frames: Int)] = []
    var samples: [UInt8] = []
    var isWhole = false
  }

  static func parse(_ bytes: [UInt8], bytesPerFrame: Int) -> Found {
    var found = Found()
    var nut = NUTStream()
    var place = 0
    func next(_ wanted: UnsafeMutableRawBufferPointer) -> Bool {
      guard wanted.count <= bytes.count - place else { return false }
      wanted.copyBytes(from: bytes[place..<place + wanted.count])
      place += wanted.count
      return true
    }
    while let block = nut.block(next) {
      #expect(block.byteCount >= 0)
      guard block.byteCount <= bytes.count - place else { return found }
      found.samples += bytes[place..<place + block.byteCount]
      found.starts.append((block.start, block.byteCount / bytesPerFrame))
      place += block.byteCount
    }
    found.isWhole = place == bytes.count
    return found
  }

  /// Noise as NUT, and as plain samples.
  private func written(
    _ encoding: String, channels: Int, rate: Int, frames: Int, _ options: [String] = []
  ) -> (nut: [UInt8], plain: [UInt8]) {
    let noise = TestMedia.noise(frames: frames, channels: channels)
    let path = TestMedia.encode(
      noise, channels: channels, sampleRate: rate, ["-c:a", "pcm_\(encoding)"] + options, as: "a.nut",
      in: folder)
    let plain = TestMedia.encode(
      noise, channels: channels, sampleRate: rate, ["-c:a", "pcm_\(encoding)", "-f", encoding],
      as: "a.raw-samples",
      in: folder)
    return (contents(path), contents(plain))
  }

  @Test(
    arguments: Campaign.part(
      3,
      of: [
        ("s16le", 1, 8000), ("s16le", 2, 44_100), ("s16le", 6, 48_000), ("s32le", 2, 96_000),
        ("f32le", 1, 11_025),
        ("f32le", 8, 192_000), ("f32le", 2, 22_050),
      ] as [(String, Int, Int)]))
  func `all samples come, each block at its time`(encoding: String, channels: Int, rate: Int) {
    let size = (encoding == "s16le" ? 2 : 4) * channels
    for frames in [1, 1000, 3 * rate + 7] {
      let (nut, plain) = written(encoding, channels: channels, rate: rate, frames: frames)
      let found = Self.parse(nut, bytesPerFrame: size)
      let isEqual = found.samples == plain
      #expect(isEqual && plain.count == frames * size, "\(frames): \(found.samples.count)")
      var expected = 0
      for (start, count) in found.starts {
        #expect(start == expected, "\(frames)")
        expected = start + count
      }
    }
  }

  @Test func `a hole between two packets is a hole between two times`() {
    let (nut, _) = written(
      "s16le", channels: 1, rate: 48_000, frames: 96_000,
      ["-af", "asetnsamples=480,aselect=not(between(n\\,50\\,99))"])
    let found = Self.parse(nut, bytesPerFrame: 2)
    let holes = zip(found.starts, found.starts.dropFirst()).filter { $0.start + $0.frames != $1.start }
    #expect(holes.count == 1)
    #expect(holes.first.map { [$0.0.start + $0.0.frames, $0.1.start] } == [24_000, 48_000])
  }

  @Test func `a stream may begin late`() {
    let (nut, plain) = written(
      "f32le", channels: 2, rate: 44_100, frames: 50_000, ["-output_ts_offset", "100000"])
    let found = Self.parse(nut, bytesPerFrame: 8)
    let isEqual = found.samples == plain
    #expect(isEqual && found.starts.first?.start == 100_000 * 44_100)
  }

  @Test func `every cut ends it, and gives nothing that was not there`() {
    let (nut, plain) = written("s16le", channels: 2, rate: 44_100, frames: 3000)
    for cut in 0..<nut.count {
      let found = Self.parse(Array(nut[..<cut]), bytesPerFrame: 4)
      #expect(plain.starts(with: found.samples), "\(cut)")
    }
  }

  @Test func `a damaged stream neither traps nor hangs`() {
    let seeds = [("s16le", 2, 44_100), ("f32le", 1, 48_000), ("s32le", 6, 96_000)].map {
      written($0, channels: $1, rate: $2, frames: 300).nut
    }
    feed(seeds, count: fuzzInputs / 2) { bytes in
      let found = Self.parse(bytes, bytesPerFrame: 4)
      #expect(found.samples.count <= bytes.count)
      return found.samples.count > 500
    }
    // Damage in the headers only, which are what is taken apart.
    var mutator = Mutator(seeds.map { Array($0.prefix(420)) }, seed: 77)
    var blocks = 0
    for _ in 0..<fuzzInputs / 2 {
      blocks += Self.parse(mutator.next() + seeds[0].dropFirst(420), bytesPerFrame: 4).starts.count
    }
    #expect(blocks > 0)
  }
}
