// FunctionView.swift
// A figure of functions that may move. It is painted when it has changed. It moves only while it is visible
// and active, and the desktop allows animations; otherwise nothing wakes up for it.

import GtkBridge
import WaveformCore
import WaveformDrawing

/// A drawn function.
package final class FunctionView: SnapshotArea {
  /// The shown figure; drawn only when it changes.
  package var figure: SineFigure { didSet { if figure != oldValue { queueDraw() } } }

  var look: FunctionLook {
    didSet {
      guard look != oldValue else { return }
      kept = nil
      queueDraw()
    }
  }

  /// The figure after so many seconds of motion.
  package var motion: ((_ seconds: Double) -> SineFigure)?

  /// True when the figure has something to show by moving.
  package var isActive = false { didSet { if isActive != oldValue { drive() } } }

  /// When a moving figure changes.
  package enum Pace {
    /// With each frame of the display.
    case display
    /// So many times a second: small figures need fewer frames, and a timer wakes up less often than the frame clock.
    case timer(Double)
    /// With `step` alone: in frames that are drawn anyway.
    case stepped
  }

  /// True when nothing is drawn.
  var isBlank = false { didSet { if isBlank != oldValue { queueDraw() } } }

  /// Called when the figure was painted.
  package var onPaint: (() -> Void)?

  private let pace: Pace
  private var frames: FrameCallback?
  private let timer = Timer()
  private var connection: SignalConnection?
  /// Seconds for which the figure has moved, and when they were counted.
  private var moved = 0.0, lastFrame: Double?
  private var picture: FunctionPicture?
  private var kept: (figure: SineFigure, node: RenderNode)?

  package init(_ figure: SineFigure, look: FunctionLook, role: Role, pace: Pace = .display) {
    self.figure = figure
    self.look = look
    self.pace = pace
    super.init(role: role)
    connect("map") { [weak self] in self?.drive() }
    connect("unmap") { [weak self] in self?.drive() }
    connection = Animations.onChange { [weak self] in self?.drive() }
  }

  package required init(_ raw: UnsafeMutableRawPointer) { fatalError("made by init(_:look:role:) only") }

  isolated deinit {
    frames?.remove()
    connection?.disconnect()
  }

  // MARK: Moving

  /// True while the figure changes by itself.
  private var isMoving: Bool { frames != nil || timer.isScheduled }

  private var shallMove: Bool { isActive && isMapped && Animations.areEnabled && motion != nil }

  /// Starts or stops the motion.
  private func drive() {
    guard shallMove else {
      frames?.remove()
      frames = nil
      timer.cancel()
      lastFrame = nil
      return
    }
    guard !isMoving else { return }
    lastFrame = MainLoop.now
    switch pace {
    case .timer(let framesPerSecond): schedule(1 / framesPerSecond)
    case .display:
      frames = onEachFrame { [weak self] time in
        guard let self else { return false }
        step(to: time)
        return true
      }
    case .stepped: break
    }
  }

  /// Moves a stepped figure on, twenty times a second at most.
  func step() {
    let now = MainLoop.now
    if shallMove, now - (lastFrame ?? 0) > 0.045 { step(to: now) }
  }

  private func schedule(_ interval: Double) {
    timer.schedule(after: interval) { [weak self] in
      guard let self, shallMove else { return }
      step(to: MainLoop.now)
      schedule(interval)
    }
  }

  private func step(to time: Double) {
    // After a pause of the program the figure goes on from where it was.
    moved += min(max(time - (lastFrame ?? time), 0), 0.1)
    lastFrame = time
    if let next = motion?(moved) { figure = next }
  }

  // MARK: Drawing

  package override func snapshot(_ snapshot: Snapshot) {
    guard !isBlank, width > 0, height > 0 else { return }
    let key = FunctionPicture.Key(
      look: look, width: deviceWidth, height: deviceHeight, scale: pixels.factor)
    if picture?.key != key {
      picture = try? FunctionPicture(key)
      kept = nil
    }
    guard let picture else { return }
    if kept?.figure != figure {
      let bounds = bounds
      let surface = picture.paint(figure)
      kept = (figure, RenderNode.cairo(bounds: bounds) { surface.draw(in: $0) })
      onPaint?()
    }
    if let kept { snapshot.append(kept.node) }
  }
}
