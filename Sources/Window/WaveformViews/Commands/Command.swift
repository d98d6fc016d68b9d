// Command.swift
// The one table of commands: for each its action, its label in a menu, its keys and when it is enabled.
// Actions, accelerators, menus and the list of keyboard shortcuts are made from it; a test compares it with
// the manual page.

import Localization

/// A command of the program, by the detailed name of its action.
package enum Command: String, CaseIterable, Sendable {
  case open = "win.open", openRecent = "win.open-recent", openRaw = "win.open-raw", reload = "win.reload"
  case openFolder = "app.open-folder"
  case nextFile = "win.next-file", previousFile = "win.previous-file"
  case track = "win.track"
  case save = "win.save", saveAs = "win.save-as"
  case export = "win.export", exportSelection = "win.export-selection", cancelExport = "win.cancel-export"
  case exportClean = "win.export-clean", showExported = "win.show-exported"
  case exportPicture = "win.export-picture", copyPicture = "win.copy-picture"
  case showPicture = "win.show-picture"
  case addWaveform = "win.add-waveform", addFunction = "win.add-function"
  case undo = "win.undo", redo = "win.redo"
  case listenTo = "app.listen", listenSource = "win.listen-source", record = "win.record"
  case listenAgain = "win.listen-again", showDamage = "win.show-damage"
  case keepMarks = "win.keep-marks"
  case recordFormat = "win.record-format", recordFolder = "win.record-folder", openTake = "win.open-take"
  case newWindow = "app.new-window", close = "window.close", quit = "app.quit"

  case playPause = "win.play-pause", playHere = "win.play-here", playSelection = "win.play-selection"
  case loop = "win.loop"
  case slower = "win.slower", faster = "win.faster", normalSpeed = "win.normal-speed", speed = "win.speed"
  case mute = "win.mute", reconnectSound = "win.reconnect-sound", crossfadeLoops = "app.crossfade-loops"
  case playTogether = "app.play-together"
  case follow = "win.follow", followNext = "win.follow-next"
  case goTo = "win.go-to", goStart = "win.go-start", goEnd = "win.go-end"
  case stepBack = "win.step-back", stepForward = "win.step-forward"
  case timeFormat = "win.time-format", showRemaining = "win.show-remaining"
  case timeOfDay = "win.time-of-day"

  case addMark = "win.add-mark", nextMark = "win.next-mark", previousMark = "win.previous-mark"
  case renameMark = "win.rename-mark", removeMark = "win.remove-mark"
  case importMarks = "win.import-marks", exportMarks = "win.export-marks"
  case copyWithMarks = "win.copy-with-marks", exportRanges = "win.export-ranges"
  case takeOwnMarks = "win.take-own-marks"
  case markList = "win.mark-list", editMark = "win.edit-mark"
  case splitMark = "win.split-mark", mergeMarks = "win.merge-marks"
  case moveToTier = "win.move-to-tier", newTier = "win.new-tier", changeTier = "win.change-tier"
  case removeTier = "win.remove-tier"

  case find = "win.find", findNext = "win.find-next", findPrevious = "win.find-previous"
  case nextClipping = "win.next-clipping", previousClipping = "win.previous-clipping"
  case nextSilence = "win.next-silence", previousSilence = "win.previous-silence"
  case copy = "win.copy", selectSound = "win.select-sound"
  case selectAll = "win.select-all", clearSelection = "win.clear-selection"
  case extendBack = "win.extend-back", extendForward = "win.extend-forward"
  case extendStart = "win.extend-start", extendEnd = "win.extend-end"
  case nudgeFrameBack = "win.nudge-frame-back", nudgeFrameForward = "win.nudge-frame-forward"
  case nudgePixelBack = "win.nudge-pixel-back", nudgePixelForward = "win.nudge-pixel-forward"
  case nudgeTimeBack = "win.nudge-time-back", nudgeTimeForward = "win.nudge-time-forward"
  case nudgeCrossingBack = "win.nudge-crossing-back", nudgeCrossingForward = "win.nudge-crossing-forward"
  case nudgeMarkBack = "win.nudge-mark-back", nudgeMarkForward = "win.nudge-mark-forward"
  case exchangeEdges = "win.exchange-edges", snap = "win.snap", typeSelection = "win.type-selection"

  case zoomIn = "win.zoom-in", zoomOut = "win.zoom-out", zoomWhole = "win.zoom-whole"
  case zoomSelection = "win.zoom-selection", zoomSamples = "win.zoom-samples"
  case viewBack = "win.view-back", viewForward = "win.view-forward"
  case pageBack = "win.page-back", pageForward = "win.page-forward"
  case showOverview = "win.show-overview", showMarks = "win.show-marks"

  case style = "win.style", nextStyle = "win.next-style", barSize = "win.bar-size", loudness = "win.loudness"
  case channelMode = "win.channel-mode", amplitudeUnit = "win.amplitude-unit"
  case decibelFloor = "win.decibel-floor", amplitudeRuler = "win.amplitude-ruler"
  case normalize = "win.normalize"
  case raise = "win.raise", lower = "win.lower", resetGain = "win.reset-gain"
  case spectrogram = "win.spectrogram", frequencyScale = "win.frequency-scale"
  case allFrequencies = "win.all-frequencies", harmonics = "win.harmonics"
  case colorScheme = "app.color-scheme"

  case laneAddOver = "win.lane-add-over", laneHide = "win.lane-hide", laneColor = "win.lane-color"
  case laneHeight = "win.lane-height", laneStyle = "win.lane-style", laneOver = "win.lane-over", laneAlone =
    "win.lane-alone"
  case laneUp = "win.lane-up", laneDown = "win.lane-down", laneNoise = "win.lane-noise"
  case laneFunction = "win.lane-function"
  case laneRemove = "win.lane-remove"

  case cleanAgain = "win.clean-again"
  case noise = "win.noise", noiseHere = "win.noise-here", noiseProfile = "win.noise-profile"
  case listen = "win.listen", listenOriginal = "win.listen-original"
  case listenClean = "win.listen-clean", listenResidue = "win.listen-residue"

  case compare = "win.compare", laneCompare = "win.lane-compare", compareOpened = "win.compare-opened"
  case listenCompared = "win.listen-compared", listenBlind = "win.listen-blind"
  case answerFirst = "win.answer-first", answerSecond = "win.answer-second", align = "win.align"

  case measures = "win.measures", copyMeasures = "win.copy-measures", spectrum = "win.spectrum"
  case loudnessLine = "win.loudness-line", loudnessTarget = "win.loudness-target"

  case keepPeakCache = "app.keep-peak-cache", preferences = "app.preferences"
  case properties = "win.properties"
  case function = "win.function", showShortcuts = "win.show-shortcuts", about = "app.about"
  case contextMenu = "win.context-menu"
  /// GTK's own action: it opens the menu of the button that is marked as primary.
  case mainMenu = "gtk.main-menu"

  /// The object that carries out a command.
  enum Scope: Substring {
    case window = "win", application = "app", toolkitWindow = "window", toolkit = "gtk"
  }

  var scope: Scope { Scope(rawValue: rawValue.prefix { $0 != "." })! }

  /// The name of the action within its scope, such as `zoom-in`.
  var name: String { String(rawValue.drop { $0 != "." }.dropFirst()) }

  /// The label in a menu, with an underscore before its mnemonic; empty when no menu has an item for it.
  package var label: String { details.label }

  /// Keys that the application takes before any widget; menus show the first one. No widget may need these
  /// keys.
  var accelerators: [String] {
    scope == .toolkit || details.keys.isEmpty ? [] : details.keys + details.twins
  }

  /// Keys that work when the focused widget does not use them (ADR 4).
  var plainKeys: [String] { details.plainKeys.isEmpty ? [] : details.plainKeys + details.twins }

  /// All keys that users are told of, without those that are the same on another part of a keyboard.
  var keys: [String] { details.keys + details.plainKeys }

  /// The keys for which the list of shortcuts has room.
  var listedKeys: [String] { details.listed ?? Array(keys.prefix(1)) }

  /// When it is enabled; nil: always.
  var condition: (@Sendable (Abilities) -> Bool)? { details.condition }

  // MARK: The table

  private struct Details: Sendable {
    var label = ""
    var keys: [String] = [], plainKeys: [String] = []
    /// The same keys on the keypad or on other keyboards.
    var twins: [String] = []
    /// Nil: the first key.
    var listed: [String]?
    var condition: (@Sendable (Abilities) -> Bool)?
  }

  private var details: Details { Self.table[self] ?? Details() }

  private static let table: [Command: Details] = [
    .open: Details(keys: ["<Control>o"]),
    .openFolder: Details(label: localized("Open _Folder…")),
    .openRaw: Details(label: localized("Open as Raw _Data…")),
    .reload: Details(
      label: localized("_Reload"), keys: ["F5", "<Control>r"], listed: ["F5", "<Control>r"],
      condition: \.canReload),
    .nextFile: Details(
      plainKeys: ["<Alt>Page_Down"], twins: ["<Alt>KP_Page_Down"], condition: \.canLeaf),
    .previousFile: Details(
      plainKeys: ["<Alt>Page_Up"], twins: ["<Alt>KP_Page_Up"], condition: \.canLeaf),
    .save: Details(label: localized("_Save Project"), keys: ["<Control>s"]),
    .saveAs: Details(label: localized("Save Project _As…"), keys: ["<Control><Shift>s"]),
    .export: Details(label: localized("_Export…"), keys: ["<Control><Shift>e"]),
    .exportSelection: Details(label: localized("_Export Selection…")),
    .exportPicture: Details(label: localized("Export Pict_ure…"), keys: ["<Control><Shift>p"]),
    .copyPicture: Details(label: localized("C_opy Picture"), plainKeys: ["<Control><Shift>c"]),
    .addWaveform: Details(
      label: localized("Add _Waveform…"), keys: ["<Control><Shift>o"], condition: \.hasRecording),
    .addFunction: Details(label: localized("Add _Function…")),
    .undo: Details(label: localized("_Undo"), keys: ["<Control>z"], condition: \.canUndo),
    .redo: Details(
      label: localized("Re_do"), keys: ["<Control><Shift>z", "<Control>y"], listed: ["<Control>y"],
      condition: \.canRedo),
    .listenTo: Details(label: localized("_Listen…"), keys: ["<Control><Shift>n"]),
    .record: Details(keys: ["<Control><Shift>r"]),
    .recordFolder: Details(label: localized("Choose _Folder…")),
    .newWindow: Details(label: localized("_New Window"), keys: ["<Control>n"]),
    .close: Details(keys: ["<Control>w"]),
    .quit: Details(keys: ["<Control>q"]),

    .playPause: Details(plainKeys: ["space"], condition: \.hasRecording),
    .playHere: Details(label: localized("_Play from Here"), condition: \.hasRecording),
    .playSelection: Details(
      label: localized("Play Se_lection"), plainKeys: ["<Shift>space"], condition: \.hasRecording),
    .loop: Details(label: localized("_Loop"), plainKeys: ["l"]),
    .slower: Details(plainKeys: ["bracketleft"]),
    .faster: Details(plainKeys: ["bracketright"]),
    .normalSpeed: Details(plainKeys: ["BackSpace"]),
    .mute: Details(plainKeys: ["<Shift>m"]),
    .crossfadeLoops: Details(label: localized("Crossfade _Loops")),
    .playTogether: Details(label: localized("Play _Windows Together")),
    .followNext: Details(plainKeys: ["f"]),
    .goTo: Details(label: localized("_Go To…"), keys: ["<Control>g"], condition: \.hasRecording),
    .goStart: Details(plainKeys: ["Home"], twins: ["KP_Home"], condition: \.hasRecording),
    .goEnd: Details(plainKeys: ["End"], twins: ["KP_End"], condition: \.hasRecording),
    .stepBack: Details(plainKeys: ["Left"], twins: ["KP_Left"], condition: \.hasRecording),
    .stepForward: Details(plainKeys: ["Right"], twins: ["KP_Right"], condition: \.hasRecording),
    .showDamage: Details(condition: \.hasDamage),
    .showRemaining: Details(label: localized("Show Time _Remaining")),
    .timeOfDay: Details(label: localized("Show _Time of Day"), condition: \.hasTimeOfDay),

    .addMark: Details(label: localized("Add _Mark"), plainKeys: ["m"]),
    .markList: Details(label: localized("_List of Marks"), keys: ["F9"]),
    .nextMark: Details(plainKeys: ["n"]),
    .previousMark: Details(plainKeys: ["<Shift>n"]),
    .renameMark: Details(label: localized("_Rename"), plainKeys: ["F2"]),
    .removeMark: Details(
      label: localized("Remo_ve"), plainKeys: ["Delete"], twins: ["KP_Delete"]),
    .importMarks: Details(label: localized("_Import Marks…"), keys: ["<Control>i"]),
    .takeOwnMarks: Details(label: localized("_Take Marks from the File")),
    .exportMarks: Details(label: localized("Export _Marks…")),
    .exportRanges: Details(label: localized("Export Marked _Ranges…")),
    .copyWithMarks: Details(label: localized("Write Marks into a _Copy…")),
    .editMark: Details(label: localized("_Edit Mark…")),
    .splitMark: Details(label: localized("_Split at Playhead"), plainKeys: ["b"]),
    .mergeMarks: Details(label: localized("Mer_ge with Next")),
    .newTier: Details(label: localized("_New Tier…")),
    .changeTier: Details(label: localized("_Change Tier…")),
    .removeTier: Details(label: localized("Remove T_ier and Its Marks")),

    .find: Details(label: localized("_Find…"), keys: ["<Control>f"]),
    .findNext: Details(label: localized("Find _Next"), keys: ["F3"]),
    .findPrevious: Details(label: localized("Find Pre_vious"), keys: ["<Shift>F3"]),
    .nextClipping: Details(label: localized("Next _Clipping"), plainKeys: ["c"]),
    .previousClipping: Details(label: localized("_Previous Clipping"), plainKeys: ["<Shift>c"]),
    .nextSilence: Details(label: localized("Next _Digital Silence"), plainKeys: ["d"]),
    .previousSilence: Details(label: localized("P_revious Digital Silence"), plainKeys: ["<Shift>d"]),

    // As an accelerator this key would be taken from text that is edited.
    .copy: Details(label: localized("_Copy"), plainKeys: ["<Control>c"]),
    .selectSound: Details(label: localized("Select _Between Silences"), condition: \.hasRecording),
    .selectAll: Details(
      label: localized("Select _All"), plainKeys: ["<Control>a"], condition: \.hasRecording),
    .clearSelection: Details(
      label: localized("_Clear Selection"), plainKeys: ["Escape"], condition: \.hasSelection),
    .extendBack: Details(plainKeys: ["<Shift>Left"], condition: \.hasRecording),
    .extendForward: Details(plainKeys: ["<Shift>Right"], condition: \.hasRecording),
    .extendStart: Details(plainKeys: ["<Shift>Home"], condition: \.hasRecording),
    .extendEnd: Details(plainKeys: ["<Shift>End"], condition: \.hasRecording),

    .nudgeFrameBack: Details(plainKeys: ["comma"], condition: \.hasRecording),
    .nudgeFrameForward: Details(plainKeys: ["period"], condition: \.hasRecording),
    .nudgePixelBack: Details(plainKeys: ["<Control><Shift>Left"], condition: \.hasRecording),
    .nudgePixelForward: Details(plainKeys: ["<Control><Shift>Right"], condition: \.hasRecording),
    .nudgeTimeBack: Details(plainKeys: ["<Alt>comma"], condition: \.hasRecording),
    .nudgeTimeForward: Details(plainKeys: ["<Alt>period"], condition: \.hasRecording),
    .nudgeCrossingBack: Details(plainKeys: ["<Shift>z"], condition: \.hasRecording),
    .nudgeCrossingForward: Details(plainKeys: ["z"], condition: \.hasRecording),
    .nudgeMarkBack: Details(plainKeys: ["<Alt><Shift>n"], condition: \.hasMarks),
    .nudgeMarkForward: Details(plainKeys: ["<Alt>n"], condition: \.hasMarks),
    .exchangeEdges: Details(plainKeys: ["x"], condition: \.hasSelection),
    .snap: Details(label: localized("_Snap Edges"), plainKeys: ["s"]),
    .typeSelection: Details(
      label: localized("_Type Start and End…"), keys: ["<Control>t"], condition: \.hasRecording),

    .zoomIn: Details(
      label: localized("Zoom _In"), keys: ["<Control>plus"], twins: ["<Control>equal", "<Control>KP_Add"],
      condition: \.canZoomIn),
    .zoomOut: Details(
      label: localized("Zoom _Out"), keys: ["<Control>minus"], twins: ["<Control>KP_Subtract"],
      condition: \.canZoomOut),
    .zoomWhole: Details(
      label: localized("Show _Whole Recording"), keys: ["<Control>0"], twins: ["<Control>KP_0"],
      condition: \.canZoomOut),
    .zoomSelection: Details(
      label: localized("Zoom to _Selection"), keys: ["<Control>e"], condition: \.canZoomToSelection),
    .zoomSamples: Details(
      label: localized("_One Sample per Pixel"), keys: ["<Control>1"], twins: ["<Control>KP_1"],
      condition: \.canZoomToSamples),
    .viewBack: Details(
      label: localized("_Previous View"), plainKeys: ["<Alt>Left"], twins: ["<Alt>KP_Left", "Back"],
      condition: \.canGoBack),
    .viewForward: Details(
      label: localized("_Next View"), plainKeys: ["<Alt>Right"], twins: ["<Alt>KP_Right", "Forward"],
      condition: \.canGoForward),
    .pageBack: Details(plainKeys: ["Page_Up"], twins: ["KP_Page_Up"], condition: \.hasRecording),
    .pageForward: Details(plainKeys: ["Page_Down"], twins: ["KP_Page_Down"], condition: \.hasRecording),
    .showOverview: Details(label: localized("O_verview Strip")),
    .showMarks: Details(label: localized("Mark _Clipping and Silence")),

    .nextStyle: Details(plainKeys: ["g"]),
    .spectrogram: Details(label: localized("_Spectrogram…")),
    .frequencyScale: Details(condition: \.drawsSpectra),
    .allFrequencies: Details(label: localized("All _Frequencies"), condition: \.hasFrequencyRange),
    .harmonics: Details(
      label: localized("_Harmonics at the Pointer"), plainKeys: ["<Shift>g"], condition: \.drawsSpectra),
    .barSize: Details(condition: \.drawsBars),
    .loudness: Details(condition: \.drawsEnvelope),
    .decibelFloor: Details(condition: \.drawsDecibels),
    .normalize: Details(label: localized("_Normalize")),
    .amplitudeRuler: Details(label: localized("Amplitude R_uler")),
    .raise: Details(
      label: localized("_Taller"), keys: ["<Control>Up"], twins: ["<Control>KP_Up"], condition: \.hasRecording
    ),
    .lower: Details(
      label: localized("L_ower"), keys: ["<Control>Down"], twins: ["<Control>KP_Down"],
      condition: \.hasRecording),
    .resetGain: Details(
      label: localized("As _Recorded"), keys: ["<Control>BackSpace"], condition: \.canResetGains),

    .noise: Details(label: localized("Reduce _Noise…"), keys: ["<Control>d"]),
    .noiseHere: Details(label: localized("_Reduce Noise…")),
    .noiseProfile: Details(label: localized("Take _Noise Profile from Selection")),
    .listenOriginal: Details(plainKeys: ["1"], condition: \.canChooseSound),
    .listenClean: Details(plainKeys: ["2"], condition: \.canChooseSound),
    .listenResidue: Details(plainKeys: ["3"], condition: \.canChooseSound),

    .compare: Details(label: localized("_Compare…"), keys: ["<Control><Shift>d"]),
    .align: Details(label: localized("Align _B to A"), keys: ["<Control><Shift>a"]),
    .listenBlind: Details(plainKeys: ["4"]),
    .answerFirst: Details(plainKeys: ["<Alt>1"]),
    .answerSecond: Details(plainKeys: ["<Alt>2"]),

    .measures: Details(label: localized("_Measures"), keys: ["F7"]),
    .spectrum: Details(label: localized("S_pectrum"), keys: ["F6"]),
    .loudnessLine: Details(label: localized("_Loudness over Time"), keys: ["F8"]),

    .preferences: Details(label: localized("_Preferences"), keys: ["<Control>comma"]),
    .properties: Details(
      label: localized("_Properties"), keys: ["<Alt>Return"], twins: ["<Alt>KP_Enter"]),
    .function: Details(label: localized("_Function")),
    .showShortcuts: Details(label: localized("_Keyboard Shortcuts"), keys: ["<Control>question"]),
    .about: Details(label: localized("_About Barline")),
    .contextMenu: Details(plainKeys: ["<Shift>F10", "Menu"], condition: \.hasRecording),
    .mainMenu: Details(keys: ["F10"]),
  ]
}
