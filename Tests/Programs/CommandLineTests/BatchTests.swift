// BatchTests.swift
// Commands over many files and in pipes: the shell calls them as people do.

import Foundation
import HostIO
import TestSupport
import Testing

@Suite struct BatchTests {
  let folder = TestFolder()

  private static let samples = ManualTests.root.appendingPathComponent("data/samples").path

  /// Sounds a.wav, b/a.wav and c.wav, of one, two and three seconds.
  private func sounds() {
    _ = Program.shell("mkdir b", in: folder)
    for (index, name) in ["a.wav", "b/a.wav", "c.wav"].enumerated() {
      _ = folder.write(
        WaveFile((0..<8000 * (index + 1)).map { Int16(truncatingIfNeeded: $0 * 37) }).bytes, as: name)
    }
  }

  private func shell(_ script: String, status: Int32 = 0) -> Outcome {
    let outcome = Program.shell(script, in: folder)
    #expect(outcome.status == status, "\(script): \(outcome)")
    return outcome
  }

  private func lines(_ name: String) -> [[String: Any]] {
    String(decoding: folder.bytes(name), as: UTF8.self).split(separator: "\n").compactMap {
      try? JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
    }
  }

  // MARK: Pipes

  @Test func `a pipe gives what the file gives, byte for byte, in every format`() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.samples)
    var compared = 0
    for name in names.sorted() {
      let file = "\(Self.samples)/\(name)"
      let read = Program.run("peaks", file, "-o", folder.path + "/file.dat", in: folder)
      guard read.status == 0 else { continue }
      _ = shell("cat '\(file)' | $CLI peaks - -o - --format dat -q > pipe.dat")
      #expect(
        !folder.bytes("pipe.dat").isEmpty && folder.bytes("pipe.dat") == folder.bytes("file.dat"), "\(name)")
      _ = shell("$CLI peaks - -o - -q < '\(file)' > input.dat")
      #expect(folder.bytes("input.dat") == folder.bytes("file.dat"), "\(name)")
      compared += 1
    }
    #expect(compared >= 3)
  }

  @Test func `every command that reads takes a pipe, and says what it is called`() {
    sounds()
    _ = shell("$CLI render a.wav -o a.png && cat a.wav | $CLI render - -o - > b.png && cmp a.png b.png")
    _ = shell("cat a.wav | $CLI render - -o - --format svg | grep -q '<svg'")
    #expect(shell("cat a.wav | $CLI info -").output.hasPrefix("-\n"))
    #expect(shell("cat a.wav | $CLI measure --csv -").output.contains("\n-,"))
    let nothing = shell(": | $CLI peaks - -o -", status: 1)
    #expect(nothing.errors == "barline-cli: standard input: is empty\n" && nothing.output.isEmpty)
    #expect(shell("$CLI peaks - -o - <&-", status: 1).errors.hasPrefix("barline-cli: standard input: cannot"))
    #expect(folder.names == ["a.png", "a.wav", "b", "b.png", "c.wav"])
  }

  // MARK: Many files

  @Test func `files, lists and pipes of names are one list, and folders keep the tree`() {
    sounds()
    _ = shell("printf 'b/a.wav\\nc.wav\\n' | $CLI peaks a.wav --files-from - --output-dir out/p --threads 2")
    _ = shell("find . -name '*.wav' -print0 | $CLI peaks -0 --files-from - --output '{dir}/{stem}.dat'")
    for name in ["a", "b/a", "c"] {
      #expect(
        !folder.bytes(name + ".dat").isEmpty
          && folder.bytes(name + ".dat") == folder.bytes("out/p/\(name).dat"))
    }
    let refused = shell("$CLI peaks a.wav b/a.wav c.wav --output 'x-{stem}.json'", status: 2)
    #expect(refused.errors.contains("a.wav and b/a.wav: both would be written to x-a.json"))
    #expect(!folder.names.contains { $0.hasPrefix("x-") })
    for wrong in [
      "a.wav c.wav -o x.dat", "a.wav -o '{stm}.dat'", "-o x.dat", "a.wav -o x.dat --resume", "a.wav",
    ] {
      _ = shell("$CLI peaks \(wrong)", status: 2)
    }
  }

  @Test func `a manifest tells what became of each, and the next call does the rest`() {
    sounds()
    _ = folder.write(Array("no sound".utf8), as: "bad.wav")
    _ = folder.write(WaveFile([1, 2, 3], promisedBytes: 600).bytes, as: "cut.wav")
    let call = "$CLI peaks a.wav bad.wav cut.wav c.wav --output-dir out --manifest m.jsonl"
    _ = shell(call + " --shard 1/2 -q")
    _ = shell(call + " --resume -q", status: 1)
    let entries = lines("m.jsonl")
    #expect(entries.count == 4)
    #expect(
      Set(entries.map { "\($0["path"]!) \($0["status"]!)" })
        == ["a.wav done", "bad.wav failed", "cut.wav incomplete", "c.wav done"])
    let last = entries.first { $0["path"] as? String == "c.wav" }
    #expect(last?["seconds"] as? Double == 3 && last?["frames"] as? Int == 24_000)
    _ = folder.write(WaveFile([1, 2, 3]).bytes, as: "bad.wav")
    #expect(shell(call + " --resume").errors.isEmpty)
    #expect(lines("m.jsonl").count == 5 && lines("m.jsonl").last?["path"] as? String == "bad.wav")
    #expect(shell(call, status: 4).errors.contains("give --resume"))
    #expect(shell("$CLI peaks cut.wav -o - --strict > x", status: 3).errors.contains("warning"))
  }

  /// `BARLINE_BATCH=10000` makes the figure of docs/performance.md.
  @Test func `many files, killed ten times, are each done once`() throws {
    let count = ProcessInfo.processInfo.environment["BARLINE_BATCH"].flatMap { Int($0) } ?? 1000
    _ = folder.write(WaveFile([3, -2, 5, 7]).bytes, as: "a.wav")
    #expect(mkdir(folder.path + "/in", 0o700) == 0)
    for index in 1...count {
      #expect(link(folder.path + "/a.wav", folder.path + "/in/\(index).wav") == 0)
    }
    _ = folder.write(Array((1...count).map { "in/\($0).wav\n" }.joined().utf8), as: "list")
    let call = ["peaks", "--files-from", "list", "--output-dir", "out", "--manifest", "m.jsonl", "--resume"]
    // Some numbers of lines, in their order: when there are so many, the process is killed.
    var state: UInt64 = 18
    let limits = (0..<10).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % (count / 2)
    }.sorted()
    for limit in limits {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: Program.path)
      process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
      process.environment = ["XDG_CACHE_HOME": "/dev/null"]
      process.arguments = call
      try process.run()
      // It goes on for moments only, and is counted while it rests: where this thread has to wait, it waits as well.
      while process.isRunning, folder.bytes("m.jsonl").count(where: { $0 == 10 }) < limit {
        kill(process.processIdentifier, SIGCONT)
        usleep(1000)
        kill(process.processIdentifier, SIGSTOP)
      }
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      #expect(process.terminationReason == .uncaughtSignal, "\(limit): it was killed, not late")
    }
    #expect(shell("$CLI \(call.joined(separator: " "))").errors.isEmpty)
    _ = shell("$CLI peaks a.wav -o whole.dat")
    let whole = folder.bytes("whole.dat")
    let checksum = String(XXH64.of(whole), radix: 16)
    let entries = lines("m.jsonl")
    #expect(entries.count == count && Set(entries.compactMap { $0["path"] as? String }).count == count)
    #expect(entries.allSatisfy { $0["status"] as? String == "done" })
    #expect(entries.allSatisfy { ($0["checksum"] as? String)?.drop { $0 == "0" } == checksum[...] })
    #expect((1...count).allSatisfy { folder.bytes("out/in/\($0).dat") == whole })
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/out/in")
    // What was being written when a process was killed has a name that nothing reads.
    #expect(names.count { !$0.hasPrefix(".barline-") } == count)
  }

  @Test func `other options are other work, and neither files nor threads are options`() {
    sounds()
    func made(_ options: String) -> Int {
      let before = lines("m.jsonl").count
      _ = shell("$CLI peaks a.wav c.wav --output-dir out --manifest m.jsonl --resume \(options)")
      return lines("m.jsonl").count - before
    }
    #expect(made("") == 2 && made("") == 0)
    #expect(made("--threads 1 --strict -q --no-cache --errors json b/a.wav") == 1)
    #expect(made("-z 256 --bits 16") == 0, "what is said and what is the default are the same")
    #expect(made("-z 512") == 2 && made("-z 512") == 0 && made("") == 2)
    // Another command has other outputs; what it does is not mixed up.
    _ = shell("$CLI render a.wav --output-dir out --manifest m.jsonl --resume -q")
    #expect(made("") == 0)
    // As long as it was, with other bytes.
    _ = shell("printf x | dd of=out/c.dat bs=1 seek=30 conv=notrunc 2> dd")
    #expect(made("") == 1 && made("") == 0)
  }

  @Test func `errors are objects for programs, and quiet is quiet`() throws {
    _ = folder.write(Array("no sound".utf8), as: "bad.wav")
    _ = folder.write(WaveFile([1, 2, 3], promisedBytes: 600).bytes, as: "cut.wav")
    let errors = shell("$CLI peaks bad.wav cut.wav --output-dir o --errors json", status: 1).errors
    let objects = try errors.split(separator: "\n").map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
    #expect(objects.map { $0["level"] as? String } == ["error", "warning"])
    #expect(objects[0]["code"] as? String == "unknownFormat" && objects[0]["path"] as? String == "bad.wav")
    #expect(shell("$CLI peaks cut.wav -o - --quiet > x").errors.isEmpty)
    // No terminal, no progress.
    #expect(shell("$CLI info --json cut.wav cut.wav").errors.isEmpty)
  }

  // MARK: audiowaveform

  @Test func `the options of audiowaveform do what it does with them`() {
    sounds()
    _ = shell("$CLI peaks a.wav -o a.dat --frames-per-pixel 400 --bits 8")
    for call in [
      "-i a.wav -o b.dat -z 400 -b 8", "--input-filename a.wav --output-filename b.dat --zoom 400 --bits 8",
      "-i a.wav -o b.dat --pixels-per-second 20 -b 8 -q", "-i a.wav --input-format wav -o b.dat -z 400 -b 8",
      "--output-format dat -i - -o - -z 400 -b 8 < a.wav > b.dat",
    ] {
      _ = shell("$CLI peaks \(call) && cmp a.dat b.dat && rm b.dat")
    }
    _ = shell(
      "$CLI render -i a.wav -o a.png -s 0.2 -e 0.7 -w 300 && $CLI render a.wav -o b.png --start 0.2 --end 0.7 --width 300 && cmp a.png b.png"
    )
    _ = shell("$CLI peaks a.wav -o a.dat --pixels-per-second 8000", status: 1)
    _ = shell("$CLI peaks a.wav -o a.dat --input-format raw", status: 2)
  }

  @Test func `peaks of a stretch are those of a file that was cut out there`() throws {
    let samples = (0..<4000).map { Int16(truncatingIfNeeded: $0 * 7919) }
    _ = folder.write(WaveFile(samples).bytes, as: "a.wav")
    _ = folder.write(WaveFile(Array(samples[1200..<2800])).bytes, as: "cut.wav")
    _ = shell("$CLI peaks cut.wav -o cut.dat -z 64 && $CLI peaks a.wav -o a.dat -z 64 -s 0.15 -e 0.35")
    #expect(!folder.bytes("cut.dat").isEmpty && folder.bytes("a.dat") == folder.bytes("cut.dat"))
    _ = shell(
      "$CLI peaks cut.wav -o cut.json --format wavesurfer && $CLI peaks a.wav -o - --start 0.15 --end 0:0.35 --output-format wavesurfer | cmp - cut.json"
    )
    // To the end, and in a format with floats.
    _ = folder.write(WaveFile(Array(samples[1200...])).bytes, as: "rest.wav")
    _ = shell("$CLI peaks rest.wav -o rest.dat && cat a.wav | $CLI peaks -s 0.15 - -o - | cmp - rest.dat")
    _ = shell("$CLI peaks a.wav -o b.dat -s 0.15 -e 99 && cmp b.dat rest.dat")
    #expect(shell("$CLI peaks a.wav -o b.dat -s 9", status: 1).errors.contains("it ends before --start"))
    _ = shell("$CLI peaks a.wav -o b.dat -s 0.3 -e 0.2", status: 2)
    #expect(shell("$CLI measure --csv -s 0.15 -e 0.35 a.wav").output.contains("a.wav"))
  }

  @Test func `samples without a header come through a pipe, in audiowaveform's words as well`() {
    sounds()
    _ = shell("$CLI peaks a.wav -o a.dat && tail -c +45 a.wav > a.raw")
    _ = shell("cat a.raw | $CLI peaks - -o - --raw s16le --rate 8000 --channels 1 | cmp - a.dat")
    _ = shell(
      "$CLI peaks -i - --input-format raw --raw-format s16le --raw-samplerate 8000 --raw-channels 1 --output-format dat -o - < a.raw | cmp - a.dat"
    )
    _ = shell("cat a.raw | $CLI info - --raw s16le --rate 8000 --channels 1 | grep -q '8000 frames'")
  }

  // MARK: Languages

  @Test func `people read their language, and programs English`() throws {
    sounds()
    #expect(mkdir(folder.path + "/xx", 0o700) == 0 && mkdir(folder.path + "/xx/LC_MESSAGES", 0o700) == 0)
    let catalog = [
      ("Sample rate", "Abtastrate"), ("Read files to their end and print what they are.", "Liest Dateien."),
      ("--threads must be at least 1.", "--threads ist zu klein."), ("standard input", "Standardeingabe"),
    ].map { "msgid \"\($0)\"\nmsgstr \"\($1)\"\n" }.joined(separator: "\n")
    let head = "msgid \"\"\nmsgstr \"Content-Type: text/plain; charset=UTF-8\\n\"\n\n"
    _ = folder.write(Array((head + catalog).utf8), as: "xx.po")
    _ = shell("msgfmt -o xx/LC_MESSAGES/barline.mo xx.po")
    let german = "LC_ALL=C.UTF-8 LANGUAGE=xx BARLINE_LOCALE_DIR=$PWD $CLI"
    #expect(shell("\(german) info a.wav").output.contains("  Abtastrate:   8000 Hz\n"))
    #expect(shell("\(german) info --help").output.contains("OVERVIEW: Liest Dateien."))
    #expect(shell("\(german) info a.wav --threads 0", status: 2).errors.contains("zu klein"))
    #expect(shell(": | \(german) info -", status: 1).errors.hasPrefix("barline-cli: Standardeingabe: "))
    for command in ["info --json a.wav", "measure --csv a.wav", "peaks a.wav -o - --format json"] {
      #expect(shell("\(german) \(command)").output == shell("$CLI \(command)").output)
    }
  }

  @Test func `wavesurfer gets its own options`() throws {
    _ = folder.write(WaveFile([16_384, -32_768, 32_767, 0, 1, -1], channels: 2).bytes, as: "s.wav")
    let output = shell("$CLI peaks s.wav -o - --format wavesurfer --split-channels -z 2").output
    #expect(output == "{\"duration\":0.000375,\"peaks\":[[0.5000,1,0,0],[-1,0,0,0]]}\n", "\(output)")
  }
}
