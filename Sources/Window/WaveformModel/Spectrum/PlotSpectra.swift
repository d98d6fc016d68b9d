// PlotSpectra.swift
// The spectra of one waveform: coarse ones of the whole (`WholeSpectra`), and exact ones of the columns in view
// (`ExactSpectra`). Main actor; it never waits for a file.

import AudioFormats
import HostIO
import Observation
import Recording
import Spectral
import WaveformCore

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
  /// Has the spectra follow on the thread that feeds the waveform.
  nonisolated let follower = SpectraFollower()
  @ObservationIgnored private lazy var whole = WholeSpectra(follower) { [weak self] in self?.take($0) }
  @ObservationIgnored private lazy var exact = ExactSpectra(
    more: { [weak self] in self?.revision += 1 }, failed: { [weak self] in self?.failed($0) })

  /// The share of the coarse spectra that is there, 0…1; nil when they are complete, or are not being made.
  var progress: Double? { whole.progress }

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
    if let settings, let next { whole.show(settings, next, of: plot) }
  }

  /// Forgets everything, because the waveform is read or computed anew, or is not shown any more.
  func drop() {
    whole.drop()
    exact.drop()
    format = nil
    if problem != nil { problem = nil }
  }

  /// Forgets everything, and shows the same again.
  func restart() {
    drop()
    revision += 1
  }

  private func take(_ event: WholeSpectra.Event) {
    switch event {
    case .more: revision += 1
    case .problem(let text): problem = text
    // Edges of wide columns can be computed now.
    case .ended(let plot): exact.prepareAgain(of: plot, whole)
    }
  }

  private func failed(_ error: AudioFileError) {
    if problem == nil, let found = error.sampleProblem { problem = found }
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
      exact.exact(tile, request)?
        .raise(&columns, first: first, channels: channels, part: part, isKnown: &isKnown)
    }
    whole.raise(
      &columns, first: first, channels: channels, part: part, isKnown: &isKnown, request, of: plot)
    if isKnown.contains(false) {
      for tile in request.tiles {
        exact.rough(tile, request)?
          .raise(&columns, first: first, channels: channels, part: part, isKnown: &isKnown)
      }
    }
    columns.unknown = isKnown.indices { !$0 }
    return isKnown.contains(true) ? columns : nil
  }

  /// See `PlotViewModel.isSpectrogramExact`.
  func isExact(_ grid: PixelGrid, _ first: Int, _ count: Int, of plot: SpectrumSubject) -> Bool {
    guard let request = request(first..<first + count, grid, plot) else { return false }
    return whole.isRecent(first..<first + count, request)
      || request.tiles.allSatisfy { exact.exact($0, request) != nil }
  }

  /// See `PlotViewModel.prepareSpectrogram`.
  func prepare(_ columns: Range<Int>, _ grid: PixelGrid, of plot: SpectrumSubject) {
    if let request = request(columns, grid, plot) { exact.prepare(request, of: plot, whole) }
  }
}
