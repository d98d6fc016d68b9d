// ExactRenderTests.swift
// barline-cli render against brute force: every column from its own frames, close up against the window's painters.

import CCairo
import Foundation
import TestSupport
import Testing
import WaveformCore

@testable import WaveformDrawing

/// A recording of the tests: as a file, and as the numbers that are in it.
struct TestSignal: CustomTestStringConvertible, Sendable {
  let name: String
  let channels: Int
  let bits: Int
  /// Interleaved, in full scale.
  let samples: [Float]
  var frames: Int { samples.count / channels }
  var testDescription: String { name }

  /// - Parameter bits: 16, 24, or 32 for Float.
  init(_ name: String, channels: Int = 1, bits: Int = 16, frames: Int, _ sample: (Int, Int) -> Double) {
    self.name = name
    self.channels = channels
    self.bits = bits
    let full = Double(1 << (bits - 1))
    samples = (0..<frames * channels).map { index in
      let value = sample(index / channels, index % channels)
      return bits == 32 ? Float(value) : Float(min(max((value * full).rounded(), -full), full - 1) / full)
    }
  }

  var file: [UInt8] {
    let size = bits / 8
    var data: [UInt8] = []
    data.reserveCapacity(samples.count * size)
    for sample in samples {
      let value = bits == 32 ? Int(sample.bitPattern) : Int(sample * Float(1 << (bits - 1)))
      data += little(value, size)
    }
    var wave = WaveFile(data: data, bits: bits, channels: channels)
    if bits == 32 { wave.tag = 3 }
    return wave.bytes
  }

  static let length = 100_003

  static let all: [TestSignal] = {
    var state: UInt64 = 17
    func noise() -> Double {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Double(Int64(bitPattern: state) >> 11) / Double(1 << 52)
    }
    // Blocks of changing loudness, so that a frame that is counted wrong is seen.
    func level(_ frame: Int) -> Double { Double(1 + frame / 977 * 7919 % 97) / 97 }
    return [
      TestSignal("noise of 16 bits", frames: length) { frame, _ in noise() * level(frame) },
      TestSignal("impulses at the edges of bins", frames: length) { frame, _ in
        [255: 1, 256: -1, 257: 0.6][frame % 2560 - frame / 2560 % 7 * 256] ?? 0
      },
      TestSignal("sine", frames: length) { frame, _ in 0.9 * sin(Double(frame) * 0.0576) },
      TestSignal("silence", frames: length) { _, _ in 0 },
      TestSignal("square", frames: length) { frame, _ in frame / 50 % 2 == 0 ? 1 : -1 },
      TestSignal("noise of floats", bits: 32, frames: length) { frame, _ in 1.3 * noise() * level(frame) },
      TestSignal("noise of 24 bits", bits: 24, frames: length) { frame, _ in noise() * level(frame) },
      TestSignal("stereo of unlike channels", channels: 2, frames: length) { frame, channel in
        channel == 0 ? 0.3 * noise() : 0.98 * sin(Double(frame) / 997)
      },
    ]
  }()
}

/// What is drawn, and its brute force.
private struct Drawing {
  var width = 1000, height = 200
  var style = "envelope", lanes = "separate"
  var decibels: Int?
  /// In frames of 8,000 a second; multiples of 8, which have a name in milliseconds.
  var range: Range<Int>?

  var options: [String] {
    ["--width", "\(width)", "--height", "\(height)", "--style", style, "--lanes", lanes]
      + (decibels.map { ["--decibels", "\($0)"] } ?? [])
      + (range.map {
        ["--start", "\(Double($0.lowerBound) / 8000)", "--end", "\(Double($0.upperBound) / 8000)"]
      } ?? [])
  }

  private var isBars: Bool { style == "bars" }
  private var count: Int { isBars ? (width + 1) / 3 : width }

  /// Device rows upwards from the middle.
  private func rows(_ value: Float, _ half: Int) -> Int {
    var share = max(-1, min(value, 1))
    if let decibels {
      let level = value == 0 ? -1 : 1 + 20 * log10(abs(Double(value))) / Double(decibels)
      share = Float(max(0, min(level, 1))) * (value < 0 ? -1 : 1)
    }
    return Int((share * Float(half)).rounded(.toNearestOrEven))
  }

  /// Extremes of columns, the one before the first included; nil where there is nothing.
  private func extremes(_ signal: TestSignal, channel: Int) -> [(low: Float, high: Float)?] {
    let range = range ?? 0..<signal.frames
    let zoom = Double(range.count) / Double(count)
    let first = Int((Double(range.lowerBound) / zoom).rounded())
    return signal.samples.withUnsafeBufferPointer { samples in
      (first - 1..<first + count).map { column in
        var lower = Int((Double(column) * zoom).rounded(.up))
        let upper = Int((Double(column + 1) * zoom).rounded(.up))
        // Narrower than a frame: the frame that it lies in.
        if lower == upper { lower -= 1 }
        var (low, high) = (Float.infinity, -Float.infinity)
        var frame = max(lower, 0)
        let end = min(upper, signal.frames)
        while frame < end {
          let value = samples[frame * signal.channels + channel]
          if value < low { low = value }
          if value > high { high = value }
          frame += 1
        }
        return low <= high ? (low, high) : nil
      }
    }
  }

