// Navigation.swift
// What is visible: zooming and moving about the recording, and following the playhead. Direct manipulation
// takes effect at once. What a command or a detent of a wheel asks for may be animated
// (`ViewportTransition`); the next one counts from where that animation will end.

import Observation
import WaveformCore

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

  private let motion = ViewMotion()
  private let follower: PlayheadFollower
  /// How far wheel and fingers zoom.
  public let wheel = WheelZoom()
  /// Views before this one, for `goBack`.
  private var history = ViewHistory()
  /// The view to which "zoom to selection" returns.
  private var beforeSelectionZoom: Viewport?
  /// True once somebody has zoomed; a view that was restored is not zoomed.
  public private(set) var hasZoomed = false
  /// The width of the view in device pixels.
  @ObservationIgnored private var width = 1
  /// The stretch that is wanted until the user moves the view: length and width may not be known yet.
  @ObservationIgnored private var wanted: Range<Double>?
  private let now: () -> Double

  /// - Parameters:
  ///   - playhead: what the view follows.
  ///   - now: the time of entries in the history, in seconds of any steady clock.
  init(following playhead: Playhead, now: @escaping () -> Double) {
    follower = PlayheadFollower(playhead)
    self.now = now
  }

  /// What is visible; nil while no waveform has a length.
  public var viewport: Viewport? { motion.seen }

  /// What will be visible when the zoom animation ends; what is visible when none runs.
  public var destination: Viewport? { motion.destination }

  /// What is visible, for those who follow it; nil during a zoom animation, whose frames are drawn by the one
  /// who calls `advanceView`. So an animation has two changes to tell, and not one in each frame.
  public var restingViewport: Viewport? { motion.resting }

  /// True while a zoom animation runs: `advanceView` must be called for each frame of the display.
  public var isZooming: Bool { motion.isMoving }
  /// Counts the zoom animations.
  public var transitionCount: Int { motion.count }
  /// True when zooms by commands are animated. The view must then call `advanceView`.
  public var animatesZoom: Bool {
    get { motion.isAnimated }
    set { motion.isAnimated = newValue }
  }
  /// How the view keeps up with the playhead.
  public var followMode: FollowMode { follower.mode }

  /// The width of the view in device pixels.
  public func setWidth(_ width: Int) {
    self.width = max(width, 1)
    if viewport?.width != self.width { motion.adapt { $0.resized(toWidth: self.width) } }
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
    if viewport == nil { motion.show(Viewport(length: length, width: width)) }
    if isRolling {
      motion.adapt { $0.withLength(length).placed(start: $0.start, framesPerPixel: $0.framesPerPixel) }
    } else {
      motion.adapt { $0.withLength(length) }
    }
    if isAtEnd { motion.adapt { $0.atEnd() } }
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
    motion.show(viewport.placed(start: wanted.lowerBound, framesPerPixel: zoom))
  }

  /// Shows nothing: the diagram is empty.
  func forget() {
    motion.forget()
    isHeld = false
    wanted = nil
    history = ViewHistory()
    beforeSelectionZoom = nil
  }

  /// Advances the zoom animation to `time`, in seconds of any steady clock.
  ///
  /// - Parameter interval: seconds between two frames, so that the first frame already shows a part of the
  ///   way.
  public func advanceView(to time: Double, interval: Double) {
    if motion.advance(to: time, interval: interval), follower.isPlaying { follow() }
  }

  // MARK: Zoom

  /// Zooms about the pixel `x`; `factor` > 1 shows more detail.
  public func zoom(by factor: Double, around x: Double, _ input: Input = .direct) {
    move(input) { follower.followed($0.zoomed(by: factor, around: x)) }
    letGoOutOfView()
  }

  /// Zooms about the playhead if it is visible, else about the middle.
  public func zoom(by factor: Double) {
    move(.detent) { follower.followed($0.zoomed(by: factor, around: follower.middle(of: $0))) }
    letGoOutOfView()
  }

  /// Zooms to one frame per device pixel, about the playhead if it is visible, else about the middle.
  public func zoomToSamples() {
    move(.command) { follower.followed($0.zoomed(toFramesPerPixel: 1, around: follower.middle(of: $0))) }
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
    motion.adapt { $0.panned(by: pixels) }
    guard destination != before || viewport != seen else { return }
    wanted = nil
    history.leave(before, by: .continuous, at: now())
    beforeSelectionZoom = nil
    follower.letGo()
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
    if destination != before { follower.letGo() }
  }

  /// Moves as little as needed to make `frame` visible.
  package func reveal(_ frame: Double) {
    guard let before = destination else { return }
    let next = before.revealing(frame, margin: 24)
    guard next != before else { return }
    wanted = nil
    history.leave(before, by: .continuous, at: now())
    motion.jump(to: next)
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
    follower.follow(by: mode)
    if follower.isPlaying { follow() }
  }

  /// Follows again a playhead that was let go; otherwise chooses the next way to follow.
  public func cycleFollowMode() { follow(by: follower.nextMode) }

  /// Follows the playhead from now on, even if the user has scrolled away from it.
  func followAgain() {
    follower.followAgain()
    follow()
  }

  /// Moves the view with the playhead, in the chosen way; does nothing during a zoom animation, which calls
  /// it at its end.
  func follow() {
    guard let viewport = motion.resting else { return }
    let next = follower.following(viewport)
    guard next != viewport else { return }
    wanted = nil
    motion.show(next)
  }

  /// Stops following when the playhead is out of view: the user looks at something else.
  func letGoOutOfView() { if let destination { follower.letGo(outOf: destination) } }

  // MARK: Inner parts

  private func move(_ input: Input, _ change: (Viewport) -> Viewport) {
    guard let viewport, let before = destination else { return }
    let next = change(input == .direct ? viewport : before)
    guard next != before else { return }
    wanted = nil
    history.leave(before, by: input.move, at: now())
    beforeSelectionZoom = nil
    if !hasZoomed, next.framesPerPixel != before.framesPerPixel { hasZoomed = true }
    if input == .direct { motion.jump(to: next) } else { motion.travel(to: next) }
  }

  private func go(to next: Viewport) {
    wanted = nil
    beforeSelectionZoom = nil
    motion.travel(to: next)
    letGoOutOfView()
  }
}
