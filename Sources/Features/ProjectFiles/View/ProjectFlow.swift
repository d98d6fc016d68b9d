// ProjectFlow.swift
// Projects in a window: opening, saving, and the question before something would be lost. Files are read and written on
// a thread of their own; the window goes on meanwhile.

import GtkBridge
import HostIO
import Localization
import Projects
import SystemPackage
import WaveformModel
import WaveformViews

/// Opens and saves the project of a window.
@MainActor final class ProjectFlow: WindowProject {
  private let session: ProjectSession
  private let diagram: DiagramViewModel
  private let window: Window
  private let messages: Messages
  private let settings: Settings
  private let trace: Trace?
  private let file: @MainActor () -> FileReference?
  private let empty: @MainActor () -> Void
  private let showWords: @MainActor (_ title: String, StatusText) -> Void
  private let worker = BackgroundWorker()
  /// Counts what was opened, so that an answer about an earlier file is known.
  private var openCount = 0
  private(set) var isOpening = false

  init(_ parts: WindowParts) {
    session = ProjectSession(parts.diagram)
    diagram = parts.diagram
    window = parts.window
    messages = parts.messages
    settings = parts.settings
    trace = parts.trace
    file = parts.file
    empty = parts.empty
    showWords = parts.showWords
    let canSave = { @MainActor [weak session] in session?.canSave == true }
    parts.actions.add(.save, when: canSave) { [weak self] in self?.save() }
    parts.actions.add(.saveAs, when: canSave) { [weak self] in self?.saveAs() }
  }

  var name: String? { session.path?.stem }
  var remarks: [String] { session.remarks }
  var isUnsaved: Bool { session.hasUnsavedChanges }

  /// The window shows something else from now on.
  func forget() {
    openCount += 1
    isOpening = false
    session.forget()
  }

  // MARK: Opening

  func open(_ path: FilePath) {
    openCount += 1
    let count = openCount
    isOpening = true
    worker.run { [weak self] in
      let result = Result { () throws(ProjectError) in try ProjectFile.read(path) }
      Task { @MainActor in
        guard let self, self.openCount == count else { return }
        self.show(result, at: path)
      }
    }
  }

  private func show(_ result: Result<Project, ProjectError>, at path: FilePath) {
    isOpening = false
    switch result {
    case .failure(let error):
      trace?.write("project-failed", ["code": "\(error.code)", "text": error.message])
      show(.warning(localized("Project Cannot Be Opened"), error.message), inPlaceOf: path)
    case .success(let project):
      empty()
      diagram.open(project, cache: settings.peakCache)
      session.became(project, at: path)
      trace?.write("project", ["opened": project.lanes.count, "missing": session.missing.count])
      RecentFiles.add(FileReference(path))
      if diagram.plots.isEmpty {
        let text = session.remarks.first ?? localized("“\(path.displayName)” holds no recording.")
        show(.warning(localized("No Recording in This Project"), text), inPlaceOf: path)
      }
    }
  }

  /// Shows words in place of a project, below the name of its file.
  private func show(_ words: StatusText, inPlaceOf path: FilePath) {
    showWords(file()?.displayName ?? path.displayName, words)
  }

  // MARK: Saving

  private func save() {
    if let path = session.path { write(to: path) } else { saveAs() }
  }

  /// - Parameter done: called when the project has been written.
  private func saveAs(then done: @escaping @MainActor () -> Void = {}) {
    let first = diagram.plots.first
    let name = session.path?.stem ?? first?.stem ?? "Project"
    let folder = session.path?.removingLastComponent() ?? first?.folder
    FileDialog.save(
      title: localized("Save the Project"), parent: window, name: "\(name).\(ProjectFile.suffix)",
      folder: folder?.bytes
    ) { [weak self] file in
      guard let self else { return }
      guard let path = file.filePath else {
        return messages.show(
          localized("“\(file.displayName)” is not on this computer. Choose another place."))
      }
      place(path, then: done)
    }
  }

  /// The desktop has asked before the file that was named is replaced, but not of the one with the suffix.
  private func place(_ chosen: FilePath, then done: @escaping @MainActor () -> Void) {
    guard !ProjectFile.isProject(chosen), let name = chosen.lastComponent else {
      return write(to: chosen, then: done)
    }
    let path = chosen.removingLastComponent().appending("\(name.string).\(ProjectFile.suffix)")
    worker.run { [weak self] in
      let exists = FileState(of: path) != nil
      Task { @MainActor in
        guard let self else { return }
        guard exists else { return self.write(to: path, then: done) }
        MessageDialog.ask(
          localized("Replace the Project?"), localized("“\(path.displayName)” exists already."),
          over: self.window,
          [.init("cancel", localized("Cancel")), .init("replace", localized("Replace"), .destructive)]
        ) { [weak self] in if $0 == "replace" { self?.write(to: path, then: done) } }
      }
    }
  }

  private func write(to path: FilePath, then done: @escaping @MainActor () -> Void = {}) {
    let project = session.present, inputs = diagram.lanes.openPaths
    worker.run { [weak self] in
      let result = Result { () throws(AudioFileError) in
        try ProjectFile.write(project, to: path, notOver: inputs)
      }
      Task { @MainActor in
        guard let self else { return }
        switch result {
        case .success(let leftOut):
          self.session.wasSaved(project, to: path)
          self.trace?.write("project", ["saved": path.displayName])
          self.messages.say(localized("“\(path.displayName)” saved"))
          if let loss = ProjectSession.loss(ofProfiles: leftOut) {
            self.messages.show(Toast(lines: loss))
          }
          RecentFiles.add(FileReference(path))
          done()
        case .failure(let error):
          let text = "\(error.message) \(error.advice)"
          self.trace?.write("project-failed", ["code": "\(error.code)", "text": text])
          self.messages.show(Toast(lines: text))
        }
      }
    }
  }

  // MARK: Closing

  /// What to do about changes that are not saved; nil when there are none.
  var closingQuestion: ClosingQuestion? {
    guard session.hasUnsavedChanges else { return nil }
    return ClosingQuestion(
      heading: localized("Save Changes?"), body: unsavedText,
      responses: [
        .init("cancel", localized("Cancel")), .init("discard", localized("Discard"), .destructive),
        .init("save", localized("Save"), .suggested),
      ]
    ) { [weak self] answer, close in
      guard let self else { return }
      if answer == "discard" {
        session.giveUp()
        close()
      } else if let path = session.path {
        write(to: path, then: close)
      } else {
        saveAs(then: close)
      }
    }
  }

  /// What would be lost.
  private var unsavedText: String {
    if let name = session.path?.stem {
      return localized(
        """
        The arrangement of “\(name)” is not saved: places in time, names, colors, what is heard. The recordings \
        themselves are not affected.
        """)
    }
    let count = diagram.plots.count
    return localized(
      """
      The arrangement of this waveform is not saved: places in time, names, colors, what is heard. The recordings \
      themselves are not affected.
      """,
      plural: """
        The arrangement of these \(count) waveforms is not saved: places in time, names, colors, what is heard. \
        The recordings themselves are not affected.
        """, count: count)
  }
}
