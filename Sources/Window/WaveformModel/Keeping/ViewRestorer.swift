// ViewRestorer.swift
// Brings back a view that was kept while its recordings are being opened: their lengths become known one after the
// other, and what lies beyond must wait. What the user does meanwhile is left as it is. Main actor.

import Projects
import WaveformCore

/// Restores the view, the selection and the playhead of a diagram.
@MainActor final class ViewRestorer {
  private unowned let diagram: DiagramViewModel
  private let view: KeptView
  /// What was restored last: anything else is the user's.
  private var selection: Selection?
  private var playhead: Double

  /// - Parameter diagram: owns this object.
  init(_ view: KeptView, in diagram: DiagramViewModel) {
    self.view = view
    self.diagram = diagram
    selection = diagram.selection
    playhead = diagram.playhead
    if view.isLooping != diagram.transport.isLooping { diagram.toggleLoop() }
    if let visible = view.visible { diagram.navigation.restore(visible) }
    diagram.lanes.events.listen(self) { restorer, event in
      switch event {
      case .lengthChanged, .completed: restorer.restore()
      case .soundChanged, .outdated, .selectionRestored, .advanced: break
      }
    }
  }

  /// The channels that were selected, of the lanes as they are now.
  private var scope: ChannelScope? {
    let recordings = diagram.plots.filter { !$0.isComputed }
    return view.selectedChannels.flatMap { channels in
      ChannelScope(
        Dictionary(
          uniqueKeysWithValues: channels.compactMap { lane, own in
            recordings.indices.contains(lane) ? (recordings[lane].laneNumber, Set(own)) : nil
          }))
    }
  }

  /// Restores as much as the present length allows; lets go when it is final.
  func restore() {
    guard diagram.length > 0 else { return }
    if let wanted = view.selection, diagram.selection == selection {
      var next = Selection(wanted).clamped(toLength: diagram.length)
      next.scope = scope
      next.band = view.selectedBand
      if !next.isEmpty { diagram.restore(next) }
      selection = diagram.selection
    }
    if !diagram.isPlaying, diagram.playhead == playhead, playhead != view.playhead {
      diagram.transport.movePlayhead(to: view.playhead)
      playhead = diagram.playhead
    }
    guard diagram.lanes.areComplete else { return }
    diagram.navigation.settleRestored()
    diagram.restorer = nil
  }
}
