// RecordingPhases.swift
// A window follows its first recording: its progress, what is wrong with it, and what happened to its file.

import GtkBridge
import HostIO
import Localization
import WaveformCore
import WaveformModel

/// Shows the state of the recording of a window.
@MainActor final class RecordingPhases {
  /// Called when a recording has been opened.
  var onOpen: (() -> Void)?
  /// The name of the project that the recording belongs to; nil: none.
  var project: String? {
    didSet {
      if let plot = diagram.plots.first, plot.channels > 0, project != oldValue { showTitle(of: plot) }
    }
  }
  /// What is to be known of the project: sentences, shown before those about the recording.
  var remarks: [String] = [] { didSet { if remarks != oldValue { showNotice() } } }

  private let diagram: DiagramViewModel
  private let contents: WindowContents
  private let view: DiagramView
  private let description: WaveformDescription
  private let trace: Trace?
  private let observer = ModelObserver()
  /// The recording whose diagram has been shown.
  private var shown: ObjectIdentifier?

  private struct Phase: Equatable, Sendable {
    enum Kind { case none, opening, reading, complete, failed }
    let kind: Kind
    let plot: ObjectIdentifier?
    /// True when no other waveform can be shown either.
    let isNothingElse: Bool

    @MainActor init(_ plots: [PlotViewModel]) {
      let plot = plots.first
      isNothingElse = plots.allSatisfy(\.isFailed)
      self.plot = plot.map(ObjectIdentifier.init)
      kind =
        switch plot?.state {
        case nil: .none
        case .opening: .opening
        case .reading: .reading
        case .complete: .complete
        case .failed: .failed
        }
    }
  }

  /// What the title depends on, besides the recording.
  private struct LaneTitle: Equatable, Sendable {
    let count: Int
    let name: String?
    let tagged: RecordingTitle?
  }

  init(
    of diagram: DiagramViewModel, in contents: WindowContents, _ view: DiagramView, _ trace: Trace?
  ) {
    self.diagram = diagram
    self.contents = contents
    self.view = view
    self.trace = trace
    description = WaveformDescription(of: diagram, in: view)
    view.onRowsChange = { [weak description] in description?.update() }
    follow()
  }

  /// Starts anew: another recording is about to be opened.
  func restart() {
    shown = nil
    contents.notice.hide()
  }

  /// Shows that opening takes a while.
  func showOpening() {
    guard let plot = diagram.plots.first, !plot.isHeard, case .opening = plot.state else { return }
    contents.show(.opening(plot.path.displayName))
  }

  private func follow() {
    let diagram = diagram
    observer.follow({ Phase(diagram.plots) }) { [weak self] _ in self?.enterPhase() }
    observer.follow({
      LaneTitle(
        count: diagram.plots.count, name: diagram.plots.first?.laneName,
        tagged: diagram.plots.first?.taggedTitle)
    }) { [weak self] _ in
      if let self, let plot = self.diagram.plots.first, plot.channels > 0 { showTitle(of: plot) }
    }
    observer.follow({ diagram.plots.first?.sampleProblem }) { [weak self] in
      if $0 != nil { self?.showNotice() }
    }
    observer.follow({ diagram.plots.compactMap(diagram.spectrograms.problem) }) { [weak self] in
      if !$0.isEmpty { self?.showNotice() }
    }
    observer.follow({ diagram.transport.sound }) { [weak self] in
      if $0.failure != nil { self?.showNotice() }
    }
    observer.follow({ FileBarText(diagram) }) { [weak self] text in
      guard let self else { return }
      contents.fileBar.show(text)
      // One bar at a time, the latest.
      if text != nil { contents.notice.hide() }
    }
    observer.follow({ diagram.plots.first?.isFollowing == true }) { [weak self] isFollowing in
      // A recording that grows again makes the notice of its length wrong.
      if isFollowing { self?.contents.notice.hide() }
    }
    guard let trace else { return }
    observer.follow({ diagram.plots.first?.change }) {
      if let change = $0 { trace.write("file", ["change": "\(change)"]) }
    }
    observer.follow({ diagram.plots.first?.isFollowing == true }) { trace.write("following", ["on": $0]) }
    observer.follow({ diagram.reloader.reloadCount }) { if $0 > 0 { trace.write("reloaded", ["count": $0]) } }
  }

  /// Phases may be skipped: a short recording is complete before the first look.
  private func enterPhase() {
    guard let plot = diagram.plots.first else { return }
    switch plot.state {
    case .opening: return
    case .reading: showDiagram(of: plot)
    case .complete:
      showDiagram(of: plot)
      showNotice()
      if plot.report?.isFromCache == true { trace?.write("cache-hit") }
    case .failed(let error):
      trace?.write("failed", ["code": "\(error.code)", "text": error.message + " " + error.advice])
      // The lane says what is wrong with it, as that of any other waveform.
      guard diagram.plots.allSatisfy(\.isFailed) else { return showDiagram(of: plot) }
      contents.setTitle(project ?? plot.path.displayName, subtitle: "")
      shown = nil
      var text = StatusText.failure(error)
      // The raw format may have been the wrong one: offer to choose again.
      if plot.options.raw != nil { text.offersRaw = true }
      contents.show(text)
    }
    description.update()
  }

  /// Shows above the diagram what is wrong with the recording.
  private func showNotice() {
    guard let plot = diagram.plots.first else { return }
    let problems = [plot.sampleProblem, diagram.transport.sound.failure].compactMap(\.self)
    let lines =
      remarks + (plot.report?.warnings ?? []) + problems
      + diagram.plots.compactMap(diagram.spectrograms.problem)
    // What its reader or its device did not give may be had the next time; what is damaged stays so.
    let offersReload = plot.report?.cause != nil || plot.sampleProblem != nil
    if !lines.isEmpty {
      contents.notice.show(lines, offersPlace: !diagram.damage.isEmpty, offersReload: offersReload)
    }
  }

  /// The title is that of the first waveform.
  private func showTitle(of plot: PlotViewModel) {
    let others = diagram.plots.count
    let summary =
      others > 1
      ? localized("\(others) waveform", plural: "\(others) waveforms", count: others) : plot.summary
    // A name that somebody gave says more than a tag; that of one recording is not that of several.
    let isItsOwn =
      project == nil && plot.settings.name == nil && diagram.plots.count { !$0.isComputed } == 1
    guard isItsOwn else { return contents.setTitle(project ?? plot.laneName, subtitle: summary) }
    let lines = plot.taggedTitle.lines(file: plot.path.displayName, summary: summary)
    contents.setTitle(lines.title, subtitle: lines.subtitle)
  }

  private func showDiagram(of plot: PlotViewModel) {
    showTitle(of: plot)
    guard shown != ObjectIdentifier(plot) else { return }
    // What was wrong with an earlier reading does not hold for this one.
    if shown != nil { contents.notice.hide() }
    shown = ObjectIdentifier(plot)
    trace?.write("reader-open", ["channels": plot.channels, "sampleRate": plot.sampleRate])
    view.lanesChanged()
    contents.showDiagram()
    view.focus()
    if !plot.isFailed { onOpen?() }
  }
}
