// PlaybackOrder.swift
// What the main thread wants from the engine's thread, handed over under the engine's lock; how far ahead the
// engine works; and what the engine asks of its thread. Tests make all buffers small.

import AudioFormats
import WaveformCore

/// What the engine is to do, and how.
struct PlaybackOrder {
  enum Task { case nothing, play, scrub }

  var task = Task.nothing
  /// Counts all changes.
  var changeCount = 0
  /// Counts the changes that need a new epoch.
  var epochGeneration = 0
  /// Counts starts and stops: work that began before one of them is useless.
  var startGeneration = 0
  /// Where to begin, until playback has begun; nil: at the present place.
  var from: Double?
  /// Counts the requested grains; and the middle of the newest one, in frames.
  var grainGeneration = 0
  var grainFrame = 0.0

  var length = 0
  var loop: FrameRange?
  var crossfadesLoop = false
  var speed = 1.0

  /// The part of the loop within the recording; nil when there is none.
  var reachableLoop: FrameRange? {
    guard let loop = loop?.clamped(toLength: max(0, length)), !loop.isEmpty else { return nil }
    return loop
  }
}

/// Sizes of the engine's buffers.
struct PlaybackConfiguration: Sendable {
  /// Frames that are kept ready, for a sample rate.
  var ringFrames: @Sendable (_ sampleRate: Int) -> Int = { max(1024, $0 / 2) }
  /// Frames that are read at a time: first few, so that playback begins soon, and later more.
  var firstPiece: @Sendable (_ sampleRate: Int) -> Int = { max(256, $0 / 20) }
  var piece: @Sendable (_ sampleRate: Int) -> Int = { max(256, $0 / 4) }
  /// The most seconds spent on making more frames, once the first piece is ready, before playback begins.
  var patience = 0.02
  /// The least seconds between two new beginnings that only change what follows. While the edge of a loop is
  /// dragged, frames would otherwise be dropped again and again before they are heard.
  var pace = 0.08
}

/// The thread that reads what an engine plays, as the engine sees it.
protocol EngineThread: AnyObject, Sendable {
  /// What it reads.
  var voices: VoiceSet { get }
  /// The number of the change of the order that was carried out last; −1 before the first.
  var servedChange: Int { get }

  /// Wakes the thread; the first call starts it.
  func begin(_ engine: PlaybackEngine)

  /// Lets the thread check its order again.
  func wakeUp()

  /// Ends the thread and its present read, without waiting.
  ///
  /// - Parameter next: the next thread; sources that it shares, or whose origin it reads in another way, are not
  ///   cancelled.
  func close(for next: (any EngineThread)?)

  /// Reports an event of the output, which belongs to its `start` of this number.
  func note(_ event: AudioOutputEvent, ofStart number: Int)
}
