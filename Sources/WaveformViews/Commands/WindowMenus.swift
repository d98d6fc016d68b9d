// WindowMenus.swift
// The menus of a window: those whose items never change, and the one of recent recordings. All windows share
// the first: GTK looks for their actions where a menu is opened, and GTK 4.8 never gives back what it has
// built of a menu, some 60 kB for each window.

import GtkBridge
import HostIO

/// The menus that all windows share.
@MainActor enum WindowMenus {
  static let main = Menu(
    section(.addWaveform, .undo, .redo),
    section(.reload, .export, .newWindow, .openRaw, .noise, .selectAll),
    Menu.section([
      .submenu(
        "Appea_rance",
        choices(.colorScheme, ("_Follow the System", "follow"), ("_Light", "light"), ("_Dark", "dark")))
    ]),
    section(.crossfadeLoops, .playTogether, .keepPeakCache, .clearPeakCache),
    section(.function, .showShortcuts, .about))

  static let view = Menu(
    choices(.style, title: "Style", ("_Bars", "bars"), ("_Envelope", "envelope")),
    Menu.section([
      .submenu(
        "Bar _Width",
        choices(
          .barSize, ("_Fine", "1+1"), ("_Medium", "2+1"), ("_Wide", "3+2"), ("_Broad", "5+2"),
          ("_Blocks Without Gaps", "4+0"))),
      .submenu(
        "_Loudness in the Envelope",
        choices(.loudness, ("_Root Mean Square", "rms"), ("_Mean Magnitude", "mean-abs"))),
    ]),
    Menu.section([
      .submenu(
        "_Channels",
        choices(
          .channelMode, ("_Separate", "separate"), ("Mi_xed", "mixed"), ("_Mirrored in Pairs", "mirrored"))),
      .submenu(
        "_Amplitude",
        choices(.amplitudeUnit, ("_Linear", "linear"), ("_Decibels", "decibels")),
        choices(
          .decibelFloor, title: "Lowest Level", ("−36 dB", "-36"), ("−48 dB", "-48"), ("−60 dB", "-60"),
          ("−72 dB", "-72"), ("−96 dB", "-96")),
        section(.normalize, .raise, .lower, .resetGain),
        section(.amplitudeRuler)),
    ]),
    section(.zoomIn, .zoomOut, .zoomWhole, .zoomSelection, .zoomSamples),
    section(.viewBack, .viewForward),
    section(.showOverview),
    section(.showMarks),
    Menu.section([
      .submenu(
        "_Follow the Playhead",
        choices(.follow, ("_Page by Page", "page"), ("_Centered", "centered"), ("_Off", "off")))
    ]))

  static let time = Menu(
    choices(
      .timeFormat, ("_Hours, Minutes, Seconds", "clock"), ("_Seconds", "seconds"),
      ("_Frames of the Recording", "frames")),
    choices(
      .timeFormat, title: "Video", ("_24 fps", "video-24"), ("2_5 fps", "video-25"),
      ("29.97 fps, _Non-Drop", "video-29-97"), ("29.97 fps, _Drop-Frame", "video-29-97-drop"),
      ("_30 fps", "video-30")),
    section(.showRemaining))

  /// A section of commands, with their labels from the table.
  private static func section(_ commands: Command...) -> Menu.Section {
    Menu.section(
      commands.map { command in
        // GTK shows accelerators by itself; show a plain key with Ctrl in the same way.
        let key = command.plainKeys.first.flatMap { $0.hasPrefix("<Control>") ? $0 : nil }
        return .action(command.label, command.rawValue, key: key)
      })
  }

  /// Items for the values of a command.
  private static func choices(
    _ command: Command, title: String? = nil, _ values: (label: String, target: String)...
  ) -> Menu.Section {
    Menu.section(values.map { .action($0.label, command.rawValue, target: $0.target) }, title: title)
  }
}

/// Fills the menu of one button.
@MainActor final class RecentMenu {
  private nonisolated static let length = 10
  private let menu = Menu()
  /// Asks which files exist. A dead network share may never answer; the menu then stays as it is.
  private let worker = BackgroundWorker()

  init(_ button: Widget) {
    button.setMenu(menu)
    button.onPopoverOpen { [weak self] in self?.refresh() }
  }

  /// Fills the menu when it is opened; files that no longer exist are removed as soon as that is known.
  private func refresh() {
    let files = RecentFiles.sounds()
    let first = Array(files.prefix(Self.length))
    fill(first)
    worker.run { [weak self] in
      let existing = Array(files.lazy.filter(\.exists).prefix(Self.length))
      if existing != first { Task { @MainActor in self?.fill(existing) } }
    }
  }

  private func fill(_ files: [FileReference]) {
    menu.removeAll()
    // This action does not exist, so the item is disabled.
    if files.isEmpty { menu.append("No Recent Recordings", action: "win.none", target: "") }
    for file in files {
      menu.append(file.displayName, action: Command.openRecent.rawValue, target: file.uri)
    }
  }
}
