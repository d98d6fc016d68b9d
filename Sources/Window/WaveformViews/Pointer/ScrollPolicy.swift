// ScrollPolicy.swift
// What a wheel or a swipe does to the time axis, the same over plots, ruler and overview, and how far it
// raises lanes. Pure values, tested without a window.

import Glibc
import GtkBridge

extension Scroll {
  /// True for a sideways scroll. A sideways swipe is never perfectly level: only the stronger direction
  /// counts.
  var isSideways: Bool { modifiers.contains(.shift) || abs(dx) >= abs(dy) }
}

/// Turns a scroll into moves of the view.
package struct ScrollPolicy: Equatable, Sendable {
  /// The width of the view in device pixels.
  let width: Double
  /// Device pixels per logical pixel.
  let scale: Double

  package init(width: Double, scale: Double) {
    self.width = width
    self.scale = scale
  }

  /// A move of the view.
  enum Move: Equatable, Sendable {
    /// To the right, in device pixels of the view.
    case pan(Double)
    /// Closer by a factor; in steps by the detents of a wheel, or continuously with the fingers.
    case zoom(Double, isDetent: Bool)
  }

  /// One detent of a wheel zooms by the fourth root of two.
  private static let detentsPerOctave = 4.0
  /// Logical pixels of a touchpad's vertical scroll that double the zoom.
  private static let touchpadPixelsPerOctave = 120.0
  /// Detents of a wheel that move the view by its width.
  private static let detentsPerWidth = 10.0

  /// Scrolling up and down zooms, sideways pans; with Shift every scroll pans.
  ///
  /// - Parameter weight: how much of a zoom the scroll is: see `Navigation.weight`.
  func moves(for scroll: Scroll, weight: Double = 1) -> [Move] {
    if scroll.modifiers.contains(.shift) { return [.pan(pan(for: scroll))] }
    switch scroll.unit {
    case .wheel:
      // A mouse with two wheels, or one that tilts, can do both at once.
      var moves: [Move] = []
      if scroll.dy != 0 {
        moves.append(.zoom(exp2(-scroll.dy * weight / Self.detentsPerOctave), isDetent: true))
      }
      if scroll.dx != 0 { moves.append(.pan(distance(scroll.dx, scroll.unit))) }
      return moves
    case .surface:
      return scroll.isSideways
        ? [.pan(distance(scroll.dx, scroll.unit))]
        : [.zoom(exp2(-scroll.dy * weight / Self.touchpadPixelsPerOctave), isDetent: false)]
    }
  }

  /// The notches of a wheel by which a scroll zooms; nil when it does not, or is one of fingers.
  static func notches(of scroll: Scroll) -> Double? {
    scroll.unit == .wheel && scroll.dy != 0 && !scroll.modifiers.contains(.shift) ? scroll.dy : nil
  }

  /// Device pixels to the right, for views that cannot zoom: either direction moves the view.
  package func pan(for scroll: Scroll) -> Double { distance(scroll.dx + scroll.dy, scroll.unit) }

  private func distance(_ way: Double, _ unit: Scroll.Unit) -> Double {
    way * (unit == .wheel ? width / Self.detentsPerWidth : scale)
  }
}

/// Counts whole steps of a scroll, and keeps the rest for the next one. Lanes are raised by whole steps only,
/// so that kept pictures can be used again.
struct AmplitudeWheel {
  private static let decibelsPerStep = 1.5
  /// Logical pixels of a touchpad per step.
  private static let pixelsPerStep = 12.0
  private var rest = 0.0

  /// Decibels by which waveforms are raised; nil while no step is full. A detent of a wheel is one step.
  mutating func decibels(for scroll: Scroll) -> Double? {
    // Either direction counts: with Shift a wheel may be reported as turned sideways.
    let distance = scroll.dx + scroll.dy
    let steps = rest - (scroll.unit == .wheel ? distance : distance / Self.pixelsPerStep)
    let whole = steps.rounded(.towardZero)
    rest = steps - whole
    return whole == 0 ? nil : whole * Self.decibelsPerStep
  }
}
