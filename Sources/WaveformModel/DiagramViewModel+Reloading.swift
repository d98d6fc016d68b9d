// DiagramViewModel+Reloading.swift
// Reading a file again in place. What is shown stays until the next reading has something to show, and zoom,
// selection, playhead and style are the diagram's, so they stay anyway.

import AudioFormats

/// A reading that will take the place of another.
@MainActor struct Successor {
  let plot: PlotViewModel
  let replaced: PlotViewModel
  /// True when the user wants it: it takes over at once, whatever it shows.
  let isAsked: Bool
}

extension DiagramViewModel {
  /// Reads all waveforms anew. Where that fails, what was read before stays, and `reloadFailure` says why.
  public func reload() {
    reloadFailure = nil
    for plot in plots where !plot.isComputed { read(plot, isAsked: true) }
  }

  /// Reads the first recording in another way, such as another track of the same file.
  public func reload(as options: OpenOptions) {
    reloadFailure = nil
    if let plot = plots.first(where: { !$0.isComputed }) { read(plot, isAsked: true, as: options) }
  }

  /// Reads a file again that grew or was completed; not so often that it costs more than a tenth of a core.
  func refresh(_ plot: PlotViewModel) {
    let pause = (plot.report?.readingTime ?? .zero) * 9
    let identity = ObjectIdentifier(plot)
    // The one that waits already reads what comes meanwhile.
    guard refreshes[identity] == nil else { return }
    refreshes[identity] = Delay(pause) { [weak self, weak plot] in
      self?.refreshes[identity] = nil
      guard let self, let plot, plots.contains(where: { $0 === plot }) else { return }
      read(plot, isAsked: false)
    }
  }

  /// True while a waveform is being read that will take the place of another.
  public var isReloading: Bool { !successors.isEmpty }

  private func read(_ plot: PlotViewModel, isAsked: Bool, as options: OpenOptions? = nil) {
    let options = options ?? plot.options
    if let known = successors.first(where: { $0.replaced === plot }) {
      // One that hangs is not helped by another one.
      guard isAsked, !known.isAsked || known.plot.options != options else { return }
      drop(known)
    }
    let next = plot.successor(expectsGrowth: !isAsked, options: options)
    let successor = Successor(plot: next, replaced: plot, isAsked: isAsked)
    successors.append(successor)
    let number = next.number
    next.events.listen(self) { diagram, event in
      if event == .advanced { diagram.consider(number: number) }
    }
    next.start()
  }

  private func consider(number: Int) {
    guard let successor = successors.first(where: { $0.plot.number == number }) else { return }
    switch successor.plot.state {
    case .opening: return
    case .failed(let error):
      if successor.isAsked { reloadFailure = error }
      drop(successor)
    case .reading where !successor.isAsked && successor.plot.framesRead < successor.replaced.framesRead:
      return
    case .reading, .complete: install(successor)
    }
  }

  private func install(_ successor: Successor) {
    successors.removeAll { $0.plot === successor.plot }
    successor.plot.events.stop(self)
    guard let index = plots.firstIndex(where: { $0 === successor.replaced }) else {
      successor.plot.cancel()
      return
    }
    // The player takes the new samples before the old ones are let go of.
    put(successor.plot, at: index)
    successor.replaced.cancel()
    reloads += 1
  }

  private func drop(_ successor: Successor) {
    successor.plot.events.stop(self)
    successor.plot.cancel()
    successors.removeAll { $0.plot === successor.plot }
  }

  func dropSuccessors() { for successor in successors { drop(successor) } }
}
