// FrameTrace.swift
// What the trace tells of frames: why each was drawn, what it cost, what was painted for it, and what it
// showed.

import GtkBridge
import WaveformCore
import WaveformModel

/// Traces the frames of one diagram.
@MainActor final class FrameTrace {
  let trace: Trace
  /// True once this has been traced for the present recording.
  var hasShownCompletePicture = false, hasShownPreview = false
  private var hasTracedCompletePicture = false, hasTracedPreview = false
  private var isFirst = true
  /// Why the next frame is drawn.
  private var reasons: Set<String> = []
  private var start = 0.0
  /// The counters at the end of the last frame.
  private var time = (clock: 0.0, processor: 0.0), tiles = 0
  /// The last view that was shown exact to the frame.
  private var exactViewport: Viewport?

  private let observer = ModelObserver()

  init(_ trace: Trace) { self.trace = trace }

  /// Starts tracing; the window must be realized.
  ///
  /// - Parameter plots: gives the backmost view of each lane.
  func follow(
    _ diagram: DiagramViewModel, in window: Widget, plots: @escaping @MainActor () -> [PlotView]
  ) {
    OwnTime.isCounted = true
    window.beforePaint { [weak self] in self?.start = MainLoop.now }
    window.afterPaint { [weak self, weak diagram] in
      // The work of the trace itself is not measured.
      OwnTime.leaveOut { if let self, let diagram { self.painted(diagram, plots()) } }
    }
    observer.follow({ diagram.viewport }) { [weak self] viewport in self?.viewportChanged(viewport) }
    observer.follow({ diagram.selection.map { TracedSelection(range: $0.range, band: $0.band) } }) {
      [weak self] in
      self?.reasons.insert("selection")
      self?.trace.write("selection", $0?.fields ?? ["none": true])
    }
    observer.follow({ diagram.plots.first?.framesRead ?? 0 }) { [weak self] frames in
      self?.reasons.insert("reading")
      if frames > 0 { self?.trace.write("reader-progress", ["frames": frames]) }
    }
    observer.follow({ diagram.isPlaying }) { [trace] isPlaying in
      trace.write("playback", ["playing": isPlaying, "frame": Int(diagram.playhead)])
    }
    observer.follow({ diagram.isPlaying ? -1 : diagram.playhead }) { [weak self] playhead in
      self?.reasons.insert("playhead")
      if playhead >= 0 { self?.trace.write("playhead", ["frame": playhead]) }
    }
  }

  /// Starts anew for another recording.
  func restart() {
    (hasShownCompletePicture, hasTracedCompletePicture) = (false, false)
    (hasShownPreview, hasTracedPreview) = (false, false)
  }

  /// Follows another view, which now shows the first waveform.
  func pictureChanged() {
    hasShownCompletePicture = false
    hasShownPreview = false
  }

  func playheadStepped(by pixels: Int, to frame: Double, at time: Double) {
    reasons.insert("playhead")
    trace.write("playhead-step", ["pixels": pixels, "frame": frame, "at": time])
  }

  func pointed(at value: PointerValue) {
    guard let amplitude = value.amplitude else { return }
    trace.write(
      "pointer", ["frame": value.frame, "amplitude": amplitude, "level": value.levelText])
  }

  private func viewportChanged(_ viewport: Viewport?) {
    reasons.insert("viewport")
    guard let viewport else { return }
    trace.write(
      "viewport",
      [
        "start": viewport.start, "framesPerPixel": viewport.framesPerPixel, "width": viewport.width,
        "length": viewport.length,
      ])
  }

  private func painted(_ diagram: DiagramViewModel, _ plots: [PlotView]) {
    if isFirst { trace.write("first-frame") }
    isFirst = false
    writeFrame(tiles: plots.reduce(0) { $0 + $1.tiles.painted })
    let isExact = plots.allSatisfy { !$0.isInSight() || $0.showsExactly }
    if let viewport = diagram.viewport, viewport != exactViewport, isExact {
      exactViewport = viewport
      trace.write(
        "exact-shown", ["start": viewport.start, "framesPerPixel": viewport.framesPerPixel])
    }
    if hasShownPreview, !hasTracedPreview {
      hasTracedPreview = true
      trace.write("preview-complete")
    }
    if hasShownCompletePicture, !hasTracedCompletePicture {
      hasTracedCompletePicture = true
      trace.write("overview-complete")
    }
  }

  /// - Parameter tiles: the number of tiles painted since the beginning.
  private func writeFrame(tiles: Int) {
    let duration = Int((MainLoop.now - start) * 1e6)
    let reason = reasons.isEmpty ? "other" : reasons.sorted().joined(separator: "+")
    reasons = []
    let before = (time, self.tiles)
    time = (OwnTime.seconds, OwnTime.processorSeconds)
    self.tiles = tiles
    let own = Int((time.clock - before.0.clock) * 1e6)
    let processor = Int((time.processor - before.0.processor) * 1e6)
    trace.write(
      "frame",
      [
        "reason": reason, "us": duration, "own": own, "processor": processor,
        "tiles": max(tiles - before.1, 0),
      ])
  }
}

/// A selection as it is traced.
private struct TracedSelection: Equatable, Sendable {
  let range: FrameRange
  let band: FrequencyBand?

  var fields: Trace.Fields {
    guard let band else { return ["start": range.lowerBound, "end": range.upperBound] }
    return ["start": range.lowerBound, "end": range.upperBound, "low": band.low, "high": band.high]
  }
}
