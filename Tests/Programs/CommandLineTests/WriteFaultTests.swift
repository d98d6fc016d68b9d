// WriteFaultTests.swift
// Whatever happens at whatever call while a file is written: there is the old file or the new one, whole, and the truth is
// told. A failing disk and the end of the process are played by a library that is loaded into the program, and into what
// it starts (Tests/Support/Faults/faults.c).

import AudioExport
import Foundation
import Marks
import TestSupport
import Testing

@Suite struct WriteFaultTests {
  /// One way to write files.
  struct Work: CustomTestStringConvertible, Sendable {
    /// `barline-cli`, or `document-writer` where only the window writes such a file.
    var program = "barline-cli"
    let arguments: [String]
    /// The files that it writes; the first is what it is about.
    let outputs: [String]
    /// Whether ffmpeg writes, whose calls are no secret when it is not locked.
    var isByFFmpeg = false
    /// Whether it goes on to be told where it ended (`--manifest`).
    var isBatch = false
    /// Outside of a campaign one of so many calls is tried. ffmpeg takes its time.
    var share = 3

    var testDescription: String { arguments.joined(separator: " ") }

    /// All calls take six minutes, half of them do in a campaign: of the next writer the other half.
    func isTried(_ call: Int) -> Bool {
      if getenv("BARLINE_EVERY_CALL") != nil { return true }
      return (call + arguments.count + outputs[0].utf8.count) % (Campaign.isWanted ? 2 : share) == 0
    }
  }

  private static let inputs = [
    "in.wav", "in.mp3", "in.m4a", "in.mkv", "in.mp4", "in.mov", "in.webm", "marks.json",
  ]

  /// Every writer of the program: its formats make the list.
  private static let works: [Work] = {
    var works: [Work] = []
    for suffix in Set(ExportFormat.allCases.map { $0.suffixes[0] }).sorted() {
      let name = "out.\(suffix)"
      works.append(Work(arguments: ["generate", "pink", "--duration", "0.3", "-o", name], outputs: [name]))
    }
    works.append(
      Work(
        arguments: [
          "denoise", "in.wav", "-o", "out.wav", "--noise", "0..0.5", "--save-profile", "out.profile",
        ],
        outputs: ["out.profile", "out.wav"]))
    for container in Movie.Container.allCases {
      let name = "out.\(container.suffix)"
      let input = container == .webM ? "in.webm" : "in.mkv"
      let arguments = ["denoise", input, "-o", name, "--noise", "0..0.5"]
      works.append(Work(arguments: arguments, outputs: [name], isByFFmpeg: true, share: 7))
    }
    for kind in MarkFileKind.allCases where kind.isWritable {
      let name = kind == .wav ? "copy.wav" : "out.\(kind.rawValue)"
      let arguments = ["marks", "marks.json", "-o", name, "--to", kind.rawValue, "--recording", "in.wav"]
      works.append(Work(arguments: arguments, outputs: [name], share: 5))
    }
    for container in ChapterContainer.allCases where container.isWritable {
      let suffix = [.quickTime: "mov", .matroska: "mkv", .webM: "webm"][container] ?? container.rawValue
      let name = "out.\(suffix)"
      let arguments = ["marks", "marks.json", "-o", name, "--recording", name.replacing("out", with: "in")]
      works.append(Work(arguments: arguments, outputs: [name], isByFFmpeg: true, share: 7))
    }
    for name in ["out.dat", "out.json"] {
      works.append(Work(arguments: ["peaks", "in.wav", "-o", name, "--no-cache"], outputs: [name]))
    }
    for name in ["out.png", "out.svg"] {
      works.append(Work(arguments: ["render", "in.wav", "-o", name], outputs: [name], share: 5))
    }
    works += [
      Work(arguments: ["sheet", "in.wav", "-o", "out.html"], outputs: ["out.html"], share: 5),
      Work(arguments: ["thumbnail", "in.wav", "out.png"], outputs: ["out.png"], share: 5),
      Work(
        arguments: ["peaks", "in.wav", "-o", "out.dat", "--no-cache", "--manifest", "m.jsonl", "--resume"],
        outputs: ["out.dat"], isBatch: true),
      Work(
        program: "document-writer", arguments: ["project", "out.barline", "in.wav"], outputs: ["out.barline"]),
      Work(
        program: "document-writer", arguments: ["marks", "in.wav", "data"],
        outputs: ["in.wav.barline-marks.json"]),
    ]
    return works
  }()

