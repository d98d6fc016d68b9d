// PlotViewModel.swift
// One waveform: how far it has been read, how long it is, and which columns show it. Knows no view.
// Main actor; the reader's events hop over once per display frame at most.

import AudioFormats
import HostIO
import Observation
import Recording
import SystemPackage
import WaveformCore

/// One waveform of a diagram.
@Observable @MainActor public final class PlotViewModel {
  /// How far the recording has come.
  public enum State: Sendable {
    case opening
    case reading
    case complete
    case failed(AudioFileError)
  }

  /// Tells waveforms of this run of the program apart.
  public let number: Int
  public let path: FilePath
  /// How the file is opened.
  public let options: OpenOptions
  public private(set) var state = State.opening
  public private(set) var description: AudioDescription?
  /// Frames that can be drawn.
  public private(set) var framesRead = 0
  /// Frames of the whole: an estimate until everything has been read.
  public private(set) var length = 0
  /// True while the file is still being written: all that is there has been read, and more is waited for.
  public private(set) var isFollowing = false
  /// What has become of the file since it was read, where that needs the user.
  public internal(set) var change = FileChange.unchanged
  /// What turned out in the end; nil before that.
  public private(set) var report: ReadReport?
  /// Counts the pictures that replaced one that had been drawn: the samples of a stretch arrived.
  public private(set) var revision = 0
  /// Why a close view shows bins rather than samples, in sentences; nil when it does not.
  public private(set) var sampleProblem: String?
  /// What the user decided about it. Changed through its diagram.
  public internal(set) var settings = LaneSettings()
  /// How far its lanes are raised.
  public var gains = LaneGains()
  /// The largest |x| of the recording; nil until everything has been read.
  public internal(set) var peak: Float?
  /// A rough picture of the whole while it is being read; nil when there is none, and in the end.
  public private(set) var preview: PeakPreview?
  /// Counts the previews; 0 when there is none.
  public private(set) var previewCount = 0

  private static var count = 0
  @ObservationIgnored private let cache: PeakCache?
  @ObservationIgnored private(set) var peaks: WaveformPeaks?
  @ObservationIgnored private var feed: (any PeakFeed)?
  @ObservationIgnored private let makeFeed: FeedFactory?
  /// The waveform that this one is computed from; nil for one that is in a file.
  @ObservationIgnored weak var original: PlotViewModel?
  /// Counts the feeds that took the place of another.
  public private(set) var restartCount = 0
  /// Pictures of the feeds before, the latest first: see `PlotViewModel+Earlier.swift`.
  @ObservationIgnored var earlier: [EarlierPicture] = []
  @ObservationIgnored private(set) var samples: SampleLoader?
  @ObservationIgnored private(set) var columnReader: ColumnReader?
  /// Random access to the samples, one for close views and for playing: it may be a spool of gigabytes. Nil before
  /// the file is open.
  @ObservationIgnored private(set) var source: (any SampleSource)?
  @ObservationIgnored var estimate: LengthEstimate?
  @ObservationIgnored private let following: Following?
  @ObservationIgnored var watch: FileWatch?
  /// Frames to show at least until everything has been read: those of the picture that this one replaces.
  @ObservationIgnored private let leastLength: Int
  @ObservationIgnored let events = ModelEvents<PlotEvent>()
  @ObservationIgnored let sampleSource: SampleSourceFactory

  /// How random access is got to a file that was opened so.
  public typealias SampleSourceFactory = (FilePath, OpenOptions, AudioDescription) -> any SampleSource

  /// - Parameters:
  ///   - path: the file; nothing is read before `start`.
  ///   - cache: where its peaks may be already; nil: nowhere.
  ///   - sampleSource: how its samples are read for close views.
  public convenience init(
    path: FilePath, options: OpenOptions = OpenOptions(), cache: PeakCache? = nil,
    sampleSource: @escaping SampleSourceFactory = SampleSources.source
  ) {
    self.init(
      path: path, options: options, cache: cache, sampleSource: sampleSource, following: Following(),
      leastLength: 0)
  }

  /// Makes what gives the peaks, and their samples; the events come from any thread.
  typealias FeedFactory =
    @MainActor (_ onEvent: @escaping @Sendable (PeakReader.Event) -> Void) -> any PeakFeed

  /// A waveform that is not in the file, but computed from it. The feed has samples.
  convenience init(computedFrom path: FilePath, options: OpenOptions, feed: @escaping FeedFactory) {
    self.init(
      path: path, options: options, sampleSource: SampleSources.source, following: nil, leastLength: 0,
      feed: feed)
  }

  init(
    path: FilePath, options: OpenOptions, cache: PeakCache? = nil,
    sampleSource: @escaping SampleSourceFactory, following: Following?, leastLength: Int,
    feed: FeedFactory? = nil
  ) {
    Self.count += 1
    number = Self.count
    self.path = path
    self.options = options
    self.cache = cache
    self.sampleSource = sampleSource
    self.following = following
    self.leastLength = leastLength
    makeFeed = feed
  }

