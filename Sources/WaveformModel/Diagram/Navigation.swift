// Navigation.swift
// What is visible: zooming and moving about the recording, and following the playhead. Direct manipulation
// takes effect at once. What a command or a detent of a wheel asks for may be animated
// (`ViewportTransition`); the next one counts from where that animation will end.

import Observation
import WaveformCore

/// How far wheel and fingers zoom.
public struct ZoomSpeed: Equatable, Sendable {
  /// 1: as usual; greater: further.
  public let factor: Double
  /// True when notches of a wheel in quick succession count more.
  public let isAccelerated: Bool

  public init(factor: Double = 1, isAccelerated: Bool = true) {
    self.factor = factor
    self.isAccelerated = isAccelerated
  }
}

/// The view of a time axis. Knows no widget: views observe `viewport`.
@Observable @MainActor public final class Navigation {
  /// What moves the view; it decides whether the move is animated.
  public enum Input: Sendable {
    /// A finger or a pointer: the view follows at once, starting from what is seen.
    case direct
    /// One of many steps, such as a detent of a wheel.
    case detent
    /// A single command.
    case command

    fileprivate var move: ViewHistory.Move { self == .command ? .single : .continuous }
  }

  /// What is visible; nil while no waveform has a length.
  public private(set) var viewport: Viewport?
  /// The zoom animation; nil while none runs.
  private var transition: ViewportTransition?
  /// Counts the zoom animations.
  public private(set) var transitionCount = 0
  /// When the last frame of the animation was drawn, in seconds of the view's clock.
  @ObservationIgnored private var transitionTime: Double?
  /// True when zooms by commands are animated. The view must then call `advanceView`.
  public var animatesZoom = false
  /// Views before this one, for `goBack`.
  private var history = ViewHistory()
  /// The view to which "zoom to selection" returns.
  private var beforeSelectionZoom: Viewport?
  /// True once somebody has zoomed; a view that was restored is not zoomed.
  public private(set) var hasZoomed = false
  /// How the view keeps up with the playhead.
  public private(set) var followMode = FollowMode.page
  /// True after the user has scrolled during playback: the view stays until playback starts again.
  @ObservationIgnored private var hasLetGo = false
  /// How far wheel and fingers zoom, as the user wants it now.
  @ObservationIgnored public var zoomSpeed: () -> ZoomSpeed = { ZoomSpeed() }
  @ObservationIgnored private var wheel = WheelAcceleration()
  /// The width of the view in device pixels.
  @ObservationIgnored private var width = 1
  /// The stretch that is wanted until the user moves the view: length and width may not be known yet.
  @ObservationIgnored private var wanted: Range<Double>?
  private let playhead: Playhead
  private let now: () -> Double

  /// - Parameters:
  ///   - playhead: what the view follows.
  ///   - now: the time of entries in the history, in seconds of any steady clock.
  init(following playhead: Playhead, now: @escaping () -> Double) {
    self.playhead = playhead
    self.now = now
  }

  /// What will be visible when the zoom animation ends; what is visible when none runs.
  public var destination: Viewport? { transition?.to ?? viewport }

  /// What is visible, for those who follow it; nil during a zoom animation, whose frames are drawn by the one
  /// who calls `advanceView`. So an animation has two changes to tell, and not one in each frame.
  public var restingViewport: Viewport? { transition == nil ? viewport : nil }

  /// True while a zoom animation runs: `advanceView` must be called for each frame of the display.
  public var isZooming: Bool { transition != nil }

  /// The width of the view in device pixels.
  public func setWidth(_ width: Int) {
    self.width = max(width, 1)
    if viewport?.width != self.width { adapt { $0.resized(toWidth: self.width) } }
    showWanted()
  }

  /// True while a view of the end of a growing recording stays where it is.
  public private(set) var isHeld = false

  /// Holds the view of a growing recording, or lets it go to the end and stay there.
  public func hold(_ isHeld: Bool) {
    self.isHeld = isHeld
    if !isHeld, let viewport, !viewport.isWhole { show(.direct) { $0.atEnd() } }
  }

