// BarlineApplication.swift
// The program: its windows, which of them a file goes to, and the commands that belong to no window.

import GtkBridge
import HostIO
import Localization
import Playback
import Resources
import SystemPackage
import WaveformModel

/// The running program.
@MainActor public final class BarlineApplication {
  public static let identifier = "org.barline.Barline"
  public static let version = "0.2.0-dev"
  /// Tells the instance that is running that files belong together, or are compared as well.
  private static let togetherHint = "together", compareHint = "compare"

  private let application: Application
  private let trace: Trace?
  private let isSilent: Bool
  private lazy var settings = Settings(schema: Self.identifier)
  private var windows: [MainWindow] = []
  private lazy var memory = RememberedViews(settings)
  private let features: [any Feature]
  /// What features have added, since it has started up.
  private var parts: [ProgramPart] = []
  private let actions: CommandActions
  /// The preferences while they are shown.
  private var preferences: Preferences?
  /// A recording whose reading began before it had a window.
  private var early: (file: FileReference, plot: PlotViewModel)?
  /// Files of the command line that are to be opened in one window; empty: each has its own.
  private var together: [FileReference]
  /// True when the first two of them are compared.
  private let compares: Bool
  /// What begins at first, in place of files; nil: nothing else, or it has begun.
  private var start: Start?

  /// - Parameters:
  ///   - features: what windows can besides showing, zooming and playing.
  ///   - trace: where events are written; nil: nowhere.
  ///   - tracesModels: true when the trace tells of every change of what a view follows, too.
  ///   - isSilent: true when no sound is played. An instance that traces or is silent runs beside others.
  ///   - isUnlocked: true when what decodes is not locked; such an instance runs beside others, too.
  ///   - together: files of the command line that are to be opened in one window; empty: each has its own.
  ///   - compares: true when the first two of them are compared.
  package init(
    features: [any Feature.Type] = [], trace: Trace?, tracesModels: Bool = false, isSilent: Bool = false,
    isUnlocked: Bool = false,
    together: [FileReference] = [],
    compares: Bool = false,
    start: Start? = nil
  ) {
    self.features = features.map { $0.init() }
    self.start = start
    self.compares = compares
    self.trace = trace
    if let trace {
      CommandActions.onCommand = { trace.write("command", ["name": $0.rawValue]) }
      if tracesModels { ModelObserver.onChange = { trace.write("model", ["at": $0]) } }
    }
    self.isSilent = isSilent
    self.together = together
    application = Application(
      name: "Barline", identifier: Self.identifier,
      isUnique: trace == nil && !isSilent && !isUnlocked && start == nil
    ) { Self.tellOfReplacement() }
    actions = CommandActions(of: application)
    application.addFlag("version", summary: localized("Print the version and exit"))
    application.addFlag(
      "trace", summary: localized("Write what happens when to standard output, one JSON object per line"))
    application.addFlag("silent", summary: localized("Play without sound"))
    application.addFlag(
      "unlocked", summary: localized("Decode without locking the programs that do it, for debugging"))
    application.addFlag("together", summary: localized("Open the files in one window, in lanes"))
    application.addFlag(
      "compare", summary: localized("Open the files in one window, and compare the first two"))
    for option in features.compactMap({ $0.startOption }) {
      application.addFlag(option.name, summary: option.summary)
    }
    application.setUsage(
      of: "barline", localized("[FILE…|FOLDER]"), localized("See sound recordings as waveforms."))
    application.connect("startup") { [weak self] in self?.startUp() }
    application.connect("activate") { [weak self] in
      guard let self else { return }
      if !begin() { newWindow().present() }
    }
    application.onOptions { [weak self] in
      guard let self, !application.openDisplay() else { return nil }
      Self.tellOfMissingDisplay()
      return 1
    }
    application.onOptions { [weak self] in
      guard let self, !self.together.isEmpty else { return nil }
      let hint = self.compares ? Self.compareHint : Self.togetherHint
      return application.handOver(self.together, hint: hint) ? 0 : nil
    }
    application.onOpen { [weak self] files, hint in
      guard let self, !begin() else { return }
      let isOwn = self.together == files
      guard hint == Self.togetherHint || hint == Self.compareHint || isOwn else {
        open(files, from: nil)
        return offerToCompare(files)
      }
      self.together = []
      open(together: files, from: nil, comparing: hint == Self.compareHint || isOwn && self.compares)
    }
  }

