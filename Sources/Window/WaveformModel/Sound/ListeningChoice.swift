// ListeningChoice.swift
// What is heard of recordings that were cleaned. A pure value.

/// Which version of a recording is heard.
public enum ListeningChoice: String, CaseIterable, Sendable {
  case original, clean
  /// What was taken out: the original minus the clean version.
  case residue

  /// The gains of both; their sum is exactly what is heard.
  public var gains: (original: Float, clean: Float) {
    switch self {
    case .original: (1, 0)
    case .clean: (0, 1)
    case .residue: (1, -1)
    }
  }
}
