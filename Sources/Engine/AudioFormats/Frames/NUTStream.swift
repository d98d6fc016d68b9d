// NUTStream.swift
// Samples with their times, as ffmpeg writes them into a pipe: the container NUT (nut.txt of the NUT Open Container
// Format, version 3) with one stream of plain samples. Raw samples without times would close the gap where a packet is
// lost, and everything behind it would be played too early. Reads forwards only; belongs to one thread at a time.

/// A NUT stream of one track.
package struct NUTStream {
  /// The samples of one decoded packet, which follow in the stream.
  package struct Block: Hashable {
    /// When they begin, in frames.
    package let start: Int
    package let byteCount: Int
  }

  /// The meaning of the byte that begins a frame.
  private struct FrameCode {
    var flags = 0, timeStep = 0, sizeFactor = 0, sizeRest = 0, reserved = 0, header = 0
  }

  /// Bits of the flags of a frame that say what follows its code.
  private enum Flag {
    static let time = 8, stream = 16, size = 32, checksum = 64, reserved = 128
    static let header = 1024, match = 2048, coded = 4096, invalid = 8192
  }

  /// Bytes of a field of variable length at most: 9 × 7 bits.
  private static let longestNumber = 9
  /// Bytes of a header at most. ffmpeg writes far shorter ones; a longer one counts as damage.
  private static let longestPacket = 1 << 16
  /// The limit of numbers in the table of codes, and of times, so that their sums and products cannot overflow.
  private static let largestInTable = 1 << 20
  private static let latest = 1 << 61
  /// The same for frames: whoever adds some of them needs no care.
  private static let latestFrame = 1 << 56

  private var codes: [FrameCode] = []
  /// Sizes of the elided headers: bytes with which frames begin and which are not repeated in them.
  private var headers: [Int] = [0]
  private var timeBases: [(numerator: Int, denominator: Int)] = []
  private var timeBase = 0
  private var timeBits = 0
  private var time = 0
  private var sampleRate = 0

  package init() {}

  /// Reads up to the next block of samples.
  ///
  /// - Parameter next: fills a buffer with the bytes that follow; false where there are not so many.
  /// - Returns: nil at the end, or where the stream is not valid.
  package mutating func block(_ next: (UnsafeMutableRawBufferPointer) -> Bool) -> Block? {
    if codes.isEmpty {
      var name = [UInt8](repeating: 0, count: 25)
      guard name.withUnsafeMutableBytes(next), name.has("nut/multimedia container\0") else { return nil }
    }
    while let first = Self.byte(next) {
      if first != UInt8(ascii: "N") { return frame(first, next) }
      guard packet(next) else { return nil }
    }
    return nil
  }

  private static func byte(_ next: (UnsafeMutableRawBufferPointer) -> Bool) -> UInt8? {
    var byte: UInt8 = 0
    return withUnsafeMutableBytes(of: &byte, next) ? byte : nil
  }

  /// Reads a number of variable length: seven bits in each byte, the highest first; the eighth bit says that more
  /// follow.
  private static func number(_ next: (UnsafeMutableRawBufferPointer) -> Bool) -> Int? {
    var value = 0
    for _ in 0..<longestNumber {
      guard let byte = byte(next) else { return nil }
      value = value << 7 | Int(byte & 0x7F)
      if byte & 0x80 == 0 { return value }
    }
    return nil
  }

  // MARK: Packets

  /// Reads a packet whose first byte was already read.
  private mutating func packet(_ next: (UnsafeMutableRawBufferPointer) -> Bool) -> Bool {
    var code = [UInt8](repeating: 0, count: 7)
    guard code.withUnsafeMutableBytes(next), let size = Self.number(next), size <= Self.longestPacket else {
      return false
    }
    if size > 4096 {
      var checksum = [UInt8](repeating: 0, count: 4)
      guard checksum.withUnsafeMutableBytes(next) else { return false }
    }
    var bytes = [UInt8](repeating: 0, count: size)
    guard bytes.withUnsafeMutableBytes(next) else { return false }
    var fields = Fields(bytes)
    switch code[0] {
    case UInt8(ascii: "M"): return main(&fields)
    case UInt8(ascii: "S"): return stream(&fields)
    case UInt8(ascii: "K"):
      // A synchronization point gives the time from which the next frames count.
      guard let key = fields.number(), !timeBases.isEmpty, timeBases.indices.contains(timeBase) else {
        return false
      }
      let from = timeBases[key % timeBases.count], to = timeBases[timeBase]
      let (ticks, overflow) = (key / timeBases.count).multipliedReportingOverflow(
        by: from.numerator * to.denominator)
      guard !overflow else { return false }
      time = ticks / (from.denominator * to.numerator)
      return true
    default: return true
    }
  }

  private mutating func main(_ fields: inout Fields) -> Bool {
    guard let version = fields.number(), 2...3 ~= version, let streams = fields.number(), streams == 1,
      fields.number() != nil, let count = fields.number(), 1...16 ~= count
    else { return false }
    timeBases = []
    for _ in 0..<count {
      guard let numerator = fields.number(), let denominator = fields.number(),
        1...Int(Int32.max) ~= numerator, 1...Int(Int32.max) ~= denominator
      else { return false }
      timeBases.append((numerator, denominator))
    }
    return table(&fields) && elisions(&fields)
  }

  /// Reads the meanings of the 256 codes, which are stored as runs of codes that differ only in the remainder of the
  /// size.
  private mutating func table(_ fields: inout Fields) -> Bool {
    codes = []
    var code = FrameCode(sizeFactor: 1)
    while codes.count < 256 {
      guard let flags = fields.number(), let given = fields.number(), given <= Self.longestPacket else {
        return false
      }
      code.flags = flags
      if given > 0 { code.timeStep = fields.signed() ?? 0 }
      if given > 1 { code.sizeFactor = fields.number() ?? 0 }
      if given > 2 { _ = fields.number() }
      code.sizeRest = given > 3 ? fields.number() ?? 0 : 0
      code.reserved = given > 4 ? fields.number() ?? 0 : 0
      var run = given > 5 ? fields.number() ?? 0 : code.sizeFactor - code.sizeRest
      if given > 6 { _ = fields.number() }
      if given > 7 { code.header = fields.number() ?? 0 }
      for _ in 8..<max(given, 8) { _ = fields.number() }
      guard !fields.isBroken, 1...256 ~= run,
        [
          code.timeStep.magnitude, code.sizeFactor.magnitude, code.sizeRest.magnitude,
          code.reserved.magnitude,
        ]
        .allSatisfy({ $0 <= Self.largestInTable })
      else { return false }
      let first = code.sizeRest
      while run > 0, codes.count < 256 {
        // "N" is not a code: it begins a packet.
        if codes.count == Int(UInt8(ascii: "N")) {
          codes.append(FrameCode(flags: Flag.invalid))
          continue
        }
        codes.append(code)
        code.sizeRest += 1
        run -= 1
      }
      code.sizeRest = first
    }
    return true
  }

  private mutating func elisions(_ fields: inout Fields) -> Bool {
    headers = [0]
    guard let count = fields.number(), count < 128 else { return false }
    for _ in 0..<count {
      guard let length = fields.number(), fields.skip(length) else { return false }
      headers.append(length)
    }
    return true
  }

  private mutating func stream(_ fields: inout Fields) -> Bool {
    guard fields.number() == 0, fields.number() != nil, let name = fields.number(), fields.skip(name),
      let base = fields.number(), timeBases.indices.contains(base), let bits = fields.number(),
      0..<32 ~= bits, fields.number() != nil, fields.number() != nil, fields.number() != nil,
      let extra = fields.number(), fields.skip(extra), let rate = fields.number(), 1...1 << 30 ~= rate
    else { return false }
    (timeBase, timeBits, sampleRate) = (base, bits, rate)
    return true
  }

  // MARK: Frames

  private mutating func frame(_ first: UInt8, _ next: (UnsafeMutableRawBufferPointer) -> Bool) -> Block? {
    guard codes.count == 256, sampleRate > 0, timeBases.indices.contains(timeBase),
      time.magnitude <= Self.latest
    else { return nil }
    let code = codes[Int(first)]
    var flags = code.flags
    if flags & Flag.coded != 0 {
      guard let change = Self.number(next) else { return nil }
      flags ^= change
    }
    guard flags & Flag.invalid == 0 else { return nil }
    if flags & Flag.stream != 0, Self.number(next) != 0 { return nil }
    if flags & Flag.time != 0 {
      guard let ticks = Self.number(next) else { return nil }
      let whole = 1 << timeBits
      if ticks < whole {
        // Only the lower bits are stored; they mean the time nearest to the last one.
        let least = time - (whole - 1) / 2
        time = (ticks - least) & (whole - 1) + least
      } else {
        time = ticks - whole
      }
    } else {
      time += code.timeStep
    }
    guard time.magnitude <= Self.latest else { return nil }
    var size = code.sizeRest
    if flags & Flag.size != 0 {
      guard let count = Self.number(next), count < 1 << 40 else { return nil }
      size += count * code.sizeFactor
    }
    if flags & Flag.match != 0, Self.number(next) == nil { return nil }
    var header = code.header
    if flags & Flag.header != 0 {
      guard let index = Self.number(next) else { return nil }
      header = index
    }
    var reserved = code.reserved
    if flags & Flag.reserved != 0 {
      guard let count = Self.number(next), count < 256 else { return nil }
      reserved = count
    }
    for _ in 0..<reserved where Self.number(next) == nil { return nil }
    if flags & Flag.checksum != 0 {
      for _ in 0..<4 where Self.byte(next) == nil { return nil }
    }
    // Samples have no elided header, so a frame with one is damaged.
    guard headers.indices.contains(header), headers[header] == 0, size >= 0, size < 1 << 40 else {
      return nil
    }
    let base = timeBases[timeBase]
    let (ticks, overflow) = time.multipliedReportingOverflow(by: base.numerator * sampleRate)
    let start = ticks / base.denominator
    guard !overflow, start.magnitude <= Self.latestFrame else { return nil }
    return Block(start: start, byteCount: size)
  }

  /// The numbers of a packet, one after the other.
  private struct Fields {
    private var rest: ArraySlice<UInt8>
    /// True once a read went beyond the end.
    private(set) var isBroken = false

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    mutating func number() -> Int? {
      var value = 0
      for _ in 0..<NUTStream.longestNumber {
        guard let byte = rest.popFirst() else { break }
        value = value << 7 | Int(byte & 0x7F)
        if byte & 0x80 == 0 { return value }
      }
      isBroken = true
      return nil
    }

    /// 0, 1, −1, 2, −2, …
    mutating func signed() -> Int? {
      number().map { ($0 &+ 1) & 1 == 1 ? -(($0 &+ 1) >> 1) : ($0 &+ 1) >> 1 }
    }

    mutating func skip(_ count: Int) -> Bool {
      guard count <= rest.count else { return false }
      rest = rest.dropFirst(count)
      return true
    }
  }
}
