// OpenOptions.swift
// The user's choices of how a file is opened. A value that can be compared and used in a key.

import Functions

/// How a file is to be opened.
public struct OpenOptions: Hashable, Sendable {
  /// Read the file as samples without a header; nil: detect its format.
  public var raw: RawFormat?
  /// The audio track, counted from 0; nil: the file's default track.
  public var audioTrack: Int?
  /// Compute the samples instead of reading any: there is no file then, and the path is only a name
  /// (`FunctionSignal.path`).
  public var function: FunctionSignal?

  public init(raw: RawFormat? = nil, audioTrack: Int? = nil, function: FunctionSignal? = nil) {
    self.raw = raw
    self.audioTrack = audioTrack
    self.function = function
  }
}
