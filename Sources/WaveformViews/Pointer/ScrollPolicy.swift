// ScrollPolicy.swift
// What a wheel or a swipe does to the time axis, the same over plots, ruler and overview, and how far it
// raises lanes. Pure values, tested without a window.

import Glibc
import GtkBridge

extension Scroll {
  /// True when it goes sideways. A sideways swipe is never perfectly level: only the stronger direction counts.
  var isSideways: Bool { modifiers.contains(.shift) || abs(dx) >= abs(dy) }
}

/// Turns what was scrolled into moves of the view.
struct ScrollPolicy: Equatable, Sendable {
  /// Device pixels of the time axis that is seen.
  let width: Double
  /// Device pixels per logical pixel.
  let scale: Double

  /// What is to be done with the view.
  enum Move: Equatable, Sendable {
    /// To the right, in device pixels of the view.
    case pan(Double)
    /// Closer by a factor; by a detent of a wheel, which is one step of many, or along with fingers.
    case zoom(Double, isDetent: Bool)
  }

  /// One detent of a wheel zooms by the fourth root of two.
  private static let detentsPerOctave = 4.0
  /// Logical pixels of a touchpad's vertical scroll that double the zoom.
  private static let touchpadPixelsPerOctave = 120.0
  /// Detents of a wheel that move the view by its width.
  private static let detentsPerWidth = 10.0

  /// Up and down zooms, sideways moves the view; with Shift everything does.
  func moves(for scroll: Scroll) -> [Move] {
    if scroll.modifiers.contains(.shift) { return [.pan(pan(for: scroll))] }
    switch scroll.unit {
    case .wheel:
      // Two wheels, or one that can be tilted: each does what it does.
      var moves: [Move] = []
      if scroll.dy != 0 { moves.append(.zoom(exp2(-scroll.dy / Self.detentsPerOctave), isDetent: true)) }
      if scroll.dx != 0 { moves.append(.pan(distance(scroll.dx, scroll.unit))) }
      return moves
    case .surface:
      return scroll.isSideways
        ? [.pan(distance(scroll.dx, scroll.unit))]
        : [.zoom(exp2(-scroll.dy / Self.touchpadPixelsPerOctave), isDetent: false)]
    }
  }

  /// Device pixels to the right where there is nothing to zoom: either direction moves the view.
  func pan(for scroll: Scroll) -> Double { distance(scroll.dx + scroll.dy, scroll.unit) }

  private func distance(_ way: Double, _ unit: Scroll.Unit) -> Double {
    way * (unit == .wheel ? width / Self.detentsPerWidth : scale)
  }
}

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
