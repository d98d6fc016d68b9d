// SampleChunk.swift
// Where the samples lie according to the header, and how they are coded. libsndfile is not enough: it silently shortens
// the length to the bytes that exist, so a cut file looks whole; it shows nothing of a file whose recorder crashed
// before it wrote the length, and refuses some files without a length. Only the heads of chunks are read; numbers from
// the file are compared, never trusted.
// Formats: RIFF/RIFX/RF64/BW64 (EBU Tech 3306), W64 (Sony Wave64).

import HostIO

/// The place, promised length and coding of the samples in a file of chunks.
package struct SampleChunk: Hashable, Sendable {
  package let container: Container
  /// The first byte of the samples.
  package let offset: Int
  /// How many bytes of samples the header promises; nil when it leaves the length open.
  package let declaredBytes: Int?
  /// Frames that the header promises beside those bytes; nil where it has no other number.
  package var framesTold: Int?
  /// True when another chunk of samples follows, which nobody reads.
  package private(set) var hasSecond = false
  /// Their format according to the header; nil when no format stands before the samples.
  package let format: SampleFormat?

  /// The plain samples; nil when they are not plain.
  package var raw: RawFormat? { format?.raw(at: offset) }

  /// Finds the samples; nil when the container is not one of chunks.
  package init?(in file: some ByteSource) {
    let head = file.bytes(at: 0, length: 64)
    if head.has("RIFF") || head.has("RIFX") || head.has("RF64") || head.has("BW64") {
      guard head.has("WAVE", at: 8) else { return nil }
      self.init(riff: file, bigEndian: head.has("RIFX"))
    } else if head.has("FORM"), head.has("AIF", at: 8) {
      self.init(aiff: file, isCompressed: head.has("AIFC", at: 8))
    } else if head.has("riff"), head.has("wave", at: 24) {
      self.init(wave64: file)
    } else if head.has("caff") {
      self.init(caf: file)
    } else if head.has(".snd") || head.has("dns.") {
      self.init(au: head, byteCount: file.count)
    } else {
      return nil
    }
  }

  /// - Parameters:
  ///   - declared: the length in bytes in the header; nil when it has none.
  ///   - is32Bit: true where 0 and the largest 32-bit numbers can mean that the length is unknown.
  ///   - byteCount: the length of the file.
  ///   - isEmpty: true when other chunks follow at once: then a length of 0 is true.
  package init(
    _ container: Container, offset: Int, declared: Int?, is32Bit: Bool, byteCount: Int, isEmpty: Bool = false,
    format: SampleFormat?
  ) {
    self.container = container
    self.offset = offset
    self.format = format
    // Recorders that cannot seek write 0 or nearly the largest number, signed or unsigned, less their header. Recorders
    // that begin a new file after 2 or 4 GiB write the same numbers as true lengths: then the samples are there.
    // A longer one than any file is none: sums with it would overflow, and no decoder may tell of so much
    // (`DecoderAnswer.most`).
    let declared = declared.flatMap { $0 < 1 << 56 ? $0 : nil }
    let isLarge = declared.map { $0 > 0xFFFF_0000 || (0x7FFF_0000...0x7FFF_FFFF ~= $0) } ?? true
    let fits = declared.map { offset + $0 <= byteCount } ?? false
    let isOpen = is32Bit && isLarge && !fits
    declaredBytes = isOpen || declared == 0 && !isEmpty ? nil : declared
  }

  /// True when nothing but whole chunks with known names follows from `offset` to the end of a RIFF file.
  private static func areChunks(_ file: some ByteSource, from offset: Int, bigEndian: Bool) -> Bool {
    var offset = offset
    for _ in 0..<1000 {
      let head = file.bytes(at: offset, length: 8)
      guard head.count == 8, let size = head.number(at: 4, size: 4, bigEndian: bigEndian),
        chunksBehindSamples.contains(where: { head.has($0) })
      else { return false }
      offset += 8 + size + size & 1
      if offset >= file.count { return offset - 1 <= file.count }
    }
    return false
  }

  /// True when a chunk of samples is among the chunks with known names that follow `offset`.
  private static func hasData(_ file: some ByteSource, from offset: Int, bigEndian: Bool) -> Bool {
    var offset = offset
    for _ in 0..<1000 {
      let head = file.bytes(at: offset, length: 8)
      guard head.count == 8, let size = head.number(at: 4, size: 4, bigEndian: bigEndian) else {
        return false
      }
      if head.has("data") { return size > 0 && offset + 8 < file.count }
      guard head.has("fmt ") || head.has("fact") || chunksBehindSamples.contains(where: { head.has($0) })
      else {
        return false
      }
      offset += 8 + size + size & 1
    }
    return false
  }

  private static let chunksBehindSamples: [StaticString] = [
    "LIST", "bext", "cue ", "id3 ", "ID3 ", "iXML", "smpl", "inst", "fact", "PEAK", "plst", "note", "labl",
    "ltxt",
    "cart", "axml", "aXML", "chna", "umid", "DISP", "_PMX", "JUNK", "junk", "PAD ", "FLLR", "afsp",
  ]

  private init?(riff file: some ByteSource, bigEndian: Bool) {
    var format: SampleFormat?
    var longBytes: Int?
    var offset = 12
    for _ in 0..<1000 {
      let head = file.bytes(at: offset, length: 8)
      guard let size = head.number(at: 4, size: 4, bigEndian: bigEndian) else { return nil }
      if head.has("ds64") {
        longBytes = file.bytes(at: offset + 8, length: 24).number(at: 8, size: 8, bigEndian: false)
      } else if head.has("fmt ") {
        let chunk = file.bytes(at: offset + 8, length: min(size, 40))
        format = SampleFormat(wave: chunk, bigEndian: bigEndian)
      } else if head.has("data") {
        // 32 bits cannot hold a length of more than 4 GiB: in such a file the number means nothing.
        let wraps = longBytes == nil && file.count - offset > 0xFFFF_FFFF
        let declared = size == 0xFFFF_FFFF && longBytes != nil ? longBytes : wraps ? nil : size
        self.init(
          longBytes == nil ? .wav : .rf64, offset: offset + 8, declared: declared,
          is32Bit: longBytes == nil, byteCount: file.count,
          isEmpty: size == 0 && Self.areChunks(file, from: offset + 8, bigEndian: bigEndian),
          format: format)
        hasSecond =
          declaredBytes.map { Self.hasData(file, from: offset + 8 + $0 + $0 & 1, bigEndian: bigEndian) }
          ?? false
        return
      }
      offset += 8 + size + size & 1
    }
    return nil
  }

  private init?(wave64 file: some ByteSource) {
    var format: SampleFormat?
    var offset = 40
    for _ in 0..<1000 {
      let head = file.bytes(at: offset, length: 24)
      // The size counts the 24 bytes of the chunk's head.
      guard let size = head.number(at: 16, size: 8, bigEndian: false), size >= 24, size < 1 << 60 else {
        return nil
      }
      if head.has("fmt ") {
        let chunk = file.bytes(at: offset + 24, length: min(size - 24, 40))
        format = SampleFormat(wave: chunk, bigEndian: false)
      } else if head.has("data") {
        self.init(
          .w64, offset: offset + 24, declared: size - 24, is32Bit: false, byteCount: file.count,
          format: format)
        return
      }
      offset += (size + 7) & ~7
      if offset > file.count { return nil }
    }
    return nil
  }
}

