// TintLegend.swift
// What the colors of tinted bars mean: a swatch for each class, from low to high sounds.

import GtkBridge
import Localization
import WaveformCore
import WaveformDrawing

/// Draws the inks of played bars side by side, and those of bars that have not been played below them.
final class TintLegend: SnapshotArea {
  /// The colors of the desktop's style.
  var palette = Palette.light { didSet { if palette != oldValue { queueDraw() } } }

  private static let swatch = 12.0, radius = 2.0

  init() {
    super.init(role: .image)
    set("hexpand", true)
    setContentSize(width: SpectralBalance.classes * 16, height: 2 * Int(Self.swatch) + 2)
    setAccessibleLabel(
      localized("From low sounds, dark, to high ones, bright; below, paler, what has not been played"))
  }

  required init(_ raw: UnsafeMutableRawPointer) { fatalError("made by init() only") }

  override func snapshot(_ snapshot: Snapshot) {
    let step = (Double(width) / Double(SpectralBalance.classes)).rounded(.down)
    for (row, state) in [PlayState.played, .unplayed].enumerated() {
      for (place, ink) in palette.tints(state).enumerated() {
        snapshot.fill(
          Rect(
            x: Double(place) * step, y: Double(row) * (Self.swatch + 2), width: step - 2, height: Self.swatch),
          radius: Self.radius, ink.rgba)
      }
    }
  }
}
