// FolderModelTests.swift
// The list of a folder: real recordings, ten thousand files, and files that come and go.

import Foundation
import ModelTestSupport
import Synchronization
import SystemPackage
import Testing
import WaveformCore

@testable import AudioFormats
@testable import Folders
@testable import HostIO
@testable import Marks
@testable import Playback
@testable import Recording

@MainActor @Suite struct FolderModelTests {
  /// A folder that goes away with the test.
  final class Folder {
    let path = FilePath(NSTemporaryDirectory()).appending("barline-folder-\(UInt64.random(in: 0...(.max)))")

    init() { precondition(mkdir(path.string, 0o700) == 0) }

    deinit { try? FileManager.default.removeItem(atPath: path.string) }

    func write(_ text: String, as name: String) {
      let path = path.appending(name).string
      precondition(FileManager.default.createFile(atPath: path, contents: Data(text.utf8)))
    }

    func remove(_ name: String) throws {
      try FileManager.default.removeItem(atPath: path.appending(name).string)
    }

    func copy(_ recording: FilePath, as name: String) throws {
      try FileManager.default.copyItem(atPath: recording.string, toPath: path.appending(name).string)
    }
  }

  /// Readings of files that are only names: of as many seconds as their name says.
  private final class Readings: Sendable {
    struct Counts { var active = 0, most = 0, read: [FolderReader.Job] = [] }
    let counts = Mutex(Counts())
    let isHeld = Atomic<Bool>(false)
    /// Whole readings take until this ends.
    let isSlow = Atomic<Bool>(false)

    func read(_ job: FolderReader.Job, _ goesOn: @Sendable () -> Bool) -> FolderReader.Answer? {
      counts.withLock {
        $0.active += 1
        $0.most = max($0.most, $0.active)
        $0.read.append(job)
      }
      defer { counts.withLock { $0.active -= 1 } }
      while isHeld.load(ordering: .relaxed), goesOn() { usleep(500) }
      while job.depth > .head, isSlow.load(ordering: .relaxed), goesOn() { usleep(500) }
      guard goesOn() else { return nil }
      let name = job.path.string.split(separator: "/").last ?? ""
      guard let number = Int(name.drop { !$0.isNumber }.prefix { $0.isNumber }) else {
        return .failure(AudioFileError(.unknownFormat, path: job.path))
      }
      return .success(
        RecordingSummary(
          depth: job.depth, format: number % 2 == 0 ? "WAV" : "FLAC", channels: 1, sampleRate: 1000,
          frames: number * 1000, flags: number % 5 == 0 ? .clipped : [],
          loudness: job.depth == .everything ? -Double(number) : nil))
    }

    var read: [FolderReader.Job] { counts.withLock { $0.read } }
  }

  private func names(_ model: FolderModel) -> [String] { model.rows.map(\.name) }

  @Test func `real recordings are listed with what is known of them`() async throws {
    let folder = Folder()
    try folder.copy(Recordings.speech, as: "b.wav")
    try folder.copy(Recordings.music, as: "a.opus")
    folder.write("no sound", as: "notes.txt")
    folder.write("no sound either", as: "notes")
    folder.write("", as: "empty.wav")
    folder.write("no sound at all", as: "words.mp3")
    let model = FolderModel(.folder(folder.path), cache: nil)
    #expect(!model.isListed && model.rows.isEmpty)
    try await wait {
      model.rows.count == 4 && model.rows.allSatisfy { $0.summary != nil || $0.problem != nil }
    }
    #expect(names(model) == ["a.opus", "b.wav", "empty.wav", "words.mp3"] && model.summary == "4 files")
    #expect(model.rows[2...].allSatisfy { $0.problem?.isEmpty == false }, "what is named as sound is told of")
    #expect(model.rows[1].formatText == "WAV, 16-bit PCM" && !model.rows[1].lengthText.isEmpty)
    #expect(model.rows.allSatisfy { $0.loudnessText.isEmpty }, "nothing is read whole before it is looked at")
    model.see(0..<3)
    try await wait { model.rows[..<2].allSatisfy { $0.summary?.depth == .everything } }
    #expect(model.rows[1].summary?.levels.count == FolderModel.parts)
    #expect(model.rows[..<2].allSatisfy { $0.loudnessText.hasSuffix(" LUFS") && $0.flagTexts.isEmpty })
  }

