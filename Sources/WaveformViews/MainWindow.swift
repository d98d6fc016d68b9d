// MainWindow.swift
// One window for one recording: the status page, the diagram, the notice above it and the bar below. Owned by
// the application; its model lives and dies with it.

import GtkBridge
import HostIO
import Playback
import Resources
import WaveformCore
import WaveformModel

/// A window of the program.
@MainActor final class MainWindow {
  let window: Window
  let diagram: DiagramViewModel
  let settings: Settings
  /// The sounds that the open dialog, the recent menu or a drop ask for.
  let openFiles: ([FileReference], MainWindow) -> Void
  let actions: CommandActions

  let diagramView: DiagramView
  let bottomBar: BottomBar
  let figures: WindowFigures
  let export: WindowExport
  private let soundControls: SoundControls
  private let suspendInhibitor: SuspendInhibitor
  let trace: Trace?
  private let title: Widget
  let stack: Widget
  private let toasts: ToastOverlay
  private let status: Widget
  private let statusButton: Widget
  private let statusRawButton: Widget
  let progress: Widget
  let reading: Widget, readingLabel: Widget, readingNumber: Widget
  let noticeRevealer: Widget
  let menuButtons: [Widget]
  let fileBar: FileBar
  let trackMenu: TrackMenu
  let liveDot: Widget
  let noticeLabel: Widget
  let playButton: Widget
  let flap: Flap
  /// Nil before it was wanted.
  var noisePanel: NoisePanel?
  let recentMenu = Menu()
  let observer = ModelObserver()
  private let progressTimer = Timer()
  var showsProgress = false
  private var isTraced = false
  private(set) var file: FileReference?
  /// The dialog that asks what raw samples are, while it is open.
  var rawDialog: RawDialog?
  /// Called with the name of the recording that is open.
  var onTitleChange: ((String) -> Void)?
  /// The toast of a lost output as long as it is lost, and the latest short one.
  var lostToast: Toast?, shortToast: Toast?
  var shownSuspensions = 0
  var shownLosses = 0
  /// The recording whose diagram has been shown.
  var shown: ObjectIdentifier?

  init(
    application: Application, settings: Settings, trace: Trace?, player: any Player = SilentPlayer(),
    openFiles: @escaping ([FileReference], MainWindow) -> Void
  ) {
    CachedBin.register()
    let builder = Builder(Resources.window)
    let diagram = DiagramViewModel(player: player)
    self.diagram = diagram
    self.settings = settings
    self.trace = trace
    self.openFiles = openFiles
    window = builder.get("window", as: Window.self)
    actions = CommandActions(of: window)
    title = builder.get("title")
    stack = builder.get("stack")
    toasts = builder.get("toasts", as: ToastOverlay.self)
    status = builder.get("status")
    statusButton = builder.get("status_button")
    statusRawButton = builder.get("status_raw_button")
    progress = builder.get("progress")
    reading = builder.get("reading")
    readingLabel = builder.get("reading_label")
    readingNumber = builder.get("reading_number")
    noticeRevealer = builder.get("notice_revealer")
    menuButtons = Self.menuButtonNames.map { builder.get($0) }
    noticeLabel = builder.get("notice_label")
    fileBar = FileBar(builder)
    trackMenu = TrackMenu(builder)
    liveDot = builder.get("live_dot")
    playButton = builder.get("play_button")
    flap = builder.get("flap", as: Flap.self)
    WindowMenus.attach(to: builder)
    builder.get("recent_button").setMenu(recentMenu)
    diagramView = DiagramView(grid: builder.get("lanes", as: Grid.self), diagram: diagram, trace: trace)
    bottomBar = BottomBar(
      diagram: diagram, playheadBox: builder.get("playhead_box", as: BoxWidget.self),
      selectionBox: builder.get("selection_box", as: BoxWidget.self),
      pointerBox: builder.get("pointer_box", as: BoxWidget.self))
    builder.get("overview_box", as: BoxWidget.self).append(diagramView.overview)
    diagramView.wantsOverview = settings.bool("show-overview", default: true)
    export = WindowExport(builder)
    figures = WindowFigures(builder, diagram: diagram, trace: trace)
    if !(player is SilentPlayer) {
      figures.level = { [weak diagram] in
        guard let diagram, !diagram.isMuted else { return 0 }
        return diagram.player.level(at: diagram.player.now) * Float(min(diagram.volume, 1))
      }
    }
    soundControls = SoundControls(builder, diagram: diagram)
    suspendInhibitor = SuspendInhibitor(application: application, window: window, diagram: diagram)
    diagramView.onRowsChange = { [weak self] in self?.describeWaveform() }
    diagramView.onStep = { [weak bottomBar] in bottomBar?.playheadStepped() }
    diagramView.hover.onChange = { [weak bottomBar] in bottomBar?.show($0) }
    window.setApplication(application)
    window.defaultSize = (
      settings.int("window-width", default: 1100), settings.int("window-height", default: 620)
    )
    if settings.bool("window-maximized", default: false) { window.maximize() }
    builder.get("recent_button").onPopoverOpen { [weak self] in self?.refreshRecentMenu() }
    builder.get("notice_close").connect("clicked") { [weak self] in
      self?.noticeRevealer.set("reveal-child", false)
    }
    adoptLookSettings()
    adoptSoundSettings()
    addActions()
    keepSpaceFromMenuButtons()
    _ = FileDropTarget(on: window) { [weak self] files, _ in
      guard let self else { return }
      openFiles(files, self)
    }
    diagramView.drop.onDrop = { [weak self] in self?.dropped($0, at: $1) }
    show(.empty)
    followModel()
    followLook()
    followFile()
    followTracks()
    followSound()
    followLanes()
    followNoise()
    followAbilities()
  }

