// AmplitudeWheel.swift
// How far a wheel or a touchpad raises lanes: by whole steps only, so that a picture that is kept is met again. A pure
// value.

import GtkBridge

/// What is left of a scroll that did not fill a step.
struct AmplitudeWheel {
  private static let decibelsPerStep = 1.5
  /// Logical pixels of a touchpad in a step.
  private static let pixelsPerStep = 12.0
  private var rest = 0.0

  /// Decibels by which waveforms become taller; nil as long as no step is full. A detent of a wheel is one.
  mutating func decibels(for scroll: Scroll) -> Double? {
    // Either direction: with Shift a wheel may be told of as one that is turned sideways.
    let distance = scroll.dx + scroll.dy
    let steps = rest - (scroll.unit == .wheel ? distance : distance / Self.pixelsPerStep)
    let whole = steps.rounded(.towardZero)
    rest = steps - whole
    return whole == 0 ? nil : whole * Self.decibelsPerStep
  }
}
