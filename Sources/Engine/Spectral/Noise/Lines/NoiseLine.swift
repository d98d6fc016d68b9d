// NoiseLine.swift
// A steady tone in a noise: what hums. A pure value.

/// A line in the spectrum of a noise.
public struct NoiseLine: Hashable, Sendable {
  /// Hz, between 0 and half the sample rate.
  public let frequency: Double
  /// Half of what lies between its highest and its lowest sample, > 0; 1 is full scale.
  public let amplitude: Double
}
