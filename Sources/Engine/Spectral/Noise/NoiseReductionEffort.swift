// NoiseReductionEffort.swift
// The choice between what is there at once and what is better.

/// How much is done for the gains of noise reduction.
public enum NoiseReductionEffort: Sendable, CaseIterable {
  /// In one pass, with a delay of two windows: for what has to be seen or heard at once.
  case look
  /// In two passes, of which the second knows what comes a second later: for what stays.
  case whole
}
