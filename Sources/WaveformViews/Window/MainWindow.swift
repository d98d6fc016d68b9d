// MainWindow.swift
// One window for one recording: what it opens, and the objects that carry out its commands and show its
// state. Owned by the application; owns its model.

import GtkBridge
import HostIO
import Playback
import Recording
import WaveformModel

/// A window of the program.
@MainActor final class MainWindow {
  let diagram: DiagramViewModel
  let actions: CommandActions
  let noise: NoiseDrawer
  private(set) var file: FileReference?

  private let settings: Settings
  /// Nil: nothing is remembered.
  private let memory: RememberedViews?
  /// Opens the files that the dialog, the recent menu or a drop chose.
  private let openFiles: ([FileReference], MainWindow) -> Void
  private let contents: WindowContents
  private let diagramView: DiagramView
  private let transport: TransportBar
  private let recentMenu: RecentMenu
  private var browsing: FolderBrowsing?
  private let phases: RecordingPhases
  private let export: ExportFlow
  private let raw: RawImport
  /// Objects that only need to live as long as the window.
  private let companions: [AnyObject]
  private var functionPage: FunctionPage?
  private let observer = ModelObserver()

  init(
    application: Application, settings: Settings, trace: Trace?, player: any Player = SilentPlayer(),
    memory: RememberedViews? = nil, openFiles: @escaping ([FileReference], MainWindow) -> Void
  ) {
    let contents = WindowContents(trace: trace)
    let diagram = DiagramViewModel(player: player)
    let window = contents.window
    let actions = CommandActions(of: window)
    let view = DiagramView(grid: contents.lanes, diagram: diagram, trace: trace)
    let transport = TransportBar(diagram: diagram, progressBar: contents.progressBar, trace: trace)
    self.contents = contents
    self.diagram = diagram
    self.actions = actions
    self.settings = settings
    self.memory = memory
    self.openFiles = openFiles
    self.transport = transport
    diagramView = view
    recentMenu = RecentMenu(contents.recentButton)
    export = ExportFlow(diagram, actions, contents, trace)
    raw = RawImport(diagram, in: window)
    noise = NoiseDrawer(diagram, actions, contents, trace) { [weak view] in view?.focus() }
    let lanes = LaneCommands(diagram, actions, contents, settings, trace)
    let menus = ContextMenus(diagram, actions, view, in: contents.lanes, noise)
    companions = [
      lanes, LookCommands(diagram, actions, settings, trace),
      SoundCommands(diagram, actions, transport.readouts, contents.messages, settings, trace),
      SoundReport(diagram, contents.messages), menus,
      Hints(diagram, in: contents.overlay, settings),
      SuspendInhibitor(application: application, window: window, diagram: diagram),
    ]
    ViewCommands.add(to: actions, diagram, view, in: window, settings)
    contents.add(row: export.row, overview: view.overviewRow, bar: transport.widget)
    contents.show(.empty)
    phases = RecordingPhases(of: diagram, in: contents, view, trace)
    phases.onOpen = { [weak self] in if let file = self?.file { RecentFiles.add(file) } }
    transport.progress.onSlow = { [weak phases] in phases?.showOpening() }
    transport.progress.onText = { [weak contents] in contents?.activity = $0 }
    transport.tracks.follow(diagram, actions)
    view.onStep = { [weak transport] in transport?.playheadStepped() }
    view.hover.onChange = { [weak readouts = transport.readouts] in readouts?.show($0) }
    view.drop.onDrop = { [weak lanes] in lanes?.dropped($0, at: $1) }
    addActions(trace)
    restoreSize(application)
    connect()
    if let trace {
      window.connect("map") { [weak view, weak window] in
        trace.write("window-mapped")
        if let window { view?.traceFrames(of: window) }
      }
    }
  }

  var window: Window { contents.window }

  /// Called with the name of the open recording.
  var onTitleChange: ((String) -> Void)? {
    get { contents.onTitleChange }
    set { contents.onTitleChange = newValue }
  }

  /// Shows the window. Its first frame comes soon after.
  func present() { window.present() }

  private func restoreSize(_ application: Application) {
    window.setApplication(application)
    window.defaultSize = (
      settings.int("window-width", default: 1100), settings.int("window-height", default: 620)
    )
    if settings.bool("window-maximized", default: false) { window.maximize() }
  }

