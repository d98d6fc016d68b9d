// ExportFlow.swift
// Exporting from a window: the dialog, the destination, and the row that shows the progress. The window stays
// usable meanwhile.

import GtkBridge
import HostIO
import Localization
import Resources
import SystemPackage
import WaveformCore
import WaveformModel
import WaveformViews

/// Runs the exports of a window.
@MainActor final class ExportFlow {
  let window: Window
  let progress = ExportProgress()

  private let diagram: DiagramViewModel
  /// The row that shows the progress of an export.
  private let row: Widget
  private let messages: Messages
  private let trace: Trace?
  private let observer = ModelObserver()
  private let label: Widget
  private let figure: WindowFigure
  private var exported: Double?
  private var dialog: ExportDialog?
  private let question: SaveQuestion
  private let worker = BackgroundWorker()
  private let settings: Settings
  /// The file of the last export.
  private var written: FilePath?
  /// Tells why the last export failed, or what is missing in it; stays until the next export.
  private var failure: Toast?

  init(_ parts: WindowParts) {
    diagram = parts.diagram
    settings = parts.settings
    window = parts.window
    messages = parts.messages
    trace = parts.trace
    question = SaveQuestion(over: window, messages)
    let builder = Builder(Resources.exportRow)
    row = builder.get("export_revealer")
    label = builder.get("export_label")
    figure = WindowFigure(
      "exporting", in: builder.get("export_box", as: BoxWidget.self), size: (48, 24), trace: trace)
    figure.motion = { [weak self] in .activity(after: $0, progress: self?.exported) }
    parts.addRow(row)
    add(to: parts.actions)
    observer.follow({ [progress] in progress.state }) { [weak self] in self?.became($0) }
  }

  private func add(to actions: CommandActions) {
    actions.add(.export, when: condition { _ in true }) { [weak self] in self?.askWhat() }
    actions.add(.exportSelection, when: condition { $0.selection?.isEmpty == false }) { [weak self] in
      self?.askWhat(.selection)
    }
    actions.add(.exportRanges, when: condition { !$0.marks.isEmpty }) { [weak self] in
      self?.askWhat(.ranges)
    }
    actions.add(.exportClean, when: condition { $0.hasResults }) { [weak self] in
      self?.askWhat(isClean: true)
    }
    actions.add(.showExported) { [weak self] in
      if let path = self?.written { DesktopFiles.show(FileReference(path)) }
    }
    actions.add(.cancelExport) { [weak progress] in progress?.cancel() }
  }

  /// One export runs at a time: a second one would cancel the first.
  ///
  /// - Parameter isThere: whether the diagram has what would be exported.
  private func condition(
    _ isThere: @escaping @MainActor (DiagramViewModel) -> Bool
  ) -> @MainActor () -> Bool {
    { [weak diagram, weak progress] in
      guard let diagram, let progress, diagram.navigation.destination != nil else { return false }
      return !progress.isRunning && isThere(diagram)
    }
  }

  /// The window is closing: cancels an unfinished export.
  func close() {
    dialog?.close()
    progress.cancel()
  }

  private func became(_ state: ExportProgress.State) {
    show(state)
    switch state {
    case .idle, .running: forgetFailure()
    case .done(let text, let isWhole):
      if isWhole { messages.show(shown(Toast(text))) } else { showUntilNext(shown(Toast(lines: text))) }
      trace?.write("exported")
    case .failed(let text):
      showUntilNext(Toast(lines: text))
      trace?.write("export-failed")
    }
  }

  private func show(_ state: ExportProgress.State) {
    if case .running(let name, let fraction) = state {
      label.set("label", localized("Exporting “\(name)”… \(Int(fraction * 100)) %"))
      exported = fraction
    } else {
      exported = nil
    }
    figure.isActive = exported != nil
    row.set("reveal-child", exported != nil)
  }

  /// A message with a button that shows the file.
  private func shown(_ toast: Toast) -> Toast {
    toast.setButton(localized("Show in Files"), action: Command.showExported.rawValue)
    return toast
  }

