// LaneHeader.swift
// The header above a waveform when there are several: its color and name, how far it has been read or why
// that failed, where it begins, and whether it is heard. Follows the model; changes it by commands that can
// be undone.

import GtkBridge
import HostIO
import Localization
import Resources
import WaveformCore
import WaveformDrawing
import WaveformModel

/// The header of one waveform.
@MainActor final class LaneHeader {
  let widget: Widget
  /// Called when a popover of the header has closed and the diagram must get the focus.
  var onPopoverClose: (() -> Void)?
  let plot: PlotViewModel
  private let diagram: DiagramViewModel
  private let name: Widget, info: Widget, offset: Widget
  private let showButton: Widget, mute: Widget, solo: Widget
  private let swatch = Swatch()
  private let items = Menu()
  /// Made when it is first asked for, like all that a header opens: GTK takes longer for that than for the header.
  private lazy var menu = LaneMenu(items, plot: plot, diagram: diagram)
  private var place: LaneOffset?
  private let observer = ModelObserver()
  /// True while the program shows the model's values: signals that this causes must not change the model.
  private var isShowing = false

  private struct Contents: Equatable, Sendable {
    let settings: LaneSettings
    let info: String
    let isFailed: Bool
    let rate: Int
    let format: TimeFormat
  }

  init(plot: PlotViewModel, diagram: DiagramViewModel) {
    self.plot = plot
    self.diagram = diagram
    let builder = Builder(Resources.lane)
    widget = builder.get("lane")
    name = builder.get("name")
    info = builder.get("info")
    offset = builder.get("offset")
    showButton = builder.get("show")
    mute = builder.get("mute")
    solo = builder.get("solo")
    let more = builder.get("more")
    name.ellipsizeLabels()
    name.calmEditableLabel()
    builder.get("swatch", as: BoxWidget.self).append(swatch)
    more.makePopover { [weak self] in
      guard let self else { return }
      $0.setMenu(filledMenu)
      $0.onPopoverOpen { [weak self] in self?.menu.fill() }
      release($0)
    }
    offset.makePopover { [weak self] in
      guard let self else { return }
      let place = LaneOffset(of: plot, in: diagram)
      $0.setPopover(place.popover)
      self.place = place
      release($0)
    }
    // The clean waveform has no buttons: mute and solo of its original hold for both.
    for button in [mute, solo] { button.isVisible = !plot.coversOriginal }
    connect()
    observer.follow({ [plot, diagram] in
      Contents(
        settings: plot.settings,
        info: plot.laneInfo + diagram.noteOnPlace(of: plot) + diagram.noteOnLanes(of: plot),
        isFailed: plot.isFailed,
        rate: diagram.sampleRate, format: diagram.timeFormat)
    }) { [weak self] in self?.show($0) }
  }

  isolated deinit { items.takeApart() }

  var palette: Palette {
    get { swatch.palette }
    set { swatch.palette = newValue }
  }

  /// Its menu, with what can be done now.
  var filledMenu: Menu {
    menu.fill()
    return items
  }

  private func release(_ button: Widget) {
    button.onPopoverRelease { [weak self] in self?.onPopoverClose?() }
  }

  private func connect() {
    name.connectNotify("editing") { [weak self] in self?.rename() }
    mute.connect("toggled") { [weak self] in
      self?.change(.muted) { $0.isMuted = $1.mute.bool("active") }
    }
    solo.connect("toggled") { [weak self] in
      self?.change(.soloed) { $0.isSoloed = $1.solo.bool("active") }
    }
    showButton.connect("clicked") { [weak self] in
      self?.change(.shown) { settings, _ in settings.isHidden = false }
    }
  }

  private func change(_ change: LaneChange, _ body: (inout LaneSettings, LaneHeader) -> Void) {
    guard !isShowing else { return }
    diagram.lanes.change(plot, change) { body(&$0, self) }
  }

  private func rename() {
    guard !name.bool("editing"), let text = name.string("text") else { return }
    let isOwn = !text.isEmpty && text != plot.path.displayName
    change(.renamed) { settings, _ in settings.name = isOwn ? text : nil }
    name.set("text", plot.laneName)
  }

