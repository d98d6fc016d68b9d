// EngineThread.swift
// What the engine asks of the thread that works for it: to begin, and to hear of what happened.

import AudioFormats

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
