// FigureOptions.swift
// What `render` draws around waveforms, and how large: the choices that make a picture a figure.

import ArgumentParser
import Localization
import WaveformDrawing

struct FigureOptions: ParsableArguments {
  @Flag(
    help: Sentence(
      """
      Draw a time axis and axes of amplitudes or frequencies, with units, and beside spectrograms a bar of their colours, \
      if there is room.
      """
    ).help())
  var axes = false

  @Option(help: Sentence("A title above everything.").help(valueName: "text"))
  var title: String?

  @Option(
    help: Sentence("A line below everything; may be given several times.").help(valueName: "text"))
  var caption: [String] = []

  @Option(
    help: Sentence("Size of the picture in millimetres, such as 160x60mm, or in pixels, such as 1200x400.")
      .help(valueName: "size"))
  var size: SizeArgument?

  @Option(
    help: Sentence(
      """
      Draw everything so many times as large, 1 to 8: a picture of 1200 pixels has 2400 with 2. A pixel is 1/96 of an \
      inch then; 3 is meant for sizes in millimetres (288 pixels in an inch). In SVG and PDF this is the resolution of \
      spectrograms.
      """
    ).help(valueName: "n"))
  var scale: Int?

  @Option(
    help: Sentence(
      """
      The colours: screen (or light), dark, print (dark ink on white), or two colours, of the waveform and of the \
      ground, such as 1a5fb4,ffffff.
      """
    ).help(valueName: "colors"))
  var colors: ColorsArgument?

  /// True when the picture is more than waveforms of a size in pixels.
  var isUsed: Bool {
    axes || title != nil || !caption.isEmpty || size != nil || scale != nil || colors != nil
  }

  func validate() throws {
    guard FigureSize.scales.contains(scale ?? 1) else {
      throw ValidationError(localized("--scale must be between 1 and 8."))
    }
  }

  /// - Parameters:
  ///   - width, height: in pixels, when no size was given.
  func size(width: Int, height: Int) -> FigureSize {
    guard let size else { return FigureSize(logicalWidth: width, logicalHeight: height, scale: scale ?? 1) }
    return size.isMillimetres
      ? FigureSize(millimetres: size.width, size.height, scale: scale ?? 3)
      : FigureSize(logicalWidth: Int(size.width), logicalHeight: Int(size.height), scale: scale ?? 1)
  }
}

struct SizeArgument: ExpressibleByArgument {
  let width: Double, height: Double
  let isMillimetres: Bool

  init?(argument: String) {
    guard let size = FigureSize.typed(argument) else { return nil }
    (width, height, isMillimetres) = size
  }
}

struct ColorsArgument: ExpressibleByArgument {
  let colors: FigureColors

  init?(argument: String) {
    guard let colors = FigureColors(argument) else { return nil }
    self.colors = colors
  }
}

extension FigureFormat: ExpressibleByArgument {}
