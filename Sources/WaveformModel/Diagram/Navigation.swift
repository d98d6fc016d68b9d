// Navigation.swift
// What is visible: zooming and moving about the recording, and following the playhead. What a hand does directly is
// there at once; what a command or a detent of a wheel asks for may be on its way for a moment (`ViewportTransition`),
// and the next one counts from where that will end.

import Observation
import WaveformCore

/// The view of a time axis. Knows no widget: whoever draws watches `viewport`.
@Observable @MainActor public final class Navigation {
  /// What moves the view.
  public enum Input: Sendable {
    /// Fingers, which it follows: from what is seen, at once.
    case direct
    /// A step of many, such as the detents of a wheel.
    case detent
    /// A command of its own.
    case command

    fileprivate var move: ViewHistory.Move { self == .command ? .single : .continuous }
  }

  /// What is visible; nil as long as no waveform has a length.
  public private(set) var viewport: Viewport?
  /// The zoom that is on its way; nil while the view stands still, or follows a hand.
  private var transition: ViewportTransition?
  /// Counts the zooms that had a way to go.
  public private(set) var transitionCount = 0
  /// The time of the frame that was drawn last on its way.
  @ObservationIgnored private var transitionTime: Double?
  /// True when commands may take their time to be seen to zoom. Somebody must then call `advanceView`.
  public var animatesZoom = false
  /// Where the view was before.
  private var history = ViewHistory()
  /// Where "zoom to selection" goes back to.
  private var beforeSelectionZoom: Viewport?
  /// How the view keeps up with the playhead.
  public private(set) var followMode = FollowMode.page
  /// Set while the user scrolls during playback: the view stays until playback begins anew.
  @ObservationIgnored private var hasLetGo = false
  /// In device pixels.
  @ObservationIgnored private var width = 1
  private let playhead: Playhead
  private let now: () -> Double

  /// - Parameters:
  ///   - playhead: what the view follows.
  ///   - now: the time of the history's entries, in seconds of any clock that goes evenly.
  init(following playhead: Playhead, now: @escaping () -> Double) {
    self.playhead = playhead
    self.now = now
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

  /// The time axis has `length` frames, more than 0.
  ///
  /// - Parameter staysAtEnd: true when a view of the end becomes one of the new end.
  func setLength(_ length: Int, staysAtEnd: Bool) {
    let isAtEnd = staysAtEnd && viewport?.isAtEnd == true
    if viewport == nil { viewport = Viewport(length: length, width: width) }
    adapt { $0.withLength(length) }
    if isAtEnd { adapt { $0.atEnd() } }
  }

  /// There is nothing to look at any more.
  func forget() {
    viewport = nil
    transition = nil
    transitionTime = nil
    history = ViewHistory()
    beforeSelectionZoom = nil
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
    transitionTime = isOver ? nil : time
    if isOver, playhead.isPlaying { follow() }
  }

  // MARK: Zoom

  /// Zooms about the pixel `x`; `factor` > 1 shows more detail.
  public func zoom(by factor: Double, around x: Double, _ input: Input = .direct) {
    move(input) { followed($0.zoomed(by: factor, around: x)) }
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

  /// True when `toggleZoom(to:)` would go back.
  public var canLeaveSelectionZoom: Bool { beforeSelectionZoom != nil }

  /// Shows `range` as large as it fits; a second time goes back to where the view was.
  func toggleZoom(to range: FrameRange?) {
    guard let before = destination else { return }
    if let past = beforeSelectionZoom {
      move(.command) { past.withLength($0.length).resized(toWidth: $0.width) }
      beforeSelectionZoom = nil
    } else if let range, !range.isEmpty {
      move(.command) { $0.showing(range) }
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
    history.leave(before, by: .continuous, at: now())
    beforeSelectionZoom = nil
    letGo()
  }

  /// Moves by `pages` widths of the view, a tenth of it staying visible.
  public func page(by pages: Double) {
    guard let viewport else { return }
    pan(by: pages * 0.9 * Double(viewport.width))
  }

  /// Shows what was chosen elsewhere, as in an overview.
  public func show(_ input: Input, _ change: (Viewport) -> Viewport) {
    let before = destination
    move(input, change)
    if destination != before { letGo() }
  }

  /// Moves as little as needed for `frame` to be visible.
  func reveal(_ frame: Double) {
    guard let before = destination else { return }
    let next = before.revealing(frame, margin: 24)
    guard next != before else { return }
    history.leave(before, by: .continuous, at: now())
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

  // MARK: Following

  /// Chooses how the view follows; it takes hold at once.
  public func follow(by mode: FollowMode) {
    if mode != followMode { followMode = mode }
    hasLetGo = false
    if playhead.isPlaying { follow() }
  }

  /// Takes hold again of a playhead that was let go; else the next way to follow.
  public func cycleFollowMode() {
    let isFree = playhead.isPlaying && hasLetGo && followMode != .off
    follow(by: isFree ? followMode : followMode.next)
  }

  /// Follows from now on, also what the user has looked away from.
  func followAgain() {
    hasLetGo = false
    follow()
  }

  /// Keeps the view with the playhead, in the way that was chosen; not while a zoom is on its way, which ends so.
  func follow() {
    guard !hasLetGo, transition == nil, let viewport else { return }
    let next =
      switch followMode {
      case .page: viewport.paged(to: playhead.frame)
      case .centered: viewport.centered(on: playhead.frame)
      case .off: viewport
      }
    if next != viewport { self.viewport = next }
  }

  /// The user looks at something else than what is played.
  func letGoOutOfView() {
    guard let view = destination else { return }
    let x = view.pixel(ofFrame: playhead.frame)
    if x < 0 || x >= view.width { letGo() }
  }

  /// The user moves the view: it follows the playhead no longer.
  private func letGo() { if playhead.isPlaying { hasLetGo = true } }

  // MARK: Inner parts

  /// Length or width are other ones, or a hand moves the view: what is on its way changes with it.
  private func adapt(_ change: (Viewport) -> Viewport) {
    guard let viewport else { return }
    let next = change(viewport)
    if next != viewport { self.viewport = next }
    if let transition { self.transition = transition.mapped(change) }
  }

  private func move(_ input: Input, _ change: (Viewport) -> Viewport) {
    guard let viewport, let before = destination else { return }
    let next = change(input == .direct ? viewport : before)
    guard next != before else { return }
    history.leave(before, by: input.move, at: now())
    beforeSelectionZoom = nil
    if input == .direct {
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
    let begin = transition?.begin == nil ? nil : transitionTime
    transition = animatesZoom ? ViewportTransition(from: viewport, to: next, begin: begin) : nil
    if transition == nil { self.viewport = next } else { transitionCount += 1 }
  }

  /// With the playhead in the middle when that is what the view follows by.
  private func followed(_ view: Viewport) -> Viewport {
    playhead.isPlaying && !hasLetGo && followMode == .centered ? view.centered(on: playhead.frame) : view
  }

  private func middle(of view: Viewport) -> Double {
    let x = Double(view.pixel(ofFrame: playhead.frame))
    return x >= 0 && x < Double(view.width) ? x : Double(view.width) / 2
  }
}
