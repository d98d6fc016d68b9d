// ExactSpectra.swift
// Exact spectra of the columns in view, and rough ones to begin with: tiles that are computed from samples in the
// background, and kept. Main actor; it never waits for a file.

import AudioFormats
import HostIO
import Recording
import Spectral
import WaveformCore

/// The tiles of one waveform's spectra.
@MainActor final class ExactSpectra {
  private let more: @MainActor () -> Void
  private let failed: @MainActor (AudioFileError) -> Void
  private var tiles = SpectrumTileCache()
  private var pass: SpectrumTilePass?
  /// Until the pass begins.
  private var delay: Delay?
  /// What was asked for last.
  private var wanted: SpectrumRequest?
  private var worker = BackgroundWorker()

  /// How long a zoom must have rested: some frames.
  private static let rest = Duration.milliseconds(50)

  /// - Parameters:
  ///   - more: called when there is another tile.
  ///   - failed: called when samples could not be read. Both hold their owner weakly.
  init(more: @escaping @MainActor () -> Void, failed: @escaping @MainActor (AudioFileError) -> Void) {
    self.more = more
    self.failed = failed
  }

  /// Forgets everything.
  func drop() {
    pass?.cancel()
    (pass, delay, wanted) = (nil, nil, nil)
    tiles = SpectrumTileCache()
    // A read that hangs must not delay the next one.
    worker = BackgroundWorker()
  }

  /// A tile as it is; nil when it is not there.
  func exact(_ tile: Int, _ request: SpectrumRequest) -> SpectrumTile? { tiles.exact(tile, request) }

  /// A tile of one transform for each column; nil when it is not there.
  func rough(_ tile: Int, _ request: SpectrumRequest) -> SpectrumTile? { tiles.rough(tile, request) }

  /// Looks at what was asked for last once more: more is known of the whole.
  func prepareAgain(of plot: SpectrumSubject, _ whole: WholeSpectra) {
    guard let wanted else { return }
    self.wanted = nil
    prepare(wanted, of: plot, whole)
  }

  /// Computes what is missing of the tiles in view.
  ///
  /// - Parameter whole: what is known besides.
  func prepare(_ request: SpectrumRequest, of plot: SpectrumSubject, _ whole: WholeSpectra) {
    guard request != wanted, let source = plot.source else { return }
    let access = source.access
    guard access != .notYet || Self.isWorthASpool(request.grid.framesPerPixel, plot, whole.pyramid) else {
      return
    }
    let missing = request.tiles.filter {
      tiles.exact($0, request) == nil && !whole.isAhead($0, request, of: plot)
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
    let pyramid = whole.pyramid
    // Wide columns of which nothing is known yet.
    let isRoughFirst =
      access == .direct && pyramid?.isComplete != true && !whole.haveGrown
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

  /// A picture that the coarse spectra show almost as well does not justify that a whole recording is decoded into a file
  /// once more; one that they show in blocks does, and one in which samples are drawn. The next picture asks again.
  private static func isWorthASpool(
    _ framesPerPixel: Double, _ plot: SpectrumSubject, _ pyramid: SpectrogramPyramid?
  ) -> Bool {
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
        Task { @MainActor in if let self, self.pass === pass { self.failed(error) } }
      }
    }
  }

  private func take(_ tile: SpectrumTile, of pass: SpectrumTilePass) {
    guard self.pass === pass else { return }
    tiles.add(tile, pass.request)
    more()
  }
}
