// Reloader.swift
// Reads files again in place. The old picture stays until the new reading has something to show; zoom,
// selection, playhead and style belong to the diagram and do not change. Main actor.

import AudioFormats
import Functions
import HostIO
import Observation

/// Reads the files of a diagram again: when the user asks for it, and when they have grown.
@Observable @MainActor public final class Reloader {
  /// Why the last `reload` failed; nil when it did not.
  public private(set) var failure: AudioFileError?
  /// Counts the waveforms that replaced another of the same file.
  public private(set) var reloadCount = 0
  /// Readings that have nothing to show yet.
  @ObservationIgnored private(set) var pending: [PendingReload] = []
  /// Readings that start after a pause, by the waveform that will be read again.
  @ObservationIgnored private var delayed: [ObjectIdentifier: Delay] = [:]
  private let lanes: LaneList

  /// A reading that will replace another.
  struct PendingReload {
    let plot: PlotViewModel
    let replaced: PlotViewModel
    /// True when the user asked for it: it then takes over at once, whatever it shows.
    let isAsked: Bool
    /// Puts it in place of a waveform that shows something else; nil for another reading of the same file.
    var take: (@MainActor (PlotViewModel) -> Void)?
    /// True when nobody asked: it takes over when as much is there as before.
    var isRefresh: Bool { !isAsked && take == nil }
  }

  init(_ lanes: LaneList) {
    self.lanes = lanes
    lanes.events.listen(self) { reloader, event in
      if case .outdated(let plot) = event { reloader.refresh(plot) }
    }
  }

  /// Reads all waveforms again. Where that fails, the old reading stays, and `failure` says why.
  public func reload() {
    failure = nil
    // A function is the same however often it is computed.
    for plot in lanes.plots where plot.hasFile { read(plot, isAsked: true) }
  }

  /// Begins to compute another function than the one that a waveform shows; what was begun before is given up.
  ///
  /// - Parameter take: called when there is a picture of it, to put it in place of the other.
  func change(
    _ plot: PlotViewModel, to signal: FunctionSignal, take: @escaping @MainActor (PlotViewModel) -> Void
  ) {
    forgetChange(of: plot)
    guard plot.function != signal else { return }
    begin(PendingReload(plot: PlotViewModel(signal), replaced: plot, isAsked: false, take: take))
  }

  /// Shows a change of a waveform at once that has no picture yet.
  func finishChange(of plot: PlotViewModel) {
    guard let known = pending.first(where: { $0.replaced === plot && $0.take != nil }) else { return }
    known.plot.foresee()
    install(known)
  }

  /// Gives up a change of a waveform that has nothing to show yet.
  func forgetChange(of plot: PlotViewModel) {
    if let known = pending.first(where: { $0.replaced === plot && $0.take != nil }) { drop(known) }
  }

  /// Reads the first recording with other options, such as another track of the same file.
  public func reload(as options: OpenOptions) {
    failure = nil
    if let plot = lanes.plots.first(where: { !$0.isComputed }) { read(plot, isAsked: true, as: options) }
  }

  /// True while a waveform is read that will replace another.
  public var isReloading: Bool { !pending.isEmpty }

  /// Cancels all readings: the waveforms that they would replace are gone.
  func forget() {
    for reload in pending { drop(reload) }
    failure = nil
  }

  /// Reads a file again that grew or was completed; not so often that it costs more than a tenth of a core.
  private func refresh(_ plot: PlotViewModel) {
    let pause = (plot.report?.readingTime ?? .zero) * 9
    let identity = ObjectIdentifier(plot)
    // The reading that waits will see later changes as well.
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
      // A second attempt does not help one that hangs.
      guard isAsked, !known.isAsked || known.plot.options != options else { return }
      drop(known)
    }
    let next = plot.successor(expectsGrowth: !isAsked, options: options)
    begin(PendingReload(plot: next, replaced: plot, isAsked: isAsked))
  }

  private func begin(_ reload: PendingReload) {
    pending.append(reload)
    let next = reload.plot, number = next.number
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
      for companion in lanes.companions.all { companion.lost(reload.replaced) }
    case .reading where reload.take != nil && reload.plot.framesRead == 0: return
    case .reading where reload.isRefresh && reload.plot.framesRead < reload.replaced.framesRead: return
    case .reading, .complete: install(reload)
    }
  }

  private func install(_ reload: PendingReload) {
    guard lanes.plots.contains(where: { $0 === reload.replaced }) else { return drop(reload) }
    remove(reload)
    if let take = reload.take { return take(reload.plot) }
    // The player must take the new samples before the old ones are released.
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
