// Recordings.swift
// Real recordings for the models, and a way to wait for what a background reader does.

import SystemPackage
import Testing
import WaveformModel

/// The samples that the project ships.
package enum Recordings {
  package static func path(_ name: String) -> FilePath {
    FilePath(#filePath).removingLastComponent().removingLastComponent().removingLastComponent()
      .removingLastComponent().appending("data/samples").appending(name)
  }

  package static let speech = path("speech.wav")
  package static let music = path("music.opus")
}

/// Lets the main actor run until `condition` holds; a failure names the place that waits.
@MainActor package func wait(
  sourceLocation: SourceLocation = #_sourceLocation, for condition: @MainActor () -> Bool
) async throws {
  for _ in 0..<10_000 {
    if condition() { return }
    try await Task.sleep(for: .milliseconds(1))
  }
  try #require(condition(), "nothing happened", sourceLocation: sourceLocation)
}