  /// Shows the window. Its first frame comes soon after.
  func present() {
    if trace != nil, !isTraced {
      isTraced = true
      window.connect("map") { [weak self] in
        guard let self else { return }
        trace?.write("window-mapped")
        diagramView.traceFrames(of: window)
      }
    }
    window.present()
  }

  /// True when no recording is open here, or one that cannot be shown: the next one comes into this window.
  var isEmpty: Bool {
    guard file != nil, let plot = diagram.plots.first else { return true }
    if case .failed = plot.state { return true }
    return false
  }

  /// True when `file` is what is open here; one that failed may be tried again.
  func shows(_ file: FileReference) -> Bool { !isEmpty && self.file == file }

  // MARK: Opening

  /// Shows another recording; the one before is let go of at once.
  ///
  /// - Parameter plot: the recording's model when it is being read already.
  func open(_ file: FileReference, as plot: PlotViewModel? = nil) {
    diagram.removeAll()
    diagramView.pictureChanged()
    progressTimer.cancel()
    showsProgress = false
    shown = nil
    noticeRevealer.set("reveal-child", false)
    self.file = file
    setTitle(file.displayName, subtitle: "")
    guard let path = file.filePath else {
      show(.remote(file.displayName))
      return
    }
    diagram.add(
      plot
        ?? PlotViewModel(path: path, options: RawChoices.options(for: path), cache: settings.peakCache))
    // A reading that is over within 0.3 s shows no progress: it would only flicker.
    progressTimer.schedule(after: 0.3) { [weak self] in
      self?.showsProgress = true
      self?.showOpening()
      self?.showProgress()
    }
  }

  /// Ends everything that runs for this window; never waits for a reader.
  func tearDown() {
    if !window.isMaximized {
      settings.set("window-width", window.defaultSize.width)
      settings.set("window-height", window.defaultSize.height)
    }
    settings.set("window-maximized", window.isMaximized)
    settings.set("volume", Int((diagram.volume * 100).rounded()))
    rawDialog?.close()
    figures.close()
    export.close()
    diagram.removeAll()
    progressTimer.cancel()
  }

  func show(_ text: StatusText) {
    status.set("icon-name", text.icon.isEmpty ? nil : text.icon)
    status.set("title", text.title)
    status.set("description", escapeMarkup(text.description))
    statusButton.set("label", text.button)
    statusButton.isVisible = !text.button.isEmpty
    figures.isOpening = text.isBusy
    statusRawButton.isVisible = text.offersRaw
    stack.set("visible-child-name", "status")
  }

  /// Says something that needs no answer, for some seconds.
  func showToast(_ text: String) { toasts.show(text) }

  func showToast(_ toast: Toast) { toasts.add(toast) }

  func setTitle(_ text: String, subtitle: String) {
    window.title = file == nil ? "Barline" : "\(text) – Barline"
    title.set("title", text)
    title.set("subtitle", subtitle)
    onTitleChange?(text)
  }
}
