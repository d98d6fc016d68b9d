// TransportBar.swift
// The bar below the diagram: playback and its level, times, track, speed, volume and zoom.
// Its buttons are actions of the window.

import GtkBridge
import Localization
import Playback
import Resources
import WaveformCore
import WaveformModel

/// The controls below a diagram.
@MainActor final class TransportBar {
  let widget: BoxWidget
  let readouts: BottomBar
  let progress: ReadingProgress
  let tracks: TrackMenu
  /// The buttons that open a menu or a popover.
  let menuButtons: [Widget]
  /// Says where the playhead is.
  let timeButton: Widget
  private let playButton: Widget
  private let sound: SoundControls
  /// How loud it is. It moves with the playhead, in frames that are drawn anyway, and is not there where these are too
  /// few to tell.
  private let level: WindowFigure
  private let diagram: DiagramViewModel
  private let observer = ModelObserver()

  /// - Parameter progressBar: the line over the diagram.
  init(diagram: DiagramViewModel, progressBar: Widget, trace: Trace?) {
    self.diagram = diagram
    let builder = Builder(Resources.transport)
    widget = builder.get("bottom_bar", as: BoxWidget.self)
    playButton = builder.get("play_button")
    timeButton = builder.get("time_button")
    readouts = BottomBar(builder, diagram: diagram)
    progress = ReadingProgress(builder, bar: progressBar, diagram: diagram, trace: trace)
    tracks = TrackMenu(builder)
    sound = SoundControls(diagram: diagram)
    let row = builder.get("transport_row", as: BoxWidget.self)
    row.insert(sound.widget, after: tracks.button)
    row.letGiveWay(
      ["selection_place", "zoom_buttons", "pointer_box", "level", "live_dot", "reading_box"]
        .map { builder.get($0) }, spacing: 6)
    let formatButton = builder.get("time_format_button")
    formatButton.setMenu(WindowMenus.time)
    menuButtons = [formatButton, tracks.button] + sound.menuButtons
    level = WindowFigure(
      "level", in: builder.get("level_box", as: BoxWidget.self), size: (48, 24), pace: .stepped,
      still: .level(0, after: 0), trace: trace)
    let isHeard = !(diagram.transport.player is SilentPlayer)
    builder.get("level").isVisible = isHeard
    level.motion = { [weak diagram] in .level(isHeard ? diagram.map(Self.level) ?? 0 : 0, after: $0) }
    widget.runLeftToRight()
    observer.follow({ Playing(isOn: diagram.isPlaying, band: diagram.transport.band) }) { [weak self] in
      self?.show($0)
    }
    let snapButton = builder.get("snap_button")
    observer.follow({ diagram.snapping.isOn }) { snapButton.isVisible = $0 }
  }

  private static let leastStepsPerSecond = 5.0

  /// The playhead has moved, and its frame is about to be drawn.
  func playheadStepped() {
    readouts.playheadStepped()
    level.isBlank = (diagram.transport.steps?.stepsPerSecond ?? 0) < Self.leastStepsPerSecond
    level.step()
  }

  /// The level of the last moment: root mean square in full scale.
  private static func level(_ diagram: DiagramViewModel) -> Float {
    guard !diagram.transport.isMuted else { return 0 }
    return diagram.transport.player.level(at: diagram.transport.player.now)
      * Float(min(diagram.transport.volume, 1))
  }

  /// What the play button stands for.
  private struct Playing: Equatable, Sendable {
    let isOn: Bool
    /// The frequencies that are heard, or would be; nil: all.
    let band: FrequencyBand?
  }

  private func show(_ playing: Playing) {
    playButton.set(
      "icon-name", playing.isOn ? "media-playback-pause-symbolic" : "media-playback-start-symbolic")
    let name = playing.isOn ? localized("Pause") : localized("Play")
    playButton.setAccessibleLabel(playing.band.map { localized("\(name) (only \($0.text))") } ?? name)
    playButton.setTooltip(
      playing.band.map { localized("Only \($0.text) is heard (Space)") }
        ?? localized("Play or pause (Space)"))
    if level.isActive != playing.isOn {
      level.isActive = playing.isOn
      level.isBlank = true
    }
  }
}
