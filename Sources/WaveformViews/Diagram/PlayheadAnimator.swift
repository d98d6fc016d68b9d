// PlayheadAnimator.swift
// Decides when the playhead is looked at: with the frame clock where nearly every frame is a step, else with one
// timer to the next pixel edge, not at all while paused. What a step is, `PlayheadSteps` says.

import GtkBridge
import WaveformCore
import WaveformModel

/// Moves the playhead of one diagram while it plays.
@MainActor final class PlayheadAnimator {
  private let diagram: DiagramViewModel
  private let widget: Widget
  private let stepped: (Int, Double) -> Void
  private let timer = Timer()
  private let observer = ModelObserver()
  private var frames: FrameCallback?
  private var isPlaying = false

  /// When one of these changes, the next step is due at another time. Steps are not announced, seeks are.
  private struct Drive: Equatable, Sendable {
    let isPlaying: Bool
    let framesPerPixel: Double
    let placements: Int
    let length: Int
    let speed: Double
    let loop: FrameRange?
  }

  /// - Parameters:
  ///   - widget: the one whose frames are followed.
  ///   - stepped: called after each step with the pixels it crossed, and the time for which it is drawn.
  init(diagram: DiagramViewModel, widget: Widget, stepped: @escaping (Int, Double) -> Void) {
    self.diagram = diagram
    self.widget = widget
    self.stepped = stepped
    observer.follow({
      Drive(
        isPlaying: diagram.isPlaying, framesPerPixel: diagram.viewport?.framesPerPixel ?? 0,
        placements: diagram.transport.placementCount, length: diagram.length, speed: diagram.transport.speed,
        loop: diagram.transport.loop)
    }) { [weak self] drive in
      self?.isPlaying = drive.isPlaying
      self?.drive()
    }
  }

  isolated deinit { frames?.remove() }

  /// Chooses the pace for the present zoom.
  private func drive() {
    guard isPlaying, let steps = diagram.transport.steps else {
      frames?.remove()
      frames = nil
      timer.cancel()
      return
    }
    switch steps.pace(refreshRate: widget.refreshRate) {
    case .frameClock:
      scheduleEnd()
      guard frames == nil else { return }
      frames = widget.onEachFrame { [weak self] time in
        guard let self, isPlaying else { return false }
        step(at: time)
        // A callback must not be removed from within itself: it ends by its answer.
        if !diagram.isPlaying { frames = nil }
        return diagram.isPlaying
      }
    case .timer:
      frames?.remove()
      frames = nil
      scheduleNextStep()
    }
  }

  /// - Parameter least: seconds that pass at least. Sound that is late may not have reached a step when it was due.
  private func scheduleNextStep(least: Double = 0) {
    guard let steps = diagram.transport.steps else { return }
    let position = min(diagram.transport.player.position, Double(diagram.length))
    var seconds = steps.secondsToNextStep(from: position)
    if steps.loop.map({ position >= Double($0.upperBound) }) ?? true {
      // The end of the recording is a step too, wherever in a pixel it lies.
      seconds = min(seconds, max(0, (Double(diagram.length) - position) / steps.rate))
    }
    // Within one pixel for ever: nothing to wait for.
    guard seconds.isFinite else { return timer.cancel() }
    timer.schedule(after: max(seconds, least)) { [weak self] in
      guard let self, isPlaying else { return }
      let hasMoved = step(at: diagram.transport.player.now)
      if diagram.isPlaying { scheduleNextStep(least: hasMoved ? 0 : 0.008) }
    }
  }

  /// Looks at the playhead when the recording is over: a window that is hidden has no frames.
  private func scheduleEnd(least: Double = 0) {
    guard let steps = diagram.transport.steps else { return timer.cancel() }
    let position = diagram.transport.player.position
    if let loop = steps.loop, position < Double(loop.upperBound) { return timer.cancel() }
    timer.schedule(after: max((Double(diagram.length) - position) / steps.rate, least)) { [weak self] in
      guard let self, isPlaying else { return }
      step(at: diagram.transport.player.now)
      if diagram.isPlaying { scheduleEnd(least: 0.1) }
    }
  }

  @discardableResult private func step(at time: Double) -> Bool {
    let crossed = diagram.transport.advancePlayhead(to: time)
    if crossed != 0 { stepped(crossed, time) }
    return crossed != 0
  }
}