  /// Gives the time axis `length` frames, more than 0.
  ///
  /// - Parameters:
  ///   - staysAtEnd: true when a view of the old end moves to the new end.
  ///   - rolls: true when a view of the whole keeps its zoom, and so becomes one of the end.
  func setLength(_ length: Int, staysAtEnd: Bool, rolls: Bool = false) {
    let isRolling = rolls && viewport.map { $0.isWhole && length > $0.length } == true
    let isAtEnd = staysAtEnd && !isHeld && (isRolling || viewport?.isAtEnd == true)
    if viewport == nil { viewport = Viewport(length: length, width: width) }
    if isRolling {
      adapt { $0.withLength(length).placed(start: $0.start, framesPerPixel: $0.framesPerPixel) }
    } else {
      adapt { $0.withLength(length) }
    }
    if isAtEnd { adapt { $0.atEnd() } }
    showWanted()
  }

  /// Shows a stretch that was kept, in frames, as soon as and as far as there are a length and a width for it; until
  /// the user moves the view, or `settleRestored` is called.
  func restore(_ stretch: Range<Double>) {
    wanted = stretch
    showWanted()
  }

  /// The length is final: a view that was restored is one like any other, once it has a width.
  func settleRestored() { if width > 1 { wanted = nil } }

  private func showWanted() {
    guard let wanted, let viewport else { return }
    let zoom = (wanted.upperBound - wanted.lowerBound) / Double(viewport.width)
    let next = viewport.placed(start: wanted.lowerBound, framesPerPixel: zoom)
    if next != viewport { self.viewport = next }
  }

  /// Shows nothing: the diagram is empty.
  func forget() {
    viewport = nil
    isHeld = false
    wanted = nil
    transition = nil
    transitionTime = nil
    history = ViewHistory()
    beforeSelectionZoom = nil
  }

  /// Advances the zoom animation to `time`, in seconds of any steady clock.
  ///
  /// - Parameter interval: seconds between two frames, so that the first frame already shows a part of the
  ///   way.
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

  /// How much of a zoom a turn of the wheel is, or a move of fingers; 1 is the usual.
  ///
  /// - Parameters:
  ///   - notches: of the wheel; nil for fingers.
  ///   - time: of the event, in seconds.
  public func weight(ofNotches notches: Double?, at time: Double) -> Double {
    let speed = zoomSpeed()
    guard let notches, speed.isAccelerated else { return speed.factor }
    return speed.factor * wheel.weight(ofNotches: notches, at: time)
  }

  /// Zooms about the pixel `x`; `factor` > 1 shows more detail.
  public func zoom(by factor: Double, around x: Double, _ input: Input = .direct) {
    move(input) { followed($0.zoomed(by: factor, around: x)) }
    letGoOutOfView()
  }

  /// Zooms about the playhead if it is visible, else about the middle.
  public func zoom(by factor: Double) {
    move(.detent) { followed($0.zoomed(by: factor, around: middle(of: $0))) }
    letGoOutOfView()
  }

  /// Zooms to one frame per device pixel, about the playhead if it is visible, else about the middle.
  public func zoomToSamples() {
    move(.command) { followed($0.zoomed(toFramesPerPixel: 1, around: middle(of: $0))) }
    letGoOutOfView()
  }

  public func zoomOut() { move(.command) { $0.zoomedOut() } }

  /// True when `toggleZoom(to:)` would go back.
  public var canLeaveSelectionZoom: Bool { beforeSelectionZoom != nil }

  /// Shows `range` as large as it fits; a second call goes back to the view before.
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

  /// Moves by device pixels, positive towards the end. A running zoom animation continues.
  public func pan(by pixels: Double) {
    guard let before = destination else { return }
    let seen = viewport
    adapt { $0.panned(by: pixels) }
    guard destination != before || viewport != seen else { return }
    wanted = nil
    history.leave(before, by: .continuous, at: now())
    beforeSelectionZoom = nil
    letGo()
  }

  /// Moves by `pages` widths of the view; a tenth of the view stays visible.
  public func page(by pages: Double) {
    guard let viewport else { return }
    pan(by: pages * 0.9 * Double(viewport.width))
  }

  /// Shows what the user chose elsewhere, as in an overview.
  public func show(_ input: Input, _ change: (Viewport) -> Viewport) {
    let before = destination
    move(input, change)
    if destination != before { letGo() }
  }