  /// What is done to a call; an error, or a negative signal.
  private static let faults = [ENOSPC, EIO, -SIGTERM, -SIGKILL]

  /// What an output is before; marks and profiles take only the place of such.
  private static func old(_ name: String) throws -> [UInt8] {
    for other in ["marks.json", "profile"] where name.hasSuffix(other) {
      return try #require(source).bytes(other)
    }
    return [1, 2, 3]
  }

  /// The library, compiled once.
  private static let library: String? = {
    let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Support/Faults/faults.c").path
    let path = FileManager.default.temporaryDirectory.path + "/barline-faults-\(getpid()).so"
    // The compiler that comes with Swift, or the system's.
    let script = """
      swift=$(command -v swift) && beside=$(dirname "$(realpath "$swift")")/clang && [ -x "$beside" ] || beside=cc
      exec "$beside" -shared -fPIC -O1 -o '\(path)' '\(source)' -ldl
      """
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", script]
    guard (try? process.run()) != nil else { return nil }
    process.waitUntilExit()
    atexit { unlink(FileManager.default.temporaryDirectory.path + "/barline-faults-\(getpid()).so") }
    return process.terminationStatus == 0 ? path : nil
  }()

  /// The recordings and marks that are read; made once.
  private static let source: TestFolder? = {
    let folder = TestFolder()
    let script = """
      "$CLI" generate pink --duration 1 -o in.wav &&
      ffmpeg -nostdin -v error -f lavfi -i testsrc=size=64x48:rate=25:duration=1 -i in.wav -c:v mpeg4 -c:a flac in.mkv &&
      ffmpeg -nostdin -v error -i in.mkv -c:v copy -c:a aac in.mp4 &&
      ffmpeg -nostdin -v error -i in.mp4 -c copy in.mov && ffmpeg -nostdin -v error -i in.mp4 -vn -c copy in.m4a &&
      "$CLI" generate pink --duration 1 -o in.mp3 &&
      ffmpeg -nostdin -v error -i in.mkv -c:v libvpx -deadline realtime -c:a libvorbis in.webm &&
      printf '0.1\\t0.2\\tone\\n0.3\\t0.4\\ttwo\\n' > marks.txt &&
      "$CLI" denoise in.wav -o clean.wav --noise 0.4..0.9 --save-profile profile &&
      "$CLI" marks marks.txt -o marks.json --recording in.wav
      """
    return Program.shell(script, in: folder).status == 0 ? folder : nil
  }()

