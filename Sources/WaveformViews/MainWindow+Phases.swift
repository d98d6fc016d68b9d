// MainWindow+Phases.swift
// The window follows its model: how far the recording has come, what is wrong with it, and what assistive technology
// is told of the picture.

import GtkBridge
import HostIO
import WaveformCore
import WaveformModel

extension MainWindow {
  struct Phase: Equatable, Sendable {
    enum Kind: Equatable { case none, opening, reading, complete, failed }
    let kind: Kind
    let plot: ObjectIdentifier?
  }

  func followModel() {
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
  func showNotice(of plot: PlotViewModel) {
    let problems = [plot.sampleProblem, diagram.sound.failure].compactMap(\.self)
    let lines = (plot.report?.warnings ?? []) + problems
    guard !lines.isEmpty else { return }
    noticeLabel.set("label", lines.joined(separator: "\n"))
    noticeRevealer.set("reveal-child", true)
  }

  /// The window is the first waveform's.
  func showTitle(of plot: PlotViewModel) {
    let others = diagram.plots.count
    setTitle(plot.laneName, subtitle: others > 1 ? "\(others) waveforms" : plot.summary)
  }

  private func showDiagram(of plot: PlotViewModel) {
    showTitle(of: plot)
    guard shown != ObjectIdentifier(plot) else { return }
    shown = ObjectIdentifier(plot)
    trace?.write("reader-open", "\"channels\":\(plot.channels),\"sampleRate\":\(plot.sampleRate)")
    diagramView.lanesChanged()
    stack.set("visible-child-name", "diagram")
    diagramView.focus()
    if let file { RecentFiles.add(file) }
  }

  /// Says that a file which takes a while is being opened.
  func showOpening() {
    guard let plot = diagram.plots.first, case .opening = plot.state else { return }
    show(.opening(plot.path.displayName))
  }

  func showProgress() {
    let fraction = showsProgress ? diagram.plots.first?.progress : nil
    figures.progress = fraction
    progress.isVisible = fraction != nil
    if let fraction { progress.set("fraction", fraction) }
    let recorded = diagram.plots.first?.recordedTime
    let number = recorded ?? fraction.map { "\(Int($0 * 100)) %" }
    let isStalled = diagram.isPlaying && diagram.sound.isStalled
    reading.isVisible = number != nil || isStalled
    if isStalled {
      readingLabel.set("label", "Waiting for the file…")
      readingNumber.set("label", "…")
    } else if let number {
      readingLabel.set("label", (recorded != nil ? "Recording… " : "Reading… ") + number)
      readingNumber.set("label", number)
    }
  }

  /// Tells assistive technology what the picture shows; not with every step of the playhead.
  func describeWaveform() {
    guard let plot = diagram.plots.first, let view = diagramView.plotViews.first, plot.sampleRate > 0 else {
      return
    }
    view.setAccessibleLabel("Waveform of \(plot.path.displayName)")
    let format = diagram.timeFormat
    let text = { (frame: Int) in format.text(ofFrame: frame, sampleRate: plot.sampleRate) }
    var value = "Playhead at \(text(Int(diagram.playhead))) of \(text(plot.length))"
    if let range = diagram.selection?.range {
      value += ", selected \(text(range.lowerBound)) to \(text(range.upperBound))"
    }
    if diagram.isPlaying { value += ", playing" }
    if let amplitude = amplitudeText(of: plot) { value += ", \(amplitude)" }
    view.setAccessibleValue(value)
    // GTK 4.8 passes the value text of ranges only on to AT-SPI; the description of everything.
    view.setAccessibleDescription(value)
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
