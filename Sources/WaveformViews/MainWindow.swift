// MainWindow.swift
// One window for one recording: the status page, the diagram, the notice above it and the bar below. Owned by
// the application; its model lives and dies with it.

import AudioFile
import GtkBridge
import Playback
import Resources
import SystemPackage
import WaveformCore
import WaveformModel

/// A window of the program.
@MainActor final class MainWindow {
  let window: Window
  let diagram: DiagramViewModel
  let settings: Settings
  /// The sounds that the open dialog, the recent menu or a drop ask for.
  let openFiles: ([FileReference], MainWindow) -> Void
  var actions: [String: NamedAction] = [:]

  private let diagramView: DiagramView
  private let bottomBar: BottomBar
  let trace: Trace?
  private let title: Widget
  private let stack: Widget
  private let toasts: ToastOverlay
  private let status: Widget
  private let statusButton: Widget
  private let statusRawButton: Widget
  private let progress: Widget
  private let reading: Widget, readingLabel: Widget, readingNumber: Widget
  let noticeRevealer: Widget
  let fileBar: FileBar
  let trackMenu: TrackMenu
  let liveDot: Widget
  private let noticeLabel: Widget
  private let playButton: Widget
  private let recentMenu: Menu
  let observer = ModelObserver()
  private let progressTimer = Timer()
  private var showsProgress = false
  private var isTraced = false
  private(set) var file: FileReference?
  /// The dialog that asks what raw samples are, while it is open.
  var rawDialog: RawDialog?
  /// The recording whose diagram has been shown.
  private var shown: ObjectIdentifier?

  init(
    application: Application, settings: Settings, trace: Trace?,
    openFiles: @escaping ([FileReference], MainWindow) -> Void
  ) {
    CachedBin.register()
    let builder = Builder(Resources.window)
    let diagram = DiagramViewModel(clock: SilentPlayer())
    self.diagram = diagram
    self.settings = settings
    self.trace = trace
    self.openFiles = openFiles
    window = builder.get("window", as: Window.self)
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
    noticeLabel = builder.get("notice_label")
    fileBar = FileBar(builder)
    trackMenu = TrackMenu(builder)
    liveDot = builder.get("live_dot")
    playButton = builder.get("play_button")
    recentMenu = builder.get("recent_menu", as: Menu.self)
    diagram.style = WaveformStyle(rawValue: settings.string("style", default: "bars")) ?? .bars
    diagram.loudness = EnvelopeLoudness(rawValue: settings.string("envelope-inner", default: "rms")) ?? .rms
    diagram.followsPlayhead = settings.bool("follow-playhead", default: true)
    diagramView = DiagramView(grid: builder.get("lanes", as: Grid.self), diagram: diagram, trace: trace)
    bottomBar = BottomBar(
      diagram: diagram, playheadBox: builder.get("playhead_box", as: BoxWidget.self),
      selectionBox: builder.get("selection_box", as: BoxWidget.self))
    diagramView.onRowsChange = { [weak self] in self?.describeWaveform() }
    diagramView.onStep = { [weak bottomBar] in bottomBar?.playheadStepped() }
    window.setApplication(application)
    window.defaultSize = (
      settings.int("window-width", default: 1100), settings.int("window-height", default: 620)
    )
    if settings.bool("window-maximized", default: false) { window.maximize() }
    let recentButton = builder.get("recent_button")
    recentButton.connectNotify("active") { [weak self, weak recentButton] in
      if recentButton?.bool("active") == true { self?.refreshRecentMenu() }
    }
    builder.get("notice_close").connect("clicked") { [weak self] in
      self?.noticeRevealer.set("reveal-child", false)
    }
    addActions()
    _ = FileDropTarget(on: window) { [weak self] files in
      guard let self else { return }
      openFiles(files, self)
    }
    show(.empty)
    followModel()
    followFile()
    followTracks()
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
    rawDialog?.close()
    diagram.removeAll()
    progressTimer.cancel()
  }

  private func show(_ text: StatusText) {
    status.set("icon-name", text.icon)
    status.set("title", text.title)
    status.set("description", escapeMarkup(text.description))
    statusButton.set("label", text.button)
    statusRawButton.isVisible = text.offersRaw
    stack.set("visible-child-name", "status")
  }

  /// Says something that needs no answer, for some seconds.
  func showToast(_ text: String) { toasts.show(text) }

  private func setTitle(_ text: String, subtitle: String) {
    window.title = file == nil ? "Barline" : "\(text) – Barline"
    title.set("title", text)
    title.set("subtitle", subtitle)
  }

  // MARK: Following the model

  fileprivate struct Phase: Equatable, Sendable {
    enum Kind: Equatable { case none, opening, reading, complete, failed }
    let kind: Kind
    let plot: ObjectIdentifier?
  }

