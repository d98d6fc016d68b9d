// PlotViewModel.swift
// One waveform: how far it has been read, how long it is, and which columns show it. Knows no view. Main
// actor; the reader sends at most one event for each display frame.

import AudioExport
import AudioFormats
import Functions
import HostIO
import Observation
import Recording
import SystemPackage
import WaveformCore

/// One waveform of a diagram.
@Observable @MainActor public final class PlotViewModel {
  /// How far reading has come.
  public enum State: Sendable {
    case opening
    case reading
    case complete
    case failed(AudioFileError)
  }

  /// Distinguishes the waveforms of this run of the program.
  public let number: Int
  /// Distinguishes lanes: a waveform that replaces another one, because its file was read again, takes it over.
  public var laneNumber: Int { original?.laneNumber ?? ownLaneNumber }
  public private(set) var state = State.opening
  public private(set) var description: AudioDescription?
  /// Frames that can be drawn.
  public private(set) var framesRead = 0
  /// Frames of the whole recording: an estimate until everything has been read.
  public private(set) var length = 0
  /// True while the file is still being written: everything present has been read, and more is expected.
  public private(set) var isFollowing = false
  /// The result of reading; nil until everything has been read.
  public private(set) var report: ReadReport?
  /// Counts how often the waveform was computed anew.
  public private(set) var restartCount = 0
  /// The user's settings for it; the diagram changes them.
  public package(set) var settings = LaneSettings()
  /// The gains of its lanes.
  public var gains = LaneGains()
  /// The largest |x| of the recording; nil until everything has been read.
  public private(set) var peak: Float?
  private var shownPreview = ShownPreview()

  private static var count = 0
  private var ownLaneNumber: Int
  private let origin: PlotOrigin
  package let events = ModelEvents<PlotEvent>()
  let samples = PlotSamples()
  private let file = WatchedFile()
  @ObservationIgnored private var reading = Reading()
  /// The waveform that this one is computed from; nil for one that is read from a file.
  @ObservationIgnored package internal(set) weak var original: PlotViewModel?
  /// Pictures from before it was computed anew, the latest first: see `PlotViewModel+Earlier.swift`.
  @ObservationIgnored private(set) var earlier: [EarlierPicture] = []

  /// A rough picture of the whole while it is being read.
  private struct ShownPreview {
    var preview: PeakPreview?
    /// Counts the previews; 0 while there is none.
    var count = 0
  }

  /// The present reader, and what it has delivered.
  private struct Reading {
    var feed: (any PeakFeed)?
    var peaks: WaveformPeaks?
    var estimate: LengthEstimate?
    /// See `PlotViewModel.growth`.
    var growth: FileState?
  }

  /// - Parameters:
  ///   - path: the file; nothing is read before `start`.
  ///   - cache: where its peaks may be cached; nil: nowhere.
  ///   - sampleSource: makes random access to its samples, for close views and playing.
  public convenience init(
    path: FilePath, options: OpenOptions = OpenOptions(), cache: PeakCache? = nil,
    sampleSource: @escaping SampleSourceFactory = SampleSources.source
  ) {
    self.init(
      PlotOrigin(
        path: path, options: options, cache: cache, sampleSource: sampleSource, following: Following()))
  }

  /// A waveform that is computed from the file; its reader gives samples as well.
  ///
  /// - Parameter standsAlone: true when it has a lane of its own, like a recording; false when it lies over the
  ///   waveform that it is computed from, and is heard in its place.
  package convenience init(
    computedFrom path: FilePath, options: OpenOptions, standsAlone: Bool = false,
    feed: @escaping PlotOrigin.FeedFactory
  ) {
    self.init(PlotOrigin(path: path, options: options, makeFeed: feed, standsAlone: standsAlone))
  }

  /// A waveform of what is heard now, and of everything that was heard before.
  ///
  /// - Parameter path: the file that holds it.
  package convenience init(heardIn path: FilePath, feed: @escaping PlotOrigin.FeedFactory) {
    self.init(PlotOrigin(path: path, options: OpenOptions(), makeFeed: feed, isHeard: true))
  }

