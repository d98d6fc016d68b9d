// FigureTests.swift
// Figures as vectors and as pixels: the same in every format, everything where it belongs, nothing lost in silence.

import Testing
import WaveformCore
@testable import WaveformDrawing

struct FigureTests {
  /// Noise whose level grows, in each channel another.
  static func noise(channels: Int, frames: Int) -> WaveformPeaks {
    let pyramid = PeakPyramid<Int16>(channels: channels, expectedFrames: frames)
    let builder = PeakBuilder(pyramid)
    var state: UInt32 = 1
    let samples = (0..<frames * channels).map { index -> Int16 in
      state = state &* 1_664_525 &+ 1_013_904_223
      return Int16(truncatingIfNeeded: (Int(state >> 16) - 32_768) * (index / channels) / frames)
    }
    samples.withUnsafeBufferPointer { builder.append($0) }
    builder.finish()
    return .int16(pyramid)
  }

  static func figure(
    _ size: FigureSize, channels: Int = 2, style: WaveformStyle = .bars, palette: Palette = .light
  ) -> Figure {
    let frames = 256 * 2000
    let row = Figure.Row(
      noise(channels: channels, frames: frames), range: 0..<frames, look: WaveformLook(style: style),
      palette: palette)
    return Figure(size: size, rows: [row], palette: palette)
  }

  /// The pixels of the figure's flat and graded paths, read from its SVG.
  private func pixels(_ svg: String, width: Int, height: Int) throws -> [UInt32] {
    var pixels = [UInt32](repeating: 0, count: width * height)
    var gradients: [String: (top: Int, bottom: Int, stops: [Color])] = [:]
    for line in svg.split(separator: "\n") {
      func attribute(_ name: String, of text: Substring) -> String? {
        guard let start = text.firstRange(of: " \(name)=\"")?.upperBound else { return nil }
        return String(text[start...].prefix { $0 != "\"" })
      }
      if line.hasPrefix("<linearGradient") {
        let stops = line.split(separator: "stop-color=\"").dropFirst().map { Color(hex: $0.prefix(7))! }
        gradients["url(#\(attribute("id", of: line)!))"] = (
          Int(attribute("y1", of: line)!)!, Int(attribute("y2", of: line)!)!, stops
        )
      }
      guard line.hasPrefix("<path"), let data = attribute("d", of: line) else { continue }
      let fill = try #require(attribute("fill", of: line))
      let rows: [UInt32]
      if let gradient = gradients[fill] {
        rows = RowGradient(stops: gradient.stops, rows: gradient.bottom - gradient.top).pixels
      } else {
        rows = []
      }
      let flat = Color(hex: fill)?.pixel ?? 0
      let top = gradients[fill]?.top ?? 0
      let inside = try Self.area(of: data, width: width, height: height)
      for index in inside.indices where inside[index] != 0 {
        pixels[index] = rows.isEmpty ? flat : rows[index / width - top]
      }
    }
    return pixels
  }

  /// Winding numbers of the pixels, from the vertical edges of a path in whole numbers.
  private static func area(of data: String, width: Int, height: Int) throws -> [Int8] {
    var winding = [Int8](repeating: 0, count: width * height)
    var x = 0, y = 0, startX = 0, startY = 0
    func edge(to end: Int) {
      let step: Int8 = end > y ? 1 : -1
      for row in min(y, end)..<max(y, end) {
        for column in x..<width { winding[row * width + column] += step }
      }
    }
    var rest = data[...]
    func number() throws -> Int {
      if rest.first == " " { rest.removeFirst() }
      let digits = rest.prefix { $0.isNumber || $0 == "-" }
      // A minus sign begins the next number.
      let end = digits.dropFirst().firstIndex(of: "-") ?? digits.endIndex
      let value = try #require(Int(rest[..<end]))
      rest = rest[end...]
      return value
    }
    while let letter = rest.popFirst() {
      switch letter {
      case "M": (x, y) = (try number(), try number()); (startX, startY) = (x, y)
      case "m": (x, y) = (startX + (try number()), startY + (try number())); (startX, startY) = (x, y)
      case "h": x += try number()
      case "v":
        let end = y + (try number())
        edge(to: end)
        y = end
      case "z":
        #expect(x == startX)
        edge(to: startY)
        (x, y) = (startX, startY)
      default: Issue.record("unexpected \(letter)")
      }
    }
    return winding
  }

