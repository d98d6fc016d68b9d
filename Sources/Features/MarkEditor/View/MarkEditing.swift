// MarkEditing.swift
// The pointer and the keyboard on the strip of marks: a click selects, a drag moves a mark or its edge, a double click
// names it.

import GtkBridge
import Marks
import WaveformDrawing
import WaveformModel
import WaveformViews

/// What the user does on the strip of one diagram.
@MainActor final class MarkEditing: DiagramStrip {
  let strip: MarkStrip
  /// The strip, with the entry over it.
  private let overlay: Overlay
  private let diagram: DiagramViewModel
  private var naming: MarkNaming?
  private let observer = ModelObserver()
  /// The mark under the pressed button, and where the drag of it began, in frames; nil otherwise.
  private var grip: (mark: Mark, part: MarkRow.Part, frame: Int)?
  private var isDragging = false
  /// Gives the focus back to the diagram.
  var onRelease: (() -> Void)?

  /// - Parameter pressed: called when a button goes down on the strip.
  init(_ diagram: DiagramViewModel, _ trace: Trace?, pressed: @escaping @MainActor () -> Void) {
    self.diagram = diagram
    strip = MarkStrip(diagram: diagram)
    overlay = Overlay(over: strip)
    naming = MarkNaming(
      diagram, in: .strip, over: overlay, style: "mark-name",
      .init(
        place: { [weak self] in self?.place(of: $0) },
        step: { [weak diagram] in diagram?.nameNext(after: $0, isForward: $1) },
        release: { [weak self] in self?.onRelease?() }))
    connect(pressed)
    if let trace { write(to: trace) }
  }

  var widget: Widget { overlay }

  var palette: Palette {
    get { strip.palette }
    set { strip.palette = newValue }
  }

  func drawView() { strip.queueDraw() }

  private func write(to trace: Trace) {
    let marks = diagram.marks
    observer.follow({ marks.savings }) { if $0 > 0 { trace.write("marks-kept", ["count": $0]) } }
    observer.follow({ marks.version }) { [weak marks] _ in
      guard let document = marks?.document else { return }
      trace.write("marks", ["count": document.count, "tiers": document.tiers.count])
    }
    strip.onPaint = { trace.write("marks-painted", ["drawn": $0]) }
  }

  /// Where the name of a mark is typed.
  private func place(of mark: Mark) -> Rect? {
    // The strip may appear with its first mark.
    strip.isVisible = true
    guard let place = strip.place(of: mark), let viewport = diagram.viewport else { return nil }
    let width = 140.0
    // The strip has no width yet when it appears with its first mark.
    let room = strip.pixels.logical(viewport.width)
    return Rect(
      x: max(0, min(place.x, room - width)), y: max(0, place.y - 2), width: width, height: MarkStrip.rowHeight
    )
  }

  // MARK: Pointer

  private func connect(_ pressed: @escaping @MainActor () -> Void) {
    _ = DragGesture(on: strip) { [weak self] phase, start, now, modifiers in
      guard let self else { return }
      switch phase {
      case .began:
        pressed()
        isDragging = false
        grip = strip.mark(at: start).flatMap { found in
          strip.frame(at: start.x).map { (found.mark, found.part, $0) }
        }
      case .moved:
        guard let grip else { return }
        isDragging = isDragging || DragGesture.isDrag(on: strip, from: start, to: now)
        if isDragging, let frame = strip.frame(at: now.x) {
          drag(grip.mark, grip.part, by: frame - grip.frame, isInverted: modifiers.contains(.control))
        }
      case .ended:
        diagram.snapping.end()
        if isDragging {
          diagram.marks.endDrag(isTaken: true)
        } else if let grip {
          diagram.select(grip.mark)
        } else {
          diagram.marks.select(nil)
        }
        grip = nil
      case .cancelled:
        diagram.snapping.end()
        diagram.marks.endDrag(isTaken: false)
        grip = nil
      }
    }
    _ = ClickGesture(on: strip) { [weak self] count, point in
      guard let self, count == 2, let found = strip.mark(at: point) else { return }
      diagram.marks.beginNaming(found.mark.id)
    }
    _ = MotionController(on: strip) { [weak self] point in
      guard let self else { return }
      let found = point.flatMap { self.strip.mark(at: $0) }
      let isEdge = found.map { !$0.mark.isPoint && $0.part != .whole } ?? false
      strip.setCursor(isEdge ? "col-resize" : found == nil ? nil : "pointer")
    }
    _ = ScrollController(
      on: strip,
      scrolled: { [weak self] in
        guard let self, let width = diagram.viewport?.width else { return false }
        let policy = ScrollPolicy(width: Double(width), scale: strip.pixels.factor)
        diagram.navigation.pan(by: policy.pan(for: $0))
        return true
      })
  }

  /// An edge goes no further than the other one; the whole stays within the recording.
  private func drag(_ mark: Mark, _ part: MarkRow.Part, by frames: Int, isInverted: Bool) {
    let range = mark.range, length = diagram.marks.length ?? Mark.furthest
    let isEnd = part == .end && !mark.isPoint
    let frames = snapped(
      isEnd ? range.upperBound : range.lowerBound, by: frames, mark, isInverted: isInverted)
    let next =
      switch part {
      case .start where !mark.isPoint:
        min(max(0, range.lowerBound + frames), range.upperBound - 1)..<range.upperBound
      case .end where !mark.isPoint:
        range.lowerBound..<max(range.lowerBound + 1, min(length, range.upperBound + frames))
      default: Self.moved(range, by: frames, length: length)
      }
    diagram.marks.drag(mark, to: next)
  }

  /// How far an edge moves when it snaps.
  private func snapped(_ edge: Int, by frames: Int, _ mark: Mark, isInverted: Bool) -> Int {
    let placement = diagram.marks.placement
    let wanted = Int(placement.axisPosition(of: Double(edge + frames)).rounded())
    let frame = diagram.snapped(
      wanted, isInverted: isInverted, scale: strip.pixels.line, without: mark.id)
    return frame == wanted ? frames : Int(placement.position(ofAxis: Double(frame)).rounded()) - edge
  }

  private static func moved(_ range: Range<Int>, by frames: Int, length: Int) -> Range<Int> {
    let step = max(min(frames, max(0, length - range.upperBound)), min(0, -range.lowerBound))
    return range.lowerBound + step..<range.upperBound + step
  }
}
