// AudioTrack.swift
// An audio track of a container, described in words.

/// One of several audio tracks in a file.
public struct AudioTrack: Hashable, Sendable {
  /// Its name in a list: "English · AAC 5.1", "Commentary · AAC stereo", "Track 2 · Opus mono".
  public let label: String
  /// Its title; nil when it has none.
  public let title: String?
  /// The English name of its language, or the language's code; nil when unknown.
  public let language: String?
  public let encoding: Encoding
  /// At least 1.
  public let channels: Int
  /// Frames per second.
  public let sampleRate: Int

  package init(
    label: String, title: String?, language: String?, encoding: Encoding, channels: Int, sampleRate: Int
  ) {
    (self.label, self.title, self.language) = (label, title, language)
    (self.encoding, self.channels, self.sampleRate) = (encoding, channels, sampleRate)
  }
}
