// StretchSpectrumTests.swift
// Spectra of stretches against a plain discrete Fourier transform in double precision.

import Glibc
import Testing
import WaveformCore

@testable import Spectral

struct StretchSpectrumTests {
  private let format = SpectrumFormat(size: 256, overlap: 4, window: .hann)

  /// Two channels of noise, in which 0.2 s are louder.
  private let samples: [Float] = {
    var state: UInt64 = 7
    return (0..<2 * 3000).map { index in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let level: Float = (2000..<2400).contains(index) ? 0.5 : 0.01
      return level * (Float(state >> 40) / Float(1 << 23) - 1)
    }
  }()

  private func spectrum(_ frames: Range<Int>, channels: [Int] = [0, 1], block: Int = 1000) -> StretchSpectrum?
  {
    let analyzer = StretchAnalyzer(format, channels: channels)
    for first in stride(from: frames.lowerBound, to: frames.upperBound, by: block) {
      let part = first..<min(first + block, frames.upperBound)
      analyzer.append(
        SampleSlice(
          range: part, channels: 2, samples: Array(samples[2 * part.lowerBound..<2 * part.upperBound])))
    }
    return analyzer.spectrum(sampleRate: 8000)
  }

  @Test func `mean and peak of all windows and channels are those of a plain transform`() throws {
    let frames = 100..<2900
    let found = try #require(spectrum(frames))
    let starts = Array(stride(from: frames.lowerBound, through: frames.upperBound - 256, by: format.hop))
    #expect(found.count == starts.count && found.step == 31.25)
    let weights = format.weights, total = weights.reduce(0, +)
    for bin in [0, 1, 17, 64, 127, 128] {
      var powers: [Double] = []
      for start in starts {
        for channel in 0..<2 {
          var (re, im) = (0.0, 0.0)
          for index in 0..<256 {
            let value = Double(samples[2 * (start + index) + channel]) * weights[index]
            re += value * cos(2 * .pi * Double(bin * index) / 256)
            im -= value * sin(2 * .pi * Double(bin * index) / 256)
          }
          powers.append(4 * (re * re + im * im) / (total * total))
        }
      }
      let mean = 10 * log10(powers.reduce(0, +) / Double(powers.count))
      #expect(abs(found.mean[bin] - mean) < 1e-3, "bin \(bin)")
      #expect(abs(found.peak[bin] - 10 * log10(powers.max()!)) < 1e-3, "bin \(bin)")
    }
  }

  @Test(arguments: [1, 63, 255, 257, 2800]) func `blocks make no difference`(block: Int) throws {
    let one = try #require(spectrum(100..<2900)), other = try #require(spectrum(100..<2900, block: block))
    #expect(one.count == other.count)
    // The windows are paired differently.
    for bin in one.mean.indices {
      #expect(abs(one.mean[bin] - other.mean[bin]) < 1e-3 && abs(one.peak[bin] - other.peak[bin]) < 1e-3)
    }
  }

  @Test func `channels that do not count do not`() throws {
    let left = try #require(spectrum(0..<1000, channels: [0])), both = try #require(spectrum(0..<1000))
    #expect(left.mean != both.mean)
    #expect(zip(left.peak, both.peak).allSatisfy { $0 <= $1 + 1e-3 })
  }

  @Test func `a tone at full scale is 0 dB, in a stretch that is shorter than a window too`() throws {
    let whole = StretchAnalyzer.frames(for: 1000..<1001, of: format)
    #expect(whole.count == 256 && abs(whole.lowerBound + whole.upperBound - 2001) <= 1, "one middle")
    #expect(StretchAnalyzer.frames(for: 10..<300, of: format) == 10..<300)
    let analyzer = StretchAnalyzer(format, channels: [0])
    #expect(analyzer.spectrum(sampleRate: 8000) == nil)
    analyzer.append(
      SampleSlice(
        range: whole, channels: 1, samples: whole.map { Float(sin(2 * .pi * 32 * Double($0) / 256)) }))
    let found = try #require(analyzer.spectrum(sampleRate: 8000))
    #expect(found.loudestBin == 32 && abs(found.mean[32]) < 1e-3)
    // The largest power is kept in single precision; below is what two windows at once leave of each other.
    #expect(zip(found.mean, found.peak).allSatisfy { $0 < -120 || abs($0 - $1) < 1e-4 })
    #expect(found.bin(of: 1010) == 32 && found.bin(of: 1e9) == 128 && found.bin(of: -1) == 0)
    let lines = found.csv.split(separator: "\n")
    #expect(lines.count == 130 && lines[0] == "frequency_hz,mean_db,peak_db")
    #expect(lines[33] == "1000.00,0.00,0.00" || lines[33] == "1000.00,-0.00,-0.00")
  }

  @Test(arguments: [16.0, 16.2, 16.5, 16.9, 40.37]) func `the loudest frequency lies between bins`(
    place: Double
  ) throws {
    let analyzer = StretchAnalyzer(format, channels: [0])
    analyzer.append(
      SampleSlice(
        range: 0..<256, channels: 1, samples: (0..<256).map { Float(sin(2 * .pi * place * Double($0) / 256)) }
      ))
    let found = try #require(analyzer.spectrum(sampleRate: 8000))
    #expect(abs(found.loudestFrequency / found.step - place) < 1.0 / 30)
  }

  @Test func `silence and what is not a number have no level`() throws {
    let analyzer = StretchAnalyzer(format, channels: [0])
    analyzer.append(
      SampleSlice(range: 0..<256, channels: 1, samples: (0..<256).map { $0 % 2 == 0 ? .nan : .infinity }))
    analyzer.append(silence: 64)
    let found = try #require(analyzer.spectrum(sampleRate: 8000))
    #expect(found.count == 2 && found.mean.allSatisfy { $0 == -.infinity })
    #expect(found.csv.contains("1000.00,-200.00,-200.00"))
    analyzer.append(
      SampleSlice(
        range: 0..<512, channels: 1, samples: (0..<512).map { $0 % 2 == 0 ? 3e38 : -.greatestFiniteMagnitude }
      ))
    let huge = try #require(analyzer.spectrum(sampleRate: 8000))
    #expect(huge.peak.allSatisfy { $0 < 130 } && huge.peak[128] > 119)
    #expect(huge.csv.split(separator: "\n").count == 130)
  }

  @Test func `held peaks only rise`() throws {
    let loud = try #require(spectrum(950..<1250)), faint = try #require(spectrum(100..<400))
    let held = faint.holding(loud)
    #expect(held.mean == faint.mean && held.peak == zip(loud.peak, faint.peak).map(max))
    #expect(held.peak != faint.peak)
  }
}
