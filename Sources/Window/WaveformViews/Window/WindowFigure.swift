// WindowFigure.swift
// A drawn function in a window that shows activity or loudness.

import GtkBridge
import WaveformCore
import WaveformDrawing

/// A figure that moves while it has something to show.
@MainActor package final class WindowFigure {
  private let view: FunctionView
  private let lineWidth: Double
  private var styleConnections: [SignalConnection] = []

  /// - Parameters:
  ///   - name: its name in the trace.
  ///   - size: in logical pixels, as is the width of the line.
  ///   - still: the figure before it moves.
  package init(
    _ name: String, in box: BoxWidget, size: (width: Int, height: Int), lineWidth: Double = 1.75,
    pace: FunctionView.Pace = .timer(20), still: SineFigure = .activity(after: 0.3), trace: Trace?
  ) {
    self.lineWidth = lineWidth
    view = FunctionView(
      still, look: .activity(.light, width: 2), role: .presentation, pace: pace)
    view.setContentSize(width: size.width, height: size.height)
    box.append(view)
    applyPalette()
    styleConnections = StyleManager.shared.onChange { [weak self] in self?.applyPalette() }
    guard let trace else { return }
    view.onPaint = { [weak view] in
      let amplitude = view?.figure.wave.amplitude ?? 0
      trace.write("figure", ["name": name, "amplitude": amplitude])
    }
  }

  isolated deinit { styleConnections.forEach { $0.disconnect() } }

  /// True while it moves.
  package var isActive: Bool {
    get { view.isActive }
    set { view.isActive = newValue }
  }

  /// The figure after so many seconds of motion.
  package var motion: ((_ seconds: Double) -> SineFigure)? {
    get { view.motion }
    set { view.motion = newValue }
  }

  /// True when nothing is drawn.
  var isBlank: Bool {
    get { view.isBlank }
    set { view.isBlank = newValue }
  }

  /// Moves a figure on whose pace is `stepped`.
  func step() { view.step() }

  private func applyPalette() {
    let style = StyleManager.shared
    let palette = Palette.matching(isDark: style.isDark, isHighContrast: style.isHighContrast)
    view.look = .activity(palette, width: lineWidth)
  }
}
