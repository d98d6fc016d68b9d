// MainWindow.swift
// One window for one recording: what it opens, and the objects that carry out its commands and show its
// state. Owned by the application; owns its model.

import GtkBridge
import HostIO
import Localization
import Playback
import Recording
import WaveformModel

/// A window of the program.
@MainActor final class MainWindow {
  let diagram: DiagramViewModel
  let actions: CommandActions
  private(set) var file: FileReference?

  private let settings: Settings
  /// Nil: nothing is remembered.
  private let memory: RememberedViews?
  /// Opens files that were chosen: each in a window, or all in one, in lanes or as a list.
  private let opening:
    (
      each: ([FileReference], MainWindow) -> Void,
      together: ([FileReference], MainWindow, _ comparing: Bool) -> Void, list: (([FileReference]) -> Void)?
    )
  /// What becomes of files that are chosen or dropped.
  private lazy var files = FileChoice(
    over: window, diagram,
    take: { [weak self] files in self?.parts.reduce(files) { $1.take($0) } ?? files },
    open: { [weak self] in if let self { opening.each($0, self) } },
    together: { [weak self] in if let self { opening.together($0, self, $1) } },
    list: opening.list, canCompare: parts.contains { $0.compareFirst != nil }, opensProjects: project != nil)
  private let contents: WindowContents
  let diagramView: DiagramView
  private let transport: TransportBar
  private let phases: RecordingPhases
  private var parts: [FeaturePart] = []
  /// Nil: no feature opens projects.
  private var project: (any WindowProject)?
  /// Objects that only need to live as long as the window.
  private var companions: [AnyObject]
  private let observer = ModelObserver()

  init(
    application: Application, settings: Settings, trace: Trace?, features: [any Feature] = [],
    player: any Player = SilentPlayer(), memory: RememberedViews? = nil,
    openTogether: @escaping ([FileReference], MainWindow, _ comparing: Bool) -> Void = { _, _, _ in },
    openList: (([FileReference]) -> Void)? = nil,
    openFiles: @escaping ([FileReference], MainWindow) -> Void
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
    opening = (openFiles, openTogether, openList)
    self.transport = transport
    diagramView = view
    let goTo = PlacePopover(diagram, in: transport.widget) { [weak view] in view?.focus() }
    let place = PanelPlace(contents.flap, actions) { [weak view] in view?.focus() }
    let lanes = LaneCommands(diagram, actions, contents, settings, trace)
    let menus = ContextMenus(diagram, actions, view, in: contents.lanes)
    companions = [
      lanes, LookCommands(diagram, actions, settings, trace),
      SpectrumCommands(diagram, actions, view, in: contents.lanes, settings, trace),
      SoundCommands(diagram, actions, transport.readouts, contents.messages, settings, trace),
      SoundReport(diagram, contents.messages), FoundReport(diagram, contents.messages, trace), menus,
      RecentMenu(contents.recentButton),
      Hints(diagram, in: contents.overlay, settings), goTo,
    ]
    ViewCommands.add(to: actions, diagram, view, in: window, settings, contents.messages)
    contents.add(overview: view.overviewRow, bar: transport.widget)
    contents.show(.empty(offersListening: application.hasAction(Command.listenTo.name)))
    phases = RecordingPhases(of: diagram, in: contents, view, trace)
    phases.onOpen = { [weak self] in
      if let self, let file, !showsProject, self.diagram.plots.first?.hasFile == true {
        RecentFiles.add(file)
      }
    }
    transport.progress.onSlow = { [weak phases] in phases?.showOpening() }
    transport.progress.onText = { [weak contents] in contents?.activity = $0 }
    transport.tracks.follow(diagram, actions)
    view.onStep = { [weak transport] in transport?.playheadStepped() }
    actions.add(.goTo) { [weak goTo, weak button = transport.timeButton] in
      if let button { goTo?.open(.playhead, at: button) }
    }
    goTo.readout = { [weak readouts = transport.readouts] in readouts?.readout(of: $0) }
    actions.add(.typeSelection) { [weak goTo] in
      if let view = goTo?.readout?(.start) { goTo?.open(.start, at: view) }
    }
    transport.readouts.onEdit = { [weak goTo] in goTo?.open($0, at: $1) }
    view.hover.onChange = { [weak readouts = transport.readouts] in readouts?.show($0) }
    view.drop.offerPlaces(in: contents.overlay)
    view.drop.onDrop = { [weak self, weak lanes] files, place in
      guard let self else { return }
      let left = self.files.dropped(onDiagram: files)
      guard !left.isEmpty else { return }
      if case .instead = place { replaceAll(with: left) } else { lanes?.dropped(left, at: place) }
    }
    addActions()
    restoreSize(application)
    let own = WindowParts(
      application: application, window: window, diagram: diagram, view: view, actions: actions,
      bar: (transport.widget, transport.timeButton), messages: contents.messages, panels: place, menus: menus,
      popoverHost: contents.lanes, settings: settings, trace: trace,
      file: { [weak self] in self?.file }, isProject: { [weak self] in self?.showsProject == true },
      subject: { [weak menus] in menus?.plot },
      open: { [weak self] in self?.open($0, as: $1) },
      openFiles: { [weak self] in if let self { opening.each($0, self) } }, top: contents.top,
      addRow: { [weak contents] in contents?.add(row: $0) }, handles: transport.readouts.handles,
      showWords: { [weak contents] title, text in
        contents?.setTitle(title, subtitle: "")
        contents?.show(text)
      },
      empty: { [weak self] in
        self?.diagram.removeAll()
        self?.phases.restart()
      }, begun: { [weak transport] in transport?.progress.restart() })
    parts = features.map { $0.part(of: own) }
    project = parts.lazy.compactMap(\.project).first
    contents.closing.sources = parts.map(\.closingQuestion) + parts.map(\.stoppingQuestion)
    connect()
    if let trace {
      window.connect("map") { [weak view, weak window] in
        trace.write("window-mapped")
        if let window { view?.traceFrames(of: window) }
      }
    }
  }

