// BottomBar.swift
// Playhead and selection in numbers. While playing the time is drawn with the playhead's steps, at most five times
// and at least once a second; assistive technology is told when playback stops or something was moved by hand.

import GtkBridge
import WaveformCore
import WaveformModel

/// The values below the diagram.
@MainActor final class BottomBar {
  private let diagram: DiagramViewModel
  private let playhead = ReadoutView("Playhead")
  private let start = ReadoutView("Selection Start")
  private let end = ReadoutView("End")
  private let length = ReadoutView("Length")
  private let observer = ModelObserver()
  private let timer = Timer()
  private var lastShown = 0.0

  private struct Values: Equatable, Sendable {
    let playhead: Double
    let placements: Int
    let isPlaying: Bool
    let selection: FrameRange?
    let sampleRate: Int
    /// True when a pixel lasts longer than a second.
    let isSlow: Bool
  }

  init(diagram: DiagramViewModel, playheadBox: BoxWidget, selectionBox: BoxWidget) {
    self.diagram = diagram
    playheadBox.append(playhead)
    for readout in [start, end, length] { selectionBox.append(readout) }
    observer.follow({
      Values(
        playhead: diagram.playhead, placements: diagram.placements, isPlaying: diagram.isPlaying,
        selection: diagram.selection?.range,
        sampleRate: diagram.sampleRate, isSlow: (diagram.steps?.speed ?? 1) < 1)
    }) { [weak self] in self?.show($0) }
  }

  private func show(_ values: Values) {
    showSelection(values)
    if values.isPlaying {
      showPlayhead()
      scheduleSecond()
    } else {
      timer.cancel()
      showPlayhead()
      playhead.announce()
    }
  }

  /// The playhead moved on while playing.
  func playheadStepped() { if diagram.clock.now >= lastShown + 0.2 { showPlayhead() } }

  private func showSelection(_ values: Values) {
    guard let range = values.selection, values.sampleRate > 0 else {
      for readout in [start, end, length] { readout.show(time: "–", frames: "") }
      return
    }
    show(range.lowerBound, in: start)
    show(range.upperBound, in: end)
    // The difference of the times shown, so that the three add up.
    let (from, to) = (time(range.lowerBound), time(range.upperBound))
    let milliseconds = to.milliseconds - from.milliseconds
    length.show(time: Timecode(milliseconds: milliseconds).text, frames: grouped(range.count))
    for readout in [start, end, length] { readout.announce() }
  }

  private func showPlayhead() {
    lastShown = diagram.clock.now
    let position = diagram.isPlaying ? diagram.clock.position : diagram.playhead
    show(Int(min(position, Double(diagram.length))), in: playhead)
  }

  /// A playhead that takes longer than a second to its next pixel still shows that time passes.
  private func scheduleSecond() {
    guard diagram.sampleRate > 0, let steps = diagram.steps, steps.speed < 1 else {
      timer.cancel()
      return
    }
    guard !timer.isScheduled else { return }
    let seconds = diagram.clock.position / Double(diagram.sampleRate)
    timer.schedule(after: 1 - (seconds - seconds.rounded(.down)) + 0.001) { [weak self] in
      guard let self, diagram.isPlaying else { return }
      showPlayhead()
      scheduleSecond()
    }
  }

  private func show(_ frame: Int, in readout: ReadoutView) {
    guard diagram.sampleRate > 0 else { return readout.show(time: "–", frames: "") }
    readout.show(time: time(frame).text, frames: grouped(frame))
  }

  private func time(_ frame: Int) -> Timecode { Timecode(frames: frame, sampleRate: diagram.sampleRate) }
}

/// A whole number in groups of three digits, with thin spaces as ISO 80000-1 has it.
func grouped(_ value: Int) -> String {
  var text = ""
  for (index, digit) in String(value).reversed().enumerated() {
    if index > 0, index % 3 == 0, digit != "-" { text.append("\u{202F}") }
    text.append(digit)
  }
  return String(text.reversed())
}
