// RenderTests.swift
// barline-cli render. What the painters paint is tested elsewhere; here, that the options reach them.

import CCairo
import Foundation
import TestSupport
import Testing

@Suite struct RenderTests {
  let folder = TestFolder()

  /// Half a second of silence, then half a second of noise.
  private func sound(_ name: String = "a.wav") -> String {
    folder.write(
      WaveFile((0..<8000).map { $0 < 4000 ? 0 : Int16(truncatingIfNeeded: $0 * 12_345) }).bytes, as: name)
  }

  private func size(_ name: String) -> [Int] {
    let bytes = folder.bytes(name)
    guard bytes.count > 24, Array(bytes[1...3]) == Array("PNG".utf8) else { return [] }
    return [16, 20].map { offset in (0..<4).reduce(0) { $0 << 8 | Int(bytes[offset + $1]) } }
  }

  private func render(_ options: String...) -> [UInt8] { render(options: options) }

  private func render(options: [String]) -> [UInt8] {
    let arguments =
      ["render", sound(), "-o", folder.path + "/a.png", "--width", "300", "--height", "80"] + options
    let outcome = Program.run(arguments.map { Array($0.utf8) }, in: folder.path)
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(options): \(outcome.errors)")
    #expect(size("a.png") == [300, 80])
    #expect(folder.names == ["a.png", "a.wav"])
    return folder.bytes("a.png")
  }

  @Test func `every option changes the picture`() {
    let pictures = [
      render(), render("--dark"), render("--style", "envelope"), render("--start", "0.5"),
      render("--end", "0.25"),
      render("--bar-width", "3"), render("--bar-gap", "3"), render("--decibels", "60", "--gain", "-12"),
      render("--decibels", "96", "--gain", "-12"), render("--gain", "-6"),
      render("--style", "envelope", "--loudness", "mean-abs"),
      render("--start", "0:00.4", "--end", "0:00:00.6"), render("--start", "0.7", "--end", "0.71"),
    ]
    #expect(Set(pictures).count == pictures.count)
    #expect(render("--style", "bars", "--start", "0", "--end", "1") == pictures[0])
    #expect(render("--start", "0.5", "--end", "99999999") == pictures[3])
    // The loudest sample is nearly full scale.
    #expect(render("--normalize") == pictures[0] && render("--gain", "-6", "--normalize") != pictures[0])
  }

  @Test func `spectrograms, alone and below the waveform, as the options say`() {
    let spectrogram = { (options: String...) in
      self.render(options: ["--what", "spectrogram"] + options)
    }
    let pictures = [
      render(), spectrogram(), render("--what", "both"), spectrogram("--frequencies", "linear"),
      spectrogram("--frequencies", "notes"), spectrogram("--lowest", "1000", "--highest", "3000"),
      spectrogram("--window-length", "4"), spectrogram("--window", "kaiser"), spectrogram("--overlap", "8"),
      spectrogram("--floor", "-60"), spectrogram("--ceiling", "-40"),
      spectrogram("--spectrum-colors", "ink"), spectrogram("--start", "0.5"),
      spectrogram("--start", "0.7", "--end", "0.71"),
      render("--what", "both", "--start", "0.7", "--end", "0.71"),
    ]
    #expect(Set(pictures).count == pictures.count)
    #expect(render("--what", "waveform") == pictures[0])
    // At 8 kHz.
    #expect(spectrogram("--lowest", "1000") == spectrogram("--lowest", "1000", "--highest", "4000"))
    #expect(spectrogram("--highest", "1000") == spectrogram("--lowest", "0", "--highest", "1000"))
    for options in [
      ["--overlap", "3"], ["--window-length", "1"], ["--floor", "-15"], ["--lowest", "5", "--highest", "4"],
    ] {
      let arguments = ["render", sound(), "-o", folder.path + "/a.png"] + options
      #expect(Program.run(arguments.map { Array($0.utf8) }, in: folder.path).status == 2)
    }
  }

