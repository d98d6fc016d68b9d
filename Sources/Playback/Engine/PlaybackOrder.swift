// PlaybackOrder.swift
// What the main thread wants from the engine's thread, handed over under the engine's lock; how far ahead the
// engine works; and what the engine asks of its thread. Tests make all buffers small.

import AudioFormats
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

/// Sizes of the engine's buffers.
struct PlaybackConfiguration: Sendable {
  /// Frames that are kept ready at a rate.
  var ringFrames: @Sendable (_ sampleRate: Int) -> Int = { max(1024, $0 / 2) }
  /// Frames that are read at a time: at first, so that it begins soon, and later.
  var firstPiece: @Sendable (_ sampleRate: Int) -> Int = { max(256, $0 / 20) }
  var piece: @Sendable (_ sampleRate: Int) -> Int = { max(256, $0 / 4) }
  /// Seconds that may go by, once the first piece is ready, to make more of it before it begins.
  var patience = 0.02
  /// Seconds between two beginnings that only change how it goes on: while the edge of a loop is dragged what is heard
  /// would be dropped again and again before anybody hears it.
  var pace = 0.08
}

/// The thread that reads what an engine plays.
protocol EngineThread: AnyObject, Sendable {
  /// What it reads.
  var sources: [any SampleSource] { get }
  /// How loud each of its voices is.
  var gains: VoiceGains { get }
  /// Which change of the order was carried out last; −1 before the first.
  var servedChange: Int { get }

  /// Wakes the thread; the first time it is begun.
  func begin(_ engine: PlaybackEngine)

  /// Lets the thread look at its order again.
  func wakeUp()

  /// Ends the thread, and what it is reading, and waits for neither.
  ///
  /// - Parameter next: goes on reading those sources that are its own too.
  func close(for next: (any EngineThread)?)

  /// Something happened to the output, since its `start` of that number; on its thread.
  func note(_ event: AudioOutputEvent, ofStart number: Int)
}
