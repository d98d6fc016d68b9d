// FunctionSignal.swift
// A formula with a rate and a length: everything that its samples depend on. A value that can be compared, used in a key,
// and computed by any number of threads.

import Localization

/// A signal that is computed from a formula of time.
///
/// Every sample is computed on its own, in Double, from the number of its frame: any range gives the same bits whatever was
/// asked for before. What is not finite stays so; nothing traps.
public struct FunctionSignal: Sendable {
  /// One formula for all channels, or one for each, separated by semicolons (docs/functions.md).
  public let formula: String
  /// Frames per second.
  public let sampleRate: Int
  public let frames: Int
  private let programs: [FormulaProgram]

  /// Frames per second.
  public static let sampleRates = 1...768_000
  public static let mostChannels = 64
  /// A day at 48 kHz.
  public static let mostFrames = 86_400 * 48_000

  /// - Parameters:
  ///   - frames: at least 1.
  ///   - channels: for a single formula; nil: as many as there are formulas.
  /// - Throws: what is wrong with the formula, and where; or which number is impossible.
  /// - Complexity: O(formula)
  public init(
    _ formula: String, sampleRate: Int, frames: Int, channels: Int? = nil
  ) throws(FormulaError) {
    guard Self.sampleRates ~= sampleRate else {
      throw FormulaError(
        .sampleRate,
        Sentence("The sample rate must be 1 to \(Self.sampleRates.upperBound) Hz."))
    }
    guard 1...Self.mostFrames ~= frames else {
      throw FormulaError(
        .length,
        Sentence("The signal must be at least one frame long, and at most \(Self.mostFrames) frames."))
    }
    guard 1...Self.mostChannels ~= channels ?? 1 else {
      throw FormulaError(.channelCount, Sentence("There must be 1 to \(Self.mostChannels) channels."))
    }
    self.formula = formula
    self.sampleRate = sampleRate
    self.frames = frames
    programs = try FormulaParser.programs(
      of: formula, FormulaContext(sampleRate: sampleRate, frames: frames), channels: channels)
  }

  public var channels: Int { programs.count }

  /// Computes frames that follow each other.
  ///
  /// - Parameters:
  ///   - first: the first of them.
  ///   - buffer: takes interleaved samples; any that are beyond `Float` become infinite.
  /// - Returns: frames computed: those that fit and exist.
  /// - Complexity: O(frames · steps of the formula)
  public func fill(_ buffer: UnsafeMutableBufferPointer<Float>, from first: Int) -> Int {
    guard let base = buffer.baseAddress, 0..<frames ~= first else { return 0 }
    let stride = channels
    let count = min(buffer.count / stride, frames - first)
    for (channel, program) in programs.enumerated() {
      program.run(first: first, count: count) { values, at in
        let out = base + at * stride + channel
        for index in 0..<values.count { out[index * stride] = Float(values[index]) }
      }
    }
    return count
  }
}

extension FunctionSignal: Hashable {
  public static func == (one: FunctionSignal, other: FunctionSignal) -> Bool {
    one.formula == other.formula && one.sampleRate == other.sampleRate && one.frames == other.frames
      && one.channels == other.channels
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(formula)
    hasher.combine(sampleRate)
    hasher.combine(frames)
    hasher.combine(channels)
  }
}
