// DenoiseTests.swift
// barline-cli denoise: profiles, residues, several files, and what is refused.

import Foundation
import TestSupport
import Testing

@Suite struct DenoiseTests {
  let folder = TestFolder()
  private static let rate = 8000

  /// A second of noise, a second of a tone in noise, a second of noise.
  private static let samples: [Int16] = {
    var state: UInt32 = 1
    return (0..<3 * rate).map { index in
      state = state &* 1_664_525 &+ 1_013_904_223
      let noise = Double(state >> 16) / 65_536 * 600 - 300
      let isTone = (rate..<2 * rate).contains(index)
      return Int16(noise + (isTone ? 12_000 * sin(Double(index) * 0.3) : 0))
    }
  }()

  private func run(_ arguments: String...) -> Outcome {
    Program.run((["denoise"] + arguments).map { Array($0.utf8) }, in: folder.path)
  }

  private func noisy(_ name: String = "in.wav") -> String {
    folder.write(WaveFile(Self.samples, rate: Self.rate).bytes, as: name)
  }

  /// The samples of a WAV file that was written with 16 bits.
  private func samples(_ name: String) throws -> [Int16] {
    let bytes = folder.bytes(name)
    let data = try #require(bytes.indices.first { bytes[$0...].starts(with: Array("data".utf8)) })
    return stride(from: data + 8, to: bytes.count - 1, by: 2).map {
      Int16(truncatingIfNeeded: Int(bytes[$0]) | Int(bytes[$0 + 1]) << 8)
    }
  }

  private func power(_ samples: some Collection<Int16>) -> Double {
    samples.reduce(0) { $0 + Double($1) * Double($1) } / Double(samples.count)
  }

  @Test func `noise is lowered, the tone stays, and the length is that of the original`() throws {
    let outcome = run(noisy(), "-o", folder.path + "/out.wav", "--noise", "0..0.9")
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    let clean = try samples("out.wav")
    #expect(clean.count == Self.samples.count)
    let lowered = power(Self.samples[..<6000]) / power(clean[..<6000])
    #expect(lowered > 50 && lowered < 110, "20 dB are 100 times")
    let kept = power(clean[9000..<15_000]) / power(Self.samples[9000..<15_000])
    #expect(abs(kept - 1) < 0.02)
  }

  @Test func `clean and residue add up to the original`() throws {
    let input = noisy()
    #expect(run(input, "-o", folder.path + "/a.wav", "--noise", "0..0.9").status == 0)
    #expect(run(input, "-o", folder.path + "/b.wav", "--noise", "0..0.9", "--residue").status == 0)
    let clean = try samples("a.wav"), residue = try samples("b.wav")
    try #require(clean.count == Self.samples.count && residue.count == clean.count)
    let differences = clean.indices.map { (index: Int) -> Int in
      abs(Int(clean[index]) + Int(residue[index]) - Int(Self.samples[index]))
    }
    // Each is rounded, by half a step at most, after a noise of less than one was added.
    #expect(differences.max() ?? 4 <= 3)
  }

  @Test func `without reduction the samples are the same`() throws {
    #expect(run(noisy(), "-o", folder.path + "/a.wav", "--noise", "0..0.9", "--reduction", "0").status == 0)
    #expect(try samples("a.wav") == Self.samples)
  }

  @Test func `a suggested stretch is named, and a kept profile does the same again`() throws {
    let input = noisy()
    let outcome = run(
      input, "-o", folder.path + "/a.wav", "--suggest", "--save-profile", folder.path + "/p.noise")
    #expect(outcome.status == 0 && outcome.output.hasPrefix("Noise: 0:0"), "\(outcome)")
    // What came of it is measured, and told.
    let told = try #require(outcome.output.split(separator: "\n").last)
    let start = "\(folder.path)/a.wav: noise −", clean = try samples("a.wav")
    let decibels = try #require(told.hasPrefix(start) ? Double(told.dropFirst(start.count).dropLast(3)) : nil)
    let quiet = 0..<6000
    #expect(abs(decibels - 10 * log10(power(Self.samples[quiet]) / power(clean[quiet]))) < 2, "\(told)")
    #expect(run(input, "-o", folder.path + "/b.wav", "--profile", folder.path + "/p.noise").status == 0)
    #expect(folder.bytes("a.wav") == folder.bytes("b.wav") && folder.bytes("a.wav").count > 40_000)
  }