  /// For every lane its columns' first and last rows from the top of the picture.
  func expected(_ signal: TestSignal) -> [[(first: Int, end: Int)?]] {
    let all = (0..<signal.channels).map { extremes(signal, channel: $0) }
    var lanes = all
    let isMirrored = signal.channels == 2 && self.lanes == "mirrored"
    if signal.channels == 2, self.lanes == "mixed" {
      lanes = [zip(all[0], all[1]).map { a, b in a.map { (min($0.low, b!.low), max($0.high, b!.high)) } }]
    } else if isMirrored {
      lanes = [
        zip(all[0], all[1]).map { a, b in
          a.map { (-max(b!.high, -b!.low), max($0.high, -$0.low)) }
        }
      ]
    }
    let gap = lanes.count > 1 ? 4 : 0
    let laneHeight = (height - 8 - gap * (lanes.count - 1)) / lanes.count
    let spare = (height - 8 - laneHeight * lanes.count - gap * (lanes.count - 1)) / 2
    let half = laneHeight / 2
    return lanes.enumerated().map { lane, columns in
      let middle = 4 + spare + lane * (laneHeight + gap) + half
      return (1...count).map { index in
        guard var (low, high) = columns[index] else { return nil }
        guard !isBars else {
          let (above, below) = isMirrored ? (high, -low) : (max(high, -low), max(high, -low))
          return (middle - max(1, rows(above, half)), middle + max(1, rows(below, half)))
        }
        // A column reaches as far as the one before.
        if let before = columns[index - 1] {
          if before.low > high { high = min(before.low, max(high, 1)) }
          if before.high < low { low = max(before.high, min(low, -1)) }
        }
        let top = min(middle - rows(high, half), middle + half - 1)
        return (top, max(middle - rows(low, half), top + 1))
      }
    }
  }

  /// How many columns of a picture are not what brute force says.
  func wrongColumns(_ picture: Picture, _ signal: TestSignal, tolerance: Int = 0) -> Int {
    let lanes = expected(signal)
    let laneHeight = height / lanes.count
    return lanes.enumerated().reduce(0) { wrong, lane in
      wrong
        + lane.element.enumerated().count { column, expected in
          let x = isBars ? column * 3 : column
          guard x < width else { return false }
          let ink = picture.ink(x, lane.offset * laneHeight..<(lane.offset + 1) * laneHeight)
          guard let expected, let ink else { return expected != nil || ink != nil }
          return abs(ink.lowerBound - expected.first) > tolerance
            || abs(ink.upperBound + 1 - expected.end) > tolerance
        }
    }
  }
}

/// A picture that was read back.
private struct Picture: Equatable {
  let width: Int, height: Int
  let pixels: [UInt32]

  /// - Parameter path: of a PNG file.
  init?(_ path: String) {
    guard let surface = cairo_image_surface_create_from_png(path) else { return nil }
    defer { cairo_surface_destroy(surface) }
    self.init(surface)
  }

  /// The pixels of a surface; nil when it is none.
  init?(_ surface: OpaquePointer) {
    guard cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS,
      let data = cairo_image_surface_get_data(surface)
    else { return nil }
    let stride = Int(cairo_image_surface_get_stride(surface))
    let (width, height) = (
      Int(cairo_image_surface_get_width(surface)), Int(cairo_image_surface_get_height(surface))
    )
    self.width = width
    self.height = height
    var pixels: [UInt32] = []
    for row in 0..<height {
      let start = UnsafeRawPointer(data + row * stride).assumingMemoryBound(to: UInt32.self)
      pixels += UnsafeBufferPointer(start: start, count: width)
    }
    self.pixels = pixels
  }

  func color(_ x: Int, _ y: Int) -> UInt32 { pixels[y * width + x] & 0xFF_FFFF }

  var colors: Set<UInt32> { Set(Set(pixels).map { $0 & 0xFF_FFFF }) }

  /// The first and the last row of a column that are inked: neither ground nor the line through the middle.
  func ink(_ x: Int, _ rows: Range<Int>) -> ClosedRange<Int>? {
    func isInk(_ y: Int) -> Bool {
      let color = color(x, y)
      return color != 0xFF_FFFF && color != 0xDE_DDDA
    }
    var (first, last) = (rows.lowerBound, rows.upperBound - 1)
    while first <= last, !isInk(first) { first += 1 }
    while last >= first, !isInk(last) { last -= 1 }
    return first <= last ? first...last : nil
  }
}

@Suite struct ExactRenderTests {
  let folder = TestFolder()

  private func drawn(_ signal: TestSignal, _ options: [String]) -> Picture? {
    if !folder.names.contains("a.wav") { _ = folder.write(signal.file, as: "a.wav") }
    let arguments = ["render", folder.path + "/a.wav", "-o", folder.path + "/a.png"] + options
    let outcome = Program.run(arguments.map { Array($0.utf8) }, in: folder.path)
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(options) \(outcome.errors)")
    return Picture(folder.path + "/a.png")
  }

