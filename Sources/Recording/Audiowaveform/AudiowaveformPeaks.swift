// AudiowaveformPeaks.swift
// Peaks as BBC audiowaveform 1.10 writes them, byte for byte (github.com/bbc/audiowaveform, doc/DataFormat.md):
// `.dat` version 1 for one channel and version 2 for several, all little-endian; JSON version 2 in one line.

/// Minima and maxima of a recording, in the form that audiowaveform and its players share.
public struct AudiowaveformPeaks: Hashable, Sendable {
  public enum Bits: Int, Sendable, CaseIterable {
    case eight = 8
    case sixteen = 16
  }

  /// Frames per second.
  public let sampleRate: Int
  /// Frames in a bin; at least 2.
  public let framesPerPixel: Int
  public let channels: Int
  /// Bin by bin, in each channel by channel: minimum, maximum.
  public let values: [Int16]

  /// - Parameter values: two per channel and bin.
  public init(sampleRate: Int, framesPerPixel: Int, channels: Int, values: [Int16]) {
    precondition(channels > 0 && values.count % (2 * channels) == 0)
    self.sampleRate = sampleRate
    self.framesPerPixel = framesPerPixel
    self.channels = channels
    self.values = values
  }

  /// Bins; the last one may cover fewer frames than the others.
  public var length: Int { values.count / (2 * channels) }

  /// The content of a `.dat` file. 8-bit values are the 16-bit ones divided by 256, towards zero.
  public func dat(bits: Bits = .sixteen) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(24 + values.count * bits.rawValue / 8)
    func append(_ number: Int) {
      for shift in [0, 8, 16, 24] { bytes.append(UInt8(truncatingIfNeeded: number >> shift)) }
    }
    append(channels == 1 ? 1 : 2)
    append(bits == .eight ? 1 : 0)
    append(sampleRate)
    append(framesPerPixel)
    append(length)
    if channels > 1 { append(channels) }
    for value in values {
      if bits == .eight {
        bytes.append(UInt8(bitPattern: Int8(value / 256)))
      } else {
        bytes.append(UInt8(truncatingIfNeeded: value))
        bytes.append(UInt8(truncatingIfNeeded: value >> 8))
      }
    }
    return bytes
  }

  /// The content of a `.json` file, with the line end that audiowaveform puts after it.
  public func json(bits: Bits = .sixteen) -> [UInt8] {
    var bytes = Array(
      """
      {"version":2,"channels":\(channels),"sample_rate":\(sampleRate),"samples_per_pixel":\(framesPerPixel),\
      "bits":\(bits.rawValue),"length":\(length),"data":[
      """.utf8)
    bytes.reserveCapacity(bytes.count + values.count * 7)
    for index in values.indices {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      Self.append(bits == .eight ? Int(values[index] / 256) : Int(values[index]), to: &bytes)
    }
    bytes += Array("]}\n".utf8)
    return bytes
  }

  /// Appends a number of up to five digits.
  private static func append(_ value: Int, to bytes: inout [UInt8]) {
    if value < 0 { bytes.append(UInt8(ascii: "-")) }
    let magnitude = abs(value)
    var unit = 1
    while magnitude / unit >= 10 { unit *= 10 }
    while unit > 0 {
      bytes.append(UInt8(ascii: "0") + UInt8(magnitude / unit % 10))
      unit /= 10
    }
  }
}
