// ContextMenus.swift
// The menus of the parts of a diagram: by the secondary button, a resting finger or a key. Their items are commands of
// the window; those about a place act where the menu was opened.

import GtkBridge
import WaveformModel

/// The context menus of a window.
@MainActor package final class ContextMenus {
  /// Where a menu of a waveform was opened.
  private struct Place {
    weak var view: PlotView?
    /// On the time axis.
    let frame: Int
    let channels: [Int]
  }

  private let diagram: DiagramViewModel
  private let view: DiagramView
  private let host: Grid
  private var place: Place?
  /// Each opens the menu of what has the focus beside the diagram, and says whether anything there has it.
  private var beside: [@MainActor () -> Bool] = []
  /// Gives the focus back to what is beside the diagram; nil: to the diagram.
  private var giveBack: (@MainActor () -> Void)?
  /// Counts the menus that were opened.
  private var count = 0
  /// Menus that were opened once: GTK 4.8 does not give back what it has built of a menu.
  private var popovers: [ObjectIdentifier: ContextMenu] = [:]
  /// The menu of the lane whose header was asked last; headers come and go.
  private var ofLane: (menu: Menu, popover: ContextMenu)?

  /// - Parameter host: the container of the menus.
  init(_ diagram: DiagramViewModel, _ actions: CommandActions, _ view: DiagramView, in host: Grid) {
    self.diagram = diagram
    self.view = view
    self.host = host
    view.onMenuRequest = { [weak self] in self?.open(for: $0, at: $1) }
    actions.add(.contextMenu) { [weak self] in self?.openAtFocus() }
    actions.add(.playHere, on: diagram) { [weak self] in $0.play(from: self?.place?.frame) }
    actions.add(.selectSound) { [weak self] in self?.selectSound() }
  }

  /// The waveform that commands are about: the one whose menu is open, else the one that has the focus.
  var plot: PlotViewModel? { (place ?? focusedPlace)?.view?.plot }

  /// The place of the playhead in the focused waveform.
  private var focusedPlace: Place? {
    guard let part = view.focusedPart, case .waveform(let plotView) = part else { return nil }
    return Place(
      view: plotView, frame: Int(diagram.playhead), channels: plotView.lanes.flatMap(\.channels))
  }

  private func selectSound() {
    guard let place = place ?? focusedPlace, let plot = place.view?.plot else { return }
    diagram.selectSound(around: place.frame, of: plot, channels: place.channels)
  }

  // MARK: Opening

  private func open(for part: DiagramPart, at point: Point) {
    guard let viewport = diagram.viewport else { return }
    place = nil
    giveBack = nil
    switch part {
    case .waveform(let plotView):
      plotView.grabFocus()
      place = Place(
        view: plotView, frame: viewport.frameIndex(at: plotView.pixels.x(point.x)),
        channels: plotView.channels(ofLaneAt: point.y))
      open(diagram.selection == nil ? WindowMenus.waveform : WindowMenus.selection, part, point)
    case .header(let header): openLane(header.filledMenu, part, point)
    case .amplitudes(let labels):
      open(labels.showsFrequencies ? WindowMenus.frequency : WindowMenus.amplitude, part, point)
    case .time: open(WindowMenus.time, part, point)
    case .overview: open(WindowMenus.overview, part, point)
    }
  }

  /// Opens a menu of a feature, which is about no waveform.
  ///
  /// - Parameter giveBack: gives the focus back; nil: to the diagram.
  package func open(
    _ menu: Menu, at point: Point, of widget: Widget, giveBack: (@MainActor () -> Void)?
  ) {
    place = nil
    self.giveBack = giveBack
    open(menu, at: point, of: widget)
  }

  /// Lets the key for menus open that of what has the focus beside the diagram.
  ///
  /// - Parameter open: returns false when nothing there has the focus.
  package func addBeside(_ open: @escaping @MainActor () -> Bool) { beside.append(open) }

  /// At the playhead, or in the middle of the view when that is elsewhere.
  private func openAtFocus() {
    if beside.contains(where: { $0() }) { return }
    guard let part = view.focusedPart, let viewport = diagram.viewport else { return }
    let widget = part.widget
    guard case .waveform = part else {
      return open(for: part, at: Point(x: 12, y: Double(widget.height)))
    }
    let pixel = viewport.pixel(ofFrame: diagram.playhead)
    let isVisible = (0..<viewport.width).contains(pixel)
    let x = widget.pixels.place(ofColumn: isVisible ? pixel : viewport.width / 2)
    // The border of two lanes may lie in the middle: the upper one is meant, at every scale.
    open(for: part, at: Point(x: x, y: Double(widget.height) / 2 - 1))
  }

  private func open(_ menu: Menu, _ part: DiagramPart, _ point: Point) {
    open(menu, at: point, of: part.widget)
  }

  private func open(_ menu: Menu, at point: Point, of widget: Widget) {
    let popover = popovers[ObjectIdentifier(menu)] ?? made(menu)
    popovers[ObjectIdentifier(menu)] = popover
    show(popover, at: point, of: widget)
  }

  private func openLane(_ menu: Menu, _ part: DiagramPart, _ point: Point) {
    if ofLane?.menu !== menu {
      ofLane?.popover.remove()
      ofLane = (menu, made(menu))
    }
    if let popover = ofLane?.popover { show(popover, at: point, of: part.widget) }
  }

  private func show(_ popover: ContextMenu, at point: Point, of widget: Widget) {
    count += 1
    popover.open(at: point, of: widget)
  }

  private func made(_ menu: Menu) -> ContextMenu {
    let popover = ContextMenu(menu, in: host)
    popover.onRelease { [weak self] in
      guard let self else { return }
      if let giveBack {
        giveBack()
      } else if let view = place?.view {
        view.grabFocus()
      } else {
        view.focus()
      }
    }
    popover.connect("closed") { [weak self] in self?.closed() }
    return popover
  }

  /// The command of the item that was chosen comes right after this.
  private func closed() {
    let closed = count
    Task { [weak self] in if self?.count == closed { self?.place = nil } }
  }
}
