// WheelZoom.swift
// How far a turn of the wheel zooms, or a move of fingers. Main actor.

import WaveformCore

/// How far wheel and fingers zoom.
public struct ZoomSpeed: Equatable, Sendable {
  /// 1: as usual; greater: further.
  public let factor: Double
  /// True when notches of a wheel in quick succession count more.
  public let isAccelerated: Bool

  public init(factor: Double = 1, isAccelerated: Bool = true) {
    self.factor = factor
    self.isAccelerated = isAccelerated
  }
}

/// The wheel of a view, as fast as it is being turned.
@MainActor public final class WheelZoom {
  /// What the user wants, asked at every turn.
  public var speed: () -> ZoomSpeed = { ZoomSpeed() }
  private var acceleration = WheelAcceleration()

  /// How much of a zoom a turn of the wheel is, or a move of fingers; 1 is the usual.
  ///
  /// - Parameters:
  ///   - notches: of the wheel; nil for fingers.
  ///   - time: of the event, in seconds.
  public func weight(ofNotches notches: Double?, at time: Double) -> Double {
    let speed = speed()
    guard let notches, speed.isAccelerated else { return speed.factor }
    return speed.factor * acceleration.weight(ofNotches: notches, at: time)
  }
}
