// PlotOrigin.swift
// Where a waveform comes from (a file, or a computation from other waveforms), how long it is likely to be,
// and what it tells the models that depend on it. Pure values.

import AudioFormats
import Recording
import SystemPackage

/// Makes random access to a file that was opened with these options.
public typealias SampleSourceFactory = (FilePath, OpenOptions, AudioDescription) -> any SampleSource

/// What is needed to read a waveform, from its beginning and at random.
package struct PlotOrigin {
  /// Makes the reader of peaks, which may also give their samples. Its events come from any thread.
  package typealias FeedFactory =
    @MainActor (_ onEvent: @escaping @Sendable (PeakReader.Event) -> Void) -> any PeakFeed

  let path: FilePath
  /// How the file is opened.
  let options: OpenOptions
  /// Where its peaks may be cached; nil: nowhere.
  var cache: PeakCache?
  var sampleSource: SampleSourceFactory = SampleSources.source
  /// How a file that is still being written is read; nil: only up to its present end.
  var following: Following?
  /// Frames to show at least until everything has been read: the length of the picture that this one
  /// replaces.
  var leastLength = 0
  /// Makes what feeds the waveform; nil for a waveform that is read from the file.
  var makeFeed: FeedFactory?
  /// True when it is fed with what is heard now, which the file holds; false when it is computed from other waveforms.
  var isHeard = false
  /// True when what is computed has a lane of its own; false when it takes the place of the waveform below it.
  var standsAlone = false

  /// The same file, not read yet, for a waveform that will replace this one.
  ///
  /// - Parameters:
  ///   - expectsGrowth: true when the file is known to be still written to.
  ///   - length: frames that are shown of it now.
  func again(expectsGrowth: Bool, options: OpenOptions, length: Int) -> PlotOrigin {
    PlotOrigin(
      path: path, options: options, cache: cache, sampleSource: sampleSource,
      following: options.function == nil ? Following(isExpected: expectsGrowth) : nil, leastLength: length)
  }

  /// The reader of peaks, ready to start.
  @MainActor func feed(_ onEvent: @escaping @Sendable (PeakReader.Event) -> Void) -> any PeakFeed {
    makeFeed?(onEvent)
      ?? PeakReader(
        path: path, options: options, following: following, wantsPreview: true, cache: cache, onEvent: onEvent
      )
  }
}

/// A change of a waveform that other models must follow in the same turn.
package enum PlotEvent: Equatable, Sendable {
  /// The reader has reported something: the last event of a turn.
  case advanced
  /// `length` has changed.
  case lengthChanged
  /// `source` has changed; the old one has not been cancelled yet.
  case sourceChanged
  /// Everything has been read.
  case completed
  /// The file must be read again, although nothing is wrong with it.
  case outdated
}

/// The assumed length of a recording while it is read.
struct LengthEstimate {
  /// True when the header gives the length.
  let isKnown: Bool
  private(set) var length: Int

  /// - Parameter promised: frames that the header promises, within what is possible; 0 when it says nothing.
  init(promised: Int, sampleRate: Int) {
    isKnown = promised > 0
    length = promised > 0 ? promised : 30 * sampleRate
  }

  /// The new length when `frames` frames no longer fit; nil when they do. Grows in steps, so that the picture
  /// does not shrink in every frame.
  mutating func grown(toHold frames: Int) -> Int? {
    guard frames > length else { return nil }
    while length < frames { length += max(length / 2, 1) }
    return length
  }
}
