// FuzzEntry.swift
// The parsers that are fuzzed: each gets any bytes, and throws where it answers what cannot be. It must neither trap nor
// hang; libFuzzer (Tests/Fuzz) sees that, and a sanitizer what is read besides. Pure functions, on any thread.

/// A parser, and what must hold of its answers.
struct FuzzEntry: Sendable {
  /// Also that of its folder in the corpus.
  let name: String
  /// - Throws: `Impossible`.
  let feed: @Sendable ([UInt8]) throws -> Void

  /// Every parser of the program that reads what somebody else may have written.
  static let all =
    containers + frames + decoders + orders + helpers + metadata + kept + caches + texts + marks

  /// An answer that no input may have.
  struct Impossible: Error, CustomStringConvertible {
    let description: String
  }
}

/// Throws `Impossible` where a condition does not hold.
func hold(_ condition: Bool, _ what: @autoclosure () -> String) throws {
  if !condition { throw FuzzEntry.Impossible(description: what()) }
}
