// WholeSpectra.swift
// The coarse spectra of a whole waveform: made by a pass of their own while somebody looks, or with a recording that is
// still being written. Main actor; what it reads is read on other threads, and never waited for.

import AudioFormats
import HostIO
import Localization
import Recording
import Spectral
import WaveformCore

/// What is known of all of one waveform's spectra.
@MainActor final class WholeSpectra {
  /// What happened to them.
  enum Event {
    /// More is known.
    case more
    /// Why they are missing, and what can be done: sentences.
    case problem(String)
    /// The pass over a waveform has ended.
    case ended(SpectrumSubject)
  }

  /// Nil while nothing is known.
  private(set) var pyramid: SpectrogramPyramid?
  /// The share that is there, 0…1; nil when they are complete, or are not being made.
  private(set) var progress: Double?
  /// Has them follow on the thread that feeds the waveform.
  private let follower: SpectraFollower
  private let told: @MainActor (Event) -> Void
  private var format: SpectrumFormat?
  private var reading: BackgroundReading<SpectrogramPyramid>?
  /// Of a recording that is still being written; and its last transforms, which stay when it is complete.
  private var growing: GrowingSpectra?
  private var recent: RecentTransforms?
  /// True while a worker reads what has come.
  private var isCatchingUp = false
  /// Transforms that the picture knows of.
  private var seenTransforms = 0

  /// - Parameters:
  ///   - follower: told what to follow while a recording is written.
  ///   - told: called on the main actor; holds its owner weakly.
  init(_ follower: SpectraFollower, _ told: @escaping @MainActor (Event) -> Void) {
    self.follower = follower
    self.told = told
  }

  /// Has them made, in this format, unless that is under way or done.
  func show(_ settings: SpectrogramSettings, _ format: SpectrumFormat, of plot: SpectrumSubject) {
    self.format = format
    if plot.isFollowing || growing != nil {
      grow(with: plot, settings)
    } else if reading == nil, pyramid == nil, plot.isComplete, !plot.isFailed {
      readAll(of: plot, settings)
    }
  }

  /// Forgets everything.
  func drop() {
    reading?.cancel()
    growing?.cancel()
    follower.follow(nil)
    (reading, growing, format, pyramid, recent, progress) = (nil, nil, nil, nil, nil, nil)
    (isCatchingUp, seenTransforms) = (false, 0)
  }

  // MARK: What is known

  /// Raises columns to what is known of them.
  ///
  /// - Parameters:
  ///   - first: the first of the columns.
  ///   - isKnown: for each column, whether it is exact already; those that are raised here become so.
  func raise(
    _ columns: inout SpectrogramColumns, first: Int, channels: [Int], part: SpectrumPart,
    isKnown: inout [Bool], _ request: SpectrumRequest, of plot: SpectrumSubject
  ) {
    guard let pyramid, pyramid.channels == plot.channels, isKnown.contains(false) else { return }
    var ranges = isKnown.indices.map { column in
      isKnown[column]
        ? 0..<0
        : request.format.transforms(ofColumn: first + column, of: request.grid, length: request.length)
    }
    recent?.raise(ranges, channels: channels, part: part, isKnown: &isKnown, steps: &columns.steps)
    for column in isKnown.indices where isKnown[column] { ranges[column] = 0..<0 }
    let found = pyramid.read(ranges, channels: channels, part: part, into: &columns.steps)
    for column in isKnown.indices where found[column] { isKnown[column] = true }
  }

  /// True when the last transforms hold all those of some columns, and more sound would change none of them.
  func isRecent(_ columns: Range<Int>, _ request: SpectrumRequest) -> Bool {
    guard let known = recent?.known, !known.isEmpty else { return false }
    let (format, grid) = (request.format, request.grid)
    let start = format.transforms(ofColumn: columns.lowerBound, of: grid, length: request.length)
    return !start.isEmpty && start.lowerBound >= known.lowerBound
      && grid.position(ofPixel: columns.upperBound) <= Double((known.upperBound - 1) * format.hop)
  }

