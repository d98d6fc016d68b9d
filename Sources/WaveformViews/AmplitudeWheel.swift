// AmplitudeWheel.swift
// Counts the steps that a wheel or touchpad raises lanes by: whole ones only, so that a picture that is kept is met
// again. A pure value.

import GtkBridge

/// What is left of a scroll that did not fill a step.
struct AmplitudeWheel {
  /// Logical pixels of a touchpad in a step.
  private static let pixelsPerStep = 12.0
  private var rest = 0.0

  /// Whole steps for a distance, positive downwards: positive steps make waveforms taller.
  mutating func steps(for distance: Double, _ unit: ScrollController.Unit) -> Double {
    let steps = rest - (unit == .wheel ? distance : distance / Self.pixelsPerStep)
    let whole = steps.rounded(.towardZero)
    rest = steps - whole
    return whole
  }
}