  /// A model of the same file, not read yet, that may take this one's place.
  ///
  /// - Parameter expectsGrowth: the file is known to be written to at this time.
  func successor(expectsGrowth: Bool, options: OpenOptions) -> PlotViewModel {
    PlotViewModel(
      path: path, options: options, cache: cache, sampleSource: sampleSource,
      following: Following(isExpected: expectsGrowth), leastLength: length)
  }

  isolated deinit { feed?.cancel() }

  /// True when it is computed from the file. What has not been computed yet is shown as it was before, if it was, and
  /// else as nothing: it lies over the waveform of the file.
  public var isComputed: Bool { makeFeed != nil }

  /// Begins to read in the background.
  public func start() {
    guard feed == nil else { return }
    begin()
  }

  /// Computes everything anew; the picture before stays until there is another one.
  func startAgain() {
    feed?.cancel()
    keepPicture()
    restartCount += 1
    revision += 1
    framesRead = 0
    report = nil
    peaks = nil
    samples = nil
    columnReader = nil
    dropPreview()
    state = description == nil ? .opening : .reading
    begin()
  }

  private func begin() {
    let start = restartCount
    let onEvent: @Sendable (PeakReader.Event) -> Void = { [weak self] event in
      // The feed's thread: hop to the main actor; a plot that is gone by then hears nothing, nor does one that has
      // another feed.
      Task { @MainActor in
        guard let self, self.restartCount == start else { return }
        self.receive(event)
      }
    }
    let feed =
      makeFeed?(onEvent)
      ?? PeakReader(
        path: path, options: options, following: following, wantsPreview: true, cache: cache, onEvent: onEvent
      )
    self.feed = feed
    feed.start()
  }

  /// Stops reading; returns at once.
  public func cancel() {
    feed?.cancel()
    earlier = []
    watch?.cancel()
    watch = nil
    samples = nil
    columnReader = nil
    source = nil
  }

  // MARK: The reader's events

  func receive(_ event: PeakReader.Event) {
    defer { events.send(.advanced) }
    switch event {
    case .opened(let description, let peaks):
      self.description = description
      self.peaks = peaks
      estimate = LengthEstimate(promised: description.expectedFrames, sampleRate: description.sampleRate)
      openSamples(description)
      watchFile(since: description.fileState)
      state = .reading
      setLength(max(estimate!.length, leastLength))
    case .progress(let frames):
      // What can be drawn is what the bins hold: a block may end within one.
      framesRead = peaks?.framesRead ?? 0
      if isFollowing {
        setLength(max(length, framesRead))
      } else if let length = estimate?.grown(toHold: frames) {
        setLength(max(length, leastLength))
      }
    case .preview(let preview):
      // It may have been on its way when the last bin came.
      guard !isComplete, !isFollowing else { return }
      self.preview = preview
      previewCount += 1
    case .following(_, let fileState):
      isFollowing = true
      dropPreview()
      source?.follow(fileState)
      watch?.rebase(to: fileState)
      framesRead = peaks?.framesRead ?? 0
      if framesRead > 0 { setLength(framesRead) }
    case .finished(let report):
      if let description = report.description, isFollowing || report.seeking != description.seeking {
        // The samples of the finished file, whichever way suits it now.
        self.description = description.with(report.seeking)
        openSamples(self.description!)
      }
      isFollowing = false
      if let fileState = report.description?.fileState { watch?.rebase(to: fileState) }
      framesRead = report.frames
      peak = peaks?.peak
      self.report = report
      dropPreview()
      earlier = []
      state = .complete
      setLength(report.frames)
      events.send(.completed)
      if report.isOutdated { events.send(.outdated) }
    case .failed(let error):
      dropPreview()
      earlier = []
      state = .failed(error)
      framesRead = 0
      setLength(0)
    }
  }

  private func samplesArrived() {
    revision += 1
    if sampleProblem != nil { sampleProblem = nil }
  }

  private func samplesFailed(_ error: AudioFileError) {
    switch error.code {
    case .noSpace, .readFailed, .outOfMemory:
      // Only once: every further request fails as well, with other numbers.
      if sampleProblem == nil { sampleProblem = "\(error.message) \(error.advice)" }
    default: break  // the file itself has become another one
    }
  }

  private func dropPreview() {
    preview = nil
    previewCount = 0
  }

  /// Samples can be had again, after nobody wanted them any more.
  func reopenSamples() { if let description { openSamples(description) } }

  private func openSamples(_ description: AudioDescription) {
    let source = feed?.samples ?? sampleSource(path, options, description)
    let before = self.source
    self.source = source
    events.send(.sourceChanged)
    // Its spool goes; what has been read of it may still be shown.
    if isComputed, before !== source { before?.cancel() }
    samples = SampleLoader(source: source) { [weak self] in
      self?.samplesArrived()
    } failed: { [weak self] in
      self?.samplesFailed($0)
    }
    columnReader = ColumnReader(source: source) { [weak self] in self?.revision += 1 }
  }

  private func setLength(_ length: Int) {
    guard length != self.length else { return }
    self.length = length
    events.send(.lengthChanged)
  }
}
