// Tool.swift
// Programs that make sound files which libsndfile cannot: ffmpeg, lame, flac, sox, opusenc.

import Foundation
import SystemPackage

enum Tool {
  /// Runs a program of the system; a failure of it is a failure of the test.
  ///
  /// - Parameter list: further arguments.
  static func run(_ name: String, _ arguments: String..., with list: [String] = []) throws {
    let (process, errors) = (process(name, arguments + list), Pipe())
    process.standardError = errors
    try process.run()
    let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    if process.terminationStatus != 0 { throw Failure(tool: name, text: text) }
  }

  /// What a program writes to standard output; empty where it cannot be started.
  static func answer(_ name: String, _ arguments: String...) -> String {
    String(decoding: bytes(name, arguments), as: UTF8.self)
  }

  /// How many bytes that are.
  static func count(_ name: String, _ arguments: String...) -> Int { bytes(name, arguments).count }

  /// These bytes.
  static func bytes(_ name: String, _ arguments: String...) -> Data { bytes(name, arguments) }

  /// What a program writes to standard error.
  static func complaints(_ name: String, _ arguments: String...) -> String {
    let (process, errors) = (process(name, arguments), Pipe())
    process.standardError = errors
    guard (try? process.run()) != nil else { return "" }
    defer { process.waitUntilExit() }
    return String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
  }

  /// What a program writes to standard output, and to standard error, of which there must be less than a pipe holds.
  static func both(_ name: String, _ arguments: String...) -> (bytes: Data, complaints: String) {
    let process = process(name, arguments), answers = Pipe(), errors = Pipe()
    process.standardOutput = answers
    process.standardError = errors
    guard (try? process.run()) != nil else { return (Data(), "") }
    defer { process.waitUntilExit() }
    let bytes = answers.fileHandleForReading.readDataToEndOfFile()
    return (bytes, String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self))
  }

  private static func bytes(_ name: String, _ arguments: [String]) -> Data {
    let (process, answers) = (process(name, arguments), Pipe())
    process.standardOutput = answers
    guard (try? process.run()) != nil else { return Data() }
    defer { process.waitUntilExit() }
    return answers.fileHandleForReading.readDataToEndOfFile()
  }

  /// One that is not started yet, without input and output.
  private static func process(_ name: String, _ arguments: [String]) -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [name] + arguments
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    return process
  }

  struct Failure: Error {
    let tool: String, text: String
  }
}
