// WaveFileTests.swift
// The tests' own writer of WAV files, read by libsndfile: what it writes can judge others.

import TestSupport
import Testing

@Suite struct WaveFileTests {
  let folder = TestFolder()

  @Test(arguments: [WaveFile.Form.riff, .rf64], [1, 2, 3])
  func `libsndfile reads the samples of every form and coding`(form: WaveFile.Form, channels: Int) {
    let samples = TestMedia.noise(frames: 1001, channels: channels)
    for bits in [16, 24, 32] {
      for isFloat in bits == 32 ? [false, true] : [false] {
        let data = samples.flatMap {
          isFloat
            ? little(Int((Float($0) / 32_768).bitPattern)) : little(Int($0) << (bits - 16), bits / 8)
        }
        for isExtended in [false, true] {
          var wave = WaveFile(data: data, bits: bits, channels: channels, rate: 11_025)
          wave.form = form
          if isFloat { wave.tag = 3 }
          if isExtended { wave.extended = (usedBits: bits, speakers: 0) }
          wave.after = [.list("INFO", [RIFFChunk("INAM", Array("odd\0\0".utf8))])]
          let path = folder.write(wave.bytes, as: "a.wav")
          let isEqual = TestSound.decodeFloat(path) == samples.map { Float($0) / 32_768 }
          #expect(isEqual, "\(bits) bits, float: \(isFloat), extended: \(isExtended)")
          #expect(TestSound.sampleRate(path) == 11_025)
        }
      }
    }
  }

  @Test func `16 bits are those of the shorter way, and the head ends where samples begin`() {
    let samples: [Int16] = [0, 1, -1, .max, .min]
    let wave = WaveFile(samples)
    #expect(wave.head.count == 44 && Array(wave.bytes[..<44]) == wave.head)
    #expect(wave.bytes == WaveFile(data: samples.flatMap { little(Int($0), 2) }, bits: 16).bytes)
    #expect(wave.bytes[44...].elementsEqual([0, 0, 1, 0, 0xFF, 0xFF, 0xFF, 0x7F, 0, 0x80]))
  }
}
