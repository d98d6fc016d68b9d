// ListeningBar.swift
// The bar of a window that listens: what is heard and how loud, the button that holds the picture, and the one that
// records; below it, what is wrong. Follows the model; what the user does are commands.

import GtkBridge
import HostIO
import Localization
import Resources
import WaveformDrawing
import WaveformModel
import WaveformViews

/// The widgets for one `ListeningModel`.
@MainActor final class ListeningBar {
  let bar: Widget, problem: Widget
  /// The buttons that open a menu.
  let menuButtons: [Widget]

  private let listening: ListeningModel
  private let navigation: Navigation
  private let observer = ModelObserver()
  private let meter = LevelMeter()
  private let source: Widget, icon: Widget, label: Widget, problemLabel: Widget, other: Widget
  private let hold: Widget, record: Widget, recordIcon: Widget, recordLabel: Widget
  private let recordMenu: Widget
  private let sources = Menu()
  private var styleConnections: [SignalConnection] = []
  /// True while the program moves the switch.
  private var isFollowing = false

  /// What the chooser shows.
  private struct Source: Equatable, Sendable {
    let title: String
    let isMonitor: Bool
    let format: String?
  }

  /// - Parameter navigation: of the diagram that listens.
  init(_ listening: ListeningModel, _ navigation: Navigation) {
    self.listening = listening
    self.navigation = navigation
    let builder = Builder(Resources.listening)
    bar = builder.get("listening_bar")
    problem = builder.get("listening_problem_revealer")
    source = builder.get("source_button")
    icon = builder.get("source_icon")
    label = builder.get("source_label")
    problemLabel = builder.get("listening_problem")
    other = builder.get("other_button")
    hold = builder.get("hold_button")
    record = builder.get("record_button")
    recordIcon = builder.get("record_icon")
    recordLabel = builder.get("record_label")
    recordMenu = builder.get("record_menu")
    menuButtons = [source, other, recordMenu]
    builder.get("meter_box", as: BoxWidget.self).append(meter)
    source.setMenu(sources)
    other.setMenu(sources)
    hold.connect("toggled") { [weak self] in
      guard let self, !isFollowing else { return }
      navigation.hold(hold.bool("active"))
    }
    styleConnections = StyleManager.shared.onChange { [weak self] in self?.applyPalette() }
    applyPalette()
    follow()
  }

  isolated deinit { styleConnections.forEach { $0.disconnect() } }

  /// What the button beside the one that records opens.
  func setRecordMenu(_ menu: Menu) { recordMenu.setMenu(menu) }

  private func applyPalette() {
    let style = StyleManager.shared
    meter.palette = .matching(isDark: style.isDark, isHighContrast: style.isHighContrast)
  }

  private func follow() {
    let listening = listening, navigation = navigation
    observer.follow({
      let device = listening.device
      return Source(
        title: listening.title
          ?? (listening.problem == nil
            ? device?.title ?? localized("Connecting…") : localized("No Source")),
        isMonitor: device?.isMonitor ?? false, format: listening.title.flatMap { _ in listening.formatText })
    }) { [weak self] in self?.show($0) }
    observer.follow({ listening.devices }) { [weak self] devices in
      guard let sources = self?.sources else { return }
      sources.removeAll()
      if devices.isEmpty {
        sources.append(localized("No Sources"), action: "win.none", target: "")
        sources.append(localized("Try Again"), action: Command.listenAgain.rawValue)
      }
      let groups = [devices.filter { !$0.isMonitor }, devices.filter(\.isMonitor)]
      for group in groups where !group.isEmpty {
        let menu = Menu()
        for device in group {
          menu.append(device.title, action: Command.listenSource.rawValue, target: device.name)
        }
        sources.append(section: menu)
      }
    }
    observer.follow({ listening.level }) { [weak self] _ in
      self?.meter.show(listening.level.channels, at: MonotonicTime.now)
    }
    observer.follow({ listening.notice }) { [weak self] text in
      guard let self else { return }
      if let text { problemLabel.set("label", text) }
      problem.set("reveal-child", text != nil)
    }
    observer.follow({
      navigation.isHeld || navigation.viewport.map { !$0.isWhole && !$0.isAtEnd } ?? false
    }) { [weak self] isHeld in self?.show(isHeld: isHeld) }
    observer.follow({ listening.recording != nil }) { [weak self] isOn in
      guard let self else { return }
      record.setTooltip(isOn ? localized("Complete the recording (Ctrl+Shift+R)") : Self.recordTip)
      recordIcon.set("icon-name", isOn ? "media-playback-stop-symbolic" : "media-record-symbolic")
      if isOn {
        record.addStyleClass("destructive-action")
        record.addStyleClass("recording")
      } else {
        record.removeStyleClass("destructive-action")
        record.removeStyleClass("recording")
      }
    }
    observer.follow({ RecordText(listening) }) { [weak self] text in
      self?.recordLabel.set("label", text.label)
      self?.record.setAccessibleLabel(text.spoken)
    }
  }

  private static let recordTip = localized("Record from now on (Ctrl+Shift+R)")

  private func show(_ shown: Source) {
    label.set("label", shown.title)
    icon.set(
      "icon-name", shown.isMonitor ? "audio-speakers-symbolic" : "audio-input-microphone-symbolic")
    source.setAccessibleLabel(localized("Source: \(shown.title)"))
    let tip = [localized("What is listened to: \(shown.title)"), shown.format]
    source.setTooltip(tip.compactMap(\.self).joined(separator: "\n"))
  }

  private func show(isHeld: Bool) {
    isFollowing = true
    hold.set("active", isHeld)
    isFollowing = false
    let text = isHeld ? localized("Show what is heard now") : localized("Hold the picture; listening goes on")
    hold.setTooltip(text)
    hold.setAccessibleLabel(text)
  }
}

/// What the record button says.
private struct RecordText: Equatable, Sendable {
  let label: String, spoken: String

  @MainActor init(_ listening: ListeningModel) {
    guard listening.recording != nil, listening.sampleRate > 0 else {
      // Translators: a button; the verb.
      label = localized("Record")
      spoken = label
      return
    }
    // Told with each level, so that the time goes on in silence as well.
    _ = listening.level
    label = listening.recordedTime
    spoken = localized("Complete the recording, \(label)")
  }
}