  /// A waveform that is computed from a formula; it has no file.
  public convenience init(_ signal: FunctionSignal) {
    self.init(PlotOrigin(path: signal.path, options: OpenOptions(function: signal)))
  }

  init(_ origin: PlotOrigin) {
    Self.count += 1
    number = Self.count
    ownLaneNumber = Self.count
    self.origin = origin
  }

  public var path: FilePath { origin.path }
  /// How the file is opened.
  public var options: OpenOptions { origin.options }
  /// The formula that it shows; nil for one of a file.
  public var function: FunctionSignal? { options.function }
  /// True for a recording in a file, which can be read again.
  public var hasFile: Bool { origin.makeFeed == nil && function == nil }
  /// Where what is computed of it may be cached; nil: nowhere.
  var cache: PeakCache? { origin.cache }
  /// What has happened to the file since it was read, if the user must know of it.
  public var change: FileChange { file.change }
  /// What the file says about itself; nil until that has been read, and for what is computed.
  public var information: RecordingInformation? { file.information }
  /// Counts the pictures that replaced one already drawn, because samples arrived.
  public var revision: Int { samples.revision }
  /// Why a close view shows bins rather than samples, in sentences; nil when it does not.
  public var sampleProblem: String? { samples.problem }
  /// A rough picture of the whole while it is being read; nil when there is none, and at the end.
  public var preview: PeakPreview? { shownPreview.preview }
  /// Counts the previews; 0 while there is none.
  public var previewCount: Int { shownPreview.count }
  /// The bins of what has been read.
  package var peaks: WaveformPeaks? { reading.peaks }
  /// The file as it was when it last grew; nil while it is not followed.
  package var growth: FileState? { reading.growth }
  /// Its reader.
  package var feed: (any PeakFeed)? { reading.feed }
  /// See `PlotSamples.source`.
  package var source: (any SampleSource)? { samples.source }

  /// A model of the same file, not read yet, that may replace this one.
  ///
  /// - Parameter expectsGrowth: true when the file is known to be still written to.
  func successor(expectsGrowth: Bool, options: OpenOptions) -> PlotViewModel {
    PlotViewModel(origin.again(expectsGrowth: expectsGrowth, options: options, length: length))
  }

  isolated deinit { reading.feed?.cancel() }

  /// True when it is computed from other waveforms, and is in no file. What has not been computed yet shows the
  /// earlier picture, or else nothing.
  public var isComputed: Bool { origin.makeFeed != nil && !origin.isHeard }
  /// True when it lies over the waveform that it is computed from, and is heard in its place, as a clean one does. What
  /// is computed of several others has a lane of its own instead.
  public var coversOriginal: Bool { isComputed && !origin.standsAlone }
  /// True when it is what is heard now. Its axis is as long as a view at first, and fills from the left.
  public var isHeard: Bool { origin.isHeard }

  /// Starts reading in the background.
  public func start() {
    guard reading.feed == nil else { return }
    begin()
  }

  /// Computes everything anew; the old picture stays until the new one replaces it.
  package func startAgain() {
    reading.feed?.cancel()
    keepPicture()
    restartCount += 1
    framesRead = 0
    report = nil
    reading.peaks = nil
    samples.dropPictures()
    dropPreview()
    state = description == nil ? .opening : .reading
    begin()
  }

  /// Takes over what a function says of itself, before its reader has told anything: so it can stand in the place of
  /// another one at once, on an axis of the right rate and length.
  func foresee() {
    guard case .opening = state, let function else { return }
    let description = function.audioDescription
    self.description = description
    openSamples(description)
    setLength(function.frames)
  }

  private func begin() {
    let start = restartCount
    let feed = origin.feed { [weak self, follower = samples.spectra.follower] event in
      if case .following(let frames, let state) = event { follower.grew(to: frames, state) }
      // This is the reader's thread. On the main actor, ignore the event when the plot is gone or has another
      // reader.
      Task { @MainActor in
        guard let self, self.restartCount == start else { return }
        self.receive(event)
      }
    }
    reading.feed = feed
    feed.start()
  }

