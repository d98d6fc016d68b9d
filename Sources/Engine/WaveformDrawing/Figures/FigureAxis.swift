// FigureAxis.swift
// An axis that runs upwards beside a lane, or beside a bar of colours: its name and its ticks, which are those of the
// window's rulers. A pure value.

import Localization
import WaveformCore

/// An axis of a figure.
struct FigureAxis: Equatable {
  struct Tick: Equatable {
    /// The row of the tick, and the first one of its label, from the top.
    let y: Int, labelTop: Int
    /// Nil for a tick between two with labels.
    let label: String?
  }

  /// With its unit.
  let name: String
  /// Device pixels.
  let height: Int
  let ticks: [Tick]

  /// The height of a line of labels in logical pixels.
  private static let line = 12

  static func amplitudes(
    _ amplitude: AmplitudeScale, height: Int, scale: Int, isMirrored: Bool
  ) -> FigureAxis {
    let ticks = AmplitudeTicks(
      height: height, amplitude: amplitude, labelHeight: line * scale, isMirrored: isMirrored)
    return FigureAxis(
      name: amplitude.unit == .decibels ? localized("Level (dBFS)") : localized("Amplitude"),
      height: 2 * BarGeometry(height: height, amplitude: amplitude).halfHeight,
      ticks: ticks.ticks.map { Tick(y: $0.y, labelTop: $0.labelTop, label: $0.label) })
  }

  static func frequencies(_ look: SpectrogramLook, height: Int, sampleRate: Int, scale: Int) -> FigureAxis {
    let ticks = FrequencyTicks(
      look.axis(height: height, sampleRate: sampleRate), labelHeight: line * scale)
    return FigureAxis(
      name: look.scale == .notes ? localized("Note", context: "music") : localized("Frequency (Hz)"),
      height: height,
      ticks: ticks.ticks.map { Tick(y: $0.y, labelTop: $0.labelTop, label: $0.label) })
  }

  /// The levels of colours, from the ceiling down to the floor.
  static func levels(_ look: SpectrogramLook, height: Int, scale: Int) -> FigureAxis {
    let line = line * scale, perDecibel = Double(height) / (look.ceiling - look.floor)
    let step = [5.0, 10, 20, 30, 60].first { $0 * perDecibel >= 2.5 * Double(line) } ?? 120
    let first = (look.ceiling / step).rounded(.down) * step
    let ticks = stride(from: first, through: look.floor, by: -step).map { level in
      let y = min(max(Int((look.ceiling - level) * perDecibel), 0), max(height - 1, 0))
      let number = Int(abs(level))
      return Tick(
        y: y, labelTop: max(0, min(y - line / 2, height - line)),
        label: level < 0 ? "\u{2212}\(number)" : "\(number)")
    }
    return FigureAxis(name: localized("Level (dBFS)"), height: height, ticks: ticks)
  }
}
