// AudiowaveformTakerTests.swift
// Floats of lossy formats become 16 bits eight at a time, but where something is not a number one by one: no sample
// may tell which way it went.

import Testing

@testable import AudioFormats
@testable import Recording

@Suite struct AudiowaveformTakerTests {
  private static let length = 3 * 2048 + 5

  /// The samples as two equal numbers each, and how many were not finite.
  private func reduce(_ samples: [Float]) -> (values: [Int16], nonFinite: Int) {
    let description = AudioDescription(
      container: .ogg, encoding: Encoding(.vorbis), layout: .usual(1), sampleRate: 8000, framesPromised: nil,
      isFloat: true, isLossy: true, seeking: .exact, byteCount: 1)
    // Two samples are the fewest for a bin: each one twice.
    let empty = AudiowaveformBuilder(channels: 1, sampleRate: 8000, framesPerPixel: 2, splitChannels: true)
    let taker = AudiowaveformTaker<Float>(empty, description)
    let twice = samples.flatMap { [$0, $0] }
    let part = twice.withUnsafeBufferPointer { taker.reduce($0.baseAddress!, runs: samples.count, from: 0) }
    taker.append(part)
    taker.finish()
    return (taker.peaks!.values, taker.nonFiniteSamples)
  }

  /// By the definition: times 32,767, to the nearest even number, no further than full scale.
  private func rounded(_ sample: Float) -> Int16 {
    if sample.isNaN { return 0 }
    let value = Double(sample * 32_767).rounded(.toNearestOrEven)
    return Int16(max(-32_768, min(32_767, value)))
  }

  private func expectEqual(_ samples: [Float], _ what: Comment) {
    let found = reduce(samples)
    let wanted = samples.flatMap { [rounded($0), rounded($0)] }
    let first = zip(found.values, wanted).enumerated().first { $1.0 != $1.1 }
    #expect(
      found.values.count == wanted.count && first == nil, "\(what), the first: \(String(describing: first))")
    #expect(found.nonFinite == 2 * samples.count { !$0.isFinite }, what)
  }

  /// Halves, and their neighbours, from −1 to 1.
  private let samples: [Float] = (0..<length).map { index in
    let half = (Float(index * 21 % 65_535) - 32_767 + 0.5) / 32_767
    return [half, half.nextUp, half.nextDown, -half][index % 4]
  }

  @Test func `finite samples are rounded to the even neighbour`() { expectEqual(samples, "finite") }

  @Test func `what is beyond full scale stops there, in both directions`() {
    let beyond: [Float] = [
      1, -1, 1.000_01, -1.000_01, 1.000_03, -1.000_03, -1.000_06, 1.5, -1.5, 2, -2, 300, -300, 1e9, -1e9,
      3e38, -3e38,
    ]
    var loud = samples
    for index in loud.indices { loud[index] = beyond[index % beyond.count] }
    expectEqual(loud, "loud")
    expectEqual(Array(loud.prefix(7)), "fewer than eight")
  }

  @Test(arguments: [Float.nan, .infinity, -.infinity, .signalingNaN])
  func `one that is no number changes none of the others`(odd: Float) {
    for place in [0, 3, 8, 1023, 1024, 1500, 2047, 2048, 3333, Self.length - 6, Self.length - 1] {
      var samples = samples
      samples[place] = odd
      samples[(place + 700) % Self.length] = 1.5
      expectEqual(samples, "\(odd) at \(place)")
    }
  }
}
