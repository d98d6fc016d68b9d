// MarkKind.swift
// What is marked in a waveform however short it is, and which columns have a mark. Only this file defines
// clipping and digital silence.

/// What is marked: a run of consecutive samples of one channel.
///
/// - Clipped: 3 samples or more within one step of 16 bits of full scale, on one side. Sound touches full
///   scale with single samples; it stays there only when it was cut off. Audacity's Find Clipping begins with
///   3 as well (manual.audacityteam.org/man/find_clipping.html). −32,767 counts: programs that scale by
///   32,767 clip there.
/// - Silent: 64 samples or more that are exactly 0. A converter never gives that. Sound cards and programs
///   that drop out lose whole periods, and 64 frames are the shortest period in common use.
///
/// Integers wider than 16 bits are tested without their lower bits, as peaks are stored.
public enum MarkKind: Int, Hashable, Sendable, CaseIterable {
  case clippedHigh, clippedLow, silent

  /// The fewest samples of a run that is marked.
  public var fewestFrames: Int { self == .silent ? 64 : 3 }
}

/// The marks in a column of one channel.
public struct ColumnMarks: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) { self.rawValue = rawValue }

  init(_ kind: MarkKind) { rawValue = 1 << UInt8(kind.rawValue) }

  /// A part of a run at the upper or lower end of full scale.
  public static let clippedHigh = ColumnMarks(.clippedHigh), clippedLow = ColumnMarks(.clippedLow)
  /// A part of a run of digital silence.
  public static let silent = ColumnMarks(.silent)
  /// A part of a silent run shorter than two columns: it may cover no whole column, so that other samples
  /// would hide it. Never set without `silent`.
  public static let brief = ColumnMarks(rawValue: 8)
}

extension Int16 {
  /// True for a sample that counts as clipped in a run.
  @inlinable public var isAtTop: Bool { self >= 32_767 }
  @inlinable public var isAtBottom: Bool { self <= -32_767 }
}

extension Float {
  /// True for a sample that counts as clipped in a run, also beyond full scale. Infinities do not count as
  /// samples.
  @inlinable public var isAtTop: Bool { self >= 1 - 0x1p-15 && self < .infinity }
  @inlinable public var isAtBottom: Bool { self <= -1 + 0x1p-15 && self > -.infinity }
}
