// OggChecksum.swift
// The checksum of an Ogg page (RFC 3533, section 6): CRC-32 with the polynomial 0x04C11DB7, the highest bit first,
// from 0, with its own four bytes as 0. Eight bytes at a time, by eight tables.

package enum OggChecksum {
  /// - Parameter page: a whole page, of 27 bytes at least.
  package static func of(_ page: UnsafeRawBufferPointer) -> UInt32 {
    tables.withUnsafeBufferPointer { tables in
      var crc: UInt32 = 0
      for index in 0..<27 { crc = step(tables, crc, 22..<26 ~= index ? 0 : page[index]) }
      var index = 27
      while index + 8 <= page.count {
        let high = crc ^ UInt32(bigEndian: page.loadUnaligned(fromByteOffset: index, as: UInt32.self))
        let low = UInt32(bigEndian: page.loadUnaligned(fromByteOffset: index + 4, as: UInt32.self))
        crc = 0
        for place in 0..<4 {
          let shift = UInt32(24 - 8 * place)
          crc ^= tables[(7 - place) << 8 | Int(high >> shift & 0xFF)]
          crc ^= tables[(3 - place) << 8 | Int(low >> shift & 0xFF)]
        }
        index += 8
      }
      while index < page.count {
        crc = step(tables, crc, page[index])
        index += 1
      }
      return crc
    }
  }

  private static func step(_ tables: UnsafeBufferPointer<UInt32>, _ crc: UInt32, _ byte: UInt8) -> UInt32 {
    crc << 8 ^ tables[Int(UInt8(crc >> 24) ^ byte)]
  }

  /// Eight tables, one behind the other: what a byte becomes after 0 to 7 further ones.
  private static let tables: [UInt32] = {
    var tables = (0..<256).map { index in
      (0..<8).reduce(UInt32(index) << 24) { crc, _ in
        crc & 0x8000_0000 != 0 ? crc << 1 ^ 0x04C1_1DB7 : crc << 1
      }
    }
    for index in 256..<8 * 256 {
      let before = tables[index - 256]
      tables.append(before << 8 ^ tables[Int(before >> 24)])
    }
    return tables
  }()
}