  /// True when a tile need not be read: its spectra are known, or will be with the next sound.
  func isAhead(_ tile: Int, _ request: SpectrumRequest, of plot: SpectrumSubject) -> Bool {
    guard let recent else { return false }
    let columns = tile * SpectrumTile.columns..<(tile + 1) * SpectrumTile.columns
    if isRecent(columns, request) { return true }
    return plot.isFollowing
      && request.grid.position(ofPixel: columns.upperBound)
        > Double((recent.known.upperBound - 1) * request.format.hop)
  }

  /// True when they are those of a recording that is, or was, followed.
  var haveGrown: Bool { recent != nil }

  // MARK: Reading

  private func readAll(of plot: SpectrumSubject, _ settings: SpectrogramSettings) {
    guard let description = plot.description, plot.length > 0 else { return }
    // What is computed is in no file.
    let samples = plot.isComputed ? plot.source : nil, length = plot.length
    if plot.isComputed, samples == nil { return }
    let (path, options, cache) = (plot.path, plot.options, plot.cache)
    let opened = { @Sendable [weak self] (pyramid: SpectrogramPyramid) -> Void in
      Task { @MainActor in self?.take(pyramid, length: length) }
    }
    progress = 0
    reading = BackgroundReading { goesOn, progressed throws(AudioFileError) in
      if let samples {
        return try RecordingSpectra.pyramid(
          of: samples, length: length, settings: settings, opened: opened, goesOn: goesOn,
          progressed: progressed)
      }
      return try RecordingSpectra.pyramid(
        of: path, options: options, description: description, settings: settings, cache: cache,
        opened: opened, goesOn: goesOn, progressed: progressed)
    } progressed: { [weak self] frames in
      self?.progress = min(1, Double(frames) / Double(length))
      self?.told(.more)
    } ended: { [weak self] in
      self?.ended($0, plot)
    }
    if reading == nil {
      told(
        .problem(
          localized(
            "There is no memory for the spectra of “\(plot.path.displayName)”. Close other windows.")))
    }
  }

  /// - Parameter length: that of the waveform, which a pyramid from the cache must have.
  private func take(_ pyramid: SpectrogramPyramid, length: Int) {
    // Of a reading that was cancelled it has another format, or comes too late to matter.
    guard reading != nil, pyramid.format == format, self.pyramid == nil, pyramid.length ?? length == length
    else { return }
    self.pyramid = pyramid
  }

  private func ended(_ result: Result<SpectrogramPyramid, AudioFileError>, _ plot: SpectrumSubject) {
    progress = nil
    switch result {
    case .success(let pyramid) where pyramid.length == plot.length: self.pyramid = pyramid
    case .failure(let error) where !error.isEarlyEnd: told(.problem("\(error.message) \(error.advice)"))
    case .success, .failure:
      pyramid = nil
      told(
        .problem(
          localized(
            "“\(plot.path.displayName)” is not what it was when it was opened. Reload it to see its spectra.")
        ))
    }
    told(.more)
    told(.ended(plot))
  }

  // MARK: Growing

  /// Reads on in a recording that has grown, or has been finished.
  private func grow(with plot: SpectrumSubject, _ settings: SpectrogramSettings) {
    guard let source = plot.source, source.access == .direct, let format, plot.channels > 0,
      pyramid?.isComplete != true
    else { return }
    let growing = self.growing ?? GrowingSpectra(format, of: source)
    if self.growing == nil {
      self.growing = growing
      pyramid = growing.pyramid
      recent = growing.recent
      follower.follow(growing)
    }
    // What was read before the waveform grew is seen together with that.
    adopt(growing)
    let isLast = plot.isComplete
    guard isLast || growing.frames < plot.length && !isCatchingUp else { return }
    isCatchingUp = true
    growing.grow(to: plot.length, isLast: isLast) { [weak self] isWhole in
      Task { @MainActor in
        guard let self, self.growing === growing else { return }
        self.isCatchingUp = false
        self.adopt(growing)
        guard isLast else { return }
        self.growing = nil
        self.follower.follow(nil)
        // What cannot be read on is read anew.
        if !isWhole {
          (self.pyramid, self.recent) = (nil, nil)
          self.readAll(of: plot, settings)
        }
        self.told(.more)
      }
    }
  }

  private func adopt(_ growing: GrowingSpectra) {
    guard growing.transforms != seenTransforms else { return }
    seenTransforms = growing.transforms
    told(.more)
  }
}
