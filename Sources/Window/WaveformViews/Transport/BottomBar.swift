// BottomBar.swift
// Playhead, selection and pointer in numbers. During playback the time is drawn with the playhead's steps, at
// most five times and at least once a second. Assistive technology is told when playback stops or the user
// moves something.

import GtkBridge
import Localization
import WaveformCore
import WaveformModel

/// The values below the diagram.
@MainActor final class BottomBar {
  private let diagram: DiagramViewModel
  private let playhead = ReadoutView(localized("Playhead"))
  private let pointers = [ReadoutView(localized("Pointer")), ReadoutView(localized("Pointer"))]
  private let selection: SelectionReadouts
  private let peak: ViewPeak
  /// What the selection is dragged out by, one in each place for its values that has room for it.
  let handles: [Widget]
  private let observer = ModelObserver()
  private let timer = Timer()
  private var lastShown = 0.0
  /// What the selection's read-outs show, and what stands in the last one while there is no room for the pointer's.
  private var shown: (values: Values?, pointed: Readout?)
  /// Called with a value of the selection that was clicked, and where it stands.
  var onEdit: ((TypedField, Widget) -> Void)?
  /// True when the playhead's readout shows the remaining time.
  var showsRemaining = false { didSet { if showsRemaining != oldValue { showPlayhead(isToldOf: true) } } }

  private struct Values: Equatable, Sendable {
    let playhead: Double
    let placements: Int
    let isPlaying: Bool
    let selection: FrameRange?
    /// The selected channels; nil: all.
    let scope: String?
    /// The selected frequencies; nil: all.
    let band: FrequencyBand?
    let view: FrameRange
    let sampleRate: Int
    /// True when a pixel lasts longer than a second.
    let isSlow: Bool
    let length: Int
    /// True when the length is what was heard up to now.
    let isHeard: Bool
    let format: TimeFormat
    let origin: Int
    let precision: TimePrecision
    let speed: Double
    let showsLoudness: Bool
    /// True where a band of frequencies can be selected.
    let showsSpectra: Bool
    /// The peak of the view; nil: not known.
    let peak: Float?
  }

  /// - Parameter builder: has the boxes for playhead and selection.
  init(_ builder: Builder, diagram: DiagramViewModel) {
    self.diagram = diagram
    builder.get("playhead_box", as: BoxWidget.self).append(playhead)
    for pointer in pointers { pointer.isBlank = true }
    selection = SelectionReadouts(builder, pointers: pointers)
    handles = ["selection_handle", "selection_handle_second"].map { builder.get($0) }
    peak = ViewPeak(diagram)
    selection.onClick = { [weak self] index, view in
      // Without a selection they say something else.
      if self?.diagram.selection != nil { self?.onEdit?(Self.fields[index], view) }
    }
    let peak = peak
    observer.follow(
      every: 0.1,
      {
        Values(
          playhead: diagram.playhead, placements: diagram.transport.placementCount,
          isPlaying: diagram.isPlaying, selection: diagram.selection?.range, scope: diagram.scopeText,
          band: diagram.selection?.band,
          view: diagram.navigation.destination?.visibleFrames ?? 0..<0, sampleRate: diagram.sampleRate,
          isSlow: (diagram.transport.steps?.speed ?? 1) < 1,
          length: Self.readable(diagram.heardFrames, sampleRate: diagram.sampleRate) ?? diagram.length,
          isHeard: diagram.heardFrames != nil, format: diagram.timeFormat, origin: diagram.timeOrigin,
          precision: diagram.timePrecision,
          speed: diagram.transport.speed, showsLoudness: diagram.loudness.isShown,
          showsSpectra: diagram.plots.contains { diagram.lanes.style(of: $0).showsSpectrogram },
          peak: peak.amplitude)
      }
    ) { [weak self] in self?.show($0) }
  }

  /// What was heard, in fifths of a second: nobody reads faster.
  private static func readable(_ heard: Int?, sampleRate: Int) -> Int? {
    let step = max(sampleRate / 5, 1)
    return heard.map { $0 / step * step }
  }

  private static let fields = [TypedField.start, .end, .length]

  /// Where a value of the selection stands.
  func readout(of field: TypedField) -> Widget? {
    Self.fields.firstIndex(of: field).flatMap(selection.view(ofValue:))
  }

  private func show(_ values: Values) {
    shown.values = values
    makeRoom(values)
    showSelection(values)
    if values.isPlaying {
      showPlayhead()
      scheduleSecond()
    } else {
      timer.cancel()
      showPlayhead(isToldOf: true)
    }
  }

  // MARK: What is shown

  /// The widest values of a recording: every digit as wide as it gets, and all decimals that its frames can have, so
  /// that zooming does not lay out the window again.
  private func makeRoom(_ values: Values) {
    guard values.sampleRate > 0 else { return }
    let length = max(values.length, 1)
    let widest = {
      String(diagram.time(ofLength: length + values.origin, isFinest: true).map { $0.isNumber ? "0" : $0 })
    }()
    let detail = String(detail(ofFrame: length).map { $0.isNumber ? "0" : $0 })
    let band = values.showsSpectra ? FrequencyBand(low: 888, high: 18_880)?.text ?? "" : ""
    selection.fit(time: widest, detail: detail, band: band)
    playhead.fit(
      Readout(caption: localized("Remaining"), time: "\u{2212}" + widest, detail: "\u{2212}" + detail))
    let loudness =
      values.showsLoudness ? " · S\u{202F}\u{2212}00.0 M\u{202F}\u{2212}00.0\u{202F}LUFS" : ""
    for pointer in pointers {
      pointer.fit(
        Readout(
          caption: localized("Pointer") + "\u{2003}\(detail)", time: widest,
          detail: "\u{2212}0.0000 · \u{2212}100.0\u{202F}dB" + loudness))
    }
  }

