// DiagramViewModel+View.swift
// What is visible: zooming and moving about the recording. What a hand does directly is there at once; what a command
// or a detent of a wheel asks for may be on its way for a moment (`ViewportTransition`), and the next one counts from
// where that will end.

import WaveformCore

extension DiagramViewModel {
  /// How a move comes about.
  public enum Manner: Sendable {
    /// It follows fingers: from what is seen, at once.
    case direct
    /// A step of many, such as the detents of a wheel.
    case detent
    /// A command of its own.
    case command

    var move: ViewHistory.Move { self == .command ? .single : .continuous }
  }

  /// What will be visible when no zoom is on its way any more.
  public var destination: Viewport? { transition?.to ?? viewport }

  /// True while a zoom is on its way: `advanceView` is to be called for each frame of the display.
  public var isZooming: Bool { transition != nil }

  /// The width of the view in device pixels.
  public func setWidth(_ width: Int) {
    self.width = max(width, 1)
    if viewport?.width != self.width { adapt { $0.resized(toWidth: self.width) } }
  }

  /// Moves what is on its way on to `time`, in seconds of any clock that goes evenly.
  ///
  /// - Parameter interval: seconds between two frames: the first one shows something of the way already.
  public func advanceView(to time: Double, interval: Double) {
    guard var moving = transition else { return }
    moving.start(at: time - interval)
    let isOver = moving.isOver(at: time)
    transition = isOver ? nil : moving
    viewport = moving.viewport(at: time)
    viewTime = isOver ? nil : time
    if isOver, isPlaying { follow() }
  }

  // MARK: Zoom

  /// Zooms about the pixel `x`; `factor` > 1 shows more detail.
  public func zoom(by factor: Double, around x: Double, _ manner: Manner = .direct) {
    move(manner) { followed($0.zoomed(by: factor, around: x)) }
    letGoOutOfView()
  }

  /// Zooms about the playhead where it can be seen, else about the middle.
  public func zoom(by factor: Double) {
    move(.detent) { followed($0.zoomed(by: factor, around: middle(of: $0))) }
    letGoOutOfView()
  }

  /// One frame per device pixel, about the playhead where it can be seen, else about the middle.
  public func zoomToSamples() {
    move(.command) { followed($0.zoomed(toFramesPerPixel: 1, around: middle(of: $0))) }
    letGoOutOfView()
  }

  public func zoomOut() { move(.command) { $0.zoomedOut() } }

  /// True when `toggleSelectionZoom` would go back.
  public var canLeaveSelectionZoom: Bool { beforeSelectionZoom != nil }

  /// Shows the selection as large as it fits; a second time goes back to where the view was.
  public func toggleSelectionZoom() {
    guard let before = destination else { return }
    if let past = beforeSelectionZoom {
      move(.command) { past.withLength($0.length).resized(toWidth: $0.width) }
      beforeSelectionZoom = nil
    } else if let selection, !selection.isEmpty {
      move(.command) { $0.showing(selection.range) }
      beforeSelectionZoom = before
    }
    letGoOutOfView()
  }

  // MARK: Moves

  /// Moves by device pixels; positive towards the end. A zoom that is on its way goes on meanwhile.
  public func pan(by pixels: Double) {
    guard let before = destination else { return }
    let seen = viewport
    adapt { $0.panned(by: pixels) }
    guard destination != before || viewport != seen else { return }
    history.leave(before, by: .continuous, at: player.now)
    beforeSelectionZoom = nil
    letGo()
  }

  /// Moves by `pages` widths of the view, a tenth of it staying visible.
  public func page(by pages: Double) {
    guard let viewport else { return }
    pan(by: pages * 0.9 * Double(viewport.width))
  }

  /// Shows what was chosen elsewhere, as in an overview.
  public func show(_ manner: Manner, _ change: (Viewport) -> Viewport) {
    let before = destination
    move(manner, change)
    if destination != before { letGo() }
  }

  /// Moves as little as needed for `frame` to be visible.
  func reveal(_ frame: Double) {
    guard let before = destination else { return }
    let next = before.revealing(frame, margin: 24)
    guard next != before else { return }
    history.leave(before, by: .continuous, at: player.now)
    transition = nil
    viewport = next
  }

  // MARK: History

  public var canGoBack: Bool { history.canGoBack }
  public var canGoForward: Bool { history.canGoForward }

  /// Shows what was visible before the last moves.
  public func goBack() {
    if let view = destination, let next = history.goBack(from: view) { go(to: next) }
  }

  /// Shows what `goBack` left.
  public func goForward() {
    if let view = destination, let next = history.goForward(from: view) { go(to: next) }
  }

  // MARK: Inner parts

  /// Length or width are other ones, or a hand moves the view: what is on its way changes with it.
  func adapt(_ change: (Viewport) -> Viewport) {
    guard let viewport else { return }
    let next = change(viewport)
    if next != viewport { self.viewport = next }
    if let transition { self.transition = transition.mapped(change) }
  }

  /// There is nothing to look at any more.
  func forgetView() {
    viewport = nil
    transition = nil
    viewTime = nil
    history = ViewHistory()
    beforeSelectionZoom = nil
  }

  private func move(_ manner: Manner, _ change: (Viewport) -> Viewport) {
    guard let viewport, let before = destination else { return }
    let next = change(manner == .direct ? viewport : before)
    guard next != before else { return }
    history.leave(before, by: manner.move, at: player.now)
    beforeSelectionZoom = nil
    if manner == .direct {
      transition = nil
      self.viewport = next
    } else {
      travel(to: next)
    }
  }

  private func go(to next: Viewport) {
    beforeSelectionZoom = nil
    travel(to: next)
    letGoOutOfView()
  }

  /// Begins the way to `next`, from what is seen now.
  private func travel(to next: Viewport) {
    guard let viewport else { return }
    let begin = transition?.begin == nil ? nil : viewTime
    transition = animatesZoom ? ViewportTransition(from: viewport, to: next, begin: begin) : nil
    if transition == nil { self.viewport = next } else { travels += 1 }
  }

  /// With the playhead in the middle when that is what the view follows by.
  private func followed(_ view: Viewport) -> Viewport {
    isPlaying && !hasLetGo && followMode == .centered ? view.centered(on: playhead) : view
  }

  private func middle(of view: Viewport) -> Double {
    let x = Double(view.pixel(ofFrame: playhead))
    return x >= 0 && x < Double(view.width) ? x : Double(view.width) / 2
  }

  /// The user moves the view: it follows the playhead no longer.
  private func letGo() { if isPlaying { hasLetGo = true } }

  /// The user looks at something else than what is played.
  func letGoOutOfView() {
    guard let view = destination else { return }
    let x = view.pixel(ofFrame: playhead)
    if x < 0 || x >= view.width { letGo() }
  }
}
