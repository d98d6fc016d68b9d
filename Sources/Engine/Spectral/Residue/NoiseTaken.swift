// NoiseTaken.swift
// What became of a noise, in the words of somebody who listens: by how many decibels its hum and the rest of
// it were lowered. A value.

/// By how much noise reduction lowered what a recording holds all the time.
public struct NoiseTaken: Hashable, Sendable {
  /// Whole dB that its steady tones lost, ≥ 0; nil where there are none.
  public let hum: Int?
  /// Whole dB that the quietest tenth of it lost, without these tones, ≥ 0; nil where there is too little
  /// sound to tell.
  public let noise: Int?

  public init(hum: Int? = nil, noise: Int? = nil) {
    self.hum = hum
    self.noise = noise
  }

  /// "−12" for twelve decibels, and "0" for none.
  public static func text(_ decibels: Int) -> String { decibels == 0 ? "0" : "−\(decibels)" }
}
