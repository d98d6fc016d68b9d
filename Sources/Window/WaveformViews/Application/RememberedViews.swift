// RememberedViews.swift
// How recordings were looked at, from one window to the next: a setting, and the threads that read and write the
// memory. The folder and the recordings may lie on a dead network share, so the main thread never touches them; the
// program waits a moment for what is unwritten when its last window has closed.

import AudioFormats
import GtkBridge
import HostIO
import Projects
import SystemPackage
import WaveformModel

extension Settings {
  /// Whether recordings come back as they were left.
  var remembersViews: Bool { bool("remember-views", default: true) }
}

/// Remembers the views of all windows.
@MainActor final class RememberedViews {
  private let settings: Settings
  private let memory = ViewMemory.ofUser()
  private let writer = BackgroundWorker()
  /// Views that are not written yet.
  private let unwritten = UnwrittenCount()

  init(_ settings: Settings) { self.settings = settings }

  /// Looks for what is remembered of a recording.
  ///
  /// - Parameter found: is not called when there is nothing.
  func recall(_ plot: PlotViewModel, found: @escaping @MainActor (KeptRecording) -> Void) {
    guard settings.remembersViews, let memory else { return }
    let path = plot.path, options = plot.options
    _ = BackgroundThread.start {
      guard let kept = memory.recording(at: path, options: options) else { return }
      Task { @MainActor in found(kept) }
    }
  }

  /// Remembers the recording that a diagram shows, if it shows just one, as it is on the disk.
  func keep(_ diagram: DiagramViewModel) {
    guard settings.remembersViews, let memory, let kept = diagram.keptRecording,
      let plot = diagram.plots.first, plot.change == .unchanged
    else { return }
    let path = plot.path, options = plot.options, state = plot.fileState
    unwritten.change(by: 1)
    let isQueued = writer.run { [unwritten] in
      memory.keep(kept, of: path, state: state, options: options)
      unwritten.change(by: -1)
    }
    if !isQueued { unwritten.change(by: -1) }
  }

  /// Waits until all is written, but not for long.
  func finish() { unwritten.waitForNone(seconds: 1) }
}

/// Counts what threads still have to do.
private final class UnwrittenCount: Sendable {
  private let count = Monitor(0)
  private let changed = Wakeup()

  func change(by step: Int) {
    count.withLock { $0 += step }
    changed.post()
  }

  func waitForNone(seconds: Double) {
    let end = MonotonicTime.now + seconds
    while count.withLock({ $0 }) > 0, MonotonicTime.now < end {
      changed.wait(seconds: end - MonotonicTime.now)
    }
  }
}