  /// Shows a message that stays until the next one, in as many lines as it needs.
  private func showUntilNext(_ toast: Toast) {
    forgetFailure()
    toast.setTimeout(0)
    failure = toast
    messages.show(toast)
  }

  private func forgetFailure() {
    failure?.dismiss()
    failure = nil
  }

  // MARK: What is asked

  private func askWhat(_ part: ExportViewModel.Part? = nil, isClean: Bool = false) {
    guard dialog == nil, !progress.isRunning, let plot = diagram.exportedPlot,
      let model = ExportViewModel(diagram, isClean: isClean, last: lastFormats)
    else { return }
    if let part {
      guard model.parts.contains(part) else { return messages.show(localized("No mark is a range.")) }
      model.part = part
    }
    // Only containers that ffmpeg opens have pictures.
    guard plot.description?.audioTracks.isEmpty == false else { return show(model) }
    Task { [weak self] in
      await model.lookForPictures(plot.options)
      self?.show(model)
    }
  }

  private func show(_ model: ExportViewModel) {
    guard dialog == nil, diagram.exportedPlot?.path == model.path else { return }
    let dialog = ExportDialog(
      model, chosen: { [weak self] in self?.askWhere(model) }, closed: { [weak self] in self?.dialog = nil })
    self.dialog = dialog
    dialog.present(over: window)
    trace?.write("export-dialog", ["format": model.kind.label])
  }

  private var lastFormats: LastFormats { LastFormats(settings.string("export-formats", default: "")) }

  /// That of the last export, or of the recording, if it has one.
  private func folder(for model: ExportViewModel) -> FilePath {
    written?.removingLastComponent() ?? diagram.plots.first { $0.path == model.path }?.folder
      ?? FilePath(DesktopFiles.musicFolder)
  }

  private func askWhere(_ model: ExportViewModel) {
    guard model.part != .ranges else { return askForFolder(model) }
    question.ask(localized("Export"), model.newName, in: folder(for: model)) { [weak self] path in
      guard let self else { return }
      forgetFailure()
      model.inputs = diagram.lanes.openPaths
      let named = model.adopt(path)
      if let problem = model.problem { return messages.show(problem) }
      written = named
      settings.set("export-formats", model.remembered(in: lastFormats).text)
      // The dialog has asked about overwriting the name that was typed, not another one.
      progress.start(model, to: named, isNew: named != path)
    }
  }

  // MARK: Ranges of marks

  private func askForFolder(_ model: ExportViewModel) {
    let folder = folder(for: model)
    FileDialog.folder(title: localized("Export Marked Ranges"), parent: window, folder: folder.bytes) {
      [weak self] file in
      guard let self else { return }
      forgetFailure()
      guard let folder = file.filePath else {
        return messages.show(localized("Choose a folder on this computer."))
      }
      model.inputs = diagram.lanes.openPaths
      look(into: folder, for: model)
    }
  }

  /// A folder may be far away: what is in it is read on another thread.
  private func look(into folder: FilePath, for model: ExportViewModel) {
    let planner = model.rangePlanner
    worker.run { [weak self] in
      let plan = planner.plan(in: folder)
      Task { @MainActor in self?.ask(about: plan, model) }
    }
  }

  private func ask(about plan: RangePlan, _ model: ExportViewModel) {
    guard !progress.isRunning else { return }
    guard plan.taken > 0 else { return start(model, plan) }
    let folder = plan.folder.displayName
    MessageDialog.ask(
      localized("Number the New Files?"),
      localized(
        """
        “\(folder)” has \(plan.taken) file of the same name already. What is there stays, and the new one gets a \
        number.
        """,
        plural: """
          “\(folder)” has \(plan.taken) files of the same name already. What is there stays, and the new ones get \
          numbers.
          """, count: plan.taken),
      over: window,
      [
        .init("cancel", localized("Cancel")),
        .init("number", localized("Number", context: "verb"), .suggested),
      ]
    ) { [weak self] in if $0 == "number" { self?.start(model, plan) } }
  }

  private func start(_ model: ExportViewModel, _ plan: RangePlan) {
    written = plan.paths.first
    settings.set("export-formats", model.remembered(in: lastFormats).text)
    progress.start(model, plan)
  }
}
