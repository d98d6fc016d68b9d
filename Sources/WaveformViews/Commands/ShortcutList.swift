// ShortcutList.swift
// The window of keyboard shortcuts (Ctrl+?): which commands share a line, what the pointer does, and its interface
// description. GTK 4.8 takes the contents of a GtkShortcutsWindow only from a description.

import GtkBridge

/// The window of keyboard shortcuts.
enum ShortcutList {
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
      "Recordings",
      [
        Line("Open a recording, add one", .open, .addWaveform),
        Line("Save the project, under another name", .save, .saveAs),
        Line("Undo, do again", .undo, .redo),
        Line("Next and previous file of the folder", .nextFile, .previousFile),
        Line("Read the file again", .reload),
        Line("Export, as a picture", .export, .exportPicture),
        Line("Properties", .properties),
        Line("New window, close it", .newWindow, .close),
        Line("Listen, record what is heard", .listenTo, .record),
        Line("Quit", .quit),
        Line("Measures, spectrum, reduce noise", .measures, .spectrum, .noise),
        Line("Hear original, clean, residue", .listenOriginal, .listenClean, .listenResidue),
        Line("Main menu, menu of a place", .mainMenu, .contextMenu),
        Line("Preferences, keyboard shortcuts", .preferences, .showShortcuts),
      ]
    ),
    (
      "Zoom and Scroll",
      [
        Line("Zoom in or out", .zoomIn, .zoomOut),
        Line("Show the whole recording", .zoomWhole),
        Line("Zoom to the selection, again: back", .zoomSelection),
        Line("One sample per pixel", .zoomSamples),
        Line("The view before, the one after", .viewBack, .viewForward),
        Line("A page back or forward", .pageBack, .pageForward),
        Line("Waveforms taller or lower", .raise, .lower),
        Line("As tall as recorded", .resetGain),
        Line("Loudness over time", .loudnessLine),
        Line("Next style: bars, tinted, envelope …", .nextStyle),
        Line("Harmonics at the pointer", .harmonics),
      ]
    ),
    (
      "Selection",
      [
        Line("Move an edge by ten pixels", .extendBack, .extendForward),
        Line("By one pixel", .nudgePixelBack, .nudgePixelForward),
        Line("By one frame", .nudgeFrameBack, .nudgeFrameForward),
        Line("By one millisecond", .nudgeTimeBack, .nudgeTimeForward),
        Line("To the next zero crossing", .nudgeCrossingBack, .nudgeCrossingForward),
        Line("To a mark before, to the next one", .nudgeMarkBack, .nudgeMarkForward),
        Line("Move the other edge", .exchangeEdges),
        Line("Snap edges that are dragged", .snap),
        Line("Type start, end and length", .typeSelection),
        Line("Extend to the start or end", .extendStart, .extendEnd),
        Line("Select all", .selectAll),
        Line("Copy times and sound, a picture", .copy, .copyPicture),
        Line("Clear", .clearSelection),
      ]
    ),
    (
      "Marks and Faults",
      [
        Line("Mark the selection or the playhead", .addMark),
        Line("Mark before, next one", .previousMark, .nextMark),
        Line("Rename, remove", .renameMark, .removeMark),
        Line("Import marks", .importMarks),
        Line("Split at the playhead", .splitMark),
        Line("List of marks", .markList),
        Line("Find", .find),
        Line("Find the next place, the one before", .findNext, .findPrevious),
        Line("Next clipped place, the one before", .nextClipping, .previousClipping),
        Line("Next digital silence, the one before", .nextSilence, .previousSilence),
      ]
    ),
    (
      "Playback",
      [
        Line("Play or pause", .playPause),
        Line("Play from the start of the selection", .playSelection),
        Line("Loop the selection, or all", .loop),
        Line("Slower or faster", .slower, .faster),
        Line("As fast as recorded", .normalSpeed),
        Line("Mute", .mute),
        Line("Follow: by page, centered, off", .followNext),
        Line("Go to a time that is typed", .goTo),
        Line("Go to the start or the end", .goStart, .goEnd),
        Line("Playhead back or forward", .stepBack, .stepForward),
      ]
    ),
  ]

  /// What the pointer does over a waveform, and how.
  static let gestures: [(title: String, gesture: String)] = [
    ("Zoom about the pointer", "Wheel, or pinch"),
    ("Move the view", "Shift+wheel, or two fingers sideways"),
    ("A lane taller or lower", "Alt+wheel; with Shift all lanes"),
    ("Move the playhead", "Click"),
    ("Select; frequencies too, in a spectrogram", "Drag"),
    ("Move the nearer edge of the selection", "Shift+click, or Shift+drag"),
    ("Snap, or do not", "Ctrl, while an edge is dragged"),
    ("Select in some lanes, heard alone", "Ctrl+drag"),
    ("Take a lane in or out", "Ctrl+click"),
    ("Select between two silences", "Double click"),
    ("Select all", "Triple click"),
    ("Type start, end or length", "Click on the number below"),
    ("Move a lane in time", "Alt+drag"),
    ("Listen to a place", "Drag on the time ruler"),
    ("Move, zoom the range of frequencies", "Drag, Alt+wheel on their ruler"),
    ("Menu of a place", "Right click, or hold a finger"),
  ]

  /// Shows the window, which goes when it is closed.
  @MainActor static func present(over parent: Window) {
    Builder(Array(description.utf8)).get("shortcuts", as: Window.self).present(over: parent)
  }

  /// The window as a description for `GtkBuilder`.
  private static var description: String {
    let contents = groups.map { title, lines in
      object("GtkShortcutsGroup", ["title": title], lines.map(object(for:)))
    }
    let pointer = object(
      "GtkShortcutsGroup", ["title": "Pointer"],
      gestures.map { title, gesture in
        object(
          "GtkShortcutsShortcut",
          ["shortcut-type": "gesture", "title": title, "subtitle": gesture, "icon": "mouse"])
      })
    let mouse = object("GThemedIcon", id: "mouse", ["name": "input-mouse-symbolic"])
    // Two columns at most: GTK 4.8 shows the pages of a section that has several in the wrong order.
    let sections = [
      ("view", "Recordings and View", contents.prefix(2)),
      ("selection", "Selection and Marks", contents[2...3]), ("sound", "Playback", contents[4...]),
      ("pointer", "Pointer", [pointer]),
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
