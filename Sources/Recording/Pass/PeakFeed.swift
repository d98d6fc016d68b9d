// PeakFeed.swift
// Where the peaks of a waveform come from: a file that is read, or something that is computed while it is shown.

import AudioFormats

/// Makes peaks in the background, and says so by the events of `PeakReader`.
///
/// A feed begins once. Nobody ever waits for it: `start` and `cancel` return at once, and no event is delivered after
/// `cancel`, except one that is being delivered at this very moment.
public protocol PeakFeed: AnyObject, Sendable {
  func start()
  func cancel()
  /// The samples that belong to the peaks, where they are not those of a file.
  var samples: (any SampleSource)? { get }
}

extension PeakReader: PeakFeed {
  public var samples: (any SampleSource)? { nil }
}
