// LaneOffset.swift
// Where a waveform begins on the time axis, in a popover of its header: a time or a number of frames, which is typed. Follows
// the model; changes it by commands that can be undone.

import GtkBridge
import Localization
import Resources
import WaveformCore
import WaveformModel

/// The popover about the beginning of one waveform.
@MainActor final class LaneOffset {
  let popover: Widget
  private let plot: PlotViewModel
  private let diagram: DiagramViewModel
  private let entry: Widget, time: Widget, unit: Widget, note: Widget
  private let observer = ModelObserver()
  /// True while the program shows the model's values: signals that this causes must not change the model.
  private var isShowing = false
  /// The text that the program put into the time entry. It is rounded, so the entry counts as changed only
  /// when its text differs.
  private var shownTime = ""

  private struct Contents: Equatable, Sendable {
    let frames: Int
    /// That of the time axis, and whether it is the recording's.
    let rate: Int
    let isOwnRate: Bool
  }

  init(of plot: PlotViewModel, in diagram: DiagramViewModel) {
    self.plot = plot
    self.diagram = diagram
    let builder = Builder(Resources.laneOffset)
    popover = builder.get("popover")
    entry = builder.get("entry")
    time = builder.get("time")
    unit = builder.get("unit")
    note = builder.get("note")
    // "+0.5" would be written "0.5+".
    for typed in [entry, time] { typed.runLeftToRight() }
    entry.connect("value-changed") { [weak self] in
      guard let self, !isShowing else { return }
      move(to: Int(entry.double("value").rounded()))
    }
    time.connect("activate") { [weak self] in self?.typedTime() }
    time.connect("changed") { [weak self] in self?.show(problem: nil) }
    popover.connect("closed") { [weak self] in
      self?.typedTime()
      // Discard text that is not a time.
      self?.showTime(overTyping: true)
      self?.diagram.lanes.endChange()
    }
    observer.follow({ [plot, diagram] in
      Contents(
        frames: plot.settings.offset, rate: diagram.sampleRate,
        isOwnRate: diagram.sampleRate == plot.sampleRate)
    }) { [weak self] in self?.show($0) }
  }

  private func move(to frames: Int) {
    diagram.lanes.change(plot, .shifted(lane: plot.number)) { $0.offset = frames }
  }

  private func show(_ contents: Contents) {
    isShowing = true
    defer { isShowing = false }
    entry.set("value", Double(contents.frames))
    showTime()
    // Translators: the unit of a number that is typed; with the rate of the time axis where the file has another one.
    unit.set(
      "label",
      contents.isOwnRate ? localized("Sample") : localized("Sample at \(grouped(contents.rate)) Hz"))
  }

  /// Moves the waveform to the typed time. Text that is not a time stays and is marked.
  private func typedTime() {
    guard let text = time.string("text"), text != shownTime, diagram.sampleRate > 0 else { return }
    let typed = TypedTime(
      sampleRate: diagram.sampleRate, length: diagram.length, origin: 0, limits: LaneSettings.offsets,
      format: diagram.timeFormat)
    let frames: Int
    do throws(TypedTimeError) {
      frames = try typed.frame(text)
    } catch {
      return show(problem: error.message { diagram.time(ofFrame: $0) })
    }
    move(to: frames)
    showTime(overTyping: true)
  }

  private func show(problem: String?) {
    note.set("label", problem ?? Self.hint)
    if problem == nil {
      time.removeStyleClass("error")
      note.removeStyleClass("error")
      note.addStyleClass("dim-label")
    } else {
      time.addStyleClass("error")
      note.addStyleClass("error")
      note.removeStyleClass("dim-label")
    }
  }

  private static let hint =
    localized("Or drag the waveform with Alt held.\nWhat begins before 0 is cut off there.")

  /// - Parameter overTyping: false keeps what the user is typing, unless the waveform has moved.
  private func showTime(overTyping: Bool = false) {
    let frames = plot.settings.offset
    guard diagram.sampleRate > 0 else { return }
    let text =
      (frames < 0 ? "\u{2212}" : "")
      + Numerals.shown(Timecode(frames: abs(frames), sampleRate: diagram.sampleRate).text)
    guard overTyping || text != shownTime else { return }
    shownTime = text
    time.set("text", text)
  }
}