  private func followModel() {
    let diagram = diagram
    observer.follow({
      Phase(kind: diagram.plots.first?.phase ?? .none, plot: diagram.plots.first.map(ObjectIdentifier.init))
    }) { [weak self] in self?.enter($0.kind) }
    observer.follow({ diagram.plots.first?.progress.map { Int($0 * 100) } ?? -1 }) { [weak self] _ in
      self?.showProgress()
    }
    observer.follow({ diagram.plots.first?.sampleProblem }) { [weak self] problem in
      if problem != nil, let plot = self?.diagram.plots.first { self?.showNotice(of: plot) }
    }
    observer.follow({ diagram.isPlaying }) { [weak self] isPlaying in
      self?.playButton.set(
        "icon-name", isPlaying ? "media-playback-pause-symbolic" : "media-playback-start-symbolic")
      self?.playButton.setAccessibleLabel(isPlaying ? "Pause" : "Play")
      self?.describeWaveform()
    }
    observer.follow({ [diagram.selection?.range, diagram.isPlaying ? nil : 0..<Int(diagram.playhead)] }) {
      [weak self] _ in self?.describeWaveform()
    }
    observer.follow({ Abilities(diagram) }) { [weak self] in self?.enableActions($0) }
  }

  /// Phases may be skipped: a short recording is complete before anybody looks.
  private func enter(_ phase: Phase.Kind) {
    guard let plot = diagram.plots.first else { return }
    switch plot.state {
    case .opening: return
    case .reading: showDiagram(of: plot)
    case .complete:
      showDiagram(of: plot)
      showNotice(of: plot)
      if plot.report?.isFromCache == true { trace?.write("cache-hit") }
    case .failed(let error):
      trace?.write("failed", "\"code\":\"\(error.code)\"")
      setTitle(plot.path.displayName, subtitle: "")
      var text = StatusText.failure(error)
      // What was chosen may be chosen better.
      if plot.options.raw != nil { text.offersRaw = true }
      show(text)
    }
    showProgress()
    describeWaveform()
  }

  /// What is wrong with the recording, above the diagram.
  private func showNotice(of plot: PlotViewModel) {
    let lines = (plot.report?.warnings ?? []) + (plot.sampleProblem.map { [$0] } ?? [])
    guard !lines.isEmpty else { return }
    noticeLabel.set("label", lines.joined(separator: "\n"))
    noticeRevealer.set("reveal-child", true)
  }

  private func showDiagram(of plot: PlotViewModel) {
    setTitle(plot.path.displayName, subtitle: plot.summary)
    guard shown != ObjectIdentifier(plot) else { return }
    shown = ObjectIdentifier(plot)
    trace?.write("reader-open", "\"channels\":\(plot.channels),\"sampleRate\":\(plot.sampleRate)")
    diagramView.lanesChanged()
    stack.set("visible-child-name", "diagram")
    diagramView.focus()
    if let file { RecentFiles.add(file) }
  }

  func showProgress() {
    let fraction = showsProgress ? diagram.plots.first?.progress : nil
    progress.isVisible = fraction != nil
    if let fraction { progress.set("fraction", fraction) }
    let recorded = diagram.plots.first?.recordedTime
    let number = recorded ?? fraction.map { "\(Int($0 * 100)) %" }
    reading.isVisible = number != nil
    guard let number else { return }
    readingLabel.set("label", (recorded != nil ? "Recording… " : "Reading… ") + number)
    readingNumber.set("label", number)
  }

  /// Tells assistive technology what the picture shows; not with every step of the playhead.
  private func describeWaveform() {
    guard let plot = diagram.plots.first, let view = diagramView.plotViews.first, plot.sampleRate > 0 else {
      return
    }
    view.setAccessibleLabel("Waveform of \(plot.path.displayName)")
    let text = { (frame: Int) in Timecode(frames: frame, sampleRate: plot.sampleRate).text }
    var value = "Playhead at \(text(Int(diagram.playhead))) of \(text(plot.length))"
    if let range = diagram.selection?.range {
      value += ", selected \(text(range.lowerBound)) to \(text(range.upperBound))"
    }
    if diagram.isPlaying { value += ", playing" }
    view.setAccessibleValue(value)
    // GTK 4.8 passes the value text of ranges only on to AT-SPI; the description of everything.
    view.setAccessibleDescription(value)
  }

  /// Filled when it is opened; those that do not exist any more go as soon as that is known.
  private func refreshRecentMenu() {
    let files = RecentFiles.sounds()
    let first = Array(files.prefix(10))
    fillRecentMenu(first)
    RecentFiles.existing(among: files, atMost: 10) { [weak self] existing in
      if existing != first { self?.fillRecentMenu(existing) }
    }
  }

  private func fillRecentMenu(_ files: [FileReference]) {
    recentMenu.removeAll()
    for file in files { recentMenu.append(file.displayName, action: "win.open-recent", target: file.uri) }
  }
}

extension PlotViewModel {
  fileprivate var phase: MainWindow.Phase.Kind {
    switch state {
    case .opening: .opening
    case .reading: .reading
    case .complete: .complete
    case .failed: .failed
    }
  }
}

extension FileReference {
  /// The local path; nil when the file is not on this machine.
  var filePath: FilePath? {
    path.map { bytes in
      (bytes.map { CChar(bitPattern: $0) } + [0]).withUnsafeBufferPointer {
        FilePath(platformString: $0.baseAddress!)
      }
    }
  }
}
