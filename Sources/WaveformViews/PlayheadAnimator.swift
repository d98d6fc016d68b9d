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
  private let stepped: (Int) -> Void
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
  }

  /// - Parameters:
  ///   - widget: the one whose frames are followed.
  ///   - stepped: called after each step with the pixels it crossed.
  init(diagram: DiagramViewModel, widget: Widget, stepped: @escaping (Int) -> Void) {
    self.diagram = diagram
    self.widget = widget
    self.stepped = stepped
    observer.follow({
      Drive(
        isPlaying: diagram.isPlaying, framesPerPixel: diagram.viewport?.framesPerPixel ?? 0,
        placements: diagram.placements, length: diagram.length)
    }) { [weak self] drive in
      self?.isPlaying = drive.isPlaying
      self?.drive()
    }
  }

  isolated deinit { frames?.remove() }

  /// Chooses the pace for the present zoom.
  private func drive() {
    guard isPlaying, let steps = diagram.steps else {
      frames?.remove()
      frames = nil
      timer.cancel()
      return
    }
    switch steps.pace(refreshRate: widget.refreshRate) {
    case .frameClock:
      timer.cancel()
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

  private func scheduleNextStep() {
    guard let steps = diagram.steps else { return }
    let position = min(diagram.clock.position, Double(diagram.length))
    // The end of the recording is a step too, wherever in a pixel it lies.
    let toEnd = (Double(diagram.length) - position) / steps.rate
    timer.schedule(after: min(steps.secondsToNextStep(from: position), max(toEnd, 0))) { [weak self] in
      guard let self, isPlaying else { return }
      step(at: diagram.clock.now)
      if diagram.isPlaying { scheduleNextStep() }
    }
  }

  private func step(at time: Double) {
    let crossed = diagram.advancePlayhead(to: time)
    if crossed != 0 { stepped(crossed) }
  }
}
