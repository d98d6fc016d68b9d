// SpectrumCurveView.swift
// Spectra as curves: decibels over frequency, with numbers at the axes, and a line under the pointer. Axes are painted when
// size, range or colours change, curves when they do, and both are kept.

import GtkBridge
import WaveformCore
import WaveformDrawing

/// Draws spectra over each other.
package final class SpectrumCurveView: SnapshotArea {
  /// From the back to the front; the first one has the axis' sample rate.
  package var curves: [SpectrumCurve] = [] { didSet { if curves != oldValue { drawAgain() } } }
  package var isLinear = false { didSet { if isLinear != oldValue { drawAgain() } } }
  package var palette = Palette.light {
    didSet {
      guard palette != oldValue else { return }
      axes = nil
      drawAgain()
    }
  }
  /// The frequencies that are selected; nil: all.
  package var band: FrequencyBand? { didSet { if band != oldValue { queueDraw() } } }
  /// The frequency that is marked, in Hz; nil: none.
  package var marked: Double? {
    didSet {
      guard marked != oldValue else { return }
      queueDraw()
      onMark?()
    }
  }
  /// Called when another frequency is marked.
  package var onMark: (() -> Void)?
  /// Called with the frequency under the pointer, in Hz; nil when the pointer leaves.
  package var onPoint: ((Double?) -> Void)?

  private let span: Double
  private var kept: (size: Size, axis: SpectrumAxis, node: RenderNode)?
  private var axes: (size: Size, axis: SpectrumAxis, node: RenderNode)?

  /// Everything on which the places depend.
  private struct Size: Equatable {
    let width: Int, height: Int
    let factor: Double
  }

  /// Logical pixels: the space left of and below the curves.
  private static let left = 30, bottom = 16

  /// - Parameters:
  ///   - name: for screen readers.
  ///   - height: logical pixels.
  ///   - span: decibels from the upper edge to the lower one.
  package init(_ name: String, height: Int, span: Double) {
    self.span = span
    super.init(role: .image)
    set("hexpand", true)
    setContentSize(height: height)
    setAccessibleLabel(name)
    _ = MotionController(on: self) { [weak self] point in
      guard let self, let onPoint else { return }
      guard let point, let axis = kept?.axis, point.x >= Double(Self.left) else { return onPoint(nil) }
      onPoint(axis.frequency(atX: min(point.x - Double(Self.left), Double(axis.width))))
    }
  }

  package required init(_ raw: UnsafeMutableRawPointer) { fatalError("made by init(_:height:span:) only") }

  private func drawAgain() {
    kept = nil
    queueDraw()
  }

  package override func snapshot(_ snapshot: Snapshot) {
    guard width > Self.left + 20, height > Self.bottom + 20 else { return }
    let size = Size(width: width, height: height, factor: pixels.factor)
    if kept?.size != size {
      let axis = SpectrumAxis(
        width: width - Self.left, height: height - Self.bottom,
        sampleRate: curves.first?.sampleRate ?? 44_100,
        levels: curves.flatMap(\.levels).max().map { [$0] } ?? [-40], span: span, isLinear: isLinear)
      if axes?.size != size || axes?.axis != axis {
        axes = drawAxes(axis).map { (size, axis, optimized($0)) }
      }
      kept = (size, axis, drawCurves(axis))
    }
    guard let kept else { return }
    if let axes { snapshot.append(axes.node) }
    if let band {
      let from = kept.axis.x(ofFrequency: band.low), to = kept.axis.x(ofFrequency: band.high)
      let ground = Rect(
        x: Double(Self.left) + from, y: 0, width: max(to - from, 1), height: Double(kept.axis.height))
      snapshot.fill(ground, palette.selection.rgba)
    }
    snapshot.translated(x: Double(Self.left), y: 0) { snapshot.append(kept.node) }
    guard let marked else { return }
    let x = Double(Self.left) + kept.axis.x(ofFrequency: marked).rounded()
    snapshot.fill(
      Rect(x: x, y: 0, width: 1, height: Double(kept.axis.height)), palette.pointerLine.rgba)
  }

  private func drawCurves(_ axis: SpectrumAxis) -> RenderNode {
    let painter = SpectrumPainter(axis: axis, palette: palette, scale: pixels.factor), curves = curves
    let bounds = Rect(x: 0, y: 0, width: Double(axis.width), height: Double(axis.height))
    return .cairo(bounds: bounds, on: pixels) { painter.paint(curves, hasLines: false, in: $0) }
  }

  private func drawAxes(_ axis: SpectrumAxis) -> RenderNode? {
    let painter = SpectrumPainter(axis: axis, palette: palette, scale: pixels.factor)
    let bounds = Rect(x: 0, y: 0, width: Double(axis.width), height: Double(axis.height))
    return RenderNode.recording(on: pixels) { snapshot in
      snapshot.translated(x: Double(Self.left), y: 0) {
        snapshot.append(.cairo(bounds: bounds, on: pixels) { painter.paint([], in: $0) })
      }
      let color = palette.rulerText.rgba
      var last = -Double.infinity
      for level in axis.levels {
        let text = TextLayout(level < 0 ? "−\(Int(-level))" : "\(Int(level))", for: self, scale: 0.75)
        // Where text is large, there is not room for each of them.
        guard abs(axis.y(ofLevel: level) - last) >= text.size.y * 0.8 else { continue }
        last = axis.y(ofLevel: level)
        snapshot.text(
          text, x: Double(Self.left) - text.size.x - 5, y: axis.y(ofLevel: level) - text.size.y / 2, color)
      }
      for frequency in axis.frequencies {
        let label = frequency < 1000 ? "\(Int(frequency)) Hz" : "\(Int(frequency / 1000)) kHz"
        let text = TextLayout(label, for: self, scale: 0.75)
        let x = Double(Self.left) + axis.x(ofFrequency: frequency) - text.size.x / 2
        snapshot.text(text, x: min(x, Double(width) - text.size.x), y: Double(axis.height) + 1, color)
      }
    }
  }
}
