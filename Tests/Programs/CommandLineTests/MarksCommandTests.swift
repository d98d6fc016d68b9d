// MarksCommandTests.swift
// barline-cli marks: one format into another, by the names of the files; what is lost is said, what is read stays.

import Foundation
import TestSupport
import Testing

@Suite struct MarksCommandTests {
  private let folder: String = {
    let path = NSTemporaryDirectory() + "barline-marks-\(UInt32.random(in: 0...(.max)))"
    try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    return path
  }()

  private func run(_ arguments: String...) -> Outcome {
    Program.run([Array("marks".utf8)] + arguments.map { Array($0.utf8) }, in: folder)
  }

  private func file(_ name: String, _ text: String) throws -> String {
    let path = "\(folder)/\(name)"
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    return path
  }

  private func text(_ name: String) throws -> String {
    try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
  }

  private let speech = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../../data/samples/speech.wav").standardized.path

  @Test func `labels are listed, and become each of the other formats and labels again`() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let labels = "0.500000\t1.250000\tone\n2.000000\t2.000000\tpoint\n3.125000\t4.000000\tthree\n"
    let input = try file("in.txt", labels)
    let listing = run(input)
    #expect(listing.status == 0 && listing.errors.isEmpty)
    #expect(
      listing.output
        == "0:00.500\t0:01.250\tMarks\tone\n0:02.000\t-\tMarks\tpoint\n0:03.125\t0:04.000\tMarks\tthree\n")
    for name in ["a.csv", "a.tsv", "a.srt", "a.ffmetadata", "a.chapters.json"] {
      let there = run(input, "-o", "\(folder)/\(name)")
      #expect(there.status == 0 && there.errors.isEmpty, "\(name): \(there.errors)")
      let back = run("\(folder)/\(name)", "-o", "\(folder)/back.txt")
      #expect(back.status == 0 && back.errors.isEmpty, "\(name): \(back.errors)")
      #expect(try text("back.txt") == labels, "\(name)")
    }
    let grid = run(input, "-o", "\(folder)/a.TextGrid")
    #expect(
      grid.status == 0 && grid.errorLines.count == 1
        && grid.errors.contains("warning: A tier of Praat's TextGrid"))
    #expect(run(input, "-o", "\(folder)/a.out", "--to", "reaper").status == 0)
    #expect(try text("a.out").hasPrefix("#,Name,Start,End,Length\nR1,one,0:00.500,0:01.250,0:00.750\n"))
  }

  @Test func `a WAV file with marks has the samples of the recording, bit for bit`() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let input = try file("in.srt", "1\n00:00:01,000 --> 00:00:02,500\none\n\n")
    let made = run(input, "-o", "\(folder)/out.wav", "--recording", speech)
    #expect(made.status == 0 && made.errors.isEmpty, "\(made.errors)")
    let old = try Data(contentsOf: URL(fileURLWithPath: speech)),
      new = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/out.wav"))
    #expect(new.count > old.count && new[8..<old.count] == old[8...])
    #expect(run("\(folder)/out.wav").output == "0:01.000\t0:02.500\tMarks\tone\n")
    // A recording gives its rate to its own marks, and others in their place.
    let json = run("\(folder)/out.wav", "-o", "\(folder)/out.json")
    #expect(json.status == 0)
    let rate = try text("out.json")
    #expect(
      rate.contains("\"sampleRate\": 16000")
        && rate.contains("{\"start\": 16000, \"end\": 40000, \"name\": \"one\"}"))
    let again = run("\(folder)/out.json", "-o", "\(folder)/44.json", "--rate", "44.1kHz")
    #expect(again.status == 0)
    #expect(try text("44.json").contains("{\"start\": 44100, \"end\": 110250, \"name\": \"one\"}"))
  }

  private func ffmpeg(_ arguments: String...) throws -> String {
    let process = Process(), pipe = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["ffmpeg", "-nostdin", "-v", "error"] + arguments
    process.standardOutput = pipe
    try process.run()
    let answer = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0, "ffmpeg \(arguments)")
    return String(decoding: answer, as: UTF8.self)
  }

  @Test(arguments: Campaign.part(3, of: ["mp3", "m4a", "mp4", "mov", "mka", "mkv"]))
  func `chapters are written into a copy whose packets stay, and are read again`(suffix: String) throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let song = "\(folder)/song.\(suffix)", out = "\(folder)/out.\(suffix)"
    _ = try ffmpeg("-i", speech, "-metadata", "title=Song", song)
    // Names with what ffmpeg's list of chapters protects, at its end as well, and none.
    let names = ["Früh = 1; #2", "a\\b\\", ""]
    let input = try file(
      "in.txt", "0.5\t1.25\t\(names[0])\n1.25\t3\t\(names[1])\n3\t4.5\t\(names[2])\n")
    let made = run(input, "-o", out, "--recording", song)
    #expect(made.status == 0, "\(made.errors)")
    #expect(!made.errors.contains("missing"), "\(made.errors)")
    #expect(
      run(out).output
        == "0:00.500\t0:01.250\tChapters\t\(names[0])\n0:01.250\t0:03.000\tChapters\t\(names[1]) \n"
        + "0:03.000\t0:04.500\tChapters\t\n")
    func packets(_ path: String) throws -> String {
      try ffmpeg("-i", path, "-map", "0:a", "-c", "copy", "-f", "streamhash", "-")
    }
    #expect(try packets(song) == packets(out))
    #expect(try ffmpeg("-i", out, "-f", "ffmetadata", "-").contains("title=Song"))
    // Once more, from the file itself: the old chapters go.
    let other = try file("other.txt", "2\t2\tonly\n")
    let again = "\(folder)/again.\(suffix)"
    #expect(run(other, "-o", again, "--recording", out).status == 0)
    let listing = run(again).output.split(separator: "\n")
    #expect(listing.count == 1 && listing[0].hasPrefix("0:02.000\t") && listing[0].hasSuffix("\tonly"))
    let subtitles = run(out, "-o", "\(folder)/out.srt")
    #expect(subtitles.status == 0)
    #expect(try text("out.srt").hasPrefix("1\n00:00:00,500 --> 00:00:01,250\n\(names[0])\n"))
  }

  @Test func `where ffmpeg could write over other files it writes no chapters, and that is said`() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let song = "\(folder)/song.mp3", out = "\(folder)/out.mp3"
    _ = try ffmpeg("-i", speech, song)
    let input = try file("in.txt", "1\t2\ta\n")
    let script =
      "BARLINE_LANDLOCK=0 '\(Program.path)' marks '\(input)' -o '\(out)' --recording '\(song)'"
    let outcome = Program.run([Array("-c".utf8), Array(script.utf8)], in: folder, program: "/bin/sh")
    #expect(outcome.status == 4 && outcome.errors.contains("needs Linux 5.13"), "\(outcome.errors)")
    #expect(!FileManager.default.fileExists(atPath: out))
  }

  @Test func `a recording that cannot hold chapters in such a file is told`() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let input = try file("in.txt", "1\t2\ta\n")
    let wrong = run(input, "-o", "\(folder)/a.mp3", "--recording", speech)
    #expect(wrong.status == 4 && wrong.errors.contains("keep its suffix"), "\(wrong.errors)")
    #expect(!FileManager.default.fileExists(atPath: "\(folder)/a.mp3"))
    #expect(run(input, "-o", "\(folder)/a.flac", "--recording", speech).status == 2)
    let none = try file("none.mp3", "no sound")
    #expect(run(none).status == 1)
  }

  @Test func `nothing is written over what is read, and wrong usage says what is right`() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let input = try file("in.txt", "1\t2\ta\n")
    #expect(run(input, "-o", input).status == 4)
    #expect(try text("in.txt") == "1\t2\ta\n")
    let frames = run(input, "-o", "\(folder)/a.json")
    #expect(frames.status == 2 && frames.errors.contains("--rate or --recording"))
    #expect(run(input, "-o", "\(folder)/a.json", "--rate", "8000").status == 0)
    let wave = run(input, "-o", "\(folder)/a.wav", "--rate", "8000")
    #expect(wave.status == 2 && wave.errors.contains("--recording"))
    for arguments in [
      ["-o", "\(folder)/a.mp3"], ["-o", "\(folder)/a.eaf"], ["--rate", "0"], ["--to", "srt"],
    ] {
      #expect(
        Program.run([Array("marks".utf8), Array(input.utf8)] + arguments.map { Array($0.utf8) }, in: folder)
          .status == 2)
    }
    #expect(!FileManager.default.fileExists(atPath: "\(folder)/a.mp3"))
  }

  @Test func `many files become many, each with its own recording, and lists come through pipes`() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    func shell(_ script: String) -> Outcome {
      let text = "cd '\(folder)' && CLI='\(URL(fileURLWithPath: Program.path).path)'; \(script)"
      return Program.run([Array("-c".utf8), Array(text.utf8)], in: folder, program: "/bin/sh")
    }
    for name in ["a", "b"] {
      _ = try file("\(name).txt", "1\t2\t\(name)\n")
      try FileManager.default.copyItem(atPath: speech, toPath: "\(folder)/\(name).wav")
    }
    let made = shell(
      "$CLI marks a.txt b.txt --output-dir out --to wav --recording '{dir}/{stem}.wav' --manifest m")
    #expect(made.status == 0 && made.errors.isEmpty, "\(made)")
    let listed = shell("$CLI marks out/a.wav out/b.wav")
    #expect(
      listed.output
        == "out/a.wav\t0:01.000\t0:02.000\tMarks\ta\nout/b.wav\t0:01.000\t0:02.000\tMarks\tb\n")
    let lines = try text("m").split(separator: "\n")
    #expect(lines.count == 2 && lines.allSatisfy { $0.contains(#""status":"done""#) })
    #expect(lines.allSatisfy { !$0.contains(#""checksum":null"#) })
    let pipe = shell("cat a.txt | $CLI marks - --from audacity -o - --to srt")
    #expect(pipe.output == "1\n00:00:01,000 --> 00:00:02,000\na\n\n", "\(pipe)")
    #expect(shell("$CLI marks a.txt b.txt --output-dir out").status == 2)
    _ = try file("bad.txt", "x\n")
    let mixed = shell("$CLI marks bad.txt a.txt --output-dir mixed --to csv")
    #expect(try mixed.status == 1 && mixed.errors.contains("line 1") && !text("mixed/a.csv").isEmpty)
  }

  @Test func `a damaged file is named with its line, and nothing is written`() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let input = try file("in.txt", "1\t2\ta\nx\n")
    let failed = run(input, "-o", "\(folder)/a.srt")
    #expect(
      failed.status == 1
        && failed.errors == "barline-cli: \(input): line 2: two times and a name between tabs were expected\n"
    )
    #expect(!FileManager.default.fileExists(atPath: "\(folder)/a.srt"))
    #expect(run("\(folder)/none.txt").errors.hasSuffix("no such file\n"))
  }
}