  /// From 25 to 100,003 frames a column, and far more for a bar.
  @Test(arguments: TestSignal.all)
  func `every column shows just its own frames, however many they are`(signal: TestSignal) throws {
    for width in Campaign.part(3, of: [1, 5, 29, 97, 333, 391, 700, 1000, 1537, 4000]) {
      // In one pixel there is no room for a bar.
      for style in width == 1 ? ["envelope"] : ["envelope", "bars"] {
        let drawing = Drawing(width: width, style: style)
        let picture = try #require(drawn(signal, drawing.options + ["--no-marks"]))
        let wrong = drawing.wrongColumns(picture, signal)
        #expect(wrong == 0, "\(width) \(style)")
      }
    }
  }

  @Test(arguments: [0, 5, 6, 7])
  func `stretches, decibels and lanes are exact too`(signal: Int) throws {
    let signal = TestSignal.all[signal]
    for style in ["envelope", "bars"] {
      for drawing in [
        Drawing(width: 301, style: style, range: 8008..<90_000),
        Drawing(width: 1100, style: style, range: 50_000..<55_000),
        Drawing(width: 97, style: style, decibels: 60, range: 504..<80_000),
        Drawing(width: 640, style: style, lanes: "mixed", range: 80..<97_000),
        Drawing(width: 97, style: style, lanes: "mirrored", decibels: 36),
      ] {
        let picture = try #require(drawn(signal, drawing.options + ["--no-marks"]))
        // Levels are logarithms; within a hair of half a row they may be rounded either way.
        let wrong = drawing.wrongColumns(picture, signal, tolerance: drawing.decibels == nil ? 0 : 1)
        #expect(wrong == 0, "\(drawing)")
      }
    }
  }

  /// From 1/60 frame to 2 frames for a pixel.
  @Test(arguments: [0, 1, 3, 4, 7], ["separate", "mixed", "mirrored"])
  func `close up it is the window's curve, with its dots and marks`(signal: Int, lanes: String) throws {
    let signal = TestSignal.all[signal]
    let slice = SampleSlice(
      range: 0..<signal.frames, channels: signal.channels, samples: signal.samples)
    let pyramid = PeakPyramid<Int16>(channels: signal.channels, expectedFrames: signal.frames)
    let builder = PeakBuilder(pyramid)
    signal.samples.map { Int16($0 * 32_768) }.withUnsafeBufferPointer { builder.append($0) }
    builder.finish()
    for (range, style) in [
      (8000..<8016, "envelope"), (504..<640, "bars"), (0..<600, "envelope"), (97_600..<100_003, "bars"),
    ] {
      var drawing = Drawing(width: 1203, style: style, lanes: lanes, range: range)
      drawing.height = 120
      let picture = try #require(drawn(signal, drawing.options))
      var look = WaveformLook(style: style == "bars" ? .bars : .envelope)
      look.channels = try #require(ChannelMode(rawValue: lanes))
      let contents = look.channels.lanes(channels: signal.channels)
      let gap = contents.count > 1 ? 4 : 0
      let height = (112 - gap * (contents.count - 1)) / contents.count
      let grid = PixelGrid(framesPerPixel: Double(range.count) / 1203)
      let first = Int((Double(range.lowerBound) / grid.framesPerPixel).rounded())
      let expected = try ImageSurface(width: 1203, height: 120)
      expected.fill(Palette.light.background)
      for (index, lane) in contents.enumerated() {
        let curves = lane.curves {
          slice.curve(
            channel: $0, grid: grid, first: first, count: 1203, margin: CurvePainter.margin(scale: 1),
            scale: 1, length: signal.frames)
        }
        #expect(curves.count == lane.channels.count)
        let marks = lane.marks {
          pyramid.marks.columns(
            channel: $0, grid: grid, first: first, count: 1203, length: signal.frames)
        }
        WaveformPainter(look: look, palette: .light, height: height, scale: 1).paint(
          WaveformTile(
            columns: WaveformColumns(count: 0), state: .played, marks: marks, curves: curves),
          into: expected, y: 4 + index * (height + gap))
      }
      let isSame = picture == Picture(expected.pointer)
      #expect(isSame, "\(range) \(style)")
    }
  }

  @Test func `clipping and silence are marked as in the window, unless told otherwise`() throws {
    let signal = TestSignal("marks", frames: 100_000) { frame, _ in
      (40_000..<40_080).contains(frame) ? 0 : (70_000..<70_005).contains(frame) ? 1 : sin(Double(frame))
    }
    for style in ["envelope", "bars"] {
      let options = Drawing(width: 500, style: style).options
      let marked = try #require(drawn(signal, options)).colors
      let plain = try #require(drawn(signal, options + ["--no-marks"])).colors
      for ink in [Palette.light.clipping.pixel, Palette.light.silence.pixel].map({ $0 & 0xFF_FFFF }) {
        #expect(marked.contains(ink) && !plain.contains(ink), "\(style)")
      }
    }
  }
}
