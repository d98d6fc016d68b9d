// PlaybackConfiguration.swift
// How far ahead the engine works. A pure value; tests make everything small.

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
