// RawGuess.swift
// Guesses the format of samples without a header. Sound is smooth: its steps from one sample to the next are small
// compared with its whole range; with the wrong width, byte order or kind of number it becomes noise.
// A pure function of some bytes. The user sees the guess drawn and can correct it.

import HostIO
import SystemPackage
import WaveformCore

/// The most plausible reading of some bytes as samples.
public struct RawGuess: Hashable, Sendable {
  public let format: RawFormat
  /// The mean step from one sample to the next, divided by the mean distance from the mean: about 1.3 for noise, below
  /// 0.5 for most sound; infinite when it cannot be computed.
  public let roughness: Double

  /// - Parameter head: the first bytes of a file. More bytes give a better guess, up to some 64 KiB. May be empty.
  public init(head: [UInt8]) {
    var best = Candidate(encoding: .s16le, channels: 1, motion: nil, cost: .infinity)
    for encoding in SampleEncoding.allCases {
      let samples = Self.samples(head, encoding)
      guard samples.count >= 16, Self.isPlausible(samples, encoding), !Self.isTwo(head, encoding) else {
        continue
      }
      for channels in 1...2 {
        guard let motion = Motion(of: samples, channels: channels) else { continue }
        let candidate = Candidate(
          encoding: encoding, channels: channels, motion: motion, cost: Self.cost(of: motion, encoding))
        if candidate.cost < best.cost { best = candidate }
      }
    }
    if best.channels == 1, best.motion != nil, Self.alternates(Self.samples(head, best.encoding)) {
      best.channels = 2
    }
    let isTelephone = best.encoding == .alaw || best.encoding == .ulaw
    format = RawFormat(
      encoding: best.encoding, channels: best.channels, sampleRate: isTelephone ? 8000 : 44_100)
    roughness = best.motion?.roughness ?? .infinity
  }

  /// Guesses from the bytes of a file. May block on a slow disk.
  ///
  /// - Returns: the guess, and the length of the file in bytes.
  public static func of(_ path: FilePath) throws(AudioFileError) -> (guess: RawGuess, byteCount: Int) {
    let file = try FileBytes(path: path)
    if let error = file.readError() { throw AudioFileError(reading: path, errno: error) }
    // Recordings often begin with silence, from which nothing can be guessed, so the middle is read. 48 bytes are whole
    // frames of one or two channels in every encoding.
    let length = 65_536
    let middle = max(0, file.count - length) / 2 / 48 * 48
    return (RawGuess(head: file.bytes(at: middle, length: length)), file.count)
  }

  private struct Candidate {
    var encoding: SampleEncoding
    var channels: Int
    var motion: Motion?
    var cost: Double
  }

  /// The mean step and the mean spread of samples, over all channels.
  private struct Motion {
    /// Means of |x − the one before| and of |x − mean|.
    private(set) var step = 0.0
    private(set) var distance = 0.0
    var roughness: Double { step / distance }

    /// - Returns: nil for silence, and for a silent channel beside sound, which is rather the lower half of wider
    ///   numbers.
    init?(of samples: [Float], channels: Int) {
      for channel in 0..<channels {
        let values = stride(from: channel, to: samples.count, by: channels).map { Double(samples[$0]) }
        let mean = values.reduce(0, +) / Double(values.count)
        var steps = 0.0
        var distances = 0.0
        for index in values.indices.dropFirst() {
          steps += (values[index] - values[index - 1]).magnitude
          distances += (values[index] - mean).magnitude
        }
        guard distances > 0 else { return nil }
        step += steps / Double(values.count * channels)
        distance += distances / Double(values.count * channels)
      }
    }
  }

  private static func samples(_ head: [UInt8], _ encoding: SampleEncoding) -> [Float] {
    let count = min(head.count, 65_536) / encoding.byteCount
    return [Float](unsafeUninitializedCapacity: count) { out, filled in
      head.withUnsafeBytes { bytes in
        if count > 0 { SampleConversion.convert(bytes.baseAddress!, encoding, count, into: out.baseAddress!) }
      }
      filled = count
    }
  }

  /// A lower cost is more plausible. Misread integers make large steps compared with full scale, so their cost counts
  /// that as well. Numbers that are plausible as floats are hardly anything else, at any scale.
  private static func cost(of motion: Motion, _ encoding: SampleEncoding) -> Double {
    switch encoding {
    case .f32le, .f32be, .f64le, .f64be: motion.roughness * 1e-6
    case .s16le: motion.step
    case .s16be, .s24le, .s24be, .s32le, .s32be: motion.step * 1.1
    case .u8, .s8, .ulaw, .alaw: motion.step * 1.3
    }
  }

  /// True for floats in the range of sound, and for all integers.
  private static func isPlausible(_ samples: [Float], _ encoding: SampleEncoding) -> Bool {
    guard encoding.isFloat else { return true }
    return samples.allSatisfy { $0.isFinite && $0.magnitude <= 64 }
      && samples.contains { $0.magnitude > 1e-3 }
  }

  /// True when the lower half of each number is as smooth as the upper one: then these are two numbers.
  private static func isTwo(_ head: [UInt8], _ encoding: SampleEncoding) -> Bool {
    guard encoding.byteCount == 2 || encoding.byteCount == 4, !encoding.isFloat else { return false }
    let half = encoding.byteCount / 2
    let isBigEndian = encoding == .s16be || encoding == .s32be
    // Differences wrap around, so that signs do not matter.
    func step(_ offset: Int) -> Double {
      var sum = 0.0
      var count = 0
      var last: Int32?
      for place in stride(from: offset, through: head.count - half, by: encoding.byteCount) {
        let high = Int32(head[isBigEndian || half == 1 ? place : place + 1]) << 24
        let low = half == 1 ? 0 : Int32(head[isBigEndian ? place + 1 : place]) << 16
        let value = high | low
        if let last { sum += Double((value &- last).magnitude) / 0x1p31 }
        last = value
        count += 1
      }
      return sum / Double(max(count, 1))
    }
    let (upper, lower) = isBigEndian ? (step(0), step(half)) : (step(half), step(0))
    // The mean step of noise is one half. Very soft sound has smooth lower bytes, too, but its upper bytes do not
    // change.
    return lower < 0.3 && lower < 8 * upper
  }

  /// True when every other step is much smaller: two channels with nearly the same sound.
  private static func alternates(_ samples: [Float]) -> Bool {
    var sums = (even: 0.0, odd: 0.0)
    for index in samples.indices.dropFirst() {
      let step = Double((samples[index] - samples[index - 1]).magnitude)
      if index % 2 == 0 { sums.even += step } else { sums.odd += step }
    }
    return min(sums.even, sums.odd) < 0.6 * max(sums.even, sums.odd)
  }
}
