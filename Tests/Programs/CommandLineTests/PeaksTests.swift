// PeaksTests.swift
// barline-cli peaks: its files are read by a decoder of a few lines, from audiowaveform's documentation.

import Foundation
import TestSupport
import Testing

@Suite struct PeaksTests {
  let folder = TestFolder()

  private struct Dat: Equatable {
    var version = 0, flags = 0, sampleRate = 0, framesPerPixel = 0, length = 0, channels = 1
    var values: [Int] = []

    init(_ bytes: [UInt8]) {
      func int(_ offset: Int) -> Int { (0..<4).reduce(0) { $0 | Int(bytes[offset + $1]) << (8 * $1) } }
      guard bytes.count >= 24 else { return }
      (version, flags, sampleRate, framesPerPixel, length) = (int(0), int(4), int(8), int(12), int(16))
      channels = version == 2 ? int(20) : 1
      let data = Array(bytes[(version == 2 ? 24 : 20)...])
      if flags & 1 == 1 {
        values = data.map { Int(Int8(bitPattern: $0)) }
      } else {
        values = stride(from: 0, to: data.count - 1, by: 2).map {
          Int(Int16(bitPattern: UInt16(data[$0]) | UInt16(data[$0 + 1]) << 8))
        }
      }
    }
  }

  /// Three frames of two channels: means 50, −1 (−3 / 2), 32,767.
  private let stereo: [Int16] = [100, 0, -1, -2, 32_767, 32_767]

  @Test func `channels are mixed towards zero`() {
    let path = folder.write(WaveFile(stereo, channels: 2, rate: 44_100).bytes, as: "a.wav")
    let before = folder.bytes("a.wav")
    let outcome = Program.run(
      "peaks", path, "-o", folder.path + "/a.dat", "--frames-per-pixel", "2", in: folder)
    #expect(outcome.status == 0 && outcome.errors.isEmpty && outcome.output.isEmpty)
    let dat = Dat(folder.bytes("a.dat"))
    #expect(dat.version == 1 && dat.flags == 0 && dat.sampleRate == 44_100 && dat.framesPerPixel == 2)
    #expect(dat.length == 2 && dat.values == [-1, 50, 32_767, 32_767])
    #expect(folder.bytes("a.wav") == before)
    #expect(folder.names == ["a.dat", "a.wav"])
  }

  @Test func `split channels stay apart`() {
    let path = folder.write(WaveFile(stereo, channels: 2).bytes, as: "a.wav")
    let out = folder.path + "/a.dat"
    #expect(
      Program.run("peaks", path, "-o", out, "--frames-per-pixel", "2", "--split-channels", in: folder).status
        == 0)
    let dat = Dat(folder.bytes("a.dat"))
    #expect(dat.version == 2 && dat.channels == 2 && dat.length == 2)
    #expect(dat.values == [-1, 100, -2, 0, 32_767, 32_767, 32_767, 32_767])
  }

  @Test func `8 bits are the upper ones, towards zero`() {
    let path = folder.write(WaveFile([-255, 256, -32_768, 32_767, -256, -257]).bytes, as: "a.wav")
    let out = folder.path + "/a.dat"
    #expect(
      Program.run("peaks", path, "--output", out, "--frames-per-pixel", "2", "--bits", "8", in: folder).status
        == 0)
    let dat = Dat(folder.bytes("a.dat"))
    #expect(dat.flags == 1 && dat.values == [0, 1, -128, 127, -1, -1])
  }

  @Test func `JSON is byte for byte that of audiowaveform`() {
    let path = folder.write(WaveFile([5, -3, 700]).bytes, as: "a.wav")
    #expect(Program.run("peaks", path, "-o", folder.path + "/a.json", in: folder).status == 0)
    let expected =
      #"{"version":2,"channels":1,"sample_rate":8000,"samples_per_pixel":256,"bits":16,"length":1,"data":[-3,700]}"#
    #expect(String(decoding: folder.bytes("a.json"), as: UTF8.self) == expected + "\n")
  }

  @Test func `what is read is never written`() {
    let path = folder.write(WaveFile([1, 2, 3]).bytes, as: "a.dat")
    let before = folder.bytes("a.dat")
    symlink(path, folder.path + "/b.dat")
    link(path, folder.path + "/c.dat")
    for out in ["a.dat", "b.dat", "c.dat"] {
      let outcome = Program.run("peaks", path, "-o", folder.path + "/" + out, in: folder)
      #expect(outcome.status == 4)
      #expect(
        outcome.errorLines == [
          "barline-cli: \(folder.path)/\(out): cannot be written: it is the file that is read"
        ])
    }
    #expect(folder.bytes("a.dat") == before)
  }

  @Test func `a failure leaves nothing behind, and what was there`() {
    let bad = folder.write(Array("text".utf8), as: "bad.wav")
    _ = folder.write([1, 2, 3], as: "old.dat")
    let outcome = Program.run("peaks", bad, "-o", folder.path + "/old.dat", in: folder)
    #expect(outcome.status == 1 && outcome.errorLines.count == 1)
    #expect(folder.bytes("old.dat") == [1, 2, 3])
    #expect(folder.names == ["bad.wav", "old.dat"])
    let good = folder.write(WaveFile([1, 2, 3]).bytes, as: "good.wav")
    #expect(Program.run("peaks", good, "-o", folder.path + "/no/where.dat", in: folder).status == 4)
    #expect(folder.names == ["bad.wav", "good.wav", "old.dat"])
  }
}
