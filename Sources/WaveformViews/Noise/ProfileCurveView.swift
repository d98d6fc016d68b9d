// ProfileCurveView.swift
// The profile of a noise as a curve: decibels over the logarithm of frequency, with numbers at its axes.
// Painted when the profile, the size or the colours change, and kept.

import GtkBridge
import WaveformCore
import WaveformDrawing

/// Draws a spectrum.
final class ProfileCurveView: SnapshotArea {
  /// Levels in dB from 0 Hz to half the sample rate, and that rate; nil while there is no profile.
  var spectrum: (levels: [Double], sampleRate: Int)? {
    didSet {
      kept = nil
      queueDraw()
    }
  }
  var palette = Palette.light {
    didSet {
      if palette != oldValue {
        kept = nil
        queueDraw()
      }
    }
  }

  private var kept: (size: [Int], node: RenderNode)?

  /// Logical pixels: the height of the view, and the space left of and below the curve.
  private static let contentHeight = 92, left = 30, bottom = 16

  init() {
    super.init(role: .image)
    set("hexpand", true)
    setContentSize(height: Self.contentHeight)
    setAccessibleLabel("Noise profile")
  }

  required init(_ raw: UnsafeMutableRawPointer) { fatalError("made by init() only") }

  override func snapshot(_ snapshot: Snapshot) {
    guard width > Self.left + 20, height > Self.bottom + 20 else { return }
    let size = [width, height, scaleFactor]
    if kept?.size != size { kept = draw().map { (size, optimized($0)) } }
    if let kept { snapshot.append(kept.node) }
  }

  private func draw() -> RenderNode? {
    let levels = spectrum?.levels ?? []
    let axis = SpectrumAxis(
      width: width - Self.left, height: height - Self.bottom, sampleRate: spectrum?.sampleRate ?? 44_100,
      levels: levels.isEmpty ? [-40] : levels)
    let painter = SpectrumPainter(axis: axis, palette: palette, scale: scaleFactor)
    let bounds = Rect(x: 0, y: 0, width: Double(axis.width), height: Double(axis.height))
    return RenderNode.recording { snapshot in
      snapshot.translated(x: Double(Self.left), y: 0) {
        snapshot.append(.cairo(bounds: bounds) { painter.paint(levels.isEmpty ? nil : levels, in: $0) })
      }
      let color = palette.rulerText.rgba
      for level in axis.levels {
        let text = TextLayout(level < 0 ? "−\(Int(-level))" : "\(Int(level))", for: self, scale: 0.75)
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
