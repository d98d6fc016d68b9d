// WaveFile.swift
// WAV files for tests and benchmarks, from the specifications alone: nothing of Barline's readers and writers is in them,
// so that they can judge those. They are as they should be, but for a length that a test makes one promise.

/// A WAV file: how its samples are coded, the samples, and the chunks around them.
///
/// Sources: "Multimedia Programming Interface and Data Specifications 1.0" (RIFF), WAVEFORMATEXTENSIBLE (Microsoft),
/// EBU Tech 3306 (RF64), ITU-R BS.2088 (BW64).
public struct WaveFile: Sendable {
  /// What the file begins with. RF64 and BW64 tell their lengths in 64 bits, in the chunk `ds64`.
  public enum Form: String, Sendable { case riff = "RIFF", rf64 = "RF64", bw64 = "BW64" }

  /// The length that a recorder writes who does not know it; the RIFF around the samples has it, too.
  public static let unknownBytes = 0xFFFF_FFFF

  public var form = Form.riff
  /// What a sample is: 1 for integers, 3 for floating-point numbers.
  public var tag = 1
  public var channels: Int
  /// Frames per second.
  public var rate: Int
  /// Bits of a sample, a multiple of 8.
  public var bits: Int
  /// What WAVEFORMATEXTENSIBLE adds: how many of the bits are used, the upper ones, and a bit for the loudspeaker of each
  /// channel. nil: a plain WAVEFORMAT.
  public var extended: (usedBits: Int, speakers: Int)?
  /// What stands between the format and the samples, and behind the samples.
  public var before: [RIFFChunk], after: [RIFFChunk]
  /// The samples, interleaved, and their promised length.
  public var data: RIFFChunk

  /// Samples of 16 bits.
  ///
  /// - Parameter promisedBytes: the length that the head tells of the samples, right or wrong; nil: the right one.
  public init(
    _ samples: [Int16], channels: Int = 1, rate: Int = 8000, promisedBytes: Int? = nil,
    before: [RIFFChunk] = [], after: [RIFFChunk] = []
  ) {
    var data: [UInt8] = []
    data.reserveCapacity(2 * samples.count)
    for sample in samples {
      data.append(UInt8(truncatingIfNeeded: sample))
      data.append(UInt8(truncatingIfNeeded: sample >> 8))
    }
    self.init(data: data, bits: 16, channels: channels, rate: rate)
    if let promisedBytes { self.data.promisedBytes = promisedBytes }
    (self.before, self.after) = (before, after)
  }

  /// Samples of any size.
  ///
  /// - Parameter data: their bytes as they stand in the file.
  public init(data: [UInt8], bits: Int, channels: Int = 1, rate: Int = 8000) {
    self.data = RIFFChunk("data", data)
    (self.bits, self.channels, self.rate) = (bits, channels, rate)
    (before, after) = ([], [])
  }

  /// All of the file.
  public var bytes: [UInt8] { head + data.bytes.dropFirst(data.head.count) + after.flatMap(\.bytes) }

  /// All that stands in front of the first sample.
  public var head: [UInt8] {
    let frameBytes = bits / 8 * channels
    let chunks = format.bytes + before.flatMap(\.bytes)
    let rest = data.content.count % 2 + after.reduce(0) { $0 + $1.bytes.count }
    // The name, the chunks, the head of the samples and what follows it.
    let length = 4 + chunks.count + 8 + data.promisedBytes + rest
    guard form == .riff else {
      let sizes = RIFFChunk(
        "ds64",
        little(length + 36, 8) + little(data.promisedBytes, 8)
          + little(data.promisedBytes / max(1, frameBytes), 8) + little(0))
      return start(Self.unknownBytes) + sizes.bytes + chunks
        + RIFFChunk("data", [], promisedBytes: Self.unknownBytes).head
    }
    let isUnknown = data.promisedBytes == Self.unknownBytes
    return start(isUnknown ? Self.unknownBytes : length) + chunks + data.head
  }

  private func start(_ length: Int) -> [UInt8] {
    Array(form.rawValue.utf8) + little(length) + Array("WAVE".utf8)
  }

  private var format: RIFFChunk {
    let frameBytes = bits / 8 * channels
    let plain =
      little(extended == nil ? tag : 0xFFFE, 2) + little(channels, 2) + little(rate)
      + little(rate * frameBytes) + little(frameBytes, 2) + little(bits, 2)
    guard let extended else { return RIFFChunk("fmt ", plain) }
    // The tag is the beginning of a GUID, the rest of which all of them share.
    let rest: [UInt8] = [0, 0, 0, 0, 0x10, 0, 0x80, 0, 0, 0xAA, 0, 0x38, 0x9B, 0x71]
    return RIFFChunk(
      "fmt ",
      plain + little(22, 2) + little(extended.usedBits, 2) + little(extended.speakers) + little(tag, 2) + rest
    )
  }
}
