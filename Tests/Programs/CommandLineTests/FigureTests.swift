// FigureTests.swift
// Figures and contact sheets by barline-cli. What is drawn is tested elsewhere; here, that the options reach it, and what
// is said of files that fail.

import Foundation
import TestSupport
import Testing

@Suite struct FigureCommandTests {
  let folder = TestFolder()

  private func sound(_ name: String, seconds: Int = 1) -> String {
    folder.write(
      WaveFile((0..<8000 * seconds).map { Int16(truncatingIfNeeded: $0 * 12_345) / 2 }).bytes, as: name)
  }

  private func run(_ arguments: String..., status: Int32 = 0) -> Outcome {
    let outcome = Program.run(arguments.map { Array($0.utf8) }, in: folder.path)
    #expect(outcome.status == status, "\(arguments): \(outcome.errors)")
    return outcome
  }

  private func text(_ name: String) -> String { String(decoding: folder.bytes(name), as: UTF8.self) }

  @Test func `a figure has what its options say, in three formats`() {
    let path = sound("a.wav"),
      marks = folder.write(Array("0.25\t0.5\tchorus\n9\t9.5\tlater\n".utf8), as: "m.txt")
    let options = ["--axes", "--title", "A & B", "--caption", "one", "--caption", "two", "--marks", marks]
    for ending in ["svg", "pdf", "png"] {
      let arguments =
        ["render", path, "-o", folder.path + "/a." + ending, "--size", "160x60mm"] + options
      let outcome = Program.run(arguments.map { Array($0.utf8) }, in: folder.path)
      #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    }
    let svg = text("a.svg")
    #expect(svg.contains("width=\"160.07mm\"") && svg.contains("viewBox=\"0 0 1815 681\""))
    for text in ["A &amp; B", "one", "two", "chorus", "Time (s)", "Amplitude"] {
      #expect(svg.contains(">\(text)</text>"), "\(text)")
    }
    // A mark behind the end is none of the picture's.
    #expect(!svg.contains("later"))
    #expect(folder.bytes("a.pdf").starts(with: Array("%PDF".utf8)))
    #expect(folder.bytes("a.png")[18...19].elementsEqual([7, 23]))
  }

  @Test func `spectrograms have frequencies and a bar of levels, in three formats`() {
    let (a, b) = (sound("a.wav"), sound("b.wav"))
    let options = [
      "--axes", "--what", "both", "--frequencies", "log", "--colors", "print", "--size", "160x90mm",
    ]
    for ending in ["svg", "pdf", "png"] {
      let arguments = ["render", a, b, "-o", folder.path + "/s." + ending] + options
      let outcome = Program.run(arguments.map { Array($0.utf8) }, in: folder.path)
      #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    }
    let svg = text("s.svg")
    for text in ["Frequency (Hz)", "1k", "Amplitude", "Level (dBFS)", "Time (s)"] {
      #expect(svg.contains(">\(text)</text>"), "\(text)")
    }
    // A spectrogram of each file, and the bar.
    #expect(svg.components(separatedBy: "<image ").count == 4)
    #expect(text("s.pdf").components(separatedBy: "/Subtype /Image").count == 4)
    // Without axes there is neither.
    _ = run("render", a, "-o", folder.path + "/plain.svg", "--what", "spectrogram")
    #expect(text("plain.svg").components(separatedBy: "<image ").count == 2)
    #expect(!text("plain.svg").contains("<text"))
  }

  @Test func `every recording has its own marks`() {
    let (a, b) = (sound("a.wav"), sound("b.wav"))
    let (m, n) = (
      folder.write(Array("0.25\t0.5\tchorus\n".utf8), as: "m.txt"),
      folder.write(Array("0.5\t0.75\tverse\n".utf8), as: "n.txt")
    )
    _ = run("render", a, b, "-o", folder.path + "/m.svg", "--axes", "--marks", m, "--marks", n)
    #expect(text("m.svg").contains(">chorus</text>") && text("m.svg").contains(">verse</text>"))
    _ = run("render", a, "-o", folder.path + "/m.svg", "--marks", m, "--marks", n, status: 2)
  }

  @Test func `several files share one figure, or have a picture each`() {
    let (a, b) = (sound("a.wav"), sound("b.wav", seconds: 2))
    _ = run("render", a, b, "-o", folder.path + "/both.svg", "--axes")
    let svg = text("both.svg")
    #expect(svg.contains(">a.wav</text>") && svg.contains(">b.wav</text>"))
    // The axis is that of the longer one.
    #expect(svg.contains(">1.6</text>"), "\(svg.components(separatedBy: "<text").map { $0.suffix(40) })")
    // A picture without options is the same in a folder as by itself.
    _ = run("render", a, "-o", folder.path + "/alone.png", "--width", "300", "--height", "60")
    let bad = folder.write(Array("no sound".utf8), as: "bad.wav")
    #expect(mkdir(folder.path + "/out", 0o700) == 0)
    let outcome = run(
      "render", a, bad, b, "-o", folder.path + "/out", "--width", "300", "--height", "60", status: 1)
    #expect(outcome.errors.contains("bad.wav: ") && !outcome.errors.contains("b.wav: w"))
    #expect(folder.bytes("out/a.png") == folder.bytes("alone.png"))
    #expect(!folder.bytes("out/b.png").isEmpty && folder.bytes("out/bad.png").isEmpty)
  }

  @Test func `recordings of one name have a picture each, where their folders are kept`() {
    let files = (1...2).map { seconds in
      let folder = "take \(seconds)"
      #expect(mkdir(self.folder.path + "/" + folder, 0o700) == 0)
      return sound("\(folder)/a.wav", seconds: seconds)
    }
    #expect(mkdir(folder.path + "/out", 0o700) == 0)
    let refused = run("render", files[0], files[1], "-o", folder.path + "/out", status: 2)
    #expect(refused.errors.contains("both would be written to \(folder.path)/out/a.png"))
    _ = run("render", files[0], files[1], "-o", "{dir}/{stem}.svg", "--axes")
    let pictures = (1...2).map { folder.bytes("take \($0)/a.svg") }
    #expect(pictures.allSatisfy { !$0.isEmpty } && pictures[0] != pictures[1])
  }

  @Test func `wrong options are told`() {
    let path = sound("a.wav")
    for options in [["--size", "9"], ["--colors", "red"], ["--scale", "9"], ["--into", "svg"]] {
      let arguments = ["render", path, "-o", folder.path + "/a.svg"] + options
      #expect(Program.run(arguments.map { Array($0.utf8) }, in: folder.path).status == 2, "\(options)")
    }
    let small = run("render", path, "-o", folder.path + "/a.svg", "--axes", "--size", "20x5mm", status: 4)
    #expect(small.errors.contains("no room"))
  }

  @Test func `a sheet names every file, sorted as people count, and those that fail`() {
    #expect(mkdir(folder.path + "/takes", 0o700) == 0)
    for name in ["take 10.wav", "take 2.wav", "Take 1.wav"] { _ = sound("takes/" + name) }
    _ = folder.write(Array("no sound".utf8), as: "takes/take 3.wav")
    _ = folder.write(Array("a text".utf8), as: "takes/notes.txt")
    for ending in ["svg", "html", "pdf", "png"] {
      let outcome = run(
        "sheet", folder.path + "/takes", "-o", folder.path + "/sheet." + ending, "--title", "All", status: 1)
      #expect(outcome.errors.contains("take 3.wav: ") && outcome.errors.contains("1 file of a folder is"))
      #expect(!outcome.errors.contains("notes"))
    }
    for (name, end) in [("sheet.svg", "</text>"), ("sheet.html", "</b>")] {
      let places = ["Take 1.wav", "take 2.wav", "take 3.wav", "take 10.wav"].map {
        text(name).range(of: ">\($0)\(end)")?.lowerBound
      }
      #expect(places.allSatisfy { $0 != nil })
      #expect(places.compactMap { $0 } == places.compactMap { $0 }.sorted())
      #expect(text(name).contains("0:01.000"))
    }
    #expect(text("sheet.html").components(separatedBy: "<svg").count == 4)
    let piped = Program.shell(
      "ls takes/*.wav | $CLI sheet --files-from - -o - --format svg --title All --threads 2 --errors json > list.svg",
      in: folder)
    #expect(piped.status == 1 && piped.errors.contains(#""code":"unknownFormat""#), "\(piped)")
    #expect(text("list.svg").contains(">take 10.wav</text>"))
    #expect(!text("sheet.html").contains("<link") && !text("sheet.html").contains("src="))
  }
}
