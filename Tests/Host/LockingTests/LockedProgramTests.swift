// LockedProgramTests.swift
// ffmpeg in its lock says what it says without: of every kind of file that is tried, and when it writes one.

import Foundation
import HostIO
import SystemPackage
import Testing

@Suite struct LockedProgramTests {
  private let folder = NSTemporaryDirectory() + "/barline-locked-\(UUID().uuidString)"

  init() throws { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true) }

  /// What ffmpeg or ffprobe answers, started as `ChildProcess(locked:)` does, and how it ended.
  private func answer(
    _ program: String, _ arguments: [String], of path: String, into target: Int32? = nil,
    mostBytes: Int = 1 << 20, isLocked: Bool
  ) throws -> (answer: [UInt8]?, end: ChildProcess.End) {
    let file = try FileDescriptor.open(FilePath(path), .readOnly)
    defer { try? file.close() }
    let child = try ChildProcess(
      Victim.program("barline-decoder").path,
      (isLocked ? [] : ["--unlocked"]) + (target == nil ? [] : ["--most-bytes", "\(mostBytes)"])
        + ["--run", program] + arguments,
      file: file.rawValue, target: target, hasLifeline: true)
    let bytes = child.answer(limit: 1 << 24, seconds: 20)
    return (bytes, child.wait())
  }

  private func make(_ name: String, _ options: [String] = []) throws -> String {
    let path = folder + "/" + name
    let tone = ["-nostdin", "-v", "error", "-f", "lavfi", "-i", "sine=d=0.3", "-strict", "-2"]
    let made = try answer("/usr/bin/ffmpeg", tone + options + [path], of: "/dev/null", isLocked: false)
    #expect(made.end == .exit(0))
    return path
  }

  private let input = ["-protocol_whitelist", "file,pipe", "-i", "file:/proc/self/fd/3"]

  @Test func `the processor's time has an end that goes with the length of the recording`() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = folder + "/long"
    try Data(count: 5 << 20).write(to: URL(fileURLWithPath: path))
    let told = try answer("/usr/bin/head", ["-n", "2", "/proc/self/limits"], of: path, isLocked: true)
    let line = String(decoding: told.answer ?? [], as: UTF8.self).split(separator: "\n").last
    #expect(line?.split(separator: " ").dropFirst(3).prefix(2) == ["170", "175"], "\(told)")
  }

  @Test(arguments: ["m4a", "wv"])
  func `locked and unlocked are the same`(kind: String) throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = try make("sound." + kind)
    let calls = [
      ("/usr/bin/ffprobe", ["-v", "error", "-show_streams", "-show_format", "-of", "flat"] + input),
      ("/usr/bin/ffmpeg", ["-nostdin", "-v", "error"] + input + ["-f", "f32le", "pipe:1"]),
    ]
    for (program, arguments) in calls {
      let locked = try answer(program, arguments, of: path, isLocked: true)
      let unlocked = try answer(program, arguments, of: path, isLocked: false)
      #expect(locked.end == .exit(0) && unlocked.end == .exit(0))
      #expect((locked.answer?.count ?? 0) > 500 && locked.answer == unlocked.answer)
    }
  }

  @Test func `a locked program writes into its file, and into no other`() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = try make("source.m4a")
    func copy(to name: String, isLocked: Bool, at output: String) throws -> ChildProcess.End {
      let target = try FileDescriptor.open(
        FilePath(folder + "/" + name), .readWrite, options: .create, permissions: .ownerReadWrite)
      defer { try? target.close() }
      let call = ["-nostdin", "-y", "-v", "error"] + input + ["-c", "copy", "-f", "mp4", output]
      return try answer("/usr/bin/ffmpeg", call, of: path, into: target.rawValue, isLocked: isLocked).end
    }
    for (name, isLocked) in [("locked", true), ("unlocked", false)] {
      #expect(try copy(to: name, isLocked: isLocked, at: "file:/proc/self/fd/4") == .exit(0))
    }
    let written = FileManager.default.contents(atPath: folder + "/locked")
    #expect(
      written?.isEmpty == false && written == FileManager.default.contents(atPath: folder + "/unlocked"))
    #expect(try copy(to: "locked", isLocked: true, at: "file:" + folder + "/other") != .exit(0))
    #expect(!FileManager.default.fileExists(atPath: folder + "/other"))
  }

  @Test func `a locked program makes its file no longer than it may`() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = try make("source.m4a")
    let target = try FileDescriptor.open(
      FilePath(folder + "/short"), .readWrite, options: .create, permissions: .ownerReadWrite)
    defer { try? target.close() }
    let call =
      ["-nostdin", "-y", "-v", "error"] + input + ["-c", "copy", "-f", "mp4", "file:/proc/self/fd/4"]
    let end = try answer(
      "/usr/bin/ffmpeg", call, of: path, into: target.rawValue, mostBytes: 100, isLocked: true
    ).end
    #expect(end == .signal(SIGXFSZ))
    #expect(FileManager.default.contents(atPath: folder + "/short")?.count == 100)
  }

  @Test func `without a life line it does not start`() throws {
    let child = try ChildProcess(
      Victim.program("barline-decoder").path, ["--run", "/usr/bin/true"], file: 0)
    #expect(child.wait() == .exit(DecoderProgram.cannotLock))
    #expect(String(decoding: child.complaints(), as: UTF8.self).contains("life line"))
  }

  @Test func `it says that it is no program for people`() throws {
    for option in ["--help", "--version"] {
      let child = try ChildProcess(Victim.program("barline-decoder").path, [option], file: 0)
      #expect(child.answer(limit: 1000, seconds: 20).map { !$0.isEmpty } == true && child.wait() == .exit(0))
    }
  }
}
