// CommandLine.swift
// Runs the built barline-cli, and knows just enough of the formats to check what it writes.

import Foundation
import Glibc

/// What a program left behind.
struct Outcome {
  let status: Int32
  let output: String
  let errors: String

  /// Lines of standard error.
  var errorLines: [Substring] { errors.split(separator: "\n") }
}

enum Program {
  /// Where its standard output goes.
  enum Output: CaseIterable {
    /// What is written is kept.
    case file
    /// A disk without room.
    case full
    /// One whose reader has gone.
    case nobody
    /// There is none.
    case closed
  }

  /// BARLINE_CLI, or the executable beside the test bundle.
  static let path: String = {
    if let path = ProcessInfo.processInfo.environment["BARLINE_CLI"] { return path }
    var folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    for argument in CommandLine.arguments where argument.contains(".xctest") {
      folder = URL(fileURLWithPath: argument)
      while !folder.path.hasSuffix(".xctest") { folder.deleteLastPathComponent() }
      folder.deleteLastPathComponent()
      break
    }
    return folder.appendingPathComponent("barline-cli").path
  }()

  /// Runs barline-cli with arguments that are bytes, in English.
  ///
  /// - Parameter caches: its `XDG_CACHE_HOME`; by itself none that can be used, and never that of whoever runs the
  ///   tests.
  ///   - paths: its `PATH`, in which ffmpeg is looked for; nil: that of the tests.
  static func run(
    _ arguments: [[UInt8]], in folder: String, caches: String = "/dev/null", output place: Output = .file,
    program: String = path, paths: String? = nil
  ) -> Outcome {
    let output = folder + "/.stdout-\(UInt32.random(in: 0...(.max)))"
    let errors = folder + "/.stderr-\(UInt32.random(in: 0...(.max)))"
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // Not a pipe: its ends could be inherited by what other tests start at this moment.
    var ends: [Int32] = [-1, -1]
    defer { if ends[1] >= 0 { close(ends[1]) } }
    switch place {
    case .file: posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT, 0o600)
    case .full: posix_spawn_file_actions_addopen(&actions, 1, "/dev/full", O_WRONLY, 0)
    case .nobody:
      let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
      precondition(socketpair(AF_UNIX, kind, 0, &ends) == 0)
      close(ends[0])
      posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
    case .closed: posix_spawn_file_actions_addclose(&actions, 1)
    }
    posix_spawn_file_actions_addopen(&actions, 2, errors, O_WRONLY | O_CREAT, 0o600)
    let all: [[UInt8]] = [Array("barline-cli".utf8)] + arguments
    var argv: [UnsafeMutablePointer<CChar>?] = all.map { bytes in
      let copy = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count + 1)
      for (index, byte) in (bytes + [0]).enumerated() { copy[index] = CChar(bitPattern: byte) }
      return copy
    }
    argv.append(nil)
    defer { argv.forEach { $0?.deallocate() } }
    var variables = ProcessInfo.processInfo.environment.merging(["XDG_CACHE_HOME": caches, "LC_ALL": "C"]) {
      $1
    }
    if let paths { variables["PATH"] = paths }
    let environment = variables.map { strdup("\($0)=\($1)") } + [nil]
    defer { environment.forEach { free($0) } }
    var process: pid_t = 0
    let failure = posix_spawn(&process, program, &actions, nil, argv, environment)
    precondition(failure == 0, "\(path) cannot be started: build it first, or set BARLINE_CLI")
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 && errno == EINTR {}
    defer {
      unlink(output)
      unlink(errors)
    }
    return Outcome(
      // A signal counts as a status of its own.
      status: status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + status & 0x7F,
      output: String(decoding: FileManager.default.contents(atPath: output) ?? Data(), as: UTF8.self),
      errors: String(decoding: FileManager.default.contents(atPath: errors) ?? Data(), as: UTF8.self))
  }

  /// Runs a script of the shell in a folder; `$CLI` is barline-cli.
  static func shell(_ script: String, in folder: TestFolder) -> Outcome {
    let text = "cd '\(folder.path)' || exit 99; CLI='\(URL(fileURLWithPath: path).path)'; \(script)"
    return run([Array("-c".utf8), Array(text.utf8)], in: folder.path, program: "/bin/sh")
  }

  static func run(_ arguments: String..., in folder: TestFolder, caches: String = "/dev/null") -> Outcome {
    run(arguments.map { Array($0.utf8) }, in: folder.path, caches: caches)
  }
}

extension Process {
  /// Starts it so that these signals reach it, as they reach what a shell starts.
  func run(taking signals: [Int32]) throws {
    // Threads of Dispatch hold signals back, and a child would do so, too.
    var none = sigset_t(), before = sigset_t()
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, &before)
    // And what ignores a signal, as a job in the background does, hands that down.
    let handlers = signals.map { signal($0, SIG_DFL) }
    defer {
      for (number, handler) in zip(signals, handlers) { signal(number, handler) }
      pthread_sigmask(SIG_SETMASK, &before, nil)
    }
    try run()
  }
}

/// A folder that goes away with its last user.
final class TestFolder: Sendable {
  let path: String

  init() {
    path = FileManager.default.temporaryDirectory.path + "/barline-cli-test-\(UInt64.random(in: 0...(.max)))"
    precondition(mkdir(path, 0o700) == 0)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// - Returns: the path of the new file.
  func write(_ bytes: [UInt8], as name: String) -> String {
    precondition(FileManager.default.createFile(atPath: path + "/" + name, contents: Data(bytes)))
    return path + "/" + name
  }

  func bytes(_ name: String) -> [UInt8] {
    Array(FileManager.default.contents(atPath: path + "/" + name) ?? Data())
  }

  /// Everything in the folder.
  var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: path).sorted()) ?? [] }
}
