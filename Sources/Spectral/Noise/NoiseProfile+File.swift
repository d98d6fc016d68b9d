// NoiseProfile+File.swift
// A noise profile as a small text file, to be kept and used for other recordings:
//
//   Barline noise profile 1
//   rate 44100
//   channels 2
//   MEAN DEVIATION        one line for each bin of each channel, channel by channel: powers as decimal numbers
//   check 0123456789abcdef   FNV-1a (Fowler, Noll and Vo; 64 bits) of everything before this line
//
// Lines end with a line feed. A file with any other content is refused.

extension NoiseProfile {
  private static let head = "Barline noise profile 1"
  /// The longest file that is read, in bytes: 32 channels at the highest rate.
  public static let longestFile = 128 << 20

  /// The file's contents.
  public var bytes: [UInt8] {
    var text = "\(Self.head)\nrate \(sampleRate)\nchannels \(channels.count)\n"
    for channel in channels {
      for (mean, deviation) in zip(channel.mean, channel.deviation) { text += "\(mean) \(deviation)\n" }
    }
    return Self.checked(Array(text.utf8))
  }

  /// The same with the checksum line, which shows damage.
  static func checked(_ body: [UInt8]) -> [UInt8] {
    body + Array("check \(hexadecimal(checksum(body[...])))\n".utf8)
  }

  /// Reads a file's contents.
  ///
  /// - Returns: nil when it is no noise profile, or a damaged one.
  public init?(bytes: [UInt8]) {
    // "check ", 16 digits, line feed.
    let tail = 23
    guard bytes.count > tail, bytes.last == 10 else { return nil }
    let body = bytes[..<(bytes.count - tail)]
    let check = String(decoding: bytes[(bytes.count - tail)...], as: UTF8.self)
    guard check == "check \(Self.hexadecimal(Self.checksum(body)))\n" else { return nil }
    var lines = body.split(separator: 10, omittingEmptySubsequences: false).makeIterator()
    func next() -> String? { lines.next().map { String(decoding: $0, as: UTF8.self) } }
    guard next() == Self.head, let rate = Self.number(next(), "rate "),
      let count = Self.number(next(), "channels "),
      (1...1_000_000).contains(rate), (1...1024).contains(count)
    else { return nil }
    let bins = ShortTimeFormat(sampleRate: rate).binCount
    var channels: [Channel] = []
    for _ in 0..<count {
      var mean: [Float] = [], deviation: [Float] = []
      for _ in 0..<bins {
        guard let values = next()?.split(separator: " "), values.count == 2,
          let power = Self.power(values[0]),
          let spread = Self.power(values[1])
        else { return nil }
        mean.append(power)
        deviation.append(spread)
      }
      channels.append(Channel(mean: mean, deviation: deviation))
    }
    guard next() == "", next() == nil else { return nil }
    self.init(sampleRate: rate, channels: channels)
  }

  private static func number(_ line: String?, _ name: String) -> Int? {
    guard let line, line.hasPrefix(name) else { return nil }
    return Int(line.dropFirst(name.count))
  }

  private static func power(_ text: Substring) -> Float? {
    guard let value = Float(text), value.isFinite, value >= 0 else { return nil }
    return value
  }

  private static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }

  private static func hexadecimal(_ value: UInt64) -> String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