  @Test func `a tone is a line at its frequency, from where it begins`() throws {
    // A second of silence, then one of 1 kHz, at 8 kHz.
    let samples = (0..<16_000).map { frame in
      frame < 8000 ? 0 : Int16((16_000 * sin(2 * .pi * Double(frame) / 8)).rounded())
    }
    _ = folder.write(WaveFile(samples).bytes, as: "t.wav")
    let arguments = [
      "render", folder.path + "/t.wav", "-o", folder.path + "/t.png", "--width", "400", "--height", "129",
      "--what", "spectrogram", "--frequencies", "linear", "--window-length", "32", "--spectrum-colors", "ink",
      "--no-marks",
    ]
    #expect(Program.run(arguments.map { Array($0.utf8) }, in: folder.path).status == 0)
    let surface = try #require(cairo_image_surface_create_from_png(folder.path + "/t.png"))
    defer { cairo_surface_destroy(surface) }
    let bytes = UnsafeRawPointer(cairo_image_surface_get_data(surface)!)
    let stride = Int(cairo_image_surface_get_stride(surface))
    func lightness(_ x: Int, _ y: Int) -> UInt8 {
      bytes.load(fromByteOffset: y * stride + 4 * x + 1, as: UInt8.self)
    }
    let rows = 10..<119
    // A quarter of half the rate: the line is three quarters of the way down.
    let darkest = rows.min { lightness(300, $0) < lightness(300, $1) }!
    #expect(abs(darkest - 96) <= 2 && lightness(300, darkest) < 80, "\(darkest)")
    #expect(lightness(300, 30) > 230 && rows.allSatisfy { lightness(100, $0) > 230 })
    // It begins within a window of its frame.
    let first = (0..<400).first { lightness($0, darkest) < 80 }!
    #expect((195...201).contains(first), "\(first)")
  }

  @Test func `marks stand in a strip above the waveform, where they are`() throws {
    let path = folder.write(Array("0.25\t0.5\tname\n".utf8), as: "m.txt")
    _ = folder.write(WaveFile((0..<8000).map { _ in 0 }).bytes, as: "c.wav")
    func picture(_ options: String...) throws -> OpaquePointer {
      let arguments =
        ["render", folder.path + "/c.wav", "-o", folder.path + "/c.png", "--width", "400"] + options
      let outcome = Program.run(arguments.map { Array($0.utf8) }, in: folder.path)
      #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
      #expect(size("c.png") == [400, 240])
      return try #require(cairo_image_surface_create_from_png(folder.path + "/c.png"))
    }
    func row(_ surface: OpaquePointer, _ y: Int) -> [UInt32] {
      defer { cairo_surface_destroy(surface) }
      let bytes = UnsafeRawPointer(cairo_image_surface_get_data(surface)!)
      let stride = Int(cairo_image_surface_get_stride(surface))
      return (0..<400).map { bytes.load(fromByteOffset: y * stride + 4 * $0, as: UInt32.self) & 0xFF_FFFF }
    }
    let strip = row(try picture("--marks", path), 18)
    let ground = strip[0]
    let tinted = strip.indices.filter { strip[$0] != ground }
    #expect(tinted.count > 90 && abs(tinted.first! - 100) < 4 && abs(tinted.last! - 199) < 4, "\(tinted)")
    #expect(Set(row(try picture(), 18)) == [ground])
    let half = row(try picture("--marks", path, "--start", "0.25", "--end", "0.75"), 18)
    let wide = half.indices.filter { half[$0] != ground }
    #expect(wide.first! < 4 && abs(wide.last! - 199) < 4, "\(wide)")
  }

