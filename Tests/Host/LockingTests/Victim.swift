// Victim.swift
// What hostile programs are let loose on: a folder with a file and a socket that listens, and how to run them.

import Foundation

/// A folder of the user. Deleted with this object.
final class Victim {
  private let folder = NSTemporaryDirectory() + "/barline-victim-\(UUID().uuidString)"
  private let socket: String
  private let listener: Int32
  private static let content = Data("a secret".utf8)

  init() {
    try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    precondition(FileManager.default.createFile(atPath: folder + "/file", contents: Self.content))
    // Short, as addresses of sockets are.
    socket = "/tmp/barline-\(UUID().uuidString.prefix(8)).sock"
    listener = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(socket.utf8)) }
    let size = socklen_t(MemoryLayout<sockaddr_un>.size)
    let isBound = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(listener, $0, size) }
    }
    precondition(isBound == 0 && listen(listener, 4) == 0)
  }

  deinit {
    close(listener)
    unlink(socket)
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// True when nothing was made, changed or taken away.
  var isUntouched: Bool {
    let names = try? FileManager.default.contentsOfDirectory(atPath: folder)
    return names == ["file"] && FileManager.default.contents(atPath: folder + "/file") == Self.content
  }

  /// A program beside the tests.
  static func program(_ name: String) -> URL {
    URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath().deletingLastPathComponent()
      .appendingPathComponent(name)
  }

  /// What became of each attempt.
  /// - Parameter files: how many may be open; nil: as many as now.
  func attempts(as kind: String, landlock: Bool, files: Int? = nil) throws -> [(
    name: String, outcome: String
  )] {
    try run(
      files: files,
      [kind, folder + "/file", folder, socket, Self.program("hostile-program").path],
      environment: landlock ? [:] : ["BARLINE_LANDLOCK": "0"])
  }

  /// The lines of hostile-runner, each a name and an outcome.
  func run(files: Int? = nil, _ arguments: [String], environment: [String: String] = [:]) throws -> [(
    name: String, outcome: String
  )] {
    let process = Process(), output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    let limit = files.map { "ulimit -n \($0); " } ?? ""
    process.arguments = ["-c", limit + "exec \"$0\" \"$@\"", Self.program("hostile-runner").path] + arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment, uniquingKeysWith: { $1 })
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return text.split(separator: "\n").map { line in
      let words = line.split(separator: " ", maxSplits: 1)
      return (String(words[0]), words.count > 1 ? String(words[1]) : "")
    }
  }
}
