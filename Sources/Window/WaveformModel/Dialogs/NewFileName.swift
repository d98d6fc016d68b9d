// NewFileName.swift
// What a new file is called at first. A pure value, so that another thread can look which names are taken: a folder may
// be far away.

/// A name for a new file, and numbered ones for where that is taken.
public struct NewFileName: Equatable, Sendable {
  /// The name without a number, and its suffix without the dot.
  let stem: String, suffix: String

  package init(stem: String, suffix: String) {
    self.stem = stem
    self.suffix = suffix
  }

  /// A folder with more is not searched on.
  private static let highestNumber = 999

  /// Without a number.
  public var plain: String { "\(stem).\(suffix)" }

  /// The first name that is free, "song.wav" or "song 2.wav"; without a number where all are taken.
  public func free(_ isTaken: (String) -> Bool) -> String {
    if !isTaken(plain) { return plain }
    return (2...Self.highestNumber).lazy.map { "\(stem) \($0).\(suffix)" }.first { !isTaken($0) } ?? plain
  }
}
