// ClockTime.swift
// A time as people write it: "90", "12.5", "1:30", "1:02:03.250". A pure value.

/// Seconds, minutes and hours that were typed.
public struct ClockTime: Hashable, Sendable {
  /// ≥ 0, finite.
  public let seconds: Double

  /// - Returns: nil for anything but one to three numbers with colons between. Only the last one may have a fraction;
  ///   all but the first stay below 60.
  public init?(_ text: some StringProtocol) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard (1...3).contains(parts.count) else { return nil }
    var total = 0.0
    for (index, part) in parts.enumerated() {
      let isLast = index == parts.count - 1
      guard let first = part.utf8.first, (48...57).contains(first) || (isLast && first == 46),
        part.utf8.allSatisfy({ (48...57).contains($0) || (isLast && $0 == 46) }), let value = Double(part),
        index == 0 || value < 60
      else { return nil }
      total = total * 60 + value
    }
    guard total < 1e15 else { return nil }
    seconds = total
  }

  /// The frame nearest to the time.
  public func frame(sampleRate: Int) -> Int {
    let frame = (seconds * Double(sampleRate)).rounded()
    return frame < 0x1p62 ? Int(frame) : .max / 2
  }

  /// The frames of a time that may have a sign, as an offset has: "+1:30", "−0.25", with a hyphen too.
  public static func offset(_ text: String, sampleRate: Int) -> Int? {
    var rest = text[...]
    while rest.first?.isWhitespace == true { rest.removeFirst() }
    while rest.last?.isWhitespace == true { rest.removeLast() }
    let isNegative = rest.first == "-" || rest.first == "\u{2212}"
    if isNegative || rest.first == "+" { rest.removeFirst() }
    return ClockTime(rest).map {
      isNegative ? -$0.frame(sampleRate: sampleRate) : $0.frame(sampleRate: sampleRate)
    }
  }
}
