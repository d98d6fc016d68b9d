// SpectrumOverlay.swift
// What lies over the spectra of a plot: the selection, the playhead and the crosshair of the pointer, in colours that stand
// out from those of the spectra and not from the window's ground. All places are device pixels.

import GtkBridge
import WaveformCore
import WaveformDrawing
import WaveformModel

/// A frequency that is marked, in Hz, and whether its multiples are.
struct Crosshair: Equatable {
  let frequency: Double
  let hasHarmonics: Bool
}

/// What is marked under the pointer.
struct PlotHover: Equatable {
  /// In device pixels from the left edge of the view; nil while the pointer is elsewhere.
  var x: Int?
  /// Nil beside spectra.
  var crosshair: Crosshair?
}

/// What is drawn over the spectra of a plot.
@MainActor struct SpectrumOverlay {
  let viewport: Viewport
  /// Device pixels per logical pixel, and those that a line has.
  let factor: Double, scale: Int
  let look: SpectrogramLook
  /// The axis of each lane in view, and its upper edge.
  let lanes: [(axis: FrequencyAxis, top: Int)]

  /// Light over dark colours, dark over light ones.
  private var ink: Color { look.colors.isDark ? Color(0xffffff) : Color(0) }
  /// Separates the ink from colours like its own.
  private var rim: Color { look.colors.isDark ? Color(0, alpha: 0.45) : Color(0xffffff, alpha: 0.6) }

  /// Logical pixels between the lines of two harmonics; closer ones would hide what they are about.
  private static let distance = 6

  /// The ground of the selection once more: that below is hidden. One of some frequencies is a rectangle with edges.
  ///
  /// - Parameter strips: the rows that are selected.
  func appendSelection(
    _ pixels: (left: Int, right: Int)?, _ strips: [Range<Int>], _ band: FrequencyBand?,
    to snapshot: Snapshot
  ) {
    guard let (left, right) = pixels else { return }
    let from = max(left, 0), width = min(right, viewport.width) - from
    for strip in strips {
      for lane in lanes {
        let rows = (lane.top..<lane.top + lane.axis.height).clamped(to: strip)
        guard !rows.isEmpty else { continue }
        if let band {
          appendRectangle(left..<max(right, left + scale), of: band, in: lane, ground: 0.14, to: snapshot)
        } else {
          let ground = PixelRect(x: from, y: rows.lowerBound, width: width, height: rows.count)
          snapshot.fill(rect(ground), ink.with(alpha: 0.16).rgba)
        }
      }
    }
  }

  /// A stretch of time and frequencies in a lane: a ground, and a line around it that ends where it goes on out of view.
  ///
  /// - Parameters:
  ///   - pixels: from the left edge of the view; may lie outside.
  ///   - color: of the line; nil: what stands out most.
  private func appendRectangle(
    _ pixels: Range<Int>, of band: FrequencyBand, in lane: (axis: FrequencyAxis, top: Int), ground: Double,
    color: Color? = nil, to snapshot: Snapshot
  ) {
    guard let rows = band.rows(on: lane.axis) else { return }
    let across = pixels.clamped(to: 0..<viewport.width), line = scale
    guard !across.isEmpty else { return }
    func fill(_ x: Range<Int>, _ y: Range<Int>, _ color: Color) {
      let x = x.clamped(to: 0..<viewport.width), y = y.clamped(to: 0..<lane.axis.height)
      guard !x.isEmpty, !y.isEmpty else { return }
      let box = PixelRect(x: x.lowerBound, y: lane.top + y.lowerBound, width: x.count, height: y.count)
      snapshot.fill(rect(box), color.rgba)
    }
    fill(across, rows, (color ?? ink).with(alpha: ground))
    // The line lies within, its rim outside: so that it stands out from what is as light as itself.
    let top = lane.axis.y(of: band.high) >= 0, bottom = lane.axis.y(of: band.low) <= Double(lane.axis.height)
    let sides = [
      (top, pixels, rows.lowerBound..<rows.lowerBound + line, 0, -line),
      (bottom, pixels, max(rows.upperBound - line, rows.lowerBound)..<rows.upperBound, 0, line),
      (true, pixels.lowerBound..<pixels.lowerBound + line, rows, -line, 0),
      (true, max(pixels.upperBound - line, pixels.lowerBound)..<pixels.upperBound, rows, line, 0),
    ]
    for (isThere, x, y, dx, dy) in sides where isThere {
      fill(x.lowerBound + dx..<x.upperBound + dx, y.lowerBound + dy..<y.upperBound + dy, rim)
      fill(x, y, color ?? ink)
    }
  }

  /// Marks that are about some frequencies.
  func appendMarks(_ marks: [BandMarks.Item], to snapshot: Snapshot) {
    for mark in marks {
      for lane in lanes {
        appendRectangle(
          mark.pixels, of: mark.band, in: lane, ground: mark.isSelected ? 0.24 : 0.1, color: mark.color,
          to: snapshot)
      }
    }
  }

  /// The playhead, which neither dark nor light colours may hide.
  ///
  /// - Parameter playhead: an absolute pixel.
  func appendPlayhead(_ playhead: Int, to snapshot: Snapshot) {
    let place = playhead - viewport.firstPixel, line = scale
    guard place >= 0, place <= viewport.width else { return }
    let x = min(place, viewport.width - line)
    for lane in lanes {
      for (x, color) in [(x - line, rim), (x + line, rim), (x, ink)] {
        snapshot.fill(
          rect(PixelRect(x: x, y: lane.top, width: line, height: lane.axis.height)), color.rgba)
      }
    }
  }

  /// Lines through the pointer's time and frequency.
  func appendCrosshair(_ crosshair: Crosshair?, x: Int?, to snapshot: Snapshot) {
    if let x {
      for lane in lanes {
        let upright = PixelRect(x: x, y: lane.top, width: scale, height: lane.axis.height)
        snapshot.fill(rect(upright), ink.with(alpha: 0.5).rgba)
      }
    }
    guard let crosshair else { return }
    appendLevel(crosshair.frequency, alpha: 0.6, to: snapshot)
    guard crosshair.hasHarmonics, let axis = lanes.first?.axis else { return }
    for frequency in axis.harmonics(of: crosshair.frequency, distance: Double(Self.distance * scale)) {
      appendLevel(frequency, alpha: 0.4, to: snapshot)
    }
  }

  private func appendLevel(_ frequency: Double, alpha: Double, to snapshot: Snapshot) {
    for lane in lanes {
      let y = lane.axis.y(of: frequency)
      guard y >= 0, y < Double(lane.axis.height) else { continue }
      let level = PixelRect(x: 0, y: lane.top + Int(y), width: viewport.width, height: scale)
      snapshot.fill(rect(level), ink.with(alpha: alpha).rgba)
    }
  }

  private func rect(_ pixels: PixelRect) -> Rect {
    Rect(
      x: Double(pixels.x) / factor, y: Double(pixels.y) / factor, width: Double(pixels.width) / factor,
      height: Double(pixels.height) / factor)
  }
}

extension Color {
  fileprivate func with(alpha: Double) -> Color { Color(red: red, green: green, blue: blue, alpha: alpha) }
}