  /// What stands below a time: its frames, unless frames or seconds alone were chosen.
  private func detail(ofFrame frame: Int) -> String {
    switch diagram.timeFormat {
    case .seconds, .frames: ""
    default: TimeFormat.frames.text(ofFrame: frame, sampleRate: max(diagram.sampleRate, 1))
    }
  }

  private func readout(_ caption: String, at frame: Int) -> Readout {
    Readout(caption: caption, time: diagram.time(ofFrame: frame), detail: detail(ofFrame: frame))
  }

  private func readout(_ caption: String, length: Int) -> Readout {
    Readout(caption: caption, time: diagram.time(ofLength: length), detail: detail(ofFrame: length))
  }

  /// The caption of a start in some channels; it has the room of the usual one.
  private static func caption(_ scope: String) -> String {
    let most = 9
    let shown = scope.count > most ? String(scope.prefix(most - 1)) + "…" : scope
    return localized("Start in \(shown)")
  }

  private func showSelection(_ values: Values) {
    guard values.sampleRate > 0 else { return selection.show([], isTyped: false) }
    if let range = values.selection {
      var length = readout(localized("Length"), length: range.count)
      length.note = values.band.map { Numerals.shown($0.text) } ?? ""
      selection.show(
        [
          readout(values.scope.map(Self.caption) ?? localized("Selection Start"), at: range.lowerBound),
          readout(localized("End"), at: range.upperBound),
          length,
        ], isTyped: true)
    } else {
      // Nothing is selected: how long everything is, what is seen of it, and how loud that gets.
      let peak = values.peak.map { PointerValue(frame: 0, amplitude: $0) }
      selection.show(
        [
          readout(values.isHeard ? localized("Heard") : localized("Recording"), length: values.length),
          readout(localized("In View"), length: values.view.count),
          shown.pointed
            ?? Readout(
              caption: localized("Peak in View"), time: peak.map { $0.levelText + "FS" } ?? "–",
              detail: detail(ofFrame: 0).isEmpty ? "" : peak?.amplitudeText ?? ""),
        ], isTyped: false)
    }
  }

  /// Shows what is under the pointer; nil when the pointer is elsewhere. Not announced, because assistive
  /// technology has no pointer.
  func show(_ value: PointerValue?) {
    for pointer in pointers { pointer.isBlank = value == nil }
    defer { if value?.spectrum == nil { showInSelection(nil) } }
    guard let value, diagram.sampleRate > 0 else { return }
    let frames = detail(ofFrame: value.frame)
    if let place = diagram.snapping.place {
      let readout = Readout(
        caption: place.name, time: diagram.time(ofFrame: place.frame), detail: localized("Snapped"))
      for pointer in pointers { pointer.show(readout) }
      return
    }
    if let spectrum = value.spectrum {
      let note = spectrum.noteText
      let readout = Readout(
        caption: note.isEmpty ? localized("Pointer") : localized("Pointer") + "\u{2003}\(note)",
        time: diagram.time(ofFrame: value.frame),
        detail: [spectrum.frequencyText, spectrum.levelText].filter { !$0.isEmpty }.joined(separator: " · "))
      for pointer in pointers { pointer.show(readout) }
      showInSelection(readout)
      return
    }
    let texts = [value.amplitudeText, value.levelText, value.loudnessText].filter { !$0.isEmpty }
    let readout = Readout(
      caption: frames.isEmpty ? localized("Pointer") : localized("Pointer") + "\u{2003}\(frames)",
      time: diagram.time(ofFrame: value.frame), detail: texts.joined(separator: " · "))
    for pointer in pointers { pointer.show(readout) }
  }

  /// Shows a reading in place of the peak of the view where the bar is too narrow for the pointer's own: a frequency stands
  /// nowhere else.
  private func showInSelection(_ readout: Readout?) {
    let next = pointers.contains(where: \.isMapped) ? nil : readout
    guard next != shown.pointed, let values = shown.values else { return }
    shown.pointed = next
    showSelection(values)
  }

  // MARK: The playhead

  /// Shows the playhead at its next step.
  func playheadStepped() { if diagram.transport.player.now >= lastShown + 0.2 { showPlayhead() } }

  private func showPlayhead(isToldOf: Bool = false) {
    lastShown = diagram.transport.player.now
    let position = diagram.isPlaying ? diagram.transport.player.position : diagram.playhead
    let frame = Int(min(position, Double(diagram.length)).rounded())
    if diagram.sampleRate <= 0 {
      playhead.show(Readout(caption: localized("Playhead"), time: "–"))
    } else if showsRemaining {
      var readout = readout(localized("Remaining"), length: max(0, diagram.length - frame))
      readout.time = "\u{2212}" + readout.time
      if !readout.detail.isEmpty { readout.detail = "\u{2212}" + readout.detail }
      playhead.show(readout)
    } else {
      playhead.show(readout(localized("Playhead"), at: frame))
    }
    if isToldOf { playhead.announce() }
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
}
