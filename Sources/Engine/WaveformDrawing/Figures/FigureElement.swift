// FigureElement.swift
// What a figure consists of when it is laid out: few kinds of shapes, in device pixels from its upper left corner, in
// the order in which they are drawn. Pixels, PDF and SVG are three ways to draw the same list.

import WaveformCore

/// One thing to draw.
enum FigureElement {
  /// Whole pixels of one colour.
  case rects([PixelRect], Color)
  /// Anything in the strip of marks: places between pixels, corners that may be round.
  case box(x: Double, y: Double, width: Double, height: Double, radius: Double, Color)
  case text(FigureLabel)
  /// A lane's stretch, with the painter of the window.
  case waveform(WaveformTile, WaveformPainter, x: Int, y: Int)
  /// Pixels, such as those of a spectrogram; as many as the figure has there.
  case image(ImageSurface, x: Int, y: Int)
  /// Shapes that let those below be seen, all in one.
  case group([FigureElement], opacity: Double)
}

extension PictureRenderer.Strip {
  /// The lane as shapes of a figure, without its spectra.
  ///
  /// - Parameters: x, y: the place of the picture in the figure.
  func elements(x: Int, y: Int) -> [FigureElement] {
    tiles.map { .waveform($0.tile, painter, x: x + $0.x, y: y + top) }
  }
}

/// A line of text.
struct FigureLabel: Equatable {
  enum Anchor: Equatable { case start, middle, end }

  let text: String
  /// Where the anchor lies, and the baseline.
  let x: Double, y: Double
  /// The size of the font in device pixels.
  let size: Double
  let anchor: Anchor
  let isBold: Bool
  /// True when the text runs upwards.
  let isTurned: Bool
  let color: Color
}