  @Test func `ten thousand files are listed, sorted and filtered, on two threads`() async throws {
    let folder = Folder()
    folder.write("", as: "take 0.wav")
    let first = folder.path.appending("take 0.wav").string
    for number in 1..<10_000 {
      precondition(link(first, folder.path.appending("take \(number).wav").string) == 0)
    }
    let readings = Readings()
    let model = FolderModel(.folder(folder.path)) { readings.read($0, $1) }
    try await wait { model.isListed }
    #expect(model.rows.count == 10_000 && model.rows[10].name == "take 10.wav")
    try await wait { model.rows.allSatisfy { $0.summary != nil } }
    #expect(readings.counts.withLock { $0.most } <= 2)
    #expect(readings.read.count == 10_000 && readings.read.allSatisfy { $0.depth == .head }, "once each")

    model.order = .init(.length, isAscending: false)
    #expect(model.rows[0].name == "take 9999.wav" && model.rows[9999].name == "take 0.wav")
    model.order = .init(.format)
    #expect(names(model).prefix(2) == ["take 1.wav", "take 3.wav"], "equal ones by name")
    model.order = .init()
    for (typed, count) in [("9", 3439), ("99", 280), ("99 take", 280), ("TAKE 99", 280), ("none", 0)] {
      model.filter = typed
      #expect(model.rows.count == count, "\(typed)")
    }
    #expect(model.summary == "0 of \(grouped(10_000)) files")
    model.filter = ""
    model.see(5000..<5003)
    try await wait { model.rows[5000..<5003].allSatisfy { $0.summary?.depth == .everything } }
    #expect(readings.read.count == 10_003, "what is not in view is not read")
  }

  @Test func `what is in view comes first, and what has left it is not read`() async throws {
    let folder = Folder()
    for number in 0..<200 { folder.write("", as: "\(number).wav") }
    let readings = Readings()
    readings.isHeld.store(true, ordering: .relaxed)
    let model = FolderModel(.folder(folder.path)) { readings.read($0, $1) }
    try await wait { model.isListed && readings.read.count == 2 }
    model.see(20..<30)
    model.see(100..<103)
    readings.isHeld.store(false, ordering: .relaxed)
    try await wait { model.rows[100..<103].allSatisfy { $0.summary?.depth == .everything } }
    try await wait { model.rows.allSatisfy { $0.summary != nil } }
    let order = readings.read.filter { $0.depth == .head }.map(\.path).compactMap(\.stem)
    #expect(Set(order[2..<5]) == ["100", "101", "102"])
    #expect(readings.read.count { $0.depth == .everything } == 3)
  }

  @Test func `sorted by what only reading tells, everything is read`() async throws {
    let folder = Folder()
    for number in 1...20 { folder.write("", as: "\(number).wav") }
    let readings = Readings()
    let model = FolderModel(.folder(folder.path)) { readings.read($0, $1) }
    try await wait { model.rows.count == 20 && model.rows.allSatisfy { $0.summary != nil } }
    model.order = .init(.loudness)
    try await wait { model.rows.allSatisfy { $0.summary?.depth == .everything } }
    // Rows change their places a moment later.
    try await wait { model.rows[0].name == "20.wav" }
    #expect(model.rows[0].loudnessText == "\u{2212}20.0 LUFS")
    model.order = .init(.flags)
    #expect(names(model).prefix(5) == ["5.wav", "10.wav", "15.wav", "20.wav", "1.wav"], "flagged ones first")
    #expect(model.rows[0].flagTexts == ["Clipped"])
  }

  @Test func `files come, change and go, and the others keep what is known`() async throws {
    let folder = Folder()
    for number in 1...3 { folder.write("", as: "\(number).wav") }
    let readings = Readings()
    let model = FolderModel(.folder(folder.path)) { readings.read($0, $1) }
    try await wait { model.rows.count == 3 && model.rows.allSatisfy { $0.summary != nil } }
    unlink(folder.path.appending("1.wav").string)
    folder.write("more", as: "2.wav")
    folder.write("", as: "4.wav")
    model.refresh()
    try await wait { names(model) == ["2.wav", "3.wav", "4.wav"] }
    try await wait { model.rows.allSatisfy { $0.summary != nil } }
    #expect(readings.read.map(\.path).compactMap(\.stem).sorted() == ["1", "2", "2", "3", "4"])

    let other = folder.path.appending("other").string
    rename(folder.path.appending("3.wav").string, other)
    model.refresh()
    try await wait { model.rows.count == 2 }
    rename(other, folder.path.appending("3.wav").string)
    model.refresh()
    try await wait { model.rows.count == 3 && model.rows.allSatisfy { $0.summary != nil } }

    try FileManager.default.removeItem(atPath: folder.path.string)
    model.refresh()
    try await wait { model.problem != nil }
  }

  @Test func `files that come, change and go are noticed, and keep their rows in the list`() async throws {
    let folder = Folder()
    try folder.copy(Recordings.speech, as: "b.wav")
    let model = FolderModel(.folder(folder.path), cache: nil)
    try await wait { model.rows.first?.summary != nil }
    try folder.copy(Recordings.speech, as: "a.wav")
    try await wait { names(model) == ["a.wav", "b.wav"] }
    unlink(folder.path.appending("b.wav").string)
    try await wait { names(model) == ["a.wav"] }
    try FileManager.default.removeItem(atPath: folder.path.string)
    try await wait { model.rows.isEmpty }
  }

  @Test func `several files are a list as a folder is, and one that goes leaves it`() async throws {
    let folder = Folder()
    for name in ["a.wav", "b.wav", "c.wav"] { try folder.copy(Recordings.speech, as: name) }
    let paths = ["c.wav", "a.wav"].map { folder.path.appending($0) }
    let model = FolderModel(.files(paths), cache: nil)
    try await wait { names(model) == ["a.wav", "c.wav"] && model.rows.allSatisfy { $0.summary != nil } }
    unlink(paths[1].string)
    try await wait { names(model) == ["c.wav"] }
  }

