// Reloader.swift
// Reading files again in place. What is shown stays until the next reading has something to show, and zoom, selection,
// playhead and style are the diagram's, so they stay anyway. Main actor.

import AudioFormats
import HostIO
import Observation

/// Reads the files of a diagram again: when the user wants it, and when they have grown.
@Observable @MainActor public final class Reloader {
  /// Why the last `reload` came to nothing; nil when it did not.
  public private(set) var failure: AudioFileError?
  /// Counts the waveforms that took the place of another of the same file.
  public private(set) var reloadCount = 0
  /// Readings that have nothing to show yet.
  @ObservationIgnored private(set) var pending: [PendingReload] = []
  /// Readings that will begin after a pause, by the waveform that will be read.
  @ObservationIgnored private var delayed: [ObjectIdentifier: Delay] = [:]
  private let lanes: LaneList

  /// A reading that will take the place of another.
  struct PendingReload {
    let plot: PlotViewModel
    let replaced: PlotViewModel
    /// True when the user wants it: it takes over at once, whatever it shows.
    let isAsked: Bool
  }

  init(_ lanes: LaneList) {
    self.lanes = lanes
    lanes.events.listen(self) { reloader, event in
      if case .outdated(let plot) = event { reloader.refresh(plot) }
    }
  }

  /// Reads all waveforms anew. Where that fails, what was read before stays, and `failure` says why.
  public func reload() {
    failure = nil
    for plot in lanes.plots where !plot.isComputed { read(plot, isAsked: true) }
  }

  /// Reads the first recording in another way, such as another track of the same file.
  public func reload(as options: OpenOptions) {
    failure = nil
    if let plot = lanes.plots.first(where: { !$0.isComputed }) { read(plot, isAsked: true, as: options) }
  }

  /// True while a waveform is being read that will take the place of another.
  public var isReloading: Bool { !pending.isEmpty }

  /// Gives up what is being read: there is nothing to replace any more.
  func forget() {
    for reload in pending { drop(reload) }
    failure = nil
  }

  /// Reads a file again that grew or was completed; not so often that it costs more than a tenth of a core.
  private func refresh(_ plot: PlotViewModel) {
    let pause = (plot.report?.readingTime ?? .zero) * 9
    let identity = ObjectIdentifier(plot)
    // The one that waits already reads what comes meanwhile.
    guard delayed[identity] == nil else { return }
    delayed[identity] = Delay(pause) { [weak self, weak plot] in
      self?.delayed[identity] = nil
      guard let self, let plot, lanes.plots.contains(where: { $0 === plot }) else { return }
      read(plot, isAsked: false)
    }
  }

  private func read(_ plot: PlotViewModel, isAsked: Bool, as options: OpenOptions? = nil) {
    let options = options ?? plot.options
    if let known = pending.first(where: { $0.replaced === plot }) {
      // One that hangs is not helped by another one.
      guard isAsked, !known.isAsked || known.plot.options != options else { return }
      drop(known)
    }
    let next = plot.successor(expectsGrowth: !isAsked, options: options)
    pending.append(PendingReload(plot: next, replaced: plot, isAsked: isAsked))
    let number = next.number
    next.events.listen(self) { reloader, event in
      if event == .advanced, let reload = reloader.pending.first(where: { $0.plot.number == number }) {
        reloader.consider(reload)
      }
    }
    next.start()
  }

  private func consider(_ reload: PendingReload) {
    switch reload.plot.state {
    case .opening: return
    case .failed(let error):
      if reload.isAsked { failure = error }
      drop(reload)
    case .reading where !reload.isAsked && reload.plot.framesRead < reload.replaced.framesRead: return
    case .reading, .complete: install(reload)
    }
  }

  private func install(_ reload: PendingReload) {
    guard lanes.plots.contains(where: { $0 === reload.replaced }) else { return drop(reload) }
    remove(reload)
    // The player takes the new samples before the old ones are let go of.
    lanes.replace(reload.replaced, with: reload.plot)
    reload.replaced.cancel()
    reloadCount += 1
  }

  private func drop(_ reload: PendingReload) {
    remove(reload)
    reload.plot.cancel()
  }

  private func remove(_ reload: PendingReload) {
    reload.plot.events.stop(self)
    pending.removeAll { $0.plot === reload.plot }
  }
}
