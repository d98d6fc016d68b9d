// ShortcutList.swift
// The window of keyboard shortcuts (Ctrl+?): which commands share a line, and its interface description. GTK
// 4.8 takes the contents of a GtkShortcutsWindow only from a description.

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
        Line("Undo, do again", .undo, .redo),
        Line("Next and previous file of the folder", .nextFile, .previousFile),
        Line("Read the file again", .reload),
        Line("Export", .export),
        Line("New window, close it", .newWindow, .close),
        Line("Quit", .quit),
        Line("Reduce noise", .noise),
        Line("Hear original, clean, residue", .listenOriginal, .listenClean, .listenResidue),
        Line("Main menu, keyboard shortcuts", .mainMenu, .showShortcuts),
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
      ]
    ),
    (
      "Selection",
      [
        Line("Extend back or forward", .extendBack, .extendForward),
        Line("Extend to the start or end", .extendStart, .extendEnd),
        Line("Select all", .selectAll),
        Line("Clear", .clearSelection),
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
        Line("Go to the start or the end", .goStart, .goEnd),
        Line("Playhead back or forward", .stepBack, .stepForward),
      ]
    ),
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
    // All groups in two columns on one page.
    let section = object("GtkShortcutsSection", ["section-name": "main", "max-height": "20"], contents)
    return "<interface>"
      + object("GtkShortcutsWindow", id: "shortcuts", ["modal": "True"], [section]) + "</interface>"
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
