// BandMarks.swift
// The marks that are about some frequencies, as rectangles over the spectra of their recording. Looked up once for each
// view, in what the strip of marks would draw: a hundred thousand marks cost as much as there are pixels.

import Marks
import WaveformCore
import WaveformDrawing
import WaveformModel

/// The rectangles of marks over one plot.
@MainActor final class BandMarks {
  struct Item {
    /// From the left edge of the view; may lie outside of it.
    let pixels: Range<Int>
    let band: FrequencyBand
    let color: Color
    let isSelected: Bool
  }

  /// When it becomes another one, the plot is drawn again.
  struct Key: Equatable, Sendable {
    let version: Int
    let selected: RecordingMarks.Selected
    let draft: Mark?

    /// - Returns: nil for a waveform whose marks are not shown.
    @MainActor init?(_ plot: PlotViewModel, _ diagram: DiagramViewModel) {
      let marks = diagram.marks
      guard !plot.isComputed, marks.recording == plot.path, !marks.isEmpty else { return nil }
      version = marks.version
      selected = marks.selection
      draft = marks.draft
    }
  }

  private var kept: (key: Key, viewport: Viewport, placement: LanePlacement, isDark: Bool, items: [Item])?

  /// The marks in view, those that are selected last.
  func items(over plot: PlotViewModel, _ viewport: Viewport, _ diagram: DiagramViewModel) -> [Item] {
    guard let key = Key(plot, diagram) else {
      kept = nil
      return []
    }
    let placement = diagram.placement(of: plot), isDark = diagram.look.spectrogram.colors.isDark
    if let kept, kept.key == key, kept.viewport == viewport, kept.placement == placement,
      kept.isDark == isDark
    {
      return kept.items
    }
    let own = placement.grid(viewport.grid)
    let grid = PixelGrid(
      framesPerPixel: own.framesPerPixel, origin: own.position(ofPixel: viewport.firstPixel))
    // What stands out from spectra does not depend on the window's colours.
    let palette = Palette.named(isDark ? .dark : .light)
    let items = diagram.marks.tiers.flatMap { tier in
      let draft = key.draft.flatMap { draft in tier.marks.contains { $0.id == draft.id } ? draft : nil }
      let color = palette.with(.ofTier(tier.color)).playedPeak
      return MarkRow(tier, grid: grid, width: viewport.width, draft: draft).items.compactMap { item in
        item.mark.band.map {
          Item(
            pixels: item.start..<max(item.end, item.start + 1), band: $0, color: color,
            isSelected: key.selected.all.contains(item.mark.id))
        }
      }
    }
    let ordered = items.filter { !$0.isSelected } + items.filter(\.isSelected)
    kept = (key, viewport, placement, isDark, ordered)
    return ordered
  }
}

extension LaneColor {
  /// The color of a tier of marks; the first one of lanes is that of the waveform.
  package static func ofTier(_ color: Int) -> LaneColor { LaneColor(color + 1) }
}