  /// A folder with what is read, and the old files.
  private static func folder(_ work: Work, hasOld: Bool) throws -> TestFolder {
    let folder = TestFolder()
    let source = try #require(source)
    for name in inputs { try #require(link(source.path + "/" + name, folder.path + "/" + name) == 0) }
    if hasOld { for name in work.outputs { _ = try folder.write(old(name), as: name) } }
    return folder
  }

  /// Runs it, and spoils a call.
  ///
  /// - Parameters:
  ///   - call: from 1 on; 0: none.
  /// - Returns: what it did, how many calls there were, and whether the spoilt one was to delete a file.
  private static func run(_ work: Work, in folder: TestFolder, call: Int = 0, fault: Int32 = 0) throws -> (
    Outcome, count: Int, isDeletion: Bool
  ) {
    let counter =
      FileManager.default.temporaryDirectory.path + "/barline-calls-\(UInt64.random(in: 0...(.max)))"
    try #require(FileManager.default.createFile(atPath: counter, contents: Data(count: 16)))
    defer { unlink(counter) }
    let program = URL(fileURLWithPath: Program.path).deletingLastPathComponent().path + "/" + work.program
    let script = """
      export BARLINE_FAULT_COUNT='\(counter)' BARLINE_FAULT_AT=\(call) BARLINE_FAULT=\(fault)
      \(work.isByFFmpeg ? "export BARLINE_UNLOCKED=1" : "")
      LD_PRELOAD='\(try #require(library))' exec '\(work.program == "barline-cli" ? Program.path : program)' \
      \(work.arguments.map { "'\($0)'" }.joined(separator: " "))
      """
    let outcome = Program.shell(script, in: folder)
    let told = [UInt8](FileManager.default.contents(atPath: counter) ?? Data(count: 16))
    let count = told.prefix(8).enumerated().reduce(0) { $0 | Int($1.element) << (8 * $1.offset) }
    return (outcome, count, told[8] == 1)
  }

  /// The bytes that stay the same from one run to the next; nil where they differ, and a little around. ffmpeg and Ogg's
  /// encoders draw numbers for tracks.
  private struct Expected {
    private let bytes: [UInt8?]

    init(_ first: [UInt8], _ second: [UInt8]) {
      var bytes = first.map(Optional.some)
      for (place, pair) in zip(first, second).enumerated() where pair.0 != pair.1 {
        // Of a drawn number some bytes are the same by chance.
        for near in max(0, place - 16)..<min(bytes.count, place + 17) { bytes[near] = nil }
      }
      self.bytes = bytes
    }

    static func == (expected: Expected, found: [UInt8]) -> Bool {
      expected.bytes.count == found.count && zip(expected.bytes, found).allSatisfy { $0 == nil || $0 == $1 }
    }
  }

  /// What the writers of one kind have in common is tried once where there is no old file.
  private static let cases = works.map { ($0, true) } + works.filter { $0.share <= 3 }.map { ($0, false) }

  @Test(arguments: cases)
  func `the old file or the new one, whole, and the truth`(work: Work, hasOld: Bool) throws {
    let first = try Self.folder(work, hasOld: hasOld), second = try Self.folder(work, hasOld: hasOld)
    let (outcome, count, _) = try Self.run(work, in: first)
    try #require(outcome.status == 0 && count > 3, "\(count) calls: \(outcome)")
    // What is drawn from the time is another one in the next second.
    if work.outputs.contains(where: { $0.hasSuffix(".ogg") || $0.hasSuffix(".opus") }) { usleep(1_100_000) }
    _ = try Self.run(work, in: second)
    let expected = Dictionary(
      uniqueKeysWithValues: work.outputs.map { ($0, Expected(first.bytes($0), second.bytes($0))) })
    let known = Set(first.names)
    var spoilt = 0
    for call in 1...count where work.isTried(call) {
      for fault in Self.faults {
        let folder = try Self.folder(work, hasOld: hasOld)
        let (outcome, _, isDeletion) = try Self.run(work, in: folder, call: call, fault: fault)
        let place: Comment =
          "call \(call) of \(count), \(fault): \(outcome.status) \(outcome.errors) \(folder.names)"
        if outcome.status != 0 { spoilt += 1 }
        func isNew(_ name: String) -> Bool { expected[name].map { $0 == folder.bytes(name) } ?? false }
        for name in work.outputs {
          let isOld = hasOld ? try folder.bytes(name) == Self.old(name) : !folder.names.contains(name)
          #expect(isNew(name) || isOld, "\(name) is a part: \(place)")
          #expect(outcome.status != 0 || isNew(name), "\(name) is not there: \(place)")
        }
        if fault > 0 {
          let word = String(cString: strerror(fault))
          #expect(outcome.status == 0 || outcome.errors.contains(word), "the cause: \(place)")
        }
        let left = Set(folder.names).subtracting(known)
        #expect(left.isEmpty || fault == -SIGKILL || isDeletion && fault > 0, "\(left): \(place)")
        guard !left.isEmpty || work.isBatch && outcome.status != 0 else { continue }
        // What is left is taken away by who writes there next, and what is missing is made.
        let wasWhole = work.outputs.allSatisfy(isNew)
        let (again, _, _) = try Self.run(work, in: folder)
        #expect(again.status == 0 && work.outputs.allSatisfy(isNew), "again: \(again), \(place)")
        // Where all was done already, nobody writes there.
        let isClean = Set(folder.names).isSubset(of: known)
        #expect(isClean || work.isBatch && wasWhole, "after that: \(folder.names), \(place)")
      }
    }
    #expect(spoilt > 0, "no call was spoilt")
  }
}