  /// Moves as little as needed to make `frame` visible.
  func reveal(_ frame: Double) {
    guard let before = destination else { return }
    let next = before.revealing(frame, margin: 24)
    guard next != before else { return }
    wanted = nil
    history.leave(before, by: .continuous, at: now())
    transition = nil
    viewport = next
  }

  /// Shows what surrounds `frame`, unless it is in view already.
  func center(on frame: Double) {
    guard let view = destination, view.revealing(frame) != view else { return }
    move(.command) { $0.centered(on: frame) }
    letGoOutOfView()
  }

  // MARK: History

  public var canGoBack: Bool { history.canGoBack }
  public var canGoForward: Bool { history.canGoForward }

  /// Returns to the view before the last moves.
  public func goBack() {
    if let view = destination, let next = history.goBack(from: view) { go(to: next) }
  }

  /// Returns to the view that `goBack` left.
  public func goForward() {
    if let view = destination, let next = history.goForward(from: view) { go(to: next) }
  }

  // MARK: Following

  /// Chooses how the view follows the playhead, and follows it at once.
  public func follow(by mode: FollowMode) {
    if mode != followMode { followMode = mode }
    hasLetGo = false
    if playhead.isPlaying { follow() }
  }

  /// Follows again a playhead that was let go; otherwise chooses the next way to follow.
  public func cycleFollowMode() {
    let isFree = playhead.isPlaying && hasLetGo && followMode != .off
    follow(by: isFree ? followMode : followMode.next)
  }

  /// Follows the playhead from now on, even if the user has scrolled away from it.
  func followAgain() {
    hasLetGo = false
    follow()
  }

  /// Moves the view with the playhead, in the chosen way; does nothing during a zoom animation, which calls
  /// it at its end.
  func follow() {
    guard !hasLetGo, transition == nil, let viewport else { return }
    let next =
      switch followMode {
      case .page: viewport.paged(to: playhead.frame)
      case .centered: viewport.centered(on: playhead.frame)
      case .off: viewport
      }
    guard next != viewport else { return }
    wanted = nil
    self.viewport = next
  }

  /// Stops following when the playhead is out of view: the user looks at something else.
  func letGoOutOfView() {
    guard let view = destination else { return }
    let x = view.pixel(ofFrame: playhead.frame)
    if x < 0 || x >= view.width { letGo() }
  }

  /// Stops following, because the user moves the view.
  private func letGo() { if playhead.isPlaying { hasLetGo = true } }

  // MARK: Inner parts

  /// Changes the view and the zoom animation alike: the length or the width is new, or the user moves the
  /// view.
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
    wanted = nil
    history.leave(before, by: input.move, at: now())
    beforeSelectionZoom = nil
    if !hasZoomed, next.framesPerPixel != before.framesPerPixel { hasZoomed = true }
    if input == .direct {
      transition = nil
      self.viewport = next
    } else {
      travel(to: next)
    }
  }

  private func go(to next: Viewport) {
    wanted = nil
    beforeSelectionZoom = nil
    travel(to: next)
    letGoOutOfView()
  }

  /// Starts the animation from what is seen now to `next`.
  private func travel(to next: Viewport) {
    guard let viewport else { return }
    let begin = transition?.begin == nil ? nil : transitionTime
    transition = animatesZoom ? ViewportTransition(from: viewport, to: next, begin: begin) : nil
    if transition == nil { self.viewport = next } else { transitionCount += 1 }
  }

  /// Centers the view on the playhead when it follows in that way.
  private func followed(_ view: Viewport) -> Viewport {
    playhead.isPlaying && !hasLetGo && followMode == .centered ? view.centered(on: playhead.frame) : view
  }

  private func middle(of view: Viewport) -> Double {
    let x = Double(view.pixel(ofFrame: playhead.frame))
    return x >= 0 && x < Double(view.width) ? x : Double(view.width) / 2
  }
}

/// What the view does while the playhead moves.
public enum FollowMode: String, CaseIterable, Sendable {
  /// It turns the page when the playhead leaves the view.
  case page
  /// It keeps the playhead in the middle.
  case centered
  case off

  /// The next mode; the first one after the last.
  var next: FollowMode {
    switch self {
    case .page: .centered
    case .centered: .off
    case .off: .page
    }
  }
}
