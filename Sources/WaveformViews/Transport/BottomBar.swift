// BottomBar.swift
// Playhead, selection and pointer in numbers. During playback the time is drawn with the playhead's steps, at
// most five times and at least once a second. Assistive technology is told when playback stops or the user
// moves something.

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
  private let pointer = ReadoutView("Pointer", widest: "\u{2212}0.0000 · \u{2212}100.0\u{202F}dB")
  private let observer = ModelObserver()
  private let timer = Timer()
  private var lastShown = 0.0
  /// True when the playhead's readout shows the remaining time.
  var showsRemaining = false { didSet { if showsRemaining != oldValue { refresh() } } }

  private struct Values: Equatable, Sendable {
    let playhead: Double
    let placements: Int
    let isPlaying: Bool
    let selection: FrameRange?
    let sampleRate: Int
    /// True when a pixel lasts longer than a second.
    let isSlow: Bool
    let length: Int
    let format: TimeFormat
    let speed: Double
  }

  init(diagram: DiagramViewModel, playheadBox: BoxWidget, selectionBox: BoxWidget, pointerBox: BoxWidget) {
    self.diagram = diagram
    playheadBox.append(playhead)
    pointer.isBlank = true
    pointerBox.append(pointer)
    for readout in [start, end, length] { selectionBox.append(readout) }
    observer.follow({
      Values(
        playhead: diagram.playhead, placements: diagram.transport.placementCount,
        isPlaying: diagram.isPlaying,
        selection: diagram.selection?.range,
        sampleRate: diagram.sampleRate, isSlow: (diagram.transport.steps?.speed ?? 1) < 1,
        length: diagram.length,
        format: diagram.timeFormat,
        speed: diagram.transport.speed)
    }) { [weak self] in self?.show($0) }
  }

  private func refresh() {
    playhead.caption = showsRemaining ? "Remaining" : "Playhead"
    showPlayhead()
    playhead.announce()
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

  /// Shows the playhead at its next step.
  func playheadStepped() { if diagram.transport.player.now >= lastShown + 0.2 { showPlayhead() } }

  /// Shows what is under the pointer; nil when the pointer is elsewhere. Not announced, because assistive
  /// technology has no pointer.
  func show(_ value: PointerValue?) {
    pointer.isBlank = value == nil
    guard let value, diagram.sampleRate > 0 else { return }
    let time = diagram.timeFormat.text(ofFrame: value.frame, sampleRate: diagram.sampleRate)
    let texts = [value.amplitudeText, value.levelText].filter { !$0.isEmpty }
    pointer.show(time: time, frames: texts.joined(separator: " · "))
  }

  private func showSelection(_ values: Values) {
    guard let range = values.selection, values.sampleRate > 0 else {
      for readout in [start, end, length] { readout.show(time: "–", frames: "") }
      return
    }
    show(0..<range.lowerBound, in: start)
    show(0..<range.upperBound, in: end)
    show(range, in: length)
    for readout in [start, end, length] { readout.announce() }
  }

  private func showPlayhead() {
    lastShown = diagram.transport.player.now
    let position = diagram.isPlaying ? diagram.transport.player.position : diagram.playhead
    let frame = Int(min(position, Double(diagram.length)))
    if showsRemaining {
      show(frame..<max(frame, diagram.length), in: playhead, isNegative: true)
    } else {
      show(0..<frame, in: playhead)
    }
  }

  /// Updates the time even when the playhead takes longer than a second to its next pixel.
  private func scheduleSecond() {
    guard diagram.sampleRate > 0, let steps = diagram.transport.steps, steps.speed < 1 else {
      timer.cancel()
      return
    }
    guard !timer.isScheduled else { return }
    let seconds = diagram.transport.player.position / Double(diagram.sampleRate)
    let toNext = (1 - (seconds - seconds.rounded(.down))) / diagram.transport.speed
    timer.schedule(after: toNext + 0.001) { [weak self] in
      guard let self, diagram.isPlaying else { return }
      showPlayhead()
      scheduleSecond()
    }
  }

  /// Shows the length of `range` in the chosen format, and in frames below; a position is shown as the length
  /// before it. Lengths are differences of the shown values, so that start, end and length add up.
  private func show(_ range: FrameRange, in readout: ReadoutView, isNegative: Bool = false) {
    let (format, rate) = (diagram.timeFormat, diagram.sampleRate)
    guard rate > 0 else { return readout.show(time: "–", frames: "") }
    func text(_ format: TimeFormat) -> String {
      let units = { format.units(ofFrame: $0, sampleRate: rate) }
      let length = units(range.upperBound) - units(range.lowerBound)
      return (isNegative ? "\u{2212}" : "") + format.text(units: length)
    }
    readout.show(time: text(format), frames: text(format == .frames ? .clock : .frames))
  }
}