  /// Starts reading `file` while the toolkit is still starting up. The file's window takes the reading over.
  /// When another process opens the file instead, the reading ends with this process.
  public func readEarly(_ file: FileReference) {
    guard let path = file.filePath, !file.isProject else { return }
    guard !features.contains(where: { $0.readEarly(path, settings) }) else { return }
    let plot = PlotViewModel(path: path, cache: settings.peakCache)
    plot.start()
    early = (file, plot)
  }

  /// Runs until the last window is closed.
  /// - Returns: the exit status of the process.
  public func run() -> Int32 {
    ProcessEnd.prepare()
    // Threads that write files end with the process, even in the middle of a file.
    defer { UnfinishedFiles.deleteForGood() }
    defer { memory.finish() }
    defer { parts.forEach { $0.finish() } }
    return application.run(ProgramArguments.pointers)
  }

  private func startUp() {
    StyleManager.addStyleSheet(Resources.style)
    addActions()
    let own = ProgramParts(
      application: application, actions: actions, settings: settings, trace: trace,
      makePlayer: { [weak self] in self.map { $0.newPlayer($0.newOutput()) } ?? SilentPlayer() },
      open: { [weak self] in self?.open($0, from: nil) },
      pauseRecordings: { [weak self] in self?.pauseOthers(than: nil) },
      front: { [weak self] in self?.frontWindow },
      emptyWindow: { [weak self] in
        self.map { $0.emptyWindow($0.front) }.map { ($0.window, $0.diagram) }
      })
    parts = features.compactMap { $0.part(of: own) }
    for command in Command.allCases where !command.accelerators.isEmpty {
      application.setKeys(command.accelerators, for: command.rawValue)
    }
  }

  private func addActions() {
    actions.add(.newWindow) { [weak self] in self?.newWindow().present() }
    actions.add(.quit) { [weak self] in self?.quit() }
    actions.add(.about) { [weak self] in self?.showAbout() }
    actions.add(.preferences) { [weak self] in self?.showPreferences() }
    SettingSwitches.add(to: actions, settings) { [weak self] isOn in
      for window in self?.windows ?? [] { window.diagram.transport.player.crossfadesLoop = isOn }
    }
  }

  // MARK: Windows

  /// Closes all windows, once it is settled what features ask for all of them.
  private func quit() {
    let front = front?.window
    let closeAll: @MainActor () -> Void = { [weak self] in
      self?.windows.forEach { $0.window.close() }
      self?.parts.forEach { $0.closeAll() }
    }
    guard let asked = parts.lazy.compactMap({ $0.quittingQuestion(front) }).first,
      let window = windows.first(where: { $0.window === asked.over })
    else { return closeAll() }
    window.closing.ask(asked.question, then: closeAll)
  }

  /// One recording is heard at a time, unless somebody wants several.
  private func pauseOthers(than window: MainWindow?) {
    guard !settings.bool("play-together", default: false) else { return }
    if window != nil { parts.forEach { $0.pause() } }
    for other in windows where other !== window && other.diagram.isPlaying { other.diagram.transport.pause() }
  }

  /// The sound server is not asked before the first playback.
  private func newOutput() -> PulseOutput? {
    isSilent
      ? nil
      : PulseOutput { [trace] thread in
        Task { @MainActor in
          RealtimeScheduling.ask(forThread: thread) { trace?.write("realtime", ["given": $0]) }
        }
      }
  }

  private func newPlayer(_ output: PulseOutput?) -> any Player {
    output.map { SoundPlayer(output: $0) } ?? SilentPlayer()
  }

