// NoiseEstimate.swift
// What a follower of noise asks. One thread at a time.

/// What says how a noise is at a place, from the windows about it. One thread at a time.
protocol NoiseEstimate: AnyObject {
  /// Seconds before and behind a sample that tell of its noise.
  var reach: Double { get }
  /// Windows that begin within the size of one: 1, or 2 that overlap.
  var windowsPerSize: Int { get }
  /// For each bin, the noise's power against the profile's, > 0, as of the last `follow`.
  var factors: [Float] { get }
  /// False while too little was heard to tell, as of the last `follow`: then `factors` let everything pass.
  var isKnown: Bool { get }
  /// Takes in the spectra of two windows that follow each other, as they stand in a transform.
  func take(_ transform: RealPairTransform)
  /// Sets the factors by the windows of twice the reach.
  func follow()
}
