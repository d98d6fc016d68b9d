// SpectrographTests.swift
// Levels against a plain discrete Fourier transform in double precision, and the columns that are made of transforms.

import Glibc
import Testing
import WaveformCore

@testable import Spectral

/// A transform as it is defined, number by number.
private enum Reference {
  /// The power of each bin, 1 for a sine at full scale.
  static func powers(_ samples: [Float], _ format: SpectrumFormat, transform: Int, bins: [Int]) -> [Double] {
    let weights = format.weights, sum = weights.reduce(0, +), first = transform * format.hop - format.size / 2
    return bins.map { bin in
      var (re, im) = (0.0, 0.0)
      for index in 0..<format.size where samples.indices.contains(first + index) {
        let value = Double(samples[first + index]) * weights[index]
        let angle = 2 * Double.pi * Double(bin * index % format.size) / Double(format.size)
        re += value * cos(angle)
        im -= value * sin(angle)
      }
      return 4 * (re * re + im * im) / (sum * sum)
    }
  }
}

private func noise(_ count: Int, level: Float, seed: UInt64 = 1) -> [Float] {
  var state = seed
  return (0..<count).map { _ in
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return level * (Float(state >> 40) / Float(1 << 23) - 1)
  }
}

private func sine(_ count: Int, cycles: Double, of size: Int, level: Double = 0) -> [Float] {
  (0..<count).map { Float(pow(10, level / 20) * sin(2 * .pi * cycles * Double($0) / Double(size) + 0.3)) }
}

/// The powers of one transform as a spectrograph gives them.
private func powers(
  _ samples: [Float], _ format: SpectrumFormat, _ transforms: Range<Int>,
  _ kernels: SpectralKernels = .best
) -> [Float] {
  let frames = format.frames(of: transforms)
  let plane = SpectrumNumbers(frames.count), result = SpectrumNumbers(format.columnNumbers)
  for frame in frames where samples.indices.contains(frame) {
    plane.first[frame - frames.lowerBound] = samples[frame]
  }
  Spectrograph(format, kernels).fold(transforms, of: plane.first, from: frames.lowerBound, into: result.first)
  return (0..<format.bins).map { result.first[$0] }
}

/// The energies of its bands.
private func bands(
  _ samples: [Float], _ format: SpectrumFormat, _ transforms: Range<Int>, _ kernels: SpectralKernels = .best
) -> [Float] {
  let frames = format.frames(of: transforms)
  let plane = SpectrumNumbers(frames.count), result = SpectrumNumbers(format.columnNumbers)
  for frame in frames where samples.indices.contains(frame) {
    plane.first[frame - frames.lowerBound] = samples[frame]
  }
  Spectrograph(format, kernels).fold(transforms, of: plane.first, from: frames.lowerBound, into: result.first)
  return SpectralBand.allCases.map { result.first[format.paddedBins + $0.rawValue] }
}

/// The whole of a sound as the builder makes it in order.
func pyramid<Sample: PeakSample>(
  _ samples: [Sample], _ format: SpectrumFormat, channels: Int = 1, block: Int = 5000,
  budget: Int = SpectrogramPyramid.defaultBudget
) -> SpectrogramPyramid {
  let pyramid = SpectrogramPyramid(format, channels: channels, budget: budget)
  let builder = SpectrogramBuilder<Sample>(pyramid)
  samples.withUnsafeBufferPointer { samples in
    for first in stride(from: 0, to: samples.count / channels, by: block) {
      builder.append(
        samples.baseAddress! + first * channels, frames: min(block, samples.count / channels - first))
    }
  }
  builder.finish()
  return pyramid
}

@Suite struct SpectrographTests {
  private static let windows = SpectrumWindow.allCases

  @Test(arguments: windows) func `levels are those of a transform in double precision`(window: SpectrumWindow)
  {
    for (size, overlap) in [(64, 2), (256, 4), (2048, 2), (4096, 8)] {
      let format = SpectrumFormat(size: size, overlap: overlap, window: window)
      let bins = stride(from: 0, to: format.bins, by: max(1, size / 64)).map(\.self)
      // Noise from loud to so faint that bins are at −120 dB.
      for level in [1, 0.01, 3e-5] as [Float] {
        let samples = noise(3 * size, level: level)
        for transform in [0, overlap, 2 * overlap] {
          let found = powers(samples, format, transform..<transform + 1)
          let wanted = Reference.powers(samples, format, transform: transform, bins: bins)
          for (bin, power) in zip(bins, wanted) where power > 1e-12 {
            let difference = 10 * log10(Double(found[bin]) / power)
            #expect(difference.magnitude < 1e-3, "\(size)/\(overlap), bin \(bin), \(10 * log10(power)) dB")
          }
        }
      }
    }
  }

