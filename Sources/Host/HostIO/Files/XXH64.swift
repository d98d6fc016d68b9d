// XXH64.swift
// A checksum that finds accidental damage, not deliberate changes: XXH64 from its public specification ("xxHash fast
// digest algorithm", github.com/Cyan4973/xxHash/blob/dev/doc/xxhash_spec.md). A value; bytes may come in pieces.
//
// Sound: every load lies within the given buffer; loads are unaligned, because the pieces may be.

/// The XXH64 hash of a sequence of bytes.
package struct XXH64 {
  private static let prime1: UInt64 = 0x9E37_79B1_85EB_CA87
  private static let prime2: UInt64 = 0xC2B2_AE3D_27D4_EB4F
  private static let prime3: UInt64 = 0x1656_67B1_9E37_79F9
  private static let prime4: UInt64 = 0x85EB_CA77_C2B2_AE63
  private static let prime5: UInt64 = 0x27D4_EB2F_1656_67C5
  /// Bytes of one step: one word for each of four sums.
  private static let stripe = 32

  private let seed: UInt64
  private var sums: (UInt64, UInt64, UInt64, UInt64)
  /// Bytes that do not fill a stripe yet.
  private var rest: [UInt8] = []
  private var count: UInt64 = 0

  package init(seed: UInt64 = 0) {
    self.seed = seed
    sums = (seed &+ Self.prime1 &+ Self.prime2, seed &+ Self.prime2, seed, seed &- Self.prime1)
    rest.reserveCapacity(Self.stripe)
  }

  /// Takes in the bytes that follow.
  package mutating func add(_ bytes: UnsafeRawBufferPointer) {
    count &+= UInt64(bytes.count)
    var left = bytes[...]
    if !rest.isEmpty {
      let missing = left.prefix(Self.stripe - rest.count)
      rest += missing
      left = left.dropFirst(missing.count)
      guard rest.count == Self.stripe else { return }
      rest.withUnsafeBytes { sums = Self.mixed(sums, $0) }
      rest.removeAll(keepingCapacity: true)
    }
    let whole = left.count & ~(Self.stripe - 1)
    sums = Self.mixed(sums, UnsafeRawBufferPointer(rebasing: left.prefix(whole)))
    rest += left.dropFirst(whole)
  }

  package mutating func add(_ bytes: [UInt8]) { bytes.withUnsafeBytes { add($0) } }

  /// The hash of everything so far.
  package var digest: UInt64 {
    var hash: UInt64
    if count >= UInt64(Self.stripe) {
      hash =
        rotated(sums.0, 1) &+ rotated(sums.1, 7) &+ rotated(sums.2, 12) &+ rotated(sums.3, 18)
      for sum in [sums.0, sums.1, sums.2, sums.3] {
        hash = (hash ^ Self.round(0, sum)) &* Self.prime1 &+ Self.prime4
      }
    } else {
      hash = seed &+ Self.prime5
    }
    hash &+= count
    rest.withUnsafeBytes { bytes in
      var offset = 0
      while offset + 8 <= bytes.count {
        hash ^= Self.round(0, word(bytes, offset))
        hash = rotated(hash, 27) &* Self.prime1 &+ Self.prime4
        offset += 8
      }
      if offset + 4 <= bytes.count {
        let half = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
        hash ^= UInt64(half) &* Self.prime1
        hash = rotated(hash, 23) &* Self.prime2 &+ Self.prime3
        offset += 4
      }
      for byte in bytes[offset...] {
        hash ^= UInt64(byte) &* Self.prime5
        hash = rotated(hash, 11) &* Self.prime1
      }
    }
    hash = (hash ^ hash >> 33) &* Self.prime2
    hash = (hash ^ hash >> 29) &* Self.prime3
    return hash ^ hash >> 32
  }

  /// The hash of `bytes` alone.
  package static func of(_ bytes: [UInt8], seed: UInt64 = 0) -> UInt64 {
    var hash = XXH64(seed: seed)
    hash.add(bytes)
    return hash.digest
  }

  /// The four sums after whole stripes. In a function of its own, so that they stay in registers.
  @inline(never)
  private static func mixed(
    _ sums: (UInt64, UInt64, UInt64, UInt64), _ stripes: UnsafeRawBufferPointer
  ) -> (UInt64, UInt64, UInt64, UInt64) {
    var (a, b, c, d) = sums
    guard let base = stripes.baseAddress else { return sums }
    var position = base
    let end = base + (stripes.count & ~(stripe - 1))
    while position < end {
      a = round(a, UInt64(littleEndian: position.loadUnaligned(as: UInt64.self)))
      b = round(b, UInt64(littleEndian: (position + 8).loadUnaligned(as: UInt64.self)))
      c = round(c, UInt64(littleEndian: (position + 16).loadUnaligned(as: UInt64.self)))
      d = round(d, UInt64(littleEndian: (position + 24).loadUnaligned(as: UInt64.self)))
      position += stripe
    }
    return (a, b, c, d)
  }

  @inline(__always)
  private static func round(_ sum: UInt64, _ word: UInt64) -> UInt64 {
    rotated(sum &+ word &* prime2, 31) &* prime1
  }
}

@inline(__always)
private func rotated(_ word: UInt64, _ count: UInt64) -> UInt64 { word &<< count | word &>> (64 &- count) }

@inline(__always)
private func word(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt64 {
  UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
}