  /// Stops reading; returns at once.
  public func cancel() {
    reading.feed?.cancel()
    earlier = []
    file.end()
    samples.close()
  }

  // MARK: The reader's events

  func receive(_ event: PeakReader.Event) {
    defer { events.send(.advanced) }
    switch event {
    case .opened(let description, let peaks):
      self.description = description
      let estimate = LengthEstimate(promised: description.expectedFrames, sampleRate: description.sampleRate)
      reading.peaks = peaks
      reading.estimate = estimate
      openSamples(description)
      watchFile(description)
      state = .reading
      setLength(max(estimate.length, origin.leastLength))
    case .progress(let frames):
      // Only whole bins can be drawn: a block may end within one.
      framesRead = peaks?.framesRead ?? 0
      if isFollowing {
        setLength(max(length, framesRead))
      } else if let length = reading.estimate?.grown(toHold: frames) {
        setLength(max(length, origin.leastLength))
      }
    case .preview(let preview):
      // The preview may have been on its way when the last bin came.
      guard !isComplete, !isFollowing else { return }
      shownPreview = ShownPreview(preview: preview, count: previewCount + 1)
    case .following(_, let fileState):
      isFollowing = true
      dropPreview()
      reading.growth = fileState
      source?.follow(fileState)
      file.rebase(to: fileState)
      framesRead = peaks?.framesRead ?? 0
      if framesRead > 0 { setLength(isHeard ? max(framesRead, length) : framesRead) }
    case .finished(let report):
      if let description = report.description, isFollowing || report.seeking != description.seeking {
        // Open the samples of the finished file, which may now be seekable in a better way.
        self.description = description.with(report.seeking)
        openSamples(self.description!)
      }
      isFollowing = false
      reading.growth = nil
      if let description = report.description, let fileState = description.fileState {
        file.rebase(to: fileState)
        // Recorders write tags and lists of cues when they close the file.
        file.readInformation(path, description)
      }
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

  private func dropPreview() { if shownPreview.count > 0 { shownPreview = ShownPreview() } }

  /// Makes samples available again after `PlotSamples.close`.
  func reopenSamples() { if let description { openSamples(description) } }

  private func openSamples(_ description: AudioDescription) {
    let source = reading.feed?.samples ?? origin.sampleSource(path, options, description)
    samples.open(source, cancels: isComputed, telling: events)
  }

  /// A source of its own for the caller, who must cancel it.
  func ownSource(_ description: AudioDescription) -> any SampleSource {
    origin.sampleSource(path, options, description)
  }

  private func watchFile(_ description: AudioDescription) {
    guard !isComputed, let state = description.fileState else { return }
    file.readInformation(path, description)
    file.begin(path, since: state) { [weak self] in self?.fileBecame($0) }
  }

  /// While reading is not complete, the reader notices growth itself.
  func fileBecame(_ change: FileChange) {
    if file.became(change), isComplete { events.send(.outdated) }
  }

  /// Takes over gains and settings from the waveform that this one replaces, and its peak until there is a
  /// new one: otherwise a normalized picture would collapse meanwhile.
  func adoptLook(of other: PlotViewModel) {
    ownLaneNumber = other.laneNumber
    gains = other.gains
    settings = other.settings
    if channels != other.channels { gains.forgetLanes() }
    if peak == nil { peak = other.peak }
  }

  /// Keeps the present picture before reading starts again.
  private func keepPicture() {
    guard framesRead > 0 || preview != nil else { return }
    earlier = EarlierPicture(
      peaks: peaks, samples: samples.loader, framesRead: framesRead, preview: preview
    ).followed(by: earlier)
  }

  /// The share that has been read, 0…1; nil when it is not being read or its length is not known.
  public var progress: Double? {
    guard case .reading = state, !isFollowing, length > 0, reading.estimate?.isKnown == true else {
      return nil
    }
    return min(1, Double(framesRead) / Double(length))
  }

  private func setLength(_ length: Int) {
    guard length != self.length else { return }
    self.length = length
    events.send(.lengthChanged)
  }
}
