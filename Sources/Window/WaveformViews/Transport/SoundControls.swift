// SoundControls.swift
// Speed and volume below the diagram: two buttons with popovers. Follows the model; the scales change it, and
// the buttons are actions of the window.

import Glibc
import GtkBridge
import Localization
import Resources
import WaveformModel

/// The controls for how a recording is heard.
@MainActor final class SoundControls {
  let widget: Widget
  /// The buttons that open a popover.
  let menuButtons: [Widget]
  private let diagram: DiagramViewModel
  private let observer = ModelObserver()
  private let speedButton: Widget, speedText: Widget, speedLabel: Widget, speedScale: Widget,
    speed: Adjustment
  private let volumeButton: Widget, volumeScale: Widget, volume: Adjustment
  private let problem: Widget, problemLabel: Widget
  /// True while the program moves a scale.
  private var isFollowing = false

  private struct Volume: Equatable, Sendable {
    let level: Double
    let isMuted: Bool
    /// Why nothing can be heard.
    let problem: String?
  }

  init(diagram: DiagramViewModel) {
    self.diagram = diagram
    let builder = Builder(Resources.sound)
    widget = builder.get("sound")
    speedButton = builder.get("speed_button")
    speedText = builder.get("speed_text")
    speedLabel = builder.get("speed_label")
    speedScale = builder.get("speed_scale")
    speed = builder.get("speed_adjustment", as: Adjustment.self)
    volumeButton = builder.get("volume_button")
    menuButtons = [speedButton, volumeButton]
    volumeScale = builder.get("volume_scale")
    volume = builder.get("volume_adjustment", as: Adjustment.self)
    problem = builder.get("sound_problem")
    problemLabel = builder.get("sound_problem_label")
    observer.follow({ diagram.transport.speed }) { [weak self] in self?.show(speed: $0) }
    observer.follow({
      Volume(
        level: diagram.transport.volume, isMuted: diagram.transport.isMuted,
        problem: diagram.transport.sound.lostOutput?.message)
    }) { [weak self] in self?.show($0) }
    speed.connect("value-changed") { [weak self] in self?.speedMoved() }
    volume.connect("value-changed") { [weak self] in self?.volumeMoved() }
  }

  // MARK: From the model

  private func show(speed value: Double) {
    let text = PlaybackSpeed.text(value)
    speedText.set("label", text)
    speedButton.setAccessibleLabel(localized("Speed: \(text)"))
    speedLabel.set("label", localized("Speed \(text)"))
    speedScale.setAccessibleValue(text)
    move(speed, to: log2(value))
  }

  private func show(_ state: Volume) {
    let percent = localized("\(Int((state.level * 100).rounded())) %")
    let icon =
      switch state.level {
      case _ where state.problem != nil: "dialog-warning-symbolic"
      case _ where state.isMuted || state.level == 0: "audio-volume-muted-symbolic"
      case ..<0.34: "audio-volume-low-symbolic"
      case ..<0.67: "audio-volume-medium-symbolic"
      default: "audio-volume-high-symbolic"
      }
    volumeButton.set("icon-name", icon)
    let name =
      state.problem != nil
      ? localized("No sound")
      : state.isMuted ? localized("Volume: muted") : localized("Volume: \(percent)")
    volumeButton.setAccessibleLabel(name)
    volumeButton.setTooltip(state.problem ?? localized("\(name) (M mutes)"))
    volumeScale.setAccessibleValue(percent)
    problem.isVisible = state.problem != nil
    problemLabel.set("label", state.problem ?? "")
    move(volume, to: state.level)
  }

  private func move(_ adjustment: Adjustment, to value: Double) {
    isFollowing = true
    if adjustment.value != value { adjustment.value = value }
    isFollowing = false
  }

  // MARK: From the scales

  /// The speed moves in steps of a twentieth, and snaps to 1, because 1.03 cannot be heard.
  private func speedMoved() {
    guard !isFollowing else { return }
    let twentieths = (exp2(speed.value) * 20).rounded() / 20
    diagram.transport.setSpeed(twentieths)
  }

  /// Moving the volume ends mute.
  private func volumeMoved() {
    guard !isFollowing else { return }
    diagram.transport.setVolume(volume.value)
    diagram.transport.setMuted(false)
  }
}