  var window: Window { contents.window }

  /// Called when it begins to play.
  var onPlay: (() -> Void)?

  /// Called with the name of the open recording.
  var onTitleChange: ((String) -> Void)? {
    get { contents.onTitleChange }
    set { contents.onTitleChange = newValue }
  }

  /// Shows the window. Its first frame comes soon after.
  func present() { window.present() }

  /// Takes over what the preferences have changed.
  func adoptSettings() { for part in parts { part.adoptSettings() } }

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
        diagram.togglePlayback()
        return true
      })
    _ = FileDropTarget(on: window) { [weak self] files, _ in self?.files.dropped(files) }
    window.takeKey("Escape") { DragGesture.cancelCurrent() }
    window.ignoreStrayLetters()
    window.addShortcuts(
      Command.allCases.flatMap { command in
        command.plainKeys.map { (key: $0, action: command.rawValue) }
      })
    observer.follow({ [diagram] in Abilities(diagram) }) { [actions] in actions.enable(by: $0) }
    observer.follow({ [diagram] in diagram.isPlaying }) { [weak self] in if $0 { self?.onPlay?() } }
    guard let project else { return }
    observer.follow({ [weak project] in project?.name }) { [weak phases] in phases?.project = $0 }
    observer.follow({ [weak project] in project?.isUnsaved == true }) { [weak contents] in
      contents?.isUnsaved = $0
    }
    observer.follow({ [weak project] in project?.remarks ?? [] }) { [weak phases] in phases?.remarks = $0 }
  }

  // MARK: Commands

  private func addActions() {
    actions.add(.open) { [weak self] in self?.files.choose() }
    actions.addText(.openRecent) { [weak self] uri in
      guard let self else { return }
      opening.each([FileReference(uri: uri)], self)
    }
    actions.add(.reload) { [weak self] in self?.reload() }
    companions.append(
      FolderBrowsing(
        actions, contents.messages, file: { [weak self] in self?.showsProject == true ? nil : self?.file },
        open: { [weak self] in self?.open($0) }))
    actions.add(.showShortcuts) { [weak window] in window.map(ShortcutList.present) }
  }

  // MARK: Opening

  /// True when no recording is open here, or one that cannot be shown: the next one then opens in this
  /// window.
  var isEmpty: Bool {
    file == nil && !diagram.live.isOn && diagram.plots.isEmpty
      || project?.isOpening != true && diagram.plots.allSatisfy(\.isFailed)
  }

  /// True when `file` is open here. False after a failure, so that it may be tried again.
  func shows(_ file: FileReference) -> Bool { !isEmpty && self.file == file }

  /// True when what is shown is a project that has a file.
  private var showsProject: Bool { project?.name != nil }

  /// Shows another recording, or a project, and cancels the old one at once.
  ///
  /// - Parameter plot: the recording's model if it is being read already.
  func open(_ file: FileReference, as plot: PlotViewModel? = nil) {
    leave(for: file)
    guard let path = file.filePath else {
      contents.show(.remote(file.displayName))
      return
    }
    if file.isProject, let project {
      project.open(path)
      return transport.progress.restart()
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

  /// Shows other recordings in place of all that there is, once what would be lost is settled.
  private func replaceAll(with files: [FileReference]) {
    closing.settle { [weak self] in self?.open(together: files) }
  }

  /// Shows several recordings, each in a lane.
  ///
  /// - Parameter plot: the first recording's model if it is being read already.
  func open(together files: [FileReference], as plot: PlotViewModel? = nil) {
    guard let first = files.first else { return }
    open(first, as: plot)
    let cache = settings.peakCache
    LaneJoining.add(
      files.dropFirst().compactMap(\.filePath)[...], to: diagram.lanes,
      while: { [weak self] in self?.file == first }
    ) { PlotViewModel(path: $0, options: RawChoices.options(for: $0), cache: cache) }
  }

  /// What is asked before this window closes.
  var closing: ClosingQuestions { contents.closing }

  /// Shows the comparison of the first two waveforms, or of those that are compared already, where a feature compares.
  ///
  /// - Parameter isStep: false when it belongs to the opening of both, which is not undone.
  func compareFirst(isStep: Bool = true) {
    if let compare = parts.lazy.compactMap(\.compareFirst).first { compare(isStep) }
  }

  /// Asks in passing whether another recording is to be compared with this one, where a feature compares.
  func offerToCompare(_ body: @escaping @MainActor () -> Void) {
    if let offer = parts.lazy.compactMap(\.offerToCompare).first { offer(body) }
  }

  /// Adds another recording and compares this window's with it, where a feature compares.
  func compare(with file: FileReference) {
    guard let path = file.filePath, let compare = parts.lazy.compactMap(\.compareWith).first else { return }
    compare(PlotViewModel(path: path, options: RawChoices.options(for: path), cache: settings.peakCache))
  }

  /// Cancels all that there is at once, and takes over the name of what will be shown.
  private func leave(for file: FileReference) {
    remember()
    diagram.removeAll()
    for part in parts { part.forget() }
    diagramView.pictureChanged()
    transport.progress.cancel()
    phases.restart()
    self.file = file
    contents.setTitle(file.displayName, subtitle: "")
  }

  /// A project keeps its view itself; what was heard cannot be opened again.
  private func remember() {
    if !showsProject, !diagram.live.isOn { memory?.keep(diagram) }
  }

  /// Reads the file again: in place if any of it is shown, else as if it were opened now.
  private func reload() {
    guard let plot = diagram.plots.first(where: \.hasFile) else { return }
    switch plot.state {
    case .opening where diagram.plots.first === plot,
      .failed where diagram.plots.count == 1 && !showsProject:
      guard let file else { return }
      open(file, as: PlotViewModel(path: plot.path, options: plot.options, cache: settings.peakCache))
    default: diagram.reloader.reload()
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
    remember()
    for part in parts { part.close() }
    diagram.removeAll()
    transport.progress.cancel()
    file = nil
  }
}
