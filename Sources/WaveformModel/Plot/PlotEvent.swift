// PlotEvent.swift
// What a waveform tells the models that depend on it. A pure value.

/// A change of a waveform that others follow in the same turn.
enum PlotEvent: Equatable, Sendable {
  /// The reader has said something: the last event of that turn.
  case advanced
  /// Its `length` is another one.
  case lengthChanged
  /// Its `source` is another one; the one before it has not been cancelled yet.
  case sourceChanged
  /// Everything has been read.
  case completed
  /// The file has to be read again though nothing is wrong with it.
  case outdated
}
