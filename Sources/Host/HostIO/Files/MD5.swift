// MD5.swift
// The MD5 message digest (RFC 1321), by which FLAC tells whether its samples are still those that were encoded. It finds
// accidents, not attacks. A value; bytes may come in pieces.
//
// Sound: every load lies within the given buffer; loads are unaligned, because the pieces may be.

/// The MD5 digest of a sequence of bytes.
package struct MD5 {
  private static let block = 64
  /// Integer parts of 2³² · |sin(i + 1)|.
  private static let sines: [UInt32] = [
    0xd76a_a478, 0xe8c7_b756, 0x2420_70db, 0xc1bd_ceee, 0xf57c_0faf, 0x4787_c62a, 0xa830_4613, 0xfd46_9501,
    0x6980_98d8, 0x8b44_f7af, 0xffff_5bb1, 0x895c_d7be, 0x6b90_1122, 0xfd98_7193, 0xa679_438e, 0x49b4_0821,
    0xf61e_2562, 0xc040_b340, 0x265e_5a51, 0xe9b6_c7aa, 0xd62f_105d, 0x0244_1453, 0xd8a1_e681, 0xe7d3_fbc8,
    0x21e1_cde6, 0xc337_07d6, 0xf4d5_0d87, 0x455a_14ed, 0xa9e3_e905, 0xfcef_a3f8, 0x676f_02d9, 0x8d2a_4c8a,
    0xfffa_3942, 0x8771_f681, 0x6d9d_6122, 0xfde5_380c, 0xa4be_ea44, 0x4bde_cfa9, 0xf6bb_4b60, 0xbebf_bc70,
    0x289b_7ec6, 0xeaa1_27fa, 0xd4ef_3085, 0x0488_1d05, 0xd9d4_d039, 0xe6db_99e5, 0x1fa2_7cf8, 0xc4ac_5665,
    0xf429_2244, 0x432a_ff97, 0xab94_23a7, 0xfc93_a039, 0x655b_59c3, 0x8f0c_cc92, 0xffef_f47d, 0x8584_5dd1,
    0x6fa8_7e4f, 0xfe2c_e6e0, 0xa301_4314, 0x4e08_11a1, 0xf753_7e82, 0xbd3a_f235, 0x2ad7_d2bb, 0xeb86_d391,
  ]
  private static let shifts: [UInt32] = [7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21]

  private var state: (UInt32, UInt32, UInt32, UInt32) = (0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476)
  /// Bytes that do not fill a block yet.
  private var rest: [UInt8] = []
  private var count: UInt64 = 0

  package init() { rest.reserveCapacity(Self.block) }

  /// Takes in the bytes that follow.
  package mutating func add(_ bytes: UnsafeRawBufferPointer) {
    count &+= UInt64(bytes.count)
    var left = bytes[...]
    if !rest.isEmpty {
      let missing = left.prefix(Self.block - rest.count)
      rest += missing
      left = left.dropFirst(missing.count)
      guard rest.count == Self.block else { return }
      rest.withUnsafeBytes { state = Self.mixed(state, $0) }
      rest.removeAll(keepingCapacity: true)
    }
    let whole = left.count / Self.block * Self.block
    state = Self.mixed(state, UnsafeRawBufferPointer(rebasing: left.prefix(whole)))
    rest += left.dropFirst(whole)
  }

  /// The digest of all bytes so far: 16 bytes.
  package var digest: [UInt8] {
    var padding = [UInt8](repeating: 0, count: (2 * Self.block - 9 - rest.count) % Self.block)
    padding.insert(0x80, at: 0)
    let last = rest + padding + Self.littleEndian(count &* 8)
    let (a, b, c, d) = last.withUnsafeBytes { Self.mixed(state, $0) }
    return [a, b, c, d].flatMap { Self.littleEndian($0) }
  }

  private static func littleEndian(_ number: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: number.littleEndian) { Array($0) }
  }

  /// - Parameter blocks: a multiple of 64 bytes.
  private static func mixed(
    _ state: (UInt32, UInt32, UInt32, UInt32), _ blocks: UnsafeRawBufferPointer
  ) -> (UInt32, UInt32, UInt32, UInt32) {
    var state = state
    sines.withUnsafeBufferPointer { sines in
      shifts.withUnsafeBufferPointer { shifts in
        for start in stride(from: 0, to: blocks.count, by: block) {
          var (a, b, c, d) = state
          // A loop for each round: with one for all four, the compiler keeps the choice of the round in it.
          @inline(__always) func round(
            _ number: Int, _ factor: Int, _ offset: Int, _ mix: (UInt32, UInt32, UInt32) -> UInt32
          ) {
            for step in 0..<16 {
              let place = start &+ 4 &* ((factor &* step &+ offset) & 15)
              let word = UInt32(littleEndian: blocks.loadUnaligned(fromByteOffset: place, as: UInt32.self))
              let sum = a &+ mix(b, c, d) &+ sines[number &* 16 &+ step] &+ word
              let shift = shifts[number &* 4 &+ step & 3]
              (a, d, c, b) = (d, c, b, b &+ (sum &<< shift | sum &>> (32 &- shift)))
            }
          }
          round(0, 1, 0) { $2 ^ ($0 & ($1 ^ $2)) }
          round(1, 5, 1) { $1 ^ ($2 & ($0 ^ $1)) }
          round(2, 3, 5) { $0 ^ $1 ^ $2 }
          round(3, 7, 0) { $1 ^ ($0 | ~$2) }
          state = (state.0 &+ a, state.1 &+ b, state.2 &+ c, state.3 &+ d)
        }
      }
    }
    return state
  }
}
