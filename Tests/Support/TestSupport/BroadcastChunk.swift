// BroadcastChunk.swift
// What a broadcast WAV file says about itself, field by field.

/// The content of a `bext` chunk (EBU Tech 3285, 2.3).
public struct BroadcastChunk: Sendable {
  public var description = "", originator = "", reference = ""
  /// As `2024-02-29` and `10:11:12`.
  public var date = "", time = ""
  /// Frames since midnight.
  public var timeReference: Int
  public var version: Int
  /// Hundredths: loudness, range, true peak, momentary, short-term; only version 2 has them.
  public var loudness = [0x7FFF, 0x7FFF, 0x7FFF, 0x7FFF, 0x7FFF]
  /// Each byte of what no version uses yet.
  public var reserved: UInt8 = 0
  public var history = ""

  public init(timeReference: Int = 0, version: Int = 1) {
    (self.timeReference, self.version) = (timeReference, version)
  }

  /// 602 bytes and the history.
  public var bytes: [UInt8] {
    func field(_ text: String, _ size: Int) -> [UInt8] {
      Array((Array(text.utf8) + [UInt8](repeating: 0, count: size)).prefix(size))
    }
    let texts =
      field(description, 256) + field(originator, 32) + field(reference, 32) + field(date, 10)
      + field(time, 8)
    let identifier = [UInt8](repeating: 0, count: 64)
    let measures = version == 2 ? loudness.flatMap { little($0, 2) } : [UInt8](repeating: 0, count: 10)
    return texts + little(timeReference, 8) + little(version, 2) + identifier + measures
      + [UInt8](repeating: reserved, count: 180) + Array(history.utf8)
  }

  /// The chunk as a file has it.
  public var chunk: RIFFChunk { RIFFChunk("bext", bytes) }
}
