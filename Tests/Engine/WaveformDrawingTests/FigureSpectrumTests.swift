// FigureSpectrumTests.swift
// Spectrograms in figures: an image with the window's pixels, frequencies beside it, and a bar of colours.

import Testing
import WaveformCore

@testable import WaveformDrawing

/// Noise with spectra that rise from the lowest bin to the uppermost one.
struct SpectralNoise: PictureSource {
  let peaks: WaveformPeaks
  let sampleRate = 44_100
  let length: Int

  init(channels: Int, frames: Int = 256 * 2000) {
    peaks = FigureTests.noise(channels: channels, frames: frames)
    length = frames
  }

  var channels: Int { peaks.channels }
  func hasCurves(_ pixels: PixelGrid) -> Bool { false }
  func prepare(_ stretch: PictureStretch) {}

  func columns(
    channel: Int, grid: PixelGrid, first: Int, count: Int, values: ColumnValues
  ) -> WaveformColumns {
    peaks.columns(channel: channel, grid: grid, first: first, count: count, values: values)
  }

  func curve(
    channel: Int, grid: PixelGrid, first: Int, count: Int, margin: Int, scale: Int
  ) -> SampleCurve? { nil }

  func marks(channel: Int, grid: PixelGrid, first: Int, count: Int) -> [ColumnMarks] { [] }

  func spectrogram(
    of lane: LaneContent, grid: PixelGrid, first: Int, count: Int, _ settings: SpectrogramSettings
  ) -> SpectrogramColumns? {
    var steps: [UInt8] = []
    for column in 0..<count {
      for bin in 0..<129 { steps.append(UInt8(bin + 60 + column % 40)) }
    }
    return SpectrogramColumns(bins: 129, count: count, steps: steps)
  }
}

struct FigureSpectrumTests {
  private func figure(
    _ size: FigureSize, _ style: WaveformStyle, channels: Int = 1, scale: FrequencyScale = .mel,
    reach: Double = 1
  ) -> Figure {
    var look = WaveformLook(style: style)
    look.spectrogram = SpectrogramLook(scale: scale, floor: -80, ceiling: -20)
    let source = SpectralNoise(channels: channels)
    let row = Figure.Row(
      source, range: 0..<Int(Double(source.length) * reach), look: look, palette: .light)
    var figure = Figure(size: size, rows: [row], palette: .light)
    figure.axis = Figure.TimeAxis(sampleRate: 44_100)
    return figure
  }

  private func labels(_ picture: FigurePicture) -> [FigureLabel] {
    picture.elements.compactMap { if case .text(let label) = $0 { label } else { nil } }
  }

  private func images(_ picture: FigurePicture) -> [(image: ImageSurface, x: Int, y: Int)] {
    picture.elements.compactMap {
      if case .image(let image, let x, let y) = $0 { (image, x, y) } else { nil }
    }
  }

  @Test(arguments: [WaveformStyle.spectrogram, .both])
  func `every pixel is what the window's painter draws`(_ style: WaveformStyle) throws {
    for scale in [1, 3] {
      let size = FigureSize(logicalWidth: 400, logicalHeight: 160, scale: scale)
      let figure = figure(size, style, channels: 2)
      let picture = try figure.picture()
      let image = try picture.image()
      let lanes = images(picture).dropLast()
      let (x, width) = (lanes[0].x, lanes[0].image.width)
      var renderer = PictureRenderer(
        width: width, height: lanes[1].y + lanes[1].image.height, scale: scale, style: style, palette: .light)
      renderer.look = figure.rows[0].look
      for (lane, strip) in zip(
        lanes, renderer.strips(of: figure.rows[0].source, range: figure.rows[0].range))
      {
        // The window paints spectra and waveform at once.
        let height = lane.image.height
        let painter = WaveformPainter(
          look: renderer.look, palette: .light, height: height, scale: scale, sampleRate: 44_100)
        let alone = try ImageSurface(width: width, height: height, scale: scale)
        alone.fill(Palette.light.background)
        var tile = strip.tiles[0].tile
        tile.spectrogram = strip.spectra
        painter.paint(tile, into: alone, over: Palette.light.background)
        var differences = 0
        for row in 0..<height {
          for column in 0..<width where alone.pixel(column, row) != image.pixel(x + column, lane.y + row) {
            differences += 1
          }
        }
        #expect(differences == 0 && width > 200 * scale && height > 40 * scale, "\(differences)")
      }
    }
  }

