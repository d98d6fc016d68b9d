// XXH64Tests.swift
// The checksum against the reference implementation's own values (xxhsum's sanity check: its generator and results),
// and in pieces.

import Testing

@testable import HostIO

struct XXH64Tests {
  /// The bytes that the reference implementation checks itself with.
  private static let sanity: [UInt8] = {
    var generator: UInt64 = 2_654_435_761
    return (0..<4160).map { _ in
      defer { generator = generator &* 11_400_714_785_074_694_797 }
      return UInt8(generator >> 56)
    }
  }()

  @Test(
    arguments: [
      (0, 0, 0xEF46_DB37_51D8_E999), (0, 2_654_435_761, 0xAC75_FDA2_929B_17EF),
      (1, 0, 0xE934_A84A_DB05_2768), (1, 2_654_435_761, 0x5014_6076_43A9_B4C3),
      (4, 0, 0x9136_A0DC_A574_57EE), (14, 0, 0x8282_DCC4_994E_35C8),
      (14, 2_654_435_761, 0xC3BD_6BF6_3DEB_6DF0),
      (32, 0, 0x18B2_1649_2BB4_4B70), (33, 0, 0x55C8_DC3E_578F_5B59), (4160, 0, 0xEEE6_A4E2_AC95_2A5E),
      (222, 0, 0xB641_AE8C_B691_C174), (222, 2_654_435_761, 0x20CB_8AB7_AE10_C14A),
    ] as [(Int, UInt64, UInt64)])
  func `the reference implementation's values`(length: Int, seed: UInt64, hash: UInt64) {
    #expect(XXH64.of(Array(Self.sanity[..<length]), seed: seed) == hash)
  }

  @Test func `pieces change nothing`() {
    let whole = XXH64.of(Self.sanity)
    for piece in Array(1...100) + [1000, 4159] {
      var hash = XXH64()
      for first in stride(from: 0, to: Self.sanity.count, by: piece) {
        hash.add(Array(Self.sanity[first..<min(first + piece, Self.sanity.count)]))
      }
      #expect(hash.digest == whole, "\(piece)")
    }
  }

  @Test func `every bit counts`() {
    for length in [1, 7, 31, 32, 33, 63, 100] {
      var bytes = Array(Self.sanity[..<length])
      let hash = XXH64.of(bytes)
      for bit in 0..<length * 8 {
        bytes[bit / 8] ^= 1 << (bit % 8)
        #expect(XXH64.of(bytes) != hash)
        bytes[bit / 8] ^= 1 << (bit % 8)
      }
    }
  }
}