  @Test(arguments: WaveformStyle.waveforms)
  func `the vectors, read as pixels, are the pixels`(_ style: WaveformStyle) throws {
    for scale in [1, 2] {
      let size = FigureSize(logicalWidth: 160, logicalHeight: 60, scale: scale)
      let picture = try Self.figure(size, style: style).picture()
      let svg = String(decoding: try picture.bytes(.svg), as: UTF8.self)
      let read = try pixels(svg, width: size.width, height: size.height)
      let image = try picture.image()
      #expect(read == (0..<size.height).flatMap { y in (0..<size.width).map { image.pixel($0, y) } })
      #expect(Set(read).count > 1)
    }
  }

  @Test(arguments: WaveformStyle.waveforms)
  func `axes and a title leave the window's pixels where the waveform is`(_ style: WaveformStyle) throws {
    let size = FigureSize(logicalWidth: 300, logicalHeight: 140, scale: 2)
    var figure = Self.figure(size, style: style)
    figure.title = "Take 3"
    figure.axis = Figure.TimeAxis(sampleRate: 44_100)
    let picture = try figure.picture()
    let image = try picture.image()
    var lanes = 0
    for case .waveform(let tile, let painter, let x, let y) in picture.elements {
      let width = painter.width(of: tile)
      let lane = try ImageSurface(width: width, height: painter.height, scale: 2)
      lane.fill(Palette.light.background)
      painter.paint(tile, into: lane, over: Palette.light.background)
      var differences = 0
      for row in 0..<2 * painter.geometry.halfHeight {
        for column in 0..<width where lane.pixel(column, row) != image.pixel(x + column, y + row) {
          differences += 1
        }
      }
      #expect(differences == 0 && width > 400 && painter.height > 40)
      lanes += 1
    }
    #expect(lanes == 2)
  }

  @Test(arguments: WaveformStyle.waveforms)
  func `what has been played ends at the playhead`(_ style: WaveformStyle) throws {
    let size = FigureSize(logicalWidth: 300, logicalHeight: 60)
    var figure = Self.figure(size, channels: 1, style: style)
    let range = figure.rows[0].range
    let played = try figure.picture().image()
    figure.rows[0].playedTo = 0
    let unplayed = try figure.picture().image()
    figure.rows[0].playedTo = Double(range.count) / 3
    let picture = try figure.picture()
    let image = try picture.image()
    for x in 0..<300 where !(98...102).contains(x) {
      let whole = x < 100 ? played : unplayed
      #expect((0..<60).allSatisfy { image.pixel(x, $0) == whole.pixel(x, $0) }, "\(x)")
    }
    // Bars of which no spectra are known are grey in any case.
    #expect((120..<290).contains { x in unplayed.pixel(x, 30) != played.pixel(x, 30) } == (style != .tinted))
    let read = try pixels(String(decoding: picture.svgBytes(), as: UTF8.self), width: 300, height: 60)
    #expect(read == image.pixels)
  }