  @Test func `what has left the view is given up, and read when it comes back`() async throws {
    let folder = Folder()
    for number in 0..<10 { folder.write("", as: "\(number).wav") }
    let readings = Readings()
    readings.isSlow.store(true, ordering: .relaxed)
    let model = FolderModel(.folder(folder.path)) { readings.read($0, $1) }
    try await wait { model.isListed }
    model.see(0..<2)
    // A thread is left for glances.
    try await wait { model.rows.allSatisfy { $0.summary != nil } && model.knowsSeen }
    model.see(5..<7)
    // Those of the first rows end although they are slow.
    try await wait { readings.read.contains { $0.depth > .head && $0.path.stem == "5" } }
    readings.isSlow.store(false, ordering: .relaxed)
    try await wait { model.rows[5..<7].allSatisfy { $0.summary?.depth == .everything } }
    #expect(model.rows[0].summary?.depth == .head)
    model.see(0..<2)
    try await wait { model.rows[0..<2].allSatisfy { $0.summary?.depth == .everything } }
  }

  @Test func `a label is kept in the marks of the recording, and taken away by the same digit`() async throws
  {
    let folder = Folder()
    try folder.copy(Recordings.speech, as: "a.wav")
    try folder.copy(Recordings.speech, as: "b.wav")
    let before = try Foundation.Data(contentsOf: URL(fileURLWithPath: folder.path.appending("a.wav").string))
    let marks = folder.path.appending("a.wav" + KeptMarks.suffix)
    let model = FolderModel(.folder(folder.path), cache: nil)
    try await wait { model.rows.count == 2 && model.rows.allSatisfy { $0.summary != nil } }
    model.label([model.ids[0]], 4)
    #expect(model.rows.map(\.label) == [4, nil], "it is shown at once")
    try await wait { model.labelSavings == 1 }
    let document = try MarkFile.read(marks).reading.document
    #expect(document.label == 4 && document.tiers[0].marks[0].range.lowerBound == 0)
    #expect(names(model) == ["a.wav", "b.wav"], "the file of marks is no recording")
    let after = try Foundation.Data(contentsOf: URL(fileURLWithPath: folder.path.appending("a.wav").string))
    #expect(before == after)

    let other = FolderModel(.folder(folder.path), cache: nil)
    try await wait { other.rows.first?.label == 4 }
    model.label(model.ids, 4)
    try await wait { other.rows.map(\.label) == [4, 4] }
    model.order = .init(.label)
    model.label(model.ids, 4)
    #expect(model.rows.map(\.label) == [nil, nil], "all of them had it")
    try await wait { other.rows.map(\.label) == [nil, nil] }
    #expect(try MarkFile.read(marks).reading.document.label == nil)
  }

  @Test func `a label beside damaged marks is not kept, and the user is told`() async throws {
    let folder = Folder()
    try folder.copy(Recordings.speech, as: "a.wav")
    folder.write("{ not marks", as: "a.wav" + KeptMarks.suffix)
    let model = FolderModel(.folder(folder.path), cache: nil)
    try await wait { model.rows.first?.summary != nil }
    model.label(model.ids, 1)
    try await wait { model.labelNotice.count == 1 }
    #expect(model.labelNotice.text.contains("a.wav") && model.rows[0].label == nil)
    let text = try String(
      contentsOfFile: folder.path.appending("a.wav" + KeptMarks.suffix).string, encoding: .utf8)
    #expect(text == "{ not marks")
  }

  @Test func `one recording is played at a time, to its end`() async throws {
    let folder = Folder()
    try folder.copy(Recordings.speech, as: "a.wav")
    folder.write("", as: "empty.wav")
    let clock = ManualClock()
    let playback = FolderPlayback(clock)
    let path = folder.path.appending("a.wav")
    playback.toggle(path)
    #expect(playback.path == path && !playback.isPlaying)
    try await wait { playback.isPlaying }
    clock.advance(by: 0.5)
    playback.advance()
    #expect(playback.share > 0 && clock.isRunning)
    playback.toggle(path)
    #expect(!clock.isRunning && playback.path == nil)
    playback.play(path)
    try await wait { playback.isPlaying }
    clock.advance(by: 1e6)
    playback.advance()
    #expect(!playback.isPlaying && playback.path == nil)
    playback.play(folder.path.appending("empty.wav"))
    try await wait { playback.notice.count == 1 }
    #expect(playback.path == nil && playback.notice.text.contains("empty.wav"))
  }

  @Test func `nothing is read for a list that is gone`() async throws {
    let folder = Folder()
    for number in 0..<100 { folder.write("", as: "\(number).wav") }
    let readings = Readings()
    readings.isHeld.store(true, ordering: .relaxed)
    var model: FolderModel? = FolderModel(.folder(folder.path)) { readings.read($0, $1) }
    try await wait { model?.isListed == true && readings.read.count == 2 }
    model = nil
    try await wait { readings.counts.withLock { $0.active } == 0 }
    #expect(readings.read.count == 2)
  }
}
