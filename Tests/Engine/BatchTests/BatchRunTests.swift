// BatchRunTests.swift
// Files worked through on several threads, and what the manifest keeps of them.

@testable import Batch
import Foundation
import HostIO
import Synchronization
import SystemPackage
import Testing

struct BatchRunTests {
  let folder = FileManager.default.temporaryDirectory.path + "/batch-\(UInt64.random(in: 0...(.max)))"

  init() throws { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true) }

  private func file(_ name: String, _ text: String) -> FilePath {
    _ = FileManager.default.createFile(atPath: folder + "/" + name, contents: Data(text.utf8))
    return FilePath(folder + "/" + name)
  }

  /// Copies files, and notes which.
  private func copy(
    _ plan: BatchPlan, threads: Int = 3, manifest: Manifest? = nil
  ) throws -> (tally: BatchTally, done: [FilePath]) {
    let run = BatchRun<FilePath>(plan, threads: threads, manifest: manifest) { item in
      do throws(AudioFileError) {
        let bytes = try FileContents.read(item.input, limit: .max)
        try OutputFile(item.output!, notOver: item.input).write(bytes)
        var result = FileResult(item.input)
        result.written = Written(bytes)
        return result
      } catch {
        return FileResult(failed: error, reason: "bad")
      }
    }
    var done: [FilePath] = []
    let tally = try run.run { _, result in done += result.product.map { [$0] } ?? [] }
    return (tally, done)
  }

  private func plan(_ count: Int) throws -> BatchPlan {
    let files = (0..<count).map { file("\($0).txt", "file \($0)") }
    return try BatchPlan(files, to: OutputRule(template: "{dir}/{stem}.out"))
  }

  private var lines: [Substring] {
    (try? String(contentsOfFile: folder + "/m.jsonl", encoding: .utf8))?.split(separator: "\n") ?? []
  }

  private func manifest(resumes: Bool) throws -> Manifest {
    try Manifest(FilePath(folder + "/m.jsonl"), resumes: resumes)
  }

  @Test(arguments: [1, 2, 7])
  func `results come in the order of the plan, whoever is faster`(threads: Int) throws {
    let plan = try plan(50)
    let (tally, done) = try copy(plan, threads: threads, manifest: manifest(resumes: false))
    #expect(done == plan.items.map(\.input) && tally.done == 50 && tally.exitStatus(isStrict: true) == 0)
    #expect(lines.count == 50 && Set(lines).count == 50)
  }

  @Test func `no more threads are granted than there are, and the last files get those that are free`() {
    for threads in 1...9 {
      for files in 1...12 {
        var shares = ThreadShares(threads: threads, files: files)
        var given: [Int] = []
        for left in stride(from: files, to: 0, by: -1) {
          // When nobody is idle, the one that began first ends.
          if shares.idle == 0 { shares.giveBack(given.removeFirst()) }
          given.append(shares.take(filesLeft: left))
          #expect(given.allSatisfy { $0 >= 1 } && given.reduce(0, +) <= threads)
        }
        if files == 1 { #expect(given == [threads]) }
      }
    }
  }

  @Test func `what is begun in a file may use the threads that it was granted`() throws {
    let most = Mutex(0)
    let run = BatchRun<Never>(try plan(40), threads: 4, manifest: nil) { _ in
      most.withLock { $0 = max($0, Processors.granted) }
      return FileResult()
    }
    _ = try run.run { _, _ in }
    #expect((1...4) ~= most.withLock { $0 } && Processors.granted == Processors.available)
  }

  @Test func `an output that fails ends the run, and bad input does not`() throws {
    var bad = try plan(5)
    unlink(folder + "/2.txt")
    var (tally, done) = try copy(bad)
    #expect(tally.failed == 1 && done.count == 4 && tally.exitStatus(isStrict: false) == 1)
    bad = try BatchPlan(bad.items.map(\.input), to: OutputRule(template: "/nowhere/{stem}"))
    (tally, done) = try copy(bad, threads: 1)
    #expect(done.isEmpty && tally.unwritten == 1 && tally.exitStatus(isStrict: false) == 4)
  }

  // MARK: Going on

  @Test func `what is done is left out, until input or output change`() throws {
    let plan = try plan(6)
    unlink(folder + "/5.txt")
    _ = try copy(plan, manifest: manifest(resumes: false))
    _ = file("5.txt", "is there now")
    unlink(folder + "/1.out")
    _ = file("2.txt", "has another length now")
    _ = file("3.out", "cut")
    let again = try manifest(resumes: true)
    let (_, done) = try copy(plan.leaving(out: again.proves), manifest: again)
    #expect(done.map { $0.lastComponent!.string } == ["1.txt", "2.txt", "3.txt", "5.txt"])
    #expect(try plan.leaving(out: manifest(resumes: true).proves).items.isEmpty)
  }

  @Test func `an output with other bytes is made again, and so is everything for other options`() throws {
    let plan = try plan(4)
    _ = try copy(plan, manifest: manifest(resumes: false))
    _ = file("2.out", "file 9")
    #expect(
      try plan.leaving(out: manifest(resumes: true).proves).items.map(\.input.lastComponent) == ["2.txt"])
    let other = try Manifest(FilePath(folder + "/m.jsonl"), resumes: true, options: "other")
    #expect(plan.leaving(out: other.proves).items.count == 4)
  }

  @Test func `an output that is a file that is read by another name is refused`() throws {
    let files = [file("a.txt", "a"), file("b.txt", "b")]
    let plan = try BatchPlan(files, to: OutputRule(template: "{dir}/{stem}.out"))
    try plan.checkOutputs(over: files)
    #expect(link(folder + "/b.txt", folder + "/a.out") == 0)
    #expect(throws: AudioFileError.self) { try plan.checkOutputs(over: files) }
    #expect(throws: BatchProblem.self) {
      try BatchPlan(["/", "b"], to: OutputRule(folder: "o", suffix: nil))
    }
    #expect(throws: BatchProblem.self) {
      try BatchPlan(
        files, to: OutputRule(template: "{dir}/{stem}.out"), besides: [FilePath(folder + "/./b.out")])
    }
    #expect(try OutputRule(folder: "o", suffix: nil).output(for: "a/b.c.wav") == "o/a/b.c.wav")
  }

  @Test func `the beginning of a line is cut off, and a manifest is not begun twice`() throws {
    let plan = try plan(3)
    _ = try copy(plan, manifest: manifest(resumes: false))
    #expect(throws: AudioFileError.self) { try manifest(resumes: false) }
    let whole = try Data(contentsOf: URL(fileURLWithPath: folder + "/m.jsonl"))
    for cut in 1..<60 {
      try whole.dropLast(cut).write(to: URL(fileURLWithPath: folder + "/m.jsonl"))
      let again = try manifest(resumes: true)
      #expect(plan.leaving(out: again.proves).items.count == 1)
      #expect(lines.count == 2)
    }
    _ = file("m.jsonl", "somebody's notes\n")
    #expect(throws: AudioFileError.self) { try manifest(resumes: true) }
  }

  @Test func `a line says what became of a file`() throws {
    let input = file("a.wav", "1234"), state = FileState(of: input)
    var result = FileResult<Never>()
    (result.frames, result.sampleRate, result.isComplete) = (8, 16, false)
    result.warnings = ["a “quoted”\nline"]
    result.written = Written([])
    let item = try BatchPlan([input], to: OutputRule(template: "{dir}/a.dat")).items[0]
    let line = ManifestEntry(item, result, state).line
    let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    #expect(object["status"] as? String == "incomplete" && object["seconds"] as? Double == 0.5)
    #expect(object["checksum"] as? String == "ef46db3751d8e999" && object["bytes"] as? Int == 4)
    #expect(object["warnings"] as? [String] == result.warnings && object["error"] is NSNull)
    #expect(!line.contains("\n"))
    let failed = ManifestEntry(
      item, FileResult<Never>(failed: AudioFileError(.emptyFile, path: input), reason: "is empty"), state)
    #expect(failed.line.contains(#""code":"emptyFile""#) && failed.line.contains(#""status":"failed""#))
  }

  @Test func `what a device or a process cut short is done again, what the bytes lack is not`() throws {
    let input = file("a.wav", "1234"), state = FileState(of: input)
    let item = try BatchPlan([input], to: OutputRule(template: "{dir}/a.dat")).items[0]
    let output = Written(Array("part".utf8))
    _ = file("a.dat", "part")
    for code in [nil] + AudioFileError.Code.allCases.map(Optional.some) {
      var result = FileResult<Never>()
      (result.isComplete, result.written) = (false, output)
      result.cause = code.map { AudioFileError($0, path: input) }
      let entry = try #require(ManifestEntry(Array(ManifestEntry(item, result, state).line.utf8)))
      #expect(entry.proves(item) == (code == nil || code == .damaged), "\(code.map { "\($0)" } ?? "none")")
    }
  }

  // MARK: Processors

  @Test func `a control group's limit is rounded up, and those above it count`() {
    #expect(Processors.limit("max 100000\n") == nil && Processors.limit("") == nil)
    #expect(Processors.limit("150000 100000\n") == 2 && Processors.limit("10000 100000") == 1)
    #expect(Processors.groups(in: "1:x:/no\n0::/a/b\n") == ["/a/b", "/a", ""])
    #expect(Processors.groups(in: "0::/\n") == [""] && Processors.groups(in: "").isEmpty)
    #expect(Processors.available >= 1)
  }
}
