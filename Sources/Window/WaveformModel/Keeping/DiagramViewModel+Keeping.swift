// DiagramViewModel+Keeping.swift
// What of a diagram is kept when its window closes, and how it comes back.

import HostIO
import Projects
import WaveformCore

extension DiagramViewModel {
  /// How the time axis is looked at now.
  package var keptView: KeptView {
    var view = KeptView()
    if let viewport = navigation.destination, !viewport.isWhole {
      view.visible = viewport.start..<viewport.start + viewport.span
    }
    if let range = selection?.range, !range.isEmpty {
      view.selection = range
      view.selectedBand = selection?.band
      if let scope = lanes.scope {
        let recordings = plots.filter { !$0.isComputed }.enumerated()
        let channels = recordings.map { ($0, scope[$1.laneNumber].sorted()) }.filter { !$0.1.isEmpty }
        view.selectedChannels = Dictionary(uniqueKeysWithValues: channels)
      }
    }
    view.playhead = playhead
    view.isLooping = transport.isLooping
    return view
  }

  /// Shows a view that was kept, as soon as the recordings are long enough for it.
  func restore(_ view: KeptView) {
    let restorer = ViewRestorer(view, in: self)
    self.restorer = restorer
    restorer.restore()
  }

  /// What is kept of a recording that has the diagram to itself; nil when there are several, or none that can be shown.
  public var keptRecording: KeptRecording? {
    let recordings = plots.filter { !$0.isComputed }
    guard recordings.count == 1, let plot = recordings.first, !plot.isFailed, viewport != nil,
      // Its place among others that are gone would be taken for one in the file.
      plot.settings.offset == 0
    else {
      return nil
    }
    var kept = KeptRecording(view: keptView, gains: KeptGains(plot.gains, channels: look.channels))
    for companion in lanes.companions.all { companion.keep(plot, in: &kept) }
    return kept
  }

  /// Brings back what was kept of the only recording.
  public func restore(_ kept: KeptRecording) {
    guard let plot = plots.first, plots.count == 1 else { return }
    restore(kept.view)
    plot.gains = kept.gains.gains(for: look.channels)
    for companion in lanes.companions.all { companion.restore(kept, plot) }
  }
}

extension PlotViewModel {
  /// The file when it was read; nil when that is not known.
  public var fileState: FileState? { report?.description?.fileState ?? description?.fileState }
}
