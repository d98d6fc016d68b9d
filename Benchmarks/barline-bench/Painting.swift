// Painting.swift
// What it costs to paint 2 lanes of 2,000 columns into a surface: both styles, straight into the pixels and
// with Cairo.

import WaveformCore
import WaveformDrawing

func benchmarkPainting() {
  let height = 150
  let columns = (0..<2).map { lane in speechLikeColumns(count: 2000, seed: UInt64(lane + 1)) }
  for style in WaveformStyle.waveforms {
    for state in PlayState.allCases {
      let painter = WaveformPainter(style: style, palette: .light, height: height, scale: 1)
      let tiles = columns.map { WaveformTile(columns: $0, state: state) }
      guard let surface = try? ImageSurface(width: painter.width(of: tiles[0]), height: 2 * height) else {
        continue
      }
      report("painting-\(style)-\(state)-pixels") {
        for (lane, tile) in tiles.enumerated() {
          painter.paint(tile, into: surface, y: lane * height, over: .clear)
        }
      }
      report("painting-\(style)-\(state)-cairo") {
        surface.withContext { context in
          for tile in tiles { painter.paint(tile, in: context) }
        }
      }
    }
  }
  benchmarkView(columns, height: height)
  benchmarkTiles(columns, height: height)
  benchmarkSpectra()
}

/// A view of spectra: 1,900 columns of 1,025 bins in 600 rows.
private func benchmarkSpectra() {
  let bins = 1025, count = 1900
  var columns = SpectrogramColumns(bins: bins, count: count)
  for place in columns.steps.indices {
    columns.steps[place] = UInt8(truncatingIfNeeded: place &* 2_654_435_761 >> 11)
  }
  for style in [WaveformStyle.spectrogram, .both] {
    let painter = WaveformPainter(
      look: WaveformLook(style: style), palette: .light, height: 600, scale: 1, sampleRate: 44_100)
    let tile = WaveformTile(
      columns: style == .both ? speechLikeColumns(count: count, seed: 1) : WaveformColumns(count: count),
      state: .unplayed, spectrogram: SpectrogramStretch(columns: columns))
    guard let surface = try? ImageSurface(width: count, height: 600) else { continue }
    report("painting-\(style)-view") { painter.paint(tile, into: surface, over: .clear) }
  }
}

/// As many bars as a view of 2,000 device pixels holds.
private func benchmarkView(_ columns: [WaveformColumns], height: Int) {
  let painter = WaveformPainter(style: .bars, palette: .light, height: height, scale: 1)
  let tiles = columns.map { WaveformTile(columns: $0.slice(0..<667), state: .unplayed) }
  guard let surface = try? ImageSurface(width: painter.width(of: tiles[0]), height: 2 * height) else {
    return
  }
  report("painting-bars-view") {
    for (lane, tile) in tiles.enumerated() {
      painter.paint(tile, into: surface, y: lane * height, over: .clear)
    }
  }
}

/// The same lanes as the window paints them: tile by tile, each on a surface of its own.
private func benchmarkTiles(_ columns: [WaveformColumns], height: Int) {
  let geometry = TileGeometry(factor: 1)
  for style in WaveformStyle.waveforms {
    let painter = WaveformPainter(style: style, palette: .light, height: height, scale: 1)
    let perTile = geometry.columns(ofTile: 0, style: style).count
    let tiles = columns.flatMap { columns in
      stride(from: 0, to: columns.count, by: perTile).map { first in
        WaveformTile(
          columns: columns.slice(first..<Swift.min(first + perTile, columns.count)), state: .unplayed)
      }
    }
    report("painting-\(style)-tiles") {
      for tile in tiles {
        guard let surface = try? ImageSurface(width: painter.width(of: tile), height: height) else {
          continue
        }
        painter.paint(tile, into: surface, over: .clear)
      }
    }
  }
}
