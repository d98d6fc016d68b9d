// NoiseNotice.swift
// What happened to the noise of a waveform that may not be the shown one, or that nobody waits for any more: told in
// passing, whatever is shown. A value.

/// The last thing that was told.
struct NoiseNotice: Equatable, Sendable {
  /// Sentences; empty before the first.
  private(set) var text = ""
  /// How many there were: two may be the same.
  private(set) var count = 0

  mutating func tell(_ text: String) {
    self.text = text
    count += 1
  }
}
