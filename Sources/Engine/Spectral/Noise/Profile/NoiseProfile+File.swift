// NoiseProfile+File.swift
// A noise profile as a small text file, to be kept and used for other recordings:
//
//   Barline noise profile 2
//   rate 44100
//   window 2048             samples of a window
//   channels 2
//   MEAN DEVIATION          one line for each bin of each channel, channel by channel: powers as decimal numbers
//   tones 1                 for each channel, how many steady tones there are; then each of them:
//   FREQUENCY AMPLITUDE     in Hz, and 1 for full scale, as decimal numbers
//   check 0123456789abcdef   FNV-1a (Fowler, Noll and Vo; 64 bits) of everything before this line
//
// Lines end with a line feed. A file with any other content is refused. Files of version 1 have no line for the window,
// which was the power of two nearest to 46 ms, and no tones.

extension NoiseProfile {
  private static let heads = ["Barline noise profile 1", "Barline noise profile 2"]
  /// The longest file that is read, in bytes: 32 channels at the highest rate.
  public static let longestFile = 128 << 20

  /// The file's contents.
  public var bytes: [UInt8] {
    var text = "\(Self.heads[1])\nrate \(sampleRate)\nwindow \(format.size)\nchannels \(channels.count)\n"
    for channel in channels {
      for (mean, deviation) in zip(channel.mean, channel.deviation) { text += "\(mean) \(deviation)\n" }
    }
    for channel in channels {
      text += "tones \(channel.lines.count)\n"
      for line in channel.lines { text += "\(line.frequency) \(line.amplitude)\n" }
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
    guard let version = next().flatMap(Self.heads.firstIndex(of:)), let rate = Self.number(next(), "rate "),
      (1...1_000_000).contains(rate)
    else { return nil }
    var format = ShortTimeFormat.powerOfTwo(sampleRate: rate)
    if version > 0 {
      guard let size = Self.number(next(), "window "), ShortTimeFormat.sizes.contains(size), size % 32 == 0
      else { return nil }
      format = ShortTimeFormat(size: size)
    }
    guard let count = Self.number(next(), "channels "), (1...1024).contains(count) else { return nil }
    func pair() -> (Substring, Substring)? {
      guard let values = next()?.split(separator: " "), values.count == 2 else { return nil }
      return (values[0], values[1])
    }
    var channels: [Channel] = []
    for _ in 0..<count {
      var mean: [Float] = [], deviation: [Float] = []
      for _ in 0..<format.binCount {
        guard let values = pair(), let power = Self.power(values.0), let spread = Self.power(values.1)
        else { return nil }
        mean.append(power)
        deviation.append(spread)
      }
      channels.append(Channel(mean: mean, deviation: deviation))
    }
    for channel in channels.indices where version > 0 {
      guard let lines = Self.number(next(), "tones "), (0...LineFinder.most).contains(lines) else {
        return nil
      }
      for _ in 0..<lines {
        guard let values = pair(), let frequency = Double(values.0), let amplitude = Double(values.1),
          frequency > 0, frequency < Double(rate) / 2, amplitude > 0, amplitude <= 1e6
        else { return nil }
        channels[channel].lines.append(NoiseLine(frequency: frequency, amplitude: amplitude))
      }
    }
    guard next() == "", next() == nil else { return nil }
    self.init(sampleRate: rate, format: format, channels: channels)
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
