// RawFormat.swift
// Interleaved samples without compression: how they are coded, where they lie in a file, which values are
// allowed, and how people write them. Pure: nothing is opened here. Values come from a dialog or a command line, so any
// text and any number must do no harm.

import Localization

/// Interleaved samples without a header.
public struct RawFormat: Hashable, Sendable {
  public var encoding: SampleEncoding
  /// At least 1.
  public var channels: Int
  /// Frames per second; at least 1.
  public var sampleRate: Int
  /// The offset of the first frame in bytes.
  public var dataOffset: Int

  public init(encoding: SampleEncoding, channels: Int, sampleRate: Int, dataOffset: Int = 0) {
    self.encoding = encoding
    self.channels = channels
    self.sampleRate = sampleRate
    self.dataOffset = dataOffset
  }

  /// Bytes of one frame.
  public var bytesPerFrame: Int { encoding.byteCount * channels }
}

/// Plain samples in a file.
package struct RawLayout: Hashable, Sendable {
  package let format: RawFormat
  /// Whole frames in the samples that exist.
  package let frames: Int

  /// - Parameter byteCount: bytes of samples that exist.
  package init(_ format: RawFormat, byteCount: Int) {
    self.format = format
    frames = max(0, byteCount) / format.bytesPerFrame
  }
}

extension RawFormat {
  public static let channelLimits = 1...1024
  /// Frames per second.
  public static let rateLimits = 1...768_000
  /// The sample rates that recordings usually have.
  public static let usualRates = [
    8000, 11_025, 16_000, 22_050, 32_000, 44_100, 48_000, 88_200, 96_000, 192_000,
  ]

  /// What is wrong with this format for a file of `byteCount` bytes, as a sentence for a person; nil when it is right.
  public func problem(inFileOf byteCount: Int) -> String? { fault(inFileOf: byteCount)?.localized }

  /// The same with its English.
  package func fault(inFileOf byteCount: Int) -> Sentence? {
    guard Self.channelLimits.contains(channels) else {
      return Sentence("There must be 1 to \(Self.channelLimits.upperBound) channels.")
    }
    guard Self.rateLimits.contains(sampleRate) else { return Self.rateFault }
    guard dataOffset >= 0 else { return Sentence("The offset cannot be negative.") }
    guard dataOffset < byteCount else {
      return Sentence("The offset lies beyond the end of the file, which is \(Self.bytes(byteCount)) long.")
    }
    guard byteCount - dataOffset >= bytesPerFrame else {
      let need = Self.bytes(bytesPerFrame), rest = Self.bytes(byteCount - dataOffset)
      return switch (channels, dataOffset) {
      case (1, 0): Sentence("One sample takes \(need), but the file is only \(rest) long.")
      case (1, _): Sentence("One sample takes \(need), but what follows the offset is only \(rest) long.")
      case (_, 0):
        Sentence(
          "One frame of \(channels) channel takes \(need), but the file is only \(rest) long.",
          plural: "One frame of \(channels) channels takes \(need), but the file is only \(rest) long.",
          count: channels)
      case (_, _):
        Sentence(
          "One frame of \(channels) channel takes \(need), but what follows the offset is only \(rest) long.",
          plural:
            "One frame of \(channels) channels takes \(need), but what follows the offset is only \(rest) long.",
          count: channels)
      }
    }
    return nil
  }

  /// The sentence for a text that is no sample rate within the limits.
  public static var rateProblem: String { rateFault.localized }
  private static let rateFault = Sentence("The sample rate must be a number from 1 to 768,000 Hz.")

  private static func bytes(_ count: Int) -> Sentence {
    Sentence("\(count) byte", plural: "\(count) bytes", count: count)
  }

  /// The frames per second that a text means: "44100", "44 100", "44.1 kHz", "48k".
  ///
  /// - Returns: nil when it is not a whole number, or not within `rateLimits`.
  public static func rate(_ text: String) -> Int? {
    var digits = text.lowercased().filter { !$0.isWhitespace }[...]
    var unit = 1.0
    if digits.hasSuffix("hz") { digits = digits.dropLast(2) }
    if digits.hasSuffix("k") {
      digits = digits.dropLast()
      unit = 1000
    }
    guard digits.count <= 12, digits.utf8.first.map({ (48...57).contains($0) }) ?? false,
      digits.utf8.allSatisfy({ (48...57).contains($0) || $0 == 46 || $0 == 44 })
    else { return nil }
    // With a unit of kHz a comma is a decimal point, else it separates thousands.
    let plain = unit == 1 ? digits.replacing(",", with: "") : digits.replacing(",", with: ".")
    guard let number = Double(plain), number.isFinite, number * unit <= Double(rateLimits.upperBound) else {
      return nil
    }
    // 22.05 × 1000 is not quite 22,050 in binary.
    let rate = (number * unit).rounded()
    guard (number * unit - rate).magnitude < 1e-6, rateLimits.contains(Int(rate)) else { return nil }
    return Int(rate)
  }

  /// Whole frames in a file of `byteCount` bytes; 0 when there is a problem.
  public func frames(inFileOf byteCount: Int) -> Int {
    problem(inFileOf: byteCount) == nil ? (byteCount - dataOffset) / bytesPerFrame : 0
  }
}
