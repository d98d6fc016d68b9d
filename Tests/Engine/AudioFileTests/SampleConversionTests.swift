// SampleConversionTests.swift
// Samples of 24 and 32 bits as 16 bits and as numbers: the values of one sample after the other, for every length, at
// every address, in both ways in which the loops are compiled. (In debug builds both are compiled alike; `.ci/run`
// compares what the programs write.)

import SystemPackage
import TestSupport
import Testing
import WaveformCore

@testable import AudioFormats

@Suite struct SampleConversionTests {
  private static let kernels = [SampleKernels.plain] + (SampleKernels.wide.map { [$0] } ?? [])

  /// Bytes that look random; none behind the last sample may be read, so the memory ends there.
  private func bytes(_ count: Int, seed: UInt64) -> [UInt8] {
    var random = RandomNumbers(seed: seed)
    return (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next() >> 20) }
  }

  /// A sample of `size` bytes as the upper bits of 32.
  private func sample(_ bytes: ArraySlice<UInt8>, isSwapped: Bool) -> Int32 {
    let upwards = isSwapped ? bytes.reversed() : Array(bytes)
    return upwards.reduce(Int32(0)) { ($0 >> 8 & 0x00FF_FFFF) | Int32(bitPattern: UInt32($1) << 24) }
  }

  @Test(arguments: [3, 4], [false, true])
  func `every length and address gives the values of single samples`(size: Int, isSwapped: Bool) {
    for kernels in Self.kernels {
      for count in Array(0...70) + [1023, 4099] {
        for offset in [0, 1, 2, 3, 5, 7, 15] {
          let all = bytes(offset + count * size, seed: UInt64(count * 16 + offset))
          let wide = (0..<count).map {
            sample(all[(offset + $0 * size)..<(offset + ($0 + 1) * size)], isSwapped: isSwapped)
          }
          // The last number must stay.
          var integers = [Int16](repeating: 77, count: count + 1)
          var numbers = [Float](repeating: 77, count: count + 1)
          all.withUnsafeBytes {
            let from = $0.baseAddress! + offset
            if size == 3 {
              kernels.upperOf24(from, count, isSwapped, &integers)
              kernels.numbersOf24(from, count, isSwapped, &numbers)
            } else {
              kernels.upperOf32(from, count, isSwapped, &integers)
              kernels.numbersOf32(from, count, isSwapped, &numbers)
            }
          }
          #expect(integers == wide.map { Int16($0 >> 16) } + [77], "\(count) at \(offset)")
          #expect(
            numbers.map(\.bitPattern) == (wide.map { Float($0) / 0x1p31 } + [77]).map(\.bitPattern),
            "\(count) at \(offset)")
        }
      }
    }
  }

  @Test func `each encoding has its own byte order and width`() {
    let all: [UInt8] = [0x12, 0x34, 0x56, 0x80, 0xFF, 0x01, 0x7F, 0x00, 0x9C, 0xAB, 0xCD, 0xEF]
    func converted(_ encoding: SampleEncoding) -> [Int16] {
      var out = [Int16](repeating: 0, count: 12 / encoding.byteCount)
      all.withUnsafeBytes { SampleConversion.convert($0.baseAddress!, encoding, out.count, into: &out) }
      return out
    }
    #expect(converted(.s24le) == [0x5634, 0x01FF, -0x6400, -0x1033])
    #expect(converted(.s24be) == [0x1234, -0x7F01, 0x7F00, -0x5433])
    #expect(converted(.s32le) == [-0x7FAA, 0x007F, -0x1033])
    #expect(converted(.s32be) == [0x1234, -0x00FF, -0x6355])
  }

  @Test func `sums of stereo are those of single frames`() {
    var random = RandomNumbers(seed: 3)
    for kernels in Self.kernels {
      for frames in [16, 48, 256] {
        for bins in [1, 2, 5, 16] {
          let samples = (0..<2 * frames * bins).map { _ in
            random.below(8) == 0
              ? .min : random.below(8) == 0 ? .max : Int16(truncatingIfNeeded: random.next())
          }
          var room = [SIMD16<Int32>](repeating: .zero, count: bins)
          samples.withUnsafeBytes { kernels.scanSums($0.baseAddress!, bins, frames, &room) }
          kernels.foldSums(&room, bins)
          for bin in 0..<bins {
            let sums = (bin * frames..<(bin + 1) * frames).map {
              Int32(samples[2 * $0]) + Int32(samples[2 * $0 + 1])
            }
            #expect(room[bin][0] == sums.min()! && room[bin][1] == sums.max()!, "\(bins) bins of \(frames)")
          }
        }
      }
    }
  }
}