  @Test(arguments: windows) func `a sine at full scale in a bin's middle is 0 dB`(window: SpectrumWindow) {
    let format = SpectrumFormat(size: 1024, overlap: 2, window: window)
    for bin in [8, 100, 255, 500] {
      let found = powers(sine(4096, cycles: Double(bin), of: 1024), format, 3..<4)
      #expect((10 * log10(Double(found[bin]))).magnitude < 1e-3)
      #expect(found.indices.max { found[$0] < found[$1] } == bin)
      // Far from it there is nothing above the side lobes of the window.
      let floor: Double = window == .hann ? -90 : -88
      for other in found.indices where abs(other - bin) > 40 {
        #expect(10 * log10(Double(found[other]) + 1e-30) < floor, "\(window), \(bin), \(other)")
      }
    }
  }

  @Test func `beside a sine at full scale levels are right down to −80 dB`() {
    let format = SpectrumFormat(size: 2048, overlap: 2, window: .blackmanHarris)
    let loud = sine(8192, cycles: 100, of: 2048), faint = sine(8192, cycles: 700.25, of: 2048, level: -75)
    let samples = zip(loud, faint).map { $0 + $1 }
    let found = powers(samples, format, 3..<4)
    for (bin, power) in zip(
      699...702, Reference.powers(samples, format, transform: 3, bins: Array(699...702)))
    where power > 1e-8 {
      #expect((10 * log10(Double(found[bin]) / power)).magnitude < 1e-3)
    }
  }

  @Test func `bands are the sums of their bins, of the loudest transform of each`() {
    for (size, rate) in [(64, 44_100), (256, 8000), (1024, 48_000), (2048, 44_100)] {
      let format = SpectrumFormat(size: size, overlap: 2, window: .hann, sampleRate: rate)
      let samples = noise(6 * size, level: 0.5)
      // In whole parts of 1 / (2 · size) Hz, of which a bin, which reaches halfway to its neighbours, has twice the rate.
      let bins = (0...size / 2).map { (2 * $0 - 1) * rate..<(2 * $0 + 1) * rate }
      let ranges = SpectralBand.allCases.map {
        Int($0.range.low) * 2 * size..<Int($0.range.high) * 2 * size
      }
      let alone = (2..<6).map { transform -> [Double] in
        let powers = powers(samples, format, transform..<transform + 1)
        return ranges.map { band in
          zip(powers, bins).reduce(0) { sum, each in
            // There is nothing below 0 Hz.
            let bin = each.1.clamped(to: 0..<Int.max)
            return sum + Double(each.0) * Double(bin.clamped(to: band).count) / Double(bin.count)
          }
        }
      }
      let found = bands(samples, format, 2..<6)
      for band in SpectralBand.allCases.map(\.rawValue) {
        let wanted = alone.map { $0[band] }.max()!
        #expect((Double(found[band]) - wanted).magnitude <= wanted * 1e-4, "\(size), \(band)")
      }
      #expect(bands(samples, format, 2..<6, .plain) == bands(samples, format, 2..<6, .wide ?? .plain))
    }
  }