  @Test func `clicks are repaired without a profile, and counted`() throws {
    var crackling = Self.samples
    for place in stride(from: 2000, to: 22_000, by: 2500) { crackling[place] += 16_000 }
    let input = folder.write(WaveFile(crackling, rate: Self.rate).bytes, as: "crackle.wav")
    let target = folder.path + "/a.wav"
    let outcome = run(input, "-o", target, "--clicks", "0.5", "--format", "wav-16")
    #expect(outcome.status == 0 && outcome.output == "\(target): 8 clicks were repaired.\n", "\(outcome)")
    let clean = try samples("a.wav")
    try #require(clean.count == crackling.count)
    let changed = clean.indices.filter { clean[$0] != crackling[$0] }
    // A few of its neighbours stand out with a click.
    #expect(
      changed.allSatisfy { ($0 % 2500 + 500) % 2500 < 8 || ($0 % 2500 + 500) % 2500 > 2492 }, "\(changed)")
    #expect(power(clean) < 1.01 * power(Self.samples))
    #expect(run(noisy(), "-o", target, "--clicks", "0.5", "--format", "wav-16").output.contains(" 0 clicks"))
    #expect(try samples("a.wav") == Self.samples)
  }

  @Test func `a profile is of the noise without its clicks, and changing noise is followed`() throws {
    var crackling = Self.samples
    crackling[4000] += 16_000
    let input = folder.write(WaveFile(crackling, rate: Self.rate).bytes, as: "crackle.wav")
    for (name, options) in [("without", []), ("with", ["--clicks", "0.5"])] {
      let arguments = [
        "denoise", input, "--noise", "0..0.9", "--save-profile", "\(folder.path)/\(name).noise",
      ]
      #expect(Program.run((arguments + options).map { Array($0.utf8) }, in: folder.path).status == 0)
    }
    _ = run(noisy(), "--noise", "0..0.9", "--save-profile", folder.path + "/clean.noise")
    let sizes = ["without", "with", "clean"].map { name in
      String(decoding: folder.bytes(name + ".noise"), as: UTF8.self).split(separator: "\n").reduce(0.0) {
        $0 + (Double($1.split(separator: " ")[0]) ?? 0)
      }
    }
    #expect(sizes[0] > 2 * sizes[2] && abs(sizes[1] / sizes[2] - 1) < 0.05, "\(sizes)")
    let outcome = run(noisy(), "-o", folder.path + "/b.wav", "--noise", "0..0.9", "--changing")
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome)")
    #expect(try samples("b.wav").count == Self.samples.count)
  }

  @Test func `noise is estimated all along where it never stands alone`() throws {
    // Three seconds are enough, of which the tone takes one.
    let target = folder.path + "/a.wav"
    let outcome = run(noisy(), "-o", target, "--adaptive", "--clicks", "0.1")
    #expect(outcome.status == 0 && outcome.output == "\(target): 0 clicks were repaired.\n", "\(outcome)")
    let clean = try samples("a.wav")
    try #require(clean.count == Self.samples.count)
    #expect(power(clean[..<7000]) < power(Self.samples[..<7000]) / 10)
    #expect(power(clean[9000..<15_000]) > 0.95 * power(Self.samples[9000..<15_000]))
  }

  @Test func `a recording that is too short to know its noise without a profile is told`() throws {
    let input = folder.write(
      WaveFile(Array(Self.samples[..<Self.rate]), rate: Self.rate).bytes, as: "short.wav")
    let outcome = run(input, "-o", folder.path + "/a.wav", "--adaptive")
    #expect(outcome.status == 0 && outcome.errorLines.count == 1, "\(outcome)")
    #expect(outcome.errors.contains("short.wav") && outcome.errors.contains("--noise"), "\(outcome)")
    #expect(try samples("a.wav") == Array(Self.samples[..<Self.rate]))
  }

  @Test func `clicks are told in the order of the files`() throws {
    // The first one takes longest.
    let long = folder.write(
      WaveFile(Array(repeating: Self.samples, count: 10).flatMap { $0 }, rate: Self.rate).bytes,
      as: "0.wav")
    let short = (1...5).map { noisy("\($0).wav") }
    #expect(mkdir(folder.path + "/out", 0o700) == 0)
    let arguments =
      ["denoise", long] + short + ["-o", folder.path + "/out", "--clicks", "0.1", "--threads", "2"]
    let outcome = Program.run(arguments.map { Array($0.utf8) }, in: folder.path)
    let names = outcome.output.split(separator: "\n").compactMap { $0.split(separator: "/").last?.first }
    #expect(outcome.status == 0 && String(names) == "012345", "\(outcome)")
  }

  @Test(arguments: [
    ["--clicks", "1.5"], ["--clicks", "0.5", "--changing"], ["--clicks", "0"], ["--changing"],
    ["--adaptive", "--changing"], ["--adaptive", "--suggest"], ["--adaptive", "--noise", "0..1"],
    ["--adaptive", "--save-profile", "x.noise"],
  ])
  func `amounts and switches that make no sense are refused`(options: [String]) {
    let arguments = ["denoise", noisy(), "-o", folder.path + "/x.wav"] + options
    let outcome = Program.run(arguments.map { Array($0.utf8) }, in: folder.path)
    #expect(outcome.status == 2, "\(outcome)")
    #expect(folder.bytes("x.wav").isEmpty)
  }

  @Test func `several files go into a folder, each by its name, and one that fails stops no other`() throws {
    let first = noisy("one.wav"), second = noisy("two.wav")
    #expect(mkdir(folder.path + "/out", 0o700) == 0)
    let outcome = run(
      first, folder.path + "/missing.wav", second, "-o", folder.path + "/out", "--noise", "0..0.9")
    #expect(outcome.status == 1 && outcome.errorLines.count == 1 && outcome.errors.contains("missing.wav"))
    #expect(folder.bytes("out/one.wav") == folder.bytes("out/two.wav"))
    #expect(try samples("out/one.wav").count == Self.samples.count)
  }

  @Test func `lists, pipes and manifests serve as in every command`() throws {
    _ = noisy("one.wav")
    _ = noisy("two.wav")
    let options = "--noise 0..0.9 --format flac-16 --manifest m.jsonl"
    let made = Program.shell(
      "printf 'one.wav\\ntwo.wav\\n' | $CLI denoise --files-from - \(options) --output-dir out", in: folder)
    #expect(made.status == 0 && made.errors.isEmpty, "\(made)")
    let one = folder.bytes("out/one.flac")
    #expect(one.starts(with: Array("fLaC".utf8)) && folder.bytes("out/two.flac") == one)
    let lines = String(decoding: folder.bytes("m.jsonl"), as: UTF8.self).split(separator: "\n")
    #expect(
      lines.count == 2
        && lines.allSatisfy { $0.contains(#""frames":24000"#) && $0.contains(#""checksum":""#) })
    let again = Program.shell(
      "$CLI denoise one.wav two.wav \(options) --output-dir out --resume --noise 0..0.8", in: folder)
    #expect(again.status == 0, "another profile is other work: \(again)")
    #expect(folder.bytes("m.jsonl").count { $0 == 10 } == 4)
    let pipe = Program.shell(
      "cat one.wav | $CLI denoise - -o - --noise 0..0.9 --format flac-16 > pipe.flac", in: folder)
    #expect(pipe.status == 0 && pipe.errors.isEmpty && folder.bytes("pipe.flac") == one, "\(pipe)")
    #expect(Program.shell("$CLI denoise one.wav -o - --suggest", in: folder).errors.contains("give --format"))
    _ = folder.write(WaveFile(Self.samples, promisedBytes: Self.samples.count * 4).bytes, as: "cut.wav")
    let cut = Program.shell("$CLI denoise cut.wav -o x.wav --noise 0..0.9 --strict", in: folder)
    #expect(cut.status == 3 && cut.errors.contains("warning"), "\(cut)")
  }

  @Test func `no file that is read is written over, and no result by another one, before anything is done`()
    throws
  {
    mkdir(folder.path + "/out", 0o700)
    let one = noisy("one.wav"), two = noisy("out/one.wav")
    let before = folder.bytes("out/one.wav")
    for (arguments, words) in [
      ([one, noisy("x.wav"), two, "-o", folder.path + "/out"], "one of the files that are read"),
      (
        [one, noisy("x.wav"), "--save-profile", folder.path + "/x.wav"],
        "it is one of the files that are read"
      ),
      (
        [one, "-o", folder.path + "/p", "--save-profile", folder.path + "/./p"],
        "the command has another use for it"
      ),
      ([one, noisy("out/x.wav"), noisy("x.wav"), "-o", folder.path], "is one of the files that are read"),
      ([one, "/", "-o", folder.path + "/out"], "/: is a folder"),
      ([one, "--save-profile", folder.path + "/out/x.wav"], "a file that is no noise profile has that name"),
      ([one, two, "-o", folder.path + "/none"], "several files cannot be written to one"),
    ] {
      let outcome = Program.run(
        (["denoise"] + arguments + ["--noise", "0..0.9"]).map { Array($0.utf8) }, in: folder.path)
      let status: Int32 = words.hasPrefix("it is") || words.hasPrefix("a file that") ? 4 : 2
      #expect(outcome.status == status && outcome.errors.contains(words), "\(outcome)")
    }
    #expect(folder.bytes("out/one.wav") == before && folder.bytes("x.wav") == before)
    mkdir(folder.path + "/new", 0o700)
    let twice = run(one, two, "-o", folder.path + "/new", "--noise", "0..0.9")
    #expect(twice.status == 2 && twice.errors.contains("both would be written to"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/new").isEmpty)
  }

  @Test(arguments: [SIGTERM, SIGINT, SIGHUP, SIGKILL]) func `a signal leaves nothing unfinished behind`(
    number: Int32
  ) throws {
    let long = [[Int16]](repeating: Self.samples, count: 400).flatMap { $0 }
    let input = folder.write(WaveFile(long, rate: Self.rate).bytes, as: "in.wav")
    mkdir(folder.path + "/out", 0o700)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: Program.path)
    process.arguments = ["denoise", input, "-o", folder.path + "/out/a.flac", "--noise", "0..0.9"]
    // A journal is such a socket: others write into it after this process has gone.
    var ends: [Int32] = [-1, -1]
    try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
    defer { ends.forEach { close($0) } }
    process.standardError = FileHandle(fileDescriptor: ends[1], closeOnDealloc: false)
    try process.run(taking: [number])
    // What it writes has no name, or one of ours where the file system has no such files.
    let files = "/proc/\(process.processIdentifier)/fd", out = folder.path + "/out/"
    var open: [String] = []
    while open.isEmpty, process.isRunning {
      let numbers = (try? FileManager.default.contentsOfDirectory(atPath: files)) ?? []
      open = numbers.filter { number in
        var status = stat()
        let path = try? FileManager.default.destinationOfSymbolicLink(atPath: files + "/" + number)
        // An empty one is only tried.
        return path?.contains(out) == true && stat(files + "/" + number, &status) == 0 && status.st_size > 0
      }
    }
    #expect(!open.isEmpty, "it is being written")
    kill(process.processIdentifier, number)
    process.waitUntilExit()
    #expect(process.terminationReason == .uncaughtSignal && process.terminationStatus == number)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/out").isEmpty)
    #expect(send(ends[1], "a", 1, Int32(MSG_NOSIGNAL)) == 1, "its errors are others' as well")
  }

  @Test func `what cannot be is refused with a sentence, and leaves nothing`() throws {
    let input = noisy(), out = folder.path + "/out.wav"
    let short = run(input, "-o", out, "--noise", "0..0.01")
    #expect(short.status == 1 && short.errors.contains("needs at least"))
    let beyond = run(input, "-o", out, "--noise", "5..6")
    #expect(beyond.status == 1 && beyond.errors.contains("ends before"))
    let wrong = run(input, "-o", out, "--profile", input)
    #expect(wrong.status == 1 && wrong.errors.contains("no noise profile"))
    let name = run(input, "-o", folder.path + "/out.xyz", "--noise", "0..1")
    #expect(name.status == 4 && name.errors.contains(".wav"))
    #expect(run(input, "-o", input, "--noise", "0..1").status == 4)
    #expect(run(input, "-o", out).status == 2)
    #expect(run(input, "-o", out, "--noise", "1..0").status == 2)
    #expect(run(input, "-o", out, "--suggest", "--reduction", "49").status == 2)
    #expect(run(input, "--suggest").status == 2)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["in.wav"])
  }
}
