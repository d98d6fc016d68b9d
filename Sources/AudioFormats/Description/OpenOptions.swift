// OpenOptions.swift
// What the user decides about how a file is opened. A value that can be compared, and be part of a key.

/// How a file is to be opened.
public struct OpenOptions: Hashable, Sendable {
  /// Read the file as samples without a header; nil: find out what it is.
  public var raw: RawFormat?
  /// Which of several audio tracks, counted from 0; nil: the one that the file prefers.
  public var audioTrack: Int?

  public init(raw: RawFormat? = nil, audioTrack: Int? = nil) {
    self.raw = raw
    self.audioTrack = audioTrack
  }
}