  @Test func `a lane that is raised by itself has its own heights and ticks`() throws {
    let size = FigureSize(logicalWidth: 400, logicalHeight: 200)
    var figure = Self.figure(size, style: .envelope)
    var raised = AmplitudeScale.fullScale
    raised.gain = 4
    figure.rows[0].amplitudes = [1: raised]
    figure.axis = Figure.TimeAxis(sampleRate: 44_100)
    let picture = try figure.picture()
    let painters = picture.elements.compactMap { element -> WaveformPainter? in
      if case .waveform(_, let painter, _, _) = element { painter } else { nil }
    }
    #expect(painters.map(\.look.amplitude.gain) == [1, 4])
    let labels = picture.elements.compactMap { element -> String? in
      if case .text(let label) = element { label.text } else { nil }
    }
    #expect(
      labels.contains("1") && labels.contains { $0.hasPrefix("0.1") || $0.hasPrefix("0.2") }, "\(labels)")
  }

  @Test func `a waveform over another one lies in its lanes, and lets it be seen`() throws {
    let size = FigureSize(logicalWidth: 240, logicalHeight: 120)
    var figure = Self.figure(size, channels: 2)
    let below = try figure.picture().image()
    var over = Self.figure(size, channels: 1, style: .envelope, palette: Palette.light.with(LaneColor(1)))
      .rows[0]
    over.opacity = 0.8
    figure.rows[0].over = [over]
    let picture = try figure.picture()
    guard case .group(let shapes, let opacity) = picture.elements.last else {
      Issue.record("no group")
      return
    }
    // A single channel lies in both lanes.
    #expect(shapes.count == 2 && opacity == 0.8)
    let image = try picture.image()
    let ink = Palette.light.with(LaneColor(1)).playedLoudness, ground = Palette.light.background
    func parts(_ pixel: UInt32) -> [Int] { [0, 8, 16].map { Int(pixel >> $0 & 255) } }
    let expected = parts(ground.mixed(with: ink, at: 0.8).pixel)
    #expect(
      image.pixels.contains { zip(parts($0), expected).allSatisfy { abs($0 - $1) <= 1 } })
    #expect(image.pixels != below.pixels)
    #expect(String(decoding: picture.svgBytes(), as: UTF8.self).contains("<g opacity=\"0.8\">"))
    #expect(String(decoding: try picture.pdfBytes(), as: UTF8.self).contains("/ca 0.8"))
  }

  @Test func `twelve hundred columns of two channels are less than 60 kB`() throws {
    for style in WaveformStyle.waveforms {
      let picture = try Self.figure(FigureSize(logicalWidth: 1200, logicalHeight: 240), style: style)
        .picture()
      let bytes = try picture.bytes(.svg)
      #expect(bytes.count <= 60_000, "\(style): \(bytes.count)")
      let svg = String(decoding: bytes, as: UTF8.self)
      // The ground, and a path for each lane and ink.
      #expect(svg.split(separator: "<path").count - 1 == (style.isBars ? 3 : 7))
      #expect(!svg.contains("<image"))
    }
  }

  @Test func `text is text, and the size is that of paper`() throws {
    var figure = Self.figure(FigureSize(millimetres: 160, 60, scale: 3))
    figure.title = "A <title> & \"more\""
    figure.caption = ["−14.0 LUFS"]
    figure.axis = Figure.TimeAxis(sampleRate: 44_100)
    let picture = try figure.picture()
    let svg = String(decoding: try picture.bytes(.svg), as: UTF8.self)
    // 605 × 227 pixels of 1/96 inch.
    #expect(svg.contains("width=\"160.07mm\" height=\"60.06mm\" viewBox=\"0 0 1815 681\""))
    #expect(svg.contains(">A &lt;title&gt; &amp; &quot;more&quot;</text>"))
    for text in ["−14.0 LUFS", "Time (s)", "Amplitude", "10"] {
      #expect(svg.contains(">\(text)</text>"), "\(text)")
    }
    #expect(svg.contains("<title id=\"f-title\">A &lt;title&gt; &amp; &quot;more&quot;</title>"))
    let pdf = String(decoding: try picture.bytes(.pdf), as: UTF8.self)
    #expect(pdf.hasPrefix("%PDF") && pdf.contains("453.75 170.25"))
    #expect(try picture.image().width == 1815)
  }

  @Test func `ticks stand at round places`() throws {
    var figure = Self.figure(FigureSize(logicalWidth: 800, logicalHeight: 200), channels: 1)
    figure.axis = Figure.TimeAxis(sampleRate: 44_100)
    let labels = try figure.picture().elements.compactMap { element -> FigureLabel? in
      if case .text(let label) = element { label } else { nil }
    }
    let lane = try #require(
      figure.picture().elements.compactMap { element -> Int? in
        if case .waveform(_, _, let x, _) = element { x } else { nil }
      }.first)
    // 512,000 frames are 11.61 s.
    let width = 800 - 10 - 16 - lane
    for second in [2, 4, 6, 8, 10] {
      let label = try #require(labels.first { $0.text == "\(second)" && $0.anchor == .middle })
      let place = Double(second) / (512_000 / 44_100) * Double(width) + Double(lane)
      #expect(abs(label.x - place) <= 2, "\(label) \(place)")
    }
    #expect(labels.contains { $0.text == "−0.5" && $0.anchor == .end })
  }

  @Test func `a title without room is cut, a waveform without room is an error`() throws {
    var figure = Self.figure(FigureSize(logicalWidth: 200, logicalHeight: 120))
    figure.title = String(repeating: "long ", count: 40)
    let svg = String(decoding: try figure.picture().bytes(.svg), as: UTF8.self)
    #expect(svg.contains("…</text>") && svg.contains("long long"))
    figure.axis = Figure.TimeAxis(sampleRate: 44_100)
    figure.size = FigureSize(logicalWidth: 80, logicalHeight: 40)
    #expect(throws: DrawingError.self) { try figure.picture() }
    figure.size = FigureSize(logicalWidth: 40_000, logicalHeight: 40)
    #expect(throws: DrawingError.self) { try figure.picture() }
  }

  @Test func `a caption is broken between its items, and loses none`() throws {
    var figure = Self.figure(FigureSize(logicalWidth: 300, logicalHeight: 160))
    let items = (1...8).map { "measure \($0) −14.0 LUFS" }
    figure.caption = [items.joined(separator: " · ")]
    let lines = try figure.picture().elements.compactMap { element -> FigureLabel? in
      if case .text(let label) = element { label } else { nil }
    }
    #expect(lines.count > 2 && lines.map(\.text).joined(separator: " · ") == figure.caption[0])
    #expect(Set(lines.map(\.y)).count == lines.count)
    #expect(lines.allSatisfy { FigureText.width($0.text, size: $0.size) <= 280 })
  }

  @Test func `print is grey, and chosen inks are those chosen`() throws {
    let size = FigureSize(logicalWidth: 120, logicalHeight: 40)
    let print = try Self.figure(size, palette: .print).picture().image()
    #expect(print.pixels.allSatisfy { $0 & 255 == $0 >> 8 & 255 && $0 & 255 == $0 >> 16 & 255 })
    let colors = try #require(FigureColors("#1a5fb4,f6f5f4"))
    let chosen = try Self.figure(size, palette: colors.palette).picture().image()
    #expect(Set(chosen.pixels) == [0xff1a_5fb4, 0xfff6_f5f4])
    #expect(
      FigureColors("red") == nil && FigureColors("1a5fb4") == nil && FigureColors("+a5fb4,ffffff") == nil)
    #expect(FigureColors("print") == .print && FigureColors("screen") == .light)
  }

  @Test func `sizes as people type them`() {
    #expect(FigureSize.typed("160x60mm")! == (160, 60, true))
    #expect(FigureSize.typed("1200x400")! == (1200, 400, false))
    for text in ["", "160", "160x", "x60mm", "0x10", "-1x10", "12.5x10", "1e3x10", "160x60cm", "1x2x3"] {
      #expect(FigureSize.typed(text) == nil, "\(text)")
    }
  }

  @Test func `pixels have a bound that is told, and a preview has no more than are seen`() throws {
    #expect(FigureSize(millimetres: 2000, 2000, scale: 2).problem == nil)
    for size in [
      FigureSize(logicalWidth: 4200, logicalHeight: 4200, scale: 4),
      FigureSize(logicalWidth: 8000, logicalHeight: 40, scale: 8),
    ] { #expect(size.problem?.contains("\(size.width) × \(size.height) pixels") == true) }
    let size = FigureSize(logicalWidth: 4200, logicalHeight: 4200, scale: 4)
    let picture = try Self.figure(size, channels: 1).picture()
    #expect(throws: DrawingError.self) { try picture.image() }
    let small = try picture.image(ofAtMost: 10_000)
    #expect(small.width == 100 && small.height == 100)
    // It is the picture, and no part of it: the lane is over all of its width, and the noise grows.
    let ground = Palette.light.background.pixel
    let inked = [10, 50, 90].map { x in (0..<100).count { small.pixel(x, $0) != ground } }
    #expect(inked == inked.sorted() && Set(inked).count == 3, "\(inked)")
  }
}
