// ProjectFlow.swift
// Projects in a window: opening, saving, and the question before something would be lost. Files are read and written on
// a thread of their own; the window goes on meanwhile.

import GtkBridge
import HostIO
import Localization
import Projects
import SystemPackage
import WaveformModel

/// Opens and saves the project of a window.
@MainActor final class ProjectFlow {
  private let session: ProjectSession
  private let diagram: DiagramViewModel
  private let contents: WindowContents
  private let phases: RecordingPhases
  private let settings: Settings
  private let trace: Trace?
  private let worker = BackgroundWorker()
  private let observer = ModelObserver()
  /// Counts what was opened, so that an answer about an earlier file is known.
  private var openCount = 0
  /// True while a project is being read.
  private(set) var isBusy = false

  init(
    _ diagram: DiagramViewModel, _ actions: CommandActions, _ contents: WindowContents,
    _ phases: RecordingPhases, _ settings: Settings, _ trace: Trace?
  ) {
    session = ProjectSession(diagram)
    self.diagram = diagram
    self.contents = contents
    self.phases = phases
    self.settings = settings
    self.trace = trace
    actions.add(.save) { [weak self] in self?.save() }
    actions.add(.saveAs) { [weak self] in self?.saveAs() }
    let session = session
    observer.follow({ session.path?.stem }) { [weak phases] in phases?.project = $0 }
    observer.follow({ session.hasUnsavedChanges }) { [weak contents] in contents?.isUnsaved = $0 }
    observer.follow({ session.remarks }) { [weak phases] in phases?.remarks = $0 }
  }

  /// True when the window shows a project that has a file.
  var isOpen: Bool { session.path != nil }

  /// The window shows something else from now on.
  func forget() {
    openCount += 1
    isBusy = false
    session.forget()
  }

  // MARK: Opening

  /// Shows a project in place of what the window shows.
  func open(_ path: FilePath) {
    openCount += 1
    let count = openCount
    isBusy = true
    worker.run { [weak self] in
      let result = Result { () throws(ProjectError) in try ProjectFile.read(path) }
      Task { @MainActor in
        guard let self, self.openCount == count else { return }
        self.show(result, at: path)
      }
    }
  }

  private func show(_ result: Result<Project, ProjectError>, at path: FilePath) {
    isBusy = false
    switch result {
    case .failure(let error):
      trace?.write("project-failed", ["code": "\(error.code)", "text": error.message])
      contents.show(.noProject(localized("Project Cannot Be Opened"), error.message))
    case .success(let project):
      phases.restart()
      diagram.open(project, cache: settings.peakCache)
      session.became(project, at: path)
      trace?.write("project", ["opened": project.lanes.count, "missing": session.missing.count])
      RecentFiles.add(FileReference(path))
      if diagram.plots.isEmpty {
        let text = session.remarks.first ?? localized("“\(path.displayName)” holds no recording.")
        contents.show(.noProject(localized("No Recording in This Project"), text))
      }
    }
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
      title: localized("Save the Project"), parent: contents.window, name: "\(name).\(ProjectFile.suffix)",
      folder: folder?.bytes
    ) { [weak self] file in
      guard let self else { return }
      guard let path = file.filePath else {
        return contents.messages.show(
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
          over: self.contents.window,
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
          self.contents.messages.say(localized("“\(path.displayName)” saved"))
          if let loss = ProjectSession.loss(ofProfiles: leftOut) {
            self.contents.messages.show(Toast(lines: loss))
          }
          RecentFiles.add(FileReference(path))
          done()
        case .failure(let error):
          let text = "\(error.message) \(error.advice)"
          self.trace?.write("project-failed", ["code": "\(error.code)", "text": text])
          self.contents.messages.show(Toast(lines: text))
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

extension StatusText {
  /// For a project that shows nothing: which one, why, and what can be done.
  fileprivate static func noProject(_ title: String, _ description: String) -> StatusText {
    StatusText(
      icon: "dialog-warning-symbolic", title: title, description: description,
      button: localized("Open Another…"))
  }
}

extension FilePath {
  /// Without the terminating zero.
  package var bytes: [UInt8] {
    withPlatformString { text in
      UnsafeBufferPointer(start: text, count: length).map { UInt8(bitPattern: $0) }
    }
  }
}

extension FileReference {
  /// True for a name that only projects have.
  var isProject: Bool { filePath.map(ProjectFile.isProject) == true }
}
