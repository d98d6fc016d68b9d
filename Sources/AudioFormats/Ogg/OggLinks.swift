// OggLinks.swift
// The recordings that follow each other in a chained Ogg file (RFC 3533, section 4), as far as they can be shown
// as one. A pure value.

/// The links of a chain that have the channels and the rate of the first.
package struct OggLinks: Hashable, Sendable {
  /// One recording of the chain.
  package struct Link: Hashable, Sendable {
    package let channels: Int
    package let sampleRate: Int
    package let frames: Int

    package init(channels: Int, sampleRate: Int, frames: Int) {
      self.channels = channels
      self.sampleRate = sampleRate
      self.frames = frames
    }
  }

  /// At least 1.
  package let channels: Int
  /// Frames per second; at least 1.
  package let sampleRate: Int
  /// How many links are read, from the first on.
  package let count: Int
  /// The frames of all of them.
  package let frames: Int
  /// The link after them, which does not fit.
  package let next: Link?

  /// - Returns: nil when there is no link, or a number that cannot be.
  package init?(_ links: [Link]) {
    guard let first = links.first, first.channels > 0, first.sampleRate > 0 else { return nil }
    let fitting = links.prefix { $0.channels == first.channels && $0.sampleRate == first.sampleRate }
    var frames = 0
    for link in fitting {
      let (sum, overflow) = frames.addingReportingOverflow(link.frames)
      guard link.frames >= 0, !overflow else { return nil }
      frames = sum
    }
    channels = first.channels
    sampleRate = first.sampleRate
    count = fitting.count
    self.frames = frames
    next = links.dropFirst(fitting.count).first
  }
}
