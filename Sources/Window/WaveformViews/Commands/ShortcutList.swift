// ShortcutList.swift
// The window of keyboard shortcuts (Ctrl+?): which commands share a line, what the pointer does, and its interface
// description. GTK 4.8 takes the contents of a GtkShortcutsWindow only from a description.

import GtkBridge
import Localization

/// The window of keyboard shortcuts.
package enum ShortcutList {
  /// Commands that share a line.
  struct Line: Sendable {
    let title: String
    let commands: [Command]

    init(_ title: String, _ commands: Command...) {
      self.title = title
      self.commands = commands
    }
  }

  static let groups: [(title: String, lines: [Line])] = [
    (
      localized("Recordings"),
      [
        Line(localized("Open a recording, add one"), .open, .addWaveform),
        Line(localized("Save the project, under another name"), .save, .saveAs),
        Line(localized("Undo, do again"), .undo, .redo),
        Line(localized("Next and previous file of the folder"), .nextFile, .previousFile),
        Line(localized("Read the file again"), .reload),
        Line(localized("Export, as a picture"), .export, .exportPicture),
        Line(localized("Properties"), .properties),
        Line(localized("New window, close it"), .newWindow, .close),
        Line(localized("Listen, record what is heard"), .listenTo, .record),
        Line(localized("Quit"), .quit),
        Line(localized("Measures, spectrum, reduce noise"), .measures, .spectrum, .noise),
        Line(
          localized("Hear original, clean, residue; or A, B, difference"), .listenOriginal, .listenClean,
          .listenResidue),
        Line(localized("Compare recordings, align them"), .compare, .align),
        Line(localized("Blind test: hear X; it is A, it is B"), .listenBlind, .answerFirst, .answerSecond),
        Line(localized("Main menu, menu of a place"), .mainMenu, .contextMenu),
        Line(localized("Preferences, keyboard shortcuts"), .preferences, .showShortcuts),
      ]
    ),
    (
      localized("Zoom and Scroll"),
      [
        Line(localized("Zoom in or out"), .zoomIn, .zoomOut),
        Line(localized("Show the whole recording"), .zoomWhole),
        Line(localized("Zoom to the selection, again: back"), .zoomSelection),
        Line(localized("One sample per pixel"), .zoomSamples),
        Line(localized("The view before, the one after"), .viewBack, .viewForward),
        Line(localized("A page back or forward"), .pageBack, .pageForward),
        Line(localized("Waveforms taller or lower"), .raise, .lower),
        Line(localized("As tall as recorded"), .resetGain),
        Line(localized("Loudness over time"), .loudnessLine),
        Line(localized("Next style: bars, tinted, envelope …"), .nextStyle),
        Line(localized("Harmonics at the pointer"), .harmonics),
      ]
    ),
    (
      localized("Selection"),
      [
        Line(localized("Move an edge by ten pixels"), .extendBack, .extendForward),
        Line(localized("By one pixel"), .nudgePixelBack, .nudgePixelForward),
        Line(localized("By one frame"), .nudgeFrameBack, .nudgeFrameForward),
        Line(localized("By one millisecond"), .nudgeTimeBack, .nudgeTimeForward),
        Line(localized("To the next zero crossing"), .nudgeCrossingBack, .nudgeCrossingForward),
        Line(localized("To a mark before, to the next one"), .nudgeMarkBack, .nudgeMarkForward),
        Line(localized("Move the other edge"), .exchangeEdges),
        Line(localized("Snap edges that are dragged"), .snap),
        Line(localized("Type start, end and length"), .typeSelection),
        Line(localized("Extend to the start or end"), .extendStart, .extendEnd),
        Line(localized("Select all"), .selectAll),
        Line(localized("Copy times and sound, a picture"), .copy, .copyPicture),
        Line(localized("Clear"), .clearSelection),
      ]
    ),
    (
      localized("Marks and Faults"),
      [
        Line(localized("Mark the selection or the playhead"), .addMark),
        Line(localized("Mark before, next one"), .previousMark, .nextMark),
        Line(localized("Rename, remove"), .renameMark, .removeMark),
        Line(localized("Import marks"), .importMarks),
        Line(localized("Split at the playhead"), .splitMark),
        Line(localized("List of marks"), .markList),
        Line(localized("Find"), .find),
        Line(localized("Find the next place, the one before"), .findNext, .findPrevious),
        Line(localized("Next clipped place, the one before"), .nextClipping, .previousClipping),
        Line(localized("Next digital silence, the one before"), .nextSilence, .previousSilence),
      ]
    ),
    (
      localized("Playback"),
      [
        Line(localized("Play or pause"), .playPause),
        Line(localized("Play the selection from its start"), .playSelection),
        Line(localized("Loop the selection, or all"), .loop),
        Line(localized("Slower or faster"), .slower, .faster),
        Line(localized("As fast as recorded"), .normalSpeed),
        Line(localized("Mute"), .mute),
        Line(localized("Follow: by page, centered, off"), .followNext),
        Line(localized("Go to a time that is typed"), .goTo),
        Line(localized("Go to the start or the end"), .goStart, .goEnd),
        Line(localized("Playhead back or forward"), .stepBack, .stepForward),
      ]
    ),
  ]

  /// Keys of the window of a folder, which are no commands: only its table takes them.
  static let folderKeys: [(title: String, keys: String)] = [
    (localized("Play the recording, stop"), "space"),
    (localized("Another recording; plays it while one is heard"), "Up Down"),
    (localized("Open in a window of its own"), "Return"),
    (localized("Label, the same again: none"), "0...9"),
    (localized("Stop, show all names again"), "Escape"),
  ]

  /// What the pointer does over a waveform, and how.
  static let gestures: [(title: String, gesture: String)] = [
    (localized("Zoom about the pointer"), localized("Wheel, or pinch")),
    (localized("Move the view"), localized("Shift+wheel, or two fingers sideways")),
    (localized("A lane taller or lower"), localized("Alt+wheel; with Shift all lanes")),
    (localized("Move the playhead"), localized("Click")),
    (localized("Select; frequencies too, in a spectrogram"), localized("Drag")),
    (localized("Move the nearer edge of the selection"), localized("Shift+click, or Shift+drag")),
    (localized("Snap, or do not"), localized("Ctrl, while an edge is dragged")),
    (localized("Select in some lanes, heard alone"), localized("Ctrl+drag")),
    (localized("Take a lane in or out"), localized("Ctrl+click")),
    (localized("Select between two silences"), localized("Double click")),
    (localized("Select all"), localized("Triple click")),
    (localized("Type start, end or length"), localized("Click on the number below")),
    (localized("Move a lane in time"), localized("Alt+drag")),
    (localized("Listen to a place"), localized("Drag on the time ruler")),
    (localized("Move, zoom the range of frequencies"), localized("Drag, Alt+wheel on their ruler")),
    (localized("Menu of a place"), localized("Right click, or hold a finger")),
  ]

  /// Shows the window, which goes when it is closed.
  @MainActor package static func present(over parent: Window) {
    Builder(Array(description.utf8)).get("shortcuts", as: Window.self).present(over: parent)
  }

  /// The window as a description for `GtkBuilder`.
  private static var description: String {
    let contents = groups.map { title, lines in
      object("GtkShortcutsGroup", ["title": title], lines.map(object(for:)))
    }
    let pointer = object(
      "GtkShortcutsGroup", ["title": localized("Pointer")],
      gestures.map { title, gesture in
        object(
          "GtkShortcutsShortcut",
          ["shortcut-type": "gesture", "title": title, "subtitle": gesture, "icon": "mouse"])
      })
    let folder = object(
      "GtkShortcutsGroup", ["title": localized("Folder")],
      folderKeys.map { object("GtkShortcutsShortcut", ["title": $0, "accelerator": $1]) })
    let mouse = object("GThemedIcon", id: "mouse", ["name": "input-mouse-symbolic"])
    // Two columns at most: GTK 4.8 shows the pages of a section that has several in the wrong order.
    let sections = [
      ("view", localized("Recordings and View"), contents.prefix(2)),
      ("selection", localized("Selection and Marks"), contents[2...3]),
      ("sound", localized("Playback"), contents[4...] + [folder]),
      ("pointer", localized("Pointer"), [pointer]),
    ].map { name, title, groups in
      object(
        "GtkShortcutsSection", ["section-name": name, "title": title, "max-height": "14"], Array(groups))
    }
    return "<interface>" + mouse
      + object("GtkShortcutsWindow", id: "shortcuts", ["modal": "True"], sections) + "</interface>"
  }

  private static func object(for line: Line) -> String {
    let keys = line.commands.flatMap(\.listedKeys).joined(separator: " ")
    return object("GtkShortcutsShortcut", ["title": line.title, "accelerator": keys])
  }

  private static func object(
    _ type: String, id: String? = nil, _ properties: KeyValuePairs<String, String>, _ children: [String] = []
  ) -> String {
    let name = id.map { " id=\"\($0)\"" } ?? ""
    return "<object class=\"\(type)\"\(name)>"
      + properties.map { "<property name=\"\($0)\">\(escapeMarkup($1))</property>" }.joined()
      + children.map { "<child>\($0)</child>" }.joined() + "</object>"
  }
}