  private func show(_ contents: Contents) {
    isShowing = true
    defer { isShowing = false }
    let settings = contents.settings
    swatch.color = LaneColor(settings.color)
    if !name.bool("editing") { name.set("text", plot.laneName) }
    // As wide as the name, so that what stands beside it has the rest.
    name.set("max-width-chars", min(plot.laneName.count + 4, 34))
    // A hidden or muted waveform is paler.
    if settings.isHidden || settings.isMuted {
      name.addStyleClass("dim-label")
    } else {
      name.removeStyleClass("dim-label")
    }
    name.setTooltip(localized("\(plot.laneName): click to rename"))
    info.set("label", contents.info)
    info.setTooltip(contents.info)
    info.addStyleClass(contents.isFailed ? "error" : "dim-label")
    info.removeStyleClass(contents.isFailed ? "dim-label" : "error")
    mute.set("active", settings.isMuted)
    solo.set("active", settings.isSoloed)
    showButton.isVisible = settings.isHidden
    let rate = contents.rate
    let sign = settings.offset < 0 ? "\u{2212}" : "+"
    let time =
      rate > 0 ? Numerals.shown(contents.format.text(ofFrame: abs(settings.offset), sampleRate: rate)) : ""
    let place = sign + time
    offset.set("label", place)
    // GTK makes the label anew, in the direction of the language.
    offset.runLeftToRight()
    // A computed waveform always begins where its original does.
    offset.isVisible = rate > 0 && !plot.isComputed
    offset.setAccessibleLabel(localized("Begins at \(place)"))
    name.setAccessibleLabel(localized("Name: \(plot.laneName)"))
  }
}

/// A spot of a lane's color.
private final class Swatch: SnapshotArea {
  var color = LaneColor.plain { didSet { if color != oldValue { queueDraw() } } }
  var palette = Palette.light { didSet { if palette != oldValue { queueDraw() } } }

  init() {
    super.init(role: .presentation)
    setContentSize(width: 12, height: 12)
  }

  required init(_ raw: UnsafeMutableRawPointer) { fatalError("made by init() only") }

  override func snapshot(_ snapshot: Snapshot) {
    snapshot.fill(Rect(x: 0, y: 0, width: 12, height: 12), radius: 6, palette.swatch(color).rgba)
  }
}

extension DiagramViewModel {
  /// A note for a waveform that is cut off at the beginning of the time axis.
  fileprivate func noteOnPlace(of plot: PlotViewModel) -> String {
    guard plot.settings.offset < 0, plot.sampleRate > 0, !plot.isComputed else { return "" }
    let isGone = plot.isComplete && placement(of: plot).end(ofLength: plot.length) <= 0
    return " · " + (isGone ? localized("lies before 0") : localized("begins before 0"))
  }
}

extension DiagramViewModel {
  /// A note for a waveform that is drawn over one with more or fewer lanes.
  fileprivate func noteOnLanes(of plot: PlotViewModel) -> String {
    // To ask where it lies is to ask all lanes.
    guard plot.settings.isOver, let base = lanes.rows.first(where: { $0.contains { $0 === plot } })?.first,
      base !== plot
    else {
      return ""
    }
    let own = plot.lanes(look.channels).count, below = base.lanes(look.channels).count
    if own == 0 || below == 0 || own == below { return "" }
    if own == 1 { return " · " + localized("in each lane") }
    if below == 1 { return " · " + localized("channels mixed") }
    guard own > below else { return "" }
    return " · "
      + localized("\(below) of \(own) channels", plural: "\(below) of \(own) channels", count: own)
  }
}

extension PlotViewModel {
  /// Its progress while it is read, then its format, or why reading failed.
  fileprivate var laneInfo: String {
    if case .failed(let error) = state { return "\(error.message) \(error.advice)" }
    let share = progress.map {
      isComputed
        ? localized("\(Int($0 * 100))\u{202F}% done") : localized("\(Int($0 * 100))\u{202F}% read")
    }
    let kind = coversOriginal ? localized("Noise reduced") : isComputed ? localized("B minus A") : summary
    return ([kind] + [share].compactMap(\.self)).filter { !$0.isEmpty }.joined(separator: " · ")
  }
}
