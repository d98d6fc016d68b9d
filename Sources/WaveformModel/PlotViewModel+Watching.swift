// PlotViewModel+Watching.swift
// What becomes of the file while its waveform is shown. The watch has a thread of its own; what it sees hops to
// the main actor, as what the reader says.

import HostIO

extension PlotViewModel {
  func watchFile(since state: FileState?) {
    guard let state else { return }
    watch = FileWatch(path: path, since: state) { [weak self] change in
      Task { @MainActor in self?.fileBecame(change) }
    }
  }

  /// Growth and a new time are no reason to ask anybody: the file is read again by itself. A reader that is not
  /// through yet sees growth on its own.
  func fileBecame(_ change: FileChange) {
    switch change {
    case .grown, .touched:
      self.change = .unchanged
      if isComplete { events.send(.outdated) }
    default: self.change = change
    }
  }
}
