// PlaybackOrder.swift
// What the main thread wants of the engine's. A value: handed over under the engine's lock.

import WaveformCore

/// What is to be done, and how.
struct PlaybackOrder {
  enum Task { case nothing, play, scrub }

  var task = Task.nothing
  /// Counts all changes.
  var changeCount = 0
  /// Counts what makes it necessary to make anew what is heard: the epochs.
  var epochGeneration = 0
  /// Counts starts and stops: what was being made before one of them is of no use any more.
  var startGeneration = 0
  /// Where to begin, until it has begun; nil: where it is.
  var from: Double?
  /// Counts the grains that were asked for; and the middle of the newest.
  var grainGeneration = 0
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