  private func connect() {
    WindowContents.keepSpace(
      from: contents.menuButtons + transport.menuButtons + diagramView.menuButtons,
      focus: { [weak diagramView] in diagramView?.focus() },
      play: { [weak diagram] in
        guard let diagram, diagram.viewport != nil else { return false }
        diagram.transport.togglePlayback()
        return true
      })
    _ = FileDropTarget(on: window) { [weak self] files, _ in
      guard let self else { return }
      openFiles(files, self)
    }
    window.takeKey("Escape") { DragGesture.cancelCurrent() }
    window.addShortcuts(
      Command.allCases.flatMap { command in
        command.plainKeys.map { (key: $0, action: command.rawValue) }
      })
    observer.follow({ [diagram, export] in Abilities(diagram, export.progress) }) { [actions] in
      actions.enable(by: $0)
    }
  }

  // MARK: Commands

  private func addActions(_ trace: Trace?) {
    actions.add(.open) { [weak self] in self?.chooseFiles() }
    actions.addText(.openRecent) { [weak self] uri in
      guard let self else { return }
      openFiles([FileReference(uri: uri)], self)
    }
    actions.add(.reload) { [weak self] in self?.reload() }
    browsing = FolderBrowsing(
      actions, contents.messages, file: { [weak self] in self?.file }, open: { [weak self] in self?.open($0) }
    )
    actions.add(.openRaw) { [weak self] in self?.openAsRaw() }
    actions.add(.showShortcuts) { [weak window] in window.map(ShortcutList.present) }
    actions.add(.function) { [weak self] in self?.showFunction(trace) }
  }

  private func chooseFiles() {
    FileDialog.openSounds(title: "Open a Recording", over: window) { [weak self] files in
      guard let self else { return }
      openFiles(files, self)
    }
  }

  private func openAsRaw() {
    guard let file else { return }
    raw.ask { [weak self] in self?.open(file, as: $0) }
  }

  /// Shows the page about functions in a window of its own.
  private func showFunction(_ trace: Trace?) {
    let page = functionPage ?? FunctionPage(trace: trace) { [weak self] in self?.functionPage = nil }
    functionPage = page
    page.present(over: window)
  }

  // MARK: Opening

  /// True when no recording is open here, or one that cannot be shown: the next one then opens in this
  /// window.
  var isEmpty: Bool {
    guard file != nil, let plot = diagram.plots.first else { return true }
    if case .failed = plot.state { return true }
    return false
  }

  /// True when `file` is open here. False after a failure, so that it may be tried again.
  func shows(_ file: FileReference) -> Bool { !isEmpty && self.file == file }

  /// Shows another recording and cancels the old one at once.
  ///
  /// - Parameter plot: the recording's model if it is being read already.
  func open(_ file: FileReference, as plot: PlotViewModel? = nil) {
    memory?.keep(diagram)
    diagram.removeAll()
    diagramView.pictureChanged()
    transport.progress.cancel()
    phases.restart()
    self.file = file
    contents.setTitle(file.displayName, subtitle: "")
    guard let path = file.filePath else {
      contents.show(.remote(file.displayName))
      return
    }
    let plot =
      plot ?? PlotViewModel(path: path, options: RawChoices.options(for: path), cache: settings.peakCache)
    diagram.lanes.insert(plot)
    memory?.recall(plot) { [weak diagram, weak plot] kept in
      // Something else may have been opened meanwhile.
      if let diagram, diagram.plots.first === plot { diagram.restore(kept) }
    }
    transport.progress.restart()
  }

  /// Reads the file again: in place if any of it is shown, else as if it were opened now.
  private func reload() {
    guard let file, let plot = diagram.plots.first else { return }
    switch plot.state {
    case .opening, .failed:
      open(file, as: PlotViewModel(path: plot.path, options: plot.options, cache: settings.peakCache))
    case .reading, .complete: diagram.reloader.reload()
    }
  }

  /// Ends everything that runs for this window, without waiting for a reader.
  func tearDown() {
    if !window.isMaximized {
      settings.set("window-width", window.defaultSize.width)
      settings.set("window-height", window.defaultSize.height)
    }
    settings.set("window-maximized", window.isMaximized)
    settings.set("volume", Int((diagram.transport.volume * 100).rounded()))
    memory?.keep(diagram)
    raw.close()
    functionPage?.close()
    export.close()
    diagram.removeAll()
    transport.progress.cancel()
  }
}
