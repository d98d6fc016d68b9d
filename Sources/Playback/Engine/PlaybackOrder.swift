// PlaybackOrder.swift
// What the main thread wants of the engine's. A value: handed over under the engine's lock.

import WaveformCore

/// What is to be done, and how.
struct PlaybackOrder {
  enum Task { case nothing, play, scrub }

  var task = Task.nothing
  /// Raised with every change.
  var revision = 0
  /// Raised whenever what is heard must be made anew.
  var number = 0
  /// Raised whenever what was being made for an earlier order is of no use any more.
  var place = 0
  /// Where to begin, until it has begun; nil: where it is.
  var from: Double?
  /// The grain to be heard: which one, and its middle.
  var grain = 0
  var grainFrame = 0.0

  var length = 0
  var loop: FrameRange?
  var crossfadesLoop = false
  var speed = 1.0

  /// The part of the loop that exists; nil when there is none.
  var reachableLoop: FrameRange? {
    guard let loop = loop?.clamped(toLength: max(0, length)), !loop.isEmpty else { return nil }
    return loop
  }
}
