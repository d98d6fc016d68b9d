// WindowFigures.swift
// The drawn functions of a window: on the status page while a file is opened, in the bottom bar while it is read and
// while it is heard, and the page about them.

import GtkBridge
import WaveformCore
import WaveformDrawing
import WaveformModel

/// What moves in a window while something is being done.
@MainActor final class WindowFigures {
  /// True while a file is being opened.
  var isOpening = false {
    didSet {
      openingBox.isVisible = isOpening
      opening.isActive = isOpening
    }
  }

  /// How much of the recording has been read; nil when it is not being read.
  var progress: Double? {
    didSet {
      readingBox.isVisible = progress != nil
      reading.isActive = progress != nil
    }
  }

  /// How much of a file has been exported; nil when none is.
  var exported: Double? { didSet { exporting.isActive = exported != nil } }

  /// The level of what is heard, as root mean square of the last moment in full scale; nil when nobody knows: there is
  /// no figure then.
  var level: (() -> Float)? { didSet { levelPlace.isVisible = level != nil } }

  private let opening: FunctionView, reading: FunctionView, heard: FunctionView,
    exporting: FunctionView
  private let openingBox: Widget, readingBox: Widget, levelPlace: Widget
  private let trace: Trace?
  private let observer = ModelObserver()
  private var styleConnections: [SignalConnection] = []
  private var page: FunctionPage?

  init(_ builder: Builder, diagram: DiagramViewModel, trace: Trace?) {
    self.trace = trace
    let look = FunctionLook.activity(.light, width: 2)
    let still = SineFigure.activity(after: 0.3)
    opening = FunctionView(still, look: look, role: .presentation)
    reading = FunctionView(still, look: look, role: .presentation, framesPerSecond: 20)
    heard = FunctionView(.level(0, after: 0), look: look, role: .presentation, framesPerSecond: 20)
    exporting = FunctionView(still, look: look, role: .presentation, framesPerSecond: 20)
    openingBox = builder.get("opening_box")
    readingBox = builder.get("reading_place")
    levelPlace = builder.get("level")
    for (view, box, size) in [
      (opening, "opening_box", (240, 96)), (reading, "reading_box", (36, 18)), (heard, "level_box", (48, 24)),
      (exporting, "export_box", (48, 24)),
    ] {
      view.setContentSize(width: size.0, height: size.1)
      builder.get(box, as: BoxWidget.self).append(view)
    }
    opening.motion = { .activity(after: $0) }
    reading.motion = { [weak self] in .activity(after: $0, progress: self?.progress) }
    exporting.motion = { [weak self] in .activity(after: $0, progress: self?.exported) }
    heard.motion = { [weak self] in .level(self?.level?() ?? 0, after: $0) }
    observer.follow({ diagram.isPlaying }) { [weak self] isPlaying in
      self?.heard.isActive = isPlaying
      if !isPlaying { self?.heard.figure = .level(0, after: 0) }
    }
    applyPalette()
    styleConnections = StyleManager.shared.onChange { [weak self] in self?.applyPalette() }
    traceFigures()
  }

  isolated deinit { styleConnections.forEach { $0.disconnect() } }

  // MARK: The page

  /// Shows the page about functions, a window of its own.
  func showFunction(over parent: Window) {
    let page = page ?? FunctionPage(trace: trace) { [weak self] in self?.page = nil }
    self.page = page
    page.present(over: parent)
  }

  func close() { page?.close() }

  // MARK: Looks

  private func applyPalette() {
    let style = StyleManager.shared
    let palette = Palette.matching(isDark: style.isDark, isHighContrast: style.isHighContrast)
    opening.look = .activity(palette, width: 3)
    for view in [reading, heard, exporting] { view.look = .activity(palette, width: 1.75) }
  }

  private func traceFigures() {
    guard let trace else { return }
    for (view, name) in [
      (opening, "opening"), (reading, "reading"), (heard, "level"), (exporting, "exporting"),
    ] {
      view.onPaint = { [weak view] in
        let amplitude = view?.figure.wave.amplitude ?? 0
        trace.write("figure", "\"name\":\"\(name)\",\"amplitude\":\(amplitude)")
      }
    }
  }
}
