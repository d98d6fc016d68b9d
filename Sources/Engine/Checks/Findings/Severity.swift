// Severity.swift
// How bad a finding is. A profile may say it otherwise for each check.

/// What a finding means for its file.
public enum Severity: String, CaseIterable, Comparable, Sendable {
  /// A fact that may interest somebody.
  case note
  /// Somebody should listen to it.
  case warning
  /// The file is damaged, or is not what it should be.
  case error

  public static func < (one: Severity, other: Severity) -> Bool { one.rank < other.rank }

  private var rank: Int { Self.allCases.firstIndex(of: self)! }
}
