// PlotSamples.swift
// Random access to the samples of a waveform: for the player, and for views that are so close, or so exact, that bins do
// not do. Main actor; what is read is read in the background.

import AudioFormats
import HostIO
import Observation
import WaveformCore

/// The samples of one waveform, as far as they are needed.
@Observable @MainActor final class PlotSamples {
  /// Counts the pictures that replaced one that had been drawn: the samples of a stretch arrived.
  private(set) var revision = 0
  /// Why a close view shows bins rather than samples, in sentences; nil when it does not.
  private(set) var problem: String?
  /// One for close views and for playing: it may be a spool of gigabytes. Nil before the file is open.
  @ObservationIgnored private(set) var source: (any SampleSource)?
  /// The samples around the view.
  @ObservationIgnored private(set) var loader: SampleLoader?
  /// What makes columns exact that are wider than bins.
  @ObservationIgnored private(set) var columnReader: ColumnReader?

  /// Takes samples from `next` from now on, and reads what is looked at anew.
  ///
  /// - Parameters:
  ///   - events: hear of it before the source before it is cancelled.
  ///   - cancels: true when the source before it belongs to nobody else.
  func open(_ next: any SampleSource, cancels: Bool, telling events: ModelEvents<PlotEvent>) {
    let before = source
    source = next
    events.send(.sourceChanged)
    // Its spool goes; what has been read of it may still be shown.
    if cancels, before !== next { before?.cancel() }
    loader = SampleLoader(source: next) { [weak self] in
      self?.arrived()
    } failed: { [weak self] in
      self?.failed($0)
    }
    columnReader = ColumnReader(source: next) { [weak self] in self?.revision += 1 }
  }

  /// What has been read is a picture of something else from now on; the source stays.
  func dropPictures() {
    revision += 1
    loader = nil
    columnReader = nil
  }

  /// Nobody wants samples any more.
  func close() {
    loader = nil
    columnReader = nil
    source = nil
  }

  private func arrived() {
    revision += 1
    if problem != nil { problem = nil }
  }

  private func failed(_ error: AudioFileError) {
    switch error.code {
    case .noSpace, .readFailed, .outOfMemory:
      // Only once: every further request fails as well, with other numbers.
      if problem == nil { problem = "\(error.message) \(error.advice)" }
    default: break  // the file itself has become another one
    }
  }
}
