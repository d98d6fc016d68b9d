// BarlineApplication.swift
// The program: its windows, which of them a file goes to, and the commands that belong to no window.

import GtkBridge
import HostIO
import Playback
import Resources
import WaveformModel

/// The running program.
@MainActor public final class BarlineApplication {
  public static let identifier = "org.barline.Barline"
  public static let version = "0.1.0"

  private let application: Application
  private let trace: Trace?
  private let isSilent: Bool
  private lazy var settings = Settings(schema: Self.identifier)
  private var windows: [MainWindow] = []
  private let mediaControls = MediaControls()
  private var actions: [String: NamedAction] = [:]
  /// A recording that is being read before there is a window for it.
  private var early: (file: FileReference, plot: PlotViewModel)?

  /// - Parameters:
  ///   - trace: where events are written.
  ///   - isSilent: true when nothing is to be heard. An instance that traces or is silent runs beside others.
  public init(trace: Trace?, isSilent: Bool = false) {
    self.trace = trace
    self.isSilent = isSilent
    application = Application(
      name: "Barline", identifier: Self.identifier, isUnique: trace == nil && !isSilent)
    application.addFlag("version", summary: "Print the version and exit")
    application.addFlag(
      "trace", summary: "Write what happens when to standard output, one JSON object per line")
    application.addFlag("silent", summary: "Play without sound")
    application.setParameterSummary("[FILE…]", "See sound recordings as waveforms.")
    application.connect("startup") { [weak self] in self?.startUp() }
    application.connect("activate") { [weak self] in self?.newWindow().present() }
    application.onOpen { [weak self] files in self?.open(files, from: nil) }
  }

  /// Begins to read `file` at once, while the toolkit is still starting up. Its window takes the reading over; when
  /// another process opens the file instead, it ends with this one.
  public func readEarly(_ file: FileReference) {
    guard let path = file.filePath else { return }
    let plot = PlotViewModel(path: path, cache: settings.peakCache)
    plot.start()
    early = (file, plot)
  }

  /// Runs until the last window is closed.
  /// - Returns: the exit status of the process.
  public func run() -> Int32 {
    UnfinishedFiles.deleteOnSignals()
    // Threads that write end with the process, wherever they are.
    defer { UnfinishedFiles.deleteForGood() }
    return application.run()
  }

  private func startUp() {
    StyleManager.addStyleSheet(Resources.style)
    let scheme = settings.string("color-scheme", default: "follow")
    StyleManager.shared.setScheme(.init(rawValue: scheme) ?? .follow)
    application.addAction("new-window") { [weak self] in self?.newWindow().present() }
    application.addAction("quit") { [weak self] in self?.windows.forEach { $0.window.close() } }
    application.addAction("about") { [weak self] in self?.showAbout() }
    actions["color-scheme"] = application.addChoice("color-scheme", state: scheme) { [weak self] name in
      guard let scheme = StyleManager.Scheme(rawValue: name) else { return }
      StyleManager.shared.setScheme(scheme)
      self?.settings.set("color-scheme", name)
      self?.actions["color-scheme"]?.setState(name)
    }
    let crossfades = settings.bool("crossfade-loops", default: false)
    actions["crossfade-loops"] = application.addToggle("crossfade-loops", isOn: crossfades) {
      [weak self] isOn in
      guard let self else { return }
      settings.set("crossfade-loops", isOn)
      for window in windows { window.diagram.player.crossfadesLoop = isOn }
      actions["crossfade-loops"]?.setState(isOn)
    }
    actions["keep-peak-cache"] = application.addToggle("keep-peak-cache", isOn: settings.keepsPeakCache) {
      [weak self] isOn in
      self?.settings.keepsPeakCache = isOn
      self?.actions["keep-peak-cache"]?.setState(isOn)
    }
    let keys: [(String, [String])] = [
      ("win.open", ["<Control>o"]), ("win.add-waveform", ["<Control><Shift>o"]),
      ("win.undo", ["<Control>z"]), ("win.redo", ["<Control><Shift>z", "<Control>y"]),
      ("win.reload", ["F5", "<Control>r"]), ("win.export", ["<Control><Shift>e"]),
      ("app.new-window", ["<Control>n"]), ("window.close", ["<Control>w"]),
      ("app.quit", ["<Control>q"]), ("win.zoom-in", ["<Control>plus", "<Control>equal", "<Control>KP_Add"]),
      ("win.zoom-out", ["<Control>minus", "<Control>KP_Subtract"]),
      ("win.zoom-whole", ["<Control>0", "<Control>KP_0"]), ("win.zoom-selection", ["<Control>e"]),
      ("win.raise", ["<Control>Up", "<Control>KP_Up"]), ("win.lower", ["<Control>Down", "<Control>KP_Down"]),
      ("win.reset-gain", ["<Control>BackSpace"]),
      ("win.zoom-samples", ["<Control>1", "<Control>KP_1"]),
      ("win.noise", ["<Control>d"]),
      ("win.show-shortcuts", ["<Control>question"]),
    ]
    for (action, keys) in keys { application.setKeys(keys, for: action) }
  }

  // MARK: Windows

  private func newWindow() -> MainWindow {
    // No sound server is asked before something plays for the first time.
    let output = isSilent ? nil : PulseOutput()
    let window = MainWindow(
      application: application, settings: settings, trace: trace,
      player: output.map { SoundPlayer(output: $0) } ?? SilentPlayer()
    ) {
      [weak self] files, window in self?.open(files, from: window)
    }
    window.onTitleChange = { output?.setTitle($0) }
    window.window.connectBool("close-request") { [weak self, weak window] in
      if let window {
        self?.mediaControls.forget(window)
        window.tearDown()
        self?.windows.removeAll { $0 === window }
      }
      return false
    }
    windows.append(window)
    mediaControls.watch(window)
    return window
  }

  /// One window per file: an empty one is used, a file that is open already comes to the front.
  private func open(_ files: [FileReference], from origin: MainWindow?) {
    for file in files {
      if let window = windows.first(where: { $0.shows(file) }) {
        window.window.present()
        continue
      }
      let empty = origin?.isEmpty == true ? origin : windows.first { $0.isEmpty }
      let window = empty ?? newWindow()
      let isEarly = early?.file == file
      window.open(file, as: isEarly ? early?.plot : nil)
      if isEarly { early = nil }
      window.present()
    }
  }

  private func showAbout() {
    guard let parent = windows.first(where: { application.isActive($0.window) }) ?? windows.first else {
      return
    }
    AboutText(
      name: "Barline", icon: Self.identifier, version: Self.version, developer: "The Barline developers",
      comments: "A waveform viewer: open a sound and see all of it, down to its samples.",
      copyright: "© 2026 The Barline developers"
    ).present(over: parent.window)
  }
}
