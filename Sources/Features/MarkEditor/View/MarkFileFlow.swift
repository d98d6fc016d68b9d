// MarkFileFlow.swift
// Marks from files and into files, as a window offers it: the dialogs, and what is told afterwards.

import GtkBridge
import HostIO
import Localization
import Marks
import SystemPackage
import WaveformModel
import WaveformViews

/// Imports and exports the marks of a window.
@MainActor final class MarkFileFlow {
  private let diagram: DiagramViewModel
  private let window: Window
  private let messages: Messages
  private let trace: Trace?
  private let question: SaveQuestion
  private var dialog: MarkExportDialog?
  private let observer = ModelObserver()
  /// Offers the marks that the recording has itself.
  private var offer: Toast?
  /// Tells what is missing; stays until the next file.
  private var remark: Toast?

  init(_ parts: WindowParts) {
    diagram = parts.diagram
    trace = parts.trace
    window = parts.window
    messages = parts.messages
    question = SaveQuestion(over: window, messages)
    let marks = diagram.marks
    observer.follow({ marks.offer }) { [weak self] in self?.offer($0) }
    add(to: parts.actions, parts)
  }

  private func add(to actions: CommandActions, _ parts: WindowParts) {
    let marks = diagram.marks
    actions.add(.importMarks, when: parts.hasRecording) { [weak self] in self?.askForFile() }
    actions.add(.takeOwnMarks, when: { [weak marks] in (marks?.offer ?? 0) > 0 }) { [weak self] in
      self?.diagram.marks.takeOwn { self?.tell($0, button: $0.isDone ? (localized("Undo"), .undo) : nil) }
    }
    actions.add(.exportMarks, when: { [weak marks] in marks?.isEmpty == false }) { [weak self] in
      self?.askWhat()
    }
    actions.add(.copyWithMarks, when: { [weak marks] in marks.map(MarkExportViewModel.canCopy) ?? false }) {
      [weak self] in self?.askWhat(isCopy: true)
    }
  }

  func close() { dialog?.close() }

  private func offer(_ count: Int) {
    offer?.dismiss()
    offer = nil
    guard count > 0, let path = diagram.marks.recording else { return }
    let isWave = MarkFileKind(named: path) == .wav
    let toast = Toast(
      isWave
        ? localized(
          "The file has \(count) cue point", plural: "The file has \(count) cue points", count: count)
        : localized("The file has \(count) chapter", plural: "The file has \(count) chapters", count: count))
    toast.setButton(localized("Show"), action: Command.takeOwnMarks.rawValue)
    offer = toast
    messages.show(toast)
  }

  // MARK: Import

  private static let suffixes = [
    "txt", "TextGrid", "csv", "tsv", "srt", "vtt", "json", "eaf", "ffmetadata", "wav",
  ]

  private func askForFile() {
    FileDialog.open(
      title: localized("Import Marks"), parent: window,
      filters: [
        (localized("Marks"), Self.suffixes.map { "*.\($0)" }),
        (localized("Recordings with Chapters"), ["audio/*", "video/*"]),
      ],
      allFiles: localized("All Files")
    ) { [weak self] in self?.take($0) }
  }

  /// Takes the marks of files that were dropped into the recording that is shown.
  ///
  /// - Returns: the files that are not of marks.
  func taken(_ files: [FileReference]) -> [FileReference] {
    take(files.filter(\.isMarks))
    return files.filter { !$0.isMarks }
  }

  /// Takes the marks of files into the recording that is shown.
  private func take(_ files: [FileReference]) {
    for file in files {
      guard let path = file.filePath else {
        messages.show(localized("“\(file.displayName)” is not on this computer. Copy it here first."))
        continue
      }
      diagram.marks.take(path) { [weak self] outcome in
        self?.tell(outcome, button: outcome.isDone ? (localized("Undo"), .undo) : nil)
        self?.trace?.write(outcome.isDone ? "marks-imported" : "marks-failed")
      }
    }
  }

  // MARK: Export

  private func askWhat(isCopy: Bool = false) {
    guard dialog == nil else { return }
    guard let model = MarkExportViewModel(diagram.marks, isCopy: isCopy) else {
      return tell(
        .failed(
          diagram.marks.isEmpty
            ? localized("There are no marks.")
            : localized("No marks can be put into a copy of such a file: export it as WAV first.")))
    }
    let dialog = MarkExportDialog(
      model, chosen: { [weak self] in self?.askWhere(model) }, closed: { [weak self] in self?.dialog = nil })
    self.dialog = dialog
    dialog.present(over: window)
  }

  private func askWhere(_ model: MarkExportViewModel) {
    question.ask(localized("Export Marks"), model.newName, in: model.folder) { [weak self] path in
      guard let self else { return }
      let named = model.named(path)
      model.inputs = diagram.lanes.openPaths
      // The dialog has asked about overwriting the name that was typed, not another one.
      model.write(to: named, isNew: named != path) { [weak self] outcome in
        self?.tell(outcome)
        self?.trace?.write(outcome.isDone ? "marks-exported" : "marks-failed")
      }
    }
  }

  // MARK: What is told

  /// What is incomplete stays until it is dismissed.
  private func tell(_ outcome: MarkFileOutcome, button: (label: String, command: Command)? = nil) {
    remark?.dismiss()
    let toast = outcome.isIncomplete ? Toast(lines: outcome.text) : Toast(outcome.text)
    if let button { toast.setButton(button.label, action: button.command.rawValue) }
    if outcome.isIncomplete {
      toast.setTimeout(0)
      remark = toast
    }
    messages.show(toast)
  }
}

extension FileReference {
  /// True for a name that only lists of marks have.
  fileprivate var isMarks: Bool { filePath.flatMap(MarkFileKind.init(named:)).map { $0 != .wav } ?? false }
}