  @Test(arguments: FrequencyScale.allCases)
  func `frequencies stand where the window's ruler has them`(_ scale: FrequencyScale) throws {
    let size = FigureSize(logicalWidth: 600, logicalHeight: 300, scale: 2)
    let picture = try figure(size, .spectrogram, scale: scale).picture()
    let (image, x, y) = try #require(images(picture).first)
    let axis = FrequencyAxis(scale: scale, height: image.height, sampleRate: 44_100)
    let ticks = FrequencyTicks(axis, labelHeight: 24).ticks.filter { $0.label != nil }
    #expect(ticks.count > 3)
    for tick in ticks {
      let label = try #require(labels(picture).first { $0.text == tick.label && $0.anchor == .end })
      #expect(label.x < Double(x) && label.y == Double(y + tick.labelTop + 20))
    }
    let name = scale == .notes ? "Note" : "Frequency (Hz)"
    #expect(labels(picture).contains { $0.text == name && $0.isTurned })
  }

  @Test func `amplitudes of a waveform over spectra are on the right`() throws {
    let size = FigureSize(logicalWidth: 600, logicalHeight: 200)
    let picture = try figure(size, .both).picture()
    let (image, x, _) = try #require(images(picture).first)
    let half = try #require(labels(picture).first { $0.text == "0.5" })
    #expect(half.anchor == .start && half.x > Double(x + image.width))
    #expect(labels(picture).contains { $0.text == "Amplitude" && $0.x > Double(x + image.width) })
    #expect(!labels(try figure(size, .spectrogram).picture()).contains { $0.text == "Amplitude" })
  }

  @Test func `a bar of colours shows floor and ceiling, where there is room`() throws {
    let wide = try figure(FigureSize(logicalWidth: 600, logicalHeight: 200), .spectrogram).picture()
    let bar = try #require(images(wide).last)
    #expect(bar.image.width == 9)
    let gradient = SpectrumColors.gradient(.inferno)
    #expect(bar.image.pixel(4, 0) == gradient.last && bar.image.pixel(4, bar.image.height - 1) == gradient[0])
    // A level has the colour beside its label.
    let colors = SpectrumColors(.inferno, floor: -80, ceiling: -20)
    for level in [-60, -40] {
      let label = try #require(labels(wide).first { $0.text == "\u{2212}\(-level)" && $0.anchor == .start })
      let row = Int(label.y) - 10 + 6 - bar.y
      let step = Int(SpectrumStep.step(ofLevel: Double(level)))
      let near = (row - 1...row + 1).map { bar.image.pixel(4, $0) }
      let lightness = { (pixel: UInt32) in pixel >> 16 & 255 }
      #expect(abs(Int(lightness(colors.pixels[step])) - Int(lightness(near[1]))) < 12)
    }
    #expect(labels(wide).contains { $0.text == "Level (dBFS)" })
    let narrow = try figure(FigureSize(logicalWidth: 240, logicalHeight: 200), .spectrogram).picture()
    #expect(images(narrow).count == 1 && !labels(narrow).contains { $0.text == "Level (dBFS)" })
  }

  @Test func `behind the end there is ground, no silence`() throws {
    let figure = figure(FigureSize(logicalWidth: 400, logicalHeight: 120), .spectrogram, reach: 2)
    let (image, _, _) = try #require(images(figure.picture()).first)
    let row = image.height / 2
    #expect(image.pixel(image.width / 2 - 2, row) >> 24 == 255 && image.pixel(image.width / 2 + 2, row) == 0)
  }

  @Test func `images are embedded, sharp, in the resolution of the scale`() throws {
    for style in [WaveformStyle.spectrogram, .both] {
      let picture = try figure(FigureSize(millimetres: 160, 60, scale: 3), style).picture()
      let svg = String(decoding: try picture.bytes(.svg), as: UTF8.self)
      let first = try #require(images(picture).first).image
      #expect(
        svg.contains(
          "width=\"\(first.width)\" height=\"\(first.height)\" style=\"image-rendering:pixelated\""))
      #expect(svg.contains(" fill-opacity=\"0.9\" ") == (style == .both))
      #expect(svg.contains(style == .both ? ">A waveform over its spectrogram" : ">A spectrogram"))
      let pdf = String(decoding: try picture.bytes(.pdf), as: UTF8.self)
      #expect(pdf.contains("/Width \(first.width)") && pdf.contains("/Height \(first.height)"))
      #expect(!pdf.contains("/Interpolate true"))
    }
  }
}
