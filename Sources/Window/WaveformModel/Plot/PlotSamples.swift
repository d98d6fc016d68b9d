// PlotSamples.swift
// Random access to the samples of a waveform: for the player, and for views for which bins are too coarse.
// Main actor; files are read in the background.

import AudioFormats
import HostIO
import Observation
import WaveformCore

/// The samples of one waveform, as far as they are needed.
@Observable @MainActor final class PlotSamples {
  /// Counts the pictures that replaced one already drawn, because samples arrived.
  private(set) var revision = 0
  /// Why a close view shows bins rather than samples, in sentences; nil when it does not.
  private(set) var problem: String?
  /// One source for close views and for playing, because it may be a spool of gigabytes. Nil before the file
  /// is open.
  @ObservationIgnored private(set) var source: (any SampleSource)?
  /// The samples around the view.
  @ObservationIgnored private(set) var loader: SampleLoader?
  /// Makes columns exact that are wider than bins.
  @ObservationIgnored private(set) var columnReader: ColumnReader?
  /// What is computed of them while spectrograms are shown.
  let spectra = PlotSpectra()

  /// Takes samples from `next` from now on, and reads the visible stretch again.
  ///
  /// - Parameters:
  ///   - events: tell of the new source before the old one is cancelled.
  ///   - cancels: true when only this waveform uses the old source.
  func open(_ next: any SampleSource, cancels: Bool, telling events: ModelEvents<PlotEvent>) {
    let before = source
    source = next
    events.send(.sourceChanged)
    // Frees the spool; what has been read of it may still be shown.
    if cancels, before !== next { before?.cancel() }
    loader = SampleLoader(source: next) { [weak self] in
      self?.arrived()
    } failed: { [weak self] in
      self?.failed($0)
    }
    columnReader = ColumnReader(source: next) { [weak self] in self?.revision += 1 }
  }

  /// Drops what has been read, because the waveform is computed anew; keeps the source.
  func dropPictures() {
    revision += 1
    loader = nil
    columnReader = nil
    spectra.restart()
  }

  /// Closes the source: samples are no longer needed.
  func close() {
    loader = nil
    columnReader = nil
    source = nil
    spectra.drop()
  }

  private func arrived() {
    revision += 1
    if problem != nil { problem = nil }
  }

  private func failed(_ error: AudioFileError) {
    // Only once: each further request fails as well, with other numbers.
    if problem == nil, let found = error.sampleProblem { problem = found }
  }
}

extension AudioFileError {
  /// Why a picture lacks samples, and what can be done: sentences. Nil when the file itself has become another one, which
  /// is told elsewhere.
  var sampleProblem: String? {
    switch code {
    case .noSpace, .readFailed, .outOfMemory: "\(message) \(advice)"
    default: nil
    }
  }
}
