// PlotSpectra.swift
// The spectra of one waveform: the coarse ones of the whole, made by a pass of their own while somebody looks, and exact
// ones of the columns in view, computed from samples in the background. Main actor; it never waits for a file.

import AudioFormats
import HostIO
import Localization
import Observation
import Recording
import Spectral
import SystemPackage
import WaveformCore

/// What must be known of a waveform to make its spectra.
struct SpectrumSubject {
  let path: FilePath
  let options: OpenOptions
  let cache: PeakCache?
  let description: AudioDescription?
  /// See `PlotViewModel`.
  let isComputed: Bool, isComplete: Bool, isFailed: Bool, isFollowing: Bool
  /// Frames that exist for certain while the recording is read or grows; then all.
  let length: Int
  let framesPerBin: Int
  let source: (any SampleSource)?

  var sampleRate: Int { description?.sampleRate ?? 0 }
  var channels: Int { description?.channels ?? 0 }
}

/// What is known of one waveform's spectra, and the making of what is missing.
///
/// A picture shows exact tiles where they are there, else the coarse spectra, else one transform of each column, which the
/// first look at a long recording gets before the pass over it has come far.
@Observable @MainActor final class PlotSpectra {
  /// Rises when more is known.
  private(set) var revision = 0
  /// Why spectra are missing, and what can be done: sentences.
  private(set) var problem: String?

  /// Nil while they are not shown.
  @ObservationIgnored private(set) var settings: SpectrogramSettings?
  @ObservationIgnored private var format: SpectrumFormat?
  @ObservationIgnored private var pyramid: SpectrogramPyramid?
  @ObservationIgnored private var reading: BackgroundReading<SpectrogramPyramid>?
  /// Of a recording that is still being written; and its last transforms, which stay when it is complete.
  @ObservationIgnored private var growing: GrowingSpectra?
  @ObservationIgnored private var recent: RecentTransforms?
  /// True while a worker reads what has come.
  @ObservationIgnored private var isCatchingUp = false
  /// Transforms that the picture knows of.
  @ObservationIgnored private var seenTransforms = 0
  /// Has the spectra follow on the thread that feeds the waveform.
  nonisolated let follower = SpectraFollower()
  @ObservationIgnored private var tiles = SpectrumTileCache()
  @ObservationIgnored private var pass: SpectrumTilePass?
  /// Until the pass begins.
  @ObservationIgnored private var delay: Delay?
  /// What was asked for last.
  @ObservationIgnored private var wanted: SpectrumRequest?
  @ObservationIgnored private var worker = BackgroundWorker()

  /// The share of the coarse spectra that is there, 0…1; nil when they are complete, or are not being made.
  @ObservationIgnored private(set) var progress: Double?

  // MARK: What is shown

  /// Shows spectra made with `settings` from now on; nil: none, and nothing is kept.
  func show(_ settings: SpectrogramSettings?, of plot: SpectrumSubject) {
    self.settings = settings
    let next = settings.flatMap {
      plot.sampleRate > 0 ? SpectrumFormat($0, sampleRate: plot.sampleRate) : nil
    }
    // Several lengths in seconds are the same number of frames.
    if next != format {
      drop()
      format = next
      revision += 1
    }
    guard let settings, next != nil else { return }
    if plot.isFollowing || growing != nil {
      grow(with: plot)
    } else if reading == nil, pyramid == nil, plot.isComplete, !plot.isFailed {
      readAll(of: plot, settings)
    }
  }

  /// Forgets everything, because the waveform is read or computed anew, or is not shown any more.
  func drop() {
    reading?.cancel()
    growing?.cancel()
    follower.follow(nil)
    pass?.cancel()
    (reading, growing, pass, delay, wanted) = (nil, nil, nil, nil, nil)
    (format, pyramid, recent, progress) = (nil, nil, nil, nil)
    (isCatchingUp, seenTransforms) = (false, 0)
    tiles = SpectrumTileCache()
    // A read that hangs must not delay the next one.
    worker = BackgroundWorker()
    if problem != nil { problem = nil }
  }

  /// Forgets everything, and shows the same again.
  func restart() {
    drop()
    revision += 1
  }

