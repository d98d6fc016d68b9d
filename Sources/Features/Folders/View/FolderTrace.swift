// FolderTrace.swift
// What the trace tells of a folder: when its rows are there, what a frame costs, what is played and labelled.

import GtkBridge
import HostIO
import WaveformViews

/// Traces one window.
@MainActor final class FolderTrace {
  private let trace: Trace
  private let model: FolderModel
  private let observer = ModelObserver()
  private var hasShownScreen = false
  private var start = 0.0

  init(_ trace: Trace, _ model: FolderModel, _ playback: FolderPlayback, in window: Window) {
    self.trace = trace
    self.model = model
    window.connect("map") { [weak self, weak window] in
      trace.write("window-mapped")
      if let window { self?.followFrames(of: window) }
    }
    observer.follow({ model.isListed ? [model.total, model.ids.count] : [] }) { counts in
      if counts.count == 2 { trace.write("folder", ["files": counts[0], "shown": counts[1]]) }
    }
    observer.follow({ model.labelSavings }) { if $0 > 0 { trace.write("folder-label", ["count": $0]) } }
    observer.follow({ playback.isPlaying ? playback.path?.displayName ?? "" : "" }) {
      trace.write("folder-playback", ["playing": !$0.isEmpty, "name": $0])
    }
  }

  private func followFrames(of window: Window) {
    window.beforePaint { [weak self] in self?.start = MainLoop.now }
    window.afterPaint { [weak self] in self?.painted() }
  }

  private func painted() {
    trace.write("frame", ["reason": "folder", "us": Int((MainLoop.now - start) * 1e6)])
    if !hasShownScreen, model.hasSeen, model.knowsSeen {
      hasShownScreen = true
      trace.write("folder-screen")
    }
  }
}