extension SampleChunk {
  /// The frames that the header promises: those of its bytes, or more where it counts more.
  ///
  /// - Returns: nil when a file of `count` bytes cannot hold them.
  package func promise(_ frames: Int, inFileOf count: Int) -> Int? {
    // Recorders that did not come to write it leave the largest number there.
    let most = raw.map { 0x7FFF_0000 / $0.bytesPerFrame } ?? 0
    let told = framesTold.flatMap { $0 < most ? AudioDescription.plausible($0, inBytes: count) : nil } ?? 0
    return AudioDescription.plausible(frames, inBytes: count).map { max($0, told) }
  }

  /// The same samples without the promised length, when more bytes follow that do not begin another chunk.
  ///
  /// For a file that is being written: its header says how many samples it had some time ago.
  package func opened(in file: FileBytes) -> SampleChunk {
    guard let declaredBytes, file.count > offset + declaredBytes else { return self }
    let end = offset + declaredBytes + declaredBytes & 1
    let head = file.bytes(at: end, length: 8)
    let isChunk = head.count == 8 && head[..<4].allSatisfy { 0x20..<0x7F ~= $0 }
    return isChunk
      ? self
      : SampleChunk(
        container, offset: offset, declared: nil, is32Bit: false, byteCount: file.count, format: format)
  }
}