  @Test func `a tone is in its band`() {
    let format = SpectrumFormat(size: 2048, overlap: 2, window: .hann, sampleRate: 44_100)
    for (hertz, band) in [(60.0, 0), (200, 0), (300, 1), (2300, 1), (2700, 2), (15_000, 2)] {
      let found = bands(sine(8192, cycles: hertz, of: 44_100), format, 3..<4)
      // All of its main lobe: the noise bandwidth of Hann's window is 1.5 bins.
      #expect((10 * log10(Double(found[band]) / 1.5)).magnitude < 0.1, "\(hertz)")
      for other in found.indices where other != band { #expect(found[other] < 1e-3 * found[band]) }
    }
  }

  @Test func `a column is the largest of its transforms, however many they are`() {
    let format = SpectrumFormat(size: 256, overlap: 4, window: .hann)
    let samples = noise(4096, level: 0.5)
    for count in 1...7 {
      let together = powers(samples, format, 5..<5 + count)
      let alone = (5..<5 + count).map { powers(samples, format, $0..<$0 + 1) }
      for bin in 0..<format.bins {
        let largest = alone.map { $0[bin] }.max()!
        #expect((together[bin] - largest).magnitude <= largest * 1e-5 + 1e-12)
      }
    }
  }

  @Test func `steps are the nearest ones to levels`() {
    let format = SpectrumFormat(size: 64, overlap: 1, window: .hann), spectrograph = Spectrograph(format)
    let powers = SpectrumNumbers(format.columnNumbers)
    var steps = [UInt8](repeating: 7, count: format.columnSteps + 1)
    var level = -200.0
    while level < 30 {
      for bin in 0..<format.bins { powers.first[bin] = Float(pow(10, (level + Double(bin) * 0.01) / 10)) }
      spectrograph.steps(powers.first, into: &steps)
      for bin in 0..<format.bins {
        let exact = 10 * log10(Double(powers.first[bin]))
        let step = Double(steps[bin])
        let unbounded = (exact - SpectrumStep.lowest) * 2 + 1
        #expect((step - min(max(unbounded, 0), 255)).magnitude < 0.5 + 1e-3, "\(exact) dB")
      }
      #expect(steps[format.columnSteps] == 7, "nothing behind the last band is written")
      level += 0.33
    }
    powers.first.update(repeating: 0, count: format.bins)
    spectrograph.steps(powers.first, into: &steps)
    #expect(steps.dropLast().allSatisfy { $0 == 0 })
  }

  @Test func `what is no number is silence, and so is what is too faint to be a normal number`() {
    let spectrograph = Spectrograph(SpectrumFormat(size: 64, overlap: 1, window: .hann))
    for (sample, wanted) in [
      (Float.nan, 0), (.infinity, 0), (1e-30, 0), (-1e-12, 0), (0.25, 0.25), (-1e-8, -1e-8), (-0.0, 0),
    ] as [(Float, Float)] {
      let plane = SpectrumNumbers(3)
      [sample, 0.5, sample].withUnsafeBufferPointer {
        spectrograph.takeIn($0.baseAddress!, count: 3, step: 1, into: plane.first)
      }
      #expect(plane.first[0] == wanted && plane.first[1] == 0.5 && plane.first[2] == wanted)
    }
  }

  @Test(arguments: 1...3) func `samples of one channel are taken in`(channels: Int) {
    let spectrograph = Spectrograph(SpectrumFormat(size: 64, overlap: 1, window: .hann))
    for count in 1...40 {
      let samples = (0..<count * channels).map { Int16(truncatingIfNeeded: $0 &* 7919 &- 30_000) }
      for channel in 0..<channels {
        let plane = SpectrumNumbers(count)
        samples.withUnsafeBufferPointer {
          spectrograph.takeIn($0.baseAddress! + channel, count: count, step: channels, into: plane.first)
        }
        for index in 0..<count {
          #expect(plane.first[index] == Float(samples[index * channels + channel]) / 32_768)
        }
      }
    }
  }

  @Test func `both ways of the inner loops give the same bits`() throws {
    guard let wide = SpectralKernels.wide else { return }
    for window in Self.windows {
      let format = SpectrumFormat(size: 512, overlap: 2, window: window)
      let samples = noise(4096, level: 1)
      let found = [SpectralKernels.plain, wide].map { powers(samples, format, 2..<7, $0).map(\.bitPattern) }
      #expect(found[0] == found[1])
    }
  }
}

@Suite struct SpectrumFormatTests {
  @Test func `a column has the transforms whose centres lie in it, and each transform has one column`() {
    for framesPerPixel in [0.3, 1, 100.5, 127.9, 128, 500.25, 4096] {
      for length in [1, 127, 128, 129, 5000, 5121] {
        let format = SpectrumFormat(size: 256, overlap: 2, window: .hann)
        let grid = PixelGrid(framesPerPixel: framesPerPixel)
        let columns = grid.pixel(ofFrame: length - 1) + 3
        var seen: [Int] = []
        for column in -2..<columns {
          let range = format.transforms(ofColumn: column, of: grid, length: length)
          let frames = grid.frames(ofPixel: column).clamped(toLength: length)
          let inside = (0..<format.count(length: length)).filter { frames.contains($0 * format.hop) }
          if inside.isEmpty {
            #expect(range.count <= 1)
            // The nearest centre, for columns within the recording.
            let middle = (Double(column) + 0.5) * framesPerPixel
            if middle >= 0, middle < Double(length), let found = range.first {
              let distance = (Double(found * format.hop) - middle).magnitude
              for other in 0..<format.count(length: length) {
                #expect((Double(other * format.hop) - middle).magnitude >= distance)
              }
            }
          } else {
            #expect(Array(range) == inside)
          }
          seen += inside
        }
        #expect(seen == Array(0..<format.count(length: length)))
      }
    }
  }

  @Test func `windows are symmetric about their centre, which weighs 1`() {
    for window in SpectrumWindow.allCases {
      let weights = SpectrumFormat(size: 128, overlap: 2, window: window).weights
      #expect((weights[64] - 1).magnitude < 1e-12)
      for offset in 1..<64 { #expect((weights[64 + offset] - weights[64 - offset]).magnitude < 1e-12) }
      #expect(weights[0] < 1e-4)
    }
  }
}
