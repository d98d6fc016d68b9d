// FileChoice.swift
// Files that somebody chooses or drops on a window: each has a window of its own, or several belong together, or a feature
// takes them for the recording that is shown. Main actor.

import GtkBridge
import Localization
import WaveformModel

/// What becomes of files that are chosen or dropped together.
@MainActor final class FileChoice {
  private let window: Window
  private let diagram: DiagramViewModel
  private let take: ([FileReference]) -> [FileReference]
  private let open: ([FileReference]) -> Void
  private let together: ([FileReference], _ comparing: Bool) -> Void
  private let list: (([FileReference]) -> Void)?
  private let canCompare: Bool, opensProjects: Bool

  /// - Parameters:
  ///   - take: takes those that belong to the recording which is shown, and returns the others.
  ///   - open: opens each in a window of its own.
  ///   - together: opens all in one window, in lanes.
  ///   - list: opens all as a list; nil: there is none.
  ///   - canCompare: true when a feature compares what is opened in one window.
  ///   - opensProjects: true when a feature opens projects.
  init(
    over window: Window, _ diagram: DiagramViewModel, take: @escaping ([FileReference]) -> [FileReference],
    open: @escaping ([FileReference]) -> Void,
    together: @escaping ([FileReference], _ comparing: Bool) -> Void,
    list: (([FileReference]) -> Void)?, canCompare: Bool, opensProjects: Bool
  ) {
    self.window = window
    self.diagram = diagram
    self.take = take
    self.open = open
    self.together = together
    self.list = list
    self.canCompare = canCompare
    self.opensProjects = opensProjects
  }

  /// Asks for files.
  func choose() {
    FileDialog.openSounds(
      title: localized("Open a Recording"), over: window, orProjects: opensProjects
    ) { [weak self] files in self?.open(chosen: files) }
  }

  /// Files were dropped beside the diagram. Some may belong to the recording that is shown.
  func dropped(_ files: [FileReference]) {
    let left = diagram.viewport == nil ? files : take(files)
    if !left.isEmpty { open(chosen: left) }
  }

  /// Files were dropped on the diagram.
  ///
  /// - Returns: those that can be lanes.
  func dropped(onDiagram files: [FileReference]) -> [FileReference] {
    // Projects and folders are no lanes: they have windows of their own.
    let own = files.filter { $0.isProject || $0.isFolder }
    if !own.isEmpty { open(own) }
    return take(files.filter { !own.contains($0) })
  }

  /// Opens files that were chosen or dropped together; of several, asks whether they belong together.
  private func open(chosen files: [FileReference]) {
    let recordings = files.count { !$0.isProject && !$0.isFolder }
    guard recordings > 1 else { return open(files) }
    let pair: [MessageDialog.Response] =
      canCompare && recordings == 2 && files.count == 2 ? [.init("compare", localized("Compare"))] : []
    let lists: [MessageDialog.Response] = list == nil ? [] : [.init("list", localized("As a List"))]
    MessageDialog.ask(
      localized("Open \(recordings) Recording?", plural: "Open \(recordings) Recordings?", count: recordings),
      localized("Each in a window of its own, or together in one: in lanes, on one time axis."), over: window,
      [
        .init("cancel", localized("Cancel")), .init("single", localized("Own Windows")),
      ] + lists + pair + [.init("together", localized("Together"), .suggested)]
    ) { [weak self] answer in
      guard let self else { return }
      if answer == "single" { open(files) }
      if answer == "together" || answer == "compare" { together(files, answer == "compare") }
      if answer == "list" { list?(files.filter { !$0.isProject && !$0.isFolder }) }
    }
  }
}
