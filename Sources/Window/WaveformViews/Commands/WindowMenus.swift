// WindowMenus.swift
// The menus of a window: those whose items never change, and the one of recent recordings. All windows share
// the first: GTK looks for their actions where a menu is opened, and GTK 4.8 never gives back what it has
// built of a menu, some 60 kB for each window.

import GtkBridge
import HostIO
import Localization

/// The menus that all windows share.
@MainActor package enum WindowMenus {
  /// What concerns the program.
  package static let main = Menu(
    section(.newWindow, .openFolder, .listenTo),
    section(.preferences, .showShortcuts, .about))

  /// Below the recent recordings.
  static let listen = Menu(section(.openFolder, .listenTo))

  /// What concerns the recording of the window. It fits in a window that is 500 pixels high.
  static let view = Menu(
    Menu.section([
      .submenu(
        localized("_Style"),
        choices(
          .style, (localized("_Bars"), "bars"), (localized("_Tinted Bars"), "tinted"),
          (localized("_Envelope"), "envelope"),
          (localized("S_pectrogram"), "spectrogram"),
          (localized("Waveform O_ver Spectrogram"), "both")),
        Menu.section([.menu(localized("Freq_uencies"), frequencies)]),
        choices(
          .barSize, title: localized("Bar Width"), (localized("_Fine"), "1+1"), (localized("_Medium"), "2+1"),
          (localized("_Wide"), "3+2"),
          (localized("B_road"), "5+2"), (localized("Bl_ocks Without Gaps"), "4+0")),
        choices(
          .loudness, title: localized("Loudness in the Envelope"), (localized("Root Mean S_quare"), "rms"),
          (localized("Mean Ma_gnitude"), "mean-abs"))),
      .submenu(
        localized("_Channels"),
        choices(
          .channelMode, (localized("_Separate"), "separate"), (localized("Mi_xed"), "mixed"),
          (localized("_Mirrored in Pairs"), "mirrored"))),
      .menu(localized("_Amplitude"), amplitudes),
      .submenu(
        localized("_Zoom"),
        section(.zoomIn, .zoomOut, .zoomWhole, .zoomSelection, .zoomSamples),
        section(.viewBack, .viewForward)),
      .submenu(
        localized("S_how"), section(.measures, .spectrum, .markList, .loudnessLine),
        choices(
          .loudnessTarget, title: localized("Loudness Target"), (localized("−23 LUFS, _Broadcast"), "-23"),
          (localized("−16 LUFS, _Podcast"), "-16"), (localized("−14 LUFS, _Streaming"), "-14"),
          (localized("_None"), "off")),
        section(.showOverview, .showMarks, .amplitudeRuler), section(.function)),
      .submenu(
        localized("_Playback"),
        choices(
          .follow, title: localized("Follow the Playhead"), (localized("_Page by Page"), "page"),
          (localized("_Centered"), "centered"),
          (localized("_Off"), "off")),
        section(.crossfadeLoops, .playTogether)),
    ]),
    section(.undo, .redo),
    Menu.section([
      .submenu(
        localized("Selec_tion"),
        Menu.section([
          .submenu(
            localized("_Marks"), section(.addMark, .renameMark, .editMark), section(.splitMark, .mergeMarks),
            section(.removeMark), section(.newTier, .changeTier, .removeTier))
        ]), section(.selectAll, .selectSound, .clearSelection, .typeSelection, .snap),
        section(.playSelection, .copy),
        section(.find, .findNext, .findPrevious),
        section(.nextClipping, .previousClipping, .nextSilence, .previousSilence)),
      .submenu(
        localized("_Recording"), section(.addWaveform, .addFunction, .compare, .align),
        section(.openRaw, .reload),
        section(.save, .saveAs),
        section(.importMarks, .takeOwnMarks, .exportMarks, .copyWithMarks, .exportRanges),
        section(.exportPicture, .copyPicture), section(.properties)),
    ]),
    section(.noise, .export))

  /// Where the pointer is over a waveform, while nothing is selected.
  static let waveform = Menu(
    section(.playHere), section(.selectSound, .selectAll), section(.addMark), section(.noiseHere, .export))

  /// Where the pointer is over a waveform, while something is selected.
  static let selection = Menu(
    section(.playHere, .playSelection), section(.zoomSelection),
    section(.selectSound, .selectAll, .clearSelection), section(.addMark),
    section(.noiseProfile, .copy, .exportSelection))

  /// Where the pointer is over a mark, or what is selected in the list of marks.
  package static let mark = Menu(
    section(.renameMark, .editMark), section(.loop, .splitMark, .mergeMarks),
    Menu.section([.shared(localized("Move to _Tier"), tiers)]), section(.changeTier, .removeTier),
    section(.removeMark))

  /// Where the pointer is over a tier, beside its marks.
  package static let tier = Menu(section(.newTier, .changeTier), section(.removeTier), section(.markList))

  /// Filled when the menu of a mark is opened.
  private static let tiers = Menu()

  /// Offers the tiers to which marks can be moved.
  package static func offer(_ names: [String]) {
    tiers.removeAll()
    let places = Menu()
    for (place, name) in names.enumerated() {
      places.append(
        name.isEmpty ? localized("Unnamed") : name, action: Command.moveToTier.rawValue, target: "\(place)")
    }
    tiers.append(section: places)
    tiers.append(section: Menu(section(.newTier)))
  }

  static let amplitude = Menu(amplitudes)

  /// Beside spectra.
  static let frequency = Menu(frequencies)

  private static let frequencies = [
    choices(
      .frequencyScale, (localized("_Linear"), "linear"), (localized("Lo_garithmic"), "log"),
      (localized("_Mel"), "mel"), (localized("_Notes"), "notes")),
    section(.allFrequencies, .harmonics), section(.spectrogram),
  ]

  package static let copyMeasures = Menu(
    choices(
      .copyMeasures, (localized("Copy as _Text"), "text"), (localized("Copy as _CSV"), "csv"),
      (localized("Copy as _JSON"), "json")))

  static let overview = Menu(
    section(.zoomWhole, .zoomSelection), section(.viewBack, .viewForward), section(.showOverview))

  private static let amplitudes = [
    choices(.amplitudeUnit, (localized("_Linear"), "linear"), (localized("_Decibels"), "decibels")),
    choices(
      .decibelFloor, title: localized("Lowest Level"), ("−36 dB", "-36"), ("−48 dB", "-48"),
      ("−60 dB", "-60"),
      ("−72 dB", "-72"), ("−96 dB", "-96")),
    section(.normalize, .raise, .lower, .resetGain),
  ]

  static let time = Menu(
    choices(
      .timeFormat, (localized("_Hours, Minutes, Seconds"), "clock"), (localized("_Seconds"), "seconds"),
      (localized("_Frames of the Recording"), "frames")),
    choices(
      .timeFormat, title: localized("Video"), (localized("_24 fps"), "video-24"),
      (localized("2_5 fps"), "video-25"),
      (localized("29.97 fps, _Non-Drop"), "video-29-97"),
      (localized("29.97 fps, _Drop-Frame"), "video-29-97-drop"),
      (localized("_30 fps"), "video-30")),
    section(.goTo, .timeOfDay, .showRemaining))

  /// A section of commands, with their labels from the table.
  private static func section(_ commands: Command...) -> Menu.Section {
    Menu.section(
      commands.map { command in
        // GTK shows accelerators by itself, but of several plain keys it would show the last one.
        .action(command.label, command.rawValue, key: command.plainKeys.first)
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
    if files.isEmpty { menu.append(localized("No Recent Recordings"), action: "win.none", target: "") }
    for file in files {
      menu.append(file.displayName, action: Command.openRecent.rawValue, target: file.uri)
    }
    menu.append(section: WindowMenus.listen)
  }
}