  @Test func `channels share lanes as the option says`() {
    var loud: [Int16] = []
    for _ in 0..<4000 { loud += [20_000, 8000, -20_000, -8000] }
    _ = folder.write(WaveFile(loud, channels: 2).bytes, as: "b.wav")
    let pictures = ["separate", "mixed", "mirrored"].map { mode in
      let path = folder.path + "/b"
      let arguments = ["render", path + ".wav", "-o", path + ".png", "--lanes", mode]
      #expect(Program.run(arguments.map { Array($0.utf8) }, in: folder.path).status == 0)
      return folder.bytes("b.png")
    }
    #expect(Set(pictures).count == 3)
  }

  /// The colours in a picture, as 0xRRGGBB.
  private func colours(_ name: String) -> Set<UInt32> {
    let surface = cairo_image_surface_create_from_png(folder.path + "/" + name)
    defer { cairo_surface_destroy(surface) }
    guard let data = cairo_image_surface_get_data(surface) else { return [] }
    let stride = Int(cairo_image_surface_get_stride(surface))
    return Set(
      (0..<Int(cairo_image_surface_get_height(surface))).flatMap { row in
        (0..<Int(cairo_image_surface_get_width(surface))).map { column in
          UnsafeRawPointer(data).load(fromByteOffset: row * stride + column * 4, as: UInt32.self) & 0xFF_FFFF
        }
      })
  }

  @Test(arguments: [[], ["--dark"], ["--style", "envelope"], ["--style", "envelope", "--dark"]])
  func `the waveform has the colours of what has been played`(options: [String]) {
    _ = folder.write(WaveFile((0..<8000).map { Int16(truncatingIfNeeded: $0 * 12_345) }).bytes, as: "a.wav")
    let path = folder.path + "/a"
    let arguments = ["render", path + ".wav", "-o", path + ".png"] + options
    #expect(Program.run(arguments.map { Array($0.utf8) }, in: folder.path).status == 0)
    let colours = colours("a.png")
    func parts(_ colour: UInt32) -> (red: Int, blue: Int) { (Int(colour >> 16), Int(colour & 0xFF)) }
    #expect(colours.contains { parts($0).red > parts($0).blue + 150 }, "orange")
    // Unplayed parts are of a middle grey; backgrounds are nearly white or nearly black.
    let greys = colours.filter {
      (0x50...0xD0).contains(parts($0).red) && abs(parts($0).red - parts($0).blue) < 10
    }
    #expect(greys.isEmpty, "\(greys.map { String($0, radix: 16) })")
  }

  @Test func `the help says which colours`() {
    #expect(
      Program.run("render", "--help", in: folder).output.contains(
        "colours of a recording that has been played"))
  }

  @Test(arguments: [
    ["--width", "0"], ["--height", "40000"], ["--style", "dots"], ["--start", "1:99"], ["--start", "-1"],
    ["--bar-width", "9"], ["--bar-gap", "-1"], ["--lanes", "both"], ["--decibels", "0"], ["--gain", "61"],
    ["--loudness", "peak"], ["--start", "2", "--end", "1"], ["--end", "nan"], ["--start", ""],
    ["--start", "1::2"],
  ])
  func `wrong options have status 2`(options: [String]) {
    let arguments = ["render", sound(), "-o", folder.path + "/a.png"] + options
    #expect(Program.run(arguments.map { Array($0.utf8) }, in: folder.path).status == 2, "\(options)")
    #expect(folder.names == ["a.wav"])
  }

  @Test func `a start beyond the end is a failure of one line`() {
    let outcome = Program.run("render", sound(), "-o", folder.path + "/a.png", "--start", "2", in: folder)
    #expect(outcome.status == 1 && outcome.errorLines.count == 1)
    #expect(folder.names == ["a.wav"])
  }

  @Test func `only a picture is written, and never over what is read`() {
    let path = sound("b.png")
    let before = folder.bytes("b.png")
    #expect(Program.run("render", path, "-o", path, in: folder).status == 4)
    #expect(folder.bytes("b.png") == before)
    #expect(Program.run("render", path, "-o", folder.path + "/a.jpg", in: folder).status == 2)
  }
}