  // MARK: The whole

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
      self?.revision += 1
    } ended: { [weak self] result in
      guard let self else { return }
      self.progress = nil
      switch result {
      case .success(let pyramid):
        let isSame = pyramid.length == length
        self.pyramid = isSame ? pyramid : nil
        if !isSame {
          self.problem =
            localized(
              "“\(plot.path.displayName)” is not what it was when it was opened. Reload it to see its spectra."
            )
        }
      case .failure(let error): self.problem = "\(error.message) \(error.advice)"
      }
      self.revision += 1
      // Edges of wide columns can be computed now.
      if let wanted = self.wanted {
        self.wanted = nil
        self.prepare(wanted, of: plot)
      }
    }
    if reading == nil {
      problem = localized(
        "There is no memory for the spectra of “\(plot.path.displayName)”. Close other windows.")
    }
  }

  /// Reads on in a recording that has grown, or has been finished.
  private func grow(with plot: SpectrumSubject) {
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
        if !isWhole, let settings = self.settings {
          (self.pyramid, self.recent) = (nil, nil)
          self.readAll(of: plot, settings)
        }
        self.revision += 1
      }
    }
  }

  private func adopt(_ growing: GrowingSpectra) {
    guard growing.transforms != seenTransforms else { return }
    seenTransforms = growing.transforms
    revision += 1
  }

  /// - Parameter length: that of the waveform, which a pyramid from the cache must have.
  private func take(_ pyramid: SpectrogramPyramid, length: Int) {
    // Of a reading that was cancelled it has another format, or comes too late to matter.
    guard reading != nil, pyramid.format == format, self.pyramid == nil, pyramid.length ?? length == length
    else { return }
    self.pyramid = pyramid
  }

  // MARK: Pictures

  private func request(_ columns: Range<Int>, _ grid: PixelGrid, _ plot: SpectrumSubject) -> SpectrumRequest?
  {
    let length = plot.length
    guard let format, length > 0 else { return nil }
    return SpectrumRequest(format: format, grid: grid, columns: columns, length: length)
  }

  /// See `PlotViewModel.spectrogram`.
  ///
  /// - Parameter part: what is wanted of each column.
  func columns(
    of lane: LaneContent, _ grid: PixelGrid, _ first: Int, _ count: Int, part: SpectrumPart = .bins,
    of plot: SpectrumSubject
  ) -> SpectrogramColumns? {
    guard let request = request(first..<first + count, grid, plot) else { return nil }
    let channels = lane.channels
    var columns = SpectrogramColumns(bins: request.format.count(of: part), count: count)
    var isKnown = [Bool](repeating: false, count: count)
    for tile in request.tiles {
      tiles.exact(tile, request)?
        .raise(&columns, first: first, channels: channels, part: part, isKnown: &isKnown)
    }
    if let pyramid, pyramid.channels == plot.channels, isKnown.contains(false) {
      var ranges = (0..<count).map { column in
        isKnown[column]
          ? 0..<0
          : request.format.transforms(ofColumn: first + column, of: grid, length: request.length)
      }
      recent?.raise(ranges, channels: channels, part: part, isKnown: &isKnown, steps: &columns.steps)
      for column in 0..<count where isKnown[column] { ranges[column] = 0..<0 }
      let found = pyramid.read(ranges, channels: channels, part: part, into: &columns.steps)
      for column in 0..<count where found[column] { isKnown[column] = true }
    }
    if isKnown.contains(false) {
      for tile in request.tiles {
        tiles.rough(tile, request)?
          .raise(&columns, first: first, channels: channels, part: part, isKnown: &isKnown)
      }
    }
    columns.unknown = isKnown.indices { !$0 }
    return isKnown.contains(true) ? columns : nil
  }

  /// See `PlotViewModel.isSpectrogramExact`.
  func isExact(_ grid: PixelGrid, _ first: Int, _ count: Int, of plot: SpectrumSubject) -> Bool {
    guard let request = request(first..<first + count, grid, plot) else { return false }
    return isRecent(first..<first + count, request)
      || request.tiles.allSatisfy { tiles.exact($0, request) != nil }
  }

  /// True when the last transforms hold all those of some columns, and more sound would change none of them.
  private func isRecent(_ columns: Range<Int>, _ request: SpectrumRequest) -> Bool {
    guard let known = recent?.known, !known.isEmpty else { return false }
    let (format, grid) = (request.format, request.grid)
    let start = format.transforms(ofColumn: columns.lowerBound, of: grid, length: request.length)
    return !start.isEmpty && start.lowerBound >= known.lowerBound
      && grid.position(ofPixel: columns.upperBound) <= Double((known.upperBound - 1) * format.hop)
  }

  /// True when a tile need not be read: its spectra are known, or will be with the next sound.
  private func isAhead(_ tile: Int, _ request: SpectrumRequest, of plot: SpectrumSubject) -> Bool {
    guard let recent else { return false }
    let columns = tile * SpectrumTile.columns..<(tile + 1) * SpectrumTile.columns
    if isRecent(columns, request) { return true }
    return plot.isFollowing
      && request.grid.position(ofPixel: columns.upperBound)
        > Double((recent.known.upperBound - 1) * request.format.hop)
  }

  /// See `PlotViewModel.prepareSpectrogram`.
  func prepare(_ columns: Range<Int>, _ grid: PixelGrid, of plot: SpectrumSubject) {
    guard let request = request(columns, grid, plot) else { return }
    prepare(request, of: plot)
  }

  private func prepare(_ request: SpectrumRequest, of plot: SpectrumSubject) {
    guard request != wanted, let source = plot.source else { return }
    let access = source.access
    guard access != .notYet || isWorthASpool(request.grid.framesPerPixel, plot) else { return }
    let missing = request.tiles.filter {
      tiles.exact($0, request) == nil && !isAhead($0, request, of: plot)
    }
    // A recording grows faster than a pass may take.
    let goesOn = plot.isFollowing && pass.map { $0.request.grid == request.grid } == true
    if goesOn, let pass, missing.allSatisfy(pass.tiles.contains) { return wanted = request }
    pass?.cancel()
    delay = nil
    let isZoom = wanted.map { $0.format == request.format && $0.grid != request.grid } ?? false
    wanted = request
    tiles.keep(request)
    guard !missing.isEmpty else { return pass = nil }
    // Wide columns of which nothing is known yet.
    let isRoughFirst =
      access == .direct && pyramid?.isComplete != true && recent == nil
      && request.grid.framesPerPixel > SpectrumTilePass.roughHops * Double(request.format.hop)
    let pass = SpectrumTilePass(
      request, exact: missing,
      rough: isRoughFirst
        ? missing.filter { tiles.rough($0, request)?.isValid(length: request.length) != true } : [],
      source: source,
      pyramid: pyramid?.channels == source.channels && pyramid?.length == request.length ? pyramid : nil)
    self.pass = pass
    // What columns of the whole show almost as well is computed only for a view that stands still.
    let coarse = pyramid.flatMap { $0.isComplete ? Double($0.finestHops * request.format.hop) : nil }
    if let coarse, request.grid.framesPerPixel >= coarse {
      delay = Delay(ColumnReader.patience) { [weak self] in self?.begin(pass) }
    } else if isZoom {
      // Nothing of it would be seen in the next frame, which needs the processor.
      delay = Delay(Self.rest) { [weak self] in self?.begin(pass) }
    } else {
      begin(pass)
    }
  }

  /// How long a zoom must have rested: some frames.
  private static let rest = Duration.milliseconds(50)

  /// A picture that the coarse spectra show almost as well does not justify that a whole recording is decoded into a file
  /// once more; one that they show in blocks does, and one in which samples are drawn. The next picture asks again.
  private func isWorthASpool(_ framesPerPixel: Double, _ plot: SpectrumSubject) -> Bool {
    guard let pyramid, pyramid.isComplete else { return framesPerPixel < Double(plot.framesPerBin) }
    let finest = Double(pyramid.finestHops * pyramid.format.hop)
    return framesPerPixel < max(Double(plot.framesPerBin), finest / 2)
  }

  private func begin(_ pass: SpectrumTilePass) {
    delay = nil
    worker.run { [weak self] in
      do throws(AudioFileError) {
        try pass.run { tile in
          Task { @MainActor in self?.take(tile, of: pass) }
        }
      } catch {
        Task { @MainActor in self?.failed(error, in: pass) }
      }
    }
  }

  private func failed(_ error: AudioFileError, in pass: SpectrumTilePass) {
    guard self.pass === pass, problem == nil, let found = error.sampleProblem else { return }
    problem = found
  }

  private func take(_ tile: SpectrumTile, of pass: SpectrumTilePass) {
    guard self.pass === pass else { return }
    tiles.add(tile, pass.request)
    revision += 1
  }
}
