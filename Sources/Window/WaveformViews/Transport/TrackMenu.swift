// TrackMenu.swift
// The button below the diagram that shows which audio track of a video is open, and offers the others. Shown
// only for files with several tracks.

import GtkBridge
import Localization
import WaveformModel

/// The tracks of the open recording, and which of them is shown.
private struct TrackChoice: Equatable, Sendable {
  let labels: [String]
  let chosen: Int

  /// Nil when there are not several tracks.
  @MainActor init?(_ diagram: DiagramViewModel) {
    guard let description = diagram.plots.first?.description, description.audioTracks.count > 1 else {
      return nil
    }
    labels = description.audioTracks.map(\.label)
    chosen = description.audioTrack
  }

  var label: String { labels.indices.contains(chosen) ? labels[chosen] : "" }
}

/// A menu button with radio items.
@MainActor final class TrackMenu {
  let button: Widget
  private let label: Widget
  private let menu = Menu()
  private let observer = ModelObserver()
  private var shown: [String] = []

  init(_ builder: Builder) {
    button = builder.get("track_button")
    label = builder.get("track_label")
    button.setMenu(menu)
  }

  /// Offers the tracks of the first recording.
  func follow(_ diagram: DiagramViewModel, _ actions: CommandActions) {
    // The target is the number of a track, from 0.
    actions.addChoice(.track, state: "0") { [weak diagram] text in
      guard let diagram, let track = Int(text), let plot = diagram.plots.first,
        track != plot.description?.audioTrack || diagram.reloader.isReloading
      else { return }
      var options = plot.options
      options.audioTrack = track
      diagram.reloader.reload(as: options)
    }
    observer.follow({ TrackChoice(diagram) }) { [weak self, actions] choice in
      self?.show(choice)
      actions.setState(.track, String(choice?.chosen ?? 0))
    }
  }

  private func show(_ choice: TrackChoice?) {
    button.isVisible = choice != nil
    guard let choice else { return }
    label.set("label", choice.label)
    button.setTooltip(localized("Audio track: \(choice.label)"))
    button.setAccessibleLabel(localized("Audio track: \(choice.label)"))
    guard choice.labels != shown else { return }
    shown = choice.labels
    menu.removeAll()
    for (index, text) in choice.labels.enumerated() {
      menu.append(text, action: Command.track.rawValue, target: String(index))
    }
  }
}
