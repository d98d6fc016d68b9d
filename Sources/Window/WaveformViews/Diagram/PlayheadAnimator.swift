// PlayheadAnimator.swift
// Decides when the playhead is moved: in each frame of the display when nearly every frame is a step, else
// with one timer for the next pixel edge; not at all while paused. `PlayheadSteps` says what a step is.

import GtkBridge
import WaveformCore
import WaveformModel

/// Moves the playhead of one diagram during playback.
@MainActor final class PlayheadAnimator {
  private let diagram: DiagramViewModel
  private let widget: Widget
  private let stepped: (Int, Double) -> Void
  private let timer = Timer()
  private let observer = ModelObserver()
  private var frames: FrameCallback?
  private var isPlaying = false

  /// When one of these changes, the next step is due at another time. Observers are told of seeks, not of
  /// steps.
  private struct Drive: Equatable, Sendable {
    let isPlaying: Bool
    let framesPerPixel: Double
    let placements: Int
    let length: Int
    let speed: Double
    let loop: FrameRange?
  }

  /// - Parameters:
  ///   - widget: gives the frames of the display.
  ///   - stepped: called after each step with the pixels it crossed, and the time for which it is drawn.
  init(diagram: DiagramViewModel, widget: Widget, stepped: @escaping (Int, Double) -> Void) {
    self.diagram = diagram
    self.widget = widget
    self.stepped = stepped
    observer.follow({
      Drive(
        isPlaying: diagram.isPlaying, framesPerPixel: diagram.navigation.restingViewport?.framesPerPixel ?? 0,
        placements: diagram.transport.placementCount, length: diagram.transport.end,
        speed: diagram.transport.speed,
        loop: diagram.transport.loop)
    }) { [weak self] drive in
      self?.isPlaying = drive.isPlaying
      self?.drive()
    }
  }

  isolated deinit { frames?.remove() }

  /// Chooses frames or timer for the present zoom.
  private func drive() {
    guard isPlaying, let steps = diagram.transport.steps else {
      Memory.hasDrawn()
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
        // A callback must not be removed while it runs: it ends by its return value.
        if !diagram.isPlaying { frames = nil }
        return diagram.isPlaying
      }
    case .timer:
      frames?.remove()
      frames = nil
      scheduleNextStep()
    }
  }

  /// - Parameter least: the least number of seconds to wait. Late sound may not have reached a step when it
  ///   was due.
  private func scheduleNextStep(least: Double = 0) {
    guard let steps = diagram.transport.steps else { return }
    let end = Double(diagram.transport.end)
    let position = min(diagram.transport.player.position, end)
    var seconds = steps.secondsToNextStep(from: position)
    if steps.loop.map({ position >= Double($0.upperBound) }) ?? true {
      // The end of the recording, or of the selection, is a step too, even within a pixel.
      seconds = min(seconds, max(0, (end - position) / steps.rate))
    }
    // The playhead stays within one pixel: there is nothing to wait for.
    guard seconds.isFinite else { return timer.cancel() }
    timer.schedule(after: max(seconds, least)) { [weak self] in
      guard let self, isPlaying else { return }
      let hasMoved = step(at: diagram.transport.player.now)
      if diagram.isPlaying { scheduleNextStep(least: hasMoved ? 0 : 0.008) }
    }
  }

  /// Stops the playhead at the end even in a hidden window, which has no frames.
  private func scheduleEnd(least: Double = 0) {
    guard let steps = diagram.transport.steps else { return timer.cancel() }
    let position = diagram.transport.player.position
    if let loop = steps.loop, position < Double(loop.upperBound) { return timer.cancel() }
    timer.schedule(after: max((Double(diagram.transport.end) - position) / steps.rate, least)) {
      [weak self] in
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
