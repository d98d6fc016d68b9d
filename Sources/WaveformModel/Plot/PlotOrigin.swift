// PlotOrigin.swift
// Where a waveform comes from: a file, or what is computed from it. A value that does not change.

import AudioFormats
import Recording
import SystemPackage

/// How random access is got to a file that was opened so.
public typealias SampleSourceFactory = (FilePath, OpenOptions, AudioDescription) -> any SampleSource

/// What is needed to read a waveform, from its beginning and at random.
struct PlotOrigin {
  /// Makes what gives the peaks, and their samples; the events come from any thread.
  typealias FeedFactory =
    @MainActor (_ onEvent: @escaping @Sendable (PeakReader.Event) -> Void) -> any PeakFeed

  let path: FilePath
  /// How the file is opened.
  let options: OpenOptions
  /// Where its peaks may be already; nil: nowhere.
  var cache: PeakCache?
  var sampleSource: SampleSourceFactory = SampleSources.source
  /// How a file that is being written is read; nil: not beyond its present end.
  var following: Following?
  /// Frames to show at least until everything has been read: those of the picture that this one replaces.
  var leastLength = 0
  /// Computes the waveform; nil for one that is in the file.
  var makeFeed: FeedFactory?

  /// The same file, not read yet, for what takes its place.
  ///
  /// - Parameters:
  ///   - expectsGrowth: the file is known to be written to at this time.
  ///   - length: frames that are shown of it now.
  func again(expectsGrowth: Bool, options: OpenOptions, length: Int) -> PlotOrigin {
    PlotOrigin(
      path: path, options: options, cache: cache, sampleSource: sampleSource,
      following: Following(isExpected: expectsGrowth), leastLength: length)
  }

  /// What gives the peaks, ready to start.
  @MainActor func feed(_ onEvent: @escaping @Sendable (PeakReader.Event) -> Void) -> any PeakFeed {
    makeFeed?(onEvent)
      ?? PeakReader(
        path: path, options: options, following: following, wantsPreview: true, cache: cache, onEvent: onEvent
      )
  }
}