  private func newWindow() -> MainWindow {
    let output = newOutput()
    let window = MainWindow(
      application: application, settings: settings, trace: trace, features: features,
      player: newPlayer(output), memory: memory,
      openTogether: { [weak self] files, window, comparing in
        self?.open(together: files, from: window, comparing: comparing)
      },
      openList: parts.lazy.compactMap(\.list).first.map { list in { list($0.compactMap(\.filePath)) } }
    ) {
      [weak self] files, window in self?.open(files, from: window)
    }
    window.onTitleChange = { output?.setTitle($0) }
    window.window.connectBool("close-request") { [weak self, weak window] in
      if let window {
        guard window.closing.mayClose() else { return true }
        window.tearDown()
        self?.windows.removeAll { $0 === window }
      }
      return false
    }
    windows.append(window)
    window.onPlay = { [weak self, weak window] in if let window { self?.pauseOthers(than: window) } }
    return window
  }

  /// One window per file or folder: an empty window is reused, and a file that is already open comes to the front.
  private func open(_ files: [FileReference], from origin: MainWindow?) {
    for file in files {
      if let path = file.filePath, !file.isProject, parts.contains(where: { $0.open(path) }) { continue }
      if let window = windows.first(where: { $0.shows(file) }) {
        window.window.present()
        continue
      }
      let window = emptyWindow(origin)
      window.open(file, as: takeEarly(file))
      window.present()
    }
  }

  /// The window that a dialog of the application belongs to.
  private var front: MainWindow? {
    windows.first { application.isActive($0.window) } ?? windows.first
  }

  /// The window that is in use, of a recording or of a feature.
  private var frontWindow: Window? {
    func ofFeature(isActive: Bool) -> Window? { parts.lazy.compactMap { $0.front(isActive) }.first }
    return ofFeature(isActive: true) ?? front?.window ?? ofFeature(isActive: false)
  }

  /// Begins what the command line asks a feature for.
  ///
  /// - Returns: false when that is nothing.
  private func begin() -> Bool {
    guard let start else { return false }
    self.start = nil
    return parts.contains { $0.begin(start.option, start.word) }
  }

  private func showPreferences() {
    // One at a time, over the window whose view they change: a list has no view.
    preferences?.close()
    let owner = front ?? newWindow()
    owner.present()
    preferences = Preferences(
      settings, of: owner.window, application: application,
      changed: { [weak self] in self?.windows.forEach { $0.adoptSettings() } }
    ) { [weak self] in self?.preferences = nil }
    preferences?.present()
  }

  /// All recordings in one window; projects have a window each.
  ///
  /// - Parameter comparing: true when the first two are compared.
  private func open(together files: [FileReference], from origin: MainWindow?, comparing: Bool = false) {
    let recordings = files.filter { !$0.isProject }
    if let first = recordings.first {
      let window = emptyWindow(origin)
      window.open(together: recordings, as: takeEarly(first))
      window.present()
      if comparing { window.compareFirst(isStep: false) }
    }
    open(files.filter(\.isProject), from: nil)
  }

  /// Two recordings that were opened at once, as from a file manager, may be meant to be compared: one click does it.
  private func offerToCompare(_ files: [FileReference]) {
    guard files.count == 2, files[0] != files[1], !files.contains(where: \.isProject),
      let first = windows.first(where: { $0.shows(files[0]) }),
      let second = windows.first(where: { $0.shows(files[1]) })
    else { return }
    second.offerToCompare { [weak self, weak first, weak second] in
      guard let self, let second, second.shows(files[1]) else { return }
      second.compare(with: files[0])
      if let first, windows.contains(where: { $0 === first }), first.shows(files[0]) { first.window.close() }
    }
  }

  /// The reading of a file that began before it had a window.
  private func takeEarly(_ file: FileReference) -> PlotViewModel? {
    guard let early, early.file == file else { return nil }
    self.early = nil
    return early.plot
  }

  private func emptyWindow(_ preferred: MainWindow?) -> MainWindow {
    (preferred?.isEmpty == true ? preferred : windows.first { $0.isEmpty }) ?? newWindow()
  }

  private func showAbout() {
    guard let parent = frontWindow else { return }
    AboutText(
      name: "Barline", icon: Self.identifier, version: Self.version,
      developer: localized("The Barline developers"),
      comments: localized(
        "See, hear, measure and clean sound files and the sound of videos, down to single samples."),
      copyright: localized("© 2026 The Barline developers")
    ).present(over: parent)
  }
}
