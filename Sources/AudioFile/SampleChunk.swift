// SampleChunk.swift
// Where a header says the samples lie. libsndfile shortens the length silently to what is there, so a cut file
// looks whole to it, and it shows nothing of a file whose recorder crashed before it wrote the length. Only the
// chunk headers are read; numbers from the file are never trusted, only compared.
// Formats: RIFF/RIFX/RF64/BW64 (EBU Tech 3306), W64 (Sony Wave64), AIFF/AIFC, AU, CAF.

/// The place and promised length of the samples in a file of chunks.
struct SampleChunk: Hashable, Sendable {
  /// The first byte of the samples.
  let offset: Int
  /// How many bytes of samples are promised; nil when the header says that it does not know.
  let declaredBytes: Int?
  /// What the `fmt ` chunk of a WAV file says; nil elsewhere.
  let format: WaveFormat?

  /// Finds the samples, as far as the container is one of chunks.
  init?(in file: some ByteSource) {
    let head = file.bytes(at: 0, length: 64)
    if head.has("RIFF") || head.has("RIFX") || head.has("RF64") || head.has("BW64") {
      guard head.has("WAVE", at: 8) else { return nil }
      self.init(riff: file, bigEndian: head.has("RIFX"))
    } else if head.has("FORM"), head.has("AIF", at: 8) {
      self.init(aiff: file)
    } else if head.has("riff"), head.has("wave", at: 24) {
      self.init(wave64: file)
    } else if head.has("caff") {
      self.init(caf: file)
    } else if head.has(".snd") || head.has("dns.") {
      let big = head.has(".snd")
      guard let offset = head.number(at: 4, size: 4, bigEndian: big),
        let bytes = head.number(at: 8, size: 4, bigEndian: big)
      else { return nil }
      self.init(offset: offset, declared: bytes, limit: UInt32.max)
    } else {
      return nil
    }
  }

  /// - Parameter limit: the value that means "not known".
  init(offset: Int, declared: Int?, limit: UInt32?, format: WaveFormat? = nil) {
    self.offset = offset
    self.format = format
    // Recorders that cannot go back write 0 or nearly the largest number, signed or not, less their header.
    let isOpen =
      limit != nil && declared.map { $0 > 0xFFFF_0000 || (0x7FFF_0000...0x7FFF_FFFF ~= $0) } ?? true
    declaredBytes = isOpen || declared == 0 ? nil : declared
  }

  private init?(riff file: some ByteSource, bigEndian: Bool) {
    var format: WaveFormat?
    var longBytes: Int?
    var offset = 12
    for _ in 0..<1000 {
      let head = file.bytes(at: offset, length: 8)
      guard let size = head.number(at: 4, size: 4, bigEndian: bigEndian) else { return nil }
      if head.has("ds64") {
        longBytes = file.bytes(at: offset + 8, length: 24).number(at: 8, size: 8, bigEndian: false)
      } else if head.has("fmt ") {
        format = WaveFormat(file.bytes(at: offset + 8, length: min(size, 40)), bigEndian: bigEndian)
      } else if head.has("data") {
        // A file of more than 4 GiB cannot say so in 32 bits: what the number means is anybody's guess.
        let wraps = longBytes == nil && file.count - offset > 0xFFFF_FFFF
        let declared = size == 0xFFFF_FFFF && longBytes != nil ? longBytes : wraps ? nil : size
        let limit: UInt32? = longBytes != nil ? nil : .max
        self.init(offset: offset + 8, declared: declared, limit: limit, format: format)
        return
      }
      offset += 8 + size + size & 1
    }
    return nil
  }

  private init?(aiff file: some ByteSource) {
    var offset = 12
    for _ in 0..<1000 {
      let head = file.bytes(at: offset, length: 16)
      guard let size = head.number(at: 4, size: 4, bigEndian: true) else { return nil }
      if head.has("SSND") {
        let skip = head.number(at: 8, size: 4, bigEndian: true) ?? 0
        self.init(offset: offset + 16 + skip, declared: max(0, size - 8 - skip), limit: .max)
        return
      }
      offset += 8 + size + size & 1
    }
    return nil
  }

  private init?(wave64 file: some ByteSource) {
    var offset = 40
    for _ in 0..<1000 {
      let head = file.bytes(at: offset, length: 24)
      // The size counts the 24 bytes of the chunk's head.
      guard let size = head.number(at: 16, size: 8, bigEndian: false), size >= 24, size < 1 << 60 else {
        return nil
      }
      if head.has("data") {
        self.init(offset: offset + 24, declared: size - 24, limit: nil)
        return
      }
      offset += (size + 7) & ~7
      if offset > file.count { return nil }
    }
    return nil
  }

  private init?(caf file: some ByteSource) {
    var offset = 8
    for _ in 0..<1000 {
      let head = file.bytes(at: offset, length: 12)
      guard head.count == 12 else { return nil }
      let size = head.number(at: 4, size: 8, bigEndian: true)
      if head.has("data") {
        // −1 means "to the end of the file". Four bytes of edit count come first.
        self.init(offset: offset + 16, declared: size.map { max(0, $0 - 4) }, limit: nil)
        return
      }
      guard let size, size < 1 << 60 else { return nil }
      offset += 12 + size
      if offset > file.count { return nil }
    }
    return nil
  }
}
